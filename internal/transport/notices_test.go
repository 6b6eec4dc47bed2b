package transport_test

import (
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"giftserver/internal/transport"
)

// tell has a session told things, each by a message of its own.
func (c *client) tell(things ...string) {
	for _, thing := range things {
		c.post("tell:" + thing)
	}
}

// What is told while nobody listens waits for the first who does, and is told once.
func TestNotices_buffered(t *testing.T) {
	for _, resumable := range []bool{false, true} {
		bubble(t, fmt.Sprintf("resumable %t", resumable), func(t *testing.T) {
			s := newStage(t)
			s.resumable = resumable
			c := newClient(t, &transport.HTTP{Open: s.open})
			// The session may be told something before its client knows that it exists.
			first := c.post("begin tell:a reply:ok")
			c.session = first.sent.Get("Mcp-Session-Id")
			c.tell("b", "c")
			x := c.get()
			c.tell("d")
			if diff := cmp.Diff([]string{"a", "b", "c", "d"}, x.said()); diff != "" {
				t.Errorf("resumable %t (-want +got):\n%s", resumable, diff)
			}
			x.hangUp()
			c.tell("e")
			again := c.get()
			if diff := cmp.Diff([]string{"e"}, again.said()); diff != "" || again.over() {
				t.Errorf("resumable %t: the next one, complete %t (-want +got):\n%s", resumable, again.over(), diff)
			}
		})
	}
}

// A client that is away is told once what has happened several times; afterwards it is news again.
func TestNotices_once(t *testing.T) {
	for _, resumable := range []bool{false, true} {
		synctest.Test(t, func(t *testing.T) {
			s := newStage(t)
			s.resumable = resumable
			c := newClient(t, &transport.HTTP{Open: s.open}).begin()
			for range 2 {
				for _, told := range []string{"x", "y", "x"} {
					s.opened()[0].tell([]byte(told))
				}
				x := c.get()
				if got := x.said(); !slices.Equal(got, []string{"x", "y"}) {
					t.Errorf("resumable %t: got %q, want each once", resumable, got)
				}
				x.hangUp()
			}
		})
	}
}

// A message is on one of several streams only: the newest, which is the one that a client uses when it
// has lost the others without the server knowing. When that one ends, the one before it goes on.
func TestNotices_oneStream(t *testing.T) {
	for _, resumable := range []bool{false, true} {
		bubble(t, fmt.Sprintf("resumable %t", resumable), func(t *testing.T) {
			s := newStage(t)
			s.resumable = resumable
			c := newClient(t, &transport.HTTP{Open: s.open}).begin()
			first := c.get()
			c.tell("a")
			second := c.get()
			c.tell("b")
			third := c.get()
			c.tell("c")
			second.hangUp() // It has nothing to hand on.
			c.tell("d")
			third.hangUp()
			c.tell("e")
			if first.over() {
				t.Errorf("resumable %t: the first stream has ended", resumable)
			}
			got := [][]string{first.said(), second.said(), third.said()}
			want := [][]string{{"a", "e"}, {"b"}, {"c", "d"}}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("resumable %t: messages by stream (-want +got):\n%s", resumable, diff)
			}
		})
	}
}

// A stream that takes over does not tell what it has told already, although the one before it went
// further back.
func TestNotices_takeoverAfterReplay(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		_, c := newResumable(t)
		first := c.get()
		start := first.lastID()
		c.tell("a", "b", "c", "d")
		// It asks for everything again and breaks in the middle of that.
		second := c.sendOver(&wire{breakAt: 3}, http.MethodGet, transport.Endpoint, "", "Last-Event-ID: "+start)
		if diff := cmp.Diff([]string{"a", "b"}, second.said()); diff != "" || !second.over() {
			t.Errorf("the second stream, complete %t (-want +got):\n%s", second.over(), diff)
		}
		c.tell("e")
		if diff := cmp.Diff([]string{"a", "b", "c", "d", "e"}, first.said()); diff != "" {
			t.Errorf("the first stream (-want +got):\n%s", diff)
		}
	})
}

// When a stream breaks before it has told all there is, the one before it does so at once.
func TestNotices_takeoverOfRest(t *testing.T) {
	for _, resumable := range []bool{false, true} {
		bubble(t, fmt.Sprintf("resumable %t", resumable), func(t *testing.T) {
			s := newStage(t)
			s.resumable = resumable
			c := newClient(t, &transport.HTTP{Open: s.open}).begin()
			first := c.get()
			second := c.sendOver(&wire{stuck: make(chan struct{}), passing: 1}, http.MethodGet, transport.Endpoint, "")
			c.tell("a", "b", "c")
			second.hangUp()
			// The one that was being written may have arrived or not.
			got := first.said()
			if len(got) > 0 && got[0] == "a" {
				got = got[1:]
			}
			if diff := cmp.Diff([]string{"b", "c"}, got); diff != "" {
				t.Errorf("the first stream (-want +got):\n%s", diff)
			}
		})
	}
}

