package transport_test

import (
	"context"
	"errors"
	"io"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"giftserver/internal/transport"
)

// A host runs a server as a process of its own and speaks to it through pipes.
type host struct {
	t      *testing.T
	in     *io.PipeWriter
	out    *output
	stop   context.CancelFunc
	served chan struct{} // closed when Serve has returned
	err    error         // what it returned
	actor  *actor
}

// newHost starts a server whose conversation is one of a stage.
func newHost(t *testing.T, s *stage) *host {
	t.Helper()
	in, w := io.Pipe()
	ctx, stop := context.WithCancel(t.Context())
	h := &host{t: t, in: w, out: &output{}, stop: stop, served: make(chan struct{})}
	server := &transport.Stdio{Open: s.open, MaxMessage: most, In: in, Out: h.out}
	go func() {
		defer close(h.served)
		h.err = server.Serve(ctx)
	}()
	t.Cleanup(func() {
		stop()
		<-h.served
		w.Close() // The reader may still wait for a line.
	})
	synctest.Wait()
	h.actor = s.opened()[0]
	return h
}

// say writes lines and waits until nothing happens any more.
func (h *host) say(lines ...string) {
	h.t.Helper()
	go func() { _, _ = io.WriteString(h.in, strings.Join(lines, "\n")+"\n") }()
	synctest.Wait()
}

// end waits for Serve to return. It fails the test if that takes longer than a host waits.
func (h *host) end() error {
	h.t.Helper()
	select {
	case <-h.served:
		synctest.Wait()
		return h.err
	case <-time.After(5 * time.Second):
		h.t.Error("Serve has not returned after five seconds")
		return nil
	}
}

// An output holds what was written to it, each call of Write for itself.
type output struct {
	inUse atomic.Bool

	mu     sync.Mutex
	writes []string
	err    error // the next call fails with it, and all after it
}

func (o *output) Write(p []byte) (int, error) {
	if o.inUse.Swap(true) {
		return 0, errors.New("two calls of Write at the same time")
	}
	runtime.Gosched() // Whoever else wants to write, now is the time.
	defer o.inUse.Store(false)
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.err != nil {
		return 0, o.err
	}
	o.writes = append(o.writes, string(p))
	return len(p), nil
}

func (o *output) breaks(err error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.err = err
}

// lines returns what was written so far.
func (o *output) lines() []string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return slices.Clone(o.writes)
}
