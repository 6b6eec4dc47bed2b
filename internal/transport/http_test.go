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
	"strconv"
	"strings"
	"testing"
	"testing/iotest"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"giftserver/internal/transport"
)

// answering serves one reply to all messages.
func answering(reply []byte, status int) *transport.HTTP {
	return &transport.HTTP{
		Open: handlerFunc(func(context.Context, []byte, map[string][]string) ([]byte, int) {
			return reply, status
		}).open,
		MaxMessage: 100,
	}
}

// post is a request to the endpoint with nothing wrong in it.
func post() *http.Request {
	r := httptest.NewRequest(http.MethodPost, "http://localhost"+transport.Endpoint, strings.NewReader("{}"))
	r.Header.Set("Content-Type", "application/json")
	return r
}

// Pages stand beside the endpoint, and behind the same guard.
func TestHTTP_pages(t *testing.T) {
	h := answering([]byte("answer"), http.StatusOK)
	h.Pages = http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "page") })
	h.Log = slog.New(slog.DiscardHandler)
	routes := h.Routes()
	tests := []struct {
		method, url string
		status      int
		body        string
	}{
		{http.MethodGet, "http://localhost/", http.StatusOK, "page"},
		{http.MethodGet, "http://localhost/some/file.js", http.StatusOK, "page"},
		{http.MethodPost, "http://localhost/mcp", http.StatusOK, "answer"},
		{http.MethodGet, "http://localhost/healthz", http.StatusOK, "ok\n"},
		{http.MethodGet, "http://evil.example/", http.StatusForbidden, ""},
	}
	for _, tt := range tests {
		r := httptest.NewRequest(tt.method, tt.url, strings.NewReader("{}"))
		r.Header.Set("Content-Type", "application/json")
		w := httptest.NewRecorder()
		routes.ServeHTTP(w, r)
		if got := w.Body.String(); w.Code != tt.status || tt.status == http.StatusOK && got != tt.body {
			t.Errorf("%s %s: got %d %q, want %d %q", tt.method, tt.url, w.Code, got, tt.status, tt.body)
		}
	}
}

func TestPost_contentType(t *testing.T) {
	tests := []struct {
		header http.Header
		want   int
	}{
		{http.Header{"Content-Type": {"application/json"}}, http.StatusOK},
		{http.Header{"Content-Type": {"application/json; charset=utf-8"}}, http.StatusOK},
		{http.Header{"Content-Type": {"application/json;charset=latin1"}}, http.StatusOK},
		{http.Header{"Content-Type": {"Application/JSON"}}, http.StatusOK},
		{http.Header{}, http.StatusUnsupportedMediaType},
		{http.Header{"Content-Type": {""}}, http.StatusUnsupportedMediaType},
		// A web page may send these to any host without asking it first.
		{http.Header{"Content-Type": {"text/plain"}}, http.StatusUnsupportedMediaType},
		{http.Header{"Content-Type": {"text/plain; application/json"}}, http.StatusUnsupportedMediaType},
		{http.Header{"Content-Type": {"application/x-www-form-urlencoded"}}, http.StatusUnsupportedMediaType},
		{http.Header{"Content-Type": {"application/jsonp"}}, http.StatusUnsupportedMediaType},
		{http.Header{"Content-Type": {"application/json"}, "Content-Encoding": {"gzip"}}, http.StatusUnsupportedMediaType},
		// A second value counts as much as the first.
		{http.Header{"Content-Type": {"application/json", "text/plain"}}, http.StatusUnsupportedMediaType},
		{http.Header{"Content-Type": {"application/json"}, "Content-Encoding": {"", "gzip"}}, http.StatusUnsupportedMediaType},
	}
	for _, tt := range tests {
		r := post()
		r.Header = tt.header
		w := httptest.NewRecorder()
		answering([]byte("{}"), http.StatusOK).Routes().ServeHTTP(w, r)
		if w.Code != tt.want {
			t.Errorf("%v: got status %d, want %d", tt.header, w.Code, tt.want)
		}
	}
}

