package mcp

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"

	"github.com/go-json-experiment/json"
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
	Security    []SecurityScheme `json:"securitySchemes,omitempty"` // an extension of ChatGPT's; nil says nothing
	Meta        map[string]any   `json:"_meta,omitempty"`

	// Call runs the tool on arguments that satisfy Input. A [Failure] it returns becomes a result
	// that tells the model, an [InputRequired] a question to the peer; any other error is a fault.
	Call func(context.Context, ToolCall) (*ToolResult, error) `json:"-"`

	// Ask returns the question that gets required arguments which a call lacks from the person,
	// as members of the form that is filled in; nil when that is not worth a question. Nil never
	// asks.
	Ask func(ToolCall, Missing) *InputRequest `json:"-"`
}

// ToolAnnotations tell a host how careful to be. Every hint is sent, because hosts ask the user to
// confirm a tool that leaves one out.
type ToolAnnotations struct {
	ReadOnly    bool `json:"readOnlyHint"`
	Destructive bool `json:"destructiveHint"`
	Idempotent  bool `json:"idempotentHint"`
	OpenWorld   bool `json:"openWorldHint"`
}

// A SecurityScheme is one way in which a call of a tool may be authorized.
type SecurityScheme struct {
	Type   string   `json:"type"`             // "oauth2" or "noauth"
	Scopes []string `json:"scopes,omitempty"` // that a token must have
}

// A ToolCall is one call of a tool.
type ToolCall struct {
	// Arguments is a JSON object that satisfies the tool's input schema. Null members of optional
	// properties are gone, and integers are written as such.
	Arguments jsontext.Value
}

// Missing names the required arguments that a call lacks, when nothing else is wrong with it.
type Missing []string

// A ToolResult is what a tool answers.
type ToolResult struct {
	envelope
	Content    []Content `json:"content"`
	Structured any       `json:"structuredContent,omitzero"` // satisfies the output schema; [JSON] is sent as it is
	IsError    bool      `json:"isError"`
}

// A Failure is a business failure: the request was in order, but there is no good answer to it.
// Its text is written for a model: what was wrong, what is allowed, what to try next.
type Failure struct { //nolint:errname // It is an answer more than an error.
	Text string

	// Cause is the fault of ours behind it, for the log; nil if there is none. It makes the failure of something
	// that the peer can do without, as Text says, and is counted as a fault all the same.
	Cause error
}

// Error returns the text.
func (f *Failure) Error() string { return f.Text }

// report logs the fault behind a failure, if there is one. A request that was given up fails by that.
func (s *Server) report(ctx context.Context, c *call, err error) {
	f, ok := errors.AsType[*Failure](err)
	if !ok || f.Cause == nil || ctx.Err() != nil {
		return
	}
	c.faulty = true
	cmp.Or(s.config.Log, slog.Default()).ErrorContext(ctx, "request failed",
		"method", c.Method, "id", rpc.Clip(string(c.ID)), "error", f.Cause)
}

type listToolsResult struct {
	page
	Tools []Tool `json:"tools"`
}

func (s *Server) listTools(_ context.Context, c *call) (result, error) {
	page, tools, err := pageOf(s, c, s.config.Tools, c.revision.tool)
	return &listToolsResult{page, tools}, err
}

// callTool finds the tool, checks the arguments against its schema and runs it. It is the one
// place where a [Failure] becomes a result.
func (s *Server) callTool(ctx context.Context, c *call) (result, error) {
	name, err := stringParam(c.Request, "name")
	if err != nil {
		return nil, err
	}
	if name == nil {
		return nil, rpc.Errorf(rpc.InvalidParams, "Missing required property 'name' in params (the tool to call)")
	}
	tool, err := s.tool(*name)
	if err != nil {
		return nil, err
	}
	c.target = tool.Name
	arguments, err := argumentsOf(c.Param("arguments"))
	if err != nil {
		return nil, err
	}
	if err := c.mirrorArguments(tool.Input, arguments); err != nil {
		return nil, err
	}
	res, err := s.withInput(ctx, c, func(ctx context.Context) (result, error) {
		res, err := run(ctx, tool, arguments)
		if err != nil {
			return nil, err
		}
		return c.revision.toolResult(*res), nil
	})
	if f, ok := errors.AsType[*Failure](err); ok {
		s.report(ctx, c, err)
		return toolError(f.Text), nil
	}
	if e, ok := errors.AsType[*ArgumentError](err); ok && c.revision.toolErrors {
		return toolError(e.Error()), nil
	}
	return res, err
}

// argumentsOf returns the arguments of a call, an empty object when there are none.
func argumentsOf(arguments jsontext.Value) (jsontext.Value, error) {
	switch arguments.Kind() {
	case 0, 'n':
		return jsontext.Value(`{}`), nil
	case '{':
		return arguments, nil
	}
	return nil, rpc.Errorf(rpc.InvalidParams, "arguments must be an object with the tool's arguments as members")
}

// run checks the arguments and calls the tool, or asks the person for what is missing.
func run(ctx context.Context, t *Tool, arguments jsontext.Value) (*ToolResult, error) {
	checked, err := t.Input.Check(arguments)
	if e, ok := errors.AsType[*ArgumentError](err); ok && t.Ask != nil && e.missing != nil {
		checked, err = t.askMissing(ctx, arguments, e)
	}
	if err != nil {
		return nil, err
	}
	res, err := t.Call(ctx, ToolCall{Arguments: checked})
	if err == nil && res == nil {
		return nil, fmt.Errorf("tool %s returned nothing", t.Name)
	}
	return res, err
}

// askedArguments is the key of the question for missing arguments.
const askedArguments = "arguments"

// askMissing completes arguments by what the person fills in. It asks once; a person who declines
// leaves the arguments as wrong as they were.
func (t *Tool) askMissing(ctx context.Context, arguments jsontext.Value, lacking *ArgumentError) (jsontext.Value, error) {
	if content, ok := Elicited(ctx, askedArguments); ok {
		completed := membersOf(arguments)
		for _, name := range lacking.missing {
			if value := membersOf(content)[name]; value != nil {
				completed[name] = value
			}
		}
		b, err := json.Marshal(completed)
		if err != nil {
			return nil, fmt.Errorf("completing the arguments: %w", err)
		}
		return t.Input.Check(b)
	}
	if State(ctx) == askedArguments && Input(ctx, askedArguments) != nil || !Can(ctx, Elicitation) {
		return nil, lacking
	}
	question := t.Ask(ToolCall{Arguments: arguments}, lacking.missing)
	if question == nil {
		return nil, lacking
	}
	return nil, &InputRequired{Requests: map[string]InputRequest{askedArguments: *question}, State: askedArguments}
}

func (s *Server) tool(name string) (*Tool, error) {
	tools := s.config.Tools
	if i := slices.IndexFunc(tools, func(t Tool) bool { return t.Name == name }); i >= 0 {
		return &tools[i], nil
	}
	known := make([]string, len(tools))
	for i := range tools {
		known[i] = tools[i].Name
	}
	return nil, rpc.Errorf(rpc.InvalidParams, "Unknown tool: %s (this server has %s)", rpc.Clip(name), strings.Join(known, ", "))
}

func toolError(text string) *ToolResult {
	return &ToolResult{Content: []Content{Text(text)}, IsError: true}
}
