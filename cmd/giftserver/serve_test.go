package main

import (
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
