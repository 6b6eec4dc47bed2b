package tools_test

import (
	"fmt"
	"net/url"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"giftserver/internal/catalog"
	"giftserver/internal/tools"
)

// The pair of search and fetch is there for those who ask for it alone.
func TestGolden_searchTools(t *testing.T) {
	conversation, _ := newServerWith(t, tools.Options{SearchTools: true})
	var list struct {
		Result struct {
			Tools []jsontext.Value `json:"tools"`
		} `json:"result"`
	}
	if err := json.Unmarshal(ask(t, conversation, "tools/list", nil), &list); err != nil {
		t.Fatal(err)
	}
	if n := len(list.Result.Tools); n != 5 {
		t.Fatalf("got %d tools, want 5", n)
	}
	var b []byte
	for _, tool := range list.Result.Tools[3:] {
		if err := tool.Indent(); err != nil {
			t.Fatal(err)
		}
		b = append(append(b, tool...), '\n')
	}
	golden(t, "search_tools.golden.json", b)
}

func TestGolden_search(t *testing.T) {
	goldenCalls(t, "search",
		`{"query":"board game"}`,
		`{"query":"Brettspiel"}`,
		`{"query":"llamas"}`,
		`{"query":"submarine"}`,
		`{"query":"tea","limit":3}`,
		`{"query":""}`,
		`{}`,
	)
}

func TestGolden_fetch(t *testing.T) {
	goldenCalls(t, "fetch",
		`{"id":"ideas:catan"}`,
		`{"id":"ideas:azul"}`,
		`{"id":"ideas:gone"}`,
		`{"id":"ideas:catan","language":"de"}`,
	)
}

// Whatever search names can be fetched, under an address that is absolute; where it is one of this server,
// it can be read. The one text holds the same as the structured content.
func TestSearch_promises(t *testing.T) {
	odd := shop[0]
	odd.ID = "my shop:50% off/board game ü?#"
	conversation, _ := newServerWith(t, tools.Options{SearchTools: true}, append([]catalog.Gift{odd}, shop...)...)
	searched, fetched := outputSchema(t, "search"), outputSchema(t, "fetch")
	r := callTool(t, conversation, "search", `{"query":"board game tea llamas"}`)
	checkBare(t, r)
	var found struct {
		Results []struct {
			ID, Title, URL string
		} `json:"results"`
	}
	if err := json.Unmarshal(r.Result.Structured, &found, json.MatchCaseInsensitiveNames(true)); err != nil || len(found.Results) != 5 {
		t.Fatalf("got %d results, error %v, want 5", len(found.Results), err)
	}
	checkSchema(t, searched, r)
	for _, g := range found.Results {
		fetch := callTool(t, conversation, "fetch", fmt.Sprintf(`{"id":%q}`, g.ID))
		checkBare(t, fetch)
		checkSchema(t, fetched, fetch)
		var got struct {
			ID, Title, Text, URL string
		}
		if err := json.Unmarshal(fetch.Result.Structured, &got, json.MatchCaseInsensitiveNames(true)); err != nil {
			t.Fatal(err)
		}
		if got.ID != g.ID || got.Title != g.Title || got.URL != g.URL || !strings.Contains(got.Text, g.ID) {
			t.Errorf("got %+v of %+v", got, g)
		}
		if u, err := url.Parse(g.URL); err != nil || !u.IsAbs() {
			t.Errorf("%s: got the address %q, error %v, want an absolute one", g.ID, g.URL, err)
		}
		if !strings.HasPrefix(g.URL, "mcp://") {
			continue
		}
		if reply := string(ask(t, conversation, "resources/read", map[string]any{"uri": g.URL})); !strings.Contains(reply, g.Title) {
			t.Errorf("reading %s: got %s", g.URL, reply)
		}
	}
}

// checkBare checks that a result says the same in its one text and as structured content, and is no longer
// than hosts take.
func checkBare(t *testing.T, r toolReply) {
	t.Helper()
	if r.Result.IsError || len(r.Result.Content) != 1 || r.Result.Content[0].Text != string(r.Result.Structured) {
		t.Errorf("got %+v, want one text with the structured content", r.Result)
	}
	if size := 2*len(r.Result.Structured) + strings.Count(string(r.Result.Structured), `"`); size > 25_000 {
		t.Errorf("the result has %d bytes", size)
	}
}

// A merchant's texts can be of any length, and many gifts can match.
func TestSearch_long(t *testing.T) {
	gifts := make([]catalog.Gift, 60)
	for i := range gifts {
		gifts[i] = shop[0]
		gifts[i].ID = fmt.Sprintf("ideas:%02d", i)
		gifts[i].Name = fmt.Sprintf("Board game %d \"%s\"", i, strings.Repeat("é", 500))
		gifts[i].Description = strings.Repeat("A \"very\" long text. ", 5000)
		gifts[i].URL = "https://shop.example/" + strings.Repeat("x", 300)
	}
	conversation, _ := newServerWith(t, tools.Options{SearchTools: true}, gifts...)
	checkBare(t, callTool(t, conversation, "search", `{"query":"board game"}`))
	checkBare(t, callTool(t, conversation, "fetch", `{"id":"ideas:00"}`))
}
