package suggest_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"giftserver/internal/catalog"
	"giftserver/internal/suggest"
)

// The words and labels that random gifts and briefs are made of. No two nouns are forms of one word
// or mean one interest, so that a plain search for a noun finds what the engine must have avoided.
var (
	nouns     = []string{"chocolate", "football", "chess", "tea", "nuts", "wool", "lamp", "plate", "robot", "soap"}
	interests = []string{"chocolate", "football", "chess", "tea", "robotics", "puzzles"}
	people    = []string{"friend", "my sister", "grandmother", "my son", "a toddler", "my kid's teacher", "boss", ""}
	occasions = []string{"birthday", "Christmas", "baby shower", "the goldfish's jubilee"}
	places    = []string{"food", "toys", "home", "gift-cards", "board-games"}
)

func anyOf[T any](r *rand.Rand, list []T) T { return list[r.IntN(len(list))] }

// some returns up to n of a list.
func some(r *rand.Rand, n int, list []string) []string {
	var chosen []string
	for range r.IntN(n + 1) {
		chosen = append(chosen, anyOf(r, list))
	}
	return chosen
}

func randomGift(r *rand.Rand, i int) catalog.Gift {
	from := r.IntN(60)
	return catalog.Gift{
		ID:           fmt.Sprintf("g%02d", i),
		Name:         strings.Join([]string{anyOf(r, nouns), anyOf(r, nouns)}, " "),
		Description:  strings.Join(some(r, 3, nouns), ", "),
		Category:     anyOf(r, places),
		Brand:        anyOf(r, []string{"", "Acme", "Bolt"}),
		Kind:         anyOf(r, []catalog.Kind{catalog.Physical, catalog.Experience, catalog.Digital}),
		Price:        catalog.Money{Minor: r.Int64N(10000), Currency: anyOf(r, []string{"USD", "USD", "EUR"})},
		Availability: anyOf(r, []catalog.Availability{catalog.InStock, catalog.Preorder, catalog.OutOfStock}),
		AgeFrom:      from,
		AgeTo:        from + r.IntN(catalog.MaxAge-from+1),
		Restricted:   anyOf(r, []catalog.Restriction{catalog.Unrestricted, catalog.Alcohol, catalog.Adult}),
		Tags:         some(r, 3, nouns),
		Occasions:    some(r, 2, []string{"birthday", "Christmas"}),
		Interests:    some(r, 2, interests),
		Cautions:     some(r, 1, nouns),
		ValidUntil:   anyOf(r, []time.Time{{}, {}, today().AddDate(0, 0, -1), today().AddDate(0, 0, 1)}),
	}
}

// randomBrief returns a brief, the nouns it is against and the age it gives, -1 for none.
func randomBrief(r *rand.Rand) (b suggest.Brief, against []string, age int) {
	b = suggest.Brief{
		Occasion:  anyOf(r, occasions),
		Recipient: anyOf(r, people) + " who loves " + anyOf(r, nouns),
		Budget:    catalog.Money{Minor: r.Int64N(10000), Currency: "USD"},
		MinBudget: catalog.Money{Minor: r.Int64N(2000), Currency: "USD"},
		Interests: some(r, 2, interests),
		Avoid:     some(r, 2, nouns),
		Exclude:   some(r, 2, []string{"g00", "g01", "g02"}),
		Limit:     1 + r.IntN(20),
		Now:       today(),
	}
	against, age = slices.Clone(b.Avoid), -1
	if r.IntN(2) == 0 {
		noun := anyOf(r, nouns)
		b.Recipient += anyOf(r, []string{", no ", ", allergic to ", ", hates "}) + noun
		against = append(against, noun)
	}
	switch r.IntN(3) {
	case 0:
		age = r.IntN(catalog.MaxAge + 1)
		b.Age = &age
	case 1:
		age = r.IntN(catalog.MaxAge + 1)
		b.Recipient = fmt.Sprintf("%d-year-old %s", age, b.Recipient)
	}
	return b, against, age
}

// cases is how many catalogs and briefs are tried.
const cases = 10_000

func TestSuggest_properties(t *testing.T) {
	for seed := range uint64(cases) {
		r := rand.New(rand.NewPCG(seed, 1))
		var gifts []catalog.Gift
		for i := range r.IntN(30) {
			gifts = append(gifts, randomGift(r, i))
		}
		b, against, age := randomBrief(r)
		a := newEngine(gifts).Suggest(b)
		checkCounts(t, a, len(gifts))
		if len(a.Picks) > b.Limit || len(a.Picks) > a.Matches.Eligible {
			t.Errorf("got %d gifts, want at most %d and %d", len(a.Picks), b.Limit, a.Matches.Eligible)
		}
		names := map[string]bool{}
		for _, p := range a.Picks {
			if wrong := objection(p.Gift, b, against, age); wrong != "" {
				t.Errorf("got %+v, which %s", *p.Gift, wrong)
			}
			if names[p.Name] {
				t.Errorf("got two gifts of the name %s", p.Name)
			}
			names[p.Name] = true
		}
		if t.Failed() {
			t.Fatalf("seed %d: %+v", seed, b)
		}
	}
}

// objection says what is wrong with a gift for a brief, "" if nothing is.
func objection(g *catalog.Gift, b suggest.Brief, against []string, age int) string {
	said := strings.Join(slices.Concat([]string{g.Name, g.Description}, g.Tags, g.Interests, g.Cautions), " ")
	switch {
	case g.Price.Currency != b.Budget.Currency, g.Price.Minor > b.Budget.Minor, g.Price.Minor < b.MinBudget.Minor:
		return "is outside the budget"
	case g.Availability == catalog.OutOfStock, !g.ValidUntil.IsZero() && g.ValidUntil.Before(today()):
		return "is out of stock"
	case slices.Contains(b.Exclude, g.ID):
		return "was excluded"
	case age >= 0 && (age < g.AgeFrom || age > g.AgeTo):
		return "is for another age"
	case age >= 0 && age < 18 && g.Restricted != catalog.Unrestricted:
		return "is not for minors"
	case slices.ContainsFunc(against, func(noun string) bool { return strings.Contains(said, noun) }):
		return "was to be avoided"
	}
	return ""
}