func TestPost_accept(t *testing.T) {
	tests := []struct {
		accept []string
		want   string // the media type of the answer, "" when there is none to the client's taste
	}{
		{nil, "application/json"},
		{[]string{""}, "application/json"},
		{[]string{"*/*"}, "application/json"},
		{[]string{"application/*"}, "application/json"},
		{[]string{"Application/JSON;q=0.1"}, "application/json"},
		// What MCP clients send.
		{[]string{"application/json, text/event-stream"}, "application/json"},
		{[]string{"text/event-stream", "application/json"}, "application/json"},
		{[]string{"text/html, */*;q=0.001"}, "application/json"},
		{[]string{"text/event-stream"}, "text/event-stream"},
		{[]string{"text/*"}, "text/event-stream"},
		// A quality of zero means: anything but this.
		{[]string{"application/json;q=0, text/event-stream"}, "text/event-stream"},
		{[]string{"application/json;q=0.000"}, ""},
		{[]string{"*/*;q=0"}, ""},
		// The most specific range decides, wherever it stands.
		{[]string{"application/json;q=0, */*"}, "text/event-stream"},
		{[]string{"*/*", "application/json;q=0"}, "text/event-stream"},
		{[]string{"application/*;q=0, */*"}, "text/event-stream"},
		{[]string{"application/*, application/json;q=0"}, ""},
		{[]string{"*/*;q=0, application/json"}, "application/json"},
		{[]string{"*/*;q=0, text/*"}, "text/event-stream"},
		// Where two are the same, the order does not matter.
		{[]string{"application/json", "application/json;q=0"}, "application/json"},
		{[]string{"application/json;q=0", "application/json"}, "application/json"},
		{[]string{"text/html"}, ""},
		{[]string{"application/jsonp, application/xml"}, ""},
	}
	bodies := map[string]string{
		"application/json":  `{"a":1}`,
		"text/event-stream": "event: message\ndata: {\"a\":1}\n\n",
	}
	for _, tt := range tests {
		r := post()
		r.Header["Accept"] = tt.accept
		w := httptest.NewRecorder()
		answering([]byte(`{"a":1}`), http.StatusOK).Routes().ServeHTTP(w, r)
		if tt.want == "" {
			if w.Code != http.StatusNotAcceptable {
				t.Errorf("Accept %q: got status %d, want %d", tt.accept, w.Code, http.StatusNotAcceptable)
			}
			continue
		}
		if got := w.Header().Get("Content-Type"); w.Code != http.StatusOK || got != tt.want {
			t.Errorf("Accept %q: got status %d and %q, want 200 and %q", tt.accept, w.Code, got, tt.want)
		}
		if diff := cmp.Diff(bodies[tt.want], w.Body.String()); diff != "" {
			t.Errorf("Accept %q: body (-want +got):\n%s", tt.accept, diff)
		}
	}
}

func TestPost_reply(t *testing.T) {
	tests := []struct {
		reply  []byte
		status int
	}{
		{[]byte(`{"result":{}}`), http.StatusOK},
		{[]byte(`{"error":{}}`), http.StatusBadRequest},
		{[]byte(`{"error":{}}`), http.StatusRequestEntityTooLarge},
		// Nothing to say means an empty body, not "null" and not an event without data.
		{nil, http.StatusAccepted},
		{nil, http.StatusBadRequest},
	}
	for _, tt := range tests {
		for _, accept := range []string{"application/json", "text/event-stream"} {
			r := post()
			r.Header.Set("Accept", accept)
			w := httptest.NewRecorder()
			answering(tt.reply, tt.status).Routes().ServeHTTP(w, r)
			if got := w.Body.String(); w.Code != tt.status || (got == "") != (tt.reply == nil) || !strings.Contains(got, string(tt.reply)) {
				t.Errorf("%s for reply %q with status %d: got %q with %d", accept, tt.reply, tt.status, got, w.Code)
			}
			if got := w.Header().Get("Content-Length"); tt.reply != nil && got != strconv.Itoa(w.Body.Len()) {
				t.Errorf("%s for reply %q: got Content-Length %q, want %d", accept, tt.reply, got, w.Body.Len())
			}
		}
	}
}

