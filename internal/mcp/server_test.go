package mcp_test

import (
	"context"
	"log/slog"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"

	"giftserver/internal/mcp"
)

func TestNew_refuses(t *testing.T) {
	tests := []struct {
		name  string
		spoil func(*mcp.Config)
		want  string // what the error names
	}{
		{"no name", func(c *mcp.Config) { c.Info.Name = "" }, "name"},
		{"no version", func(c *mcp.Config) { c.Info.Version = "" }, "version"},
		{"empty tool name", func(c *mcp.Config) { c.Tools[0].Name = "" }, `""`},
		// The specification allows dots; some hosts do not.
		{"dot", func(c *mcp.Config) { c.Tools[0].Name = "echo.it" }, "echo.it"},
		{"space", func(c *mcp.Config) { c.Tools[0].Name = "echo it" }, "echo it"},
		{"letters beyond ASCII", func(c *mcp.Config) { c.Tools[0].Name = "écho" }, "écho"},
		{"newline", func(c *mcp.Config) { c.Tools[0].Name = "echo\n" }, "echo"},
		{"65 characters", func(c *mcp.Config) { c.Tools[0].Name = strings.Repeat("e", 65) }, "eee"},
		{"the same tool twice", func(c *mcp.Config) { c.Tools = append(c.Tools, c.Tools[0]) }, "echo"},
		{"no description", func(c *mcp.Config) { c.Tools[0].Description = "" }, "echo"},
		{"no input schema", func(c *mcp.Config) { c.Tools[0].Input = nil }, "echo"},
		{"no function", func(c *mcp.Config) { c.Tools[0].Call = nil }, "echo"},
		{"the same resource twice", func(c *mcp.Config) { c.Resources = append(c.Resources, c.Resources[0]) }, "mcp://echo/list"},
		{"no way to read a resource", func(c *mcp.Config) { c.Resources[0].Read = nil }, "mcp://echo/list"},
		{"the same template twice", func(c *mcp.Config) { c.Templates = append(c.Templates, c.Templates[0]) }, "mcp://echo/items/"},
		{"no way to read a template", func(c *mcp.Config) { c.Templates[0].Read = nil }, "mcp://echo/items/"},
		{"the same prompt twice", func(c *mcp.Config) { c.Prompts = append(c.Prompts, c.Prompts[1]) }, "wave"},
		{"no way to get a prompt", func(c *mcp.Config) { c.Prompts[1].Get = nil }, "wave"},
	}
	for _, tt := range tests {
		c := echoConfig(t)
		tt.spoil(&c)
		if _, err := mcp.New(c); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: got error %v, want one that names %s", tt.name, err, tt.want)
		}
	}
}

func TestNew_accepts(t *testing.T) {
	c := echoConfig(t)
	for _, name := range []string{"Echo", "echo-2_A", "e", strings.Repeat("e", 64)} {
		tool := c.Tools[0]
		tool.Name = name
		c.Tools = append(c.Tools, tool)
	}
	if _, err := mcp.New(c); err != nil {
		t.Errorf("got error %v, want none", err)
	}
}

// Nothing that a peer sends is a fault of this server, and a panic would show as one.
func FuzzHTTP_serve(f *testing.F) {
	for _, seed := range []struct{ message, version, name string }{
		{request("ping", ``), "", ""},
		{request("ping", ``), "2025-11-25", ""},
		{request("initialize", `"protocolVersion":"2026-07-28"`), "2031-01-01", ""},
		{request("tools/list", `MODERN`), modern, ""},
		{request("tools/call", `MODERN,"name":"echo","arguments":{"text":"hi"}`), modern, "=?base64?ZWNobw==?="},
		{request("tools/call", `"name":"echo","arguments":{"text":"hi","year":2000.0,"words":["a",null],"b":9e308}`), "", ""},
		{request("resources/read", `"uri":"mcp://echo/items/%C3%A9?size=XL"`), "2024-11-05", ""},
		{request("prompts/get", `"name":"greet","arguments":{"who":5}`), "2025-06-18", "greet"},
		{`[` + request("ping", ``) + `]`, "v999", "\n"},
	} {
		f.Add([]byte(shorthand.Replace(seed.message)), seed.version, seed.name)
	}
	c := echoConfig(f)
	// The item that can't be read is a fault indeed, so no item exists here.
	c.Templates[0].Read = func(context.Context, string, url.Values) (*mcp.Contents, error) { return nil, mcp.ErrNotFound }
	c.Log = slog.New(slog.DiscardHandler)
	s := newServer(f, c)
	f.Fuzz(func(t *testing.T, message []byte, version, name string) {
		var r struct {
			Method string `json:"method"`
		}
		_ = json.Unmarshal(message, &r) // Without a method there is nothing to mirror.
		header := http.Header{}
		header.Set("MCP-Protocol-Version", version)
		header.Set("Mcp-Method", r.Method)
		header.Set("Mcp-Name", name)
		raw, status := open(s).Serve(t.Context(), message, header, nil)()
		if strings.Contains(string(raw), `"error":{"code":-32603`) {
			t.Errorf("%s\nwith %q\ngot status %d, %s", message, header, status, raw)
		}
	})
}
