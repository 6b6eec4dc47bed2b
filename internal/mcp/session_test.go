package mcp_test

import (
	"context"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/google/go-cmp/cmp"

	"giftserver/internal/mcp"
)

// Only 2025-03-26 has batches; a message that opens a conversation or stands for itself is no part of
// one.
func TestBatch(t *testing.T) {
	const ping = `{"jsonrpc":"2.0","id":1,"method":"ping"}`
	const ping2 = `{"jsonrpc":"2.0","id":2,"method":"ping"}`
	const pong = `{"jsonrpc":"2.0","id":1,"result":{}}`
	const alone = `"error":{"code":-32600,"message":"This message must come alone, not in an array"}}`
	for _, revision := range legacy {
		synctest.Test(t, func(t *testing.T) {
			p := initialized(t, newEcho(t), revision, `{}`)
			p.send(`[` + ping + `,{"jsonrpc":"2.0","method":"notifications/initialized"}]`)
			got := p.take()
			if want := `[` + pong + `]`; revision == "2025-03-26" && got != want || revision != "2025-03-26" && !strings.Contains(got, `"code":-32600`) {
				t.Errorf("%s: got %s", revision, got)
			}
		})
	}
	tests := []struct{ name, header, message, want string }{
		{"by header", "MCP-Protocol-Version: 2025-03-26", `[` + ping + `,` + ping2 + `]`, `[` + pong + `,{"jsonrpc":"2.0","id":2,"result":{}}]`},
		{"no header", "", `[` + ping + `]`, `{"jsonrpc":"2.0","error":{"code":-32600,"message":"A message must be one JSON object, got an array"}}`},
		{"initialize", "MCP-Protocol-Version: 2025-03-26", `[` + strings.Replace(ping, "ping", "initialize", 1) + `]`, `[{"jsonrpc":"2.0","id":1,` + alone + `]`},
		{"modern", "MCP-Protocol-Version: 2025-03-26", `[` + ping + `,{"jsonrpc":"2.0","id":2,"method":"tools/list","params":{MODERN}}]`, `[` + pong + `,{"jsonrpc":"2.0","id":2,` + alone + `]`},
		{"modern header", "MCP-Protocol-Version: 2026-07-28", `[` + ping + `]`, `{"jsonrpc":"2.0","error":{"code":-32600,"message":"A message must be one JSON object, got an array"}}`},
	}
	for _, tt := range tests {
		reply, _ := open(newEcho(t)).Serve(t.Context(), []byte(shorthand.Replace(tt.message)), parseHeader(t, tt.header), nil)()
		if diff := cmp.Diff(tt.want, string(reply)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
	}
}

// A session id that nobody has given out ends in 404, so that the client begins anew; in the modern era
// there are no sessions, and initialize begins one.
func TestHTTP_lostSession(t *testing.T) {
	const lost = "\nMcp-Session-Id: gone"
	checkHTTP(t, []admission{
		{"tools/list", ``, lost[1:], 404, -32600},
		{"tools/list", ``, "MCP-Protocol-Version: 2025-06-18" + lost, 404, -32600},
		{"initialize", `"protocolVersion":"2025-11-25"`, lost[1:], 200, 0},
		{"tools/list", `MODERN`, v2026 + "Mcp-Method: tools/list" + lost, 200, 0},
	})
	for message, want := range map[string]int{
		`{"jsonrpc":"2.0","method":"notifications/initialized"}`:                 404,
		`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{MODERN}}`: 202,
		`{"jsonrpc":"2.0","id":1,"result":{}}`:                                   404,
		`[{"jsonrpc":"2.0","id":1,"method":"ping"}]`:                             404,
	} {
		if got := serve(t, open(newEcho(t)), message, parseHeader(t, lost[1:])); got.Status != want {
			t.Errorf("%s: got status %d, want %d", message, got.Status, want)
		}
	}
}

// A session speaks what it has agreed on; a header of another legacy revision is let pass, one of none
// is not.
func TestHTTP_session(t *testing.T) {
	tests := []struct {
		header       string
		in           bool
		status, code int
	}{
		{"", true, 200, 0},
		{"MCP-Protocol-Version: 2025-06-18", true, 200, 0},
		{"MCP-Protocol-Version: 2024-11-05", true, 200, 0},
		{"MCP-Protocol-Version: 1999-01-01", false, 400, -32022},
		{"MCP-Protocol-Version: 2026-07-28", false, 400, -32602},
	}
	for _, tt := range tests {
		c := open(newEcho(t))
		if in, _ := c.Session(http.Header{}); in {
			t.Fatal("got a session before initialize, want none")
		}
		serve(t, c, request("initialize", `"protocolVersion":"2025-06-18"`), http.Header{})
		header := parseHeader(t, tt.header)
		if in, resumable := c.Session(header); in != tt.in || resumable {
			t.Errorf("%q: got in %t, resumable %t, want %t, false", tt.header, in, resumable, tt.in)
		}
		got := serve(t, c, request("tools/call", `"name":"echo","arguments":{"text":5}`), header)
		// In 2025-06-18, wrong arguments are an error of the protocol; in 2025-11-25, a result.
		if tt.code == 0 {
			tt.code = -32602
		}
		if got.Status != tt.status || got.Error.Code != tt.code {
			t.Errorf("%q: got status %d, code %d, want %d, %d", tt.header, got.Status, got.Error.Code, tt.status, tt.code)
		}
	}
	c := open(newEcho(t))
	serve(t, c, request("initialize", `"protocolVersion":"2025-11-25"`), http.Header{})
	if in, resumable := c.Session(http.Header{}); !in || !resumable {
		t.Errorf("2025-11-25: got in %t, resumable %t, want both", in, resumable)
	}
}

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

// An initialize that fails begins nothing.
func TestHTTP_noSessionOnError(t *testing.T) {
	c := open(newEcho(t))
	serve(t, c, request("initialize", `"protocolVersion":7`), http.Header{})
	if in, _ := c.Session(http.Header{}); in {
		t.Error("got a session after an initialize that failed, want none")
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

// On a transport of the legacy era, what claims to be modern is read as legacy, and a probe finds nothing.
func TestOpenLegacy(t *testing.T) {
	s := newEcho(t)
	c := s.OpenLegacy(func([]byte) {})
	for method, want := range map[string]int{"server/discover": -32601, "subscriptions/listen": -32601, "ping": 0, "tools/list": 0} {
		for _, meta := range []string{`MODERN`, ``} {
			got := serve(t, c, request(method, meta), nil)
			if got.Error.Code != want || got.Result["resultType"] != nil {
				t.Errorf("%s {%s}: got %v, want code %d and nothing modern", method, meta, got, want)
			}
		}
	}
}
