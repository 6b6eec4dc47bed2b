package transport_test

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"giftserver/internal/transport"
)

// The headers that a proxy needs to see, lest it keep events back.
func checkStreamHeader(t *testing.T, what string, header http.Header) {
	t.Helper()
	if got := header.Get("Content-Type"); got != "text/event-stream" {
		t.Errorf("%s: got Content-Type %q, want text/event-stream", what, got)
	}
	if got := header.Get("Cache-Control"); !strings.Contains(got, "no-cache") {
		t.Errorf("%s: got Cache-Control %q, want no-cache", what, got)
	}
	if got := header.Get("X-Accel-Buffering"); got != "no" {
		t.Errorf("%s: got X-Accel-Buffering %q, want no", what, got)
	}
	if got := header.Get("Content-Length"); got != "" && header.Get("Transfer-Encoding") != "" {
		t.Errorf("%s: got Content-Length %s for a stream", what, got)
	}
}

func TestPost_form(t *testing.T) {
	const both, jsonOnly, eventsOnly = "application/json, text/event-stream", "application/json", "text/event-stream"
	tests := []struct {
		accept  string
		prefer  bool // events
		message string
		status  int
		want    string // the body; events of a stream each behind a "|"
	}{
		// JSON as long as the reply is all there is.
		{both, false, "reply:r", 200, "r"},
		{both, false, "status:404 reply:r", 404, "r"},
		{both, false, "", 202, ""},
		{eventsOnly, false, "reply:r", 200, "|r"},
		// The first message ahead of the reply makes it a stream, and the reply ends that.
		{both, false, "emit:a reply:r", 200, "|a|r"},
		{both, false, "emit:a emit:b emit:c reply:r", 200, "|a|b|c|r"},
		{eventsOnly, false, "emit:a reply:r", 200, "|a|r"},
		{"*/*", false, "emit:a reply:r", 200, "|a|r"},
		{both, false, "emit:a", 200, "|a"},
		// A stream has begun with 200, so the status is in the error alone.
		{both, false, "emit:a status:404 reply:r", 200, "|a|r"},
		// A client that takes JSON alone can't be sent anything ahead.
		{jsonOnly, false, "reply:r", 200, "r"},
		{jsonOnly, false, "emit:a", 406, "not sent: accept text/event-stream"},
		{jsonOnly, true, "emit:a", 406, "not sent: accept text/event-stream"},
		{both + ";q=0", false, "emit:a", 406, "not sent: accept text/event-stream"},
		// Where streams are preferred, each reply is one, but an error with a status of its own.
		{both, true, "reply:r", 200, "|r"},
		{jsonOnly, true, "reply:r", 200, "r"},
		{both, true, "emit:a reply:r", 200, "|a|r"},
		{both, true, "status:404 reply:r", 404, "r"},
		{both, true, "", 202, ""},
		// There is nothing to break for a client that can't come back.
		{both, false, "break reply:r", 200, "r"},
		{both, false, "emit:a break emit:b reply:r", 200, "|a|b|r"},
		// What is told belongs to no request, and there is no session to tell it to.
		{both, false, "tell:t emit:a tell:u reply:r", 200, "|a|r"},
	}
	for _, tt := range tests {
		for _, session := range []bool{false, true} {
			what := fmt.Sprintf("%q for Accept %s (prefer events %t, session %t)", tt.message, tt.accept, tt.prefer, session)
			bubble(t, what, func(t *testing.T) {
				c := newClient(t, &transport.HTTP{Open: newStage(t).open, PreferEvents: tt.prefer})
				if session {
					c.begin()
				}
				x := c.post(tt.message, "Accept: "+tt.accept)
				got := x.body()
				if strings.HasPrefix(tt.want, "|") {
					checkStreamHeader(t, what, x.sent)
					got = "|" + strings.Join(x.said(), "|")
				}
				if !x.over() || x.status != tt.status || got != tt.want {
					t.Errorf("%s: got status %d and %q (complete %t), want %d and %q", what, x.status, got, x.over(), tt.status, tt.want)
				}
				for _, e := range x.events() {
					if e.id != "" || e.retry != "" {
						t.Errorf("%s: got event %+v with an id, want none where nobody can come back", what, e)
					}
				}
			})
		}
	}
}

// Each message is on its way at once, not when the answer is complete.
func TestPost_streamAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStage(t)
		x := newClient(t, &transport.HTTP{Open: s.open}).post("wait:1 emit:a wait:2 emit:b wait:3 reply:r")
		steps := []struct {
			let  string
			want []string
		}{{"1", []string{"a"}}, {"2", []string{"a", "b"}}, {"3", []string{"a", "b", "r"}}}
		if got := x.arrived(); len(got) > 0 {
			t.Errorf("got %v before there is anything to say", got)
		}
		for _, step := range steps {
			s.let(step.let)
			synctest.Wait()
			if diff := cmp.Diff(step.want, x.said()); diff != "" {
				t.Errorf("after step %s (-want +got):\n%s", step.let, diff)
			}
		}
		if !x.over() {
			t.Error("the stream goes on after the reply")
		}
	})
}

