package transport_test

import (
	"crypto/x509"
	"encoding/base64"
	"encoding/pem"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/go-jose/go-jose/v4"
	"github.com/google/go-cmp/cmp"

	"giftserver/internal/transport"
)

// Tokens that are good, in the forms that issuers and clients give them.
func TestOAuth_good(t *testing.T) {
	tests := map[string]token{
		"RS256":            {key: "RS256"},
		"ES256":            {key: "ES256"},
		"EdDSA":            {key: "EdDSA"},
		"typ JWT":          {typ: "JWT"},
		"typ in full":      {typ: "application/at+jwt"},
		"one of audiences": {claims: map[string]any{"aud": []string{"https://login.example/userinfo", audienceName}}},
		// The clients of HTTP+SSE ask for tokens for its address.
		"audience of SSE": {claims: map[string]any{"aud": "https://gifts.example/sse"}},
		"scope as a list": {claims: map[string]any{"scope": []string{"gifts:read"}}},
		"scp":             {claims: map[string]any{"scope": nil, "scp": []string{"gifts:read"}}},
		// The clocks may differ by a minute.
		"just expired":   {claims: map[string]any{"exp": -59 * time.Second}},
		"just not yet":   {claims: map[string]any{"nbf": 59 * time.Second}},
		"issued just so": {claims: map[string]any{"iat": 59 * time.Second}},
	}
	for name, of := range tests {
		bubble(t, name, func(t *testing.T) {
			i := newIssuer()
			h, log := guardedBy(i)
			if w := ask(h.Routes(), "Authorization: Bearer "+i.sign(t, inTime(of))); w.Code != http.StatusOK {
				t.Errorf("got status %d and %q, want %d; log: %s", w.Code, w.Body, http.StatusOK, log)
			}
		})
	}
}

// inTime puts times in place of durations from now.
func inTime(of token) token {
	claims := map[string]any{}
	for name, value := range of.claims {
		claims[name] = value
		if d, ok := value.(time.Duration); ok {
			claims[name] = time.Now().Add(d).Unix()
		}
	}
	of.claims = claims
	return of
}

func TestOAuth_refused(t *testing.T) {
	tests := map[string]struct {
		of     token
		status int
		reason string
	}{
		"issuer":           {token{claims: map[string]any{"iss": "https://evil.example"}}, 401, "not from " + issuerName},
		"issuer, slash":    {token{claims: map[string]any{"iss": issuerName + "/"}}, 401, "not from " + issuerName},
		"no issuer":        {token{claims: map[string]any{"iss": nil}}, 401, "not from " + issuerName},
		"audience":         {token{claims: map[string]any{"aud": "https://other.example/mcp"}}, 401, "not made out for " + audienceName},
		"audience, slash":  {token{claims: map[string]any{"aud": audienceName + "/"}}, 401, "not made out for " + audienceName},
		"audience, host":   {token{claims: map[string]any{"aud": "https://gifts.example"}}, 401, "not made out for " + audienceName},
		"no audience":      {token{claims: map[string]any{"aud": nil}}, 401, "not made out for " + audienceName},
		"expired":          {token{claims: map[string]any{"exp": -61 * time.Second}}, 401, "has expired"},
		"never expires":    {token{claims: map[string]any{"exp": nil}}, 401, "no exp"},
		"not yet":          {token{claims: map[string]any{"nbf": 61 * time.Second}}, 401, "not valid yet"},
		"issued later":     {token{claims: map[string]any{"iat": 61 * time.Second}}, 401, "not valid yet"},
		"nobody's":         {token{claims: map[string]any{"sub": nil}}, 401, "no sub"},
		"no scope":         {token{claims: map[string]any{"scope": nil}}, 403, "lacks the scope gifts:read"},
		"part of a scope":  {token{claims: map[string]any{"scope": "gifts:readonly gifts"}}, 403, "lacks the scope gifts:read"},
		"odd claims":       {token{claims: map[string]any{"exp": "soon"}}, 401, "claims of the token can't be read"},
		"unknown key":      {token{kid: "other"}, 401, "a key that its issuer does not have"},
		"no key id":        {token{kid: ""}, 401, "a key that its issuer does not have"},
		"another's key id": {token{kid: "ES256"}, 401, "a key that its issuer does not have"},
		"algorithm":        {token{key: "ES384"}, 401, "no JWT access token signed with RS256, ES256 or EdDSA"},
		"logout token":     {token{typ: "logout+jwt"}, 401, "no JWT access token"},
	}
	for name, tt := range tests {
		bubble(t, name, func(t *testing.T) {
			i := newIssuer()
			h, log := guardedBy(i)
			text := i.sign(t, inTime(tt.of))
			w := ask(h.Routes(), "Authorization: Bearer "+text)
			code := map[int]string{401: "invalid_token", 403: "insufficient_scope"}[tt.status]
			got := w.Header().Get("WWW-Authenticate")
			if w.Code != tt.status || !strings.HasPrefix(got, `Bearer error="`+code+`", error_description="`) || !strings.Contains(got, tt.reason) {
				t.Errorf("got status %d and %s, want %d, %s and %q", w.Code, got, tt.status, code, tt.reason)
			}
			if want := `, resource_metadata="https://gifts.example/.well-known/oauth-protected-resource/mcp", scope="gifts:read"`; !strings.HasSuffix(got, want) {
				t.Errorf("got %s, want it to end with %s", got, want)
			}
			if !strings.Contains(log.String(), tt.reason) {
				t.Errorf("got log %q, want the reason %q", log, tt.reason)
			}
			unseen(t, text, log.String(), w)
		})
	}
}

