package rpc

import (
	"context"
	"errors"
	"fmt"
	"strconv"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// mostAsked is how many questions a peer may have open.
const mostAsked = 100

// ErrClosed says that the peer can't be told or asked anything, not any more, or nothing more.
var ErrClosed = errors.New("the line to the peer is closed")

// Notify sends the peer a notification that belongs to the request, ahead of its answer. params is
// encoded as JSON. The error is that of the transport, or [ErrClosed] after the answer.
func (r *Request) Notify(method string, params any) error {
	message, err := Notification(method, params)
	if err != nil {
		return err
	}
	return r.send(message)
}

// Notification encodes a notification.
func Notification(method string, params any) ([]byte, error) {
	return encode(struct {
		Version string `json:"jsonrpc"`
		Method  string `json:"method"`
		Params  any    `json:"params,omitzero"`
	}{"2.0", method, params})
}

func encode(message any) ([]byte, error) {
	b, err := json.Marshal(message, replaceInvalid)
	if err != nil {
		return nil, fmt.Errorf("encoding a message: %w", err)
	}
	return b, nil
}

// Interrupt breaks the stream on which the answer goes to a peer that can come back for the rest. It
// does nothing where there is none.
func (r *Request) Interrupt() error { return r.send(nil) }

func (r *Request) send(message []byte) error {
	if r.emit == nil || r.answered.Load() {
		return ErrClosed
	}
	return r.emit(message)
}

// Call asks the peer something that belongs to the request, and waits for the answer or for ctx to
// end. The answer is the peer's result, or its error as an [Error]. id is that of our own request,
// for telling the peer that its answer is no longer wanted.
func (r *Request) Call(ctx context.Context, method string, params any) (id int64, result jsontext.Value, err error) {
	id, answer, err := r.mux.expect()
	if err != nil {
		return id, nil, err
	}
	defer r.mux.forget(id)
	message, err := encode(struct {
		Version string `json:"jsonrpc"`
		ID      int64  `json:"id"`
		Method  string `json:"method"`
		Params  any    `json:"params,omitzero"`
	}{"2.0", id, method, params})
	if err != nil {
		return id, nil, err
	}
	if err := r.send(message); err != nil {
		return id, nil, err
	}
	select {
	case resp, open := <-answer:
		if !open {
			return id, nil, ErrClosed
		}
		if resp.failure == nil {
			return id, resp.result, nil
		}
		e := new(Error)
		if json.Unmarshal(resp.failure, e) != nil || e.Code == 0 || e.Message == "" {
			e = &Error{Code: InternalError, Message: "the peer's error can't be read"}
		}
		return id, nil, e
	case <-ctx.Done():
		return id, nil, ctx.Err()
	}
}

// expect makes a new id for a request of ours, and the channel on which its answer comes.
func (m *Mux) expect() (int64, <-chan *response, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.closed || len(m.waiting) >= mostAsked {
		return 0, nil, ErrClosed
	}
	if m.waiting == nil {
		m.waiting = map[int64]chan<- *response{}
	}
	m.asked++
	answer := make(chan *response, 1)
	m.waiting[m.asked] = answer
	return m.asked, answer, nil
}

func (m *Mux) forget(id int64) {
	m.mu.Lock()
	defer m.mu.Unlock()
	delete(m.waiting, id)
}

// deliver hands a response to whoever waits for it. One that comes too late is dropped; one to what
// was never asked is a mistake of the peer.
func (m *Mux) deliver(resp *response) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	id, err := strconv.ParseInt(string(resp.id), 10, 64)
	if err != nil || id < 1 || id > m.asked {
		return refusal("This is a response, and no request of this server is open")
	}
	if answer, ok := m.waiting[id]; ok {
		delete(m.waiting, id)
		answer <- resp
	}
	return nil
}

// Cancel ends the peer's request of that id, if it is under way: its context ends, and it gets no
// reply.
func (m *Mux) Cancel(id jsontext.Value) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if cancel, ok := m.running[key(id)]; ok {
		cancel()
	}
}

// Close gives up waiting for the peer's answers, and asks it nothing more.
func (m *Mux) Close() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.closed = true
	for id, answer := range m.waiting {
		delete(m.waiting, id)
		close(answer)
	}
}

// enter puts a request on the list of those under way. It reports false if its id is there already.
func (m *Mux) enter(id jsontext.Value, cancel context.CancelFunc) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	k := key(id)
	if _, ok := m.running[k]; ok {
		return false
	}
	if m.running == nil {
		m.running = map[string]context.CancelFunc{}
	}
	m.running[k] = cancel
	return true
}

func (m *Mux) leave(id jsontext.Value, cancel context.CancelFunc) {
	m.mu.Lock()
	defer m.mu.Unlock()
	delete(m.running, key(id))
	cancel()
}

// key is the same for two ids that mean the same: a string may be escaped in several ways.
func key(id jsontext.Value) string {
	if id.Kind() == '"' {
		return `"` + unquote(id)
	}
	return string(id)
}
