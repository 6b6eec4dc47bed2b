package mcp_test

import (
	"fmt"
	"net/url"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Page by page a list comes whole, in its order; the last page has no cursor.
func TestList_pages(t *testing.T) {
	c := echoConfig(t)
	c.PageSize = 2
	var want []string
	for i := range 5 {
		uri := fmt.Sprintf("mcp://echo/list/%d", i)
		want = append(want, uri)
		resource := c.Resources[0]
		resource.URI = uri
		c.Resources = append(c.Resources, resource)
	}
	c.Resources = c.Resources[1:]
	s := newServer(t, c)
	for _, revision := range revisions {
		var got []string
		params, pages := "", 0
		for more := true; more && pages < 10; pages++ {
			res := ask(t, s, revision, "resources/list", params).Result
			for _, r := range res["resources"].([]any) {
				got = append(got, r.(map[string]any)["uri"].(string))
			}
			var cursor any
			cursor, more = res["nextCursor"]
			params = fmt.Sprintf(`"cursor":%q`, cursor)
		}
		if diff := cmp.Diff(want, got); diff != "" || pages != 3 {
			t.Errorf("%s: got %d pages, want 3; entries (-want +got):\n%s", revision, pages, diff)
		}
	}
}

// A cursor is good for the list it was made for, as it was made.
func TestList_cursorOfAnotherList(t *testing.T) {
	c := echoConfig(t)
	c.PageSize = 1
	for i := range 2 {
		tool, resource := c.Tools[0], c.Resources[0]
		tool.Name, resource.URI = fmt.Sprintf("echo%d", i), fmt.Sprintf("mcp://echo/list/%d", i)
		c.Tools, c.Resources = append(c.Tools, tool), append(c.Resources, resource)
	}
	s := newServer(t, c)
	cursor := ask(t, s, modern, "tools/list", "").Result["nextCursor"].(string)
	tests := []struct {
		method, cursor string
		code           int
	}{
		{"tools/list", cursor, 0},
		{"resources/list", cursor, -32602},
		{"prompts/list", cursor, -32602},
		{"tools/list", cursor + "A", -32602},
		{"tools/list", cursor[:len(cursor)-2], -32602},
		{"tools/list", url.QueryEscape("1"), -32602},
	}
	for _, tt := range tests {
		if got := ask(t, s, modern, tt.method, fmt.Sprintf(`"cursor":%q`, tt.cursor)); got.Error.Code != tt.code {
			t.Errorf("%s with %s: got code %d, want %d", tt.method, tt.cursor, got.Error.Code, tt.code)
		}
	}
	if got := ask(t, newServer(t, c), modern, "tools/list", fmt.Sprintf(`"cursor":%q`, cursor)); got.Error.Code != -32602 {
		t.Errorf("cursor of another process: got code %d, want -32602", got.Error.Code)
	}
}
