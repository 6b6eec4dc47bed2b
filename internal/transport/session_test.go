package transport_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"giftserver/internal/transport"
)

func TestSession_id(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStage(t)
		c := newClient(t, &transport.HTTP{Open: s.open})
		seen := map[string]bool{}
		for range 50 {
			id := c.from("192.0.2.1:1").begin().session
			// Guessing it must take longer than the session lasts: 128 bits, however they are written.
			if strings.Trim(id, visible) != "" || len(id) < 22 {
				t.Errorf("got id %q, want at least 22 characters of visible ASCII", id)
			}
			if seen[id] {
				t.Errorf("got id %q twice", id)
			}
			seen[id] = true
		}
		if got := len(s.opened()); got != 50 {
			t.Errorf("got %d conversations, want one for each session", got)
		}
	})
}

// visible is what a session id may consist of.
var visible = func() string {
	var b strings.Builder
	for c := byte(0x21); c <= 0x7e; c++ {
		b.WriteByte(c)
	}
	return b.String()
}()

// Only what begins a session gets an id.
func TestSession_notBegun(t *testing.T) {
	for _, message := range []string{"reply:r", "status:400 reply:r", "emit:a reply:r", ""} {
		bubble(t, message, func(t *testing.T) {
			x := newClient(t, &transport.HTTP{Open: newStage(t).open}).post(message)
			if id, given := x.sent["Mcp-Session-Id"]; given {
				t.Errorf("%q: got session id %q, want none", message, id)
			}
		})
	}
}

// A message goes to the conversation that its session id names, and to a new one when there is none.
func TestSession_conversation(t *testing.T) {
	tests := []struct {
		name     string
		header   string
		inFirst  bool
		sessions int // conversations after it
	}{
		{"its id", "", true, 2},
		{"no id", "Mcp-Session-Id: ", false, 3},
		{"another id", "Mcp-Session-Id: nope", false, 3},
		{"message of no session", "Modern: yes", false, 3},
	}
	for _, tt := range tests {
		bubble(t, tt.name, func(t *testing.T) {
			s := newStage(t)
			first := newClient(t, &transport.HTTP{Open: s.open}).begin()
			first.from("192.0.2.1:1").begin() // Another one, to be left alone.
			x := first.post("reply:mine", tt.header)
			if x.body() != "mine" {
				t.Errorf("got %q, want the reply", x.body())
			}
			if s.opened()[0].headerless() {
				t.Error("got a message without its header")
			}
			want := []string{"begin reply:ok"}
			if tt.inFirst {
				want = append(want, "reply:mine")
			}
			if diff := cmp.Diff(want, s.opened()[0].messages()); diff != "" {
				t.Errorf("messages in the session (-want +got):\n%s", diff)
			}
			if got := len(s.opened()); got != tt.sessions {
				t.Errorf("got %d conversations, want %d", got, tt.sessions)
			}
			if id, given := x.sent["Mcp-Session-Id"]; given && id[0] != first.session {
				t.Errorf("got the new session id %q", id)
			}
		})
	}
}

// GET and DELETE exist in sessions only. A client takes 405 for "there is no stream", and begins anew
// after 404; anything else it takes for a broken server.
func TestSession_status(t *testing.T) {
	tests := []struct {
		method string
		header string
		status int
		allow  string
	}{
		{http.MethodGet, "Mcp-Session-Id: ", http.StatusMethodNotAllowed, "POST"},
		{http.MethodGet, "Mcp-Session-Id: nope", http.StatusNotFound, ""},
		{http.MethodGet, "Accept: application/json", http.StatusNotAcceptable, ""},
		{http.MethodGet, "Accept: ", http.StatusNotAcceptable, ""},
		{http.MethodGet, "Accept: text/event-stream;q=0", http.StatusNotAcceptable, ""},
		{http.MethodGet, "Accept: application/json, text/event-stream", http.StatusOK, ""},
		{http.MethodGet, "Accept: */*", http.StatusOK, ""},
		{http.MethodDelete, "Mcp-Session-Id: ", http.StatusMethodNotAllowed, "POST"},
		{http.MethodDelete, "Mcp-Session-Id: nope", http.StatusNotFound, ""},
		{http.MethodDelete, "", http.StatusNoContent, ""},
		// Where messages belong to no session, there are no streams and nothing to end.
		{http.MethodGet, "Modern: yes", http.StatusMethodNotAllowed, "POST"},
	}
	for _, tt := range tests {
		bubble(t, tt.method+" "+tt.header, func(t *testing.T) {
			c := newClient(t, &transport.HTTP{Open: newStage(t).open}).begin()
			x := c.send(tt.method, transport.Endpoint, "", tt.header)
			if x.cancel(); tt.status != http.StatusOK && !x.over() {
				t.Fatalf("%s with %q: no answer", tt.method, tt.header)
			}
			if <-x.done; x.status != tt.status || x.sent.Get("Allow") != tt.allow {
				t.Errorf("%s with %q: got status %d and Allow %q, want %d and %q", tt.method, tt.header, x.status, x.sent.Get("Allow"), tt.status, tt.allow)
			}
		})
	}
}

