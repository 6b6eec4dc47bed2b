package mcp_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"giftserver/internal/mcp"
)

// Params that are no call of a tool are a protocol error in every revision.
func TestCallTool_params(t *testing.T) {
	tests := []struct {
		params string
		code   int
	}{
		{`"name":"echo","arguments":{"text":"hi"}`, 0},
		{`"name":"rest"`, 0},
		{`"name":"rest","arguments":null`, 0},
		{`"name":"rest","arguments":{}`, 0},
		{`"name":"rest","arguments":[]`, -32602},
		{`"name":"rest","arguments":"{}"`, -32602},
		{`"name":"nobody","arguments":{}`, -32602},
		{`"name":"ECHO","arguments":{"text":"hi"}`, -32602},
		{`"arguments":{"text":"hi"}`, -32602},
		{`"name":5`, -32602},
		{`"name":["echo"]`, -32602},
	}
	c := echoConfig(t)
	rest := c.Tools[0]
	rest.Name, rest.Input = "rest", schema(t, `{"type":"object","additionalProperties":false}`)
	c.Tools = append(c.Tools, rest)
	s := newServer(t, c)
	for _, version := range revisions {
		for _, tt := range tests {
			got := ask(t, s, version, "tools/call", tt.params)
			if got.Status != 200 || got.Error.Code != tt.code {
				t.Errorf("{%s} in %s: got status %d, code %d, want 200, %d", tt.params, version, got.Status, got.Error.Code, tt.code)
			}
		}
	}
}

func TestCallTool_result(t *testing.T) {
	const (
		content    = `"isError":false,"content":[{"type":"text","text":"echo","annotations":{"audience":["user"]}}]`
		structured = `,"structuredContent":{"text":"hi"}`
		sealed     = `,"resultType":"complete","_meta":{"META/serverInfo":{"name":"echo","title":"Echo","version":"1.0.0","description":"Says it again"}}`
	)
	tests := map[string]string{
		"2026-07-28": content + structured + sealed,
		"2025-11-25": content + structured,
		"2025-06-18": content + structured,
		"2025-03-26": content,
		"2024-11-05": content,
	}
	s := newEcho(t)
	for version, want := range tests {
		got := ask(t, s, version, "tools/call", `"name":"echo","arguments":{"text":"hi"}`)
		if diff := cmp.Diff(object(t, "{"+want+"}"), got.Result); diff != "" {
			t.Errorf("in %s (-want +got):\n%s", version, diff)
		}
	}
}

// A business failure is a result for the model to read. It has no structuredContent, which would
// have to satisfy the output schema.
func TestCallTool_failure(t *testing.T) {
	s := withCall(t, func(context.Context, mcp.ToolCall) (*mcp.ToolResult, error) {
		return &mcp.ToolResult{Structured: true}, fmt.Errorf("looking: %w", &mcp.Failure{Text: "Nothing fits; try more."})
	})
	for _, version := range revisions {
		got := ask(t, s, version, "tools/call", `"name":"echo","arguments":{"text":"hi"}`).Result
		delete(got, "resultType")
		delete(got, "_meta")
		want := object(t, `{"isError":true,"content":[{"type":"text","text":"Nothing fits; try more."}]}`)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("in %s (-want +got):\n%s", version, diff)
		}
	}
}

