package transport_test

import (
	"bytes"
	"context"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"giftserver/internal/transport"
)

func TestGuard_host(t *testing.T) {
	tests := []struct {
		host string
		want int
	}{
		{"localhost", http.StatusOK},
		{"LocalHost:8080", http.StatusOK},
		{"127.0.0.1:8080", http.StatusOK},
		{"[::1]:1", http.StatusOK},
		{"[::1]", http.StatusOK},
		{"gifts.example", http.StatusOK},
		{"GIFTS.example:9", http.StatusOK},
		{"api.example:8443", http.StatusOK},
		// Allowed with a port means with that port.
		{"api.example", http.StatusForbidden},
		{"api.example:443", http.StatusForbidden},
		{"", http.StatusForbidden},
		{"evil.example", http.StatusForbidden},
		{"evil.example:8080", http.StatusForbidden},
		{"localhost.evil.example", http.StatusForbidden},
		{"127.0.0.1.evil.example", http.StatusForbidden},
		{"gifts.example.evil.example", http.StatusForbidden},
		{"evil-gifts.example", http.StatusForbidden},
		// Where a port is wanted, no other name can hide.
		{"localhost:evil.example", http.StatusForbidden},
		{"gifts.example:evil.example", http.StatusForbidden},
		// The long s is an s in another case to Unicode, and another name to DNS.
		{"localho\u017ft", http.StatusForbidden},
		{"gift\u017f.example", http.StatusForbidden},
		// Nor is the Kelvin sign a k.
		{"\u212aiosk.example", http.StatusForbidden},
		// In brackets stand addresses, and all of them do.
		{"[localhost]", http.StatusForbidden},
		{"[[localhost]]", http.StatusForbidden},
		{"]localhost[", http.StatusForbidden},
		{"[gifts.example]:80", http.StatusForbidden},
		{"[::1", http.StatusForbidden},
		{"::1", http.StatusForbidden},
		// The address that means all interfaces reaches this machine too, yet it is no loopback name.
		{"0.0.0.0:8080", http.StatusForbidden},
	}
	for _, tt := range tests {
		if got := guarded(t, tt.host); got != tt.want {
			t.Errorf("Host %q: got status %d, want %d", tt.host, got, tt.want)
		}
	}
}

func TestGuard_origin(t *testing.T) {
	tests := []struct {
		origins []string
		want    int
	}{
		{nil, http.StatusOK},
		{[]string{"http://localhost"}, http.StatusOK},
		{[]string{"http://localhost:5173"}, http.StatusOK},
		{[]string{"https://127.0.0.1:1"}, http.StatusOK},
		{[]string{"http://[::1]:3000"}, http.StatusOK},
		{[]string{"https://app.example"}, http.StatusOK},
		{[]string{""}, http.StatusForbidden},
		// A sandboxed frame of any page sends null.
		{[]string{"null"}, http.StatusForbidden},
		{[]string{"http://localhost", "http://localhost"}, http.StatusForbidden},
		{[]string{"https://app.example", "https://evil.example"}, http.StatusForbidden},
		{[]string{"https://app.example, https://evil.example"}, http.StatusForbidden},
		{[]string{"https://evil.example"}, http.StatusForbidden},
		{[]string{"http://localhost.evil.example"}, http.StatusForbidden},
		{[]string{"http://localhost@evil.example"}, http.StatusForbidden},
		{[]string{"http://localhost:80@evil.example"}, http.StatusForbidden},
		{[]string{"https://app.example.evil.example"}, http.StatusForbidden},
		// Scheme, host and port make an origin; each must be the allowed one.
		{[]string{"http://app.example"}, http.StatusForbidden},
		{[]string{"https://app.example:8443"}, http.StatusForbidden},
		{[]string{"https://www.app.example"}, http.StatusForbidden},
		{[]string{"localhost"}, http.StatusForbidden},
		{[]string{"file://localhost"}, http.StatusForbidden},
		// No browser puts a user or a path into an origin.
		{[]string{"http://evil.example@localhost"}, http.StatusForbidden},
		{[]string{"http://localhost/path"}, http.StatusForbidden},
		{[]string{"http://localhost?x"}, http.StatusForbidden},
		{[]string{"http://localhost#x"}, http.StatusForbidden},
		{[]string{"http://localho\u017ft"}, http.StatusForbidden},
		{[]string{"https://\u212aiosk.example"}, http.StatusForbidden},
		{[]string{"http://localhost:evil.example"}, http.StatusForbidden},
		{[]string{"http://%zz"}, http.StatusForbidden},
	}
	for _, tt := range tests {
		if got := guarded(t, "localhost", tt.origins...); got != tt.want {
			t.Errorf("Origin %q: got status %d, want %d", tt.origins, got, tt.want)
		}
	}
}

