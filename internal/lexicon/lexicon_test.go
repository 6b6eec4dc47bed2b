package lexicon_test

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"giftserver/internal/lexicon"
)

func TestFind(t *testing.T) {
	tests := []struct {
		kind lexicon.Kind
		text string
		want []string
	}{
		// Inflected forms share a stem with the table's words.
		{lexicon.Interest, "she loves hiking and gardens", []string{"hiking", "gardening"}},
		// The longest phrase wins: neither "wedding" nor a second occasion is found in it.
		{lexicon.Occasion, "their golden wedding", []string{"anniversary"}},
		{lexicon.Occasion, "MOTHER’S DAY", []string{"Mother's Day"}},
		{lexicon.Occasion, "Quinceanera party", []string{"quinceañera"}},
		{lexicon.Relationship, "my co-worker from marketing", []string{"colleague"}},
		{lexicon.Relationship, "my mother-in-law", []string{"mother-in-law"}},
		// A word with two meanings gives both.
		{lexicon.Interest, "tabletop", []string{"board games", "role-playing games"}},
		{lexicon.Interest, "friend who loves sci-fi", []string{"sci-fi"}},
		// A word that is meant in one form only is not found by its stem.
		{lexicon.Interest, "natural animal training", nil},
		{lexicon.Interest, "nature, anime and trains", []string{"nature", "anime", "trains"}},
		{lexicon.Interest, "", nil},
		{lexicon.Interest, "\x00 \ufeff 🎁🎁", nil},
	}
	for _, tt := range tests {
		var got []string
		for _, f := range lexicon.Default().Find(tt.kind, lexicon.Words(tt.text)) {
			got = append(got, f.Label)
		}
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("Find(%d, %q) (-want +got):\n%s", tt.kind, tt.text, diff)
		}
	}
}

func TestWords(t *testing.T) {
	tests := []struct {
		text string
		want []lexicon.Word
	}{
		{"Café, crèmes", []lexicon.Word{{Text: "cafe", Stem: "cafe"}, {Text: "cremes", Stem: "creme", Pause: lexicon.Comma}}},
		{"Straße Łódź smørrebrød", []lexicon.Word{
			{Text: "strasse", Stem: "strass"}, {Text: "lodz", Stem: "lodz"}, {Text: "smorrebrod", Stem: "smorrebrod"},
		}},
		{"’quoted’", []lexicon.Word{{Text: "quoted", Stem: "quot"}}},
		{"the kids' Dr. Who", []lexicon.Word{
			{Text: "the", Stem: "the", Stopword: true},
			{Text: "kids", Stem: "kid", Owner: true},
			{Text: "dr", Stem: "dr"},
			{Text: "who", Stem: "who", Stopword: true, Pause: lexicon.Stop},
		}},
		// What is owned: the mark stands before the s or behind it.
		{"James' boss's Levi’s", []lexicon.Word{
			{Text: "james", Stem: "jame", Owner: true}, {Text: "boss's", Stem: "boss", Owner: true}, {Text: "levi's", Stem: "levi", Owner: true},
		}},
		// Only a hyphen that joins counts; a dash parts no clause.
		{"gluten-free pre-k, a - b", []lexicon.Word{
			{Text: "gluten", Stem: "gluten"},
			{Text: "free", Stem: "free", Hyphen: true},
			{Text: "pre", Stem: "pre"},
			{Text: "k", Stem: "k", Hyphen: true},
			{Text: "a", Stem: "a", Stopword: true, Pause: lexicon.Comma},
			{Text: "b", Stem: "b"},
		}},
		// Of several marks the strongest counts, and none stands before the first word.
		{"(tea, (chess) / cats;, dogs\nbirds", []lexicon.Word{
			{Text: "tea", Stem: "tea", Pause: lexicon.Stop},
			{Text: "chess", Stem: "chess", Pause: lexicon.Stop},
			{Text: "cats", Stem: "cat", Pause: lexicon.Stop},
			{Text: "dogs", Stem: "dog", Pause: lexicon.Stop},
			{Text: "birds", Stem: "bird", Pause: lexicon.Stop},
		}},
		{"a, / b", []lexicon.Word{{Text: "a", Stem: "a", Stopword: true}, {Text: "b", Stem: "b", Pause: lexicon.Comma}}},
		// Without spaces, each two neighboring characters; marks stay with theirs.
		{"日本酒、茶 Kyotoの", []lexicon.Word{
			{Text: "日本", Stem: "日本"},
			{Text: "本酒", Stem: "本酒"},
			{Text: "茶", Stem: "茶", Pause: lexicon.Comma},
			{Text: "kyoto", Stem: "kyoto"},
			{Text: "の", Stem: "の"},
		}},
		{"コーヒー", []lexicon.Word{{Text: "コー", Stem: "コー"}, {Text: "ーヒ", Stem: "ーヒ"}, {Text: "ヒー", Stem: "ヒー"}}},
		{"น้ำชา", []lexicon.Word{{Text: "น\u0e49\u0e4dา", Stem: "น\u0e49\u0e4dา"}, {Text: "าช", Stem: "าช"}, {Text: "ชา", Stem: "ชา"}}},
	}
	for _, tt := range tests {
		if diff := cmp.Diff(tt.want, lexicon.Words(tt.text)); diff != "" {
			t.Errorf("Words(%q) (-want +got):\n%s", tt.text, diff)
		}
	}
}

// The tables hold every label that gifts may use, so a slip in a table or in an idea shows here.
func TestLabels_unique(t *testing.T) {
	for kind := lexicon.Occasion; kind <= lexicon.Interest; kind++ {
		seen := map[string]bool{}
		for _, label := range lexicon.Default().Labels(kind) {
			if seen[label] {
				t.Errorf("label %q of kind %d stands twice", label, kind)
			}
			seen[label] = true
		}
	}
}

// Who names what they can't have seldom names all that holds it.
func TestHolding(t *testing.T) {
	tests := []struct {
		avoided string
		holds   []string
	}{
		{"nuts", []string{"almonds", "pistachio", "hazelnuts", "walnut", "cashews", "peanut", "marzipan"}},
		{"dairy", []string{"milk", "cheese", "butter", "cream"}},
		{"lactose", []string{"milk", "cheeses", "butter"}},
		{"gluten", []string{"wheat", "bread", "pasta", "cookies", "beer"}},
		{"shellfish", []string{"shrimps", "lobster"}},
		{"seafood", []string{"salmon", "tuna", "shrimps", "oysters"}},
		{"pork", []string{"bacon", "ham", "salami", "gelatin"}},
		{"sesame", []string{"tahini", "halva"}},
		{"caffeine", []string{"coffee", "espresso", "matcha"}},
		{"wool", []string{"merino", "cashmere"}},
		{"alcohol", []string{"wine", "beer", "whisky", "gin"}},
		{"book", nil},
	}
	for _, tt := range tests {
		got := lexicon.Default().Holding(lexicon.Stem(tt.avoided))
		for _, word := range tt.holds {
			if !slices.Contains(got, lexicon.Stem(word)) {
				t.Errorf("Holding(%s): got %q, want %q in it", tt.avoided, got, lexicon.Stem(word))
			}
		}
		if tt.holds == nil && len(got) > 0 {
			t.Errorf("Holding(%s): got %q, want nothing", tt.avoided, got)
		}
	}
}
