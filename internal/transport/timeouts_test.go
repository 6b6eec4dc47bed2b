package transport_test

import (
	"bufio"
	"context"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"giftserver/internal/transport"
)

// A browser lets a page send and read what the answer to its question names, and nothing else.
func TestCORS_promises(t *testing.T) {
	routes := answering([]byte("{}"), http.StatusOK).Routes()
	ask := func(method, wants, header string) http.Header {
		r := httptest.NewRequest(method, "http://localhost"+transport.Endpoint, strings.NewReader("{}"))
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Origin", "http://localhost:6274")
		if method == http.MethodOptions {
			r.Header.Set("Access-Control-Request-Method", wants)
			r.Header.Set("Access-Control-Request-Headers", header)
		}
		w := httptest.NewRecorder()
		routes.ServeHTTP(w, r)
		return w.Header()
	}
	for method, want := range map[string]string{"POST": "POST", "GET": "GET", "DELETE": "DELETE", "PUT": ""} {
		if got := ask(http.MethodOptions, method, "").Get("Access-Control-Allow-Methods"); got != want {
			t.Errorf("%s: got methods %q, want %q", method, got, want)
		}
	}
	for _, header := range []string{
		"accept", "authorization", "content-type", "last-event-id", "mcp-method", "mcp-name", "mcp-protocol-version", "mcp-session-id",
		"traceparent", "tracestate",
	} {
		if got := ask(http.MethodOptions, "POST", header).Get("Access-Control-Allow-Headers"); !strings.EqualFold(got, header) {
			t.Errorf("%s: got headers %q", header, got)
		}
	}
	if got := ask(http.MethodOptions, "POST", "x-other").Get("Access-Control-Allow-Headers"); got != "" {
		t.Errorf("x-other: got headers %q, want none", got)
	}
	exposed := strings.Split(ask(http.MethodPost, "", "").Get("Access-Control-Expose-Headers"), ", ")
	for _, header := range []string{"Mcp-Session-Id", "Retry-After", "Www-Authenticate"} {
		if !slices.ContainsFunc(exposed, func(name string) bool { return strings.EqualFold(name, header) }) {
			t.Errorf("got exposed headers %q, want %s among them", exposed, header)
		}
	}
	// What a cache keeps for one page is none for another.
	for _, method := range []string{http.MethodOptions, http.MethodPost} {
		if got := ask(method, "POST", "").Values("Vary"); !slices.Contains(got, "Origin") {
			t.Errorf("%s: got Vary %q, want Origin among it", method, got)
		}
	}
}

// connect serves in a bubble and returns the client's end of a connection.
func connect(t *testing.T, h *transport.HTTP) net.Conn {
	t.Helper()
	h.Log = slog.New(slog.DiscardHandler)
	ctx, cancel := context.WithCancel(t.Context())
	listener, served := make(pipes), make(chan error, 1)
	go func() { served <- h.Serve(ctx, listener) }()
	client, server := net.Pipe()
	listener <- server
	t.Cleanup(func() {
		client.Close()
		cancel()
		if err := <-served; err != nil {
			t.Errorf("Serve: got %v, want nil", err)
		}
	})
	return client
}

// postHead begins a message over a connection; how it is framed follows.
const postHead = "POST " + transport.Endpoint + " HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"

// A connection is not kept for a client that never comes to the point.
func TestHTTP_silentClient(t *testing.T) {
	tests := []struct {
		name, sent string
		within     time.Duration
	}{
		{"says nothing", "", 15 * time.Second},
		{"stops in its headers", "POST /mcp HTTP/1.1\r\nHost: local", 15 * time.Second},
		{"stops in a message", postHead + "Content-Length: 100\r\n\r\n{", 35 * time.Second},
		// It is answered before its end, which may never come.
		{"stops in a message that is too long", postHead + "Content-Length: 2000\r\n\r\n" + strings.Repeat(" ", 1500), 35 * time.Second},
		// A stream asks for no message, so one that is promised and does not come is waited for no longer.
		{"stops in a message with which it asks for a stream", "GET /sse HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{", 35 * time.Second},
		{"sends no other request", "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n", 3 * time.Minute},
	}
	for _, tt := range tests {
		bubble(t, tt.name, func(t *testing.T) {
			h := answering([]byte("{}"), http.StatusOK)
			h.OpenSSE = newStage(t).open
			client := connect(t, h)
			start := time.Now()
			if _, err := io.WriteString(client, tt.sent); err != nil {
				t.Fatal(err)
			}
			_, _ = io.ReadAll(client)
			if took := time.Since(start); took > tt.within {
				t.Errorf("got the end after %v, want it within %v", took, tt.within)
			}
		})
	}
}

// A stream that asks for no message has no time limit: it goes on after that of a message.
func TestHTTP_longStream(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		client := connect(t, &transport.HTTP{OpenSSE: newStage(t).open})
		if _, err := io.WriteString(client, "GET /sse HTTP/1.1\r\nHost: localhost\r\n\r\n"); err != nil {
			t.Fatal(err)
		}
		start, signs := time.Now(), make([]byte, 1000)
		for time.Since(start) < time.Hour {
			if _, err := client.Read(signs); err != nil {
				t.Fatalf("after %v: got %v, want a sign of life", time.Since(start), err)
			}
		}
	})
}

// The time that a client has for its message is none for the answer.
func TestHTTP_longAnswer(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		client := connect(t, &transport.HTTP{MaxMessage: 100, Open: handlerFunc(
			func(ctx context.Context, _ []byte, _ map[string][]string) ([]byte, int) {
				select {
				case <-time.After(time.Hour):
				case <-ctx.Done():
					t.Error("the request's context ended, want the answer to finish")
				}
				return []byte("done"), http.StatusOK
			}).open})
		if err := post().Write(client); err != nil {
			t.Fatal(err)
		}
		answer, err := http.ReadResponse(bufio.NewReader(client), nil)
		if err != nil {
			t.Fatal(err)
		}
		defer answer.Body.Close()
		if body, err := io.ReadAll(answer.Body); string(body) != "done" || err != nil {
			t.Errorf("got body %q and error %v, want the whole answer", body, err)
		}
	})
}

// A client that sends a message and does not read its answer loses it, and with it the connection.
func TestHTTP_unreadAnswer(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		client := connect(t, answering([]byte("{}"), http.StatusOK))
		if err := post().Write(client); err != nil {
			t.Fatal(err)
		}
		time.Sleep(5 * time.Minute)
		if got, err := io.ReadAll(client); len(got) > 0 || err != nil {
			t.Errorf("got %q and error %v, want the end of the connection", got, err)
		}
	})
}
