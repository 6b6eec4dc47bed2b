package mcp_test

import (
	"context"
	"net/http"
	"strings"
	"sync"
	"testing"
	"testing/synctest"

	"github.com/google/go-cmp/cmp"

	"giftserver/internal/mcp"
)

// A peer is a client at the other end of a conversation that lasts. It keeps all that it is sent, one
// message on a line, in the order of sending.
type peer struct {
	*mcp.Conversation
	t      *testing.T
	header http.Header // nil for a pipe

	mu   sync.Mutex
	got  []string
	stop context.CancelFunc // ends what the peer has sent
}

// newPeer connects a client over a pipe. Tests that use it run in a bubble of synctest.
func newPeer(t *testing.T, s *mcp.Server) *peer {
	t.Helper()
	p := &peer{t: t}
	p.Conversation = s.Open(func(message []byte) { _ = p.keep(message) })
	t.Cleanup(p.Close)
	return p
}

// initialized connects a client that has initialized with a revision and capabilities.
func initialized(t *testing.T, s *mcp.Server, revision, capabilities string) *peer {
	t.Helper()
	p := newPeer(t, s)
	p.send(request("initialize", `"protocolVersion":"`+revision+`","capabilities":`+capabilities))
	p.take()
	return p
}

func (p *peer) keep(message []byte) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.got = append(p.got, string(message))
	return nil
}

// send sends a message written in shorthand, and waits until nothing happens any more.
func (p *peer) send(message string) {
	p.t.Helper()
	ctx, stop := context.WithCancel(p.t.Context())
	p.stop = stop
	answer := p.Serve(ctx, []byte(shorthand.Replace(message)), p.header, p.keep)
	go func() {
		if reply, _ := answer(); reply != nil {
			_ = p.keep(reply)
		}
	}()
	synctest.Wait()
}

// take returns what has come since it was called last, one message on a line.
func (p *peer) take() string {
	synctest.Wait()
	p.mu.Lock()
	defer p.mu.Unlock()
	got := strings.Join(p.got, "\n")
	p.got = nil
	return got
}

// expect compares what has come with messages written in shorthand.
func (p *peer) expect(messages ...string) {
	p.t.Helper()
	if diff := cmp.Diff(shorthand.Replace(strings.Join(messages, "\n")), p.take()); diff != "" {
		p.t.Errorf("what the peer got (-want +got):\n%s", diff)
	}
}
