package rpc_test

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"giftserver/internal/rpc"
)

// inBatches allows a mux several messages in an array.
func inBatches(m *rpc.Mux) *rpc.Mux {
	m.Batches = func(map[string][]string) bool { return true }
	return m
}

// choosy echoes what it is asked, but refuses the method "refused".
func choosy() *rpc.Mux {
	return &rpc.Mux{Route: func(r *rpc.Request) (rpc.Route, error) {
		if r.Method == "refused" {
			return rpc.Route{}, rpc.Refusef(http.StatusNotFound, rpc.MethodNotFound, "no %s", r.Method)
		}
		return rpc.Route{Handler: func(context.Context) (any, error) { return r.Params, nil }}, nil
	}}
}

// serveBatch has a message answered and returns the replies of the array that it gets, each as its id
// ("-" for none) and its result or the code of its error. A reply that is no array is a failure.
func serveBatch(t *testing.T, m *rpc.Mux, message string) (replies []string, status int) {
	t.Helper()
	array, status := m.Serve(t.Context(), []byte(message), nil, nil)()
	if array == nil {
		return nil, status
	}
	for _, reply := range elements(t, array) {
		o := read(t, reply, status)
		id, what := o.ID, o.Result
		if id == "" {
			id = "-"
		}
		if o.Code != 0 {
			what = fmt.Sprint(int(o.Code))
		}
		replies = append(replies, id+" "+what)
	}
	return replies, status
}

func TestBatch_replies(t *testing.T) {
	tests := []struct {
		batch string
		want  []string
	}{
		{`[{"jsonrpc":"2.0","id":1,"method":"m"}]`, []string{`1 null`}},
		{
			// Whatever stands between them, each message is its own.
			" [\n{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"m\",\"params\":{ \"a\": [1.0] }}\t,\r\n {\"params\":{\"id\":2},\"id\" : \"b\" ,\"jsonrpc\":\"2.0\",\"method\":\"m\"} ] ",
			[]string{`1 {"a":[1.0]}`, `"b" {"id":2}`},
		},
		{
			// Notifications and requests: one reply for each request, in the order of the requests.
			`[{"jsonrpc":"2.0","method":"n"},{"jsonrpc":"2.0","id":"z","method":"m"},{"jsonrpc":"2.0","method":"n"},{"jsonrpc":"2.0","id":0,"method":"m"}]`,
			[]string{`"z" null`, `0 null`},
		},
		// The examples of JSON-RPC 2.0 §7: what is no message gets an error of its own.
		{`[1]`, []string{`- -32600`}},
		{`[1,2,3]`, []string{`- -32600`, `- -32600`, `- -32600`}},
		{
			`[{"foo":"boo"},null,"x",true,[],{"jsonrpc":"2.0","id":5,"method":"m"}]`,
			[]string{`- -32600`, `- -32600`, `- -32600`, `- -32600`, `- -32600`, `5 null`},
		},
		// An array in an array is no message, whatever it holds.
		{`[[{"jsonrpc":"2.0","id":1,"method":"m"}]]`, []string{`- -32600`}},
		{
			// Faults of one message reach it by its id, and leave the others alone.
			`[{"id":1,"method":"m"},{"jsonrpc":"2.0","id":2,"method":"m","params":[1]},{"jsonrpc":"2.0","id":null,"method":"m"},{"jsonrpc":"2.0","id":4,"method":"m"}]`,
			[]string{`1 -32600`, `2 -32602`, `- -32600`, `4 null`},
		},
		{
			// Its HTTP status is lost, since the others have theirs.
			`[{"jsonrpc":"2.0","id":1,"method":"refused"},{"jsonrpc":"2.0","id":2,"method":"m"}]`,
			[]string{`1 -32601`, `2 null`},
		},
		{`[{"jsonrpc":"2.0","id":1,"method":"m","params":{"n":1e999}},{"jsonrpc":"2.0","id":2,"method":"m"}]`, []string{`1 -32600`, `2 null`}},
		// A response to what nobody asked. Its id is not one of the peer's own.
		{`[{"jsonrpc":"2.0","id":1,"result":{}},{"jsonrpc":"2.0","id":1,"method":"m"}]`, []string{`- -32600`, `1 null`}},
		// The first of two requests with one id is still to be answered when the second one comes.
		{`[{"jsonrpc":"2.0","id":1,"method":"m"},{"jsonrpc":"2.0","id":1,"method":"m"}]`, []string{`1 null`, `1 -32600`}},
		// A notification with a fault gets no reply here either.
		{`[{"jsonrpc":"2.0","method":"n","params":[1]},{"jsonrpc":"2.0","id":2,"method":"m"}]`, []string{`2 null`}},
	}
	for _, tt := range tests {
		got, status := serveBatch(t, inBatches(choosy()), tt.batch)
		if diff := cmp.Diff(tt.want, got); diff != "" || status != http.StatusOK {
			t.Errorf("Serve(%s): status %d, replies (-want +got):\n%s", tt.batch, status, diff)
		}
	}
}

