package transport_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"giftserver/internal/transport"
)

func TestStdio_concurrent(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStage(t)
		h := newHost(t, s)
		h.say("wait:1 reply:slow", "wait:2 reply:slower", "reply:fast")
		if diff := cmp.Diff([]string{"fast\n"}, h.out.lines()); diff != "" {
			t.Errorf("while the others are under way (-want +got):\n%s", diff)
		}
		s.let("2")
		synctest.Wait()
		h.say("reply:next")
		s.let("1")
		synctest.Wait()
		if diff := cmp.Diff([]string{"fast\n", "slower\n", "next\n", "slow\n"}, h.out.lines()); diff != "" {
			t.Errorf("in the end (-want +got):\n%s", diff)
		}
		h.in.Close()
		if err := h.end(); err != nil {
			t.Errorf("Serve: got %v, want nil", err)
		}
	})
}

// Messages are taken in in the order of their lines, whatever their answers do.
func TestStdio_takenInInOrder(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHost(t, newStage(t))
		var want []string
		for i := range 200 {
			want = append(want, fmt.Sprintf("%s reply:%d", []string{"wait:1", "", "gone", "closed"}[i%4], i))
			want[i] = strings.TrimSpace(want[i])
		}
		h.say(want...)
		if diff := cmp.Diff(want, h.actor.messages()); diff != "" {
			t.Errorf("messages (-want +got):\n%s", diff)
		}
	})
}

// What is sent ahead of a reply and what is told outside of one are lines like the reply. An empty message
// would break a stream; there is none here.
func TestStdio_lines(t *testing.T) {
	tests := []struct {
		message string
		want    []string
	}{
		{"emit:a tell:b emit:c reply:d", []string{"a\n", "b\n", "c\n", "d\n"}},
		{"emit:a", []string{"a\n"}},
		{"tell:a", []string{"a\n"}},
		{"break emit:a break reply:b", []string{"a\n", "b\n"}},
		{"tell: reply:b", []string{"b\n"}},
		{"status:400 reply:b", []string{"b\n"}},
		{"begin", nil},
	}
	for _, tt := range tests {
		bubble(t, tt.message, func(t *testing.T) {
			h := newHost(t, newStage(t))
			h.say(tt.message)
			if diff := cmp.Diff(tt.want, h.out.lines()); diff != "" {
				t.Errorf("%q (-want +got):\n%s", tt.message, diff)
			}
		})
	}
}

// However many answers are written at the same time, each line is written whole and by one call, so that
// none ends up inside another one.
func TestStdio_oneWriter(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStage(t)
		h := newHost(t, s)
		var messages, want []string
		for i := range 100 {
			long := strings.Repeat("x", 100*i)
			messages = append(messages, fmt.Sprintf("wait:1 emit:e%d%s tell:t%d reply:r%d%s", i, long, i, i, long))
			want = append(want, fmt.Sprintf("e%d%s\n", i, long), fmt.Sprintf("t%d\n", i), fmt.Sprintf("r%d%s\n", i, long))
		}
		h.say(messages...)
		s.let("1")
		h.in.Close()
		if err := h.end(); err != nil {
			t.Errorf("Serve: got %v, want nil", err)
		}
		got := h.out.lines()
		slices.Sort(got)
		slices.Sort(want)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("lines (-want +got):\n%s", diff)
		}
	})
}

// Whatever ends the conversation, what has been taken in is answered if it does not take too long. What
// waits for the conversation to go on does not wait any more.
func TestStdio_drain(t *testing.T) {
	ends := map[string]func(*host){
		"input ends":   func(h *host) { h.in.Close() },
		"context ends": func(h *host) { h.stop() },
	}
	tests := []struct {
		message string
		want    []string
		took    time.Duration // at most
	}{
		{"reply:a", []string{"a\n"}, 0},
		{"sleep:3s emit:a reply:b", []string{"a\n", "b\n"}, 3 * time.Second},
		{"closed reply:bye", []string{"bye\n"}, 0},
		{"emit:a closed emit:b reply:c", []string{"a\n", "b\n", "c\n"}, 0},
		// These would take for ever, whether they mind their context or not.
		{"gone reply:a", nil, 5 * time.Second},
		{"wait:end reply:a", nil, 5 * time.Second},
	}
	for name, end := range ends {
		for _, tt := range tests {
			bubble(t, name+", "+tt.message, func(t *testing.T) {
				h := newHost(t, newStage(t))
				h.say(tt.message)
				start := time.Now()
				end(h)
				if err := h.end(); err != nil {
					t.Errorf("Serve: got %v, want nil", err)
				}
				if took := time.Since(start); took > tt.took {
					t.Errorf("Serve took %v to end, want %v at most", took, tt.took)
				}
				if diff := cmp.Diff(tt.want, h.out.lines()); diff != "" && tt.want != nil {
					t.Errorf("lines (-want +got):\n%s", diff)
				}
				if h.actor.closes() == 0 {
					t.Error("the conversation was not closed")
				}
			})
		}
	}
}

