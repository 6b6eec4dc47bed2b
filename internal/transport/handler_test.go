package transport_test

import (
	"bytes"
	"context"
	"encoding/json"
	"log/slog"
	"testing"

	"github.com/google/go-cmp/cmp"

	"giftserver/internal/transport"
)

// A handlerFunc is a transport.Handler.
type handlerFunc func(ctx context.Context, message []byte, header map[string][]string) ([]byte, int)

func (f handlerFunc) Serve(ctx context.Context, message []byte, header map[string][]string) ([]byte, int) {
	return f(ctx, message, header)
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
		// Answering with the message itself shows that it came through whole, and logs it twice.
		h := transport.LogMessages(handlerFunc(func(_ context.Context, message []byte, header map[string][]string) ([]byte, int) {
			return message, len(header)
		}), slog.New(slog.NewJSONHandler(&log, nil)))
		reply, status := h.Serve(t.Context(), []byte(tt.message), map[string][]string{"Accept": nil})
		if string(reply) != tt.message || status != 1 {
			t.Errorf("Serve(%s): got %s and status %d, want the handler's own answer", tt.message, reply, status)
		}
		logged := tt.logged
		if logged == "" {
			logged = tt.message
		}
		if diff := cmp.Diff([]string{logged, logged}, texts(t, &log)); diff != "" {
			t.Errorf("log of %s (-want +got):\n%s", tt.message, diff)
		}
	}
}

// texts returns the messages that a log holds, in their order.
func texts(t *testing.T, log *bytes.Buffer) []string {
	t.Helper()
	var all []string
	for records := json.NewDecoder(log); records.More(); {
		var record struct{ Text string }
		if err := records.Decode(&record); err != nil {
			t.Fatal(err)
		}
		all = append(all, record.Text)
	}
	return all
}
