package transport_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"
	"github.com/google/go-cmp/cmp"

	"giftserver/internal/transport"
)

// The documents of RFC 9728, at the paths where clients look (§3.1).
func TestMetadata(t *testing.T) {
	const begin = "/.well-known/oauth-protected-resource"
	tests := []struct {
		audience, path string
		resource       string // "" for no document
	}{
		{"https://gifts.example/mcp", begin, "https://gifts.example/mcp"},
		{"https://gifts.example/mcp", begin + "/mcp", "https://gifts.example/mcp"},
		{"https://gifts.example/mcp", begin + "/sse", "https://gifts.example/sse"},
		{"https://gifts.example/mcp", begin + "/", ""},
		{"https://gifts.example/mcp", begin + "/other", ""},
		// Behind a proxy that takes a path away, or not.
		{"https://shop.example/gifts/mcp", begin + "/gifts/mcp", "https://shop.example/gifts/mcp"},
		{"https://shop.example/gifts/mcp", begin + "/gifts/sse", "https://shop.example/gifts/sse"},
		{"https://shop.example/gifts/mcp", begin + "/mcp", "https://shop.example/gifts/mcp"},
	}
	for _, tt := range tests {
		h, _ := guardedBy(newIssuer())
		h.Auth = &transport.OAuth{Issuer: issuerName, Audience: tt.audience, Scopes: []string{"gifts:read", "gifts:buy"}, Name: "Gifts"}
		r := httptest.NewRequest(http.MethodGet, "http://gifts.example"+tt.path, http.NoBody)
		r.Header.Set("Origin", "https://anybody.example")
		w := httptest.NewRecorder()
		h.Routes().ServeHTTP(w, r)
		if tt.resource == "" {
			if w.Code == http.StatusOK {
				t.Errorf("%s: got a document, want none", tt.path)
			}
			continue
		}
		var got any
		if err := json.Unmarshal(w.Body.Bytes(), &got); err != nil || w.Code != http.StatusOK {
			t.Fatalf("%s: got status %d and %q: %v", tt.path, w.Code, w.Body, err)
		}
		want := map[string]any{
			"resource":                 tt.resource,
			"authorization_servers":    []any{issuerName},
			"scopes_supported":         []any{"gifts:read", "gifts:buy"},
			"bearer_methods_supported": []any{"header"},
			"resource_name":            "Gifts",
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s of %s (-want +got):\n%s", tt.path, tt.audience, diff)
		}
		if w.Header().Get("Content-Type") != "application/json" || w.Header().Get("Access-Control-Allow-Origin") != "*" {
			t.Errorf("%s: got %v, want JSON for every origin", tt.path, w.Header())
		}
	}
}

// Pages of every origin may ask for the documents, with the headers that clients send along.
func TestMetadata_methods(t *testing.T) {
	tests := map[string]int{
		http.MethodGet: http.StatusOK, http.MethodHead: http.StatusOK, http.MethodOptions: http.StatusOK,
		http.MethodPost: http.StatusMethodNotAllowed,
	}
	for method, want := range tests {
		h, _ := guardedBy(newIssuer())
		r := httptest.NewRequest(method, "http://gifts.example/.well-known/oauth-protected-resource/mcp", http.NoBody)
		r.Header.Set("Origin", "https://anybody.example")
		if method == http.MethodOptions {
			r.Header.Set("Access-Control-Request-Method", http.MethodGet)
			r.Header.Set("Access-Control-Request-Headers", "mcp-protocol-version")
		}
		w := httptest.NewRecorder()
		h.Routes().ServeHTTP(w, r)
		if w.Code != want || want == http.StatusOK && w.Header().Get("Access-Control-Allow-Origin") != "*" {
			t.Errorf("%s: got status %d and %v, want %d for every origin", method, w.Code, w.Header(), want)
		}
		if got := w.Header().Get("Access-Control-Allow-Headers"); method == http.MethodOptions && got != "Mcp-Protocol-Version" && got != "mcp-protocol-version" {
			t.Errorf("got Access-Control-Allow-Headers %q, want mcp-protocol-version", got)
		}
	}
}

// Every address that a client is told comes from the settings, or is a path of the address it has: neither a proxy nor
// who pretends to be one can lead it to another host or away from https.
func TestMetadata_forwarded(t *testing.T) {
	for _, remote := range []string{"192.0.2.1:1", "10.1.2.3:1"} {
		h, _ := guardedBy(newIssuer())
		h.TrustedProxies = behind().TrustedProxies
		h.AllowedHosts = []string{"gifts.example"}
		routes := h.Routes()
		asked := func(method, path string) *httptest.ResponseRecorder {
			r := httptest.NewRequest(method, "http://gifts.example"+path, http.NoBody)
			r.RemoteAddr = remote
			r.Header.Set("X-Forwarded-For", "192.0.2.7")
			r.Header.Set("X-Forwarded-Proto", "http")
			r.Header.Set("X-Forwarded-Host", "gifts.example:8443")
			w := httptest.NewRecorder()
			routes.ServeHTTP(w, r)
			return w
		}
		const metadata = `resource_metadata="https://gifts.example/.well-known/oauth-protected-resource/mcp"`
		if got := asked(http.MethodPost, "/mcp").Header().Get("WWW-Authenticate"); !strings.Contains(got, metadata) {
			t.Errorf("%s: got %s, want %s", remote, got, metadata)
		}
		const resource = `"resource":"https://gifts.example/mcp"`
		if got := asked(http.MethodGet, "/.well-known/oauth-protected-resource").Body.String(); !strings.Contains(got, resource) {
			t.Errorf("%s: got %s, want %s", remote, got, resource)
		}
	}
}
