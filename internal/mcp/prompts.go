package mcp

import (
	"context"
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

	// Get returns the prompt for the arguments, which are those listed above that were given.
	Get func(ctx context.Context, arguments map[string]string) (*PromptResult, error) `json:"-"`
}

// A PromptArgument is one blank of a prompt.
type PromptArgument struct {
	Name        string `json:"name"`
	Title       string `json:"title,omitzero"`
	Description string `json:"description,omitzero"`
	Required    bool   `json:"required,omitzero"`
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
	envelope
	Prompts []Prompt `json:"prompts"`
}

func (s *Server) listPrompts(_ context.Context, c *call) (result, error) {
	if err := checkCursor(c); err != nil {
		return nil, err
	}
	return &listPromptsResult{Prompts: each(s.config.Prompts, c.revision.prompt)}, nil
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
	known := make([]string, len(s.config.Prompts))
	for i, p := range s.config.Prompts {
		if p.Name == *params.Name {
			arguments, err := p.read(params.Arguments)
			if err != nil {
				return nil, err
			}
			res, err := p.Get(ctx, arguments)
			if err != nil {
				return nil, err
			}
			sealable := *res // A prompt may return the same result every time.
			return &sealable, nil
		}
		known[i] = p.Name
	}
	return nil, rpc.Errorf(rpc.InvalidParams, "Unknown prompt: %s (this server has %s)", rpc.Clip(*params.Name), strings.Join(known, ", "))
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
