package transport

import (
	"bytes"
	"context"
	"errors"
	"io"
	"log/slog"
	"regexp"
	"strings"
	"sync/atomic"
	"time"

	"github.com/go-json-experiment/json/jsontext"
)

// LogMessages returns an opener of the same conversations, of which each message is written to the log
// as it came in and as it went out: the number of the conversation, the session if there is one, the id and the
// method of the message, its size, and for replies how long they took. The values of members that are named like
// secrets are masked.
func LogMessages(open Opener, log *slog.Logger) Opener {
	var opened atomic.Int64
	return func(tell func([]byte)) Conversation {
		l := &logged{log: log.With("conversation", opened.Add(1))}
		l.Conversation = open(func(message []byte) {
			l.write(context.Background(), "message out", message)
			tell(message)
		})
		return l
	}
}

type logged struct {
	Conversation
	log     *slog.Logger
	session atomic.Pointer[string] // nil until a message came with the id of one
}

// Serve logs the message and what is said to it.
func (l *logged) Serve(
	ctx context.Context, message []byte, header map[string][]string, emit func([]byte) error,
) func() (reply []byte, status int) {
	if in, _ := l.Session(header); in && len(header[headerSession]) == 1 {
		l.session.Store(&header[headerSession][0])
	}
	begun := time.Now()
	l.write(ctx, "message in", message)
	answer := l.Conversation.Serve(ctx, message, header, func(message []byte) error {
		if len(message) > 0 {
			l.write(ctx, "message out", message)
		}
		return emit(message)
	})
	return func() ([]byte, int) {
		reply, status := answer()
		if reply != nil {
			l.write(ctx, "message out", reply, slog.Int("status", status), slog.Duration("took", time.Since(begun)))
		}
		return reply, status
	}
}

// write logs a message, with what else there is to say of it.
func (l *logged) write(ctx context.Context, title string, message []byte, more ...slog.Attr) {
	var attrs []slog.Attr
	if session := l.session.Load(); session != nil {
		attrs = append(attrs, slog.String("session", *session))
	}
	attrs = append(append(attrs, labels(message)...), slog.Int("bytes", len(message)))
	l.log.LogAttrs(ctx, slog.LevelInfo, title, append(append(attrs, more...), slog.String("text", masked(message)))...)
}

// labels are the id and the method of a message, as far as it has them and can be read.
func labels(message []byte) []slog.Attr {
	var found []slog.Attr
	dec := jsontext.NewDecoder(bytes.NewReader(message))
	if first, err := dec.ReadToken(); err != nil || first.Kind() != '{' {
		return nil
	}
	for {
		token, err := dec.ReadToken()
		if err != nil || token.Kind() != '"' {
			return found
		}
		name := token.String()
		value, err := dec.ReadValue()
		if err != nil {
			return found
		}
		if name == "id" || name == "method" {
			found = append(found, slog.String(name, strings.Trim(string(value), `"`)))
		}
	}
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