// An output that is broken ends the server with the next message at the latest, and the conversation with
// it: nobody is there any more.
func TestStdio_brokenOutput(t *testing.T) {
	broken := errors.New("broken")
	for _, message := range []string{"reply:a", "emit:a", "tell:a", "wait:1 reply:a"} {
		bubble(t, message, func(t *testing.T) {
			s := newStage(t)
			h := newHost(t, s)
			h.say("gone", "closed reply:b", "reply:first")
			h.out.breaks(broken)
			h.say(message)
			s.let("1")
			synctest.Wait()
			h.say("reply:next")
			if err := h.end(); !errors.Is(err, broken) {
				t.Errorf("%q: Serve: got %v, want %v", message, err, broken)
			}
			if h.actor.closes() == 0 {
				t.Errorf("%q: the conversation was not closed", message)
			}
			if diff := cmp.Diff([]string{"first\n"}, h.out.lines()); diff != "" {
				t.Errorf("%q: lines (-want +got):\n%s", message, diff)
			}
		})
	}
}

// Whoever sends something ahead of an answer learns before long that nobody reads it.
func TestStdio_emitError(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		broken := errors.New("broken")
		learned := make(emitting, 1)
		s := &transport.Stdio{MaxMessage: most, In: strings.NewReader("a\n"), Out: &output{err: broken}, Open: learned.open}
		if err := s.Serve(t.Context()); !errors.Is(err, broken) {
			t.Errorf("Serve: got %v, want %v", err, broken)
		}
		if err := <-learned; err == nil {
			t.Error("emit: got no error over a broken output")
		}
	})
}

// emitting sends messages ahead of its answer until that fails, for a minute at most, and says why.
type emitting chan error

func (c emitting) open(func([]byte)) transport.Conversation { return emitter{nil, c} }

type emitter struct {
	handlerFunc
	learned chan<- error
}

func (c emitter) Serve(_ context.Context, _ []byte, _ map[string][]string, emit func([]byte) error) func() ([]byte, int) {
	return func() ([]byte, int) {
		var err error
		for range 60 {
			if err = emit([]byte("x")); err != nil {
				break
			}
			time.Sleep(time.Second)
		}
		c.learned <- err
		return nil, 0
	}
}

// More messages than can be answered at the same time wait for their turn; none is lost or refused.
func TestStdio_many(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStage(t)
		h := newHost(t, s)
		var messages, want []string
		for i := range 1000 {
			messages = append(messages, fmt.Sprintf("emit:e%d wait:1 reply:%d", i, i))
			want = append(want, fmt.Sprintf("%d\n", i), fmt.Sprintf("e%d\n", i))
		}
		h.say(messages...)
		if got := len(h.out.lines()); got != 256 {
			t.Errorf("got %d messages answered at the same time, want 256", got)
		}
		s.let("1")
		synctest.Wait()
		h.in.Close()
		if err := h.end(); err != nil {
			t.Errorf("Serve: got %v, want nil", err)
		}
		got := h.out.lines()
		slices.Sort(got)
		slices.Sort(want)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("lines (-want +got):\n%s", diff)
		}
	})
}

// A script that pipes its messages in and is done gets all its answers.
func TestStdio_manyPiped(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var in strings.Builder
		var want []string
		for i := range 1000 {
			fmt.Fprintf(&in, "sleep:%dms reply:%d\n", 1+i%100, i)
			want = append(want, fmt.Sprintf("%d\n", i))
		}
		out := &output{}
		s := &transport.Stdio{MaxMessage: most, In: strings.NewReader(in.String()), Out: out, Open: newStage(t).open}
		if err := s.Serve(t.Context()); err != nil {
			t.Errorf("Serve: got %v, want nil", err)
		}
		got := out.lines()
		slices.Sort(got)
		slices.Sort(want)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("lines (-want +got):\n%s", diff)
		}
	})
}

// A server that has as much to do as it can is ended as any other.
func TestStdio_manyEnd(t *testing.T) {
	ends := map[string]func(*host){
		"input ends":   func(h *host) { h.in.Close() },
		"context ends": func(h *host) { h.stop() },
	}
	for name, end := range ends {
		bubble(t, name, func(t *testing.T) {
			s := newStage(t)
			h := newHost(t, s)
			h.say(slices.Repeat([]string{"wait:1 reply:a"}, 257)...)
			end(h)
			if err := h.end(); err != nil {
				t.Errorf("Serve: got %v, want nil", err)
			}
			s.let("1")
		})
	}
}

// A host that does not read what it is told must not keep the server from anything but telling it. The
// time of a bubble stands still where a lock is waited for, so a server that holds one while it writes
// fails only when the time for all tests is over.
func TestStdio_stuckOutput(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStage(t)
		in, host := io.Pipe()
		reader, out := io.Pipe()
		defer reader.Close()
		defer host.Close()
		ctx, stop := context.WithCancel(t.Context())
		defer stop()
		server := &transport.Stdio{Open: s.open, MaxMessage: most, In: in, Out: out}
		served := make(chan error, 1)
		go func() { served <- server.Serve(ctx) }()
		if _, err := io.WriteString(host, "reply:a\nreply:b\nreply:c\n"); err != nil {
			t.Fatal(err)
		}
		synctest.Wait() // Until it is stuck.
		told := make(chan struct{})
		go func() {
			defer close(told)
			for range 5000 {
				s.opened()[0].tell([]byte("x"))
			}
		}()
		select {
		case <-told:
		case <-time.After(time.Second):
			t.Error("tell waits for the host")
		}
		if _, err := io.WriteString(host, "emit:d reply:e\nreply:f\n"); err != nil { // They wait for the host, and may.
			t.Fatal(err)
		}
		start := time.Now()
		stop()
		if err := <-served; err != nil {
			t.Errorf("Serve: got %v, want nil", err)
		}
		if took := time.Since(start); took > 5*time.Second {
			t.Errorf("got the end of Serve %v after that of its context, want it within five seconds", took)
		}
	})
}
