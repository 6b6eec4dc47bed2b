package mcp_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"giftserver/internal/mcp"
)

// An admission is a request, and whether it is let in. Code 0 stands for a result.
type admission struct {
	method, params, header string
	status, code           int
}

// checkHTTP sends every request with its headers.
func checkHTTP(t *testing.T, tests []admission) {
	t.Helper()
	s := newEcho(t)
	for _, tt := range tests {
		checkOne(t, open(s), tt, parseHeader(t, tt.header))
	}
}

// checkOne also holds that every answer, errors too, carries the id of its request.
func checkOne(t *testing.T, c *mcp.Conversation, tt admission, header http.Header) {
	t.Helper()
	got := serve(t, c, request(tt.method, tt.params), header)
	if got.Status != tt.status || got.Error.Code != tt.code || string(got.ID) != "7" {
		t.Errorf("%s {%s}\nwith %q\ngot status %d, code %d, id %s, want status %d, code %d, id 7; message: %s",
			tt.method, tt.params, tt.header, got.Status, got.Error.Code, got.ID, tt.status, tt.code, got.Error.Message)
	}
}

// v2026 begins the header of a modern request.
const v2026 = "MCP-Protocol-Version: 2026-07-28\n"

func TestHTTP_modern(t *testing.T) {
	const (
		version = `"META/protocolVersion":"2026-07-28"`
		caps    = `"META/clientCapabilities":{}`
		list    = v2026 + "Mcp-Method: tools/list"
	)
	checkHTTP(t, []admission{
		{"tools/list", `MODERN`, list, 200, 0},
		{"server/discover", `MODERN`, v2026 + "Mcp-Method: server/discover", 200, 0},
		// Capabilities are an open set, and so are the keys of _meta.
		{"tools/list", `"_meta":{` + version + `,"META/clientCapabilities":{"roots":{"listChanged":true},"new":1},"a/b":null}`, list, 200, 0},
		{"tools/list", `"_meta":{` + version + `,` + caps + `,"META/clientInfo":{"name":"c","version":"1"},"progressToken":0}`, list, 200, 0},
		// Sessions are of the legacy era.
		{"tools/list", `MODERN`, list + "\nMcp-Session-Id: nobody", 200, 0},

		{"tools/list", `"_meta":{` + version + `}`, list, 400, -32602},
		{"tools/list", `"_meta":{` + version + `,"META/clientCapabilities":[]}`, list, 400, -32602},
		{"tools/list", `"_meta":{` + version + `,"META/clientCapabilities":null}`, list, 400, -32602},
		{"tools/list", `"_meta":{"META/protocolVersion":20260728,` + caps + `}`, list, 400, -32602},
		{"tools/list", `"_meta":{` + version + `,` + caps + `,"META/clientInfo":{"name":"c"}}`, list, 400, -32602},
		{"tools/list", `"_meta":{` + version + `,` + caps + `,"META/clientInfo":"c"}`, list, 400, -32602},
		{"tools/list", `"_meta":{` + version + `,` + caps + `,"progressToken":1.5}`, list, 400, -32602},
		{"tools/list", `"_meta":"2026-07-28"`, list, 400, -32602},
		// Null claims a version as much as any other value does, though it is none.
		{"tools/list", `"_meta":{"META/protocolVersion":null,` + caps + `}`, "", 400, -32602},
		{"tools/list", ``, list, 400, -32602},
		// A later date looks modern as well, so what it lacks is _meta.
		{"tools/list", ``, "MCP-Protocol-Version: 2031-01-01", 400, -32602},

		{"initialize", `MODERN,"protocolVersion":"2025-11-25"`, v2026 + "Mcp-Method: initialize", 404, -32601},
		{"ping", `MODERN`, v2026 + "Mcp-Method: ping", 404, -32601},
		{"logging/setLevel", `MODERN`, v2026 + "Mcp-Method: logging/setLevel", 404, -32601},
		{"resources/subscribe", `MODERN,"uri":"mcp://echo/list"`, v2026 + "Mcp-Method: resources/subscribe", 404, -32601},
		{"resources/unsubscribe", `MODERN,"uri":"mcp://echo/list"`, v2026 + "Mcp-Method: resources/unsubscribe", 404, -32601},
		{"resources/get", `MODERN,"uri":"mcp://echo/list"`, v2026 + "Mcp-Method: resources/get", 404, -32601},
		{"gifts/wrap", `MODERN`, v2026 + "Mcp-Method: gifts/wrap", 404, -32601},
		{"Tools/List", `MODERN`, v2026 + "Mcp-Method: Tools/List", 404, -32601},
	})
}