// unseen fails the test if a token, or a telling part of it, is in what others read.
func unseen(t *testing.T, token, log string, w *httptest.ResponseRecorder) {
	t.Helper()
	for part := range strings.SplitSeq(token, ".") {
		if len(part) > 20 && strings.Contains(log+w.Body.String()+w.Header().Get("WWW-Authenticate"), part) {
			t.Errorf("a part of the token shows: log %q, answer %q, %v", log, w.Body, w.Header())
		}
	}
}

// Tokens that no issuer has made.
func TestOAuth_forged(t *testing.T) {
	encode := base64.RawURLEncoding.EncodeToString
	i := newIssuer()
	good := strings.Split(i.sign(t, token{}), ".")
	other := strings.Split(i.sign(t, token{claims: map[string]any{"sub": "bob"}}), ".")
	public, err := x509.MarshalPKIXPublicKey(i.keys["RS256"].private.Public())
	if err != nil {
		t.Fatal(err)
	}
	known := pem.EncodeToMemory(&pem.Block{Type: "PUBLIC KEY", Bytes: public})
	none := encode([]byte(`{"alg":"none","kid":"RS256","typ":"at+jwt"}`))
	tests := map[string]string{
		"none":                            none + "." + good[1] + ".",
		"none, with a signature":          none + "." + good[1] + "." + good[2],
		"None":                            encode([]byte(`{"alg":"None"}`)) + "." + good[1] + ".",
		"no algorithm":                    encode([]byte(`{}`)) + "." + good[1] + "." + good[2],
		"the public key as a secret":      signed(t, jose.HS256, known, token{kid: "RS256", typ: "at+jwt"}),
		"the public key as a secret, DER": signed(t, jose.HS256, public, token{kid: "RS256", typ: "at+jwt"}),
		"PS256":                           signed(t, jose.PS256, i.keys["RS256"].private, token{kid: "RS256", typ: "at+jwt"}),
		"another algorithm's name":        encode([]byte(`{"alg":"ES256","kid":"RS256"}`)) + "." + good[1] + "." + good[2],
		"other claims":                    good[0] + "." + other[1] + "." + good[2],
		"no signature":                    good[0] + "." + good[1] + ".",
		"half a signature":                good[0] + "." + good[1] + "." + good[2][:100],
		"another one's key":               signed(t, jose.ES256, i.keys["ES256"].private, token{kid: "RS256", typ: "at+jwt"}),
		"key in the header":               encode([]byte(`{"alg":"RS256","jwk":{"kty":"RSA"}}`)) + "." + good[1] + "." + good[2],
		"must be understood":              encode([]byte(`{"alg":"RS256","kid":"RS256","crit":["x"],"x":1}`)) + "." + good[1] + "." + good[2],
		"two parts":                       good[0] + "." + good[1],
		"no JWT":                          "0123456789abcdef0123456789abcdef",
		"not base64":                      "a.b.c",
	}
	for name, text := range tests {
		h, log := guardedBy(i)
		w := ask(h.Routes(), "Authorization: Bearer "+text)
		if got := w.Header().Get("WWW-Authenticate"); w.Code != http.StatusUnauthorized || !strings.Contains(got, `error="invalid_token"`) {
			t.Errorf("%s: got status %d and %s, want %d and invalid_token", name, w.Code, got, http.StatusUnauthorized)
		}
		unseen(t, text, log.String(), w)
	}
}

