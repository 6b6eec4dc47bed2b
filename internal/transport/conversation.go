package transport

import (
	"bytes"
	"context"
	"errors"
	"io"
	"log/slog"
	"regexp"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
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

// secret finds the names of members whose value is nobody else's business.
var secret = regexp.MustCompile(`(?i)token|secret|passw|pwd|credential|cookie|authorization|(?:api|private)[-_ ]?key|requestState`)

// isSecret reports whether the member of that name is to be masked. A progress token is none, and
// reading along needs it.
func isSecret(name string) bool { return secret.MatchString(name) && name != "progressToken" }

// masked is a message as it may be logged: as it is when it holds no secret, else with "***" in place
// of each. What is no JSON can't be searched for secrets and is left out when it may hold one.
func masked(message []byte) string {
	if !secret.Match(message) && !bytes.Contains(message, []byte(`\`)) {
		return string(message)
	}
	var out bytes.Buffer
	dec, enc := jsontext.NewDecoder(bytes.NewReader(message)), jsontext.NewEncoder(&out)
	for {
		token, err := dec.ReadToken()
		if errors.Is(err, io.EOF) {
			return strings.TrimSuffix(out.String(), "\n")
		}
		// A token is good until the next one is read, so what is asked of it comes first.
		kind, depth := dec.StackIndex(dec.StackDepth())
		name := err == nil && kind == '{' && depth%2 == 1 && isSecret(token.String())
		if err == nil {
			err = enc.WriteToken(token)
		}
		if err == nil && name {
			if err = dec.SkipValue(); err == nil {
				err = enc.WriteToken(jsontext.String("***"))
			}
		}
		if err != nil {
			return "(not JSON, and it may hold a secret)"
		}
	}
}
