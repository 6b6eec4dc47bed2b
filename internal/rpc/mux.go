package rpc

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"runtime/debug"
	"sync"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// A Handler answers one request that has been routed to it. What it returns becomes the result,
// encoded as JSON, by itself if it is an [Appender]. An [Error] becomes the error of the reply; any
// other error is a fault.
type Handler func(ctx context.Context) (any, error)

// A Route says how a request is answered.
type Route struct {
	Handler Handler

	// InOrder has the request answered before the next message is taken in. It is for requests
	// that change what the messages after them mean.
	InOrder bool

	// Detached has the request go on when the context it came with ends. Only [Mux.Cancel] ends it
	// before its time.
	Detached bool

	// Done is told what came of the request when its reply has been made: nil, what went wrong, a panic too,
	// or [ErrCancelled]. Nil is not told.
	Done func(error)
}

// A Mux answers the messages of one peer, and asks it in turn: many requests go both ways over the
// same line. Its functions are called concurrently.
type Mux struct {
	// Route finds out how to answer a request. It is required. It may refuse with an [Error], which
	// is how a protocol checks what stands around a request before it looks at the method.
	Route func(*Request) (Route, error)

	// Notified receives notifications. It may refuse one with an [Error], of which the peer learns
	// the HTTP status alone. Nil ignores them.
	Notified func(*Request) error

	// Check refuses what is no request or notification by what stands around it, with an [Error]. Nil
	// refuses nothing.
	Check func(header map[string][]string) error

	// Batches reports whether the peer may send several messages in an array. Nil means never.
	Batches func(header map[string][]string) bool

	// Refused is told of each message that is answered with an error before it came to a handler, by the
	// method that it names, "" for none. Nil is not told.
	Refused func(method string, err error)

	// Log receives faults, each once with its cause. Nil means slog.Default().
	Log *slog.Logger

	mu      sync.Mutex
	running map[string]context.CancelFunc // the peer's requests under way, by key of their id
	asked   int64                         // how often the peer has been asked; the last id used
	waiting map[int64]chan<- *response    // our requests that the peer has not answered, by id
	closed  bool
}

// Serve takes one message in and returns what answers it. Messages that have an order are taken in one
// after the other; their answers may be made at the same time.
//
// header is what the transport knows of the message beside its bytes (nil on stdio); see [Request].
// emit sends a message that belongs to this one ahead of its answer.
//
// answer returns the reply and the HTTP status that belongs to it. The reply is nil when there is
// nothing to say: after a notification, or when the peer no longer wants it. Neither function ever
// panics.
func (m *Mux) Serve(
	ctx context.Context, message []byte, header map[string][]string, emit func([]byte) error,
) (answer func() (reply []byte, status int)) {
	switch {
	case len(message) > MaxMessage:
		return m.refuse(ctx, &Request{}, Refusef(http.StatusRequestEntityTooLarge, InvalidRequest,
			"The message is larger than %d bytes", MaxMessage))
	case jsontext.Value(message).Kind() == '[':
		if err := m.check(header); err != nil {
			return m.refuse(ctx, &Request{}, err)
		}
		if m.batches(header) {
			return m.batch(ctx, message, header, emit)
		}
	}
	return m.take(ctx, message, header, emit, false)
}

// check asks the protocol whether a message may come.
func (m *Mux) check(header map[string][]string) error {
	_, err := safely(func() (struct{}, error) {
		if m.Check == nil {
			return struct{}{}, nil
		}
		return struct{}{}, m.Check(header)
	})
	return err
}

// batches asks the protocol whether an array may come.
func (m *Mux) batches(header map[string][]string) bool {
	allowed, err := safely(func() (bool, error) { return m.Batches != nil && m.Batches(header), nil })
	return allowed && err == nil
}

