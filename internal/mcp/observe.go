package mcp

import (
	"context"
	"errors"

	"giftserver/internal/rpc"
)

// An Observer is told of everything that a server is asked, so that it can be counted, timed and traced
// without this package knowing how. Its functions are called concurrently, while the peer waits.
type Observer interface {
	// Began is told of a request that has been admitted. The request is answered with the context that it
	// returns; ended is called when the reply has been made.
	Began(ctx context.Context, r Observed) (answering context.Context, ended func(Outcome))

	// Refused is told of a message that was answered with an error before its revision was settled: what
	// is no request, and what was not admitted. method is as in Observed.
	Refused(method string, o Outcome)
}

// Other stands for the methods that this server does not know, so that a peer can't make up names without
// end.
const Other = "other"

// Observed is what an [Observer] may know of a request: nothing of what was asked.
type Observed struct {
	Method  string // one of those that this server answers, else Other
	ID      string // as text, shortened
	Session string // the id of the session, where HTTP has one

	// Meta and Header say which trace the request belongs to, by params._meta and by the HTTP header.
	Meta, Header TraceContext
}

// A TraceContext is a W3C Trace Context as the peer sent it, unchecked; empty when it sent none.
type TraceContext struct{ Parent, State string }

// The kinds of outcomes.
const (
	Succeeded = "ok"
	Failed    = "failure"        // the result says that there is no good answer
	Mistaken  = "protocol_error" // the request was wrong
	Faulty    = "fault"          // this server is at fault
	Cancelled = "cancelled"      // nobody waits for the reply any more
)

// An Outcome is what came of a request.
type Outcome struct {
	Kind string   // one of the constants above
	Code rpc.Code // of the error that the peer was sent, 0 for none

	// Revision is that of the protocol, for initialize the one that was agreed on; "" when none was settled.
	Revision string

	// Target is the tool or the prompt that the request was about; "" if it was about none that this
	// server has.
	Target string
}

// observe has an observer told of a call.
func (c *call) observe(o Observer, route *rpc.Route) {
	answer := route.Handler
	var ended func(Outcome)
	var answered any
	route.Handler = func(ctx context.Context) (result any, err error) {
		ctx, ended = o.Began(ctx, c.observed())
		answered, err = answer(ctx)
		return answered, err
	}
	route.Done = func(err error) {
		outcome := outcomeOf(answered, err)
		outcome.Revision, outcome.Target = c.revision.name, c.target
		if c.faulty {
			outcome.Kind = Faulty
		}
		ended(outcome)
	}
}

// observed is what an observer may know of a call.
func (c *call) observed() Observed {
	o := Observed{Method: nameOf(c.Method), ID: rpc.Clip(string(c.ID))}
	if id, ok := rpc.Unquote(c.ID); ok {
		o.ID = rpc.Clip(id)
	}
	if !c.revision.modern && c.conversation.client.Load() != nil {
		o.Session, _, _ = single(c.Header, headerSession)
	}
	o.Meta.Parent, _ = rpc.Unquote(c.meta.TraceParent)
	o.Meta.State, _ = rpc.Unquote(c.meta.TraceState)
	o.Header.Parent, _, _ = single(c.Header, "Traceparent")
	o.Header.State, _, _ = single(c.Header, "Tracestate")
	return o
}

// nameOf is the name of a method as an observer is told it.
func nameOf(name string) string {
	if _, known := methods[name]; known {
		return name
	}
	return Other
}

// outcomeOf tells what came of a request by its result or error.
func outcomeOf(result any, err error) Outcome {
	if e, ok := errors.AsType[*rpc.Error](err); ok {
		kind := Mistaken
		if e.Code == rpc.InternalError {
			kind = Failed // What the peer is told in words is no fault, which it is never told.
		}
		return Outcome{Kind: kind, Code: e.Code}
	}
	switch tool, isTool := result.(*ToolResult); {
	case errors.Is(err, rpc.ErrCancelled):
		return Outcome{Kind: Cancelled}
	case err != nil:
		return Outcome{Kind: Faulty, Code: rpc.InternalError}
	case isTool && tool.IsError:
		return Outcome{Kind: Failed}
	}
	return Outcome{Kind: Succeeded}
}
