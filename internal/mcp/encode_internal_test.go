package mcp

import (
	"testing"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"giftserver/internal/rpc"
)

// What a result writes by itself is what the encoder makes of its fields.
func TestAppendJSON(t *testing.T) {
	sealed := envelope{ResultType: "complete", Sealed: sealedMeta{server: jsontext.Value(`{"name":"n","version":"1"}`)}}
	kept := sealed
	kept.TTLMs, kept.CacheScope = new(int64(60000)), "public"
	said := sealed
	said.Sealed.own = map[string]any{"z": 1, "a": []string{"<b>", "\u2028"}}
	named := Text("with more than a text")
	named.Name = "name"
	contents := &Contents{Text: `{"a": "\"\\` + "\n\x01\xff" + `"}`}
	tests := []rpc.Appender{
		&ToolResult{},
		&ToolResult{envelope: envelope{Sealed: sealedMeta{own: map[string]any{"a": 1}}}, Content: []Content{}},
		&ToolResult{envelope: sealed, Content: []Content{Text("")}, IsError: true},
		&ToolResult{envelope: said, Content: []Content{Text("\"é\xff\t<&>\u2028"), Text("{}", "user", "assistant")}, Structured: map[string]any{"b": 1, "a": 2.5}},
		&ToolResult{envelope: kept, Content: []Content{named, Image([]byte{1, 2}, "image/png"), Link("u", "n", "m"), {Type: "text"}}, Structured: JSON(`{"a":1}`)},
		&ToolResult{Content: []Content{{Type: "text", Text: new("t"), Annotations: &Annotations{}}, Embedded("u", "m", contents)}},
		&PromptResult{},
		&PromptResult{envelope: sealed, Description: "d\n", Messages: []PromptMessage{{Role: "user", Content: Text("a")}, {Role: "assistant", Content: Audio([]byte{1}, "m")}}},
		&readResult{},
		&readResult{envelope: kept, Contents: []ResourceContents{contents.at("u", ""), contents.at("\xff", "text/plain")}},
		&readResult{Contents: []ResourceContents{
			(&Contents{Text: "t", Meta: map[string]any{"b": 1, "a": 2}}).at("u", "m"), (&Contents{Blob: []byte{1}, Meta: map[string]any{"a": 1}}).at("u", "m"),
		}},
	}
	for _, tt := range tests {
		want, err := json.Marshal(tt, encoder)
		if err != nil {
			t.Fatal(err)
		}
		got, err := tt.AppendJSON([]byte("before "))
		if err != nil || string(got) != "before "+string(want) {
			t.Errorf("got  %s, %v\nwant before %s", got, err, want)
		}
	}
}

// A value that can't be encoded is an error wherever it stands.
func TestAppendJSON_impossible(t *testing.T) {
	nothing := map[string]any{"a": make(chan int)}
	for _, tt := range []rpc.Appender{
		&ToolResult{Structured: nothing},
		&ToolResult{envelope: envelope{Sealed: sealedMeta{own: nothing}}},
		&PromptResult{envelope: envelope{Sealed: sealedMeta{own: nothing, server: jsontext.Value(`{}`)}}},
		&readResult{Contents: []ResourceContents{(&Contents{Meta: nothing}).at("u", "m")}},
	} {
		if got, err := tt.AppendJSON(nil); err == nil {
			t.Errorf("%#v: got %s, want an error", tt, got)
		}
	}
}