func TestSession_delete(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStage(t)
		c := newClient(t, &transport.HTTP{Open: s.open}).begin()
		other := c.from("192.0.2.1:2").begin()
		if got := s.opened()[0].closes(); got != 0 {
			t.Errorf("closed %d times before the end", got)
		}
		for _, want := range []int{http.StatusNoContent, http.StatusNotFound, http.StatusNotFound} {
			if x := c.send(http.MethodDelete, transport.Endpoint, ""); x.status != want || x.body() != "" && want == http.StatusNoContent {
				t.Errorf("DELETE: got status %d and body %q, want %d", x.status, x.body(), want)
			}
		}
		if x := c.get(); x.status != http.StatusNotFound {
			t.Errorf("GET: got status %d, want %d", x.status, http.StatusNotFound)
		}
		c.post("reply:late")
		if diff := cmp.Diff([]string{"begin reply:ok"}, s.opened()[0].messages()); diff != "" {
			t.Errorf("messages in the session that has ended (-want +got):\n%s", diff)
		}
		if got := s.opened()[0].closes(); got != 1 {
			t.Errorf("closed %d times, want once", got)
		}
		if x := other.post("reply:r"); x.body() != "r" || s.opened()[1].closes() > 0 {
			t.Errorf("another session: got %q and closed %d times, want it to go on", x.body(), s.opened()[1].closes())
		}
	})
}

// Ending a session ends what is open in it, in order, however many ask for the end.
func TestSession_deleteWhileBusy(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStage(t)
		c := newClient(t, &transport.HTTP{Open: s.open}).begin()
		notices, stream, answer := c.get(), c.post("emit:a closed emit:b reply:bye"), c.post("closed reply:bye")
		var deletes []*exchange
		for range 10 {
			deletes = append(deletes, c.start(&wire{}, http.MethodDelete, transport.Endpoint, ""))
		}
		count := map[int]int{}
		for _, x := range deletes {
			<-x.done
			count[x.status]++
		}
		// Those that come at the same time may all have ended it.
		if ended := count[http.StatusNoContent]; ended == 0 || ended+count[http.StatusNotFound] != len(deletes) {
			t.Errorf("statuses of DELETE: got %v, want 204 at least once and else 404", count)
		}
		synctest.Wait()
		if !notices.over() || !stream.over() || !answer.over() {
			t.Errorf("complete: notices %t, stream %t, answer %t, want all", notices.over(), stream.over(), answer.over())
		}
		if diff := cmp.Diff([]string{"a", "b", "bye"}, stream.said()); diff != "" || answer.body() != "bye" {
			t.Errorf("answer %q and stream (-want +got):\n%s", answer.body(), diff)
		}
		if got := s.opened()[0].closes(); got != 1 {
			t.Errorf("closed %d times, want once", got)
		}
	})
}

// alive reports whether the client's session still exists. Asking is a request, after which it is idle
// anew.
func alive(c *client) bool {
	x := c.get("Accept: text/plain")
	return x.status == http.StatusNotAcceptable
}

