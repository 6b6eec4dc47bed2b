package transport_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"giftserver/internal/transport"
)

// newResumable returns the stage and the client of a session whose client knows how to come back.
func newResumable(t *testing.T) (*stage, *client) {
	s := newStage(t)
	s.resumable = true
	return s, newClient(t, &transport.HTTP{Open: s.open}).begin()
}

// resume opens the stream of an event again.
func (c *client) resume(id string) *exchange { return c.get("Last-Event-ID: " + id) }

// A stream begins with an event that says nothing but where it is and when to come back. Clients that
// don't know how would read its data as a message.
func TestResume_priming(t *testing.T) {
	streams := map[string]func(*client) *exchange{
		"request": func(c *client) *exchange { return c.post("emit:a wait:end") },
		"notices": func(c *client) *exchange {
			x := c.get()
			c.post("tell:a")
			return x
		},
	}
	for name, open := range streams {
		for _, resumable := range []bool{false, true} {
			bubble(t, fmt.Sprintf("%s, resumable %t", name, resumable), func(t *testing.T) {
				s := newStage(t)
				s.resumable = resumable
				x := open(newClient(t, &transport.HTTP{Open: s.open}).begin())
				checkStreamHeader(t, name, x.sent)
				events := x.events()
				if !resumable {
					if diff := cmp.Diff([]event{{kind: "message", data: "a"}}, events, cmp.AllowUnexported(event{})); diff != "" {
						t.Errorf("events (-want +got):\n%s", diff)
					}
					return
				}
				if len(events) != 2 {
					t.Fatalf("got events %+v, want the first one and a", events)
				}
				if first := events[0]; first.id == "" || first.retry == "" || first.kind != "" || first.data != "" {
					t.Errorf("got first event %+v, want an id, a time to come back and nothing else", first)
				}
				if !strings.Contains(x.body(), "data: \n\n") && !strings.Contains(x.body(), "data:\n\n") {
					t.Errorf("got %q, want the first event with empty data, since without it is none", x.body())
				}
				if e := events[1]; e.id == "" || e.id == events[0].id || e.data != "a" {
					t.Errorf("got second event %+v, want a with an id of its own", e)
				}
			})
		}
	}
}

// An id names one event of the session, whichever stream it is on.
func TestResume_ids(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		_, c := newResumable(t)
		notices := c.get()
		var streams []*exchange
		for range 5 {
			streams = append(streams, c.post("tell:x emit:a emit:b reply:r"))
		}
		seen := map[string]bool{}
		for _, x := range append(streams, notices) {
			for _, e := range x.events() {
				if e.id == "" || seen[e.id] || strings.ContainsAny(e.id, " \r\n\x00") {
					t.Errorf("got id %q, want one that no other event has", e.id)
				}
				seen[e.id] = true
			}
		}
		// For each request the first event, two messages and the reply; likewise what was told.
		if want := 5*4 + 6; len(seen) != want {
			t.Errorf("got %d events, want %d", len(seen), want)
		}
	})
}

// Coming back with the id of an event yields all that followed on its stream, and nothing that has been
// on another one.
func TestResume_replay(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		_, c := newResumable(t)
		notices := c.get()
		streams := []*exchange{
			c.post("emit:a1 tell:n1 emit:a2 reply:ar"),
			c.post("emit:b1 tell:n2 emit:b2 emit:b3 reply:br"),
			notices,
		}
		for i, x := range streams {
			events := x.events()
			for at, e := range events {
				var want []string
				for _, later := range events[at+1:] {
					want = append(want, later.data)
				}
				for range 2 { // The same again for a client that loses that connection too.
					again := c.resume(e.id)
					if diff := cmp.Diff(want, again.said()); diff != "" {
						t.Errorf("stream %d after %q (-want +got):\n%s", i, e.data, diff)
					}
					// The reply was the end of a stream, so a client need not wait for more.
					if ended := again.over(); ended != (x != notices) {
						t.Errorf("stream %d after %q: complete %t", i, e.data, ended)
					}
					again.hangUp()
				}
			}
		}
	})
}