// Nothing is said to messages that are no questions, not even by an empty array.
func TestBatch_noReply(t *testing.T) {
	tests := []struct {
		batch    string
		notified []string // the methods that reach Notified
	}{
		{`[{"jsonrpc":"2.0","method":"a"}]`, []string{"a"}},
		{`[{"jsonrpc":"2.0","method":"a"},{"jsonrpc":"2.0","method":"b","params":{}}]`, []string{"a", "b"}},
		{`[{"jsonrpc":"2.0","method":"a","params":[1]},{"jsonrpc":"2.0","method":"b"}]`, []string{"b"}},
		{`[{"jsonrpc":"2.0","method":"refused"}]`, []string{"refused"}},
	}
	for _, tt := range tests {
		var notified []string
		m := inBatches(choosy())
		m.Notified = func(r *rpc.Request) error {
			notified = append(notified, r.Method)
			if r.Method == "refused" {
				return rpc.Refusef(http.StatusNotFound, rpc.InvalidRequest, "no")
			}
			return nil
		}
		reply, status := m.Serve(t.Context(), []byte(tt.batch), nil, nil)()
		if reply != nil || status != http.StatusAccepted {
			t.Errorf("Serve(%s): got reply %q and status %d, want none and %d", tt.batch, reply, status, http.StatusAccepted)
		}
		if diff := cmp.Diff(tt.notified, notified); diff != "" {
			t.Errorf("Serve(%s): notified (-want +got):\n%s", tt.batch, diff)
		}
	}
}

// watched is a mux that fails the test when a message gets through.
func watched(t *testing.T) *rpc.Mux {
	return &rpc.Mux{
		Route: func(r *rpc.Request) (rpc.Route, error) {
			t.Errorf("request %s got through", r.ID)
			return rpc.Route{}, rpc.NotFound(r.Method)
		},
		Notified: func(r *rpc.Request) error {
			t.Errorf("notification %s got through", r.Method)
			return nil
		},
	}
}

// A batch that is wrong as a whole gets one error without an id, and nothing of it is taken in.
func TestBatch_refused(t *testing.T) {
	many := func(n int) string { return `[` + strings.Repeat(request+`,`, n-1) + request + `]` }
	tests := []struct {
		batch string
		code  rpc.Code
	}{
		{`[]`, rpc.InvalidRequest},
		{" [ \n] ", rpc.InvalidRequest},
		{many(101), rpc.InvalidRequest},
		{many(1000), rpc.InvalidRequest},
		{`[`, rpc.ParseError},
		{`[` + request, rpc.ParseError},
		{`[` + request + `,`, rpc.ParseError},
		{`[` + request + `,]`, rpc.ParseError},
		{`[,` + request + `]`, rpc.ParseError},
		{`[` + request + request + `]`, rpc.ParseError},
		{`[` + request + `,{]`, rpc.ParseError},
		{`[` + request + `,{"jsonrpc":"2.0","method"]`, rpc.ParseError},
		{`[` + request + `}`, rpc.ParseError},
		{`[` + request + `]]`, rpc.ParseError},
		{`[` + request + `] x`, rpc.ParseError},
		{`[` + request + `]` + request, rpc.ParseError},
		{`[` + request + `,{"jsonrpc":"2.0","id":2,"id":3,"method":"m"}]`, rpc.ParseError},
		{`[` + request + ",\"\xff\"]", rpc.ParseError},
		{`[` + request + `,NaN]`, rpc.ParseError},
	}
	for _, tt := range tests {
		want := outcome{Status: http.StatusBadRequest, Code: tt.code}
		if diff := cmp.Diff(want, unworded(serve(t, inBatches(watched(t)), tt.batch))); diff != "" {
			t.Errorf("Serve(%.200s) (-want +got):\n%s", tt.batch, diff)
		}
	}
}

