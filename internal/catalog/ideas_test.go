package catalog_test

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"giftserver/internal/catalog"
	"giftserver/internal/lexicon"
)

// builtIn returns the gifts that a new catalog holds.
func builtIn(t *testing.T) []catalog.Gift {
	t.Helper()
	s, err := catalog.OpenMemory(t.Context())
	if err != nil {
		t.Fatalf("OpenMemory: %v", err)
	}
	defer s.Close()
	return mustSnapshot(t, s).Gifts
}

// ideaFiles returns the names of the files of ideas, sorted.
func ideaFiles(t *testing.T) []string {
	t.Helper()
	entries, err := os.ReadDir("ideas")
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}

func TestIdeas_cover(t *testing.T) {
	gifts := builtIn(t)
	categories := map[string]bool{}
	for i := range gifts {
		categories[gifts[i].Category] = true
	}
	if got, want := len(gifts), 250; got < want {
		t.Errorf("got %d ideas, want at least %d", got, want)
	}
	if got, want := len(categories), 24; got < want {
		t.Errorf("got ideas in %d categories, want at least %d", got, want)
	}
}

func TestCategories(t *testing.T) {
	if !slices.IsSorted(catalog.Categories) {
		t.Errorf("Categories are not sorted: got %q", catalog.Categories)
	}
	for _, name := range ideaFiles(t) {
		category, isJSON := strings.CutSuffix(name, ".json")
		if !isJSON || !slices.Contains(catalog.Categories, category) {
			t.Errorf("ideas/%s: want the name of a category and .json", name)
		}
	}
}

var (
	slug   = regexp.MustCompile(`^ideas:[a-z0-9]+(-[a-z0-9]+)*$`)
	banned = regexp.MustCompile(`(?i)\b(best|perfect|amazing|ultimate|must-have|stunning)\b`)
)

func TestIdeas_text(t *testing.T) {
	for _, g := range builtIn(t) {
		if !slug.MatchString(g.ID) {
			t.Errorf("%s: want an id of lower-case words joined by hyphens", g.ID)
		}
		if n := utf8.RuneCountInString(g.Name); n == 0 || n > 70 {
			t.Errorf("%s: got a name of %d characters, want 1 to 70", g.ID, n)
		}
		if n := utf8.RuneCountInString(g.Description); n < 60 || n > 240 {
			t.Errorf("%s: got a description of %d characters, want 60 to 240", g.ID, n)
		}
		// Tags may hold such a word: a "best man" is no praise.
		if word := banned.FindString(g.Name + "\n" + g.Description); word != "" {
			t.Errorf("%s: got %q, want no word of praise that says nothing", g.ID, word)
		}
		if n := len(g.Tags); n < 5 || n > 10 {
			t.Errorf("%s: got %d tags, want 5 to 10", g.ID, n)
		}
		if twice := repeated(g.Tags); twice != "" {
			t.Errorf("%s: got tag %q twice, want each once", g.ID, twice)
		}
	}
}

func TestIdeas_labels(t *testing.T) {
	occasions := lexicon.Default().Labels(lexicon.Occasion)
	relationships := lexicon.Default().Labels(lexicon.Relationship)
	interests := lexicon.Default().Labels(lexicon.Interest)
	for _, g := range builtIn(t) {
		for _, list := range []struct {
			field         string
			labels, known []string
			least, most   int
		}{
			{"occasions", g.Occasions, occasions, 2, 8},
			{"relationships", g.Relationships, relationships, 2, 8},
			{"interests", g.Interests, interests, 0, len(interests)},
		} {
			if n := len(list.labels); n < list.least || n > list.most {
				t.Errorf("%s: got %d %s, want %d to %d", g.ID, n, list.field, list.least, list.most)
			}
			if twice := repeated(list.labels); twice != "" {
				t.Errorf("%s: got %q twice in %s, want each once", g.ID, twice, list.field)
			}
			for _, label := range list.labels {
				if !slices.Contains(list.known, label) {
					t.Errorf("%s: got %q in %s, want a label of package lexicon", g.ID, label, list.field)
				}
			}
		}
	}
}

// repeated returns a text that stands in a list twice without regard to case, "" if none does.
func repeated(list []string) string {
	seen := map[string]bool{}
	for _, s := range list {
		if s = strings.ToLower(s); seen[s] {
			return s
		}
		seen[s] = true
	}
	return ""
}

func TestIdeas_agesAndPrices(t *testing.T) {
	least := map[catalog.Restriction]int{catalog.Unrestricted: 0, catalog.Adult: 18, catalog.Alcohol: 21}
	for _, g := range builtIn(t) {
		from, known := least[g.Restricted]
		if !known {
			t.Errorf("%s: got unknown restriction %q", g.ID, g.Restricted)
		}
		if g.AgeFrom < from || g.AgeTo < g.AgeFrom || g.AgeTo > catalog.MaxAge {
			t.Errorf("%s: got ages %d to %d, want a range within %d to %d", g.ID, g.AgeFrom, g.AgeTo, from, catalog.MaxAge)
		}
		if g.Price.Minor <= 0 {
			t.Errorf("%s: got price %d, want more than 0", g.ID, g.Price.Minor)
		}
	}
}

// Two ideas whose names differ in a word of ten or so are one idea, and its reader would see it twice.
func TestIdeas_namesDiffer(t *testing.T) {
	const alike = 0.8
	gifts := builtIn(t)
	words := make([]map[string]bool, len(gifts))
	for i := range gifts {
		words[i] = map[string]bool{}
		for _, w := range lexicon.Words(gifts[i].Name) {
			words[i][w.Text] = true
		}
		for j := range i {
			if got := jaccard(words[i], words[j]); got >= alike {
				t.Errorf("%q and %q: got likeness %.2f, want less than %.2f", gifts[j].Name, gifts[i].Name, got, alike)
			}
		}
	}
}

// jaccard is the share of the words in two sets that both have.
func jaccard(a, b map[string]bool) float64 {
	both := 0
	for w := range a {
		if b[w] {
			both++
		}
	}
	return float64(both) / float64(max(1, len(a)+len(b)-both))
}

// A database takes new ideas only when the edition is a later one, so a change without a new edition
// would reach nobody who has the program already.
func TestIdeas_edition(t *testing.T) {
	hash := sha256.New()
	for _, name := range ideaFiles(t) {
		hash.Write([]byte(name + "\n" + mustRead(t, filepath.Join("ideas", name))))
	}
	var set struct {
		SHA256 string `json:"sha256"`
	}
	if err := json.Unmarshal([]byte(mustRead(t, "ideas.json")), &set); err != nil {
		t.Fatal(err)
	}
	if sum := hex.EncodeToString(hash.Sum(nil)); set.SHA256 != sum {
		t.Errorf("the ideas have changed: set a new edition in ideas.json, and \"sha256\": %q (got %q, want that)", sum, set.SHA256)
	}
}
