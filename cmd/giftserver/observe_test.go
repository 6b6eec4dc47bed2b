package main

import (
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// getPage asks for a path by the name of a host and returns status and body.
func getPage(t *testing.T, address, host string) (status int, body string) {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, address, http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	request.Host = host
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	b, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return response.StatusCode, string(b)
}

// A server whose database is gone says so to whoever looks after it, goes on answering, and is ready again when the file
// is back.
func TestMonitor_ready(t *testing.T) {
	t.Parallel()
	db := filepath.Join(t.TempDir(), "gifts.db")
	endpoint, metrics := watchedServer(t, db)
	main := strings.TrimSuffix(endpoint, "/mcp")
	check := func(path string, status int, word string) func() bool {
		return func() bool {
			for _, address := range []string{main, metrics} {
				got, body := getPage(t, address+path, "10.1.2.3")
				if got != status || !strings.Contains(body, word) || strings.Contains(body, "gifts.db") {
					return false
				}
			}
			return true
		}
	}
	until(t, "it was ready", check("/readyz", http.StatusOK, "ok"))
	if err := os.Rename(db, db+".old"); err != nil {
		t.Fatal(err)
	}
	until(t, "it missed its database", check("/readyz", http.StatusServiceUnavailable, "the catalog's database can't be read"))
	if got := scrape(t, metrics, "giftserver_ready")["giftserver_ready"]; got != "0" {
		t.Errorf("giftserver_ready: got %s, want 0", got)
	}
	if !check("/healthz", http.StatusOK, "ok")() {
		t.Error("without its database it is not alive")
	}
	if err := os.Rename(db+".old", db); err != nil {
		t.Fatal(err)
	}
	until(t, "it was ready again", check("/readyz", http.StatusOK, "ok"))
}

// Profiles are served when they are asked for, to hosts that are allowed, without the command line.
func TestMonitor_profiles(t *testing.T) {
	t.Parallel()
	db := filepath.Join(t.TempDir(), "gifts.db")
	_, without := watchedServer(t, db)
	endpoint, with := watchedServer(t, db, "--pprof", "--allowed-hosts", "ops.example")
	tests := []struct {
		address, host string
		want          int
	}{
		{without + "/debug/pprof/heap", "localhost", http.StatusNotFound},
		{with + "/debug/pprof/heap", "localhost", http.StatusOK},
		{with + "/debug/pprof/heap", "ops.example", http.StatusOK},
		{with + "/debug/pprof/heap", "evil.example", http.StatusForbidden},
		{with + "/debug/pprof/symbol", "localhost", http.StatusOK},
		{with + "/debug/pprof/cmdline", "localhost", http.StatusNotFound},
		{with + "/metrics", "giftserver", http.StatusOK}, // As Prometheus asks in a network of containers.
		// The main address has neither.
		{strings.TrimSuffix(endpoint, "/mcp") + "/debug/pprof/heap", "localhost", http.StatusNotFound},
		{strings.TrimSuffix(endpoint, "/mcp") + "/metrics", "localhost", http.StatusNotFound},
	}
	for _, tt := range tests {
		if got, body := getPage(t, tt.address, tt.host); got != tt.want {
			t.Errorf("%s as %s: got status %d, %.60q, want %d", tt.address, tt.host, got, body, tt.want)
		}
	}
}
