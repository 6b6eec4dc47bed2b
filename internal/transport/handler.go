package transport

import (
	"context"
	"log/slog"
	"regexp"
)

// A Handler answers messages. It is all that a transport knows of the protocol.
type Handler interface {
	// Serve answers one message. header holds the HTTP header the message came with; it is nil on
	// stdio. The reply is nil when there is none to give. status is the HTTP status that belongs
	// to it.
	Serve(ctx context.Context, message []byte, header map[string][]string) (reply []byte, status int)
}

// LogMessages returns a handler that writes each message to the log as it came in and as it went
// out, with ids. The values of members that are named like secrets are masked.
func LogMessages(h Handler, log *slog.Logger) Handler { return &logged{h, log} }

type logged struct {
	Handler
	log *slog.Logger
}

// Serve logs the message, has it answered and logs the reply.
func (l *logged) Serve(ctx context.Context, message []byte, header map[string][]string) (reply []byte, status int) {
	l.log.InfoContext(ctx, "message in", "bytes", len(message), "text", masked(message))
	reply, status = l.Handler.Serve(ctx, message, header)
	l.log.InfoContext(ctx, "message out", "bytes", len(reply), "status", status, "text", masked(reply))
	return reply, status
}

// secret finds members whose name says that their value is nobody else's business, and the value: a
// string, a list or an object up to its first end, or a number. Messages may be cut, so the end of a
// value may be missing.
var secret = regexp.MustCompile(`(?i)("[^"]*(?:token|secret|password|authorization|api_?key|requestState)[^"]*"\s*:\s*)` +
	`(?:"(?:[^"\\]|\\.)*"?|[\[{][^\]}]*[\]}]?|[^\s,\]}]+)`)

// progressToken is no secret, and reading along needs it.
var progressToken = regexp.MustCompile(`^"progressToken"`)

// masked is a message as it may be logged.
func masked(message []byte) string {
	return string(secret.ReplaceAllFunc(message, func(member []byte) []byte {
		if progressToken.Match(member) {
			return member
		}
		return secret.ReplaceAll(member, []byte(`$1"***"`))
	}))
}
