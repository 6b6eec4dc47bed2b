package rpc_test

import (
	"context"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"giftserver/internal/rpc"
)

func TestServe_request(t *testing.T) {
	tests := []struct {
		message string
		want    string // the result of echo, which is params
	}{
		{`{"jsonrpc":"2.0","id":7,"method":"m","params":{"a":[1,"x",null]}}`, `{"a":[1,"x",null]}`},
		{`{"jsonrpc":"2.0","id":7,"method":"m"}`, `null`},
		// A null for params is what many clients send for none.
		{`{"jsonrpc":"2.0","id":7,"method":"m","params":null}`, `null`},
		// Members may come in any order, with any white space between them.
		{"\t{ \"params\" : {} ,\r\n \"method\" : \"m\" , \"id\" : 7 , \"jsonrpc\" : \"2.0\" }\n", `{}`},
		// A name or a version may be written with escapes; it stays the same.
		{`{"jsonrpc":"2.0","id":7,"m\u0065thod":"m"}`, `null`},
		{`{"jsonrpc":"\u0032.0","id":7,"method":"m"}`, `null`},
		// Names are case-sensitive, so these are members without a meaning.
		{`{"jsonrpc":"2.0","id":7,"method":"m","METHOD":"x","Id":8,"Params":{"a":1},"Result":1,"ERROR":{}}`, `null`},
	}
	for _, tt := range tests {
		want := outcome{Status: http.StatusOK, ID: "7", Result: tt.want}
		if diff := cmp.Diff(want, serve(t, echo(), tt.message)); diff != "" {
			t.Errorf("Serve(%s) (-want +got):\n%s", tt.message, diff)
		}
	}
}

func TestServe_id(t *testing.T) {
	for _, id := range []string{
		`0`, `-1`, `1`, `"1"`, `""`, `"null"`, `"\u00e9\n\/"`, `"\u0061"`,
		// Beyond 2^53 a float64 would come back as another number.
		`9007199254740993`,
		// An integer to JSON Schema, and the same bytes must come back.
		`1.0`,
	} {
		for _, message := range []string{
			`{"jsonrpc":"2.0","id":` + id + `,"method":"m"}`,
			`{"jsonrpc":"2.0","method":"m","params":{"id":99},"id": ` + id + ` }`,
		} {
			if got := serve(t, echo(), message); got.ID != id || got.Code != 0 {
				t.Errorf("Serve(%s): got id %s and code %d, want id %s and a result", message, got.ID, got.Code, id)
			}
			// Clients compare the bytes, also those of an error.
			refuses := mux(func(context.Context) (any, error) { return nil, rpc.NotFound("m") })
			if got := serve(t, refuses, message); got.ID != id || got.Code != rpc.MethodNotFound {
				t.Errorf("Serve(%s): got id %s and code %d, want id %s and an error", message, got.ID, got.Code, id)
			}
		}
	}
}

func TestServe_badID(t *testing.T) {
	for _, id := range []string{`null`, `1.5`, `{}`, `[]`, `true`, `false`, `{"id":1}`, `[1]`} {
		message := `{"jsonrpc":"2.0","id":` + id + `,"method":"m"}`
		want := outcome{Status: http.StatusBadRequest, Code: rpc.InvalidRequest}
		if diff := cmp.Diff(want, unworded(serve(t, echo(), message))); diff != "" {
			t.Errorf("Serve(%s) (-want +got):\n%s", message, diff)
		}
	}
}

// An id comes back in the reply, so it has a limit of its own.
func TestServe_longID(t *testing.T) {
	for n, want := range map[int]outcome{
		1022: {Status: http.StatusOK, ID: `"` + strings.Repeat("x", 1022) + `"`, Result: `{}`},
		1023: {Status: http.StatusBadRequest, Code: rpc.InvalidRequest},
	} {
		message := `{"jsonrpc":"2.0","id":"` + strings.Repeat("x", n) + `","method":"m","params":{}}`
		if got := unworded(serve(t, echo(), message)); got != want {
			t.Errorf("%d characters: got status %d and code %d, want %d, %d and the same id", n, got.Status, got.Code, want.Status, want.Code)
		}
	}
}