// A fault is logged with its cause, and the peer reads nothing of it.
func TestCallTool_fault(t *testing.T) {
	tests := []struct {
		name  string
		call  func(context.Context, mcp.ToolCall) (*mcp.ToolResult, error)
		cause string // what the log says of it
	}{
		{"error", func(context.Context, mcp.ToolCall) (*mcp.ToolResult, error) { return nil, errors.New("secret") }, "secret"},
		{"panic", func(context.Context, mcp.ToolCall) (*mcp.ToolResult, error) { panic("secret") }, "secret"},
		{"unencodable result", func(context.Context, mcp.ToolCall) (*mcp.ToolResult, error) {
			return &mcp.ToolResult{Structured: map[string]any{"secret": make(chan int)}}, nil
		}, "chan int"},
		{"nothing", func(context.Context, mcp.ToolCall) (*mcp.ToolResult, error) { return nil, nil }, "tool echo"},
	}
	for _, tt := range tests {
		var log strings.Builder
		c := echoConfig(t)
		c.Tools[0].Call = tt.call
		c.Log = slog.New(slog.NewTextHandler(&log, nil))
		s := newServer(t, c)
		got := ask(t, s, modern, "tools/call", `"name":"echo","arguments":{"text":"hi"}`)
		if got.Status != 200 || got.Error.Code != -32603 || got.Error.Message != "internal error" || got.Error.Data != nil {
			t.Errorf("%s: got status %d, error %+v, want 200, -32603 internal error", tt.name, got.Status, got.Error)
		}
		if n := strings.Count(log.String(), "level=ERROR"); n != 1 || !strings.Contains(log.String(), "method=tools/call") ||
			!strings.Contains(log.String(), tt.cause) {
			t.Errorf("%s: got log %q, want one error that names the method and %s", tt.name, log.String(), tt.cause)
		}
	}
}

// A fault that the peer can do without is logged all the same, once, and only what the peer can do is told: by a tool
// as a result for the model, else as an error. A request that was given up is no fault.
func TestFailure_cause(t *testing.T) {
	tests := []struct {
		name, message string
		cancelled     bool
		want          string // in the reply, "" for none
	}{
		{"tool", request("tools/call", `"name":"echo","arguments":{"text":"hi"}`), false, `"isError":true`},
		{"resource", request("resources/read", `"uri":"mcp://echo/list"`), false, `"error":{"code":-32603,"message":"Do without."}`},
		{"cancelled", request("tools/call", `"name":"echo","arguments":{"text":"hi"}`), true, ""},
	}
	for _, tt := range tests {
		var log strings.Builder
		failure := &mcp.Failure{Text: "Do without.", Cause: errors.New("secret")}
		c := echoConfig(t)
		c.Tools[0].Call = func(context.Context, mcp.ToolCall) (*mcp.ToolResult, error) { return nil, failure }
		c.Resources[0].Read = func(context.Context) (*mcp.Contents, error) { return nil, failure }
		c.Log = slog.New(slog.NewTextHandler(&log, nil))
		w := &witness{}
		c.Observer = w
		ctx, cancel := context.WithCancel(t.Context())
		if tt.cancelled {
			cancel()
		}
		reply, _ := open(newServer(t, c)).Serve(ctx, []byte(tt.message), nil, nil)()
		cancel()
		if !strings.Contains(string(reply), tt.want) || tt.want == "" && reply != nil || strings.Contains(string(reply), "secret") {
			t.Errorf("%s: got %s, want %q in it and nothing of the cause", tt.name, reply, tt.want)
		}
		faults, kind := 1, mcp.Faulty
		if tt.cancelled {
			faults, kind = 0, mcp.Cancelled
		}
		if n := strings.Count(log.String(), "level=ERROR"); n != faults || n > 0 && !strings.Contains(log.String(), "error=secret") {
			t.Errorf("%s: got log %q, want %d errors with the cause", tt.name, log.String(), faults)
		}
		if len(w.ended) != 1 || w.ended[0].Kind != kind {
			t.Errorf("%s: got %+v, want the outcome %s", tt.name, w.ended, kind)
		}
	}
}

// withCall returns the echo server with another function behind its tool, and a silent log.
func withCall(t *testing.T, call func(context.Context, mcp.ToolCall) (*mcp.ToolResult, error)) *mcp.Server {
	t.Helper()
	c := echoConfig(t)
	c.Tools[0].Call = call
	c.Log = slog.New(slog.DiscardHandler)
	return newServer(t, c)
}

// textOf returns the text of a result's only block, "" when there is no such thing.
func textOf(r reply) string {
	blocks, _ := r.Result["content"].([]any)
	if len(blocks) != 1 {
		return ""
	}
	block, _ := blocks[0].(map[string]any)
	text, _ := block["text"].(string)
	return text
}