// Each request breaks two rules; the answer names the one that the ladder checks first.
func TestHTTP_modernOrder(t *testing.T) {
	const v999 = `"_meta":{"META/protocolVersion":"v999.0.0","META/clientCapabilities":{}}`
	checkHTTP(t, []admission{
		// The envelope comes before the version header.
		{"tools/list", `"_meta":{"META/protocolVersion":"v999.0.0"}`, v2026, 400, -32602},
		{"tools/list", `"_meta":{"META/protocolVersion":"2026-07-28"}`, "", 400, -32602},
		{"tools/list", `"_meta":{"META/protocolVersion":"2026-07-28"}`, v2026 + v2026, 400, -32602},
		// The version header comes before the version.
		{"tools/list", v999, v2026 + "Mcp-Method: tools/list", 400, -32020},
		{"tools/list", v999, "", 400, -32020},
		{"tools/list", `"_meta":{"META/protocolVersion":"2025-11-25","META/clientCapabilities":{}}`, v2026, 400, -32020},
		// The version comes before the headers that mirror the method.
		{"tools/list", v999, "MCP-Protocol-Version: v999.0.0\nMcp-Method: ping", 400, -32022},
		{"initialize", v999, "MCP-Protocol-Version: v999.0.0", 400, -32022},
		// Those come before the method,
		{"gifts/wrap", `MODERN`, v2026, 400, -32020},
		{"ping", `MODERN`, v2026 + "Mcp-Method: tools/list", 400, -32020},
		// and before its params.
		{"tools/call", `MODERN,"name":"nobody","arguments":[]`, v2026 + "Mcp-Method: tools/call\nMcp-Name: echo", 400, -32020},
		{"gifts/wrap", `MODERN,"cursor":5`, v2026 + "Mcp-Method: gifts/wrap", 404, -32601},
	})
}

func TestHTTP_legacy(t *testing.T) {
	checkHTTP(t, []admission{
		{"ping", ``, "", 200, 0},
		{"ping", ``, "MCP-Protocol-Version: 2024-11-05", 200, 0},
		{"ping", `"_meta":{"progressToken":1}`, "MCP-Protocol-Version: 2025-11-25", 200, 0},
		{"ping", `"_meta":null`, "", 200, 0},
		// The mirroring headers are of the modern era.
		{"ping", ``, "MCP-Protocol-Version: 2025-11-25\nMcp-Method: tools/list", 200, 0},
		{"gifts/wrap", ``, "", 200, -32601},
		{"gifts/wrap", ``, "MCP-Protocol-Version: 2025-11-25", 200, -32601},
		{"ping", ``, "MCP-Protocol-Version: 2025-01-01", 400, -32022},
		{"ping", ``, "MCP-Protocol-Version: v999.0.0", 400, -32022},
		{"ping", ``, "MCP-Protocol-Version: draft", 400, -32022},
		{"ping", ``, "MCP-Protocol-Version: ", 400, -32022},
		// The error quotes what is no UTF-8, and is whole JSON all the same.
		{"ping", ``, "MCP-Protocol-Version: \xff", 400, -32022},
		{"server/discover", ``, "", 400, -32602},
		{"server/discover", ``, "MCP-Protocol-Version: 2025-11-25", 400, -32602},
		{"server/discover", `"_meta":{}`, v2026 + "Mcp-Method: server/discover", 400, -32602},
		// The version header of initialize is only the client's default, unless it is modern.
		{"initialize", `"protocolVersion":"2025-06-18"`, "MCP-Protocol-Version: 2024-11-05", 200, 0},
		{"initialize", `"protocolVersion":"2025-06-18"`, "MCP-Protocol-Version: v999.0.0", 200, 0},
		{"initialize", `"protocolVersion":"2025-06-18"`, v2026, 400, -32020},
		{"initialize", `"protocolVersion":"2026-07-28"`, "MCP-Protocol-Version: 2031-01-01", 400, -32020},
	})
}

// Params that are no object have no metadata, and a modern request needs some.
func TestHTTP_modernParams(t *testing.T) {
	const message = `{"jsonrpc":"2.0","id":7,"method":"tools/list","params":[]}`
	got := serve(t, open(newEcho(t)), message, parseHeader(t, v2026+"Mcp-Method: tools/list"))
	if got.Status != 400 || got.Error.Code != -32602 || string(got.ID) != "7" {
		t.Errorf("got status %d, code %d, id %s, want 400, -32602, 7", got.Status, got.Error.Code, got.ID)
	}
}

// On a pipe there are no headers to agree with, and nothing has to come first.
func TestStdio_admission(t *testing.T) {
	c := open(newEcho(t))
	for _, tt := range []admission{
		{"ping", ``, "", 200, 0},
		{"tools/list", ``, "", 200, 0},
		{"gifts/wrap", ``, "", 200, -32601},
		{"server/discover", ``, "", 400, -32602},
		{"server/discover", `MODERN`, "", 200, 0},
		{"tools/call", `MODERN,"name":"echo","arguments":{"text":"hi"}`, "", 200, 0},
		{"ping", `MODERN`, "", 404, -32601},
		{"tools/list", `"_meta":{"META/protocolVersion":"v999.0.0","META/clientCapabilities":{}}`, "", 400, -32022},
		{"tools/list", `"_meta":{"META/protocolVersion":"2026-07-28"}`, "", 400, -32602},
	} {
		checkOne(t, c, tt, nil)
	}
	// The status that belongs to a bad level is left open by the specification; the code is not.
	loud := `"_meta":{"META/protocolVersion":"2026-07-28","META/clientCapabilities":{},"META/logLevel":"loud"}`
	if got := serve(t, c, request("tools/list", loud), nil); got.Error.Code != -32602 {
		t.Errorf("unknown logLevel: got code %d, want -32602", got.Error.Code)
	}
}