func TestServe_notification(t *testing.T) {
	tests := []struct {
		message string
		status  int
	}{
		{`{"jsonrpc":"2.0","method":"notifications/initialized"}`, http.StatusAccepted},
		// Nobody knows the method, and nobody may say so.
		{`{"jsonrpc":"2.0","method":"nope","params":{"a":1}}`, http.StatusAccepted},
		// A wrongly named id is no id.
		{`{"jsonrpc":"2.0","method":"m","ID":1}`, http.StatusAccepted},
		// A notification with a fault gets no answer either, only the status.
		{`{"jsonrpc":"2.0","method":"m","params":[1]}`, http.StatusBadRequest},
		{`{"jsonrpc":"2.0","method":"m","params":"x"}`, http.StatusBadRequest},
		{`{"jsonrpc":"1.0","method":"m"}`, http.StatusBadRequest},
		{`{"method":"m"}`, http.StatusBadRequest},
		{`{"jsonrpc":"2.0","method":"m","result":1}`, http.StatusBadRequest},
		{`{"jsonrpc":"2.0","method":"m","params":{"n":1e999}}`, http.StatusBadRequest},
	}
	for _, tt := range tests {
		reply, status := echo().Serve(t.Context(), []byte(tt.message), nil, nil)()
		if reply != nil || status != tt.status {
			t.Errorf("Serve(%s): got reply %q and status %d, want no reply and %d", tt.message, reply, status, tt.status)
		}
	}
}

// Such a message may be anything, so its error has no id to go to.
func TestServe_notJSON(t *testing.T) {
	const good = `{"jsonrpc":"2.0","id":1,"method":"m"}`
	for _, message := range []string{
		``, ` `, "\r\n",
		`{`, `{"jsonrpc":"2.0","id":1,"method":"m"`, `{"jsonrpc":"2.0","id":1,"method":"m`, `nul`, `hello`,
		// What begins like a batch is no batch until it ends like one.
		`[1,`, `[{"jsonrpc":"2.0","id":1,"method":"m"}`, `"ping`, `1 2`,
		good + good, good + "\n" + good, good + ` x`, good + `,`, good + `}`, good + "\x00", "\ufeff" + good,
		// JSON has neither trailing commas, comments, single quotes nor NaN.
		`{"jsonrpc":"2.0","id":1,"method":"m",}`,
		`{"jsonrpc":"2.0","id":1,/**/"method":"m"}`,
		`{'jsonrpc':'2.0','id':1,'method':'m'}`,
		`{"jsonrpc":"2.0","id":1,"method":"m","params":{"n":NaN}}`,
		`{"jsonrpc":"2.0","id":01,"method":"m"}`,
		// Which of two members counts is each parser's guess, at any depth and however it is written.
		`{"jsonrpc":"2.0","id":1,"id":2,"method":"m"}`,
		`{"jsonrpc":"2.0","id":1,"method":"m","m\u0065thod":"m"}`,
		`{"jsonrpc":"2.0","id":1,"method":"m","params":{"a":{"b":1,"b":1}}}`,
		`{"jsonrpc":"2.0","id":1,"method":"m","x":1,"x":1}`,
		// Not valid UTF-8: a stray byte, an overlong slash, an encoded surrogate.
		"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"\xff\"}",
		"{\"jsonrpc\":\"2.0\",\"id\":\"\xc0\xaf\",\"method\":\"m\"}",
		"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"m\",\"params\":{\"\xed\xa0\x80\":1}}",
		// A surrogate without its other half stands for no character.
		`{"jsonrpc":"2.0","id":"\ud83c","method":"m"}`,
		`{"jsonrpc":"2.0","id":1,"method":"m","params":{"a":"\udf81\ud83c"}}`,
	} {
		want := outcome{Status: http.StatusBadRequest, Code: rpc.ParseError}
		if diff := cmp.Diff(want, unworded(serve(t, echo(), message))); diff != "" {
			t.Errorf("Serve(%q) (-want +got):\n%s", message, diff)
		}
	}
}