// guarded posts a message to a server with allowed hosts, one of them at one port, and allowed origins. It
// returns the status and fails the test if a refused message was handed over.
func guarded(t *testing.T, host string, origins ...string) int {
	t.Helper()
	served := false
	h := &transport.HTTP{
		Open: handlerFunc(func(context.Context, []byte, map[string][]string) ([]byte, int) {
			served = true
			return nil, http.StatusOK
		}).open,
		MaxMessage:     100,
		AllowedHosts:   []string{"gifts.example", "kiosk.example", "api.example:8443"},
		AllowedOrigins: []string{"https://app.example", "https://kiosk.example"},
		Log:            slog.New(slog.DiscardHandler),
	}
	r := post()
	r.Host = host
	r.Header["Origin"] = origins
	w := httptest.NewRecorder()
	h.Routes().ServeHTTP(w, r)
	if served != (w.Code == http.StatusOK) {
		t.Errorf("Host %q, Origin %q: got status %d and served %t", host, origins, w.Code, served)
	}
	return w.Code
}

// Whoever set the server up must learn from the log what to change.
func TestGuard_log(t *testing.T) {
	tests := []struct{ host, origin, setting string }{
		{"evil.example", "http://localhost", "--allowed-hosts"},
		{"localhost", "https://evil.example", "--allowed-origins"},
	}
	for _, tt := range tests {
		var log bytes.Buffer
		h := &transport.HTTP{Log: slog.New(slog.NewTextHandler(&log, nil))}
		r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/nowhere", http.NoBody)
		r.Host = tt.host
		r.Header.Set("Origin", tt.origin)
		w := httptest.NewRecorder()
		h.Routes().ServeHTTP(w, r)
		if got := log.String(); !strings.Contains(got, tt.setting) || !strings.Contains(got, "evil.example") {
			t.Errorf("log: got %q, want the refused value and %s", got, tt.setting)
		}
		if got := w.Body.String(); w.Code != http.StatusForbidden || !strings.Contains(got, tt.setting) {
			t.Errorf("got status %d and body %q, want %d and %s", w.Code, got, http.StatusForbidden, tt.setting)
		}
	}
}

// A browser asks before it sends, and reads the answer only if it is told that it may. Pages that are
// refused are refused both times.
func TestCORS(t *testing.T) {
	tests := []struct {
		method, origin string
		status         int
		allowed        string // Access-Control-Allow-Origin
	}{
		{http.MethodOptions, "https://app.example", http.StatusOK, "https://app.example"},
		{http.MethodPost, "https://app.example", http.StatusOK, "https://app.example"},
		{http.MethodOptions, "http://localhost:6274", http.StatusOK, "http://localhost:6274"},
		{http.MethodOptions, "https://evil.example", http.StatusForbidden, ""},
		{http.MethodPost, "https://evil.example", http.StatusForbidden, ""},
		{http.MethodPost, "", http.StatusOK, ""},
	}
	echo := func(_ context.Context, message []byte, _ map[string][]string) ([]byte, int) {
		return message, http.StatusOK
	}
	h := transport.HTTP{Open: handlerFunc(echo).open, MaxMessage: 100, AllowedOrigins: []string{"https://app.example"}, Log: slog.New(slog.DiscardHandler)}
	for _, tt := range tests {
		r := httptest.NewRequest(tt.method, "http://localhost/mcp", strings.NewReader("{}"))
		r.Header.Set("Content-Type", "application/json")
		if tt.origin != "" {
			r.Header.Set("Origin", tt.origin)
		}
		if tt.method == http.MethodOptions {
			r.Header.Set("Access-Control-Request-Method", http.MethodPost)
			r.Header.Set("Access-Control-Request-Headers", "content-type,mcp-method,mcp-name,mcp-protocol-version")
		}
		w := httptest.NewRecorder()
		h.Routes().ServeHTTP(w, r)
		if w.Code != tt.status || w.Header().Get("Access-Control-Allow-Origin") != tt.allowed {
			t.Errorf("%s from %q: got %d and %q, want %d and %q", tt.method, tt.origin, w.Code,
				w.Header().Get("Access-Control-Allow-Origin"), tt.status, tt.allowed)
		}
	}
}
