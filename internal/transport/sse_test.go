package transport_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"giftserver/internal/transport"
)

// newSSE returns the stage and a client of a server that offers HTTP+SSE.
func newSSE(t *testing.T) (*stage, *client) {
	s := newStage(t)
	return s, newClient(t, &transport.HTTP{
		// The endpoint of the newer transport has conversations of another kind.
		Open:    handlerFunc(nil).open,
		OpenSSE: s.open,
	})
}

// connect opens a stream and returns it with the address that it says to send messages to.
func (c *client) connect() (x *exchange, address string) {
	c.t.Helper()
	x = c.send(http.MethodGet, "/sse", "")
	events := x.events()
	if len(events) == 0 || events[0].kind != "endpoint" {
		c.t.Fatalf("got status %d and events %+v, want endpoint first", x.status, events)
	}
	return x, events[0].data
}

func TestSSE(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, c := newSSE(t)
		x, address := c.connect()
		checkStreamHeader(t, "GET /sse", x.sent)
		// Clients resolve it against the address of the stream, and refuse another origin.
		if !strings.HasPrefix(address, "/messages?sessionId=") || strings.ContainsAny(address, " \t") {
			t.Errorf("got address %q, want a path with the session's id", address)
		}
		for _, message := range []string{"reply:a", "emit:b emit:c reply:d", "tell:e", "", "status:400 reply:f", "break reply:g"} {
			got := c.send(http.MethodPost, address, message)
			if !s.opened()[0].headerless() {
				t.Errorf("%q: the header was handed on, want none, since it means nothing on this transport", message)
			}
			if got.status != http.StatusAccepted || strings.Contains(got.body(), "reply") {
				t.Errorf("%q: got status %d and body %q, want %d and nothing of the reply", message, got.status, got.body(), http.StatusAccepted)
			}
		}
		if diff := cmp.Diff([]string{"a", "b", "c", "d", "e", "f", "g"}, x.said()); diff != "" {
			t.Errorf("messages (-want +got):\n%s", diff)
		}
		for _, e := range x.events() {
			if e.id != "" || e.retry != "" {
				t.Errorf("got event %+v with an id, want none, since nobody can come back", e)
			}
		}
		if got := s.opened()[0].closes(); got > 0 || x.over() {
			t.Errorf("closed %d times (complete %t) while the client listens", got, x.over())
		}
	})
}

func TestSSE_status(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		_, c := newSSE(t)
		x, address := c.connect()
		tests := []struct {
			target string
			header string
			want   int
		}{
			{"/messages", "", http.StatusBadRequest},
			{"/messages?sessionId=", "", http.StatusBadRequest},
			{"/messages?sessionId=nope", "", http.StatusNotFound},
			{address + "x", "", http.StatusNotFound},
			{address, "Content-Type: text/plain", http.StatusUnsupportedMediaType},
			{address, "Content-Encoding: gzip", http.StatusUnsupportedMediaType},
			{address, "Accept: ", http.StatusAccepted},
			{address, "Accept: text/html", http.StatusAccepted},
			// Whatever its header says, this transport knows one kind of messages.
			{address, "Modern: yes", http.StatusAccepted},
		}
		for _, tt := range tests {
			if got := c.send(http.MethodPost, tt.target, "", tt.header); got.status != tt.want {
				t.Errorf("POST %s with %q: got status %d, want %d", tt.target, tt.header, got.status, tt.want)
			}
		}
		for _, target := range []string{"/sse", address} {
			if got := c.send(http.MethodPut, target, ""); got.status != http.StatusMethodNotAllowed {
				t.Errorf("PUT %s: got status %d, want %d", target, got.status, http.StatusMethodNotAllowed)
			}
		}
		if x.over() {
			t.Error("the stream has ended")
		}
	})
}

// A page of another origin can open a stream no more than it can send messages.
func TestSSE_origin(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, c := newSSE(t)
		_, address := c.connect()
		for _, x := range []*exchange{
			c.send(http.MethodGet, "/sse", "", "Origin: https://evil.example"),
			c.send(http.MethodPost, address, "reply:a", "Origin: https://evil.example"),
		} {
			if x.status != http.StatusForbidden {
				t.Errorf("got status %d, want %d", x.status, http.StatusForbidden)
			}
		}
		if got := s.opened(); len(got) != 1 || len(got[0].messages()) > 0 {
			t.Errorf("got %d conversations, the first one with %q, want one without messages", len(got), got[0].messages())
		}
	})
}

