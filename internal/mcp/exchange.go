package mcp

import (
	"context"
	"slices"
	"sync"

	"github.com/go-json-experiment/json/jsontext"

	"giftserver/internal/rpc"
)

// What a tool, a resource or a prompt can do while it answers beyond answering: the functions below,
// on the context that it was called with. Each does nothing where the peer has not asked for it.

// exchangeKey is where the context holds the call.
type exchangeKey struct{}

// withCall returns a context for the functions below.
func withCall(ctx context.Context, c *call) context.Context {
	return context.WithValue(ctx, exchangeKey{}, c)
}

// callOf returns the call that is answered with ctx; outside of one, a call of a peer that wants and
// can do nothing.
func callOf(ctx context.Context) *call {
	if c, ok := ctx.Value(exchangeKey{}).(*call); ok {
		return c
	}
	return &call{Request: &rpc.Request{}, revision: assumed, conversation: &Conversation{}}
}

// progress is how far a call has come.
type progress struct {
	mu   sync.Mutex
	told bool
	last float64
}

type progressParams struct {
	Token    jsontext.Value `json:"progressToken"`
	Progress float64        `json:"progress"`
	Total    float64        `json:"total,omitzero"`
	Message  string         `json:"message,omitzero"`
}

// Progress tells the peer how far the answer is: done of total (0 when unknown), with a message for
// people. done has to grow from call to call; what does not grow is not told.
func Progress(ctx context.Context, done, total float64, message string) {
	c := callOf(ctx)
	if c.meta.ProgressToken == nil || !rpc.ValidID(c.meta.ProgressToken) {
		return
	}
	c.progress.mu.Lock()
	defer c.progress.mu.Unlock()
	if c.progress.told && done <= c.progress.last {
		return
	}
	c.progress.told, c.progress.last = true, done
	// A peer that can't be told gets the answer all the same.
	_ = c.Notify("notifications/progress", c.revision.progress(progressParams{c.meta.ProgressToken, done, total, message}))
}

// logLevels are the values that a log level may have, lowest first.
var logLevels = []string{"debug", "info", "notice", "warning", "error", "critical", "alert", "emergency"}

// atLeast reports whether a log level is as high as another.
func atLeast(level, least string) bool {
	return slices.Index(logLevels, level) >= slices.Index(logLevels, least)
}

type logParams struct {
	Level  string `json:"level"`
	Logger string `json:"logger,omitzero"`
	Data   any    `json:"data"`
}

// Log tells the peer something for its log, if it has asked for messages of that level: "debug",
// "info", "notice", "warning", "error", "critical", "alert" or "emergency". data must hold nothing
// that is secret or personal.
func Log(ctx context.Context, level, logger string, data any) {
	c := callOf(ctx)
	if least := c.logLevel(); least != "" && atLeast(level, least) {
		_ = c.Notify("notifications/message", logParams{level, logger, data}) // A log is no reason to fail.
	}
}

// logLevel is the level from which on the peer wants messages, "" when it wants none.
func (c *call) logLevel() string {
	if c.revision.modern {
		level, _ := rpc.Unquote(c.meta.LogLevel)
		return level
	}
	if level := c.conversation.logLevel.Load(); level != nil {
		return *level
	}
	return ""
}

// Interrupt frees the connection on which a peer waits for a long answer, if the peer knows how to come
// back for it.
func Interrupt(ctx context.Context) {
	_ = callOf(ctx).Interrupt() // A peer that can't be interrupted waits.
}

// Elicitation, Sampling and Roots are what a peer may be able to do for the server, see [Can].
const (
	Elicitation = "elicitation"
	Sampling    = "sampling"
	Roots       = "roots"
)

// capabilityOf says what a peer must be able to do to be asked a method.
var capabilityOf = map[string]string{
	"elicitation/create":     Elicitation,
	"sampling/createMessage": Sampling,
	"roots/list":             Roots,
}

// Can reports whether the peer can be asked for something: [Elicitation] (by form), [Sampling] or
// [Roots].
func Can(ctx context.Context, capability string) bool { return callOf(ctx).can(capability) }

func (c *call) can(capability string) bool {
	declared := c.meta.Capabilities
	if !c.revision.modern {
		p := c.conversation.client.Load()
		if p == nil || capability == Elicitation && !c.revision.elicits {
			return false
		}
		declared = p.capabilities
	}
	members := membersOf(declared)
	value, ok := members[capability]
	if !ok || value.Kind() != '{' {
		return false
	}
	// A peer that elicits by URL alone says so; one that names no mode means the form.
	modes := membersOf(value)
	_, form := modes["form"]
	_, url := modes["url"]
	return capability != Elicitation || form || !url
}

// lasting reports whether the conversation goes on after the request, so that the peer can answer or
// be told something later: it does on a pipe and in a session.
func (c *call) lasting() bool { return c.Header == nil || c.conversation.client.Load() != nil }

// Locale returns the language and region that the peer's user reads, as the host tells them with the
// request: a BCP 47 tag, if the host keeps to it. It is "" when the host does not say.
func Locale(ctx context.Context) string {
	m := callOf(ctx).meta
	if tag, ok := rpc.Unquote(m.Locale); ok {
		return tag
	}
	tag, _ := rpc.Unquote(m.OldLocale)
	return tag
}
