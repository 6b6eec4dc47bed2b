package transport_test

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"giftserver/internal/transport"
)

// bubble runs a part of a test in a bubble.
func bubble(t *testing.T, name string, f func(t *testing.T)) {
	t.Helper()
	t.Run(name, func(t *testing.T) { synctest.Test(t, f) })
}

// underRace reports whether the race detector is on, which makes all that is large take long.
func underRace() bool {
	info, ok := debug.ReadBuildInfo()
	return ok && slices.Contains(info.Settings, debug.BuildSetting{Key: "-race", Value: "true"})
}

// A client sends requests to a server that is in the same bubble.
type client struct {
	t       *testing.T
	routes  http.Handler
	address string // where the requests come from
	session string // "" for none
}

// newClient returns a client of a server with the conversations of a stage.
func newClient(t *testing.T, h *transport.HTTP) *client {
	h.MaxMessage = cmp.Or(h.MaxMessage, 1000)
	h.Log = slog.New(slog.DiscardHandler)
	return &client{t: t, routes: h.Routes(), address: "192.0.2.1:1234"}
}

// from returns a client of the same server at another address, without a session.
func (c *client) from(address string) *client {
	return &client{t: c.t, routes: c.routes, address: address}
}

// begin begins a session, in which the client is from then on.
func (c *client) begin() *client {
	c.t.Helper()
	x := c.post("begin reply:ok")
	if c.session = x.sent.Get("Mcp-Session-Id"); x.status != http.StatusOK || c.session == "" {
		c.t.Fatalf("beginning a session: got status %d and id %q", x.status, c.session)
	}
	return c
}

func (c *client) post(message string, header ...string) *exchange {
	return c.send(http.MethodPost, transport.Endpoint, message, header...)
}

func (c *client) get(header ...string) *exchange {
	return c.send(http.MethodGet, transport.Endpoint, "", header...)
}

// send sends a request with more headers, such as "Accept: text/plain", and waits until nothing happens
// any more. An empty value takes the header away.
func (c *client) send(method, target, body string, header ...string) *exchange {
	return c.sendOver(&wire{}, method, target, body, header...)
}

// sendOver is as send, over a given wire.
func (c *client) sendOver(w *wire, method, target, body string, header ...string) *exchange {
	x := c.start(w, method, target, body, header...)
	synctest.Wait()
	return x
}

// start is as sendOver, but does not wait.
func (c *client) start(w *wire, method, target, body string, header ...string) *exchange {
	ctx, cancel := context.WithCancel(c.t.Context())
	r := httptest.NewRequestWithContext(ctx, method, "http://localhost"+target, strings.NewReader(body))
	r.RemoteAddr = c.address
	r.Header.Set("Accept", "text/event-stream")
	if method == http.MethodPost {
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Accept", "application/json, text/event-stream")
	}
	if c.session != "" {
		r.Header.Set("Mcp-Session-Id", c.session)
	}
	for _, line := range header {
		name, value, _ := strings.Cut(line, ": ")
		if r.Header.Set(name, value); value == "" {
			r.Header.Del(name)
		}
	}
	w.header, w.start, w.cancelled = http.Header{}, time.Now(), ctx.Done()
	x := &exchange{wire: w, cancel: cancel, done: make(chan struct{})}
	go func() {
		defer close(x.done)
		c.routes.ServeHTTP(w, r)
		w.finish()
		cancel() // As net/http does.
	}()
	return x
}

// An exchange is a request and its response.
type exchange struct {
	*wire
	cancel context.CancelFunc
	done   chan struct{} // closed when the response is complete
}

// hangUp ends the request as a client does that is gone.
func (x *exchange) hangUp() {
	x.cancel()
	<-x.done
	synctest.Wait()
}

// over reports whether the response is complete.
func (x *exchange) over() bool {
	select {
	case <-x.done:
		return true
	default:
		return false
	}
}

