package tools_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"giftserver/internal/catalog"
	"giftserver/internal/mcp"
)

// The built-in ideas are called as in the language of the answer, wherever one is named. The gifts are those
// of the English answer, by the same ids.
func TestIdeaNames(t *testing.T) {
	conversation := newServer(t)
	for _, c := range []struct{ tool, arguments string }{
		{"suggest_gifts", `{"occasion":"birthday","budget":60,"recipient":"friend who loves board games"`},
		{"plan_gifts", `{"occasion":"Christmas","total_budget":90,"recipients":[{"recipient":"my mother"},{"recipient":"friend, tea"}]`},
		{"get_gift", `{"id":"ideas:catan"`},
	} {
		english, _ := namedIdeas(t, conversation, c.tool, c.arguments+"}")
		for _, tt := range []struct{ tag, language string }{
			{"en-GB", "en"}, {"ja", "en"}, {"it", "it"}, {"pt-BR", "pt"}, {"pt-PT", "pt"}, {"es-MX", "es"}, {"fr-CA", "fr"}, {"de-CH", "de"}, {"vi", "vi"},
		} {
			got, text := namedIdeas(t, conversation, c.tool, c.arguments+fmt.Sprintf(`,"language":%q}`, tt.tag))
			if len(got) != len(english) || len(got) == 0 {
				t.Fatalf("%s in %s: got %d gifts, in English %d", c.tool, tt.tag, len(got), len(english))
			}
			names := catalog.IdeaNamesIn(tt.language)
			for i := range got {
				want := catalog.Gift{ID: english[i].ID, Name: names.Of(&english[i])}
				if got[i].ID != want.ID || got[i].Name != want.Name {
					t.Errorf("%s in %s: got %s %q, want %s %q", c.tool, tt.tag, got[i].ID, got[i].Name, want.ID, want.Name)
				}
				if !strings.Contains(text, want.Name) {
					t.Errorf("%s in %s: the text does not name %q:\n%s", c.tool, tt.tag, want.Name, text)
				}
			}
		}
	}
}

// The cheapest gift that a larger budget would reach is named likewise.
func TestIdeaNames_nearest(t *testing.T) {
	r := call(t, newServer(t, shop...), `{"occasion":"birthday","budget":20,"category":"board-games","exclude_ids":["ideas:azul"],"language":"de"}`)
	if got, want := r.Result.Content[0].Text, "(Catan, Brettspiel)"; !r.Result.IsError || !strings.Contains(got, want) {
		t.Errorf("got %q, want it to name %q", got, want)
	}
}

var ideaForm = regexp.MustCompile(`"id":"(ideas:[^"]+)","name":"([^"]+)"`)

// namedIdeas calls a tool and returns the ideas in its answer, by id and name alone, and its text.
func namedIdeas(t *testing.T, conversation *mcp.Conversation, tool, arguments string) (ideas []catalog.Gift, text string) {
	t.Helper()
	r := callTool(t, conversation, tool, arguments)
	for _, m := range ideaForm.FindAllStringSubmatch(string(r.Result.Structured), -1) {
		ideas = append(ideas, catalog.Gift{ID: m[1], Source: catalog.IdeasSource, Name: m[2]})
	}
	return ideas, r.Result.Content[0].Text
}
