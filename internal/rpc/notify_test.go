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

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"giftserver/internal/rpc"
)

// handling routes every request to a handler that is given the request.
func handling(handle func(context.Context, *rpc.Request) (any, error)) *rpc.Mux {
	return &rpc.Mux{Route: func(r *rpc.Request) (rpc.Route, error) {
		return rpc.Route{Handler: func(ctx context.Context) (any, error) { return handle(ctx, r) }}, nil
	}}
}

// sameJSON fails the test unless both say the same in JSON.
func sameJSON(t *testing.T, what string, want, got []byte) {
	t.Helper()
	var values [2]any
	for i, text := range [][]byte{want, got} {
		dec := json.NewDecoder(bytes.NewReader(text))
		dec.UseNumber()
		if err := dec.Decode(&values[i]); err != nil {
			t.Errorf("%s: got %q: %v", what, text, err)
			return
		}
	}
	if diff := cmp.Diff(values[0], values[1]); diff != "" {
		t.Errorf("%s (-want +got):\n%s", what, diff)
	}
}

func TestNotify(t *testing.T) {
	tests := []struct {
		params any
		want   string
	}{
		{nil, `{"jsonrpc":"2.0","method":"notifications/x"}`},
		{map[string]int{"progress": 1}, `{"jsonrpc":"2.0","method":"notifications/x","params":{"progress":1}}`},
		{struct{}{}, `{"jsonrpc":"2.0","method":"notifications/x","params":{}}`},
		{map[string]string{"a": "line\nbreak"}, `{"jsonrpc":"2.0","method":"notifications/x","params":{"a":"line\nbreak"}}`},
		// A text that is quoted from somewhere may be no UTF-8; the message is.
		{map[string]string{"a": "\xff"}, `{"jsonrpc":"2.0","method":"notifications/x","params":{"a":"` + "\ufffd" + `"}}`},
	}
	for _, tt := range tests {
		var emitted [][]byte
		m := handling(func(_ context.Context, r *rpc.Request) (any, error) {
			return "done", r.Notify("notifications/x", tt.params)
		})
		reply, status := m.Serve(t.Context(), []byte(request), nil, func(message []byte) error {
			emitted = append(emitted, message)
			return nil
		})()
		if o := read(t, reply, status); o.Result != `"done"` {
			t.Errorf("Notify(%v): got reply %s, want the result, so Notify without an error", tt.params, reply)
		}
		if len(emitted) != 1 {
			t.Fatalf("Notify(%v): got %d messages, want 1", tt.params, len(emitted))
		}
		sameJSON(t, fmt.Sprintf("Notify(%v)", tt.params), []byte(tt.want), emitted[0])
		if bytes.ContainsAny(emitted[0], "\n\r") {
			t.Errorf("Notify(%v): got %q, want one line", tt.params, emitted[0])
		}
	}
}

func TestNotify_error(t *testing.T) {
	full := errors.New("full")
	tests := []struct {
		name   string
		emit   func([]byte) error
		params any
		want   error
	}{
		{"nowhere to send it", nil, nil, rpc.ErrClosed},
		{"error of the transport", func([]byte) error { return full }, nil, full},
		// What can't be encoded must not reach the peer in part.
		{"params not encodable", func([]byte) error { panic("it was sent") }, make(chan int), cmpopts.AnyError},
	}
	for _, tt := range tests {
		var got error
		m := handling(func(_ context.Context, r *rpc.Request) (any, error) {
			got = r.Notify("n", tt.params)
			return "done", nil
		})
		reply, status := m.Serve(t.Context(), []byte(request), nil, tt.emit)()
		if !cmp.Equal(tt.want, got, cmpopts.EquateErrors()) {
			t.Errorf("%s: Notify: got %v, want %v", tt.name, got, tt.want)
		}
		if o := read(t, reply, status); o.Result != `"done"` {
			t.Errorf("%s: got reply %s, want the result all the same", tt.name, reply)
		}
	}
}

// A peer takes what belongs to a request for a mistake once it has the answer.
func TestNotify_afterAnswer(t *testing.T) {
	answered := func(*rpc.Request) (any, error) { return "done", nil }
	tests := []struct {
		name    string
		routing error
		handle  func(*rpc.Request) (any, error)
	}{
		{"result", nil, answered},
		{"error", nil, func(*rpc.Request) (any, error) { return nil, rpc.NotFound("m") }},
		{"panic", nil, func(*rpc.Request) (any, error) { panic("tea leaves") }},
		{"refused", rpc.NotFound("m"), answered},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var late *rpc.Request
			m := &rpc.Mux{Log: quiet, Route: func(r *rpc.Request) (rpc.Route, error) {
				late = r
				return rpc.Route{Handler: func(context.Context) (any, error) { return tt.handle(r) }}, tt.routing
			}}
			var emitted int
			m.Serve(t.Context(), []byte(request), nil, func([]byte) error {
				emitted++
				return nil
			})()
			if err := late.Notify("n", nil); !errors.Is(err, rpc.ErrClosed) {
				t.Errorf("Notify: got %v, want %v", err, rpc.ErrClosed)
			}
			if err := late.Interrupt(); !errors.Is(err, rpc.ErrClosed) {
				t.Errorf("Interrupt: got %v, want %v", err, rpc.ErrClosed)
			}
			ended, end := context.WithCancel(t.Context())
			end() // Should it be sent, it must not wait.
			if _, _, err := late.Call(ended, "ask", nil); !errors.Is(err, rpc.ErrClosed) {
				t.Errorf("Call: got %v, want %v", err, rpc.ErrClosed)
			}
			if emitted > 0 {
				t.Errorf("got %d messages after the answer, want none", emitted)
			}
		})
	}
}

