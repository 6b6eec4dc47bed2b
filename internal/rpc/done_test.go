package rpc_test

import (
	"context"
	"errors"
	"log/slog"
	"testing"

	"github.com/google/go-cmp/cmp"

	"giftserver/internal/rpc"
)

// Whoever wants to know is told once what came of a request, whichever way it went.
func TestRoute_done(t *testing.T) {
	errFault := errors.New("the disk is full")
	ended, end := context.WithCancel(t.Context())
	end()
	tests := []struct {
		name   string
		ctx    context.Context
		answer rpc.Handler
		want   func(error) bool
	}{
		{"a result", t.Context(), func(context.Context) (any, error) { return 1, nil }, func(err error) bool { return err == nil }},
		{"a fault", t.Context(), func(context.Context) (any, error) { return nil, errFault }, func(err error) bool { return errors.Is(err, errFault) }},
		{"a panic", t.Context(), func(context.Context) (any, error) { panic("boom") }, func(err error) bool { return err != nil }},
		{"a result that is no JSON", t.Context(), func(context.Context) (any, error) { return make(chan int), nil }, func(err error) bool { return err != nil }},
		{"nobody waits", ended, func(context.Context) (any, error) { return 1, nil }, func(err error) bool { return errors.Is(err, rpc.ErrCancelled) }},
		{"a panic that nobody waits for", ended, func(context.Context) (any, error) { panic("boom") }, func(err error) bool { return err != nil && !errors.Is(err, rpc.ErrCancelled) }},
	}
	for _, tt := range tests {
		var got []error
		m := &rpc.Mux{Log: slog.New(slog.DiscardHandler), Route: func(*rpc.Request) (rpc.Route, error) {
			return rpc.Route{Handler: tt.answer, Done: func(err error) { got = append(got, err) }}, nil
		}}
		m.Serve(tt.ctx, requestOf("1"), nil, nil)()
		if len(got) != 1 || !tt.want(got[0]) {
			t.Errorf("%s: got %v", tt.name, got)
		}
	}
}

// Messages that never come to a handler are told of by the method they name.
func TestMux_refused(t *testing.T) {
	tests := []struct {
		message string
		want    []string
	}{
		{`{"jsonrpc":"2.0","id":1,"method":"m"}`, nil},
		{`{"jsonrpc":"2.0","method":"m"}`, nil},
		{`no JSON`, []string{""}},
		{`[]`, []string{""}},
		{`[1,{"jsonrpc":"2.0","id":1,"method":"m"}]`, []string{""}},
		{`{"jsonrpc":"2.0","id":9,"result":{}}`, []string{""}},
		{`{"jsonrpc":"1.0","id":1,"method":"m"}`, []string{"m"}},
		{`{"jsonrpc":"2.0","id":1,"method":"unknown"}`, []string{"unknown"}},
	}
	for _, tt := range tests {
		var got []string
		m := mux(func(context.Context) (any, error) { return 1, nil })
		m.Batches = func(map[string][]string) bool { return true }
		m.Route = routeOnly(m.Route, "m")
		m.Refused = func(method string, err error) {
			if _, ok := errors.AsType[*rpc.Error](err); !ok {
				t.Errorf("%s: got error %v, want one for the peer", tt.message, err)
			}
			got = append(got, method)
		}
		m.Serve(t.Context(), []byte(tt.message), nil, nil)()
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%s: refused (-want +got):\n%s", tt.message, diff)
		}
	}
}

// routeOnly refuses all methods but one.
func routeOnly(route func(*rpc.Request) (rpc.Route, error), method string) func(*rpc.Request) (rpc.Route, error) {
	return func(r *rpc.Request) (rpc.Route, error) {
		if r.Method != method {
			return rpc.Route{}, rpc.NotFound(r.Method)
		}
		return route(r)
	}
}
