package rpc_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"giftserver/internal/rpc"
)

// An outcome is what the peer learns from one call of Serve. All but Status is zero when there is
// no reply.
type outcome struct {
	Status  int
	ID      string // the raw value, "" when absent
	Result  string // the raw value, "" when absent
	Code    rpc.Code
	Message string
	Data    string // the raw value, "" when absent
}

// unworded leaves out the wording of an error, which no rule fixes.
func unworded(o outcome) outcome {
	o.Message = ""
	return o
}

// serve has a message answered and checks that the reply is one.
func serve(t *testing.T, m *rpc.Mux, message string) outcome {
	t.Helper()
	reply, status := m.Serve(t.Context(), []byte(message), nil, nil)()
	if reply == nil {
		return outcome{Status: status}
	}
	return read(t, reply, status)
}

// read takes a reply apart. It fails the test if the reply breaks a rule that holds for all: it is
// UTF-8 and JSON-RPC 2.0 with a result or an error, and its id, if any, is not null, which MCP forbids.
func read(t *testing.T, reply []byte, status int) outcome {
	t.Helper()
	var members map[string]json.RawMessage
	if err := json.Unmarshal(reply, &members); err != nil || !utf8.Valid(reply) {
		t.Fatalf("got reply %q, want a JSON object in UTF-8: %v", reply, err)
	}
	_, isResult := members["result"]
	_, isError := members["error"]
	if string(members["jsonrpc"]) != `"2.0"` || isResult == isError || string(members["id"]) == "null" {
		t.Fatalf("got reply %s, want jsonrpc 2.0, either result or error, and no null id", reply)
	}
	var e struct {
		Code    rpc.Code
		Message string
		Data    json.RawMessage
	}
	if isError {
		if err := json.Unmarshal(members["error"], &e); err != nil || e.Code == 0 || e.Message == "" {
			t.Fatalf("got reply %s, want an error with code and message: %v", reply, err)
		}
	}
	return outcome{status, string(members["id"]), string(members["result"]), e.Code, e.Message, string(e.Data)}
}

// mux routes every method to one handler.
func mux(handle rpc.Handler) *rpc.Mux {
	return &rpc.Mux{Route: func(*rpc.Request) (rpc.Route, error) { return rpc.Route{Handler: handle}, nil }}
}

// echo answers every request with its params.
func echo() *rpc.Mux {
	return &rpc.Mux{Route: func(r *rpc.Request) (rpc.Route, error) {
		return rpc.Route{Handler: func(context.Context) (any, error) { return r.Params, nil }}, nil
	}}
}

// quiet is for tests whose faults are meant.
var quiet = slog.New(slog.DiscardHandler)

const request = `{"jsonrpc":"2.0","id":1,"method":"m"}`

func TestServe_routedRequest(t *testing.T) {
	const message = `{"jsonrpc":"2.0","id":"a\/b","method":"caf\u00e9","params": { "price": 1.0 } }`
	header := map[string][]string{"Mcp-Method": {"café"}}
	want := &rpc.Request{
		ID:     []byte(`"a\/b"`),
		Method: "café",
		// Params stay as they were sent, so that 1.0 is not turned into 1 on the way.
		Params: []byte(`{ "price": 1.0 }`),
		Header: header,
	}
	var got *rpc.Request
	m := &rpc.Mux{Route: func(r *rpc.Request) (rpc.Route, error) {
		got = r
		return rpc.Route{}, rpc.NotFound(r.Method)
	}}
	m.Serve(t.Context(), []byte(message), header, nil)
	if diff := cmp.Diff(want, got, cmpopts.IgnoreUnexported(rpc.Request{})); diff != "" {
		t.Errorf("routed request (-want +got):\n%s", diff)
	}
}

func TestServe_handlerError(t *testing.T) {
	notFound := &rpc.Error{Code: -32002, Message: "gone", Data: map[string]string{"uri": "x:y"}, Status: http.StatusNotFound}
	tests := []struct {
		err  error
		want outcome
	}{
		{
			rpc.Errorf(rpc.InvalidParams, "no %s", "tea"),
			outcome{Status: http.StatusOK, ID: "1", Code: rpc.InvalidParams, Message: "no tea"},
		},
		{
			notFound,
			outcome{Status: http.StatusNotFound, ID: "1", Code: -32002, Message: "gone", Data: `{"uri":"x:y"}`},
		},
		// What wraps it is for our own eyes and does not reach the peer.
		{
			fmt.Errorf("reading tea leaves: %w", notFound),
			outcome{Status: http.StatusNotFound, ID: "1", Code: -32002, Message: "gone", Data: `{"uri":"x:y"}`},
		},
		// Data that cannot be sent is no reason to lose the error.
		{
			&rpc.Error{Code: rpc.InvalidParams, Message: "no tea", Data: make(chan int)},
			outcome{Status: http.StatusOK, ID: "1", Code: rpc.InvalidParams, Message: "no tea"},
		},
		// What an error quotes may be anything; the reply around it stays whole.
		{
			rpc.Errorf(rpc.InvalidParams, "no tea in \xff"),
			outcome{Status: http.StatusOK, ID: "1", Code: rpc.InvalidParams, Message: "no tea in \ufffd"},
		},
		{
			&rpc.Error{Code: rpc.InvalidParams, Message: "no tea", Data: map[string]string{"uri": "x:\xff"}},
			outcome{Status: http.StatusOK, ID: "1", Code: rpc.InvalidParams, Message: "no tea", Data: "{\"uri\":\"x:\ufffd\"}"},
		},
	}
	for _, tt := range tests {
		var log bytes.Buffer
		m := mux(func(context.Context) (any, error) { return nil, tt.err })
		m.Log = slog.New(slog.NewTextHandler(&log, nil))
		if diff := cmp.Diff(tt.want, serve(t, m, request)); diff != "" {
			t.Errorf("Serve when the handler returns %v (-want +got):\n%s", tt.err, diff)
		}
		if log.Len() > 0 {
			t.Errorf("log of %v: got %q, want nothing, since the peer's mistakes are no faults", tt.err, &log)
		}
	}
}

