package transport_test

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/go-jose/go-jose/v4"
	"github.com/go-json-experiment/json"

	"giftserver/internal/transport"
)

const keysPath = "/keys"

// keyed is a server with an issuer in a bubble, and what a token gets there.
func keyed(t *testing.T, test func(i *issuer, status func(text string) int)) {
	t.Helper()
	synctest.Test(t, func(*testing.T) {
		i := newIssuer()
		h, _ := guardedBy(i)
		routes := h.Routes()
		test(i, func(text string) int { return ask(routes, "Authorization: Bearer "+text).Code })
	})
}

// expect fails the test if a token does not get the status that it should.
func expect(t *testing.T, what string, got, want int) {
	t.Helper()
	if got != want {
		t.Errorf("%s: got status %d, want %d", what, got, want)
	}
}

// A token with a new key is good at once, one with a key that the issuer has withdrawn an hour later.
func TestKeys_rotation(t *testing.T) {
	keyed(t, func(i *issuer, status func(string) int) {
		forever := map[string]any{"exp": time.Now().Add(24 * time.Hour).Unix()}
		before, after := i.sign(t, token{claims: forever}), i.sign(t, token{key: "ES256", claims: forever})
		all := i.keys
		i.set(func() { i.keys = withoutKey(all, "ES256") })
		expect(t, "old key", status(before), http.StatusOK)
		time.Sleep(time.Minute)
		i.set(func() { i.keys = withoutKey(all, "RS256") })
		expect(t, "new key", status(after), http.StatusOK)
		expect(t, "withdrawn key", status(before), http.StatusUnauthorized)
		i.set(func() { i.keys = withoutKey(all, "ES256") })
		expect(t, "key withdrawn just now", status(after), http.StatusOK)
		time.Sleep(time.Hour + time.Second)
		expect(t, "key withdrawn an hour ago", status(after), http.StatusUnauthorized)
	})
}

// Whoever invents keys can't have the issuer asked more than once in ten seconds.
func TestKeys_unknown(t *testing.T) {
	keyed(t, func(i *issuer, status func(string) int) {
		for n := range 100 {
			expect(t, "invented key", status(i.sign(t, token{kid: strconv.Itoa(n)})), http.StatusUnauthorized)
			time.Sleep(time.Second)
		}
		if got := i.count(); got != 10 {
			t.Errorf("the issuer was asked %d times in 100 seconds, want 10", got)
		}
		expect(t, "good key", status(i.sign(t, token{})), http.StatusOK)
	})
}

// A wrong signature is no reason to ask the issuer.
func TestKeys_tampered(t *testing.T) {
	keyed(t, func(i *issuer, status func(string) int) {
		good := i.sign(t, token{})
		expect(t, "good token", status(good), http.StatusOK)
		time.Sleep(time.Minute)
		head, signature := good[:strings.LastIndex(good, ".")+1], good[strings.LastIndex(good, ".")+1:]
		expect(t, "tampered token", status(head+strings.ToUpper(signature)), http.StatusUnauthorized)
		if got := i.count(); got != 1 {
			t.Errorf("the issuer was asked %d times, want 1", got)
		}
	})
}

// While the issuer is out of reach, its keys stay good for as long as it takes, and what can't be checked
// is the server's trouble rather than the token's.
func TestKeys_outage(t *testing.T) {
	keyed(t, func(i *issuer, status func(string) int) {
		i.set(func() { i.down = errors.New("connection refused") })
		expect(t, "before the issuer was ever there", status(i.sign(t, token{})), http.StatusServiceUnavailable)
		i.set(func() { i.down = nil })
		expect(t, "too soon after", status(i.sign(t, token{})), http.StatusServiceUnavailable)
		time.Sleep(10 * time.Second)
		expect(t, "with the issuer", status(i.sign(t, token{})), http.StatusOK)

		i.set(func() { i.down = errors.New("connection refused") })
		time.Sleep(48 * time.Hour)
		expect(t, "known key in an outage", status(i.sign(t, token{})), http.StatusOK)
		expect(t, "unknown key in an outage", status(i.sign(t, token{kid: "other"})), http.StatusServiceUnavailable)
		expect(t, "known key, again", status(i.sign(t, token{})), http.StatusOK)
	})
}

// However many come at the same time, the issuer is asked once.
func TestKeys_concurrent(t *testing.T) {
	keyed(t, func(i *issuer, status func(string) int) {
		good := i.sign(t, token{})
		i.set(func() {
			i.answers[keysPath] = func(w http.ResponseWriter, _ *http.Request) {
				time.Sleep(time.Second)
				_ = json.MarshalWrite(w, map[string]any{"keys": i.published()})
			}
		})
		var all sync.WaitGroup
		for range 50 {
			all.Go(func() { expect(t, "one of many", status(good), http.StatusOK) })
		}
		all.Wait()
		if got := i.count(); got != 1 {
			t.Errorf("the issuer was asked %d times, want 1", got)
		}
	})
}

