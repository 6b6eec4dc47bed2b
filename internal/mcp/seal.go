package mcp

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"strings"
	"time"
)

// A sealer hands texts to peers for safekeeping: they come back unchanged, in time and for the purpose
// they were made for, or not at all. They can be read by whoever holds them.
type sealer struct {
	key []byte
	now func() time.Time
}

// newSealer returns a sealer with a key from any secret; without one, with a key of its own, whose
// texts no other process accepts.
func newSealer(secret []byte, now func() time.Time) *sealer {
	if len(secret) == 0 {
		key := make([]byte, sha256.Size)
		_, _ = rand.Read(key) // It never fails, as its documentation says.
		return &sealer{key, now}
	}
	key := sha256.Sum256(secret)
	return &sealer{key[:], now}
}

// errSeal says that a text is not what this server handed out for the purpose, or too old.
var errSeal = errors.New("it was altered, has expired or belongs to another request")

// seal wraps a text for a purpose. It can be opened as long as keep says, for ever when that is zero.
//
// The form is base64url of: 8 bytes big-endian Unix time of expiry (0 for never), the text, 32 bytes
// HMAC-SHA-256 over the purpose and what stands before.
func (s *sealer) seal(purpose, text string, keep time.Duration) string {
	var expiry uint64
	if keep > 0 {
		expiry = uint64(s.now().Add(keep).Unix())
	}
	sealed := append(binary.BigEndian.AppendUint64(nil, expiry), text...)
	return base64.RawURLEncoding.EncodeToString(append(sealed, s.mac(purpose, sealed)...))
}

// open returns a text that was sealed for the purpose.
func (s *sealer) open(purpose, sealed string) (string, error) {
	b, err := decodeBase64(base64.RawURLEncoding, sealed)
	if err != nil || len(b) < 8+sha256.Size {
		return "", errSeal
	}
	b, mac := b[:len(b)-sha256.Size], b[len(b)-sha256.Size:]
	if !hmac.Equal(mac, s.mac(purpose, b)) {
		return "", errSeal
	}
	if expiry := binary.BigEndian.Uint64(b); expiry != 0 && s.now().Unix() > int64(expiry) {
		return "", errSeal
	}
	return string(b[8:]), nil
}

// decodeBase64 decodes a text that is written in the one way in which it is encoded. The standard library
// passes over line breaks even where it is strict.
func decodeBase64(e *base64.Encoding, text string) ([]byte, error) {
	if i := strings.IndexAny(text, "\r\n"); i >= 0 {
		return nil, base64.CorruptInputError(i)
	}
	return e.Strict().DecodeString(text)
}

func (s *sealer) mac(purpose string, text []byte) []byte {
	h := hmac.New(sha256.New, s.key)
	// The length keeps the end of one from being read as the beginning of the other.
	h.Write(binary.BigEndian.AppendUint64(nil, uint64(len(purpose))))
	h.Write([]byte(purpose))
	h.Write(text)
	return h.Sum(nil)
}