// A client that hangs up takes its request back, and whoever answers it learns so.
func TestPost_clientGone(t *testing.T) {
	for _, message := range []string{"gone", "emit:a gone emit:b", "emit:a closed", "emit:a closed emit:b wait:never"} {
		bubble(t, message, func(t *testing.T) {
			s := newStage(t)
			x := newClient(t, &transport.HTTP{Open: s.open}).post(message)
			if x.over() {
				t.Fatalf("%q: got an answer, want it under way", message)
			}
			x.cancel()
			synctest.Wait()
			if !x.over() {
				t.Errorf("%q: the answer goes on for a client that is gone", message)
			}
			if s.opened()[0].closes() == 0 {
				t.Errorf("%q: the conversation was not closed", message)
			}
		})
	}
}

// A conversation that goes on nowhere is closed, so that nothing is kept for it.
func TestPost_closes(t *testing.T) {
	for _, message := range []string{"", "reply:r", "status:400 reply:r", "emit:a reply:r", "tell:t"} {
		bubble(t, message, func(t *testing.T) {
			s := newStage(t)
			newClient(t, &transport.HTTP{Open: s.open}).post(message)
			if s.opened()[0].closes() == 0 {
				t.Errorf("%q: the conversation was not closed after its only message", message)
			}
		})
	}
}

// Of what is sent ahead of a reply nothing is lost, however much it is and however slowly the client
// takes it. Who sends it can wait.
func TestStream_slowReader(t *testing.T) {
	t.Parallel() // As the others that take longest.
	tests := []struct {
		n    int
		size int
	}{
		{3, 1},
		// About as many as are kept, counted with and without the reply.
		{998, 1},
		{999, 1},
		{1000, 1},
		{1001, 1},
		{1002, 1},
		{2500, 1},
		{12, 1 << 20},
	}
	for _, tt := range tests {
		var message strings.Builder
		var want []string
		for i := range tt.n {
			want = append(want, strconv.Itoa(i)+strings.Repeat("x", tt.size))
			message.WriteString("emit:" + want[i] + " ")
		}
		message.WriteString("reply:r")
		want = append(want, "r")
		for _, kind := range []string{"no session", "session", "resumable session", "HTTP+SSE"} {
			for _, stuck := range []bool{false, true} {
				if tt.size > 1 && (kind != "no session" || underRace()) {
					continue // Large messages take long.
				}
				bubble(t, fmt.Sprintf("%d of %d bytes, %s, stuck %t", tt.n, tt.size, kind, stuck), func(t *testing.T) {
					s := newStage(t)
					s.resumable = kind == "resumable session"
					c := newClient(t, &transport.HTTP{Open: s.open, OpenSSE: s.open, MaxMessage: int64(message.Len())})
					w := &wire{}
					if stuck {
						w.stuck, w.passing = make(chan struct{}), 2
					}
					var x *exchange
					switch kind {
					case "HTTP+SSE":
						x = c.sendOver(w, http.MethodGet, "/sse", "")
						c.send(http.MethodPost, x.events()[0].data, message.String())
					case "session", "resumable session":
						c.begin()
						fallthrough
					default:
						x = c.sendOver(w, http.MethodPost, transport.Endpoint, message.String())
					}
					if stuck {
						if x.over() {
							t.Fatal("the stream ended while its reader was slow")
						}
						close(w.stuck)
						synctest.Wait()
					}
					got := x.said()
					if !slices.Equal(got, want) || x.over() != (kind != "HTTP+SSE") {
						t.Errorf("got %d messages (complete %t), want all %d in order", len(got), x.over(), len(want))
					}
				})
			}
		}
	}
}

// Nothing is lost either when several send at the same time, and wait for the same client.
func TestStream_severalSenders(t *testing.T) {
	const senders, each = 20, 200
	for _, kind := range []string{"no session", "session", "HTTP+SSE"} {
		bubble(t, kind, func(t *testing.T) {
			open := func(func([]byte)) transport.Conversation { return choir{senders, each, kind == "session"} }
			c := newClient(t, &transport.HTTP{Open: open, OpenSSE: open})
			w := &wire{stuck: make(chan struct{}), passing: 2}
			var x *exchange
			switch kind {
			case "no session":
				w.passing = 1e6 // A bubble would wait for ever for a lock that one sender holds while it waits.
				x = c.sendOver(w, http.MethodPost, transport.Endpoint, "sing")
			case "session":
				c.session = c.post("begin").sent.Get("Mcp-Session-Id")
				x = c.sendOver(w, http.MethodPost, transport.Endpoint, "sing")
			case "HTTP+SSE":
				x = c.sendOver(w, http.MethodGet, "/sse", "")
				c.send(http.MethodPost, x.events()[0].data, "sing")
			}
			close(w.stuck)
			synctest.Wait()
			got := x.said()
			if n := len(got); n != senders*each+1 || got[n-1] != "r" {
				t.Fatalf("got %d messages, want %d and the reply behind them", n, senders*each)
			}
			slices.Sort(got)
			if n := len(slices.Compact(got)); n != senders*each+1 {
				t.Errorf("got %d different messages, want %d", n, senders*each+1)
			}
		})
	}
}

