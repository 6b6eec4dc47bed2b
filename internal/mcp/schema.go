package mcp

import (
	"bytes"
	"errors"
	"fmt"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/santhosh-tekuri/jsonschema/v6"
)

// A Schema is a JSON Schema (draft 2020-12) with an object at its root.
type Schema struct {
	source   jsontext.Value // as the tool's author wrote it, compacted
	compiled *jsonschema.Schema
}

// CompileSchema reads a schema. The root must be of type "object", without oneOf, anyOf or allOf:
// some hosts drop every tool of a server when one schema has anything else there.
func CompileSchema(source []byte) (*Schema, error) {
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(source))
	if err != nil {
		return nil, fmt.Errorf("reading the schema: %w", err)
	}
	c := jsonschema.NewCompiler()
	c.DefaultDraft(jsonschema.Draft2020)
	c.AssertFormat()
	c.UseLoader(noLoader{})
	if err := c.AddResource("schema.json", doc); err != nil {
		return nil, fmt.Errorf("adding the schema: %w", err)
	}
	compiled, err := c.Compile("schema.json")
	if err != nil {
		return nil, fmt.Errorf("compiling the schema: %w", err)
	}
	if t := compiled.Types; t == nil || t.String() != "[object]" || compiled.OneOf != nil || compiled.AnyOf != nil || compiled.AllOf != nil {
		return nil, errors.New(`the root of the schema must be of type "object", with no oneOf, anyOf or allOf`)
	}
	compact := jsontext.Value(bytes.Clone(source))
	if err := compact.Compact(); err != nil {
		return nil, fmt.Errorf("compacting the schema: %w", err)
	}
	return &Schema{source: compact, compiled: compiled}, nil
}

// noLoader refuses references out of the schema; the library's own loader reads files.
type noLoader struct{}

// Load refuses.
func (noLoader) Load(url string) (any, error) {
	return nil, fmt.Errorf("a schema may not refer to %s", url)
}

// MarshalJSON returns the schema as it was written.
func (s *Schema) MarshalJSON() ([]byte, error) { return s.source, nil }

// Check validates a JSON object and returns it in the form that tools decode: members that are null
// and not required are left out, and 2000.0 is written as the integer it is. What violates the
// schema comes back as an [ArgumentError].
func (s *Schema) Check(object jsontext.Value) (jsontext.Value, error) {
	var members map[string]any
	if err := json.Unmarshal(object, &members); err != nil {
		return nil, &ArgumentError{Problems: []string{"The arguments hold a number that is out of range"}}
	}
	required := map[string]bool{}
	for _, name := range s.compiled.Required {
		required[name] = true
	}
	for name, value := range members {
		if value == nil && !required[name] {
			delete(members, name)
		}
	}
	if err := s.compiled.Validate(members); err != nil {
		invalid, ok := errors.AsType[*jsonschema.ValidationError](err)
		if !ok {
			return nil, fmt.Errorf("validating the arguments: %w", err)
		}
		return nil, s.explain(invalid, members)
	}
	checked, err := json.Marshal(members)
	if err != nil {
		return nil, fmt.Errorf("encoding the arguments: %w", err)
	}
	return checked, nil
}
