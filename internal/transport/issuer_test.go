package transport_test

import (
	"bytes"
	"crypto"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	"errors"
	"log/slog"
	"maps"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
	"time"

	"github.com/go-jose/go-jose/v4"
	"github.com/go-jose/go-jose/v4/jwt"
	"github.com/go-json-experiment/json"

	"giftserver/internal/transport"
)

const (
	issuerName   = "https://login.example/realm"
	audienceName = "https://gifts.example/mcp"
)

// An issuer is an authorization server at login.example. It answers without a network, so that a bubble
// can hold it.
type issuer struct {
	mu      sync.Mutex
	keys    map[string]signingKey       // by their ids
	asked   map[string]int              // how often each path was asked for
	answers map[string]http.HandlerFunc // by path, instead of what it would answer
	down    error                       // what every request fails with
}

// A signingKey signs tokens with one algorithm.
type signingKey struct {
	algorithm jose.SignatureAlgorithm
	private   crypto.Signer
}

func newIssuer() *issuer {
	return &issuer{keys: signingKeys(), asked: map[string]int{}, answers: map[string]http.HandlerFunc{}}
}

// signingKeys returns a key of each algorithm that is accepted, under the algorithm's name, and others.
var signingKeys = func() func() map[string]signingKey {
	made := sync.OnceValue(func() map[string]signingKey {
		rs, _ := rsa.GenerateKey(rand.Reader, 2048)
		es, _ := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
		es384, _ := ecdsa.GenerateKey(elliptic.P384(), rand.Reader)
		_, ed, _ := ed25519.GenerateKey(rand.Reader)
		return map[string]signingKey{"RS256": {jose.RS256, rs}, "ES256": {jose.ES256, es}, "EdDSA": {jose.EdDSA, ed}, "ES384": {jose.ES384, es384}}
	})
	return func() map[string]signingKey {
		return maps.Clone(made())
	}
}()

// RoundTrip answers a request of the server's.
func (i *issuer) RoundTrip(r *http.Request) (*http.Response, error) {
	i.mu.Lock()
	i.asked[r.URL.Path]++
	answer, down := i.answers[r.URL.Path], i.down
	i.mu.Unlock()
	w := httptest.NewRecorder()
	switch {
	case down != nil:
		return nil, down
	case answer != nil:
		answer(w, r)
	case r.URL.Host != "login.example":
		return nil, errors.New("no such host: " + r.URL.Host)
	case r.URL.Path == "/realm/.well-known/openid-configuration":
		_ = json.MarshalWrite(w, map[string]string{"issuer": issuerName, "jwks_uri": "https://login.example/keys"})
	case r.URL.Path == "/keys":
		_ = json.MarshalWrite(w, map[string]any{"keys": i.published()})
	default:
		http.NotFound(w, r)
	}
	if err := r.Context().Err(); err != nil {
		return nil, err
	}
	return w.Result(), nil
}

// published returns the public keys as the issuer lists them, with one of a kind that nobody knows.
func (i *issuer) published() []any {
	i.mu.Lock()
	defer i.mu.Unlock()
	list := []any{map[string]string{"kty": "future", "kid": "x"}}
	for id, key := range i.keys {
		list = append(list, jose.JSONWebKey{Key: key.private.Public(), KeyID: id, Algorithm: string(key.algorithm), Use: "sig"})
	}
	return list
}

// set changes the issuer.
func (i *issuer) set(change func()) {
	i.mu.Lock()
	defer i.mu.Unlock()
	change()
}

// count returns how often the keys were asked for.
func (i *issuer) count() int {
	i.mu.Lock()
	defer i.mu.Unlock()
	return i.asked["/keys"]
}

// A token is what a test has signed. Its zero parts are in order.
type token struct {
	key    string         // its id; "" for RS256
	kid    any            // in the header; nil for that of key
	typ    string         // in the header; "" for at+jwt
	claims map[string]any // over those of a good token; nil takes one away
}

// sign returns a token that is good for five minutes from now but for what the test says.
func (i *issuer) sign(t *testing.T, of token) string {
	t.Helper()
	if of.key == "" {
		of.key = "RS256"
	}
	if of.kid == nil {
		of.kid = of.key
	}
	if of.typ == "" {
		of.typ = "at+jwt"
	}
	i.mu.Lock()
	key := i.keys[of.key]
	i.mu.Unlock()
	return signed(t, key.algorithm, key.private, of)
}

func signed(t *testing.T, algorithm jose.SignatureAlgorithm, key any, of token) string {
	t.Helper()
	options := (&jose.SignerOptions{}).WithType(jose.ContentType(of.typ))
	if of.kid != "" {
		options = options.WithHeader("kid", of.kid)
	}
	signer, err := jose.NewSigner(jose.SigningKey{Algorithm: algorithm, Key: key}, options)
	if err != nil {
		t.Fatal(err)
	}
	claims := map[string]any{
		"iss": issuerName, "aud": audienceName, "sub": "ada", "exp": time.Now().Add(5 * time.Minute).Unix(), "scope": "openid gifts:read",
	}
	for name, value := range of.claims {
		if claims[name] = value; value == nil {
			delete(claims, name)
		}
	}
	text, err := jwt.Signed(signer).Claims(claims).Serialize()
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// guardedBy returns a server that lets in whoever an issuer has given a token with the scope gifts:read,
// and its log.
func guardedBy(i *issuer) (*transport.HTTP, *bytes.Buffer) {
	var log bytes.Buffer
	logger := slog.New(slog.NewTextHandler(&log, nil))
	h := answering([]byte("{}"), http.StatusOK)
	h.OpenSSE, h.Log = h.Open, logger
	h.Auth = &transport.OAuth{
		Issuer: issuerName, Audience: audienceName, Scopes: []string{"gifts:read"},
		Name: "Gifts", Transport: i, Log: logger,
	}
	return h, &log
}

// ask posts a message with headers such as "Authorization: Bearer x" and returns the answer.
func ask(h http.Handler, headers ...string) *httptest.ResponseRecorder {
	r := post()
	for _, line := range headers {
		name, value, _ := bytes.Cut([]byte(line), []byte(": "))
		r.Header.Add(string(name), string(value))
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w
}

// withoutKey returns the keys of an issuer but one.
func withoutKey(keys map[string]signingKey, id string) map[string]signingKey {
	left := maps.Clone(keys)
	delete(left, id)
	return left
}