// unencodable is a result that fails where it is written, after its handler has returned.
type unencodable struct{}

func (unencodable) MarshalJSON() ([]byte, error) { return nil, errors.New("tea leaves") }

// panicking is a result that does worse.
type panicking struct{}

func (panicking) MarshalJSON() ([]byte, error) { panic("tea leaves") }

func TestServe_fault(t *testing.T) {
	cause := errors.New("tea leaves")
	tests := map[string]*rpc.Mux{
		"error of the handler":  mux(func(context.Context) (any, error) { return nil, cause }),
		"panic of the handler":  mux(func(context.Context) (any, error) { panic("tea leaves") }),
		"result not encodable":  mux(func(context.Context) (any, error) { return unencodable{}, nil }),
		"result that panics":    mux(func(context.Context) (any, error) { return panicking{}, nil }),
		"no error of ours":      mux(func(context.Context) (any, error) { return nil, fmt.Errorf("tea leaves: %w", (*rpc.Error)(nil)) }),
		"error of the routing":  {Route: func(*rpc.Request) (rpc.Route, error) { return rpc.Route{}, cause }},
		"panic of the routing":  {Route: func(*rpc.Request) (rpc.Route, error) { panic(cause) }},
		"context of its own":    mux(func(context.Context) (any, error) { return nil, fmt.Errorf("tea leaves: %w", context.Canceled) }),
		"result beside a fault": mux(func(context.Context) (any, error) { return "half done", cause }),
		"answered in order": {Route: func(*rpc.Request) (rpc.Route, error) {
			return rpc.Route{Handler: func(context.Context) (any, error) { panic("tea leaves") }, InOrder: true}, nil
		}},
	}
	want := outcome{Status: http.StatusOK, ID: "1", Code: rpc.InternalError, Message: "internal error"}
	for name, m := range tests {
		t.Run(name, func(t *testing.T) {
			var log bytes.Buffer
			m.Log = slog.New(slog.NewTextHandler(&log, nil))
			if diff := cmp.Diff(want, serve(t, m, request)); diff != "" {
				t.Errorf("Serve (-want +got):\n%s", diff)
			}
			// A TextHandler writes one line for each record.
			if records := strings.Count(log.String(), "\n"); records != 1 || !strings.Contains(log.String(), "tea leaves") {
				t.Errorf("log: got %q, want one record with the cause", &log)
			}
		})
	}
}

// The error's data only adds detail, so a fault in it costs the detail alone.
func TestServe_dataPanics(t *testing.T) {
	refused := &rpc.Error{Code: rpc.InvalidParams, Message: "no tea", Data: panicking{}}
	tests := map[string]*rpc.Mux{
		"of the handler": mux(func(context.Context) (any, error) { return nil, refused }),
		"of the routing": {Route: func(*rpc.Request) (rpc.Route, error) { return rpc.Route{}, refused }},
	}
	want := outcome{Status: http.StatusOK, ID: "1", Code: rpc.InvalidParams, Message: "no tea"}
	for name, m := range tests {
		t.Run(name, func(t *testing.T) {
			defer func() {
				if p := recover(); p != nil {
					t.Errorf("Serve panicked (%v), want a reply", p)
				}
			}()
			m.Log = quiet
			if diff := cmp.Diff(want, serve(t, m, request)); diff != "" {
				t.Errorf("Serve (-want +got):\n%s", diff)
			}
		})
	}
}

func TestServe_cancelled(t *testing.T) {
	for _, err := range []error{context.Canceled, errors.New("broken pipe"), rpc.NotFound("m")} {
		var log bytes.Buffer
		ctx, cancel := context.WithCancel(t.Context())
		m := mux(func(context.Context) (any, error) {
			cancel()
			return nil, err
		})
		m.Log = slog.New(slog.NewTextHandler(&log, nil))
		if reply, _ := m.Serve(ctx, []byte(request), nil, nil)(); reply != nil || log.Len() > 0 {
			t.Errorf("Serve of a cancelled request that returns %v: got reply %q and log %q, want neither", err, reply, &log)
		}
	}
}