func TestServe_notRequest(t *testing.T) {
	tests := []struct {
		message string
		id      string // "" where there is none, or none that belongs to a request of the peer
	}{
		{`null`, ""},
		{`true`, ""},
		{`42`, ""},
		{`"ping"`, ""},
		// Where batches are not allowed, none is looked into.
		{`[]`, ""},
		{`[{"jsonrpc":"2.0","id":1,"method":"m"}]`, ""},
		{`{}`, ""},
		{`{"id":"a","method":"m"}`, `"a"`},
		{`{"jsonrpc":"1.0","id":1,"method":"m"}`, "1"},
		{`{"jsonrpc":"2.00","id":1,"method":"m"}`, "1"},
		{`{"jsonrpc":2.0,"id":1,"method":"m"}`, "1"},
		{`{"jsonrpc":null,"id":1,"method":"m"}`, "1"},
		{`{"JSONRPC":"2.0","id":1,"method":"m"}`, "1"},
		{`{"jsonrpc":"2.0","id":1}`, "1"},
		{`{"jsonrpc":"2.0","id":1,"METHOD":"m"}`, "1"},
		{`{"jsonrpc":"2.0","id":1,"method":null}`, "1"},
		// The example of JSON-RPC 2.0 §7, here with an id.
		{`{"jsonrpc":"2.0","id":1,"method":1,"params":"bar"}`, "1"},
		{`{"jsonrpc":"2.0","method":1,"params":"bar"}`, ""},
		{`{"jsonrpc":"2.0","id":1,"method":["m"]}`, "1"},
		{`{"jsonrpc":"2.0","id":1,"method":"m","result":{}}`, "1"},
		{`{"jsonrpc":"2.0","id":1,"method":"m","error":{"code":1,"message":"x"}}`, "1"},
		{`{"jsonrpc":"2.0","id":1,"method":"m","result":null}`, "1"},
		// The id of a response is one of ours. Echoed, it would hit an unrelated request of the peer.
		{`{"jsonrpc":"2.0","id":1,"result":{}}`, ""},
		{`{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"x"}}`, ""},
		{`{"jsonrpc":"1.0","id":1,"result":{}}`, ""},
		{`{"jsonrpc":"2.0","id":1,"result":1e999}`, ""},
	}
	for _, tt := range tests {
		want := outcome{Status: http.StatusBadRequest, ID: tt.id, Code: rpc.InvalidRequest}
		if diff := cmp.Diff(want, unworded(serve(t, echo(), tt.message))); diff != "" {
			t.Errorf("Serve(%s) (-want +got):\n%s", tt.message, diff)
		}
	}
}

// MCP wants an object where JSON-RPC would also take an array. A modern request without an object of
// params has no metadata, which is 400, and no other request can be meant by it.
func TestServe_badParams(t *testing.T) {
	for _, params := range []string{`[]`, `[{"a":1}]`, `"x"`, `1`, `true`} {
		message := `{"jsonrpc":"2.0","method":"m","params":` + params + `,"id":1}`
		want := outcome{Status: http.StatusBadRequest, ID: "1", Code: rpc.InvalidParams}
		if diff := cmp.Diff(want, unworded(serve(t, echo(), message))); diff != "" {
			t.Errorf("Serve(%s) (-want +got):\n%s", message, diff)
		}
	}
}

func TestServe_limits(t *testing.T) {
	arrays := func(n int) string { return strings.Repeat("[", n) + strings.Repeat("]", n) }
	tests := []struct {
		value string // stands inside params, two levels below the message
		fits  bool
	}{
		{arrays(62), true},
		{arrays(63), false},
		{strings.Repeat(`{"a":`, 63) + `1` + strings.Repeat(`}`, 63), false},
		{strings.Repeat("1", 100), true},
		{strings.Repeat("1", 101), false},
		{"-0." + strings.Repeat("1", 98), false},
		// A string may hold any digits.
		{`"` + strings.Repeat("1", 101) + `e999"`, true},
		{"1e308", true},
		{"1E+308", true},
		{"1e-308", true},
		{"1e309", false},
		{"1.5E+309", false},
		{"1e-309", false},
		// The largest number of that exponent is 1.8e308.
		{"9e308", false},
		// Written out, it has a million digits.
		{"1e-1000001", false},
		{"1e99999999999999999999", false},
		{`[[1e309],[1]]`, false},
	}
	for _, tt := range tests {
		// The id stands last, so it is found only by reading past the value.
		message := `{"jsonrpc":"2.0","method":"m","params":{"a":` + tt.value + `},"id":"last"}`
		want := outcome{Status: http.StatusBadRequest, ID: `"last"`, Code: rpc.InvalidRequest}
		if tt.fits {
			want = outcome{Status: http.StatusOK, ID: `"last"`, Result: `{"a":` + tt.value + `}`}
		}
		if diff := cmp.Diff(want, unworded(serve(t, echo(), message))); diff != "" {
			t.Errorf("Serve(%s) (-want +got):\n%s", message, diff)
		}
	}
}

func TestServe_size(t *testing.T) {
	const message = `{"jsonrpc":"2.0","id":1,"method":"m"}`
	tests := []struct {
		size int
		want outcome
	}{
		{rpc.MaxMessage, outcome{Status: http.StatusOK, ID: "1", Result: "null"}},
		{rpc.MaxMessage + 1, outcome{Status: http.StatusRequestEntityTooLarge, Code: rpc.InvalidRequest}},
	}
	for _, tt := range tests {
		padded := message + strings.Repeat(" ", tt.size-len(message))
		if diff := cmp.Diff(tt.want, unworded(serve(t, echo(), padded))); diff != "" {
			t.Errorf("Serve of %d bytes (-want +got):\n%s", tt.size, diff)
		}
	}
}
