package transport_test

import (
	"bufio"
	"context"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"giftserver/internal/transport"
)

// ways are the requests that open a stream.
var ways = map[string]func(*client) *exchange{
	"request": func(c *client) *exchange {
		return c.start(&wire{}, http.MethodPost, transport.Endpoint, "emit:a closed reply:r")
	},
	"request of a session": func(c *client) *exchange {
		return c.start(&wire{}, http.MethodPost, transport.Endpoint, "emit:a closed reply:r")
	},
	"notices":  func(c *client) *exchange { return c.start(&wire{}, http.MethodGet, transport.Endpoint, "") },
	"HTTP+SSE": func(c *client) *exchange { return c.start(&wire{}, http.MethodGet, "/sse", "") },
}

// inSession says which ways are those of a session.
var inSession = map[string]bool{"request of a session": true, "notices": true}

// checkRefused fails the test unless a stream was refused because there are too many.
func checkRefused(t *testing.T, x *exchange) {
	t.Helper()
	if body := x.body(); !x.over() || x.status != http.StatusServiceUnavailable || !strings.Contains(body, "streams are open") || !strings.Contains(body, "close one") {
		t.Errorf("one stream too many: got status %d and %q (complete %t), want %d, what is wrong and what to do", x.status, body, x.over(), http.StatusServiceUnavailable)
	}
}

// One address may have 256 streams open. A stream more is refused, whatever way it is opened, until one
// of them ends.
func TestStreams_mostOfAddress(t *testing.T) {
	for way, open := range ways {
		bubble(t, way, func(t *testing.T) {
			s := newStage(t)
			c := newClient(t, &transport.HTTP{Open: s.open, OpenSSE: s.open})
			stranger := c.from("198.51.100.1:1")
			if inSession[way] {
				c.begin()
				stranger.begin()
			}
			var all []*exchange
			for range 256 {
				all = append(all, open(c))
			}
			synctest.Wait()
			for i, x := range all {
				if x.over() || x.status != http.StatusOK {
					t.Fatalf("stream %d: got status %d, complete %t", i, x.status, x.over())
				}
			}
			more := open(c)
			synctest.Wait()
			checkRefused(t, more)
			other := open(stranger)
			synctest.Wait()
			if other.over() {
				t.Errorf("stream of another address: got status %d and %q, want it open", other.status, other.body())
			}
			all[7].hangUp()
			again := open(c)
			synctest.Wait()
			if again.over() || again.status != http.StatusOK {
				t.Errorf("when one has ended: got status %d and %q, want a stream", again.status, again.body())
			}
		})
	}
}

// An answer whose client was turned away goes to nobody, but to its end: it does not wait for a reader.
func TestStreams_turnedAway(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newClient(t, &transport.HTTP{Open: newStage(t).open, MaxMessage: 1 << 20}).begin()
		var notices *exchange
		for range 256 {
			notices = c.get()
		}
		x := c.post(strings.Repeat("emit:a ", 3000) + "tell:done reply:r")
		checkRefused(t, x)
		if diff := cmp.Diff([]string{"done"}, notices.said()); diff != "" {
			t.Errorf("what was told behind 3000 messages (-want +got):\n%s", diff)
		}
	})
}

// In all there may be 4096 streams.
func TestStreams_mostInAll(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStage(t)
		c := newClient(t, &transport.HTTP{Open: s.open, OpenSSE: s.open})
		for i := range 4096 {
			open := ways["HTTP+SSE"]
			if i%2 == 0 {
				open = ways["request"]
			}
			open(c.from(fmt.Sprintf("192.0.2.%d:1", i%100)))
		}
		synctest.Wait()
		for i, a := range s.opened() {
			if a.closes() > 0 {
				t.Fatalf("conversation %d has ended", i)
			}
		}
		for _, way := range []string{"request", "HTTP+SSE"} {
			more := ways[way](c.from("198.51.100.1:1"))
			synctest.Wait()
			checkRefused(t, more)
		}
		// Whatever was begun for a stream that is refused ends.
		if a := s.opened()[len(s.opened())-1]; a.closes() == 0 {
			t.Error("the conversation of the stream that was refused is still open")
		}
	})
}

