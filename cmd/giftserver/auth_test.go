package main

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"io"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/go-jose/go-jose/v4"
	"github.com/go-jose/go-jose/v4/jwt"
	"github.com/go-json-experiment/json"
)

const authAudience = "https://gifts.example/mcp"

// startIssuer serves an issuer of tokens. sign returns one for a person.
func startIssuer(t *testing.T) (address string, sign func(person string) string) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	mux := http.NewServeMux()
	issuer := httptest.NewServer(mux)
	t.Cleanup(issuer.Close)
	mux.HandleFunc("/.well-known/openid-configuration", func(w http.ResponseWriter, _ *http.Request) {
		_ = json.MarshalWrite(w, map[string]string{"issuer": issuer.URL, "jwks_uri": issuer.URL + "/keys"})
	})
	mux.HandleFunc("/keys", func(w http.ResponseWriter, _ *http.Request) {
		_ = json.MarshalWrite(w, map[string]any{"keys": []any{jose.JSONWebKey{Key: key.Public(), KeyID: "1"}}})
	})
	signer, err := jose.NewSigner(jose.SigningKey{Algorithm: jose.ES256, Key: jose.JSONWebKey{Key: key, KeyID: "1"}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return issuer.URL, func(person string) string {
		claims := map[string]any{
			"iss": issuer.URL, "aud": authAudience, "sub": person, "scope": "gifts:read", "exp": time.Now().Add(time.Hour).Unix(),
		}
		text, err := jwt.Signed(signer).Claims(claims).Serialize()
		if err != nil {
			t.Fatal(err)
		}
		return text
	}
}

// A server with an issuer answers those whom it has given a token, each in their own sessions.
func TestServe_oauth(t *testing.T) {
	t.Parallel()
	issuer, sign := startIssuer(t)
	address := serving(t, filepath.Join(t.TempDir(), "gifts.db"),
		"--auth-issuer", issuer, "--auth-audience", authAudience, "--auth-scopes", "gifts:read")
	send := func(message, person, session string) (int, http.Header, string) {
		header := headersOf(message)
		if person != "" {
			header.Set("Authorization", "Bearer "+sign(person))
		}
		if session != "" {
			header.Set("Mcp-Session-Id", session)
			header.Set("MCP-Protocol-Version", "2025-11-25")
		}
		status, answered, body := do(t, http.MethodPost, address, message, header)
		text, err := io.ReadAll(body)
		if err != nil {
			t.Fatal(err)
		}
		return status, answered, string(text)
	}
	const (
		list       = `{"jsonrpc":"2.0","id":2,"method":"tools/list"}`
		initialize = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"test","version":"1"}}}`
	)
	status, answered, _ := send(initialize, "", "")
	if got := answered.Get("WWW-Authenticate"); status != http.StatusUnauthorized || !strings.Contains(got, `scope="gifts:read"`) {
		t.Errorf("without a token: got status %d and %s, want %d and the scope", status, got, http.StatusUnauthorized)
	}
	_, answered, _ = send(initialize, "ada", "")
	session := answered.Get("Mcp-Session-Id")
	if session == "" {
		t.Fatal("got no session")
	}
	status, _, body := send(list, "ada", session)
	const scheme = `"securitySchemes":[{"type":"oauth2","scopes":["gifts:read"]}]`
	if got := strings.Count(body, scheme); status != http.StatusOK || got != 6 {
		t.Errorf("got status %d and %d times %s, want 200 and two of each of three tools: %s", status, got, scheme, body)
	}
	if status, _, _ = send(list, "bob", session); status != http.StatusNotFound {
		t.Errorf("in another one's session: got status %d, want %d", status, http.StatusNotFound)
	}
	const ask = `{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"suggest_gifts","arguments":{"occasion":"birthday"},` +
		`"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{"elicitation":{}}}`
	_, _, body = send(ask+"}}", "ada", "")
	_, state, _ := strings.Cut(body, `"requestState":"`)
	state, _, _ = strings.Cut(state, `"`)
	answer := ask + `,"inputResponses":{"arguments":{"action":"accept","content":{"budget":50}}},"requestState":"` + state + `"}}`
	for person, want := range map[string]string{"ada": `"structuredContent":`, "bob": `"code":-32602`} {
		if _, _, body := send(answer, person, ""); state == "" || !strings.Contains(body, want) {
			t.Errorf("%s answers what ada was asked: got %s, want %s", person, body, want)
		}
	}
}

func TestSettings_auth(t *testing.T) {
	tests := []struct {
		setting, value string
		ok             bool
	}{
		{"auth-issuer", "https://login.example", true},
		{"auth-issuer", "https://tenant.auth0.com/", true},
		{"auth-issuer", "https://login.example:8443/realms/shop", true},
		{"auth-issuer", "http://localhost:8080/realms/shop", true},
		{"auth-issuer", "http://login.example", false},
		{"auth-issuer", "login.example", false},
		{"auth-issuer", "https://", false},
		{"auth-issuer", "https://user:secret@login.example", false},
		{"auth-issuer", "https://login.example?tenant=1", false},
		{"auth-issuer", "https://login.example#x", false},
		{"auth-audience", "https://gifts.example/mcp", true},
		{"auth-audience", "https://shop.example/gifts/mcp", true},
		{"auth-audience", "http://127.0.0.1:8080/mcp", true},
		{"auth-audience", "http://gifts.example/mcp", false},
		{"auth-audience", "https://Gifts.example/mcp", false},
		{"auth-audience", "https://gifts.example", false},
		{"auth-audience", "https://gifts.example/mcp/", false},
		{"auth-audience", "https://gifts.example/mcp?x", false},
		{"auth-audience", "https://gifts.example/mcp#x", false},
		{"auth-audience", "gifts", false},
		{"auth-scopes", "gifts:read", true},
		{"auth-scopes", "gifts:read gifts:buy", true},
		{"auth-scopes", "gifts:read, https://gifts.example/buy", true},
		{"auth-scopes", `gifts"read`, false},
		{"auth-scopes", `gifts\read`, false},
		{"auth-scopes", "g\u00e9ant", false},
	}
	for _, tt := range tests {
		checkSetting(t, tt.setting, tt.value, tt.ok)
	}
}
