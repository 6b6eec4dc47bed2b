package transport_test

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"testing"
	"testing/synctest"

	"github.com/google/go-cmp/cmp"

	"giftserver/internal/transport"
)

// Whoever looks after a server calls it by any address and is told in a word how it is.
func TestHTTP_probes(t *testing.T) {
	trouble := errors.New("the catalog can't be read")
	tests := []struct {
		method, path string
		ready        func() error
		status       int
		body         string
	}{
		{http.MethodGet, "/healthz", nil, http.StatusOK, "ok\n"},
		{http.MethodGet, "/readyz", nil, http.StatusOK, "ok\n"},
		{http.MethodHead, "/readyz", nil, http.StatusOK, "ok\n"}, // net/http leaves the body out.
		{http.MethodGet, "/readyz", func() error { return nil }, http.StatusOK, "ok\n"},
		{http.MethodGet, "/readyz", func() error { return trouble }, http.StatusServiceUnavailable, "the catalog can't be read\n"},
		// It is alive all the same; to start it anew would not help.
		{http.MethodGet, "/healthz", func() error { return trouble }, http.StatusOK, "ok\n"},
		// Only these two are open to all.
		{http.MethodPost, "/readyz", nil, http.StatusForbidden, ""},
		{http.MethodGet, "/healthz/", nil, http.StatusForbidden, ""},
		{http.MethodGet, "/", nil, http.StatusForbidden, ""},
	}
	for _, tt := range tests {
		h := answering([]byte("{}"), http.StatusOK)
		h.Ready = tt.ready
		r := httptest.NewRequest(tt.method, tt.path, http.NoBody)
		r.Host = "10.1.2.3:8080"
		w := httptest.NewRecorder()
		h.Routes().ServeHTTP(w, r)
		if w.Code != tt.status || tt.body != "" && w.Body.String() != tt.body {
			t.Errorf("%s %s: got %d, %q, want %d, %q", tt.method, tt.path, w.Code, w.Body, tt.status, tt.body)
		}
	}
}

func TestHTTP_load(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStage(t)
		h := &transport.HTTP{Open: s.open, OpenSSE: s.open}
		c := newClient(t, h)
		check := func(when string, streams, sessions int) {
			t.Helper()
			synctest.Wait()
			if diff := cmp.Diff(transport.Load{Streams: streams, Sessions: sessions}, h.Load()); diff != "" {
				t.Errorf("%s (-want +got):\n%s", when, diff)
			}
		}
		check("at first", 0, 0)
		c.begin()
		check("with a session", 0, 1)
		x := c.get()
		check("with a stream", 1, 1)
		sse := c.from("192.0.2.1:1").send(http.MethodGet, "/sse", "")
		check("with a stream of HTTP+SSE", 2, 1)
		x.hangUp()
		sse.hangUp()
		check("when they are gone", 0, 1)
		c.send(http.MethodDelete, "/mcp", "")
		check("at the end", 0, 0)
	})
}