// Whoever goes away while the issuer is asked does not spoil the answer for the others.
func TestKeys_givenUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		i := newIssuer()
		h, _ := guardedBy(i)
		i.answers[keysPath] = func(w http.ResponseWriter, r *http.Request) {
			select {
			case <-time.After(2 * time.Second):
				_ = json.MarshalWrite(w, map[string]any{"keys": i.published()})
			case <-r.Context().Done():
			}
		}
		good := "Bearer " + i.sign(t, token{})
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		r := post().WithContext(ctx)
		r.Header.Set("Authorization", good)
		h.Routes().ServeHTTP(httptest.NewRecorder(), r)
		expect(t, "the next one", ask(h.Routes(), "Authorization: "+good).Code, http.StatusOK)
	})
}

// An issuer that does not answer holds requests up for a while only, and those with known keys but for one
// not at all.
func TestKeys_slow(t *testing.T) {
	keyed(t, func(i *issuer, status func(string) int) {
		known := i.sign(t, token{})
		expect(t, "in time", status(known), http.StatusOK)
		i.set(func() {
			i.answers[keysPath] = func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }
		})
		time.Sleep(2 * time.Hour)
		known = i.sign(t, token{})
		begun := time.Now()
		var all sync.WaitGroup
		for range 20 {
			all.Go(func() { expect(t, "known key", status(known), http.StatusOK) })
		}
		all.Wait()
		expect(t, "unknown key", status(i.sign(t, token{kid: "other"})), http.StatusServiceUnavailable)
		if took := time.Since(begun); took > 5*time.Second {
			t.Errorf("took %v of the issuer's time, want the 5 seconds of one attempt", took)
		}
	})
}

// What an issuer may answer and what not. The log says what to do about it.
func TestKeys_issuer(t *testing.T) {
	const discovery = "/realm/.well-known/openid-configuration"
	answer := func(text string) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, text) }
	}
	about := func(issuer, keys string) http.HandlerFunc {
		return answer(`{"issuer":"` + issuer + `","jwks_uri":"` + keys + `","unknown":1}`)
	}
	tests := map[string]struct {
		answers map[string]http.HandlerFunc
		logged  string // "" for an issuer that is in order
	}{
		"as it should be": {nil, ""},
		"RFC 8414": {map[string]http.HandlerFunc{
			discovery: http.NotFound,
			"/.well-known/oauth-authorization-server/realm": about(issuerName, "https://login.example/keys"),
		}, ""},
		"another name": {map[string]http.HandlerFunc{discovery: about(issuerName+"/", "https://login.example/keys")}, "give --auth-issuer that"},
		"no name":      {map[string]http.HandlerFunc{discovery: answer(`{}`)}, "calls itself"},
		"plain http":   {map[string]http.HandlerFunc{discovery: about(issuerName, "http://login.example/keys")}, "want an https address"},
		"file":         {map[string]http.HandlerFunc{discovery: about(issuerName, "file:///etc/passwd")}, "want an https address"},
		"redirect":     {map[string]http.HandlerFunc{keysPath: http.RedirectHandler("http://evil.example/", http.StatusFound).ServeHTTP}, "302 Found"},
		"page":         {map[string]http.HandlerFunc{keysPath: answer("<html>")}, "reading https://login.example/keys"},
		"no keys":      {map[string]http.HandlerFunc{keysPath: answer(`{"keys":[]}`)}, "lists no key"},
		"secret key":   {map[string]http.HandlerFunc{keysPath: answer(`{"keys":[{"kty":"oct","kid":"RS256","k":"c2VjcmV0"}]}`)}, "lists no key"},
		"key to encrypt": {map[string]http.HandlerFunc{keysPath: func(w http.ResponseWriter, _ *http.Request) {
			key := jose.JSONWebKey{Key: signingKeys()["RS256"].private.Public(), KeyID: "RS256", Use: "enc"}
			_ = json.MarshalWrite(w, map[string]any{"keys": []any{key}})
		}}, "lists no key"},
		"too much":       {map[string]http.HandlerFunc{keysPath: answer(`{"keys":[],"x":"` + strings.Repeat("x", 256<<10) + `"}`)}, "more than 262144 bytes"},
		"internal error": {map[string]http.HandlerFunc{keysPath: func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusInternalServerError) }}, "500"},
	}
	for name, tt := range tests {
		i := newIssuer()
		i.answers = tt.answers
		h, log := guardedBy(i)
		w := ask(h.Routes(), "Authorization: Bearer "+i.sign(t, token{}))
		want := http.StatusOK
		if tt.logged != "" {
			want = http.StatusServiceUnavailable
			if w.Header().Get("Retry-After") != "10" {
				t.Errorf("%s: got %v, want a Retry-After", name, w.Header())
			}
		}
		expect(t, name, w.Code, want)
		if !strings.Contains(log.String(), tt.logged) || (log.Len() > 0) != (tt.logged != "") {
			t.Errorf("%s: got log %q, want %q", name, log, tt.logged)
		}
	}
}

// Whoever sets the server up learns at the start what is wrong.
func TestOAuth_Prepare(t *testing.T) {
	i := newIssuer()
	i.down = errors.New("connection refused")
	var log strings.Builder
	o := &transport.OAuth{Issuer: issuerName, Audience: audienceName, Transport: i, Log: slog.New(slog.NewTextHandler(&log, nil))}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	o.Prepare(ctx)
	if got := log.String(); !strings.Contains(got, issuerName) || !strings.Contains(got, "connection refused") {
		t.Errorf("got log %q, want the issuer and why it can't be asked", got)
	}
}
