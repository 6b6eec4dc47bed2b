package tools_test

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/go-json-experiment/json"
)

// Whatever suggest_gifts names can be got, and it is what the resource of that gift holds.
func TestGetGift_promises(t *testing.T) {
	schema, conversation := outputSchema(t, "get_gift"), newServer(t)
	var answer struct {
		Gifts []struct {
			ID string `json:"id"`
		} `json:"gifts"`
	}
	r := call(t, conversation, `{"occasion":"birthday","budget":200,"recipient":"friend who loves board games, tea and hiking","limit":20}`)
	if err := json.Unmarshal(r.Result.Structured, &answer); err != nil || len(answer.Gifts) < 10 {
		t.Fatalf("got %d gifts, error %v", len(answer.Gifts), err)
	}
	for _, g := range answer.Gifts {
		r := callTool(t, conversation, "get_gift", fmt.Sprintf(`{"id":%q}`, g.ID))
		var structured any
		if err := json.Unmarshal(r.Result.Structured, &structured); err != nil {
			t.Fatal(err)
		}
		if err := schema.Validate(structured); err != nil {
			t.Errorf("%s: %v", g.ID, err)
		}
		var read struct {
			Result struct {
				Contents []struct {
					Text string `json:"text"`
				} `json:"contents"`
			} `json:"result"`
		}
		reply := ask(t, conversation, "resources/read", map[string]any{"uri": "mcp://gift-server/gifts/" + g.ID})
		if err := json.Unmarshal(reply, &read); err != nil {
			t.Fatal(err)
		}
		for what, got := range map[string]string{
			"structured content": string(r.Result.Structured), "second text": r.Result.Content[1].Text,
		} {
			if want := read.Result.Contents[0].Text; got != want {
				t.Errorf("%s: got the %s\n%s\nand the resource\n%s", g.ID, what, got, want)
			}
		}
		if !strings.Contains(r.Result.Content[0].Text, g.ID) {
			t.Errorf("%s: the text does not name the id:\n%s", g.ID, r.Result.Content[0].Text)
		}
	}
}

// A merchant's texts can be of any length; the result stays small.
func TestGetGift_longTexts(t *testing.T) {
	long := shop[0]
	long.Name = strings.Repeat("é \"", 500)
	long.Description = strings.Repeat("A \"very\" long text. ", 5000)
	long.Cautions = []string{strings.Repeat("Careful ", 2000)}
	long.Tags = strings.Fields(strings.Repeat("tag ", 3000))
	r := callTool(t, newServer(t, long), "get_gift", fmt.Sprintf(`{"id":%q}`, long.ID))
	size := utf8.RuneCountInString(r.Result.Content[0].Text) + utf8.RuneCountInString(r.Result.Content[1].Text) + len(r.Result.Structured)
	if r.Result.IsError || size > 25_000 {
		t.Errorf("got a result of %d characters, error %v, want 25,000 at most", size, r.Result.IsError)
	}
}

// The catalog may have changed since the id was given.
func TestGetGift_gone(t *testing.T) {
	r := callTool(t, newServer(t, shop[0]), "get_gift", `{"id":"ideas:azul"}`)
	if text := r.Result.Content[0].Text; !r.Result.IsError || r.Result.Structured != nil || !strings.Contains(text, "Call suggest_gifts again") {
		t.Errorf("got %+v, want an error that says what to do", r.Result)
	}
}
