package mcp_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"giftserver/internal/mcp"
)

// The specification wants an object at the root, and nothing is read from elsewhere.
func TestCompileSchema_refuses(t *testing.T) {
	// The file exists and is a fine schema: what is refused is to read it.
	file := filepath.Join(t.TempDir(), "text.json")
	if err := os.WriteFile(file, []byte(`{"type":"string"}`), 0o600); err != nil {
		t.Fatal(err)
	}
	tests := []struct{ source, want string }{
		{`{}`, "root"},
		{`true`, "root"},
		{`{"properties":{"a":{"type":"string"}}}`, "root"},
		{`{"type":"array","items":{"type":"string"}}`, "root"},
		{`{"type":["object","null"]}`, "root"},
		{`{"type":["object"]}`, "root"},
		{`{"type":"object","properties":{"a":{"$ref":"file://` + file + `"}}}`, "may not refer to file://"},
		{`{"type":"object","properties":{"a":{"$ref":"https://example.com/a.json"}}}`, "may not refer to https://example.com/a.json"},
		{`{"type":"object","properties":{"a":{"$ref":"other.json"}}}`, "may not refer to"},
		// Only what a header can carry may be marked for one, under a name that is one and stands once.
		{`{"type":"object","properties":{"a":{"type":"string","x-mcp-header":""}}}`, "x-mcp-header of a"},
		{`{"type":"object","properties":{"a":{"type":"string","x-mcp-header":"a b"}}}`, "x-mcp-header of a"},
		{`{"type":"object","properties":{"a":{"type":"string","x-mcp-header":5}}}`, "x-mcp-header of a"},
		{`{"type":"object","properties":{"a":{"type":"number","x-mcp-header":"A"}}}`, "x-mcp-header of a"},
		{`{"type":"object","properties":{"a":{"type":"object","properties":{"b":{"type":"array","x-mcp-header":"B"}}}}}`, "x-mcp-header of a.b"},
		{`{"type":"object","properties":{"a":{"type":"string","x-mcp-header":"A"},"b":{"type":"string","x-mcp-header":"a"}}}`, "twice"},
		// Which of two members counts is each parser's guess.
		{`{"type":"object","type":"object"}`, "JSON"},
		{`{"type":"object","properties":{"a":{},"a":{}}}`, "JSON"},
		{`{"type":"object","properties":{"a":{"type":"text"}}}`, "schema"},
		{`{"type":"object"`, "schema"},
		{``, "schema"},
	}
	for _, tt := range tests {
		if _, err := mcp.CompileSchema([]byte(tt.source)); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("CompileSchema(%s): got error %v, want one with %q", tt.source, err, tt.want)
		}
	}
}

func TestCompileSchema_accepts(t *testing.T) {
	for _, source := range []string{
		`{"type":"object"}`,
		`{"type":"object","additionalProperties":false}`,
		`{"$schema":"https://json-schema.org/draft/2020-12/schema","type":"object"}`,
		// References within the schema and choices below the root are plain enough.
		`{"type":"object","properties":{"a":{"$ref":"#/$defs/a"}},"$defs":{"a":{"type":"string"}}}`,
		`{"type":"object","properties":{"a":{"anyOf":[{"type":"string"},{"type":"integer"}]}}}`,
	} {
		if _, err := mcp.CompileSchema([]byte(source)); err != nil {
			t.Errorf("CompileSchema(%s): got error %v, want none", source, err)
		}
	}
}