func TestRoutes(t *testing.T) {
	tests := []struct {
		method, path string
		status       int
		allow        string
	}{
		{http.MethodGet, "/healthz", http.StatusOK, ""},
		{http.MethodGet, "/readyz", http.StatusOK, ""},
		// Without a session there is no stream to open or to close.
		{http.MethodGet, "/mcp", http.StatusMethodNotAllowed, "POST"},
		{http.MethodDelete, "/mcp", http.StatusMethodNotAllowed, "POST"},
		{http.MethodPut, "/mcp", http.StatusMethodNotAllowed, "DELETE,GET,POST"},
		// A client that follows a redirect would drop its message, so there is none.
		{http.MethodPost, "/mcp/", http.StatusNotFound, ""},
		{http.MethodPost, "//mcp", http.StatusNotFound, ""},
		{http.MethodPost, "/MCP", http.StatusNotFound, ""},
		{http.MethodGet, "/nowhere", http.StatusNotFound, ""},
		// A real 404 is how a client learns that no authorization is needed.
		{http.MethodGet, "/.well-known/oauth-protected-resource", http.StatusNotFound, ""},
		{http.MethodGet, "/.well-known/oauth-protected-resource/mcp", http.StatusNotFound, ""},
		{http.MethodGet, "/.well-known/oauth-authorization-server", http.StatusNotFound, ""},
		{http.MethodPost, "/register", http.StatusNotFound, ""},
	}
	for _, tt := range tests {
		r := post()
		r.Method, r.URL.Path = tt.method, tt.path
		w := httptest.NewRecorder()
		answering([]byte("{}"), http.StatusOK).Routes().ServeHTTP(w, r)
		allow := slices.Sorted(slices.Values(w.Header().Values("Allow")))
		if got := strings.Join(allow, ","); w.Code != tt.status || got != tt.allow {
			t.Errorf("%s %s: got status %d and Allow %q, want %d and %q", tt.method, tt.path, w.Code, got, tt.status, tt.allow)
		}
	}
}

// Others find the texts by which they know whose server this is, to the byte, and nothing where there are none.
func TestRoutes_wellKnown(t *testing.T) {
	for _, tt := range []struct {
		texts  map[string]string
		status int
		body   string
	}{
		{map[string]string{"example-challenge": "s3cret"}, http.StatusOK, "s3cret"},
		{map[string]string{"other": "s3cret"}, http.StatusNotFound, "404 page not found\n"},
		{nil, http.StatusNotFound, "404 page not found\n"},
	} {
		h := answering(nil, http.StatusOK)
		h.WellKnown = tt.texts
		w := httptest.NewRecorder()
		h.Routes().ServeHTTP(w, httptest.NewRequest(http.MethodGet, "http://localhost/.well-known/example-challenge", nil))
		form := w.Header().Get("Content-Type")
		if w.Code != tt.status || w.Body.String() != tt.body || form != "text/plain; charset=utf-8" {
			t.Errorf("%v: got status %d, %s %q, want %d, plain %q", tt.texts, w.Code, form, w.Body, tt.status, tt.body)
		}
		if got := w.Header().Get("X-Content-Type-Options"); got != "nosniff" {
			t.Errorf("%v: got X-Content-Type-Options %q, want nosniff", tt.texts, got)
		}
	}
}

// However a message is framed, no more of it is read than shows that it is too large.
func TestPost_size(t *testing.T) {
	const most = 100
	handed := make(chan int, 1)
	h := &transport.HTTP{MaxMessage: most, Open: handlerFunc(
		func(_ context.Context, message []byte, header map[string][]string) ([]byte, int) {
			handed <- len(message)
			return nil, http.StatusAccepted
		}).open}
	server := httptest.NewServer(h.Routes())
	defer server.Close()
	for _, tt := range []struct{ sent, want int }{{0, 0}, {most, most}, {most + 1, most + 1}, {100 * most, most + 1}} {
		for _, chunked := range []bool{false, true} {
			var body io.Reader = strings.NewReader(strings.Repeat(" ", tt.sent))
			if chunked {
				body = io.MultiReader(body) // Its length is unknown to the client.
			}
			r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, server.URL+transport.Endpoint, body)
			if err != nil {
				t.Fatal(err)
			}
			r.Header.Set("Content-Type", "application/json")
			resp, err := server.Client().Do(r)
			if err != nil {
				t.Fatal(err)
			}
			resp.Body.Close()
			if got := <-handed; got != tt.want {
				t.Errorf("message of %d bytes (chunked %t): got %d bytes handed over, want %d", tt.sent, chunked, got, tt.want)
			}
		}
	}
}

