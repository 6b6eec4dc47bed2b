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
// encoded as JSON. An [Error] becomes the error of the reply; any other error is a fault.
type Handler func(ctx context.Context) (any, error)

// A Mux answers JSON-RPC messages. It is safe for concurrent use if its functions are.
type Mux struct {
	// Route finds the handler of a request. It is required. It may refuse with an [Error], which
	// is how a protocol checks what stands around a request before it looks at the method.
	Route func(*Request) (Handler, error)

	// Log receives faults, each once with its cause. Nil means slog.Default().
	Log *slog.Logger
}

// Serve answers one message. header is what the transport knows of it beside the bytes (nil on
// stdio); see [Request].
//
// It returns the reply and the HTTP status that belongs to it. The reply is nil when there is
// nothing to say: after a notification, or when the peer is gone. Serve never panics.
func (m *Mux) Serve(ctx context.Context, message []byte, header map[string][]string) (reply []byte, status int) {
	if len(message) > MaxMessage {
		return failure(nil, Refusef(http.StatusRequestEntityTooLarge, InvalidRequest,
			"The message is larger than %d bytes", MaxMessage))
	}
	r, refusal := parse(message)
	switch {
	case refusal != nil && r.ID == nil && r.Method != "":
		return nil, http.StatusBadRequest // A notification gets no answer, not even an error.
	case refusal != nil:
		return failure(r.ID, refusal)
	case r.ID == nil:
		return nil, http.StatusAccepted
	}
	defer func() {
		if p := recover(); p != nil {
			reply, status = m.fault(ctx, r, fmt.Errorf("panic: %v\n%s", p, debug.Stack()))
		}
	}()
	r.Header = header
	return m.answer(ctx, r)
}

// answer runs the handler of r and encodes its outcome. It is the one place where a Go error
// becomes a JSON-RPC error.
func (m *Mux) answer(ctx context.Context, r *Request) ([]byte, int) {
	reply, err := m.call(ctx, r)
	if err == nil {
		return reply, http.StatusOK
	}
	if ctx.Err() != nil {
		return nil, http.StatusOK // Whoever asked is gone; nobody reads an answer.
	}
	if e, ok := errors.AsType[*Error](err); ok && e != nil {
		return failure(r.ID, e)
	}
	return m.fault(ctx, r, err)
}

// call routes r, runs its handler and encodes the result.
func (m *Mux) call(ctx context.Context, r *Request) ([]byte, error) {
	handle, err := m.Route(r)
	if err != nil {
		return nil, err
	}
	result, err := handle(ctx)
	if err != nil {
		return nil, err
	}
	return success(r.ID, result)
}

// fault logs what went wrong here and tells the peer only that something did.
func (m *Mux) fault(ctx context.Context, r *Request, err error) ([]byte, int) {
	m.log().ErrorContext(ctx, "request failed", "method", Clip(r.Method), "id", Clip(string(r.ID)), "error", err)
	return failure(r.ID, Errorf(InternalError, "internal error"))
}

func (m *Mux) log() *slog.Logger {
	if m.Log == nil {
		return slog.Default()
	}
	return m.Log
}

// success encodes a result. The members come in the order of the specification's examples.
func success(id jsontext.Value, result any) ([]byte, error) {
	b := buffers.Get().(*bytes.Buffer)
	defer func() {
		if b.Cap() <= keepBuffer {
			buffers.Put(b)
		}
	}()
	b.Reset()
	b.WriteString(`{"jsonrpc":"2.0","id":`)
	b.Write(id)
	b.WriteString(`,"result":`)
	if err := json.MarshalWrite(b, result, replaceInvalid); err != nil {
		return nil, fmt.Errorf("encoding the result: %w", err)
	}
	b.WriteByte('}')
	return bytes.Clone(b.Bytes()), nil
}

// keepBuffer is the capacity up to which a buffer is kept, in bytes, so that one long reply does not
// stay in memory.
const keepBuffer = 64 << 10

// buffers saves replies from growing to their size step by step.
var buffers = sync.Pool{New: func() any { return new(bytes.Buffer) }}

// failure encodes an error. Without an id the member is left out: the MCP schemas forbid null.
func failure(id jsontext.Value, e *Error) ([]byte, int) {
	reply := struct {
		Version string         `json:"jsonrpc"`
		ID      jsontext.Value `json:"id,omitzero"`
		Error   *Error         `json:"error"`
	}{"2.0", id, e}
	b, err := json.Marshal(reply, replaceInvalid)
	if err != nil {
		// Only Data can fail to encode, and it adds detail alone.
		reply.Error = &Error{Code: e.Code, Message: e.Message}
		b, _ = json.Marshal(reply, replaceInvalid)
	}
	return b, e.status()
}

// replaceInvalid has text that is no UTF-8, such as a header that an error quotes, written with
// replacement characters: a reply is valid whatever it quotes.
var replaceInvalid = jsontext.AllowInvalidUTF8(true)
