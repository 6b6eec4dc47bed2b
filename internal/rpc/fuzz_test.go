package rpc_test

import (
	"bytes"
	"encoding/json"
	"net/http"
	"reflect"
	"strings"
	"testing"

	"giftserver/internal/rpc"
)

// Whatever comes, what goes back is one valid message, or an array of them where they came in one: with
// the id that was sent, byte for byte, with the params as they came, and with no fault of this package's.
func FuzzServe(f *testing.F) {
	for _, message := range []string{
		request,
		`{"jsonrpc":"2.0","method":"m","params":{"a":[1e308,"\ud83c\udf81",null]}}`,
		`{"jsonrpc":"2.0","id":null,"method":"m"}`,
		`{"jsonrpc":"2.0","id":1,"result":{}}`,
		`{"id":"x","METHOD":"m","params":[`,
		`[]`,
		`[` + request + `,` + request + `]`,
		` [ {"jsonrpc":"2.0","method":"m"} , {"jsonrpc":"2.0","method":"m","params":1} ] `,
		`[[` + request + `],1,{"jsonrpc":"2.0","id":"\u0061","method":"m"}]`,
		`[{"jsonrpc":"2.0","id":1,"error":{}},`,
		"\xff",
		"",
		"\ufeff" + request,
		request + request,
		`{"jsonrpc":"2.0","id":9007199254740993.0,"method":"m","params":{"b":1.0,"a":[0.10,-0,1E2],"":"\u2028</script>"}}`,
		`{"jsonrpc":"2.0","id":1,"id":2,"method":"m"}`,
		`{"jsonrpc":"2.0","\u0069d":"","method":"","params":null}`,
		`{"jsonrpc":"2.0","id":1.5,"method":"m"}`,
		`{"jsonrpc":"2.0","id":1,"method":"m","params":{"n":1e-1000001}}`,
		`{"jsonrpc":"2.0","id":1,"method":"m","params":{"a":` + strings.Repeat("[", 70) + strings.Repeat("]", 70) + `}}`,
		`{"jsonrpc":"2.0","id":{"a":1},"method":"m"}`,
		`{"jsonrpc":"2.0","id":1,"method":"m","error":{"code":1,"message":"x"}}`,
		`{"jsonrpc":"2.0","id":"\ud800","method":"m"}`,
	} {
		f.Add([]byte(message))
	}
	f.Fuzz(func(t *testing.T, message []byte) {
		for _, m := range []*rpc.Mux{echo(), inBatches(echo())} {
			reply, status := m.Serve(t.Context(), bytes.Clone(message), nil, nil)()
			if most := 256*(1+bytes.Count(message, []byte(","))) + 6*len(message); len(reply) > most {
				t.Errorf("Serve(%q): got %d bytes, want %d at most", message, len(reply), most)
			}
			switch {
			case reply == nil:
				checkSilence(t, message, m.Batches != nil)
			case m.Batches != nil && reply[0] == '[':
				if status != http.StatusOK {
					t.Errorf("Serve(%q): got status %d with an array of replies, want %d", message, status, http.StatusOK)
				}
				checkReplies(t, elements(t, message), elements(t, reply), status)
			default:
				checkReplies(t, []json.RawMessage{message}, []json.RawMessage{reply}, status)
			}
		}
	})
}

// checkReplies checks that replies are in order, and answer messages in the order of these. A message of
// which no id can be read is answered without one, or not at all.
func checkReplies(t *testing.T, messages, replies []json.RawMessage, status int) {
	t.Helper()
	for _, reply := range replies {
		got := read(t, reply, status)
		if got.Code == rpc.InternalError {
			t.Errorf("Serve(%q): got %s", messages, reply)
		}
		if got.ID == "" {
			continue
		}
		var members map[string]json.RawMessage
		for len(messages) > 0 && string(members["id"]) != got.ID {
			members = nil
			_ = json.Unmarshal(messages[0], &members) // What is no object has no id.
			messages = messages[1:]
		}
		if string(members["id"]) != got.ID {
			t.Errorf("got the reply %s, whose id is that of no message left", reply)
		}
		if got.Code == 0 && !reflect.DeepEqual(value(members["params"]), value([]byte(got.Result))) {
			t.Errorf("got the result %s, want the params %s", got.Result, members["params"])
		}
	}
}

// value reads JSON with its numbers as they are written; what is absent is null.
func value(text []byte) (v any) {
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	_ = d.Decode(&v) // Whoever compares two of them notices when one can't be read.
	return v
}

// checkSilence fails the test unless the message is a notification, or several of them where batches
// are allowed. It is read by another parser than the one under test.
func checkSilence(t *testing.T, message []byte, batches bool) {
	t.Helper()
	messages := []json.RawMessage{message}
	if trimmed := bytes.TrimLeft(message, " \t\r\n"); batches && len(trimmed) > 0 && trimmed[0] == '[' {
		messages = elements(t, message)
	}
	if len(messages) == 0 {
		t.Errorf("Serve(%q): got no reply, want one, since it is empty", message)
	}
	for _, one := range messages {
		var members map[string]json.RawMessage
		err := json.Unmarshal(one, &members)
		_, hasID := members["id"]
		if method := members["method"]; err != nil || hasID || len(method) == 0 || method[0] != '"' {
			t.Errorf("Serve(%q): got no reply, want one, since %q is no notification", message, one)
		}
	}
}

// elements takes an array apart.
func elements(t *testing.T, array []byte) []json.RawMessage {
	t.Helper()
	var all []json.RawMessage
	if err := json.Unmarshal(array, &all); err != nil {
		t.Fatalf("got %q, want an array: %v", array, err)
	}
	return all
}
