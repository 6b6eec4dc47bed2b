package mcp

import (
	"context"
	"slices"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"giftserver/internal/rpc"
)

// A Prompt is a text that a person picks and a model follows.
type Prompt struct {
	Name        string           `json:"name"`
	Title       string           `json:"title,omitzero"`
	Description string           `json:"description"`
	Arguments   []PromptArgument `json:"arguments,omitempty"`

	// Get returns the prompt for the arguments, which are those listed above that were given. An
	// [InputRequired] it returns becomes a question to the peer.
	Get func(ctx context.Context, arguments map[string]string) (*PromptResult, error) `json:"-"`
}

// A PromptArgument is one blank of a prompt.
type PromptArgument struct {
	Name        string `json:"name"`
	Title       string `json:"title,omitzero"`
	Description string `json:"description,omitzero"`
	Required    bool   `json:"required,omitzero"`

	// Complete offers values. Nil offers none.
	Complete Completer `json:"-"`
}

// A PromptResult is a prompt that has been filled in.
type PromptResult struct {
	envelope
	Description string          `json:"description,omitzero"`
	Messages    []PromptMessage `json:"messages"`
}

// A PromptMessage is one message of a prompt. Role is "user" or "assistant".
type PromptMessage struct {
	Role    string  `json:"role"`
	Content Content `json:"content"`
}

type listPromptsResult struct {
	page
	Prompts []Prompt `json:"prompts"`
}

func (s *Server) listPrompts(_ context.Context, c *call) (result, error) {
	page, prompts, err := pageOf(s, c, s.config.Prompts, c.revision.prompt)
	return &listPromptsResult{page, prompts}, err
}

func (s *Server) getPrompt(ctx context.Context, c *call) (result, error) {
	var params struct {
		Name      *string                   `json:"name"`
		Arguments map[string]jsontext.Value `json:"arguments"`
	}
	if err := decodeParams(c.Params, &params); err != nil {
		return nil, err
	}
	if params.Name == nil {
		return nil, rpc.Errorf(rpc.InvalidParams, "Missing required property 'name' in params (the prompt to get)")
	}
	p, err := s.prompt(*params.Name)
	if err != nil {
		return nil, err
	}
	c.target = p.Name
	arguments, err := p.read(params.Arguments)
	if err != nil {
		return nil, err
	}
	return s.withInput(ctx, c, func(ctx context.Context) (result, error) {
		res, err := p.Get(ctx, arguments)
		if err != nil {
			return nil, err
		}
		return c.revision.promptResult(*res), nil
	})
}

func (s *Server) prompt(name string) (*Prompt, error) {
	prompts := s.config.Prompts
	if i := slices.IndexFunc(prompts, func(p Prompt) bool { return p.Name == name }); i >= 0 {
		return &prompts[i], nil
	}
	known := make([]string, len(prompts))
	for i := range prompts {
		known[i] = prompts[i].Name
	}
	return nil, rpc.Errorf(rpc.InvalidParams, "Unknown prompt: %s (this server has %s)", rpc.Clip(name), strings.Join(known, ", "))
}

// read checks the arguments: values are strings, required ones are there. Arguments that the prompt
// does not have are ignored, since hosts offer a person one form for several prompts.
func (p *Prompt) read(given map[string]jsontext.Value) (map[string]string, error) {
	arguments := map[string]string{}
	for _, a := range p.Arguments {
		raw, ok := given[a.Name]
		if !ok && a.Required {
			return nil, rpc.Errorf(rpc.InvalidParams, "Missing required argument '%s' of prompt %s", a.Name, p.Name)
		}
		if !ok {
			continue
		}
		var value string
		if raw.Kind() != '"' || json.Unmarshal(raw, &value) != nil {
			return nil, rpc.Errorf(rpc.InvalidParams, "Argument '%s' of prompt %s must be a string", a.Name, p.Name)
		}
		arguments[a.Name] = value
	}
	return arguments, nil
}
