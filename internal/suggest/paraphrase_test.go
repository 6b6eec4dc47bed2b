package suggest_test

import (
	"encoding/csv"
	"os"
	"slices"
	"strconv"
	"testing"

	"giftserver/internal/suggest"
)

// A paraphrase is one way to say a brief. All that share an id mean the same.
type paraphrase struct {
	id, language, occasion, recipient string
	budget                            int64 // whole dollars
}

// What is meant decides what is suggested, not the language in which it is said: two thirds of the
// gifts are those of the English brief.
func TestParaphrases(t *testing.T) {
	engine := builtIn(t)
	answer := func(p paraphrase) suggest.Answer {
		return engine.Suggest(suggest.Brief{Occasion: p.occasion, Recipient: p.recipient, Budget: usd(p.budget), Limit: 6, Now: today()})
	}
	pairs, missed := 0, 0
	for _, said := range readParaphrases(t) {
		english := answer(said[0])
		gifts := picked(english)
		if len(gifts) == 0 {
			t.Errorf("%s, %q: got no gifts", said[0].occasion, said[0].recipient)
		}
		want := (2*len(gifts) + 2) / 3
		for _, p := range said[1:] {
			pairs++
			a := answer(p)
			own := slices.DeleteFunc(picked(a), func(id string) bool { return slices.Contains(gifts, id) })
			if got := len(a.Picks) - len(own); got < want {
				missed++
				t.Errorf("%s in %s, %s, %q: got %d of the %d gifts of English, want %d\nunderstood %s, %s\n  English  %s, %s\ngot instead %q",
					p.id, p.language, p.occasion, p.recipient, got, len(gifts), want, a.Understood.Occasion, reading(a.Understood),
					english.Understood.Occasion, reading(english.Understood), own)
			}
		}
	}
	t.Logf("%d of %d pairs agree", pairs-missed, pairs)
}

// readParaphrases returns the paraphrases of each brief, the English one first.
func readParaphrases(t *testing.T) [][]paraphrase {
	t.Helper()
	f, err := os.Open("testdata/paraphrases.tsv")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	r := csv.NewReader(f)
	r.Comma, r.Comment, r.FieldsPerRecord = '\t', '#', 5
	rows, err := r.ReadAll()
	if err != nil {
		t.Fatalf("reading the paraphrases: %v", err)
	}
	var briefs [][]paraphrase
	for _, row := range rows {
		budget, err := strconv.ParseInt(row[4], 10, 64)
		if err != nil {
			t.Fatalf("%s in %s: reading the budget: %v", row[0], row[1], err)
		}
		p := paraphrase{row[0], row[1], row[2], row[3], budget}
		if last := len(briefs) - 1; last >= 0 && briefs[last][0].id == p.id {
			briefs[last] = append(briefs[last], p)
		} else {
			briefs = append(briefs, []paraphrase{p})
		}
	}
	checkParaphrases(t, briefs)
	return briefs
}

// checkParaphrases checks that each brief is there in each language, with one budget.
func checkParaphrases(t *testing.T, briefs [][]paraphrase) {
	t.Helper()
	languages := []string{"en", "it", "pt", "vi", "es", "fr", "de"}
	if len(briefs) == 0 {
		t.Fatal("got no paraphrases")
	}
	for _, said := range briefs {
		var got []string
		for _, p := range said {
			got = append(got, p.language)
			if p.budget != said[0].budget {
				t.Fatalf("%s in %s: got a budget of %d, want %d as in English", p.id, p.language, p.budget, said[0].budget)
			}
		}
		if !slices.Equal(got, languages) {
			t.Fatalf("%s: got it in %q, want %q", said[0].id, got, languages)
		}
	}
}
