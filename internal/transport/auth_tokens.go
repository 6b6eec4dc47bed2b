package transport

import (
	"bytes"
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"strings"
	"sync/atomic"
	"time"
)

// Limits of a file of tokens.
const (
	shortestToken  = 32          // characters; as hexadecimal digits they hold 128 bits
	largestTokens  = 1 << 20     // of the file, in bytes
	lookTokensEach = time.Second // between two looks at the file
)

// Tokens are fixed bearer tokens, which a file lists one on each line:
//
//	# for the shop's own assistant
//	assistant  3f8f0c1e9f3d4f5d8a5b7c2e1d0f9a8b
//	9b2d7a60c4e84b0f9a1c5d3e7f602b18
//
// A token without a name is nobody but itself. Tokens of one name are one and the same subject, so that a
// new one can replace an old one while both are good.
type Tokens struct {
	file string
	log  *slog.Logger

	list atomic.Pointer[[]fixedToken]
	read []byte // the file as it was read last
}

// A fixedToken is a token as it is kept: as a hash, which all have the same length.
type fixedToken struct {
	hash    [sha256.Size]byte
	subject string
}

// ReadTokens reads the tokens of a file. It is an error if there are none.
func ReadTokens(file string, log *slog.Logger) (*Tokens, error) {
	text, err := readTokenFile(file)
	if err != nil {
		return nil, err
	}
	list, err := parseTokens(text)
	if err == nil && len(list) == 0 {
		err = errors.New("it holds no tokens; write one on each line, such as openssl rand -hex 32 makes")
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	t := &Tokens{file: file, log: log, read: text}
	t.list.Store(&list)
	return t, nil
}

// Follow reads the file again whenever it changes, until ctx ends. While it can't be read, or a line is
// wrong, the tokens stay as they are. It looks at what the file holds: replaced files may have any time.
func (t *Tokens) Follow(ctx context.Context) {
	ticker := time.NewTicker(lookTokensEach)
	defer ticker.Stop()
	var seen []byte
	trouble := ""
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
		text, err := readTokenFile(t.file)
		if settled := bytes.Equal(text, seen); err == nil && settled && !bytes.Equal(text, t.read) {
			err = t.use(text) // What still changes may be half of it.
		}
		seen = text
		if now := fmt.Sprint(err); err != nil && now != trouble {
			t.log.WarnContext(ctx, "the tokens can't be read again; those read before stay good", "file", t.file, "error", err)
			trouble = now
		} else if err == nil {
			trouble = ""
		}
	}
}

// use has the tokens of a text count from now on.
func (t *Tokens) use(text []byte) error {
	list, err := parseTokens(text)
	if err != nil {
		return err
	}
	t.list.Store(&list)
	t.read = text
	t.log.Info("the tokens have changed", "file", t.file, "tokens", len(list))
	return nil
}

func readTokenFile(name string) ([]byte, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, fmt.Errorf("reading tokens: %w", err)
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, largestTokens+1))
	if err != nil {
		return nil, fmt.Errorf("reading tokens: %w", err)
	}
	if len(text) > largestTokens {
		return nil, fmt.Errorf("reading tokens: %s is larger than %d bytes", name, largestTokens)
	}
	return text, nil
}

// parseTokens reads the lines of a file. An error names the line and never shows it.
func parseTokens(text []byte) ([]fixedToken, error) {
	var list []fixedToken
	for i, line := range strings.Split(string(text), "\n") {
		words := strings.Fields(line)
		if len(words) == 0 || strings.HasPrefix(words[0], "#") {
			continue
		}
		token := words[len(words)-1]
		switch {
		case len(words) > 2:
			return nil, fmt.Errorf("line %d: want a token, or a name and a token, got %d words", i+1, len(words))
		case len(token) < shortestToken:
			return nil, fmt.Errorf("line %d: want a token of %d characters or more, got %d", i+1, shortestToken, len(token))
		case !tokenForm.MatchString(token):
			return nil, fmt.Errorf("line %d: a token consists of letters, digits and . _ ~ + / - with = only at its end", i+1)
		}
		hash := sha256.Sum256([]byte(token))
		subject := "token:" + hex.EncodeToString(hash[:])
		if len(words) == 2 {
			subject = "name:" + words[0]
		}
		list = append(list, fixedToken{hash, subject})
	}
	return list, nil
}

// authenticate compares a token with each that there is, so that the time tells nothing of them.
func (t *Tokens) authenticate(_ context.Context, token string) (identity, error) {
	hash := sha256.Sum256([]byte(token))
	subject := ""
	for _, known := range *t.list.Load() {
		if subtle.ConstantTimeCompare(hash[:], known.hash[:]) == 1 {
			subject = known.subject
		}
	}
	if subject == "" {
		return identity{}, invalidToken("the token is none of this server's", nil)
	}
	return identity{subject: subject}, nil
}

// challenge has nothing to say of where a token comes from, and a challenge must say something.
func (t *Tokens) challenge(string) string { return `realm="giftserver"` }
