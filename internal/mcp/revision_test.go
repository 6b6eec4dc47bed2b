package mcp_test

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"giftserver/internal/mcp"
)

// everyMethod holds a request for each method of either era that has a result of its own.
var everyMethod = []struct {
	method, params string
	cached         bool // by a modern client
}{
	{"tools/list", ``, true},
	{"resources/list", ``, true},
	{"resources/templates/list", ``, true},
	{"resources/read", `"uri":"mcp://echo/list"`, true},
	{"prompts/list", ``, true},
	{"tools/call", `"name":"echo","arguments":{"text":"hi"}`, false},
	{"tools/call", `"name":"echo","arguments":{}`, false},
	{"prompts/get", `"name":"wave"`, false},
}

func TestResult_modern(t *testing.T) {
	s := newEcho(t)
	info := object(t, `{"META/serverInfo":{"name":"echo","version":"1.0.0","title":"Echo","description":"Says it again"}}`)
	for _, tt := range everyMethod {
		got := ask(t, s, modern, tt.method, tt.params).Result
		if got["resultType"] != "complete" {
			t.Errorf("%s {%s}: got resultType %v, want complete", tt.method, tt.params, got["resultType"])
		}
		if diff := cmp.Diff(any(info), got["_meta"]); diff != "" {
			t.Errorf("%s {%s}: _meta (-want +got):\n%s", tt.method, tt.params, diff)
		}
		ttl, hasTTL := got["ttlMs"].(float64)
		scope, hasScope := got["cacheScope"]
		if hasTTL != tt.cached || hasScope != tt.cached {
			t.Errorf("%s {%s}: got ttlMs %v, cacheScope %v, want both: %t", tt.method, tt.params, got["ttlMs"], scope, tt.cached)
		}
		if tt.cached && (ttl < 0 || scope != "public" && scope != "private") {
			t.Errorf("%s {%s}: got ttlMs %v, cacheScope %v, want at least 0, public or private", tt.method, tt.params, ttl, scope)
		}
		if cursor, ok := got["nextCursor"]; ok {
			t.Errorf("%s: got nextCursor %v, want none at the end of a list", tt.method, cursor)
		}
	}
}

func TestResult_legacy(t *testing.T) {
	s := newEcho(t)
	for _, version := range legacy {
		for _, tt := range everyMethod {
			got := ask(t, s, version, tt.method, tt.params)
			for _, name := range []string{"resultType", "ttlMs", "cacheScope", "_meta", "nextCursor"} {
				if value, ok := got.Result[name]; ok {
					t.Errorf("%s in %s: got %s %v, want none", tt.method, version, name, value)
				}
			}
		}
		if got := ask(t, s, version, "ping", ""); len(got.Result) != 0 || got.Result == nil {
			t.Errorf("ping in %s: got %v, want {}", version, got.Result)
		}
	}
}

// A tool or a prompt may answer with the same result every time; what one revision adds to it or leaves
// out must not show in the next.
func TestResult_shared(t *testing.T) {
	c := echoConfig(t)
	tool := &mcp.ToolResult{Content: []mcp.Content{mcp.Text("hi")}, Structured: map[string]any{"text": "hi"}}
	c.Tools[0].Call = func(context.Context, mcp.ToolCall) (*mcp.ToolResult, error) { return tool, nil }
	prompt := &mcp.PromptResult{Messages: []mcp.PromptMessage{{Role: "user", Content: mcp.Text("hi")}}}
	c.Prompts[1].Get = func(context.Context, map[string]string) (*mcp.PromptResult, error) { return prompt, nil }
	s := newServer(t, c)
	for method, params := range map[string]string{
		"tools/call":  `"name":"echo","arguments":{"text":"hi"}`,
		"prompts/get": `"name":"wave"`,
	} {
		want := ask(t, s, modern, method, params)
		for _, version := range legacy {
			for _, name := range []string{"resultType", "_meta"} {
				if value, ok := ask(t, s, version, method, params).Result[name]; ok {
					t.Errorf("%s in %s: got %s %v, want none", method, version, name, value)
				}
			}
		}
		if diff := cmp.Diff(want, ask(t, s, modern, method, params)); diff != "" {
			t.Errorf("%s (-first +after the legacy ones):\n%s", method, diff)
		}
	}
}