func TestBatch_largest(t *testing.T) {
	var messages, want []string
	for i := range 100 {
		messages = append(messages, fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"m"}`, i))
		want = append(want, fmt.Sprintf("%d null", i))
	}
	got, _ := serveBatch(t, inBatches(echo()), "["+strings.Join(messages, ",")+"]")
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("replies (-want +got):\n%s", diff)
	}
}

// Whether batches are allowed is asked for each message anew, since it may depend on the header.
func TestBatch_allowed(t *testing.T) {
	tests := []struct {
		name    string
		batches func(header map[string][]string) bool
		want    string
	}{
		{"nil", nil, "refused"},
		{"never", func(map[string][]string) bool { return false }, "refused"},
		{"by header", func(header map[string][]string) bool { return header["Version"][0] == "old" }, "answered"},
	}
	for _, tt := range tests {
		m := echo()
		m.Batches = tt.batches
		reply, _ := m.Serve(t.Context(), []byte(`[`+request+`]`), map[string][]string{"Version": {"old"}}, nil)()
		got := "answered"
		if reply[0] != '[' {
			o := read(t, reply, 0)
			got = "refused"
			if o.Code != rpc.InvalidRequest || o.ID != "" {
				t.Errorf("%s: got %s, want %d without an id", tt.name, reply, rpc.InvalidRequest)
			}
		}
		if got != tt.want {
			t.Errorf("%s: got the batch %s, want it %s", tt.name, got, tt.want)
		}
	}
}

// A protocol may want to refuse some requests only because they come with others.
func TestBatch_batched(t *testing.T) {
	const notification = `{"jsonrpc":"2.0","method":"n"}`
	tests := []struct {
		message string
		want    []bool
	}{
		{request, []bool{false}},
		{notification, []bool{false}},
		{`[` + request + `]`, []bool{true}},
		{`[` + request + `,` + notification + `]`, []bool{true, true}},
	}
	for _, tt := range tests {
		var got []bool
		see := func(r *rpc.Request) {
			got = append(got, r.Batched)
			if r.Header["Version"] == nil {
				t.Errorf("Serve(%s): got no header with %s, want the one of the batch", tt.message, r.Method)
			}
		}
		m := inBatches(&rpc.Mux{
			Route: func(r *rpc.Request) (rpc.Route, error) {
				see(r)
				return rpc.Route{}, rpc.NotFound(r.Method)
			},
			Notified: func(r *rpc.Request) error {
				see(r)
				return nil
			},
		})
		m.Serve(t.Context(), []byte(tt.message), map[string][]string{"Version": {"old"}}, nil)
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("Serve(%s): Batched (-want +got):\n%s", tt.message, diff)
		}
	}
}

// A batch is taken in whole before any of it is answered, so one message can take another one back.
func TestBatch_cancel(t *testing.T) {
	m := inBatches(echo())
	m.Notified = func(r *rpc.Request) error {
		m.Cancel([]byte(`2`))
		return nil
	}
	got, _ := serveBatch(t, m, `[{"jsonrpc":"2.0","id":1,"method":"m"},{"jsonrpc":"2.0","id":2,"method":"m"},{"jsonrpc":"2.0","method":"cancel"}]`)
	if diff := cmp.Diff([]string{"1 null"}, got); diff != "" {
		t.Errorf("replies (-want +got):\n%s", diff)
	}
}