// take takes in a message that is not an array, but may stand in one.
func (m *Mux) take(
	ctx context.Context, message []byte, header map[string][]string, emit func([]byte) error, batched bool,
) func() ([]byte, int) {
	r, resp, refusal := parse(message)
	switch {
	case resp != nil:
		err := m.check(header)
		if err == nil {
			err = m.deliver(resp)
		}
		if err != nil {
			return m.refuse(ctx, &Request{}, err)
		}
		return said(nil, http.StatusAccepted)
	case refusal != nil && r.ID == nil && r.Method != "":
		return said(nil, http.StatusBadRequest) // A notification gets no answer, not even an error.
	case refusal != nil:
		return m.refuse(ctx, r, refusal)
	}
	r.Header, r.Batched, r.mux, r.emit = header, batched, m, emit
	if r.ID == nil {
		return said(nil, m.notified(ctx, r))
	}
	return m.begin(ctx, r)
}

// said answers with what is known already.
func said(reply []byte, status int) func() ([]byte, int) {
	return func() ([]byte, int) { return reply, status }
}

// refuse answers what does not come to a handler.
func (m *Mux) refuse(ctx context.Context, r *Request, err error) func() ([]byte, int) {
	r.answered.Store(true)
	if m.Refused != nil {
		m.Refused(r.Method, err)
	}
	return said(m.failed(ctx, r, err))
}

// notified hands a notification over and returns the HTTP status for it.
func (m *Mux) notified(ctx context.Context, r *Request) int {
	if m.Notified == nil {
		return http.StatusAccepted
	}
	_, err := safely(func() (struct{}, error) { return struct{}{}, m.Notified(r) })
	if e, ok := errors.AsType[*Error](err); ok && e != nil {
		return e.status()
	}
	if err != nil {
		m.fault(ctx, r, err)
	}
	return http.StatusAccepted
}

// begin routes a request and enters it in the list of those under way.
func (m *Mux) begin(ctx context.Context, r *Request) func() ([]byte, int) {
	route, err := safely(func() (Route, error) { return m.Route(r) })
	if err != nil {
		return m.refuse(ctx, r, err)
	}
	if route.Detached {
		ctx = context.WithoutCancel(ctx)
	}
	ctx, cancel := context.WithCancel(ctx)
	if !m.enter(r.ID, cancel) {
		cancel()
		return m.refuse(ctx, r, refusal("The id %s belongs to a request that is still under way", Clip(string(r.ID))))
	}
	answer := func() ([]byte, int) {
		defer m.leave(r.ID, cancel)
		return m.answer(ctx, r, route)
	}
	if route.InOrder {
		reply, status := answer()
		if r.Header == nil && emit(r, reply) {
			return said(nil, status)
		}
		return said(reply, status)
	}
	return answer
}

// emit sends the reply to a request that is answered in order, so that nothing overtakes it. It does so
// only where a reply is a message like any other, and reports whether it did.
func emit(r *Request, reply []byte) bool {
	return reply != nil && !r.Batched && r.emit != nil && r.emit(reply) == nil
}

// answer runs the handler of r and encodes its outcome.
func (m *Mux) answer(ctx context.Context, r *Request, route Route) ([]byte, int) {
	reply, err := safely(func() ([]byte, error) {
		result, err := route.Handler(ctx)
		if err != nil {
			return nil, err
		}
		return success(r.ID, result)
	})
	r.answered.Store(true)
	if ctx.Err() != nil && !errors.Is(err, errPanic) {
		err = ErrCancelled // Other errors come of it as a rule.
	}
	if route.Done != nil {
		route.Done(err)
	}
	switch {
	case ctx.Err() != nil:
		if errors.Is(err, errPanic) {
			m.fault(ctx, r, err)
		}
		return nil, http.StatusAccepted
	case err != nil:
		return m.failed(ctx, r, err)
	}
	return reply, http.StatusOK
}

// failed is the one place where a Go error becomes a JSON-RPC error.
func (m *Mux) failed(ctx context.Context, r *Request, err error) ([]byte, int) {
	if e, ok := errors.AsType[*Error](err); ok && e != nil {
		return failure(r.ID, e)
	}
	m.fault(ctx, r, err)
	return failure(r.ID, Errorf(InternalError, "internal error"))
}

// fault logs what went wrong here; the peer is told only that something did.
func (m *Mux) fault(ctx context.Context, r *Request, err error) {
	log := m.Log
	if log == nil {
		log = slog.Default()
	}
	log.ErrorContext(ctx, "request failed", "method", Clip(r.Method), "id", Clip(string(r.ID)), "error", err)
}