// A message whose sender breaks off may still look whole, so it must not be handed over.
func TestPost_brokenOff(t *testing.T) {
	r := post()
	r.Body = io.NopCloser(io.MultiReader(strings.NewReader("{}"), iotest.ErrReader(io.ErrUnexpectedEOF)))
	w := httptest.NewRecorder()
	answering([]byte("{}"), http.StatusOK).Routes().ServeHTTP(w, r)
	if w.Code != http.StatusBadRequest {
		t.Errorf("got status %d, want %d", w.Code, http.StatusBadRequest)
	}
}

// pipes is a listener in memory, because a synctest bubble cannot wait for a socket.
type pipes chan net.Conn

func (p pipes) Accept() (net.Conn, error) {
	if c, open := <-p; open {
		return c, nil
	}
	return nil, net.ErrClosed
}

func (p pipes) Close() error {
	close(p)
	return nil
}

func (p pipes) Addr() net.Addr { return &net.TCPAddr{} }

func TestHTTP_contextEnds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		release := make(chan struct{})
		h := &transport.HTTP{MaxMessage: 100, Open: handlerFunc(
			func(ctx context.Context, _ []byte, _ map[string][]string) ([]byte, int) {
				<-release
				if ctx.Err() != nil {
					t.Error("the request's context ended with the server's, want the answer to finish")
				}
				return []byte("done"), http.StatusOK
			}).open}
		listener, served := make(pipes), make(chan error, 1)
		go func() { served <- h.Serve(ctx, listener) }()
		client, server := net.Pipe()
		listener <- server
		if err := post().Write(client); err != nil {
			t.Fatal(err)
		}
		synctest.Wait()
		cancel()
		synctest.Wait()
		select {
		case err := <-served:
			t.Fatalf("Serve returned (%v) with an answer under way", err)
		default:
		}
		close(release)
		resp, err := http.ReadResponse(bufio.NewReader(client), nil)
		if err != nil {
			t.Fatal(err)
		}
		defer resp.Body.Close()
		if body, err := io.ReadAll(resp.Body); string(body) != "done" || err != nil {
			t.Errorf("got body %q and error %v, want the whole answer", body, err)
		}
		if err := <-served; err != nil {
			t.Errorf("Serve: got %v, want nil", err)
		}
	})
}

// A client that stops in the middle of its message must not hold a connection for ever.
func TestHTTP_slowBody(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		h := &transport.HTTP{MaxMessage: 100, Open: handlerFunc(
			func(context.Context, []byte, map[string][]string) ([]byte, int) {
				t.Error("half a message was handed over")
				return nil, http.StatusOK
			}).open}
		listener, served := make(pipes), make(chan error, 1)
		go func() { served <- h.Serve(ctx, listener) }()
		client, server := net.Pipe()
		listener <- server
		const half = "POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n{"
		start := time.Now()
		if _, err := io.WriteString(client, half); err != nil {
			t.Fatal(err)
		}
		// The server may say what is wrong; then it hangs up.
		answer, err := io.ReadAll(client)
		if took := time.Since(start); err != nil || took > time.Minute {
			t.Errorf("got error %v after %v, want the end within a minute", err, took)
		}
		if got := string(answer); got != "" && !strings.HasPrefix(got, "HTTP/1.1 4") {
			t.Errorf("got answer %q, want none or a client error", got)
		}
		cancel()
		if err := <-served; err != nil {
			t.Errorf("Serve: got %v, want nil", err)
		}
	})
}

// An answer that would take for ever is cut off after a while, and that is no failure.
func TestHTTP_answerOutlastsServer(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		release := make(chan struct{})
		h := &transport.HTTP{MaxMessage: 100, Open: handlerFunc(
			func(context.Context, []byte, map[string][]string) ([]byte, int) {
				<-release
				return []byte("done"), http.StatusOK
			}).open}
		listener, served := make(pipes), make(chan error, 1)
		go func() { served <- h.Serve(ctx, listener) }()
		client, server := net.Pipe()
		defer client.Close()
		listener <- server
		if err := post().Write(client); err != nil {
			t.Fatal(err)
		}
		synctest.Wait()
		cancel()
		if err := <-served; err != nil {
			t.Errorf("Serve: got %v, want nil", err)
		}
		close(release)
	})
}
