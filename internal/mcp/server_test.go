package mcp_test

import (
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