// When the server stops, each stream gets its end: the reply that is due, or just the end where none is.
// What is not a stream is answered.
func TestHTTP_stopEndsStreams(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStage(t)
		h := &transport.HTTP{Open: s.open, OpenSSE: s.open, MaxMessage: 1000}
		ctx, stop := context.WithCancel(t.Context())
		listener, served := make(pipes), make(chan error, 1)
		go func() { served <- h.Serve(ctx, listener) }()
		ask := func(method, target, message, session string) net.Conn {
			client, server := net.Pipe()
			listener <- server
			r := httptest.NewRequest(method, "http://localhost"+target, strings.NewReader(message))
			r.Header.Set("Content-Type", "application/json")
			r.Header.Set("Accept", "application/json, text/event-stream")
			r.Header.Set("Mcp-Session-Id", session)
			if err := r.Write(client); err != nil {
				t.Fatal(err)
			}
			return client
		}
		begun := readWhole(t, ask(http.MethodPost, "/mcp", "begin reply:ok", ""))
		session := begun.header.Get("Mcp-Session-Id")
		tests := []struct {
			method, target, message, session string
			want                             []string
		}{
			{http.MethodPost, "/mcp", "emit:a closed emit:b reply:r", "", []string{"a", "b", "r"}},
			{http.MethodPost, "/mcp", "emit:a closed emit:b reply:r", session, []string{"a", "b", "r"}},
			{http.MethodGet, "/mcp", "", session, nil},
			{http.MethodGet, "/sse", "", "", nil},
		}
		type result struct {
			i    int
			said []string
		}
		results := make(chan result)
		for i, tt := range tests {
			conn := ask(tt.method, tt.target, tt.message, tt.session)
			go func() { results <- result{i, readWhole(t, conn).said()} }()
		}
		time.Sleep(time.Minute) // A stream has no time limit.
		start := time.Now()
		stop()
		for range tests {
			r := <-results
			if diff := cmp.Diff(tests[r.i].want, r.said); diff != "" {
				t.Errorf("%s %s %q (-want +got):\n%s", tests[r.i].method, tests[r.i].target, tests[r.i].message, diff)
			}
		}
		if err := <-served; err != nil {
			t.Errorf("Serve: got %v, want nil", err)
		}
		if took := time.Since(start); took > 2*time.Second {
			t.Errorf("stopping took %v, want it at once when nothing holds it up", took)
		}
		for i, a := range s.opened()[1:] {
			if a.closes() == 0 {
				t.Errorf("conversation %d was not closed", 1+i)
			}
		}
	})
}

// readWhole reads a response to its end.
func readWhole(t *testing.T, conn net.Conn) *wire {
	resp, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil {
		t.Errorf("reading a response: %v", err)
		return &wire{}
	}
	defer resp.Body.Close()
	var body strings.Builder
	for in := bufio.NewReader(resp.Body); err == nil; {
		var line string
		line, err = in.ReadString('\n')
		body.WriteString(line)
	}
	if err.Error() != "EOF" {
		t.Errorf("reading a response: %v, want it complete", err)
	}
	return &wire{status: resp.StatusCode, header: resp.Header, sent: resp.Header, chunks: []chunk{{text: body.String()}}}
}

// A stream that would begin while the server stops is refused.
func TestHTTP_stopping(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStage(t)
		h := &transport.HTTP{Open: s.open, MaxMessage: 1000}
		ctx, stop := context.WithCancel(t.Context())
		listener, served := make(pipes), make(chan error, 1)
		go func() { served <- h.Serve(ctx, listener) }()
		client, server := net.Pipe()
		listener <- server
		r := httptest.NewRequest(http.MethodPost, "http://localhost/mcp", strings.NewReader("wait:stop emit:a reply:r"))
		r.Header.Set("Content-Type", "application/json")
		if err := r.Write(client); err != nil {
			t.Fatal(err)
		}
		synctest.Wait()
		stop()
		synctest.Wait()
		s.let("stop")
		if got := readWhole(t, client); got.status != http.StatusServiceUnavailable {
			t.Errorf("got status %d and %q, want %d", got.status, got.body(), http.StatusServiceUnavailable)
		}
		if err := <-served; err != nil {
			t.Errorf("Serve: got %v, want nil", err)
		}
	})
}