// ErrCancelled says that a request got no reply, because whoever asked is gone or has taken it back.
var ErrCancelled = errors.New("the request was cancelled")

var errPanic = errors.New("panic")

// safely runs f and turns a panic into an error.
func safely[T any](f func() (T, error)) (value T, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("%w: %v\n%s", errPanic, p, debug.Stack())
		}
	}()
	return f()
}

// batch takes in the messages of an array. Their replies make an array too, without those that have
// none.
func (m *Mux) batch(
	ctx context.Context, array []byte, header map[string][]string, emit func([]byte) error,
) func() ([]byte, int) {
	elements, refusal := split(array)
	if refusal != nil {
		return m.refuse(ctx, &Request{}, refusal)
	}
	answers := make([]func() ([]byte, int), len(elements))
	for i, element := range elements {
		answers[i] = m.take(ctx, element, header, emit, true)
	}
	return func() ([]byte, int) {
		var replies [][]byte
		for _, answer := range answers {
			if reply, _ := answer(); reply != nil {
				replies = append(replies, reply)
			}
		}
		if replies == nil {
			return nil, http.StatusAccepted
		}
		return append(append([]byte{'['}, bytes.Join(replies, []byte{','})...), ']'), http.StatusOK
	}
}

// success encodes a result.
func success(id jsontext.Value, result any) ([]byte, error) {
	b, err := envelope(id, "result", result)
	if err != nil {
		return nil, fmt.Errorf("encoding the result: %w", err)
	}
	return b, nil
}

// failure encodes an error. Without an id the member is left out: the MCP schemas forbid null.
func failure(id jsontext.Value, e *Error) ([]byte, int) {
	b, err := safely(func() ([]byte, error) { return envelope(id, "error", e) })
	if err != nil {
		// Only Data can fail to encode, or panic, and it adds detail alone.
		b, _ = envelope(id, "error", &Error{Code: e.Code, Message: e.Message})
	}
	return b, e.status()
}

// envelope encodes a reply. The members come in the order of the specification's examples. The id is
// written as it came, byte for byte, which an encoder would not do.
func envelope(id jsontext.Value, name string, value any) ([]byte, error) {
	b := buffers.Get().([]byte)[:0]
	b = append(b, `{"jsonrpc":"2.0",`...)
	if id != nil {
		b = append(b, `"id":`...)
		b = append(b, id...)
		b = append(b, ',')
	}
	b = append(b, '"')
	b = append(b, name...)
	b, err := appendValue(append(b, `":`...), value)
	if err != nil {
		return nil, err
	}
	b = append(b, '}')
	if cap(b) > 2*len(b)+1024 {
		defer recycle(b)
		return bytes.Clone(b), nil // Whoever keeps the reply keeps no more than that.
	}
	return b, nil
}

// An Appender is a result that writes itself as JSON behind what is in b already.
type Appender interface {
	AppendJSON(b []byte) ([]byte, error)
}

func appendValue(b []byte, value any) ([]byte, error) {
	if a, ok := value.(Appender); ok {
		return a.AppendJSON(b)
	}
	encoded, err := json.Marshal(value, replaceInvalid, json.Deterministic(true))
	return append(b, encoded...), err
}

// keepBuffer is the capacity up to which a buffer is kept, in bytes, so that one long reply does not
// stay in memory.
const keepBuffer = 64 << 10

// buffers saves replies from growing to their size step by step, in memory that is not at hand.
var buffers = sync.Pool{New: func() any { return make([]byte, 0, 16<<10) }}

// Recycle takes a reply back that nobody holds any more, so that the next one needs no memory of its own.
func (m *Mux) Recycle(reply []byte) { recycle(reply) }

func recycle(b []byte) {
	if cap(b) >= 4<<10 && cap(b) <= keepBuffer {
		buffers.Put(b) //nolint:staticcheck // The header of a slice is less than what it saves.
	}
}

// replaceInvalid has text that is no UTF-8, such as a header that an error quotes, written with
// replacement characters: a reply is valid whatever it quotes.
var replaceInvalid = jsontext.AllowInvalidUTF8(true)
