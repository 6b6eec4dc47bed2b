package mcp

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"giftserver/internal/rpc"
)

// A Tool is something a model can call.
type Tool struct {
	Name        string           `json:"name"`
	Title       string           `json:"title,omitzero"`
	Description string           `json:"description"`
	Input       *Schema          `json:"inputSchema"`
	Output      *Schema          `json:"outputSchema,omitzero"` // nil for a tool without structured results
	Annotations *ToolAnnotations `json:"annotations,omitzero"`
	Meta        map[string]any   `json:"_meta,omitempty"`

	// Call runs the tool on arguments that satisfy Input. A [Failure] it returns becomes a result
	// that tells the model; any other error is a fault.
	Call func(context.Context, ToolCall) (*ToolResult, error) `json:"-"`
}

// ToolAnnotations tell a host how careful to be. Every hint is sent, because hosts ask the user to
// confirm a tool that leaves one out.
type ToolAnnotations struct {
	ReadOnly    bool `json:"readOnlyHint"`
	Destructive bool `json:"destructiveHint"`
	Idempotent  bool `json:"idempotentHint"`
	OpenWorld   bool `json:"openWorldHint"`
}

// A ToolCall is one call of a tool.
type ToolCall struct {
	// Arguments is a JSON object that satisfies the tool's input schema. Null members of optional
	// properties are gone, and integers are written as such.
	Arguments jsontext.Value
}

// A ToolResult is what a tool answers.
type ToolResult struct {
	envelope
	Content    []Content `json:"content"`
	Structured any       `json:"structuredContent,omitzero"` // satisfies the tool's output schema
	IsError    bool      `json:"isError"`
}

// A Failure is a business failure: the request was in order, but there is no good answer to it.
// Its text is written for a model: what was wrong, what is allowed, what to try next.
type Failure struct{ Text string } //nolint:errname // It is an answer more than an error.

// Error returns the text.
func (f *Failure) Error() string { return f.Text }

type listToolsResult struct {
	envelope
	Tools []Tool `json:"tools"`
}

func (s *Server) listTools(_ context.Context, c *call) (result, error) {
	if err := checkCursor(c); err != nil {
		return nil, err
	}
	return &listToolsResult{Tools: each(s.config.Tools, c.revision.tool)}, nil
}

// callTool finds the tool, checks the arguments against its schema and runs it. It is the one
// place where a [Failure] becomes a result.
func (s *Server) callTool(ctx context.Context, c *call) (result, error) {
	var params struct {
		Name      *string        `json:"name"`
		Arguments jsontext.Value `json:"arguments"`
	}
	if err := decodeParams(c.Params, &params); err != nil {
		return nil, err
	}
	if params.Name == nil {
		return nil, rpc.Errorf(rpc.InvalidParams, "Missing required property 'name' in params (the tool to call)")
	}
	tool, err := s.tool(*params.Name)
	if err != nil {
		return nil, err
	}
	res, err := run(ctx, tool, params.Arguments)
	if f, ok := errors.AsType[*Failure](err); ok {
		return toolError(f.Text), nil
	}
	if e, ok := errors.AsType[*ArgumentError](err); ok && c.revision.toolErrors {
		return toolError(e.Error()), nil
	}
	if err != nil {
		return nil, err
	}
	return c.revision.toolResult(*res), nil
}

func run(ctx context.Context, t *Tool, arguments jsontext.Value) (*ToolResult, error) {
	switch arguments.Kind() {
	case 0, 'n':
		arguments = jsontext.Value(`{}`)
	case '{':
	default:
		return nil, rpc.Errorf(rpc.InvalidParams, "arguments must be an object with the tool's arguments as members")
	}
	checked, err := t.Input.Check(arguments)
	if err != nil {
		return nil, err
	}
	res, err := t.Call(ctx, ToolCall{Arguments: checked})
	if err == nil && res == nil {
		return nil, fmt.Errorf("tool %s returned nothing", t.Name)
	}
	return res, err
}

func (s *Server) tool(name string) (*Tool, error) {
	known := make([]string, len(s.config.Tools))
	for i := range s.config.Tools {
		if s.config.Tools[i].Name == name {
			return &s.config.Tools[i], nil
		}
		known[i] = s.config.Tools[i].Name
	}
	return nil, rpc.Errorf(rpc.InvalidParams, "Unknown tool: %s (this server has %s)", rpc.Clip(name), strings.Join(known, ", "))
}

func toolError(text string) *ToolResult {
	return &ToolResult{Content: []Content{Text(text)}, IsError: true}
}

// each applies f to every element of list.
func each[T any](list []T, f func(T) T) []T {
	out := make([]T, len(list))
	for i, v := range list {
		out[i] = f(v)
	}
	return out
}
