package mcp_test

import (
	"fmt"
	"net/http"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestInitialize_version(t *testing.T) {
	tests := []struct{ asked, want string }{
		{`"2025-11-25"`, "2025-11-25"},
		{`"2025-06-18"`, "2025-06-18"},
		{`"2025-03-26"`, "2025-03-26"},
		{`"2024-11-05"`, "2024-11-05"},
		// A client takes an error for a broken server, so it gets a version that is spoken,
		{`"1999-01-01"`, "2025-11-25"},
		{`"v999.0.0"`, "2025-11-25"},
		{`""`, "2025-11-25"},
		// and never a modern one, which has no handshake.
		{`"2026-07-28"`, "2025-11-25"},
		{`"2031-01-01"`, "2025-11-25"},
	}
	s := newEcho(t)
	stdio := open(s) // Every row but the first is initialize again on this pipe.
	for _, tt := range tests {
		message := request("initialize", `"capabilities":{},"clientInfo":{"name":"c","version":"1"},"protocolVersion":`+tt.asked)
		for where, got := range map[string]reply{
			"HTTP":  serve(t, open(s), message, http.Header{}),
			"stdio": serve(t, stdio, message, nil),
		} {
			if got.Status != 200 || got.Result["protocolVersion"] != tt.want {
				t.Errorf("initialize %s over %s: got status %d, version %v, want 200, %s",
					tt.asked, where, got.Status, got.Result["protocolVersion"], tt.want)
			}
		}
	}
}

// A session begins once. On a pipe, which has no other way to begin anew, a client may initialize again.
func TestInitialize_again(t *testing.T) {
	initialize := func(revision string) string { return request("initialize", `"protocolVersion":"`+revision+`"`) }
	for _, tt := range []struct {
		header       http.Header
		status, code int
		speaks       string // afterwards
	}{
		{http.Header{}, 400, -32600, "2025-06-18"},
		{nil, 200, 0, "2025-11-25"},
	} {
		c := open(newEcho(t))
		serve(t, c, initialize("2025-06-18"), tt.header)
		if got := serve(t, c, initialize("2025-11-25"), tt.header); got.Status != tt.status || got.Error.Code != tt.code {
			t.Errorf("header %v: got status %d, code %d, want %d, %d", tt.header, got.Status, got.Error.Code, tt.status, tt.code)
		}
		// In 2025-06-18, wrong arguments are an error of the protocol; in 2025-11-25, a result.
		got := serve(t, c, request("tools/call", `"name":"echo","arguments":{"text":5}`), tt.header)
		if isError := got.Result["isError"] == true; isError != (tt.speaks == "2025-11-25") {
			t.Errorf("header %v: got %v, want what %s says to wrong arguments", tt.header, got, tt.speaks)
		}
	}
}

func TestInitialize_result(t *testing.T) {
	const completions = `"completions":{},`
	tests := []struct{ version, serverInfo, completions string }{
		{"2025-11-25", `{"name":"echo","version":"1.0.0","title":"Echo","description":"Says it again"}`, completions},
		{"2025-06-18", `{"name":"echo","version":"1.0.0","title":"Echo"}`, completions},
		{"2025-03-26", `{"name":"echo","version":"1.0.0"}`, completions},
		// It has the method, but no capability for it.
		{"2024-11-05", `{"name":"echo","version":"1.0.0"}`, ""},
	}
	s := newEcho(t)
	for _, tt := range tests {
		want := object(t, fmt.Sprintf(`{"protocolVersion":%q,"serverInfo":%s,"instructions":"Call echo.",
			"capabilities":{"tools":{},"resources":{"listChanged":true,"subscribe":true},"prompts":{},%s"logging":{}}}`,
			tt.version, tt.serverInfo, tt.completions))
		got := serve(t, open(s), request("initialize", `"protocolVersion":"`+tt.version+`"`), http.Header{})
		if diff := cmp.Diff(want, got.Result); diff != "" {
			t.Errorf("initialize %s (-want +got):\n%s", tt.version, diff)
		}
	}
}

func TestDiscover_result(t *testing.T) {
	want := object(t, `{"resultType":"complete","ttlMs":3600000,"cacheScope":"public","instructions":"Call echo.",
		"supportedVersions":["2026-07-28","2025-11-25","2025-06-18","2025-03-26","2024-11-05"],
		"capabilities":{"tools":{},"resources":{"listChanged":true,"subscribe":true},"prompts":{},"completions":{},"logging":{}},
		"_meta":{"META/serverInfo":{"name":"echo","version":"1.0.0","title":"Echo","description":"Says it again"}}}`)
	got := ask(t, newEcho(t), modern, "server/discover", "")
	if diff := cmp.Diff(want, got.Result); diff != "" {
		t.Errorf("server/discover (-want +got):\n%s", diff)
	}
}

// Extensions are told of in the revisions that have _meta, where they show.
func TestServer_extensions(t *testing.T) {
	c := echoConfig(t)
	c.Extensions = map[string]any{"example/ui": struct{}{}}
	s := newServer(t, c)
	want := map[string]any{"example/ui": map[string]any{}}
	got := map[string]any{modern: ask(t, s, modern, "server/discover", "").Result["capabilities"].(map[string]any)["extensions"]}
	for _, version := range legacy {
		reply := serve(t, open(s), request("initialize", `"protocolVersion":"`+version+`"`), nil)
		got[version] = reply.Result["capabilities"].(map[string]any)["extensions"]
	}
	wanted := map[string]any{modern: want, "2025-11-25": want, "2025-06-18": want, "2025-03-26": nil, "2024-11-05": nil}
	if diff := cmp.Diff(wanted, got); diff != "" {
		t.Errorf("extensions (-want +got):\n%s", diff)
	}
}

// probes are requests whose answers, taken together, differ between any two legacy revisions.
var probes = []string{
	request("tools/list", ``),
	request("tools/call", `"name":"echo","arguments":{"text":5}`),
}

// answers sends the probes and returns what came back.
func answers(t *testing.T, send func(message string) reply) []reply {
	t.Helper()
	var got []reply
	for _, p := range probes {
		got = append(got, send(p))
	}
	return got
}

// A message that says nothing of itself is answered as 2025-03-26, over HTTP and on a pipe.
func TestServer_assumedRevision(t *testing.T) {
	s := newEcho(t)
	want := answers(t, func(m string) reply {
		return serve(t, open(s), m, parseHeader(t, "MCP-Protocol-Version: 2025-03-26"))
	})
	http := answers(t, func(m string) reply { return serve(t, open(s), m, http.Header{}) })
	if diff := cmp.Diff(want, http); diff != "" {
		t.Errorf("HTTP without the header (-2025-03-26 +got):\n%s", diff)
	}
	stdio := answers(t, func(m string) reply { return serve(t, open(s), m, nil) })
	if diff := cmp.Diff(want, stdio); diff != "" {
		t.Errorf("stdio before initialize (-2025-03-26 +got):\n%s", diff)
	}
}

// A pipe speaks the revision that the last initialize agreed on. Modern requests take turns with
// legacy ones on it, and clients probe with one before they initialize.
func TestStdio_remembersRevision(t *testing.T) {
	s := newEcho(t)
	c := open(s)
	for _, version := range legacy {
		want := answers(t, func(m string) reply {
			return serve(t, open(s), m, parseHeader(t, "MCP-Protocol-Version: "+version))
		})
		discover := request("server/discover", `MODERN`)
		serve(t, c, discover, nil)
		serve(t, c, request("initialize", `"protocolVersion":"`+version+`"`), nil)
		got := answers(t, func(m string) reply {
			if r := serve(t, c, discover, nil); r.Result["resultType"] != "complete" {
				t.Errorf("server/discover after initialize %s: got %v, want a modern result", version, r)
			}
			return serve(t, c, m, nil)
		})
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("after initialize %s (-HTTP +stdio):\n%s", version, diff)
		}
	}
	if got := serve(t, open(s), request("initialize", ``), nil); got.Error.Code != 0 {
		t.Errorf("another pipe: got code %d, want a fresh start", got.Error.Code)
	}
}