// How a token is sent (RFC 6750 §2 and §3.1, RFC 9110 §11.1).
func TestAuth_header(t *testing.T) {
	const metadata = `resource_metadata="https://gifts.example/.well-known/oauth-protected-resource/mcp", scope="gifts:read"`
	i := newIssuer()
	good := i.sign(t, token{})
	tests := []struct {
		target  string
		headers []string
		status  int
		code    string // of RFC 6750, "" for none
	}{
		{"/mcp", []string{"Authorization: Bearer " + good}, http.StatusOK, ""},
		{"/mcp", []string{"Authorization: bearer " + good}, http.StatusOK, ""},
		{"/mcp", []string{"Authorization: BEARER  " + good}, http.StatusOK, ""},
		{"/mcp", nil, http.StatusUnauthorized, ""},
		{"/mcp", []string{"Authorization: "}, http.StatusUnauthorized, ""},
		{"/mcp", []string{"Authorization: Bearer"}, http.StatusUnauthorized, ""},
		{"/mcp", []string{"Authorization: Basic " + good}, http.StatusUnauthorized, ""},
		{"/mcp", []string{"Authorization: " + good}, http.StatusUnauthorized, ""},
		{"/mcp", []string{"Cookie: access_token=" + good}, http.StatusUnauthorized, ""},
		{"/mcp", []string{"Authorization: Bearer " + good + " x"}, http.StatusBadRequest, "invalid_request"},
		{"/mcp", []string{"Authorization: Bearer " + good + ", Bearer " + good}, http.StatusBadRequest, "invalid_request"},
		{"/mcp", []string{"Authorization: Bearer \"" + good + "\""}, http.StatusBadRequest, "invalid_request"},
		{"/mcp", []string{"Authorization: Bearer " + good, "Authorization: Bearer " + good}, http.StatusBadRequest, "invalid_request"},
		{"/mcp", []string{"Authorization: Basic x", "Authorization: Bearer " + good}, http.StatusBadRequest, "invalid_request"},
		{"/mcp?access_token=" + good, nil, http.StatusBadRequest, "invalid_request"},
		{"/mcp?access_token=" + good, []string{"Authorization: Bearer " + good}, http.StatusBadRequest, "invalid_request"},
	}
	for _, tt := range tests {
		h, log := guardedBy(i)
		r := httptest.NewRequest(http.MethodPost, "http://localhost"+tt.target, strings.NewReader("{}"))
		r.Header.Set("Content-Type", "application/json")
		for _, line := range tt.headers {
			name, value, _ := strings.Cut(line, ": ")
			r.Header.Add(name, value)
		}
		w := httptest.NewRecorder()
		h.Routes().ServeHTTP(w, r)
		got := w.Header().Get("WWW-Authenticate")
		if w.Code != tt.status || strings.Contains(got, "error=") != (tt.code != "") || !strings.Contains(got, tt.code) {
			t.Errorf("%s %.40q: got status %d and %s, want %d and %q", tt.target[:4], tt.headers, w.Code, got, tt.status, tt.code)
		}
		if tt.status == http.StatusUnauthorized && got != "Bearer "+metadata {
			t.Errorf("%.40q: got %s, want Bearer %s", tt.headers, got, metadata)
		}
		unseen(t, good, log.String(), w)
	}
}

