package mcp

import (
	"context"
	"iter"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"giftserver/internal/rpc"
)

// mostCompletions is how many values the specification lets an answer hold.
const mostCompletions = 100

// A Completer returns the values that an argument can have, the most relevant first, given what the
// person has typed so far and the other arguments as far as they are known.
type Completer func(ctx context.Context, typed string, others map[string]string) ([]string, error)

// Among returns a completer that offers what of a list holds the typed text, in any case: values that
// begin with it first, each once. list is asked each time.
func Among(list func() iter.Seq[string]) Completer {
	return func(_ context.Context, typed string, _ map[string]string) ([]string, error) {
		typed = strings.ToLower(strings.TrimSpace(typed))
		var first, rest []string
		seen := map[string]bool{"": true}
		for value := range list() {
			at := strings.Index(strings.ToLower(value), typed)
			if at < 0 || seen[value] {
				continue
			}
			seen[value] = true
			if at == 0 {
				first = append(first, value)
			} else {
				rest = append(rest, value)
			}
		}
		return append(first, rest...), nil
	}
}

type completeResult struct {
	envelope
	Completion completion `json:"completion"`
}

type completion struct {
	Values  []string `json:"values"`
	Total   int      `json:"total"`
	HasMore bool     `json:"hasMore"`
}

// complete offers values for an argument of a prompt or a variable of a template. One for which there
// is nothing to offer has no values, which is no error.
func (s *Server) complete(ctx context.Context, c *call) (result, error) {
	var params struct {
		Ref struct {
			Type string `json:"type"`
			Name string `json:"name"`
			URI  string `json:"uri"`
		} `json:"ref"`
		Argument struct {
			Name  *string `json:"name"`
			Value *string `json:"value"`
		} `json:"argument"`
		Context struct {
			Arguments map[string]jsontext.Value `json:"arguments"`
		} `json:"context"`
	}
	if err := decodeParams(c.Params, &params); err != nil {
		return nil, err
	}
	if params.Argument.Name == nil || params.Argument.Value == nil {
		return nil, rpc.Errorf(rpc.InvalidParams, "'argument' in params must have a name and a value")
	}
	var completer Completer
	var err error
	switch params.Ref.Type {
	case "ref/prompt":
		completer, err = s.promptCompleter(params.Ref.Name, *params.Argument.Name)
	case "ref/resource":
		completer, err = s.templateCompleter(params.Ref.URI, *params.Argument.Name)
	default:
		err = rpc.Errorf(rpc.InvalidParams, "'ref' in params must be of type ref/prompt or ref/resource, got %q", rpc.Clip(params.Ref.Type))
	}
	if err != nil {
		return nil, err
	}
	res := &completeResult{Completion: completion{Values: []string{}}}
	if completer == nil {
		return res, nil
	}
	others := map[string]string{}
	for name, raw := range params.Context.Arguments {
		if value, ok := rpc.Unquote(raw); ok {
			others[name] = value
		}
	}
	values, err := completer(ctx, *params.Argument.Value, others)
	if err != nil {
		return nil, err
	}
	res.Completion.Total = len(values)
	res.Completion.HasMore = len(values) > mostCompletions
	res.Completion.Values = append(res.Completion.Values, values[:min(len(values), mostCompletions)]...)
	return res, nil
}

func (s *Server) promptCompleter(name, argument string) (Completer, error) {
	p, err := s.prompt(name)
	if err != nil {
		return nil, err
	}
	for _, a := range p.Arguments {
		if a.Name == argument {
			return a.Complete, nil
		}
	}
	return nil, rpc.Errorf(rpc.InvalidParams, "Prompt %s has no argument '%s'", p.Name, rpc.Clip(argument))
}

func (s *Server) templateCompleter(uri, variable string) (Completer, error) {
	for _, t := range s.config.Templates {
		switch {
		case t.URITemplate != uri:
		case strings.Contains(t.URITemplate, "{"+variable+"}"), strings.Contains(t.URITemplate, "{?"+variable+"}"):
			return t.Complete[variable], nil
		default:
			return nil, rpc.Errorf(rpc.InvalidParams, "Template %s has no variable '%s'", t.URITemplate, rpc.Clip(variable))
		}
	}
	return nil, rpc.Errorf(rpc.InvalidParams, "Unknown resource template: %s", rpc.Clip(uri))
}