func TestSession_idle(t *testing.T) {
	for _, tt := range []struct{ set, want time.Duration }{{0, 24 * time.Hour}, {time.Minute, time.Minute}} {
		bubble(t, tt.want.String(), func(t *testing.T) {
			s := newStage(t)
			c := newClient(t, &transport.HTTP{Open: s.open, SessionIdle: tt.set}).begin()
			c.from("192.0.2.1:2").begin() // Nothing happens in this one.
			for range 3 {                 // Each request begins the time anew.
				time.Sleep(tt.want - time.Second)
				if !alive(c) {
					t.Fatalf("SessionIdle %v: the session ended before its time", tt.set)
				}
			}
			if got := s.opened()[1].closes(); got != 1 {
				t.Errorf("SessionIdle %v: a session without any request was closed %d times, want once", tt.set, got)
			}
			time.Sleep(tt.want + time.Second)
			synctest.Wait()
			if got := s.opened()[0].closes(); got != 1 || alive(c) {
				t.Errorf("SessionIdle %v: closed %d times, alive %t, want it closed once", tt.set, got, alive(c))
			}
		})
	}
}

// A session with something open is in use, however little happens there.
func TestSession_busy(t *testing.T) {
	tests := []struct {
		name string
		open func(*client) *exchange
	}{
		{"notices", func(c *client) *exchange { return c.get() }},
		{"answer", func(c *client) *exchange { return c.post("wait:end reply:r") }},
		{"stream", func(c *client) *exchange { return c.post("emit:a wait:end reply:r") }},
	}
	for _, tt := range tests {
		bubble(t, tt.name, func(t *testing.T) {
			s := newStage(t)
			c := newClient(t, &transport.HTTP{Open: s.open, SessionIdle: time.Minute}).begin()
			busy := tt.open(c)
			time.Sleep(time.Hour)
			alive(c) // One request more that ends must not begin the time.
			time.Sleep(time.Hour)
			if got := s.opened()[0].closes(); got > 0 {
				t.Fatal("the session ended while it was in use")
			}
			s.let("end")
			busy.hangUp()
			time.Sleep(time.Minute - time.Second)
			if got := s.opened()[0].closes(); got > 0 {
				t.Error("the session ended before it was idle for its time")
			}
			time.Sleep(2 * time.Second)
			synctest.Wait()
			if got := s.opened()[0].closes(); got != 1 {
				t.Errorf("closed %d times when it had been idle for its time, want once", got)
			}
		})
	}
}

// One address may have 1000 sessions. One more costs it the session that has been idle longest, and
// nobody else any.
func TestSession_mostOfAddress(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStage(t)
		stranger := newClient(t, &transport.HTTP{Open: s.open}).from("198.51.100.1:1").begin()
		time.Sleep(time.Second)
		var all []*client
		for i := range 1000 {
			all = append(all, stranger.from(fmt.Sprintf("192.0.2.1:%d", i)).begin())
			time.Sleep(time.Second)
		}
		alive(all[0]) // From now on the second one is idle longest, but it is in use, so it is the third.
		open := all[1].get()
		stranger.from("192.0.2.1:9999").begin()
		var ended []int
		for i, a := range s.opened()[1:] {
			if a.closes() > 0 {
				ended = append(ended, i)
			}
		}
		if diff := cmp.Diff([]int{2}, ended); diff != "" {
			t.Errorf("sessions that ended (-want +got):\n%s", diff)
		}
		if open.over() || !alive(stranger) {
			t.Errorf("open stream ended %t, session of another address alive %t", open.over(), alive(stranger))
		}
	})
}

// In all there may be 10,000 sessions, with the same consequence.
func TestSession_mostInAll(t *testing.T) {
	t.Parallel()
	if underRace() {
		t.Skip("the race detector takes long for it, and sees nothing that it does not see with fewer sessions")
	}
	synctest.Test(t, func(t *testing.T) {
		s := newStage(t)
		c := newClient(t, &transport.HTTP{Open: s.open})
		for i := range 10_000 {
			c.from(fmt.Sprintf("192.0.2.%d:1", i%20)).begin()
			if i < 2 {
				time.Sleep(time.Second)
			}
		}
		for i, a := range s.opened() {
			if a.closes() > 0 {
				t.Fatalf("session %d of 10,000 ended early", i)
			}
		}
		c.from("198.51.100.1:1").begin()
		for i, a := range s.opened() {
			if got := a.closes(); (got == 1) != (i == 0) {
				t.Errorf("session %d: closed %d times, want that of the first one alone", i, got)
			}
		}
	})
}
