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

// A Conversation is what one peer and whoever answers it say to each other. It and [Opener] are all that
// a transport knows of the protocol.
type Conversation interface {
	// Serve takes one message of the peer in and returns what answers it. Messages that have an order
	// are taken in one after the other; their answers may be made at the same time.
	//
	// header holds the HTTP header that the message came with; it is nil on transports that have none.
	// emit sends the peer a message that belongs to this one, ahead of its reply; an empty message
	// breaks the stream of a peer that can come back for the rest. The reply is nil when there is none
	// to give. status is the HTTP status that belongs to it.
	Serve(ctx context.Context, message []byte, header map[string][]string, emit func([]byte) error) (answer func() (reply []byte, status int))

	// Session reports whether the peer has begun a session in this conversation, to which a message
	// with such a header belongs, and whether it knows how to resume a stream that broke.
	Session(header map[string][]string) (in, resumable bool)

	// Close ends the conversation. What would go on until then ends with a reply.
	Close()
}

// An Opener begins a conversation. tell sends the peer what belongs to none of its messages, and does
// not wait for it.
type Opener func(tell func(message []byte)) Conversation

// LogMessages returns an opener of the same conversations, of which each message is written to the log
// as it came in and as it went out, with ids. The values of members that are named like secrets are
// masked.
func LogMessages(open Opener, log *slog.Logger) Opener {
	return func(tell func([]byte)) Conversation {
		l := &logged{log: log}
		l.Conversation = open(func(message []byte) {
			l.out(context.Background(), message, 0)
			tell(message)
		})
		return l
	}
}

type logged struct {
	Conversation
	log *slog.Logger
}

// Serve logs the message and what is said to it.
func (l *logged) Serve(
	ctx context.Context, message []byte, header map[string][]string, emit func([]byte) error,
) func() (reply []byte, status int) {
	l.log.InfoContext(ctx, "message in", "bytes", len(message), "text", masked(message))
	answer := l.Conversation.Serve(ctx, message, header, func(message []byte) error {
		if len(message) > 0 {
			l.out(ctx, message, 0)
		}
		return emit(message)
	})
	return func() ([]byte, int) {
		reply, status := answer()
		if reply != nil {
			l.out(ctx, reply, status)
		}
		return reply, status
	}
}

// out logs a message to the peer. status is zero for one that is no reply.
func (l *logged) out(ctx context.Context, message []byte, status int) {
	l.log.InfoContext(ctx, "message out", "bytes", len(message), "status", status, "text", masked(message))
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
