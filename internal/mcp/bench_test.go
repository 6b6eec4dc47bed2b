package mcp_test

import (
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"giftserver/internal/mcp"
)

// BenchmarkSchema_Check reads and validates the arguments of a call.
func BenchmarkSchema_Check(b *testing.B) {
	schema, err := mcp.CompileSchema([]byte(`{"type":"object","properties":{` +
		`"occasion":{"type":"string","minLength":1,"maxLength":200},"budget":{"type":"number","exclusiveMinimum":0},` +
		`"recipient":{"type":"string","maxLength":2000},"limit":{"type":"integer","minimum":1,"maximum":20},` +
		`"avoid":{"type":"array","items":{"type":"string"},"maxItems":20}},` +
		`"required":["occasion","budget"],"additionalProperties":false}`))
	if err != nil {
		b.Fatal(err)
	}
	arguments := jsontext.Value(`{"occasion":"birthday","budget":100,"recipient":"my sister, who loves gardening and tea","avoid":["chocolate"]}`)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := schema.Check(arguments); err != nil {
			b.Fatal(err)
		}
	}
}