// Notifications are taken and never answered, whatever stands around them; a response is refused,
// since this server asks nothing.
func TestServer_otherMessages(t *testing.T) {
	tests := []struct {
		message, header string
		status, code    int
	}{
		{`{"jsonrpc":"2.0","method":"notifications/initialized"}`, "", 202, 0},
		{`{"jsonrpc":"2.0","method":"notifications/unknown"}`, v2026, 202, 0},
		{`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{MODERN,"requestId":7}}`, "", 202, 0},
		{`{"jsonrpc":"2.0","method":"tools/list"}`, "MCP-Protocol-Version: 2031-01-01", 202, 0},
		{`{"jsonrpc":"2.0","id":7,"result":{}}`, "", 400, -32600},
		{`{"jsonrpc":"2.0","id":7,"result":{}}`, v2026, 400, -32600},
		{`{"jsonrpc":"2.0","id":null,"method":"ping"}`, "", 400, -32600},
		{`tools/list`, "", 400, -32700},
	}
	s := newEcho(t)
	for _, tt := range tests {
		for where, got := range map[string]reply{
			"HTTP":  serve(t, open(s), tt.message, parseHeader(t, tt.header)),
			"stdio": serve(t, open(s), tt.message, nil),
		} {
			if got.Status != tt.status || got.Error.Code != tt.code || got.ID != nil || got.Result != nil {
				t.Errorf("%s over %s: got status %d, code %d, id %s, want status %d, code %d, no id",
					tt.message, where, got.Status, got.Error.Code, got.ID, tt.status, tt.code)
			}
		}
	}
}

// A version that no revision has is refused wherever it stands, and a notification gets no other answer.
func TestHTTP_notificationVersion(t *testing.T) {
	header := parseHeader(t, "MCP-Protocol-Version: 1999-01-01")
	got := serve(t, open(newEcho(t)), `{"jsonrpc":"2.0","method":"notifications/initialized"}`, header)
	if got.Status != 400 || got.Error.Code != 0 {
		t.Errorf("got status %d, code %d, want 400 and nothing said", got.Status, got.Error.Code)
	}
}

// A client of either era reads from the error how to go on.
func TestServer_missingMeta(t *testing.T) {
	s := newEcho(t)
	for where, got := range map[string]reply{
		"HTTP":  serve(t, open(s), request("server/discover", ``), http.Header{}),
		"stdio": serve(t, open(s), request("server/discover", ``), nil),
	} {
		for _, want := range []string{"io.modelcontextprotocol/protocolVersion", "initialize"} {
			if !strings.Contains(got.Error.Message, want) {
				t.Errorf("%s: got message %q, want it to name %s", where, got.Error.Message, want)
			}
		}
	}
}

// A client chooses its next try from the data, so the list never holds what was just refused.
func TestServer_unsupportedVersion(t *testing.T) {
	tests := []struct {
		params, header, want string
	}{
		{
			`"_meta":{"META/protocolVersion":"v999.0.0","META/clientCapabilities":{}}`, "MCP-Protocol-Version: v999.0.0",
			`{"requested":"v999.0.0","supported":["2026-07-28","2025-11-25","2025-06-18","2025-03-26","2024-11-05"]}`,
		},
		{
			``, "MCP-Protocol-Version: 1999-01-01",
			`{"requested":"1999-01-01","supported":["2026-07-28","2025-11-25","2025-06-18","2025-03-26","2024-11-05"]}`,
		},
		// A legacy revision is spoken, but it begins with initialize.
		{
			`"_meta":{"META/protocolVersion":"2025-06-18","META/clientCapabilities":{}}`, "MCP-Protocol-Version: 2025-06-18",
			`{"requested":"2025-06-18","supported":["2026-07-28"]}`,
		},
	}
	s := newEcho(t)
	discovered := ask(t, s, modern, "server/discover", "").Result["supportedVersions"].([]any)
	for _, tt := range tests {
		got := serve(t, open(s), request("tools/list", tt.params), parseHeader(t, tt.header))
		if got.Status != 400 || got.Error.Code != -32022 {
			t.Errorf("%s: got status %d, code %d, want 400, -32022", tt.header, got.Status, got.Error.Code)
		}
		if diff := cmp.Diff(object(t, tt.want), got.Error.Data); diff != "" {
			t.Errorf("%s: data (-want +got):\n%s", tt.header, diff)
		}
		for _, version := range got.Error.Data["supported"].([]any) {
			if !slices.Contains(discovered, version) {
				t.Errorf("%s: got %s supported, want it in server/discover's %v", tt.header, version, discovered)
			}
		}
	}
}