// A wire is the way of a response to its client. The client has only what has been flushed.
type wire struct {
	// stuck, unless nil, keeps what is written after so many flushes from going on until it is closed or
	// the deadline is over.
	stuck   chan struct{}
	passing int

	mu        sync.Mutex
	start     time.Time
	cancelled <-chan struct{} // of the request
	header    http.Header
	sent      http.Header // the header as it was sent
	status    int
	pending   string
	chunks    []chunk
	deadline  time.Time // for writing
	deadlines []time.Duration
	breakAt   int // flushes after which the connection is broken; 0 for never
}

// A chunk is what arrived with one flush.
type chunk struct {
	at   time.Duration // since the request
	text string
}

// Header is for the server.
func (w *wire) Header() http.Header { return w.header }

// WriteHeader is for the server.
func (w *wire) WriteHeader(status int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.status != 0 {
		panic("the status is written twice")
	}
	w.status, w.sent = status, w.header.Clone()
}

var errBroken = errors.New("the connection is broken")

// Write is for the server.
func (w *wire) Write(p []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.status == 0 {
		w.status, w.sent = http.StatusOK, w.header.Clone()
	}
	w.deadlines = append(w.deadlines, time.Until(w.deadline))
	if w.breakAt > 0 && len(w.chunks) >= w.breakAt {
		return 0, errBroken
	}
	if w.stuck != nil && len(w.chunks) >= w.passing {
		deadline := w.deadline
		w.mu.Unlock()
		var late <-chan time.Time
		if !deadline.IsZero() {
			late = time.After(time.Until(deadline))
		}
		var err error
		select {
		case <-w.stuck:
		case <-w.cancelled:
			err = errBroken
		case <-late:
			err = os.ErrDeadlineExceeded
		}
		if w.mu.Lock(); err != nil {
			return 0, err
		}
	}
	w.pending += string(p)
	return len(p), nil
}

// Flush is for the server.
func (w *wire) Flush() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.chunks = append(w.chunks, chunk{time.Since(w.start), w.pending})
	w.pending = ""
}

// SetWriteDeadline is for the server.
func (w *wire) SetWriteDeadline(deadline time.Time) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.deadline = deadline
	return nil
}

// finish sends the rest when the server is done.
func (w *wire) finish() {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.status == 0 {
		w.status, w.sent = http.StatusOK, w.header.Clone()
	}
	if w.pending != "" {
		w.chunks = append(w.chunks, chunk{time.Since(w.start), w.pending})
	}
}

// snap breaks the connection: what is written from now on fails.
func (w *wire) snap() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.breakAt = max(1, len(w.chunks))
}

// arrived returns what has arrived so far, in its pieces.
func (w *wire) arrived() []chunk {
	w.mu.Lock()
	defer w.mu.Unlock()
	return append([]chunk(nil), w.chunks...)
}

// body returns what has arrived so far.
func (w *wire) body() string {
	var b strings.Builder
	for _, c := range w.arrived() {
		b.WriteString(c.text)
	}
	return b.String()
}

// An event is one of a stream, as the HTML Standard reads it.
type event struct{ id, kind, data, retry string }

// events takes a stream apart. Comments are left out, and of an event that has not ended nothing is
// returned.
func (w *wire) events() []event {
	var all []event
	var e event
	some := false
	for line := range strings.Lines(w.body()) {
		line = strings.TrimSuffix(line, "\n")
		field, value, _ := strings.Cut(line, ":")
		value = strings.TrimPrefix(value, " ")
		switch field {
		case "id":
			e.id = value
		case "event":
			e.kind = value
		case "data":
			e.data += value
		case "retry":
			e.retry = value
		}
		if some = some || line != "" && field != ""; line == "" && some {
			all = append(all, e)
			e, some = event{}, false
		}
	}
	return all
}

// said returns the messages that have arrived on a stream.
func (w *wire) said() []string {
	var all []string
	for _, e := range w.events() {
		if e.data != "" && e.kind == "message" {
			all = append(all, e.data)
		}
	}
	return all
}

// lastID returns the id that a client repeats to go on where the stream broke.
func (w *wire) lastID() string {
	id := ""
	for _, e := range w.events() {
		id = cmp.Or(e.id, id)
	}
	return id
}