// A client whose connection breaks in the middle of an answer misses nothing of it.
func TestResume_midCall(t *testing.T) {
	for _, reads := range []string{"nothing more", "to the end"} {
		bubble(t, "reading "+reads, func(t *testing.T) {
			s, c := newResumable(t)
			x := c.post("emit:a wait:1 emit:b wait:2 emit:c reply:r")
			x.hangUp()
			s.let("1")
			synctest.Wait()
			again := c.resume(x.lastID())
			if diff := cmp.Diff([]string{"b"}, again.said()); diff != "" {
				t.Errorf("what followed (-want +got):\n%s", diff)
			}
			if reads == "nothing more" {
				again.hangUp()
			}
			s.let("2")
			synctest.Wait()
			want := []string{"b", "c", "r"}
			if reads == "nothing more" {
				again = c.resume(x.lastID())
			}
			if diff := cmp.Diff(want, again.said()); diff != "" || !again.over() {
				t.Errorf("reading %s: complete %t, the rest (-want +got):\n%s", reads, again.over(), diff)
			}
			if diff := cmp.Diff([]string{"a"}, x.said()); diff != "" {
				t.Errorf("on the broken connection (-want +got):\n%s", diff)
			}
		})
	}
}

// An answer that takes long may free its connection. The client comes back for the rest.
func TestResume_break(t *testing.T) {
	tests := []struct {
		message     string
		first, rest []string
	}{
		{"emit:a break wait:1 emit:b reply:r", []string{"a"}, []string{"b", "r"}},
		{"emit:a break emit:b wait:1 reply:r", []string{"a"}, []string{"b", "r"}},
		{"break wait:1 emit:b reply:r", nil, []string{"b", "r"}},
		// Nothing but the reply follows.
		{"emit:a break wait:1 reply:r", []string{"a"}, []string{"r"}},
		{"break wait:1 reply:r", nil, []string{"r"}},
		{"break wait:1 status:400 reply:r", nil, []string{"r"}},
	}
	for _, tt := range tests {
		for _, early := range []bool{true, false} {
			bubble(t, fmt.Sprintf("%s, back early %t", tt.message, early), func(t *testing.T) {
				s, c := newResumable(t)
				x := c.post(tt.message)
				if !x.over() || x.status != http.StatusOK {
					t.Fatalf("status %d, complete %t, want the stream to break", x.status, x.over())
				}
				id := x.lastID()
				if id == "" {
					t.Fatal("got no id to come back with")
				}
				var again *exchange
				if early {
					again = c.resume(id)
				}
				s.let("1")
				synctest.Wait()
				if !early {
					again = c.resume(id)
				}
				// What stood before the break is on its way already; what stands behind it may be.
				want, got := append(slices.Clone(tt.first), tt.rest...), x.said()
				if !slices.Equal(got, want[:max(len(tt.first), min(len(got), len(want)))]) {
					t.Errorf("before it broke: got %q, want it to begin with %q", got, tt.first)
				}
				if diff := cmp.Diff(want, append(got, again.said()...)); diff != "" || !again.over() {
					t.Errorf("complete %t, messages (-want +got):\n%s", again.over(), diff)
				}
			})
		}
	}
}

// A client that has had all of a stream that is complete is told not to come back any more, as the HTML
// Standard has it: by 204. It may have come because the reply that it waits for will never be: it has
// taken its request back.
func TestResume_complete(t *testing.T) {
	for _, message := range []string{"emit:a break wait:1", "break wait:1", "emit:a wait:1", "emit:a wait:1 reply:r"} {
		bubble(t, message, func(t *testing.T) {
			s, c := newResumable(t)
			x := c.post(message)
			early := c.resume(x.lastID())
			if early.over() || early.status != http.StatusOK {
				t.Errorf("while it is under way: got status %d, complete %t, want an open stream", early.status, early.over())
			}
			s.let("1")
			synctest.Wait()
			if !early.over() {
				t.Error("the stream goes on when it is complete")
			}
			last := early.lastID()
			if !strings.Contains(message, "break") && !strings.Contains(message, "reply") {
				last = x.lastID()
			}
			late := c.resume(last)
			if !late.over() || late.status != http.StatusNoContent || late.body() != "" {
				t.Errorf("when it is complete: got status %d and %q (complete %t), want %d", late.status, late.body(), late.over(), http.StatusNoContent)
			}
		})
	}
}

