package mcp_test

import (
	"testing"
)

func TestHTTP_versionHeader(t *testing.T) {
	checkHTTP(t, []admission{
		{"tools/list", `MODERN`, "mcp-protocol-version: 2026-07-28\nMCP-METHOD: tools/list", 200, 0},
		{"tools/list", `MODERN`, "MCP-Protocol-Version: \t2026-07-28 \nMcp-Method:  tools/list ", 200, 0},
		{"tools/list", `MODERN`, "Mcp-Method: tools/list", 400, -32020},
		{"tools/list", `MODERN`, "MCP-Protocol-Version:\nMcp-Method: tools/list", 400, -32020},
		// A header that is missing does not agree with an empty version either.
		{"tools/list", `"_meta":{"META/protocolVersion":"","META/clientCapabilities":{}}`, "Mcp-Method: tools/list", 400, -32020},
		{"tools/list", `MODERN`, "MCP-Protocol-Version: 2025-11-25\nMcp-Method: tools/list", 400, -32020},
		// Whoever reads the first of two values and whoever reads the last must never differ.
		{"tools/list", `MODERN`, v2026 + v2026 + "Mcp-Method: tools/list", 400, -32020},
		{"tools/list", `MODERN`, "MCP-Protocol-Version: 2026-07-28, 2026-07-28\nMcp-Method: tools/list", 400, -32020},
		// Only Mcp-Name and Mcp-Param may be wrapped.
		{"tools/list", `MODERN`, "MCP-Protocol-Version: =?base64?MjAyNi0wNy0yOA==?=\nMcp-Method: tools/list", 400, -32020},
	})
}

func TestHTTP_methodHeader(t *testing.T) {
	checkHTTP(t, []admission{
		{"tools/list", `MODERN`, v2026, 400, -32020},
		{"tools/list", `MODERN`, v2026 + "Mcp-Method:", 400, -32020},
		{"tools/list", `MODERN`, v2026 + "Mcp-Method: prompts/list", 400, -32020},
		// Names of headers have no case; their values do.
		{"tools/list", `MODERN`, v2026 + "Mcp-Method: Tools/List", 400, -32020},
		{"tools/list", `MODERN`, v2026 + "Mcp-Method: tools/list\nMcp-Method: tools/list", 400, -32020},
		{"tools/list", `MODERN`, v2026 + "Mcp-Method: =?base64?dG9vbHMvbGlzdA==?=", 400, -32020},
	})
}

func TestHTTP_nameHeader(t *testing.T) {
	const (
		call = v2026 + "Mcp-Method: tools/call\n"
		get  = v2026 + "Mcp-Method: prompts/get\n"
		read = v2026 + "Mcp-Method: resources/read\n"

		echo = `MODERN,"name":"echo","arguments":{"text":"hi"}`
		wave = `MODERN,"name":"wave"`
		list = `MODERN,"uri":"mcp://echo/list"`
	)
	checkHTTP(t, []admission{
		{"tools/call", echo, call + "Mcp-Name: echo", 200, 0},
		{"tools/call", echo, call + "MCP-NAME:  echo\t", 200, 0},
		{"prompts/get", wave, get + "Mcp-Name: wave", 200, 0},
		{"resources/read", list, read + "Mcp-Name: mcp://echo/list", 200, 0},
		{"tools/call", echo, call, 400, -32020},
		{"prompts/get", wave, get, 400, -32020},
		{"resources/read", list, read, 400, -32020},
		{"tools/call", echo, call + "Mcp-Name: Echo", 400, -32020},
		{"prompts/get", wave, get + "Mcp-Name: greet", 400, -32020},
		{"resources/read", list, read + "Mcp-Name: list", 400, -32020},
		{"tools/call", echo, call + "Mcp-Name: echo\nMcp-Name: echo", 400, -32020},
		// An empty value is a value. It agrees with an empty name, which is then no tool.
		{"tools/call", echo, call + "Mcp-Name:", 400, -32020},
		{"tools/call", `MODERN,"name":""`, call + "Mcp-Name:", 200, -32602},
		{"tools/call", `MODERN,"name":""`, call, 400, -32020},
		// A name that is not there or no string has no header; the method says what is wrong.
		{"tools/call", `MODERN`, call, 200, -32602},
		{"tools/call", `MODERN,"name":5`, call + "Mcp-Name: 5", 200, -32602},
		{"tools/call", `MODERN,"name":null`, call, 200, -32602},
		{"prompts/get", `MODERN,"name":null`, get, 200, -32602},
		{"resources/read", `MODERN,"uri":null`, read, 200, -32602},
		// Only the three methods mirror a name.
		{"tools/list", `MODERN,"name":"echo"`, v2026 + "Mcp-Method: tools/list", 200, 0},
		{"tools/list", `MODERN,"name":"echo"`, v2026 + "Mcp-Method: tools/list\nMcp-Name: wave", 200, 0},
	})
}

func TestHTTP_nameSentinel(t *testing.T) {
	const (
		call = v2026 + "Mcp-Method: tools/call\nMcp-Name: "
		echo = `MODERN,"name":"echo","arguments":{"text":"hi"}`
	)
	checkHTTP(t, []admission{
		{"tools/call", echo, call + "=?base64?ZWNobw==?=", 200, 0},
		{"resources/read", `MODERN,"uri":"mcp://echo/items/é"`, v2026 + "Mcp-Method: resources/read\nMcp-Name: =?base64?bWNwOi8vZWNoby9pdGVtcy/DqQ==?=", 200, 0},
		{"tools/call", `MODERN,"name":""`, call + "=?base64??=", 200, -32602},
		// Well-formed, but another name.
		{"tools/call", echo, call + "=?base64?d2F2ZQ==?=", 400, -32020},
		// Padding is wanted, the alphabet is the standard one, spare bits are zero, the text is UTF-8.
		{"tools/call", echo, call + "=?base64?ZWNobw?=", 400, -32020},
		{"tools/call", echo, call + "=?base64?ZWNo*w==?=", 400, -32020},
		{"tools/call", echo, call + "=?base64?ZWNobx==?=", 400, -32020},
		{"tools/call", `MODERN,"name":"\ufffd"`, call + "=?base64?/w==?=", 400, -32020},
		// Anything not wrapped exactly so is literal, and literally another name,
		{"tools/call", echo, call + "=?base64?ZWNobw==", 400, -32020},
		{"tools/call", echo, call + "ZWNobw==?=", 400, -32020},
		{"tools/call", echo, call + "=?BASE64?ZWNobw==?=", 400, -32020},
		// unless the body has the very same text.
		{"tools/call", `MODERN,"name":"=?base64?ZWNobw=="`, call + "=?base64?ZWNobw==", 200, -32602},
		{"tools/call", `MODERN,"name":"=?BASE64?ZWNobw==?="`, call + "=?BASE64?ZWNobw==?=", 200, -32602},
		{"tools/call", `MODERN,"name":"=?base64?="`, call + "=?base64?=", 200, -32602},
	})
}
