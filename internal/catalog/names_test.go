package catalog_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/text/unicode/norm"

	"giftserver/internal/catalog"
)

// Each file of names/ has a row for every idea, in the order of the ids, and none beside. What a new idea is
// called has to be said in every language.
func TestIdeaNames_complete(t *testing.T) {
	var ids []string
	for _, g := range builtIn(t) {
		ids = append(ids, strings.TrimPrefix(g.ID, "ideas:"))
	}
	for _, language := range namedLanguages(t) {
		var named []string
		for _, row := range nameRows(t, language) {
			named = append(named, row[0])
		}
		if diff := cmp.Diff(ids, named); diff != "" {
			t.Errorf("names/%s.tsv (-ideas +names):\n%s", language, diff)
		}
	}
}

func TestIdeaNames_text(t *testing.T) {
	for _, language := range namedLanguages(t) {
		bearers := map[string]string{}
		for _, row := range nameRows(t, language) {
			id, name := row[0], row[1]
			if n := utf8.RuneCountInString(name); n == 0 || n > 70 {
				t.Errorf("names/%s.tsv: %s: got a name of %d characters, want 1 to 70", language, id, n)
			}
			if clean := strings.Join(strings.Fields(norm.NFC.String(name)), " "); name != clean {
				t.Errorf("names/%s.tsv: %s: got %q, want %q", language, id, name, clean)
			}
			if other, borne := bearers[strings.ToLower(name)]; borne {
				t.Errorf("names/%s.tsv: got %q for %s and %s, want a name of its own for each", language, name, other, id)
			}
			bearers[strings.ToLower(name)] = id
		}
	}
}

func TestIdeaNames_of(t *testing.T) {
	catan := catalog.Gift{ID: "ideas:catan", Source: catalog.IdeasSource, Name: "Catan board game"}
	later := catalog.Gift{ID: "ideas:not-yet-known", Source: catalog.IdeasSource, Name: "An idea of a later edition"}
	sold := catalog.Gift{ID: "shop:catan", Source: "shop", Name: "CATAN 5th ed."}
	tests := []struct {
		language string
		gift     catalog.Gift
		want     string
	}{
		{"de", catan, "Catan, Brettspiel"},
		{"de", later, "An idea of a later edition"},
		{"de", sold, "CATAN 5th ed."},
		{"en", catan, "Catan board game"},
		{"", catan, "Catan board game"},
		{"../ideas", catan, "Catan board game"},
	}
	for _, tt := range tests {
		if got := catalog.IdeaNamesIn(tt.language).Of(&tt.gift); got != tt.want {
			t.Errorf("%q: %s: got name %q, want %q", tt.language, tt.gift.ID, got, tt.want)
		}
	}
}

// namedLanguages returns the languages that have a file of names.
func namedLanguages(t *testing.T) []string {
	t.Helper()
	entries, err := os.ReadDir("names")
	if err != nil || len(entries) == 0 {
		t.Fatalf("got %d files of names, error %v", len(entries), err)
	}
	var languages []string
	for _, e := range entries {
		language, isTSV := strings.CutSuffix(e.Name(), ".tsv")
		if !isTSV {
			t.Errorf("names/%s: want the code of a language and .tsv", e.Name())
		}
		languages = append(languages, language)
	}
	return languages
}

// nameRows returns the rows of a file of names, an id and a name each.
func nameRows(t *testing.T, language string) [][2]string {
	t.Helper()
	var rows [][2]string
	for line := range strings.Lines(mustRead(t, filepath.Join("names", language+".tsv"))) {
		cells := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		if len(cells) != 2 {
			t.Fatalf("names/%s.tsv: got %q, want an id, a tab and a name", language, line)
		}
		rows = append(rows, [2]string{cells[0], cells[1]})
	}
	return rows
}