// An id that names nothing here stands for nothing. The client gets what it would get without one, and
// nothing of another session, whose ids may look the same.
func TestResume_unknown(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, c := newResumable(t)
		other := c.from("192.0.2.1:2").begin()
		stranger := other.post("emit:secret1 tell:secret2 reply:secret3")
		c.post("emit:a reply:b tell:n")
		ids := []string{"nope", "-", "--", "1", "1-", "-1", "1-x", "1--1", "99-1", "0x1-1", "1-99999999999999999999", " "}
		for _, e := range stranger.events() {
			ids = append(ids, e.id)
		}
		for _, id := range ids {
			x := c.resume(id)
			for _, said := range x.said() {
				if strings.Contains(said, "secret") {
					t.Errorf("Last-Event-ID %q: got %q of another session", id, said)
				}
			}
			// Some of these ids are those of own events too, the last one of a stream among them.
			if x.status != http.StatusOK && x.status != http.StatusNoContent {
				t.Errorf("Last-Event-ID %q: got status %d, want %d or %d", id, x.status, http.StatusOK, http.StatusNoContent)
			}
			x.hangUp()
		}
		if got := len(s.opened()); got != 2 {
			t.Errorf("got %d conversations, want 2", got)
		}
	})
}

// To a client that does not know how to come back the header means nothing.
func TestResume_notResumable(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newClient(t, &transport.HTTP{Open: newStage(t).open}).begin()
		c.post("emit:a tell:n reply:r")
		for _, id := range []string{"0-0", "1-0", "1-1", "0"} {
			x := c.resume(id)
			if id == "0-0" {
				if diff := cmp.Diff([]string{"n"}, x.said()); diff != "" {
					t.Errorf("what was told (-want +got):\n%s", diff)
				}
			} else if got := x.said(); len(got) > 0 || x.over() {
				t.Errorf("Last-Event-ID %q: got %q (complete %t), want an open stream of what is told", id, got, x.over())
			}
			x.hangUp()
		}
	})
}

// An answer of which nothing went ahead is no stream, so nothing is kept of it; of those that were
// streams the last ones are kept, so that a session does not grow for ever.
func TestResume_kept(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		_, c := newResumable(t)
		var ids []string
		for range 200 {
			ids = append(ids, c.post("emit:a reply:r").events()[0].id)
		}
		for range 200 {
			c.post("reply:plain") // It is nothing to keep, and costs nothing of what is kept.
		}
		kept := 0
		for i, id := range ids {
			x := c.resume(id)
			x.hangUp()
			if x.said() != nil {
				kept++
			} else if kept > 0 {
				t.Errorf("stream %d of %d is gone, and an older one is not", i, len(ids))
			}
		}
		if kept < 10 || kept > 100 {
			t.Errorf("got %d streams kept of %d, want the last ones", kept, len(ids))
		}
	})
}

// A client has a minute to come back for an answer that is complete.
func TestResume_keptFor(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		_, c := newResumable(t)
		id := c.post("emit:a reply:r").events()[0].id
		for _, tt := range []struct {
			later time.Duration
			want  []string
		}{
			{59 * time.Second, []string{"a", "r"}},
			{2 * time.Second, nil},
		} {
			time.Sleep(tt.later)
			x := c.resume(id)
			x.hangUp()
			if got := x.said(); !slices.Equal(got, tt.want) || (x.status == http.StatusNoContent) != (tt.want == nil) {
				t.Errorf("%v later: got status %d and %q, want %q", tt.later, x.status, got, tt.want)
			}
		}
	})
}
