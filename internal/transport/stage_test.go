package transport_test

import (
	"context"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"giftserver/internal/transport"
)

// A stage opens conversations in which each message says itself what is to happen, in words that are
// separated by spaces:
//
//	begin     a session begins, while the message is taken in
//	emit:x    x is sent ahead of the reply; if it can't be, the reason is the reply, at once
//	break     the stream is to break: an empty message is sent ahead of the reply
//	tell:x    x is told outside of any answer
//	wait:x    nothing happens until the test lets x go on
//	sleep:1s  nothing happens for a second
//	closed    nothing happens until the conversation is closed
//	gone      nothing happens until the context ends
//	reply:x   x is the reply
//	status:1  the status is 1, instead of 200 with a reply and 202 without one
type stage struct {
	resumable bool

	mu     sync.Mutex
	actors []*actor
	gates  map[string]chan struct{}
}

// An actor is one conversation.
type actor struct {
	stage *stage
	tell  func([]byte)

	mu     sync.Mutex
	begun  bool
	heard  []string // messages in the order in which they were taken in
	bare   bool     // the last of them came without a header
	closed int
	end    chan struct{}
}

// newStage returns a stage on which nothing waits any more when the test is over.
func newStage(t *testing.T) *stage {
	s := &stage{}
	t.Cleanup(func() {
		for _, a := range s.opened() {
			a.Close()
		}
		s.mu.Lock()
		defer s.mu.Unlock()
		for _, gate := range s.gates {
			select {
			case <-gate:
			default:
				close(gate)
			}
		}
	})
	return s
}

func (s *stage) open(tell func([]byte)) transport.Conversation {
	a := &actor{stage: s, tell: tell, end: make(chan struct{})}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.actors = append(s.actors, a)
	return a
}

// opened returns the conversations that have been opened, oldest first.
func (s *stage) opened() []*actor {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]*actor(nil), s.actors...)
}

func (s *stage) gate(name string) chan struct{} {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.gates == nil {
		s.gates = map[string]chan struct{}{}
	}
	if s.gates[name] == nil {
		s.gates[name] = make(chan struct{})
	}
	return s.gates[name]
}

// let has go on what waits for name.
func (s *stage) let(name string) { close(s.gate(name)) }

// Session knows modern messages, which belong to no session, by a header.
func (a *actor) Session(header map[string][]string) (in, resumable bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.begun && header["Modern"] == nil, a.stage.resumable
}

func (a *actor) Close() {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.closed == 0 {
		close(a.end)
	}
	a.closed++
}

// closes says how often the conversation has been closed.
func (a *actor) closes() int {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.closed
}

// messages returns what has been taken in, in that order.
func (a *actor) messages() []string {
	a.mu.Lock()
	defer a.mu.Unlock()
	return append([]string(nil), a.heard...)
}

// headerless reports whether the last message came without a header.
func (a *actor) headerless() bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.bare
}

func (a *actor) Serve(
	ctx context.Context, message []byte, header map[string][]string, emit func([]byte) error,
) func() ([]byte, int) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.heard, a.bare = append(a.heard, string(message)), header == nil
	words := strings.Fields(string(message))
	a.begun = a.begun || len(words) > 0 && words[0] == "begin"
	return func() ([]byte, int) {
		p := &part{actor: a, ctx: ctx, emit: emit}
		for _, word := range words {
			if p.play(word); p.failed {
				break
			}
		}
		if p.status == 0 {
			p.status = http.StatusOK
			if p.reply == nil {
				p.status = http.StatusAccepted
			}
		}
		return p.reply, p.status
	}
}

// A part is what an actor does about one message.
type part struct {
	*actor
	ctx    context.Context
	emit   func([]byte) error
	reply  []byte
	status int
	failed bool
}

func (p *part) play(line string) {
	word, rest, _ := strings.Cut(line, ":")
	switch word {
	case "begin":
	case "emit":
		p.send([]byte(rest))
	case "break":
		p.send(nil)
	case "tell":
		p.tell([]byte(rest))
	case "wait":
		<-p.stage.gate(rest)
	case "sleep":
		d, _ := time.ParseDuration(rest)
		time.Sleep(d)
	case "closed":
		<-p.end
	case "gone":
		<-p.ctx.Done()
	case "reply":
		p.reply = []byte(rest)
	case "status":
		p.status, _ = strconv.Atoi(rest)
	default:
		panic("a stage does not know the word " + line)
	}
}

// send emits a message. What a conversation does about an error is its own affair; an actor says it.
func (p *part) send(message []byte) {
	err := p.emit(message)
	if err == nil {
		return
	}
	p.failed = true
	p.reply = fmt.Appendf(nil, "not sent: %v", err)
	if e, ok := err.(interface{ Status() int }); ok {
		p.status = e.Status()
	}
}