// A request that is refused for its id is answered too, although the one that it repeats is not.
func TestNotify_duplicate(t *testing.T) {
	var all []*rpc.Request
	m := &rpc.Mux{Route: func(r *rpc.Request) (rpc.Route, error) {
		all = append(all, r)
		return rpc.Route{Handler: func(context.Context) (any, error) { return "done", r.Notify("n", nil) }}, nil
	}}
	emit := func([]byte) error { return nil }
	first := m.Serve(t.Context(), []byte(request), nil, emit)
	m.Serve(t.Context(), []byte(request), nil, emit)()
	if err := all[1].Notify("n", nil); !errors.Is(err, rpc.ErrClosed) {
		t.Errorf("Notify of the second request: got %v, want %v", err, rpc.ErrClosed)
	}
	if reply, status := first(); read(t, reply, status).Result != `"done"` {
		t.Errorf("the first request: got %s, want its result after Notify without an error", reply)
	}
}

// What a request says goes where the request came from, also in a batch.
func TestNotify_ownStream(t *testing.T) {
	m := inBatches(handling(func(_ context.Context, r *rpc.Request) (any, error) {
		return "done", r.Notify(r.Method, nil)
	}))
	var got []string
	emitTo := func(stream string) func([]byte) error {
		return func(message []byte) error {
			var n struct{ Method string }
			if err := json.Unmarshal(message, &n); err != nil {
				return err
			}
			got = append(got, stream+" "+n.Method)
			return nil
		}
	}
	first := m.Serve(t.Context(), []byte(`{"jsonrpc":"2.0","id":1,"method":"a"}`), nil, emitTo("first"))
	second := m.Serve(t.Context(), []byte(`[{"jsonrpc":"2.0","id":2,"method":"b"},{"jsonrpc":"2.0","id":3,"method":"c"}]`), nil, emitTo("second"))
	second()
	first()
	if diff := cmp.Diff([]string{"second b", "second c", "first a"}, got); diff != "" {
		t.Errorf("messages (-want +got):\n%s", diff)
	}
}

// Interrupt sends an empty message, which is how a transport is asked to break the stream.
func TestInterrupt(t *testing.T) {
	var emitted [][]byte
	m := handling(func(_ context.Context, r *rpc.Request) (any, error) { return "done", r.Interrupt() })
	reply, status := m.Serve(t.Context(), []byte(request), nil, func(message []byte) error {
		emitted = append(emitted, message)
		return nil
	})()
	if o := read(t, reply, status); o.Result != `"done"` || len(emitted) != 1 || len(emitted[0]) > 0 {
		t.Errorf("got reply %s and messages %q, want the result after one empty message", reply, emitted)
	}
}

func TestNotified(t *testing.T) {
	tests := []struct {
		name   string
		notify func(*rpc.Request) error
		status int
		logged bool
	}{
		{"taken", func(*rpc.Request) error { return nil }, http.StatusAccepted, false},
		{"refused", func(*rpc.Request) error { return rpc.Refusef(http.StatusNotFound, rpc.InvalidRequest, "no") }, http.StatusNotFound, false},
		{"refused, wrapped", func(*rpc.Request) error {
			return fmt.Errorf("looking: %w", rpc.Refusef(http.StatusBadRequest, rpc.InvalidRequest, "no"))
		}, http.StatusBadRequest, false},
		// The peer has done nothing wrong, and can't be told that we have.
		{"fault", func(*rpc.Request) error { return errors.New("tea leaves") }, http.StatusAccepted, true},
		{"panic", func(*rpc.Request) error { panic("tea leaves") }, http.StatusAccepted, true},
	}
	for _, tt := range tests {
		var log bytes.Buffer
		var got *rpc.Request
		m := watched(t)
		m.Log = slog.New(slog.NewTextHandler(&log, nil))
		m.Notified = func(r *rpc.Request) error {
			got = r
			return tt.notify(r)
		}
		header := map[string][]string{"A": {"b"}}
		reply, status := m.Serve(t.Context(), []byte(`{"jsonrpc":"2.0","method":"n","params":{ "a":1.0 }}`), header, nil)()
		if reply != nil || status != tt.status {
			t.Errorf("%s: got reply %q and status %d, want none and %d", tt.name, reply, status, tt.status)
		}
		want := &rpc.Request{Method: "n", Params: []byte(`{ "a":1.0 }`), Header: header}
		if diff := cmp.Diff(want, got, cmpopts.IgnoreUnexported(rpc.Request{})); diff != "" {
			t.Errorf("%s: notification (-want +got):\n%s", tt.name, diff)
		}
		if logged := strings.Contains(log.String(), "tea leaves"); logged != tt.logged {
			t.Errorf("%s: got log %q, want the cause there: %t", tt.name, &log, tt.logged)
		}
	}
}

// A notification is handed over while it is taken in, so that it comes in order with the rest.
func TestNotified_inOrder(t *testing.T) {
	notified := false
	m := echo()
	m.Notified = func(*rpc.Request) error {
		notified = true
		return nil
	}
	answer := m.Serve(t.Context(), []byte(`{"jsonrpc":"2.0","method":"n"}`), nil, nil)
	if !notified {
		t.Error("the notification was not handed over when Serve returned")
	}
	answer()
}