// What is open to everybody stays open, and nothing else.
func TestAuth_paths(t *testing.T) {
	tests := []struct {
		method, path string
		status       int
	}{
		{http.MethodGet, "/healthz", http.StatusOK},
		{http.MethodGet, "/", http.StatusOK},
		{http.MethodPost, "/mcp", http.StatusUnauthorized},
		{http.MethodGet, "/sse", http.StatusUnauthorized},
		{http.MethodPost, "/messages?sessionId=x", http.StatusUnauthorized},
		// Where a method is wrong for everybody, a token would not help.
		{http.MethodGet, "/mcp", http.StatusMethodNotAllowed},
		{http.MethodDelete, "/mcp", http.StatusMethodNotAllowed},
		{http.MethodGet, "/nowhere", http.StatusNotFound},
		// The server is no issuer.
		{http.MethodGet, "/.well-known/oauth-authorization-server", http.StatusNotFound},
		{http.MethodGet, "/.well-known/openid-configuration", http.StatusNotFound},
		{http.MethodPost, "/register", http.StatusNotFound},
	}
	for _, tt := range tests {
		h, _ := guardedBy(newIssuer())
		w := httptest.NewRecorder()
		h.Routes().ServeHTTP(w, httptest.NewRequest(tt.method, "http://localhost"+tt.path, strings.NewReader("{}")))
		if w.Code != tt.status {
			t.Errorf("%s %s: got status %d, want %d", tt.method, tt.path, w.Code, tt.status)
		}
	}
}

// A browser's preflight has no token, and the page behind it must be able to read what the answer says.
func TestAuth_preflight(t *testing.T) {
	h, _ := guardedBy(newIssuer())
	for _, method := range []string{http.MethodOptions, http.MethodPost} {
		r := httptest.NewRequest(method, "http://localhost/mcp", strings.NewReader("{}"))
		r.Header.Set("Origin", "http://localhost:6274")
		if method == http.MethodOptions {
			r.Header.Set("Access-Control-Request-Method", http.MethodPost)
			r.Header.Set("Access-Control-Request-Headers", "authorization,content-type")
		}
		w := httptest.NewRecorder()
		h.Routes().ServeHTTP(w, r)
		want := map[string]int{http.MethodOptions: http.StatusOK, http.MethodPost: http.StatusUnauthorized}[method]
		if w.Code != want || w.Header().Get("Access-Control-Allow-Origin") != "http://localhost:6274" {
			t.Errorf("%s: got status %d and %v, want %d and the origin", method, w.Code, w.Header(), want)
		}
		if got := w.Header().Get("Access-Control-Expose-Headers"); method == http.MethodPost && !strings.Contains(got, "Www-Authenticate") {
			t.Errorf("got Access-Control-Expose-Headers %q, want WWW-Authenticate in it", got)
		}
	}
}

// A session is whose token began it: to everybody else there is none.
func TestAuth_session(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		i := newIssuer()
		s := newStage(t)
		c := newClient(t, &transport.HTTP{Open: s.open, Auth: &transport.OAuth{Issuer: issuerName, Audience: audienceName, Transport: i}})
		ada := "Authorization: Bearer " + i.sign(t, token{})
		again := "Authorization: Bearer " + i.sign(t, token{key: "ES256"})
		bob := "Authorization: Bearer " + i.sign(t, token{claims: map[string]any{"sub": "bob"}})
		c.session = c.post("begin reply:ok", ada).sent.Get("Mcp-Session-Id")
		tests := []struct {
			method, header string
			status         int
		}{
			{http.MethodGet, bob, http.StatusNotFound},
			{http.MethodDelete, bob, http.StatusNotFound},
			{http.MethodGet, "", http.StatusUnauthorized},
			{http.MethodDelete, "", http.StatusUnauthorized},
			{http.MethodPost, "", http.StatusUnauthorized},
			// A message goes to a new conversation, which knows that it is not the session's.
			{http.MethodPost, bob, http.StatusOK},
			{http.MethodPost, ada, http.StatusOK},
			// The subject counts, not the token, which clients renew.
			{http.MethodPost, again, http.StatusOK},
			{http.MethodDelete, again, http.StatusNoContent},
		}
		for _, tt := range tests {
			if got := c.send(tt.method, "/mcp", "reply:"+tt.method, tt.header); got.status != tt.status {
				t.Errorf("%s: got status %d, want %d", tt.method, got.status, tt.status)
			}
		}
		if got := s.opened()[0].messages(); len(got) != 3 {
			t.Errorf("the session got %q, want its first message and those of ada", got)
		}
		if got := s.opened()[1].messages(); len(got) != 1 {
			t.Errorf("the other conversation got %q, want the message of bob", got)
		}
	})
}

