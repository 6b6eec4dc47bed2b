package rpc_test

import (
	"bytes"
	"encoding/json"
	"net/http"
	"testing"

	"giftserver/internal/rpc"
)

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
	} {
		f.Add([]byte(message))
	}
	f.Fuzz(func(t *testing.T, message []byte) {
		for _, m := range []*rpc.Mux{echo(), inBatches(echo())} {
			reply, status := m.Serve(t.Context(), message, nil, nil)()
			switch {
			case reply == nil:
				checkSilence(t, message, m.Batches != nil)
			case m.Batches != nil && reply[0] == '[':
				if status != http.StatusOK {
					t.Errorf("Serve(%q): got status %d with an array of replies, want %d", message, status, http.StatusOK)
				}
				for _, one := range elements(t, reply) {
					read(t, one, status)
				}
			default:
				read(t, reply, status)
			}
		}
	})
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
