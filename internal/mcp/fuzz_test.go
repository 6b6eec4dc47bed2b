package mcp_test

import (
	"bytes"
	"context"
	"encoding/base64"
	stdjson "encoding/json"
	"log/slog"
	"net/http"
	"net/url"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"giftserver/internal/mcp"
)

// Nothing that a peer sends is a fault of this server, and a panic would show as one, over HTTP and on a
// pipe on which a legacy conversation has begun. What it is answered is one message, and over HTTP nothing
// is called by a name that the header does not repeat.
func FuzzConversation_Serve(f *testing.F) {
	for _, seed := range []struct{ message, version, name string }{
		{request("ping", ``), "", ""},
		{request("ping", ``), "2025-11-25", ""},
		{request("initialize", `"protocolVersion":"2026-07-28"`), "2031-01-01", ""},
		{request("initialize", `"protocolVersion":"2025-11-25","capabilities":{"elicitation":null},"clientInfo":{"name":"a","version":""}`), "", ""},
		{request("server/discover", `MODERN`), modern, ""},
		{request("server/discover", `"_meta":{"META/protocolVersion":"v999","META/clientCapabilities":{}}`), "v999", ""},
		{request("tools/list", `MODERN,"cursor":"AAAA"`), modern, ""},
		{request("tools/list", `"cursor":null`), "2025-03-26", ""},
		{request("tools/call", `MODERN,"name":"echo","arguments":{"text":"hi"}`), modern, "=?base64?ZWNobw==?="},
		{request("tools/call", `MODERN,"name":"hello_state","inputResponses":{"who":{"action":"accept","content":{"name":"Ann"}}},"requestState":"AAAA"`), modern, "hello_state"},
		{request("tools/call", `"name":"echo","arguments":{"text":"hi","year":2000.0,"words":["a",null],"b":9e308}`), "", ""},
		{request("resources/read", `"uri":"mcp://echo/items/%C3%A9?size=XL"`), "2024-11-05", ""},
		{request("resources/read", `MODERN,"uri":"mcp://echo/items/\ud83c\udf81"`), modern, "=?base64?bWNwOi8vZWNoby9pdGVtcy/wn46B?="},
		{request("resources/get", `"uri":"mcp://echo/list"`), "", ""},
		{request("resources/subscribe", `"uri":"mcp://echo/list"`), "", ""},
		{request("prompts/get", `"name":"greet","arguments":{"who":5}`), "2025-06-18", "greet"},
		{request("completion/complete", `MODERN,"ref":{"type":"ref/prompt","name":"greet"},"argument":{"name":"who","value":""}`), modern, ""},
		{request("logging/setLevel", `"level":"silly"`), "", ""},
		{`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":7}}`, modern, ""},
		{`{"jsonrpc":"2.0","id":1,"result":{}}`, "2025-11-25", ""},
		{`[` + request("ping", ``) + `,` + request("ping", ``) + `]`, "2025-03-26", "\n"},
	} {
		f.Add([]byte(shorthand.Replace(seed.message)), seed.version, seed.name)
	}
	c := asking(f)
	// The item that can't be read is a fault indeed, so no item exists here.
	c.Templates[0].Read = func(context.Context, string, url.Values) (*mcp.Contents, error) { return nil, mcp.ErrNotFound }
	c.Log = slog.New(slog.DiscardHandler)
	s := newServer(f, c)
	f.Fuzz(func(t *testing.T, message []byte, version, name string) {
		sent := membersOf(message)
		var method string
		_ = stdjson.Unmarshal(sent["method"], &method) // Without a method there is nothing to mirror.
		if method == "subscriptions/listen" {
			return // That would wait for changes.
		}
		header := http.Header{}
		header.Set("MCP-Protocol-Version", version)
		header.Set("Mcp-Method", method)
		header.Set("Mcp-Name", name)
		emit := func([]byte) error { return nil }
		raw, _ := open(s).Serve(t.Context(), message, header, emit)()
		pipe := open(s)
		defer pipe.Close()
		quoted, _ := stdjson.Marshal(version) // No string fails.
		pipe.Serve(t.Context(), []byte(request("initialize", `"protocolVersion":`+string(quoted)+`,"capabilities":{},"clientInfo":{"name":"a","version":"1"}`)), nil, emit)()
		onPipe, _ := pipe.Serve(t.Context(), message, nil, emit)()
		for _, raw := range [][]byte{raw, onPipe} {
			if bytes.Contains(raw, []byte(`"error":{"code":-32603`)) {
				t.Errorf("%s\nwith %q\ngot %s", message, header, raw)
			}
			if most := 4096*(1+bytes.Count(message, []byte(","))) + 8*len(message) + 8*len(name) + 8*len(version); len(raw) > most {
				t.Errorf("%s\ngot %d bytes, want %d at most", message, len(raw), most)
			}
			if raw != nil && raw[0] != '[' {
				checkReply(t, message, raw, sent["id"])
			}
		}
		var named string
		_ = stdjson.Unmarshal(membersOf(sent["params"])[mirrored[method]], &named)
		if isSuccess := bytes.Contains(raw, []byte(`"result":{`)); isSuccess && version == modern && mirrored[method] != "" && !repeats(name, named) {
			t.Errorf("%s\nwith the name %q\ngot %s", message, name, raw)
		}
	})
}

// mirrored are the methods whose target stands in a header too, with the member of params that names it.
var mirrored = map[string]string{"tools/call": "name", "prompts/get": "name", "resources/read": "uri"}

// membersOf takes an object apart, by another parser than the one under test.
func membersOf(object []byte) map[string]stdjson.RawMessage {
	var members map[string]stdjson.RawMessage
	_ = stdjson.Unmarshal(object, &members) // What is none has none.
	return members
}

// repeats reports whether a header repeats a text, in one of the two ways that there are.
func repeats(header, text string) bool {
	return header == text || header == "=?base64?"+base64.StdEncoding.EncodeToString([]byte(text))+"?="
}

// checkReply checks that a reply is one message, with the id that was sent, byte for byte, if any.
func checkReply(t *testing.T, message, raw, id []byte) {
	t.Helper()
	var got map[string]stdjson.RawMessage
	if err := stdjson.Unmarshal(raw, &got); err != nil || !jsontext.Value(raw).IsValid() {
		t.Fatalf("%s\ngot %q, want JSON: %v", message, raw, err)
	}
	_, hasResult := got["result"]
	_, hasError := got["error"]
	if string(got["jsonrpc"]) != `"2.0"` || hasResult == hasError || bytes.ContainsAny(raw, "\r\n") {
		t.Errorf("%s\ngot %q, want one message on one line", message, raw)
	}
	if back, hasID := got["id"]; hasID && !bytes.Equal(back, id) || hasResult && !hasID {
		t.Errorf("%s\ngot the id %q, want %q", message, back, id)
	}
}
