package mcp_test

import (
	"context"
	"errors"
	"log/slog"
	"strings"
	"testing"

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

// Definitions are listed at once, as hosts wait for them when they start a server; what runs it waits until it is ready,
// and fails if it never will be.
func TestConfig_ready(t *testing.T) {
	tests := []struct {
		method, params string
		waits          bool
	}{
		{"ping", ``, false},
		{"initialize", `"protocolVersion":"2025-11-25"`, false},
		{"tools/list", ``, false},
		{"prompts/list", ``, false},
		{"resources/templates/list", ``, false},
		{"tools/call", `"name":"echo","arguments":{"text":"hi"}`, true},
		{"resources/list", ``, true}, // Its metadata may be made of what is listed.
		{"resources/read", `"uri":"mcp://echo/list"`, true},
		{"resources/get", `"uri":"mcp://echo/list"`, true},
		{"prompts/get", `"name":"greet","arguments":{"who":"Ann"}`, true},
		{"completion/complete", `"ref":{"type":"ref/prompt","name":"greet"},"argument":{"name":"who","value":""}`, true},
	}
	for _, tt := range tests {
		var asked int
		var broken error
		c := echoConfig(t)
		c.Log = slog.New(slog.DiscardHandler)
		c.Ready = func(context.Context) error { asked++; return broken }
		s := newServer(t, c)
		if got := ask(t, s, "2025-11-25", tt.method, tt.params); got.Error.Code != 0 || (asked > 0) != tt.waits {
			t.Errorf("%s: got error %v, asked %d times whether all is there, want none, and that it asks: %t", tt.method, got.Error, asked, tt.waits)
		}
		broken = errors.New("secret: disk on fire")
		if got := ask(t, s, "2025-11-25", tt.method, tt.params).Error; (got.Code == -32603) != tt.waits || strings.Contains(got.Message, "fire") {
			t.Errorf("%s on a server that never gets ready: got error %v, want a fault: %t", tt.method, got, tt.waits)
		}
	}
}
