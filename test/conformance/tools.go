package main

import (
	"context"
	"fmt"
	"slices"
	"time"

	"giftserver/internal/mcp"
)

// pause is the time between two notifications of one call.
const pause = 50 * time.Millisecond

// A caller is the function of a tool.
type caller = func(context.Context, mcp.ToolCall) (*mcp.ToolResult, error)

// A tool is one row of the tools. Without input it takes any arguments and reads none.
type tool struct {
	name, description string
	input             string
	call              caller
}

// tools returns the tools. changed is called with the name of a list that a tool pretends to change.
//
// The suite calls the first tool without arguments and wants a result.
func tools(changed func(list string)) ([]mcp.Tool, error) {
	var list []mcp.Tool
	for _, t := range slices.Concat(contentTools(), plainTools(changed), askingTools()) {
		if t.input == "" {
			t.input = `{"type":"object"}`
		}
		input, err := mcp.CompileSchema([]byte(t.input))
		if err != nil {
			return nil, fmt.Errorf("tool %s: %w", t.name, err)
		}
		list = append(list, mcp.Tool{Name: t.name, Description: t.description, Input: input, Call: t.call})
	}
	return list, nil
}

// plainTools are those that do something else than ask the client.
func plainTools(changed func(list string)) []tool {
	return []tool{
		{
			name: "test_error_handling", description: "Fails",
			call: func(context.Context, mcp.ToolCall) (*mcp.ToolResult, error) {
				return nil, &mcp.Failure{Text: "This tool intentionally returns an error for testing"}
			},
		},
		{
			name: "test_tool_with_progress", description: "Tells how far it is",
			call: withProgress,
		},
		{
			name: "test_tool_with_logging", description: "Logs to the client",
			call: withLogging,
		},
		{
			name: "test_logging_tool", description: "Logs to a client that has asked for it",
			call: withLogging,
		},
		{
			name: "test_reconnection", description: "Breaks the stream and answers on the next one",
			call: reconnecting,
		},
		{
			name: "test_trigger_tool_change", description: "Says that the list of tools has changed",
			call: changing(changed, mcp.ToolList),
		},
		{
			name: "test_trigger_prompt_change", description: "Says that the list of prompts has changed",
			call: changing(changed, mcp.PromptList),
		},
		{
			name: "test_missing_capability", description: "Works for clients that declare sampling alone",
			call: demanding(mcp.Sampling),
		},
		{
			name: "json_schema_2020_12_tool", description: "Tool with JSON Schema 2020-12 features", input: jsonSchema202012,
			call: answer(mcp.Text("The arguments satisfy the schema.")),
		},
		{
			name: "test_x_mcp_header", description: "Takes an argument that HTTP clients repeat in a header", input: mirrored,
			call: answer(mcp.Text("The header repeats the argument.")),
		},
	}
}

// mirrored is the schema of a tool whose arguments are repeated in headers.
const mirrored = `{"type":"object","properties":{"region":{"type":"string","x-mcp-header":"Region"}}}`

// jsonSchema202012 is the schema that the suite prescribes. It uses what proxies and libraries like to
// strip.
const jsonSchema202012 = `{
	"$schema": "https://json-schema.org/draft/2020-12/schema",
	"type": "object",
	"$defs": {
		"address": {
			"$anchor": "addressDef",
			"type": "object",
			"properties": {"street": {"type": "string"}, "city": {"type": "string"}}
		}
	},
	"properties": {
		"name": {"type": "string"},
		"address": {"$ref": "#/$defs/address"},
		"contactMethod": {"type": "string", "enum": ["phone", "email"]},
		"phone": {"type": "string"},
		"email": {"type": "string"}
	},
	"allOf": [{"anyOf": [{"required": ["phone"]}, {"required": ["email"]}]}],
	"if": {"properties": {"contactMethod": {"const": "phone"}}, "required": ["contactMethod"]},
	"then": {"required": ["phone"]},
	"else": {"required": ["email"]},
	"additionalProperties": false
}`

// say returns a result that is a text.
func say(format string, args ...any) *mcp.ToolResult {
	return &mcp.ToolResult{Content: []mcp.Content{mcp.Text(fmt.Sprintf(format, args...))}}
}

// withProgress is done in three steps.
func withProgress(ctx context.Context, _ mcp.ToolCall) (*mcp.ToolResult, error) {
	const total = 100
	for _, done := range []float64{0, 50, total} {
		mcp.Progress(ctx, done, total, fmt.Sprintf("Completed step %g of %d", done, total))
		if err := sleep(ctx, pause); err != nil {
			return nil, err
		}
	}
	return say("Everything is done."), nil
}

// withLogging logs three messages.
func withLogging(ctx context.Context, _ mcp.ToolCall) (*mcp.ToolResult, error) {
	for _, message := range []string{"Tool execution started", "Tool processing data", "Tool execution completed"} {
		mcp.Log(ctx, "info", "fixtures", message)
		if err := sleep(ctx, pause); err != nil {
			return nil, err
		}
	}
	return say("Three messages went to the log."), nil
}

// reconnecting sends the client away and has its answer ready when it comes back. The pause is longer
// than closing a stream takes, so that the answer is not on the stream that closes.
func reconnecting(ctx context.Context, _ mcp.ToolCall) (*mcp.ToolResult, error) {
	mcp.Interrupt(ctx)
	if err := sleep(ctx, 2*pause); err != nil {
		return nil, err
	}
	return say("The client has come back for this."), nil
}

// changing returns a tool that says that a list has changed.
func changing(changed func(list string), list string) caller {
	return func(context.Context, mcp.ToolCall) (*mcp.ToolResult, error) {
		changed(list)
		return say("The list of %s has changed.", list), nil
	}
}

// demanding returns a tool that refuses clients which lack a capability.
func demanding(capability string) caller {
	return func(ctx context.Context, _ mcp.ToolCall) (*mcp.ToolResult, error) {
		if !mcp.Can(ctx, capability) {
			return nil, &mcp.MissingCapability{Names: []string{capability}}
		}
		return say("The client is capable of %s.", capability), nil
	}
}

func sleep(ctx context.Context, d time.Duration) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(d):
		return nil
	}
}
