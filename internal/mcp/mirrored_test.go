package mcp_test

import (
	"testing"
)

// An argument that the schema marks is repeated in a header, and has to be the same there.
func TestHTTP_mirroredArguments(t *testing.T) {
	c := echoConfig(t)
	c.Tools[0].Input = schema(t, `{"type":"object","properties":{
		"region":{"type":"string","x-mcp-header":"Region"},
		"size":{"type":"integer","x-mcp-header":"Size"},
		"to":{"type":"object","properties":{"fast":{"type":"boolean","x-mcp-header":"Fast"}}}}}`)
	s := newServer(t, c)
	tests := []struct {
		arguments, header string
		code              int
	}{
		{`{}`, ``, 0},
		{`{"region":"eu"}`, "Mcp-Param-Region: eu", 0},
		{`{"region":"eu"}`, "MCP-PARAM-REGION:   eu  ", 0},
		{`{"region":"eu"}`, "Mcp-Param-Region: =?base64?ZXU=?=", 0},
		// Without both ends it is a literal value.
		{`{"region":"=?base64?ZXU="}`, "Mcp-Param-Region: =?base64?ZXU=", 0},
		{`{"region":"ZXU=?="}`, "Mcp-Param-Region: ZXU=?=", 0},
		{`{"region":""}`, "Mcp-Param-Region:", 0},
		{`{"region":null}`, ``, 0},
		{`{"size":42}`, "Mcp-Param-Size: 42", 0},
		{`{"size":42}`, "Mcp-Param-Size: 42.0", 0},
		{`{"size":42.0}`, "Mcp-Param-Size: 42", 0},
		{`{"to":{"fast":true}}`, "Mcp-Param-Fast: true", 0},
		// One that no argument is marked for is of no account.
		{`{}`, "Mcp-Param-Else: x", 0},

		{`{"region":"eu"}`, ``, -32020},
		{`{"region":"eu"}`, "Mcp-Param-Region: us", -32020},
		{`{"region":"eu"}`, "Mcp-Param-Region: EU", -32020},
		{`{"region":"eu"}`, "Mcp-Param-Region: =?base64?ZXU?=", -32020},
		{`{"region":"eu"}`, "Mcp-Param-Region: =?base64?ZX V=?=", -32020},
		{`{"region":"eu"}`, "Mcp-Param-Region: eu\nMcp-Param-Region: eu", -32020},
		{`{"region":""}`, ``, -32020},
		{`{"region":null}`, "Mcp-Param-Region: null", -32020},
		{`{}`, "Mcp-Param-Region:", -32020},
		{`{"size":42}`, "Mcp-Param-Size: 42.5", -32020},
		{`{"size":9007199254740993}`, "Mcp-Param-Size: 9007199254740992", -32020},
		{`{"region":"42"}`, "Mcp-Param-Region: 42.0", -32020},
		{`{"to":{"fast":true}}`, "Mcp-Param-Fast: false", -32020},
		{`{"to":{"fast":true}}`, ``, -32020},
	}
	for _, tt := range tests {
		header := v2026 + "Mcp-Method: tools/call\nMcp-Name: echo"
		if tt.header != "" {
			header += "\n" + tt.header
		}
		want := 200
		if tt.code != 0 {
			want = 400
		}
		got := serve(t, open(s), request("tools/call", `MODERN,"name":"echo","arguments":`+tt.arguments), parseHeader(t, header))
		if got.Error.Code != tt.code || got.Status != want {
			t.Errorf("%s with %q: got code %d, status %d, want %d, %d: %s", tt.arguments, tt.header, got.Error.Code, got.Status, tt.code, want, got.Error.Message)
		}
	}
	// Where there are no headers there is nothing to repeat, and the legacy era knows none of this.
	for _, meta := range []string{`MODERN,`, ``} {
		if got := serve(t, open(s), request("tools/call", meta+`"name":"echo","arguments":{"region":"eu"}`), nil); got.Error.Code != 0 {
			t.Errorf("on a pipe: got %v, want a result", got)
		}
	}
}