// The _meta of a result may be shared as much as the result itself.
func TestResult_sharedMeta(t *testing.T) {
	c := echoConfig(t)
	tool := &mcp.ToolResult{Content: []mcp.Content{mcp.Text("hi")}}
	tool.Meta = map[string]any{"example/a": "b"}
	c.Tools[0].Call = func(context.Context, mcp.ToolCall) (*mcp.ToolResult, error) { return tool, nil }
	s := newServer(t, c)
	for _, version := range revisions { // The modern one comes first.
		want := `{"_meta":{"example/a":"b"}}`
		if version == modern {
			want = `{"_meta":{"example/a":"b","META/serverInfo":{"name":"echo","title":"Echo","version":"1.0.0","description":"Says it again"}}}`
		}
		got := ask(t, s, version, "tools/call", `"name":"echo","arguments":{"text":"hi"}`).Result["_meta"]
		if diff := cmp.Diff(object(t, want)["_meta"], got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", version, diff)
		}
	}
	if diff := cmp.Diff(map[string]any{"example/a": "b"}, tool.Meta); diff != "" {
		t.Errorf("the tool's own _meta has changed (-want +got):\n%s", diff)
	}
}

func TestListTools_byRevision(t *testing.T) {
	const (
		bare        = `"name":"echo","description":"Repeats","inputSchema":` + echoInput
		annotations = `,"annotations":{"readOnlyHint":true,"destructiveHint":false,"idempotentHint":false,"openWorldHint":false}`
		rest        = `,"title":"Echo","outputSchema":{"type":"object"},"securitySchemes":[{"type":"oauth2","scopes":["a","b"]}],"_meta":{"example/icon":"e"}`
	)
	want := map[string]string{
		"2026-07-28": bare + annotations + rest,
		"2025-11-25": bare + annotations + rest,
		"2025-06-18": bare + annotations + rest,
		"2025-03-26": bare + annotations,
		"2024-11-05": bare,
	}
	checkLists(t, "tools/list", "tools", want)
}

func TestListPrompts_byRevision(t *testing.T) {
	const (
		titled = `"name":"greet","title":"Greet","description":"Greets","arguments":[
			{"name":"who","title":"Who","required":true},{"name":"tone","description":"How"}]},{"name":"wave","description":"Waves"`
		bare = `"name":"greet","description":"Greets","arguments":[
			{"name":"who","required":true},{"name":"tone","description":"How"}]},{"name":"wave","description":"Waves"`
	)
	checkLists(t, "prompts/list", "prompts", byTitle(titled, bare))
}

func TestListResources_byRevision(t *testing.T) {
	const resource = `"uri":"mcp://echo/list","name":"list","description":"All","mimeType":"text/plain"`
	checkLists(t, "resources/list", "resources", byTitle(resource+`,"title":"List"`, resource))

	const template = `"uriTemplate":"mcp://echo/items/{id}{?size}","name":"item","mimeType":"text/plain"`
	checkLists(t, "resources/templates/list", "resourceTemplates", byTitle(template+`,"title":"Item"`, template))
}

