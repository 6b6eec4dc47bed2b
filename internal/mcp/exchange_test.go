package mcp_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/google/go-cmp/cmp"

	"giftserver/internal/mcp"
)

// telling is a server whose tool tells how far it is, and logs.
func telling(t *testing.T) *mcp.Server {
	t.Helper()
	c := echoConfig(t)
	c.Tools[0].Input = schema(t, `{"type":"object"}`)
	c.Tools[0].Call = func(ctx context.Context, _ mcp.ToolCall) (*mcp.ToolResult, error) {
		mcp.Progress(ctx, 0, 10, "begun")
		mcp.Progress(ctx, 2.5, 10, "")
		mcp.Progress(ctx, 2.5, 10, "again")
		mcp.Progress(ctx, 1, 10, "back")
		mcp.Progress(ctx, 10, 0, "done")
		mcp.Log(ctx, "debug", "echo", "low")
		mcp.Log(ctx, "warning", "", map[string]int{"high": 1})
		return &mcp.ToolResult{Content: []mcp.Content{}}, nil
	}
	return newServer(t, c)
}

// Progress goes to those who gave a token, which comes back as it was; 0 and "" are tokens. It grows, or
// it is not told.
func TestProgress(t *testing.T) {
	progress := func(token string, revision string) []string {
		begun, done := `,"message":"begun"`, `,"message":"done"`
		if revision == "2024-11-05" { // It has no messages.
			begun, done = "", ""
		}
		return []string{
			fmt.Sprintf(`{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":%s,"progress":0,"total":10%s}}`, token, begun),
			fmt.Sprintf(`{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":%s,"progress":2.5,"total":10}}`, token),
			fmt.Sprintf(`{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":%s,"progress":10%s}}`, token, done),
		}
	}
	for _, revision := range revisions {
		for _, token := range []string{`"p"`, `0`, `""`, `12345678901234567890`, ``, `null`, `{}`} {
			meta := `"_meta":{"progressToken":` + token + `}`
			if token == "" {
				meta = `"_meta":{}`
			}
			valid := !strings.ContainsAny(token, "n{") && token != ""
			synctest.Test(t, func(t *testing.T) {
				p := newPeer(t, telling(t))
				if revision == modern {
					if !valid && token != "" {
						return // Such a token is refused there.
					}
					meta = strings.Replace(strings.Replace(envelope, `"_meta":{`, meta[:len(meta)-1]+",", 1), "{,", "{", 1)
				} else {
					p = initialized(t, telling(t), revision, `{}`)
				}
				p.send(callTool(meta, "echo", ""))
				got := strings.Split(p.take(), "\n")
				var want []string
				if valid {
					want = progress(token, revision)
				}
				if diff := cmp.Diff(strings.Join(want, "\n"), strings.Join(got[:len(got)-1], "\n")); diff != "" {
					t.Errorf("%s, token %s (-want +got):\n%s", revision, token, diff)
				}
			})
		}
	}
}

const (
	low  = `{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"debug","logger":"echo","data":"low"}}`
	high = `{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"warning","data":{"high":1}}}`
)

// A modern request says itself from which level on it wants log messages; none is the default.
func TestLog_modern(t *testing.T) {
	for level, want := range map[string]string{
		"": "", `,"META/logLevel":"debug"`: low + "\n" + high, `,"META/logLevel":"warning"`: high, `,"META/logLevel":"error"`: "",
	} {
		synctest.Test(t, func(t *testing.T) {
			p := newPeer(t, telling(t))
			// A level of the legacy era on the same pipe is another matter.
			p.send(request("initialize", `"protocolVersion":"2025-11-25"`))
			p.send(request("logging/setLevel", `"level":"debug"`))
			p.take()
			p.send(callTool(strings.Replace(envelope, `{}}`, `{}`+level+`}`, 1), "echo", ""))
			got := strings.Split(p.take(), "\n")
			if diff := cmp.Diff(want, strings.Join(got[:len(got)-1], "\n")); diff != "" {
				t.Errorf("level %q (-want +got):\n%s", level, diff)
			}
		})
	}
}

// A legacy peer sets the level for its session; until then it gets nothing.
func TestLog_legacy(t *testing.T) {
	for _, revision := range legacy {
		synctest.Test(t, func(t *testing.T) {
			p := initialized(t, telling(t), revision, `{}`)
			for _, step := range []struct{ set, want string }{
				{"", ""},
				{"debug", low + "\n" + high + "\n"},
				{"warning", high + "\n"},
				{"emergency", ""},
			} {
				if step.set != "" {
					p.send(request("logging/setLevel", `"level":"`+step.set+`"`))
					p.expect(`{"jsonrpc":"2.0","id":7,"result":{}}`)
				}
				p.send(callTool("", "echo", ""))
				if got := p.take(); !strings.HasPrefix(got, step.want+`{"jsonrpc":"2.0","id":7`) {
					t.Errorf("%s, level %q: got %s, want %q before the result", revision, step.set, got, step.want)
				}
			}
		})
	}
}

func TestSetLevel_refuses(t *testing.T) {
	for _, params := range []string{``, `"level":"loud"`, `"level":7`, `"level":null`} {
		if got := serve(t, open(newEcho(t)), request("logging/setLevel", params), nil); got.Error.Code != -32602 {
			t.Errorf("{%s}: got %v, want -32602", params, got)
		}
	}
}

// What is said after the answer comes to nobody.
func TestProgress_afterAnswer(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := echoConfig(t)
		late := make(chan struct{})
		c.Tools[0].Call = func(ctx context.Context, _ mcp.ToolCall) (*mcp.ToolResult, error) {
			go func() {
				<-late
				mcp.Progress(ctx, 1, 1, "")
				mcp.Log(ctx, "error", "", "late")
			}()
			return &mcp.ToolResult{}, nil
		}
		p := newPeer(t, newServer(t, c))
		p.send(callTool(strings.Replace(envelope, `{}}`, `{},"progressToken":1,"META/logLevel":"debug"}`, 1), "echo", `,"arguments":{"text":"hi"}`))
		p.take()
		close(late)
		p.expect("")
	})
}

// Hosts tell the language of their user under a key of their own, and may write anything there.
func TestLocale(t *testing.T) {
	tests := []struct{ meta, want string }{
		{`"openai/locale":"pt-BR"`, "pt-BR"},
		{`"webplus/i18n":"it"`, "it"},
		{`"openai/locale":"vi","webplus/i18n":"it"`, "vi"},
		{`"openai/locale":5,"webplus/i18n":"it"`, "it"},
		{`"openai/locale":""`, ""},
		{`"openai/locale":null`, ""},
		{`"openai/locale":["de"]`, ""},
		{`"OpenAI/locale":"de"`, ""},
		{`"other":"de"`, ""},
	}
	c := echoConfig(t)
	got := ""
	c.Tools[0].Input = schema(t, `{"type":"object"}`)
	c.Tools[0].Call = func(ctx context.Context, _ mcp.ToolCall) (*mcp.ToolResult, error) {
		got = mcp.Locale(ctx)
		return &mcp.ToolResult{Content: []mcp.Content{}}, nil
	}
	s := newServer(t, c)
	for _, tt := range tests {
		for _, meta := range []string{`"_meta":{` + tt.meta + `}`, strings.Replace(envelope, "{", "{"+tt.meta+",", 1)} {
			got = "none"
			serve(t, open(s), callTool(meta, "echo", ""), nil)
			if got != tt.want {
				t.Errorf("%s: got %q, want %q", meta, got, tt.want)
			}
		}
	}
}