// Each stream is a conversation of its own.
func TestSSE_conversations(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, c := newSSE(t)
		first, a := c.connect()
		second, b := c.connect()
		if a == b {
			t.Fatalf("got the address %q twice", a)
		}
		c.send(http.MethodPost, a, "reply:a")
		c.send(http.MethodPost, b, "reply:b")
		first.hangUp()
		if got := c.send(http.MethodPost, a, "reply:late"); got.status != http.StatusNotFound {
			t.Errorf("POST to a stream that has ended: got status %d, want %d", got.status, http.StatusNotFound)
		}
		c.send(http.MethodPost, b, "reply:c")
		if diff := cmp.Diff([][]string{{"a"}, {"b", "c"}}, [][]string{first.said(), second.said()}); diff != "" {
			t.Errorf("messages by stream (-want +got):\n%s", diff)
		}
		if got := []int{s.opened()[0].closes(), s.opened()[1].closes()}; got[0] == 0 || got[1] > 0 {
			t.Errorf("closed %v times, want the first one alone", got)
		}
	})
}

// Answers are made at the same time, and what is under way when the client leaves is told so.
func TestSSE_concurrent(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, c := newSSE(t)
		x, address := c.connect()
		c.send(http.MethodPost, address, "wait:1 reply:slow")
		c.send(http.MethodPost, address, "reply:fast")
		if diff := cmp.Diff([]string{"fast"}, x.said()); diff != "" {
			t.Errorf("messages (-want +got):\n%s", diff)
		}
		s.let("1")
		c.send(http.MethodPost, address, "gone")
		if diff := cmp.Diff([]string{"fast", "slow"}, x.said()); diff != "" {
			t.Errorf("messages (-want +got):\n%s", diff)
		}
		x.hangUp() // Should the answer not end with it, the bubble would not either.
	})
}

// A client that does not take its messages loses its stream, and with it the conversation.
func TestSSE_stuckReader(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, c := newSSE(t)
		x := c.sendOver(&wire{stuck: make(chan struct{}), passing: 1}, http.MethodGet, "/sse", "")
		address := x.events()[0].data
		for range 3 {
			if got := c.send(http.MethodPost, address, strings.Repeat("emit:x ", 100)+"reply:r"); got.status != http.StatusAccepted {
				t.Errorf("got status %d, want %d, since sending waits for nobody", got.status, http.StatusAccepted)
			}
		}
		time.Sleep(time.Minute)
		synctest.Wait()
		if got := s.opened()[0].closes(); !x.over() || got == 0 {
			t.Errorf("complete %t and closed %d times, want the end of both", x.over(), got)
		}
	})
}

// What belongs to no message is not worth the loss of what does. So where a client is slow, news are left
// out and answers are not.
func TestSSE_newsAndAnswers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, c := newSSE(t)
		w := &wire{stuck: make(chan struct{}), passing: 1}
		x := c.sendOver(w, http.MethodGet, "/sse", "")
		address := x.events()[0].data
		for i := range 5 {
			for range 1000 {
				s.opened()[0].tell([]byte("news"))
			}
			c.send(http.MethodPost, address, "emit:"+strings.Repeat("a", 1+i)+" reply:"+strings.Repeat("r", 1+i))
		}
		close(w.stuck)
		synctest.Wait()
		news := 0
		var answers []string
		for _, said := range x.said() {
			if said == "news" {
				news++
			} else {
				answers = append(answers, said)
			}
		}
		slices.Sort(answers)
		if diff := cmp.Diff([]string{"a", "aa", "aaa", "aaaa", "aaaaa", "r", "rr", "rrr", "rrrr", "rrrrr"}, answers); diff != "" || x.over() {
			t.Errorf("what belongs to messages, complete %t (-want +got):\n%s", x.over(), diff)
		}
		if news == 0 || news > 2000 {
			t.Errorf("got %d news of 5000, want some", news)
		}
	})
}

// The messages may be as long as anywhere.
func TestSSE_size(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStage(t)
		c := newClient(t, &transport.HTTP{Open: s.open, OpenSSE: s.open, MaxMessage: 10})
		_, address := c.connect()
		c.send(http.MethodPost, address, "reply:1234567890")
		// One byte more than the limit shows that it is too long.
		if diff := cmp.Diff([]string{"reply:12345"}, s.opened()[0].messages()); diff != "" {
			t.Errorf("messages (-want +got):\n%s", diff)
		}
	})
}

// A server that does not offer it has nothing there.
func TestSSE_notOffered(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newClient(t, &transport.HTTP{Open: newStage(t).open})
		for _, x := range []*exchange{c.send(http.MethodGet, "/sse", ""), c.send(http.MethodPost, "/messages?sessionId=x", "")} {
			if x.status != http.StatusNotFound {
				t.Errorf("got status %d, want %d", x.status, http.StatusNotFound)
			}
		}
	})
}