func TestAuth_sse(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		i := newIssuer()
		s := newStage(t)
		c := newClient(t, &transport.HTTP{Open: s.open, OpenSSE: s.open, Auth: &transport.OAuth{Issuer: issuerName, Audience: audienceName, Transport: i}})
		ada := "Authorization: Bearer " + i.sign(t, token{claims: map[string]any{"aud": "https://gifts.example/sse"}})
		bob := "Authorization: Bearer " + i.sign(t, token{claims: map[string]any{"sub": "bob"}})
		x := c.send(http.MethodGet, "/sse", "", ada)
		address := x.events()[0].data
		for header, want := range map[string]int{ada: http.StatusAccepted, bob: http.StatusNotFound, "": http.StatusUnauthorized} {
			got := c.send(http.MethodPost, address, "reply:a", header)
			if got.status != want {
				t.Errorf("got status %d, want %d", got.status, want)
			}
			const metadata = `Bearer resource_metadata="https://gifts.example/.well-known/oauth-protected-resource/sse"`
			if got := got.sent.Get("WWW-Authenticate"); header == "" && got != metadata {
				t.Errorf("got %s, want %s", got, metadata)
			}
		}
		if got := x.said(); len(got) != 1 {
			t.Errorf("got %q, want the answer to ada", got)
		}
		x.hangUp()
	})
}

// A stream ends with the token that it was opened with, as it does when the server stops: with what its request is
// still owed. A minute more is for the clocks. Whoever has a newer token goes on with the session.
func TestAuth_streamExpires(t *testing.T) {
	tests := map[string]struct {
		open  func(c *client, header string) *exchange
		wants []string // to have been sent when it has ended
	}{
		"request": {
			func(c *client, header string) *exchange { return c.post("emit:a closed emit:b reply:r", header) },
			[]string{"a", "b", "r"},
		},
		"notices": {
			func(c *client, header string) *exchange {
				c.session = c.post("begin reply:ok", header).sent.Get("Mcp-Session-Id")
				return c.get(header)
			},
			nil,
		},
		"HTTP+SSE": {func(c *client, header string) *exchange { return c.send(http.MethodGet, "/sse", "", header) }, nil},
	}
	for name, tt := range tests {
		bubble(t, name, func(t *testing.T) {
			i := newIssuer()
			s := newStage(t)
			c := newClient(t, &transport.HTTP{Open: s.open, OpenSSE: s.open, Auth: &transport.OAuth{Issuer: issuerName, Audience: audienceName, Transport: i}})
			x := tt.open(c, "Authorization: Bearer "+i.sign(t, token{})) // It is good for five minutes.
			time.Sleep(5*time.Minute + 59*time.Second)
			if x.over() {
				t.Fatalf("the stream ended with %q before its token did", x.body())
			}
			time.Sleep(2 * time.Second)
			synctest.Wait()
			if !x.over() {
				t.Error("the stream is open a second after its token has expired")
			}
			if diff := cmp.Diff(tt.wants, x.said()); diff != "" {
				t.Errorf("what was sent (-want +got):\n%s", diff)
			}
			if h := c.get("Authorization: Bearer " + i.sign(t, token{})); c.session != "" && h.over() {
				t.Errorf("with a newer token: got status %d and %q, want the session's stream", h.status, h.body())
			}
		})
	}
}

// A token that does not expire, as fixed ones, leaves its streams alone.
func TestAuth_streamLasts(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tokens, err := transport.ReadTokens(tokenFile(t, firstToken), slog.New(slog.DiscardHandler))
		if err != nil {
			t.Fatal(err)
		}
		s := newStage(t)
		c := newClient(t, &transport.HTTP{Open: s.open, OpenSSE: s.open, Auth: tokens})
		x := c.send(http.MethodGet, "/sse", "", "Authorization: Bearer "+firstToken)
		time.Sleep(100 * time.Hour)
		if x.over() {
			t.Error("the stream has ended")
		}
	})
}