// A choir sends each message by several voices at the same time, and replies when all are through.
type choir struct {
	voices, each int
	session      bool
}

func (c choir) Serve(_ context.Context, message []byte, _ map[string][]string, emit func([]byte) error) func() ([]byte, int) {
	return func() ([]byte, int) {
		if string(message) == "begin" {
			return []byte("ok"), http.StatusOK
		}
		var all sync.WaitGroup
		for voice := range c.voices {
			all.Go(func() {
				for i := range c.each {
					_ = emit(fmt.Appendf(nil, "%d-%d", voice, i)) // What fails is missed on the other side.
				}
			})
		}
		all.Wait()
		return []byte("r"), http.StatusOK
	}
}

func (c choir) Session(map[string][]string) (in, resumable bool) { return c.session, false }

func (c choir) Close() {}

// A client that takes nothing at all is given up after a while.
func TestPost_stuckReader(t *testing.T) {
	// The one waits for the end, the other for the client to take what is too much to keep.
	for name, message := range map[string]string{"waiting": "emit:a closed reply:r", "sending": strings.Repeat("emit:a ", 5000) + "reply:r"} {
		bubble(t, name, func(t *testing.T) {
			s := newStage(t)
			w := &wire{stuck: make(chan struct{}), passing: 1}
			c := newClient(t, &transport.HTTP{Open: s.open, MaxMessage: int64(len(message))})
			x := c.sendOver(w, http.MethodPost, transport.Endpoint, message)
			time.Sleep(2 * time.Minute)
			synctest.Wait()
			if !x.over() || s.opened()[0].closes() == 0 {
				t.Errorf("after two minutes: complete %t and closed %d times, want the end of both", x.over(), s.opened()[0].closes())
			}
		})
	}
}

// A time limit is for one event, since a stream as a whole has none; the next response on the
// connection begins without one.
func TestStream_deadlines(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStage(t)
		c := newClient(t, &transport.HTTP{Open: s.open, OpenSSE: s.open})
		x := c.post("emit:a sleep:10m emit:b sleep:10m reply:r")
		<-x.done
		if diff := cmp.Diff([]string{"a", "b", "r"}, x.said()); diff != "" {
			t.Errorf("messages (-want +got):\n%s", diff)
		}
		for _, left := range x.deadlines {
			if left <= 0 || left > time.Minute {
				t.Errorf("got %v for the client to take an event, want a minute at most", left)
			}
		}
		if !x.deadline.IsZero() {
			t.Errorf("after the stream: got deadline %v for writing, want none", x.deadline)
		}
	})
}

// Proxies cut a stream that is silent. A stream that has not begun is none, and its answer may yet have a
// status of its own.
func TestStream_keepAlive(t *testing.T) {
	tests := []struct {
		name  string
		open  func(c *client) *exchange
		first string // "" for a stream that begins silent
	}{
		{"request", func(c *client) *exchange { return c.post("sleep:1m emit:a wait:end") }, "a"},
		{"request of a session", func(c *client) *exchange { return c.begin().post("sleep:1m emit:a wait:end") }, "a"},
		{"notices", func(c *client) *exchange { return c.begin().get() }, ""},
		{"HTTP+SSE", func(c *client) *exchange { return c.send(http.MethodGet, "/sse", "") }, "endpoint"},
	}
	for _, tt := range tests {
		bubble(t, tt.name, func(t *testing.T) {
			s := newStage(t)
			x := tt.open(newClient(t, &transport.HTTP{Open: s.open, OpenSSE: s.open}))
			time.Sleep(10 * time.Minute)
			synctest.Wait()
			chunks := x.arrived()
			var last time.Duration
			for i, c := range chunks {
				if gap := c.at - last; i > 0 && gap > 25*time.Second {
					t.Errorf("got nothing for %v before %q, want a sign of life", gap, c.text)
				}
				if last = c.at; strings.Contains(c.text, tt.first) && c.text != "" {
					tt.first = ""
				}
				if strings.HasPrefix(c.text, ":") && tt.first != "" {
					t.Errorf("got a comment after %v, want it only behind the first event", c.at)
				}
			}
			if end := 10 * time.Minute; last < end-25*time.Second || len(chunks) > 60 {
				t.Errorf("got %d pieces, the last after %v, want some until %v", len(chunks), last, end)
			}
		})
	}
}
