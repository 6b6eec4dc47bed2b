package mcp_test

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"testing"

	"github.com/google/go-cmp/cmp"

	"giftserver/internal/mcp"
	"giftserver/internal/rpc"
)

// A witness writes down all that an observer is told.
type witness struct {
	began   []mcp.Observed
	ended   []mcp.Outcome
	refused map[string]mcp.Outcome
}

type witnessKey struct{}

func (w *witness) Began(ctx context.Context, r mcp.Observed) (context.Context, func(mcp.Outcome)) {
	w.began = append(w.began, r)
	return context.WithValue(ctx, witnessKey{}, true), func(o mcp.Outcome) { w.ended = append(w.ended, o) }
}

func (w *witness) Refused(method string, o mcp.Outcome) {
	if w.refused == nil {
		w.refused = map[string]mcp.Outcome{}
	}
	w.refused[method] = o
}

// watched is the echo server with a witness, and tools that do not answer.
func watched(t *testing.T) (*mcp.Server, *witness) {
	t.Helper()
	c := echoConfig(t)
	for name, err := range map[string]error{"fails": &mcp.Failure{Text: "no"}, "breaks": errors.New("disk on fire")} {
		tool := c.Tools[0]
		tool.Name = name
		tool.Call = func(context.Context, mcp.ToolCall) (*mcp.ToolResult, error) { return nil, err }
		c.Tools = append(c.Tools, tool)
	}
	w := &witness{}
	c.Observer, c.Log = w, slog.New(slog.DiscardHandler)
	return newServer(t, c), w
}

func TestObserver_outcome(t *testing.T) {
	tests := []struct {
		message string
		method  string
		want    mcp.Outcome
	}{
		{request("ping", ``), "ping", mcp.Outcome{Kind: mcp.Succeeded}},
		{request("tools/call", `"name":"echo","arguments":{"text":"hi"}`), "tools/call", mcp.Outcome{Kind: mcp.Succeeded, Target: "echo"}},
		{request("tools/call", `"name":"fails","arguments":{"text":"hi"}`), "tools/call", mcp.Outcome{Kind: mcp.Failed, Target: "fails"}},
		{request("tools/call", `"name":"breaks","arguments":{"text":"hi"}`), "tools/call", mcp.Outcome{Kind: mcp.Faulty, Code: rpc.InternalError, Target: "breaks"}},
		// As 2025-03-26 has it, which a bare message is.
		{request("tools/call", `"name":"echo"`), "tools/call", mcp.Outcome{Kind: mcp.Mistaken, Code: rpc.InvalidParams, Target: "echo"}},
		{request("tools/call", `"name":"nobody"`), "tools/call", mcp.Outcome{Kind: mcp.Mistaken, Code: rpc.InvalidParams}},
		{request("prompts/get", `"name":"wave"`), "prompts/get", mcp.Outcome{Kind: mcp.Succeeded, Target: "wave"}},
		{request("prompts/get", `"name":"nobody"`), "prompts/get", mcp.Outcome{Kind: mcp.Mistaken, Code: rpc.InvalidParams}},
		{request("gifts/steal", ``), mcp.Other, mcp.Outcome{Kind: mcp.Mistaken, Code: rpc.MethodNotFound}},
	}
	for _, tt := range tests {
		s, w := watched(t)
		serve(t, open(s), tt.message, nil)
		if len(w.began) != 1 || w.began[0].Method != tt.method {
			t.Errorf("%s: got %+v, want the method %s", tt.message, w.began, tt.method)
		}
		tt.want.Revision = "2025-03-26"
		if diff := cmp.Diff([]mcp.Outcome{tt.want}, w.ended); diff != "" {
			t.Errorf("%s: outcome (-want +got):\n%s", tt.message, diff)
		}
	}
}

func TestObserver_refused(t *testing.T) {
	tests := []struct {
		message string
		header  http.Header
		method  string
		want    mcp.Outcome
	}{
		{`no JSON`, nil, mcp.Other, mcp.Outcome{Kind: mcp.Mistaken, Code: rpc.ParseError}},
		{`{"jsonrpc":"2.0","id":1,"method":7}`, nil, mcp.Other, mcp.Outcome{Kind: mcp.Mistaken, Code: rpc.InvalidRequest}},
		{request("ping", ``), http.Header{"Mcp-Session-Id": {"lost"}}, "ping", mcp.Outcome{Kind: mcp.Mistaken, Code: rpc.InvalidRequest}},
		{request("server/discover", ``), nil, "server/discover", mcp.Outcome{Kind: mcp.Mistaken, Code: rpc.InvalidParams}},
	}
	for _, tt := range tests {
		s, w := watched(t)
		serve(t, open(s), tt.message, tt.header)
		if diff := cmp.Diff(map[string]mcp.Outcome{tt.method: tt.want}, w.refused); diff != "" || w.began != nil {
			t.Errorf("%s: began %v, refused (-want +got):\n%s", tt.message, w.began, diff)
		}
	}
}

// A request tells of itself what belongs to no person, and of its trace what it was sent.
func TestObserver_request(t *testing.T) {
	const parent, other = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01", "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
	s, w := watched(t)
	c := open(s)
	serve(t, c, `{"jsonrpc":"2.0","id":"é","method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{}}}`, http.Header{})
	header := http.Header{"Mcp-Session-Id": {"s1"}, "Mcp-Protocol-Version": {"2025-06-18"}, "Traceparent": {other}, "Tracestate": {"b=2"}}
	serve(t, c, request("tools/list", `"_meta":{"traceparent":"`+parent+`","tracestate":"a=1"}`), header)
	want := []mcp.Observed{
		{Method: "initialize", ID: "é"},
		{
			Method: "tools/list", ID: "7", Session: "s1",
			Meta: mcp.TraceContext{Parent: parent, State: "a=1"}, Header: mcp.TraceContext{Parent: other, State: "b=2"},
		},
	}
	if diff := cmp.Diff(want, w.began); diff != "" {
		t.Errorf("requests (-want +got):\n%s", diff)
	}
	for _, o := range w.ended {
		if o.Kind != mcp.Succeeded || o.Revision != "2025-06-18" {
			t.Errorf("got %+v, want success in the revision that was agreed on", o)
		}
	}
}

// What is answered is answered with the context of the observer.
func TestObserver_context(t *testing.T) {
	c := echoConfig(t)
	reached := false
	c.Tools[0].Call = func(ctx context.Context, call mcp.ToolCall) (*mcp.ToolResult, error) {
		reached, _ = ctx.Value(witnessKey{}).(bool)
		return echo(ctx, call)
	}
	c.Observer = &witness{}
	serve(t, open(newServer(t, c)), request("tools/call", `"name":"echo","arguments":{"text":"hi"}`), nil)
	if !reached {
		t.Error("the tool got another context than the observer's")
	}
}

// A request that nobody waits for any more is no fault.
func TestObserver_cancelled(t *testing.T) {
	s, w := watched(t)
	ctx, cancel := context.WithCancel(t.Context())
	answer := open(s).Serve(ctx, []byte(request("tools/call", `"name":"breaks","arguments":{"text":"hi"}`)), nil, nil)
	cancel()
	answer()
	want := []mcp.Outcome{{Kind: mcp.Cancelled, Revision: "2025-03-26", Target: "breaks"}}
	if diff := cmp.Diff(want, w.ended); diff != "" {
		t.Errorf("outcome (-want +got):\n%s", diff)
	}
}
