package transport_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"giftserver/internal/transport"
)

// A handlerFunc answers messages that stand alone: a conversation without sessions.
type handlerFunc func(ctx context.Context, message []byte, header map[string][]string) ([]byte, int)

func (f handlerFunc) open(func([]byte)) transport.Conversation { return f }

func (f handlerFunc) Serve(
	ctx context.Context, message []byte, header map[string][]string, _ func([]byte) error,
) func() ([]byte, int) {
	return func() ([]byte, int) { return f(ctx, message, header) }
}

func (f handlerFunc) Session(map[string][]string) (in, resumable bool) { return false, false }

func (f handlerFunc) Close() {}

// inOrder answers messages while they are taken in, so in their order.
type inOrder struct{ handlerFunc }

func (c inOrder) open(func([]byte)) transport.Conversation { return c }

func (c inOrder) Serve(
	ctx context.Context, message []byte, header map[string][]string, _ func([]byte) error,
) func() ([]byte, int) {
	reply, status := c.handlerFunc(ctx, message, header)
	return func() ([]byte, int) { return reply, status }
}

func TestLogMessages(t *testing.T) {
	tests := []struct {
		message string
		logged  string // "" when the message is logged as it is
	}{
		{`{"jsonrpc":"2.0","id":1,"method":"ping"}`, ``},
		{`{"name":"Ann","password":"hunter2","age":7}`, `{"name":"Ann","password":"***","age":7}`},
		{`{"Authorization" : "Bearer x", "ACCESS_TOKEN":"x"}`, `{"Authorization":"***","ACCESS_TOKEN":"***"}`},
		{`{"api_key":"x","apiKey":"x","clientSecret":"x","requestState":"x"}`, `{"api_key":"***","apiKey":"***","clientSecret":"***","requestState":"***"}`},
		// The value ends at its own quote, not at one inside it.
		{`{"password":"a\"b\\","next":"c"}`, `{"password":"***","next":"c"}`},
		{`{"token":12345,"secret":true,"next":"c"}`, `{"token":"***","secret":"***","next":"c"}`},
		{`{"tokens":["x","y"],"secret":{"a":"x"},"next":"c"}`, `{"tokens":"***","secret":"***","next":"c"}`},
		{`{"secret":{"a":{},"key":"x"},"tokens":[["a"],"x"],"to\u006ben":"x"}`, `{"secret":"***","tokens":"***","token":"***"}`},
		// In what can't be read nothing can be masked, so nothing is shown.
		{`{"password":"correct horse`, `(not JSON, and it may hold a secret)`},
		{`{"pass\u0077ord":"correct horse`, `(not JSON, and it may hold a secret)`},
		{`{"name":"correct horse`, ``},
		// A progress token is no secret, and reading along needs it.
		{`{"_meta":{"progressToken":"p1"},"token":"x"}`, `{"_meta":{"progressToken":"p1"},"token":"***"}`},
		// These words are secret as names only.
		{`{"tags":["password","token"],"text":"the secret: \"x\""}`, ``},
	}
	for _, tt := range tests {
		var log bytes.Buffer
		var told, emitted []string
		c := transport.LogMessages(openParrot, slog.New(slog.NewJSONHandler(&log, nil)))(func(message []byte) {
			told = append(told, string(message))
		})
		answer := c.Serve(t.Context(), []byte(tt.message), map[string][]string{"Accept": nil}, func(message []byte) error {
			emitted = append(emitted, string(message))
			return errFull
		})
		reply, status := answer()
		if string(reply) != tt.message || status != 1 {
			t.Errorf("Serve(%s): got %s and status %d, want the parrot's own answer", tt.message, reply, status)
		}
		if diff := cmp.Diff([][]string{{tt.message}, {tt.message}}, [][]string{told, emitted}); diff != "" {
			t.Errorf("Serve(%s): told and emitted (-want +got):\n%s", tt.message, diff)
		}
		logged := tt.logged
		if logged == "" {
			logged = tt.message
		}
		// As it came in, was told, was emitted and was the reply.
		if diff := cmp.Diff([]string{logged, logged, logged, logged}, texts(t, &log)); diff != "" {
			t.Errorf("log of %s (-want +got):\n%s", tt.message, diff)
		}
	}
}

// errFull is why a parrot's message could not be sent.
var errFull = errors.New("full")

// A parrot says each message three times: outside of its answer, ahead of it and as its reply.
type parrot struct {
	handlerFunc
	tell func([]byte)
}

func openParrot(tell func([]byte)) transport.Conversation { return &parrot{tell: tell} }

func (p *parrot) Serve(
	_ context.Context, message []byte, header map[string][]string, emit func([]byte) error,
) func() ([]byte, int) {
	return func() ([]byte, int) {
		p.tell(message)
		if err := emit(message); !errors.Is(err, errFull) {
			return []byte("emit lost its error"), 0
		}
		return message, len(header)
	}
}

// What is not said in messages goes through untouched.
func TestLogMessages_conversation(t *testing.T) {
	p := &stage{resumable: true}
	c := transport.LogMessages(p.open, slog.New(slog.DiscardHandler))(func([]byte) {})
	if in, resumable := c.Session(nil); in || !resumable {
		t.Errorf("Session: got %t and %t, want false and true", in, resumable)
	}
	c.Serve(t.Context(), []byte("begin"), nil, nil)()
	if in, resumable := c.Session(nil); !in || !resumable {
		t.Errorf("Session when it has begun: got %t and %t, want true and true", in, resumable)
	}
	c.Close()
	if got := p.opened()[0].closes(); got != 1 {
		t.Errorf("got %d calls of Close, want 1", got)
	}
}

// What is logged of a message tells it from all others.
func TestLogMessages_labels(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var log bytes.Buffer
		open := transport.LogMessages(newStage(t).open, slog.New(slog.NewJSONHandler(&log, nil)))
		first, second := open(func([]byte) {}), open(func([]byte) {})
		inSession := map[string][]string{"Mcp-Session-Id": {"s1"}}
		first.Serve(t.Context(), []byte("begin"), inSession, nil)()
		first.Serve(t.Context(), []byte(`{"id":"a","method":"m","params":{"id":7}}`), inSession, nil) // It is not for the stage to answer.
		second.Serve(t.Context(), []byte(`sleep:1s reply:{"id":2}`), nil, nil)()
		type record struct {
			Msg          string
			Conversation int
			Session      string
			ID           string
			Method       string
			Bytes        int
			Status       int
			Took         time.Duration
		}
		want := []record{
			{Msg: "message in", Conversation: 1, Bytes: 5},
			{Msg: "message in", Conversation: 1, Session: "s1", ID: "a", Method: "m", Bytes: 41},
			{Msg: "message in", Conversation: 2, Bytes: 23},
			{Msg: "message out", Conversation: 2, ID: "2", Bytes: 8, Status: 200, Took: time.Second},
		}
		if diff := cmp.Diff(want, records[record](t, &log)); diff != "" {
			t.Errorf("log (-want +got):\n%s", diff)
		}
	})
}

// texts returns the messages that a log holds, in their order.
func texts(t *testing.T, log *bytes.Buffer) []string {
	t.Helper()
	var all []string
	for _, record := range records[struct{ Text string }](t, log) {
		all = append(all, record.Text)
	}
	return all
}

// records returns what a log in JSON holds, in its order.
func records[T any](t *testing.T, log *bytes.Buffer) []T {
	t.Helper()
	var all []T
	for decoder := json.NewDecoder(log); decoder.More(); {
		var record T
		if err := decoder.Decode(&record); err != nil {
			t.Fatal(err)
		}
		all = append(all, record)
	}
	return all
}
