package mcp

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/santhosh-tekuri/jsonschema/v6"
)

// A Schema is a JSON Schema (draft 2020-12) with an object at its root.
type Schema struct {
	source   jsontext.Value // as the tool's author wrote it, compacted
	mirrored []mirroredArgument
	compiled func() (*jsonschema.Schema, error) // when it is first needed, which takes longer than all else in it
}

// CompileSchema reads a schema and compiles it. Its root must be of type "object".
func CompileSchema(source []byte) (*Schema, error) {
	s, err := ReadSchema(source)
	if err != nil {
		return nil, err
	}
	if _, err := s.compiled(); err != nil {
		return nil, err
	}
	return s, nil
}

// ReadSchema reads a schema that is known to be right. It is compiled when arguments are first checked, so that a server
// lists its tools sooner.
func ReadSchema(source []byte) (*Schema, error) {
	compact := jsontext.Value(bytes.Clone(source))
	if err := compact.Compact(); err != nil || !compact.IsValid() {
		return nil, errors.New("the schema is not valid JSON")
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(source))
	if err != nil {
		return nil, fmt.Errorf("reading the schema: %w", err)
	}
	root, _ := doc.(map[string]any)
	if root["type"] != "object" {
		return nil, errors.New(`the root of the schema must be of type "object"`)
	}
	mirrored, err := mirroredArguments(root)
	if err != nil {
		return nil, err
	}
	return &Schema{compact, mirrored, sync.OnceValues(func() (*jsonschema.Schema, error) { return compile(doc) })}, nil
}

// compile compiles a schema.
func compile(doc any) (*jsonschema.Schema, error) {
	c := jsonschema.NewCompiler()
	c.DefaultDraft(jsonschema.Draft2020)
	c.AssertFormat()
	c.UseLoader(noLoader{})
	if err := c.AddResource(schemaURL, doc); err != nil {
		return nil, fmt.Errorf("adding the schema: %w", err)
	}
	compiled, err := c.Compile(schemaURL)
	if err != nil {
		return nil, fmt.Errorf("compiling the schema: %w", err)
	}
	return compiled, nil
}

// schemaURL is what a schema is called while it is compiled. The library would make a path of a plain name, for which
// it asks where the process is: a start in a folder that has been removed would fail.
const schemaURL = "mem:///schema.json"

// noLoader refuses references out of the schema; the library's own loader reads files.
type noLoader struct{}

// Load refuses.
func (noLoader) Load(url string) (any, error) {
	return nil, fmt.Errorf("a schema may not refer to %s", url)
}

// MarshalJSON returns the schema as it was written.
func (s *Schema) MarshalJSON() ([]byte, error) { return s.source, nil }

// MaxArguments is the size of the largest arguments of a tool, in bytes. Validating finds every
// problem there is, which for the largest message takes seconds.
const MaxArguments = 256 << 10

// Check validates a JSON object and returns it in the form that tools decode: members that are null
// and not required are left out, at every depth, and 2000.0 is written as the integer it is. What
// violates the schema comes back as an [ArgumentError].
func (s *Schema) Check(object jsontext.Value) (jsontext.Value, error) {
	if len(object) > MaxArguments {
		return nil, &ArgumentError{Problems: []string{fmt.Sprintf("The arguments are larger than %d bytes", MaxArguments)}}
	}
	// Numbers stay text on the way, since a float64 would round long integers. Package rpc has made
	// sure of what this decoder would let pass: each name stands once, and the text is UTF-8.
	compiled, err := s.compiled()
	if err != nil {
		return nil, err
	}
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(object))
	if err != nil {
		return nil, fmt.Errorf("reading the arguments: %w", err)
	}
	value, rewritten := plainNumbers(value)
	members, ok := value.(map[string]any)
	if !ok {
		return nil, errors.New("the arguments are no object")
	}
	dropped := dropNulls(members, compiled)
	if err := compiled.Validate(members); err != nil {
		invalid, ok := errors.AsType[*jsonschema.ValidationError](err)
		if !ok {
			return nil, fmt.Errorf("validating the arguments: %w", err)
		}
		return nil, explain(compiled, invalid, members)
	}
	if !rewritten && !dropped {
		return object, nil
	}
	checked, err := json.Marshal(members)
	if err != nil {
		return nil, fmt.Errorf("encoding the arguments: %w", err)
	}
	return checked, nil
}

// dropNulls leaves out the null members of an object, and of the objects in it, that the schema does
// not require: models write null where they have nothing to say. It reports whether there were any.
func dropNulls(value any, s *jsonschema.Schema) (dropped bool) {
	switch v := value.(type) {
	case []any:
		if s.Items2020 == nil {
			return false
		}
		for _, item := range v {
			dropped = dropNulls(item, s.Items2020) || dropped
		}
	case map[string]any:
		for name, member := range v {
			property := s.Properties[name]
			switch {
			case member == nil && !slices.Contains(s.Required, name):
				delete(v, name)
				dropped = true
			case property != nil:
				dropped = dropNulls(member, property) || dropped
			}
		}
	}
	return dropped
}

// plainNumbers rewrites numbers that are whole but written with a fraction or an exponent, up to the
// largest that every JSON reader keeps exactly (RFC 8259 §6). It reports whether there were any.
func plainNumbers(value any) (plain any, rewritten bool) {
	const exact = 1 << 53
	switch v := value.(type) {
	case json.Number:
		f, err := v.Float64()
		if strings.ContainsAny(string(v), ".eE") && err == nil && f == math.Trunc(f) && math.Abs(f) < exact {
			return json.Number(strconv.FormatFloat(f, 'f', 0, 64)), true
		}
	case []any:
		for i, item := range v {
			if item, changed := plainNumbers(item); changed {
				v[i], rewritten = item, true
			}
		}
	case map[string]any:
		for name, member := range v {
			if member, changed := plainNumbers(member); changed {
				v[name], rewritten = member, true
			}
		}
	}
	return value, rewritten
}
