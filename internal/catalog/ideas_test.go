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

	"github.com/google/go-cmp/cmp"

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
	return mustSnapshot(t, s).Gifts.List()
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

// The set has something for everybody: enough gifts in all, of every kind, and in every category.
func TestIdeas_cover(t *testing.T) {
	gifts := builtIn(t)
	count := map[string]int{}
	for i := range gifts {
		count[string(gifts[i].Kind)]++
		count["category "+gifts[i].Category]++
		if slices.ContainsFunc(gifts[i].Tags, func(tag string) bool { return tag == "eco-friendly" || tag == "handmade" }) {
			count["eco-friendly or handmade"]++
		}
	}
	count["all"] = len(gifts)
	least := map[string]int{"all": 1000, "experience": 60, "digital": 60, "eco-friendly or handmade": 80}
	for _, category := range catalog.Categories {
		least["category "+category] = 8
	}
	for what, want := range least {
		if count[what] < want {
			t.Errorf("%s: got %d ideas, want at least %d", what, count[what], want)
		}
	}
}

// Whatever somebody likes and has to spend, there is a choice. A new interest of the lexicon comes with ideas.
func TestIdeas_interests(t *testing.T) {
	const leastIdeas, leastBands = 8, 3
	interests := lexicon.Default().Labels(lexicon.Interest)
	snapshot := catalog.Snapshot{Gifts: catalog.Pack(builtIn(t))}
	for _, c := range snapshot.Coverage("USD", interests).Interests {
		bands := 0
		for _, n := range c.Gifts {
			bands += min(n, 1)
		}
		if n := c.Gifts.Sum(); n < leastIdeas || bands < leastBands {
			t.Errorf("%s: got %d ideas in %d price bands, want at least %d in %d", c.Interest, n, bands, leastIdeas, leastBands)
		}
	}
	if got, want := len(interests), 90; got < want {
		t.Errorf("got %d interests, want at least %d", got, want)
	}
}

// Nobody is too young or too old for a choice.
func TestIdeas_everyAge(t *testing.T) {
	const least = 25
	gifts := builtIn(t)
	for age := range 91 {
		suitable := 0
		for i := range gifts {
			if g := &gifts[i]; g.Restricted == catalog.Unrestricted && g.AgeFrom <= age && age <= g.AgeTo {
				suitable++
			}
		}
		if suitable < least {
			t.Errorf("age %d: got %d ideas without a restriction, want at least %d", age, suitable, least)
		}
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

// plausible bounds the prices of ideas in US dollars, by kind and, for things, by category. What lies outside
// is a slip of the pen or nothing that people give.
var plausible = map[catalog.Kind]map[string][2]int{
	catalog.Physical: {
		"arts-crafts": {5, 600}, "baby": {5, 1100}, "beauty": {5, 650}, "board-games": {5, 300}, "books": {5, 250},
		"charity": {10, 500}, "coffee-tea": {5, 500}, "electronics": {10, 700}, "fashion": {5, 400}, "fitness": {5, 500},
		"food": {5, 500}, "garden-plants": {5, 400}, "gift-cards": {10, 300}, "home": {5, 800}, "jewelry": {10, 900},
		"keepsakes": {5, 400}, "kitchen": {5, 600}, "music": {5, 700}, "outdoors": {5, 500}, "pets": {5, 800},
		"photography": {5, 1000}, "pop-culture": {5, 500}, "science": {5, 800}, "stationery": {3, 400},
		"subscriptions": {10, 500}, "tools": {5, 500}, "toys": {5, 800}, "travel": {5, 400}, "video-games": {5, 600},
		"wellness": {5, 300}, "wine-spirits": {5, 400},
	},
	catalog.Experience: {"": {10, 600}},
	catalog.Digital:    {"": {5, 400}},
}

func TestIdeas_plausiblePrices(t *testing.T) {
	for _, g := range builtIn(t) {
		bounds, known := plausible[g.Kind][g.Category]
		if g.Kind != catalog.Physical {
			bounds, known = plausible[g.Kind][""]
		}
		if !known {
			t.Errorf("%s: got kind %q in category %q, want one whose prices are bounded", g.ID, g.Kind, g.Category)
			continue
		}
		if price := g.Price.Major(); price < float64(bounds[0]) || price > float64(bounds[1]) {
			t.Errorf("%s: got a price of %g, want %d to %d", g.ID, price, bounds[0], bounds[1])
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

// A snapshot knows the edition of the ideas as long as they are in the catalog.
func TestSnapshot_ideas(t *testing.T) {
	s, err := catalog.OpenMemory(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	var set struct {
		Edition string `json:"edition"`
		Year    int    `json:"year"`
	}
	if err := json.Unmarshal([]byte(mustRead(t, "ideas.json")), &set); err != nil {
		t.Fatal(err)
	}
	want := &catalog.IdeasSummary{Edition: set.Edition, Year: set.Year}
	if diff := cmp.Diff(want, mustSnapshot(t, s).Summary("USD").Ideas); diff != "" {
		t.Errorf("a new catalog (-want +got):\n%s", diff)
	}
	if err := shop(t, s, catalog.Rules{}, "a"); err != nil {
		t.Fatal(err)
	}
	if got := mustSnapshot(t, s).Ideas; got != "" {
		t.Errorf("a shop's catalog: got edition %q, want none", got)
	}
	if err := shop(t, s, catalog.Rules{KeepIdeas: true}, "a"); err != nil {
		t.Fatal(err)
	}
	if got := mustSnapshot(t, s).Ideas; got != set.Edition {
		t.Errorf("a shop's catalog with ideas: got edition %q, want %q", got, set.Edition)
	}
}
