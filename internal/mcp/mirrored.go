package mcp

import (
	"errors"
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"giftserver/internal/rpc"
)

// A mirroredArgument is one that a modern HTTP client repeats in a header, so that what stands between
// it and the server can read it. The schema marks it by x-mcp-header.
type mirroredArgument struct {
	path   []string // names of properties, from the root
	header string
}

// token is the form of a header's name (RFC 9110 §5.6.2).
var token = regexp.MustCompile("^[!#$%&'*+.^_`|~0-9A-Za-z-]+$")

// mirroredArguments finds the marked properties of a schema. Only those that are reached through
// properties alone may be marked, since only their place in the arguments is sure.
func mirroredArguments(root map[string]any) ([]mirroredArgument, error) {
	var found []mirroredArgument
	var walk func(schema map[string]any, path []string) error
	walk = func(schema map[string]any, path []string) error {
		properties, _ := schema["properties"].(map[string]any)
		for name, property := range properties {
			p, _ := property.(map[string]any)
			at := append(slices.Clone(path), name)
			if mark, marked := p["x-mcp-header"]; marked {
				header, _ := mark.(string)
				kind, _ := p["type"].(string)
				if !token.MatchString(header) || !slices.Contains([]string{"string", "integer", "boolean"}, kind) {
					return fmt.Errorf("x-mcp-header of %s: want the name of a header on a string, an integer or a boolean", strings.Join(at, "."))
				}
				found = append(found, mirroredArgument{at, headerParam + header})
			}
			if err := walk(p, at); err != nil {
				return err
			}
		}
		return nil
	}
	if err := walk(root, nil); err != nil {
		return nil, err
	}
	slices.SortFunc(found, func(a, b mirroredArgument) int {
		return strings.Compare(strings.ToLower(a.header), strings.ToLower(b.header))
	})
	for i := 1; i < len(found); i++ {
		if strings.EqualFold(found[i].header, found[i-1].header) {
			return nil, errors.New("x-mcp-header names " + found[i].header + " twice")
		}
	}
	return found, nil
}

// mirrorArguments compares the headers that repeat arguments with the arguments.
func (c *call) mirrorArguments(s *Schema, arguments jsontext.Value) error {
	if !c.revision.modern || c.Header == nil {
		return nil
	}
	for _, m := range s.mirrored {
		value := arguments
		for _, name := range m.path {
			value = membersOf(value)[name]
		}
		field := "argument " + strings.Join(m.path, ".")
		text, present := headerText(value)
		header, given, _ := single(c.Header, m.header)
		switch {
		case !present && given:
			return rpc.Refusef(http.StatusBadRequest, codeHeaderMismatch, "The %s header repeats %s, which is not there", m.header, field)
		case !present, value.Kind() == '0' && sameInteger(header, text):
			continue
		}
		if err := mirrors(c.Request, m.header, field, text); err != nil {
			return err
		}
	}
	return nil
}

// headerText is how a header writes an argument. One that is null, absent or of another type than a
// header can repeat is not present.
func headerText(value jsontext.Value) (text string, present bool) {
	switch value.Kind() {
	case '"':
		return rpc.Unquote(value)
	case '0', 't', 'f':
		return string(value), true
	}
	return "", false
}

// sameInteger reports whether two texts write the same integer: 42.0 is 42.
func sameInteger(a, b string) bool {
	if !rpc.ValidID(jsontext.Value(a)) || !rpc.ValidID(jsontext.Value(b)) {
		return false
	}
	a, _, _ = strings.Cut(a, ".")
	b, _, _ = strings.Cut(b, ".")
	return a == b
}