// A reader that is gone without a word is found out by a sign of life. So what is told later waits for
// the next one, and nothing but that sign is lost.
func TestNotices_deadReader(t *testing.T) {
	for _, resumable := range []bool{false, true} {
		bubble(t, fmt.Sprintf("resumable %t", resumable), func(t *testing.T) {
			s := newStage(t)
			s.resumable = resumable
			c := newClient(t, &transport.HTTP{Open: s.open}).begin()
			x := c.get()
			c.tell("a")
			x.snap()
			time.Sleep(time.Minute)
			synctest.Wait()
			if !x.over() {
				t.Errorf("resumable %t: the stream goes on over a broken connection", resumable)
			}
			c.tell("b", "c")
			if diff := cmp.Diff([]string{"b", "c"}, c.get().said()); diff != "" {
				t.Errorf("resumable %t: the next stream (-want +got):\n%s", resumable, diff)
			}
		})
	}
}

// What was being written when the connection broke may have arrived or not. A client that knows how asks
// for it again.
func TestNotices_brokenInEvent(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		_, c := newResumable(t)
		x := c.get()
		c.tell("a")
		x.snap()
		c.tell("b", "c")
		if !x.over() {
			t.Error("the stream goes on over a broken connection")
		}
		if diff := cmp.Diff([]string{"b", "c"}, c.resume(x.lastID()).said()); diff != "" {
			t.Errorf("the rest (-want +got):\n%s", diff)
		}
	})
}

// More than a reader can be expected to take: the oldest is dropped, however nobody waits for that.
func TestNotices_overflow(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name string
		told string // by one message
		n    int    // how many times
		most int    // how many may be kept
	}{
		{"many", "x", 5000, 1000},
		{"large", strings.Repeat("x", 1<<20-10), 12, 8},
		// One message may always be kept, whatever its size.
		{"huge", strings.Repeat("x", 9<<20), 2, 1},
	}
	for _, tt := range tests {
		for _, resumable := range []bool{false, true} {
			if len(tt.told) > 1 && underRace() {
				continue // Large messages take long.
			}
			bubble(t, fmt.Sprintf("%s, resumable %t", tt.name, resumable), func(t *testing.T) {
				s := newStage(t)
				s.resumable = resumable
				c := newClient(t, &transport.HTTP{Open: s.open}).begin()
				tell := s.opened()[0].tell
				for i := range tt.n {
					tell([]byte(strconv.Itoa(i) + tt.told))
				}
				got := c.get().said()
				if len(got) != tt.most {
					t.Errorf("got %d messages of %d, want %d", len(got), tt.n, tt.most)
				}
				for i, message := range got {
					if want := strconv.Itoa(tt.n-len(got)+i) + tt.told; message != want {
						t.Fatalf("message %d: got %.10q, want the newest, so %.10q", i, message, want)
					}
				}
			})
		}
	}
}

// A reader that has missed something is sent away rather than told the rest as if that were all. Nobody
// has waited for it.
func TestNotices_lagging(t *testing.T) {
	for _, resumable := range []bool{false, true} {
		bubble(t, fmt.Sprintf("resumable %t", resumable), func(t *testing.T) {
			s := newStage(t)
			s.resumable = resumable
			c := newClient(t, &transport.HTTP{Open: s.open}).begin()
			w := &wire{stuck: make(chan struct{}), passing: 2}
			x := c.sendOver(w, http.MethodGet, transport.Endpoint, "")
			tell := s.opened()[0].tell
			for i := range 3 {
				tell([]byte(strconv.Itoa(i)))
				synctest.Wait() // The first one arrives, the second one is stuck.
			}
			start := time.Now()
			for i := range 5000 {
				tell([]byte(strconv.Itoa(3 + i)))
			}
			if took := time.Since(start); took > 0 {
				t.Errorf("resumable %t: telling took %v, want it not to wait", resumable, took)
			}
			close(w.stuck)
			synctest.Wait()
			if got := x.said(); !x.over() || strings.Join(got, " ") != "0 1" {
				t.Errorf("resumable %t: got %d messages (complete %t), want 0, 1 and the end", resumable, len(got), x.over())
			}
			if got := c.get().said(); len(got) != 1000 || got[999] != "5002" {
				t.Errorf("resumable %t: the next stream has %d messages, want the newest 1000", resumable, len(got))
			}
		})
	}
}

// Telling one session something waits for nobody and reaches no other session.
func TestNotices_ownSession(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStage(t)
		c := newClient(t, &transport.HTTP{Open: s.open}).begin()
		stuck := c.sendOver(&wire{stuck: make(chan struct{})}, http.MethodGet, transport.Endpoint, "")
		other := c.from("192.0.2.1:2").begin()
		x := other.get()
		c.tell("mine")
		other.tell("yours")
		if diff := cmp.Diff([]string{"yours"}, x.said()); diff != "" {
			t.Errorf("the other session (-want +got):\n%s", diff)
		}
		if got := stuck.body(); got != "" || c.post("reply:r").body() != "r" {
			t.Errorf("the stuck session: got %q, want nothing there and answers all the same", got)
		}
	})
}