// What a revision does not know as content, it gets in words; bytes are Base64.
func TestContent_byRevision(t *testing.T) {
	content := []mcp.Content{
		mcp.Text("t"),
		mcp.Image([]byte{0, 255}, "image/png"),
		mcp.Audio([]byte{0, 255}, "audio/wav"),
		mcp.Embedded("mcp://echo/blob", "image/png", &mcp.Contents{Blob: []byte{0, 255}}),
		mcp.Embedded("mcp://echo/list", "text/plain", &mcp.Contents{}),
		mcp.Link("mcp://echo/list", "list", "text/plain"),
	}
	c := echoConfig(t)
	tool, prompt := &mcp.ToolResult{Content: content}, &mcp.PromptResult{}
	for _, block := range content {
		prompt.Messages = append(prompt.Messages, mcp.PromptMessage{Role: "user", Content: block})
	}
	c.Tools[0].Call = func(context.Context, mcp.ToolCall) (*mcp.ToolResult, error) { return tool, nil }
	c.Prompts[1].Get = func(context.Context, map[string]string) (*mcp.PromptResult, error) { return prompt, nil }
	s := newServer(t, c)
	// The oldest comes first: what it does not get must still be there for the next.
	for _, version := range slices.Backward(revisions) {
		audio := `{"type":"audio","data":"AP8=","mimeType":"audio/wav"}`
		link := `{"type":"resource_link","uri":"mcp://echo/list","name":"list","mimeType":"text/plain"}`
		if version < "2025-03-26" {
			audio = `{"type":"text","text":"(a sound, audio/wav)"}`
		}
		if version < "2025-06-18" {
			link = `{"type":"text","text":"list: mcp://echo/list"}`
		}
		want := object(t, `{"content":[{"type":"text","text":"t"},{"type":"image","data":"AP8=","mimeType":"image/png"},`+audio+`,
			{"type":"resource","resource":{"uri":"mcp://echo/blob","mimeType":"image/png","blob":"AP8="}},
			{"type":"resource","resource":{"uri":"mcp://echo/list","mimeType":"text/plain","text":""}},`+link+`]}`)["content"]
		if diff := cmp.Diff(want, ask(t, s, version, "tools/call", `"name":"echo","arguments":{"text":"hi"}`).Result["content"]); diff != "" {
			t.Errorf("tools/call in %s (-want +got):\n%s", version, diff)
		}
		var got []any
		messages, _ := ask(t, s, version, "prompts/get", `"name":"wave"`).Result["messages"].([]any)
		for _, message := range messages {
			m, _ := message.(map[string]any)
			got = append(got, m["content"])
		}
		if diff := cmp.Diff(want, any(got)); diff != "" {
			t.Errorf("prompts/get in %s (-want +got):\n%s", version, diff)
		}
	}
}

// byTitle says which revisions know titles.
func byTitle(titled, bare string) map[string]string {
	return map[string]string{
		"2026-07-28": titled, "2025-11-25": titled, "2025-06-18": titled, "2025-03-26": bare, "2024-11-05": bare,
	}
}

// checkLists compares what each revision lists under a name. It begins with the oldest: what that
// leaves out must still be there for the next.
func checkLists(t *testing.T, method, name string, want map[string]string) {
	t.Helper()
	s := newEcho(t)
	for _, version := range slices.Backward(revisions) {
		list := object(t, fmt.Sprintf(`{%q:[{%s}]}`, name, want[version]))[name]
		if diff := cmp.Diff(list, ask(t, s, version, method, "").Result[name]); diff != "" {
			t.Errorf("%s in %s (-want +got):\n%s", method, version, diff)
		}
	}
}

// Strict clients drop a message in which a list is missing or null.
func TestServer_emptyLists(t *testing.T) {
	s := newServer(t, mcp.Config{Info: mcp.Implementation{Name: "empty", Version: "0"}})
	for _, version := range revisions {
		for method, name := range map[string]string{
			"tools/list": "tools", "prompts/list": "prompts",
			"resources/list": "resources", "resources/templates/list": "resourceTemplates",
		} {
			if diff := cmp.Diff(any([]any{}), ask(t, s, version, method, "").Result[name]); diff != "" {
				t.Errorf("%s in %s (-want +got):\n%s", method, version, diff)
			}
		}
	}
}

// A list has a single page here, so any cursor that names another is unknown.
func TestList_cursor(t *testing.T) {
	tests := []struct {
		params string
		code   int
	}{
		{``, 0},
		{`"cursor":null`, 0},
		{`"cursor":""`, 0},
		{`"cursor":"garbage"`, -32602},
		{`"cursor":5`, -32602},
	}
	s := newEcho(t)
	for _, version := range revisions {
		for _, method := range []string{"tools/list", "prompts/list", "resources/list", "resources/templates/list"} {
			for _, tt := range tests {
				if got := ask(t, s, version, method, tt.params); got.Error.Code != tt.code || got.Status != 200 {
					t.Errorf("%s {%s} in %s: got status %d, code %d, want 200, %d",
						method, tt.params, version, got.Status, got.Error.Code, tt.code)
				}
			}
		}
	}
}
