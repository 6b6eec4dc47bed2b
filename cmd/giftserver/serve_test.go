package main

import (
	"io"
	"net/http"
	"path/filepath"
	"strings"
	"testing"
)

// The settings of the command reach the transport.
func TestServe_settings(t *testing.T) {
	t.Parallel()
	address := serving(t, filepath.Join(t.TempDir(), "gifts.db"), "--allowed-origins", "https://app.example", "--post-answers", "sse")
	const ping = `{"jsonrpc":"2.0","id":1,"method":"ping"}`
	for origin, want := range map[string]int{"https://app.example": http.StatusOK, "https://evil.example": http.StatusForbidden} {
		header := headersOf(ping)
		header.Set("Origin", origin)
		status, answered, _ := do(t, http.MethodPost, address, ping, header)
		if status != want {
			t.Errorf("%s: got status %d, want %d", origin, status, want)
		}
		if form := answered.Get("Content-Type"); status == http.StatusOK && !strings.HasPrefix(form, "text/event-stream") {
			t.Errorf("%s: got %s, want a stream of events", origin, form)
		}
	}
}

// OpenAI finds the token at the address that it asks, as it was given, and nothing where none was.
func TestServe_challenge(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		settings []string
		status   int
		body     string
	}{
		{[]string{"--openai-challenge", "tok-1_2"}, http.StatusOK, "tok-1_2"},
		{nil, http.StatusNotFound, "404 page not found\n"},
	} {
		address := serving(t, filepath.Join(t.TempDir(), "gifts.db"), tt.settings...)
		where := strings.TrimSuffix(address, "/mcp") + "/.well-known/openai-apps-challenge"
		status, _, body := do(t, http.MethodGet, where, "", http.Header{})
		got, err := io.ReadAll(body)
		if err != nil || status != tt.status || string(got) != tt.body {
			t.Errorf("%v: got status %d, %q, error %v, want %d, %q", tt.settings, status, got, err, tt.status, tt.body)
		}
	}
}
