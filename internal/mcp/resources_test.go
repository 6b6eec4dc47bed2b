package mcp_test

import (
	"context"
	"fmt"
	"log/slog"
	"net/url"
	"testing"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/google/go-cmp/cmp"

	"giftserver/internal/mcp"
)

func TestReadResource_text(t *testing.T) {
	tests := []struct{ uri, want string }{
		{"mcp://echo/list", "a, b"},
		{"mcp://echo/items/7", "item 7"},
		{"mcp://echo/items/ideas:catan", "item ideas:catan"},
		// The variable may be escaped or, as people write it, not.
		{"mcp://echo/items/caf%C3%A9%20au%20lait", "item café au lait"},
		{"mcp://echo/items/café au lait", "item café au lait"},
		// An escaped slash belongs to the value, and plus is no space in a path.
		{"mcp://echo/items/a%2Fb+c", "item a/b+c"},
		{"mcp://echo/items/7?size=XL%20", "item 7XL "},
		{"mcp://echo/items/7?", "item 7"},
		{"mcp://echo/items/7?color=red", "item 7"},
		// A question mark that is escaped begins no query.
		{"mcp://echo/items/7%3Fsize=XL", "item 7?size=XL"},
	}
	s := newEcho(t)
	for _, tt := range tests {
		want := object(t, fmt.Sprintf(`{"contents":[{"uri":%q,"mimeType":"text/plain","text":%q}]}`, tt.uri, tt.want))["contents"]
		for _, version := range revisions {
			got := ask(t, s, version, "resources/read", fmt.Sprintf(`"uri":%q`, tt.uri))
			if diff := cmp.Diff(want, got.Result["contents"]); diff != "" {
				t.Errorf("%s in %s (-want +got):\n%s", tt.uri, version, diff)
			}
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

func TestReadResource_notFound(t *testing.T) {
	s := newEcho(t)
	for _, uri := range []string{
		"mcp://echo/nothing",
		"mcp://echo/List",
		"mcp://echo/list/",
		"mcp://echo/list?page=2",
		"mcp://echo/items/gone",
		// The variable is one segment that is not empty.
		"mcp://echo/items",
		"mcp://echo/items/",
		"mcp://echo/items/?size=XL",
		"mcp://echo/items/7/8",
		"mcp://echo/items/../list",
		// An escape is two hexadecimal digits.
		"mcp://echo/items/100%",
		"mcp://echo/items/%zz",
		// What it stands for is UTF-8.
		"mcp://echo/items/%FF",
		"mcp://echo/items/7?size=%zz",
		"file:///etc/passwd",
		"echo",
		"",
	} {
		want := map[string]any{"uri": uri}
		for _, version := range revisions {
			code := -32002
			if version == modern {
				code = -32602
			}
			got := ask(t, s, version, "resources/read", fmt.Sprintf(`"uri":%q`, uri))
			if got.Status != 200 || got.Error.Code != code || got.Result != nil {
				t.Errorf("%q in %s: got status %d, code %d, result %v, want 200, %d", uri, version, got.Status, got.Error.Code, got.Result, code)
			}
			if diff := cmp.Diff(want, got.Error.Data); diff != "" {
				t.Errorf("%q in %s: data (-want +got):\n%s", uri, version, diff)
			}
		}
	}
}

// Params without a URI name no resource that could be missing.
func TestReadResource_params(t *testing.T) {
	s := newEcho(t)
	for _, params := range []string{``, `"uri":5`, `"uri":["mcp://echo/list"]`} {
		for _, version := range revisions {
			got := ask(t, s, version, "resources/read", params)
			if got.Status != 200 || got.Error.Code != -32602 || got.Error.Data != nil {
				t.Errorf("{%s} in %s: got status %d, error %+v, want 200, -32602 without data", params, version, got.Status, got.Error)
			}
		}
	}
}

func TestReadResource_fault(t *testing.T) {
	c := echoConfig(t)
	c.Log = slog.New(slog.DiscardHandler)
	got := ask(t, newServer(t, c), modern, "resources/read", `"uri":"mcp://echo/items/broken"`)
	if got.Status != 200 || got.Error.Code != -32603 || got.Error.Message != "internal error" {
		t.Errorf("got status %d, error %+v, want 200, -32603 internal error", got.Status, got.Error)
	}
}

// A resource is read by its other names too, under the name it was asked for; the list has its own alone, with what
// there is to say of it to clients that know of _meta.
func TestListResources_meta(t *testing.T) {
	c := echoConfig(t)
	c.Resources[0].Also = func(uri string) bool { return uri == "mcp://echo/list-of-old" }
	c.Resources[0].Meta = func() map[string]any { return map[string]any{"example/border": true} }
	s := newServer(t, c)
	for version, want := range map[string]any{
		modern: map[string]any{"example/border": true}, "2025-11-25": map[string]any{"example/border": true}, "2025-06-18": map[string]any{"example/border": true},
		"2025-03-26": nil, "2024-11-05": nil,
	} {
		list := ask(t, s, version, "resources/list", "").Result["resources"].([]any)
		entry := list[0].(map[string]any)
		if diff := cmp.Diff(want, entry["_meta"]); diff != "" || len(list) != 1 || entry["uri"] != "mcp://echo/list" {
			t.Errorf("%s: got %v; _meta (-want +got):\n%s", version, list, diff)
		}
		for uri, found := range map[string]bool{"mcp://echo/list": true, "mcp://echo/list-of-old": true, "mcp://echo/list-of-new": false} {
			got := ask(t, s, version, "resources/read", fmt.Sprintf(`"uri":%q`, uri))
			contents, ok := got.Result["contents"].([]any)
			if ok != found || ok && contents[0].(map[string]any)["uri"] != uri {
				t.Errorf("%s in %s: got %v, want contents: %v", uri, version, got.Result, found)
			}
		}
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

// resources/get is a common misnomer that answers exactly as resources/read, on the legacy wire.
func TestGetResource_legacy(t *testing.T) {
	s := newEcho(t)
	for _, version := range legacy {
		for _, params := range []string{`"uri":"mcp://echo/items/7"`, `"uri":"mcp://echo/nothing"`, ``} {
			want := ask(t, s, version, "resources/read", params)
			if diff := cmp.Diff(want, ask(t, s, version, "resources/get", params)); diff != "" {
				t.Errorf("{%s} in %s (-read +get):\n%s", params, version, diff)
			}
		}
	}
}
