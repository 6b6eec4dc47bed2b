package mcp_test

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/google/go-cmp/cmp"

	"giftserver/internal/mcp"
)

// A header never changes what a session has agreed on: in 2025-06-18 wrong arguments are an error of the
// protocol, in 2025-11-25 a result.
func TestHTTP_sessionKeepsRevision(t *testing.T) {
	for _, tt := range []struct {
		agreed, header string
		code           int
	}{
		{"2025-06-18", "2025-11-25", -32602},
		{"2025-11-25", "2025-06-18", 0},
	} {
		c := open(newEcho(t))
		serve(t, c, request("initialize", `"protocolVersion":"`+tt.agreed+`"`), http.Header{})
		got := serve(t, c, request("tools/call", `"name":"echo","arguments":{"text":5}`), parseHeader(t, "MCP-Protocol-Version: "+tt.header))
		if got.Error.Code != tt.code || got.Status != 200 {
			t.Errorf("%s with header %s: got status %d, code %d, want 200, %d", tt.agreed, tt.header, got.Status, got.Error.Code, tt.code)
		}
	}
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

func TestReadResource_blob(t *testing.T) {
	c := echoConfig(t)
	c.Resources[0].Read = func(context.Context) (*mcp.Contents, error) { return &mcp.Contents{Blob: []byte{0, 255}}, nil }
	c.Templates[0].Read = func(context.Context, string, url.Values) (*mcp.Contents, error) {
		return &mcp.Contents{Blob: []byte{}}, nil
	}
	s := newServer(t, c)
	for uri, blob := range map[string]string{"mcp://echo/list": "AP8=", "mcp://echo/items/1": ""} {
		want := object(t, fmt.Sprintf(`{"contents":[{"uri":%q,"mimeType":"text/plain","blob":%q}]}`, uri, blob))["contents"]
		for _, version := range revisions {
			got := ask(t, s, version, "resources/read", fmt.Sprintf(`"uri":%q`, uri))
			if diff := cmp.Diff(want, got.Result["contents"]); diff != "" {
				t.Errorf("%s in %s (-want +got):\n%s", uri, version, diff)
			}
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

// A legacy client may come back for the answer of a session when its connection breaks. To a modern one,
// and without a session, breaking off is how a call is taken back.
func TestCall_connectionBreaks(t *testing.T) {
	tests := []struct {
		name, initialize, meta string
		header                 http.Header
		goesOn                 bool
	}{
		{"legacy session", "2025-11-25", ``, http.Header{}, true},
		{"legacy without session", "", ``, http.Header{}, false},
		{"modern", "", `MODERN`, nil, false},
		{"modern beside a legacy session", "2025-11-25", `MODERN`, nil, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				finish, ended := make(chan struct{}), false
				c := echoConfig(t)
				c.Tools[0].Input = schema(t, `{"type":"object"}`)
				c.Tools[0].Call = func(ctx context.Context, _ mcp.ToolCall) (*mcp.ToolResult, error) {
					select {
					case <-ctx.Done():
						ended = true
						return nil, ctx.Err()
					case <-finish:
						return &mcp.ToolResult{Content: []mcp.Content{}}, nil
					}
				}
				p := newPeer(t, newServer(t, c))
				if tt.initialize != "" {
					p.send(request("initialize", `"protocolVersion":"`+tt.initialize+`"`))
					p.take()
				}
				p.header = tt.header
				p.send(callTool(tt.meta, "echo", ""))
				p.stop()
				synctest.Wait()
				if ended == tt.goesOn {
					t.Errorf("got the call ended %t, want %t", ended, !tt.goesOn)
				}
				close(finish)
				want := ""
				if tt.goesOn {
					want = `{"jsonrpc":"2.0","id":7,"result":{"content":[],"isError":false}}`
				}
				p.expect(want)
			})
		})
	}
}

// A question is no contents: it says nothing of how long it may be kept.
func TestReadResource_question(t *testing.T) {
	c := echoConfig(t)
	c.Resources[0].Read = func(context.Context) (*mcp.Contents, error) {
		return nil, &mcp.InputRequired{State: "s", Requests: map[string]mcp.InputRequest{"who": mcp.Elicit("Who?", jsontext.Value(nameForm))}}
	}
	got := serve(t, open(newServer(t, c)), request("resources/read", withCapabilities(`{"elicitation":{}}`)+`,"uri":"mcp://echo/list"`), nil)
	for _, name := range []string{"ttlMs", "cacheScope"} {
		if value, ok := got.Result[name]; ok || got.Result["resultType"] != "input_required" {
			t.Errorf("got %s %v in %v, want a question without it", name, value, got.Result)
		}
	}
}

// A person who declines has given nothing, whatever the form held by then.
func TestInput_declinedWithContent(t *testing.T) {
	for _, action := range []string{`"decline"`, `"cancel"`, `"Accept"`, `true`} {
		answer := `{"action":` + action + `,"content":{"name":"Ann"}}`
		s := newServer(t, asking(t))
		got := serve(t, open(s), callTool(withCapabilities(`{"elicitation":{}}`), "hello", `,"inputResponses":{"who":`+answer+`}`), nil)
		if got.Result["isError"] != true {
			t.Errorf("%s, modern: got %v, want a failure", action, got)
		}
		synctest.Test(t, func(t *testing.T) {
			p := initialized(t, newServer(t, asking(t)), "2025-11-25", `{"elicitation":{}}`)
			p.send(callTool("", "hello", ""))
			p.take()
			p.send(`{"jsonrpc":"2.0","id":1,"result":` + answer + `}`)
			p.expect(`{"jsonrpc":"2.0","id":7,"result":{"content":[{"type":"text","text":"declined"}],"isError":true}}`)
		})
	}
}

func TestInput_cannotStatus(t *testing.T) {
	header := parseHeader(t, v2026+"Mcp-Method: tools/call\nMcp-Name: hello")
	got := serve(t, open(newServer(t, asking(t))), callTool(`MODERN`, "hello", ""), header)
	if got.Status != 400 || got.Error.Code != -32021 {
		t.Errorf("got status %d, code %d, want 400, -32021", got.Status, got.Error.Code)
	}
}

func TestInput_limits(t *testing.T) {
	for n, code := range map[int]int{100: 0, 101: -32602} {
		var answers []string
		for i := range n {
			answers = append(answers, fmt.Sprintf(`"k%d":{}`, i))
		}
		message := callTool(withCapabilities(`{"elicitation":{}}`), "hello", `,"inputResponses":{`+strings.Join(answers, ",")+`}`)
		if got := serve(t, open(newServer(t, asking(t))), message, nil); got.Error.Code != code {
			t.Errorf("%d answers: got %v, want code %d", n, got, code)
		}
	}
}

// A tool that never has enough is a fault of the server; the person is not asked for ever.
func TestInput_rounds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := asking(t)
		c.Log = slog.New(slog.DiscardHandler)
		c.Tools[1].Call = func(context.Context, mcp.ToolCall) (*mcp.ToolResult, error) {
			return nil, &mcp.InputRequired{Requests: map[string]mcp.InputRequest{"who": mcp.Elicit("Who?", jsontext.Value(nameForm))}}
		}
		p := initialized(t, newServer(t, c), "2025-11-25", `{"elicitation":{}}`)
		p.send(callTool("", c.Tools[1].Name, ""))
		for id := 1; id <= 10; id++ {
			if got := p.take(); !strings.HasPrefix(got, fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"elicitation/create"`, id)) {
				t.Fatalf("got %s, want question %d", got, id)
			}
			p.send(fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"result":{"action":"accept","content":{"name":"Ann"}}}`, id))
		}
		p.expect(`{"jsonrpc":"2.0","id":7,"error":{"code":-32603,"message":"internal error"}}`)
	})
}

func TestSubscribe_tooMany(t *testing.T) {
	c := open(newEcho(t))
	subscribe := func(i int) int {
		return serve(t, c, request("resources/subscribe", fmt.Sprintf(`"uri":"mcp://echo/items/%d"`, i)), nil).Error.Code
	}
	for i := range 1000 {
		if code := subscribe(i); code != 0 {
			t.Fatalf("subscription %d: got code %d, want none", i, code)
		}
	}
	if code := subscribe(1000); code != -32602 {
		t.Errorf("one more: got code %d, want -32602", code)
	}
	if code := subscribe(0); code != 0 {
		t.Errorf("one of those there are: got code %d, want none", code)
	}
	if got := serve(t, c, request("resources/unsubscribe", `"uri":"mcp://echo/items/0"`), nil); got.Error.Code != 0 {
		t.Errorf("unsubscribe: got %v", got)
	}
	if code := subscribe(1000); code != 0 {
		t.Errorf("in the place of another: got code %d, want none", code)
	}
}
