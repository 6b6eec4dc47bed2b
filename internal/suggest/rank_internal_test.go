package suggest

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"giftserver/internal/catalog"
	"giftserver/internal/lexicon"
)

// Whatever is skipped on the way, an answer is that of all gifts looked at, scored and sorted.
func TestSuggest_asIfAllWereSorted(t *testing.T) {
	for seed := range uint64(300) {
		r := rand.New(rand.NewPCG(seed, 3))
		gifts := 200
		if seed%20 == 0 {
			gifts = 5 * window // Whether to go on is asked from window to window.
		}
		s := &catalog.Snapshot{Gifts: catalog.Pack(manyGifts(r, r.IntN(gifts)))}
		e := New(s, anyRates(t, r))
		for range 4 {
			b := anyBrief(r)
			want := exhaustive(e.current.Load().index(), b)
			if diff := cmp.Diff(want, e.Suggest(b), cmpopts.IgnoreFields(Answer{}, "Understood"), cmpopts.EquateEmpty()); diff != "" {
				t.Fatalf("seed %d, %d gifts: %+v (-want +got):\n%s", seed, s.Gifts.Len(), b, diff)
			}
			query := strings.Join(someOf(r, 4, nouns), " ")
			if diff := cmp.Diff(exhaustiveSearch(e.current.Load().index(), query, b.Limit), e.Search(query, b.Limit), cmpopts.EquateEmpty()); diff != "" {
				t.Fatalf("seed %d, %d gifts: %q (-want +got):\n%s", seed, s.Gifts.Len(), query, diff)
			}
		}
	}
}

// anyRates returns rates by which the budgets are compared with all prices, or none.
func anyRates(t *testing.T, r *rand.Rand) *catalog.Rates {
	if r.IntN(2) == 0 {
		return nil
	}
	rates, err := catalog.ReadRates(strings.NewReader(`{"base": "EUR", "date": "2026-11-02", "rates": {"USD": 1.07, "JPY": 163}}`))
	if err != nil {
		t.Fatal(err)
	}
	return rates
}

var nouns = []string{"chess", "football", "tea", "lamp", "dogs", "wine", "robot", "zither"}

func anyOf[T any](r *rand.Rand, list []T) T { return list[r.IntN(len(list))] }

// someOf returns up to n of a list.
func someOf(r *rand.Rand, n int, list []string) []string {
	var some []string
	for range r.IntN(n + 1) {
		some = append(some, anyOf(r, list))
	}
	return some
}

var today = time.Date(2026, 11, 2, 9, 0, 0, 0, time.UTC)

// manyGifts makes gifts. In some catalogs many are alike, so that lots decide often; in some their rows differ much in
// how they fit and how they are rated; and in some there are few rows, whose gifts differ in price and words.
func manyGifts(r *rand.Rand, n int) []catalog.Gift {
	gifts := make([]catalog.Gift, n)
	kinds, style := 1+r.IntN(6), r.IntN(3)
	for i := range gifts {
		gifts[i] = catalog.Gift{
			ID: fmt.Sprintf("%05d", i), Name: fmt.Sprint(anyOf(r, nouns), " ", r.IntN(50)),
			Description:  fmt.Sprint("A gift with ", anyOf(r, nouns), " for the ", anyOf(r, nouns)),
			Category:     anyOf(r, []string{"toys", "home", "food", "gift-cards", "pets", "wellness"}[:kinds]),
			Brand:        anyOf(r, []string{"", "Acme", "Bolt", "Cobalt"}),
			Kind:         anyOf(r, []catalog.Kind{catalog.Physical, catalog.Physical, catalog.Experience}),
			AgeTo:        anyOf(r, []int{catalog.MaxAge, catalog.MaxAge, 12}),
			Availability: anyOf(r, []catalog.Availability{catalog.InStock, catalog.InStock, catalog.OutOfStock}),
			Price:        catalog.Money{Minor: 500 * r.Int64N(20), Currency: anyOf(r, []string{"USD", "USD", "EUR", "JPY"})},
			PriceBasis:   catalog.Listed,
			Occasions:    anyOf(r, [][]string{nil, {"birthday"}, {"wedding"}, {"sympathy"}}),
			Tags:         someOf(r, 1, nouns),
			Cautions:     someOf(r, 1, nouns),
			ValidUntil:   anyOf(r, []time.Time{{}, {}, {}, today.AddDate(0, 0, -1)}),
		}
		if style != 0 || r.IntN(4) == 0 {
			stars := 5 * r.Float64()
			gifts[i].Rating, gifts[i].RatingCount = &stars, 100
		}
		switch style {
		case 1:
			differ(r, &gifts[i])
		case 2:
			gather(r, &gifts[i])
		}
	}
	return gifts
}

// gather takes a gift into a row of many, of which half say no more than that they are things.
func gather(r *rand.Rand, g *catalog.Gift) {
	g.Kind, g.AgeTo, g.Availability = catalog.Physical, catalog.MaxAge, catalog.InStock
	g.Occasions, g.Price.Minor, g.RatingCount = nil, 1+r.Int64N(10_000), 10_000
	if r.IntN(2) == 0 {
		g.Name, g.Description, g.Tags = "Thing "+g.ID, "", nil
	}
	for range r.IntN(3) {
		g.Name += " " + anyOf(r, nouns)
	}
}

// differ gives a gift merits that few share, and many votes on some.
func differ(r *rand.Rand, g *catalog.Gift) {
	g.AgeFrom = r.IntN(12)
	g.AgeTo = anyOf(r, []int{12, 30, catalog.MaxAge})
	g.RatingCount = anyOf(r, []int{1, 100, 10_000})
	g.Relationships = anyOf(r, [][]string{nil, nil, {"sister"}, {"friend"}, {"child", "sister"}})
	g.Interests = anyOf(r, [][]string{nil, nil, nil, {"chess"}, {"tea"}, {"robotics"}})
	g.Name = anyOf(r, []string{"", "", "Women's ", "Wedding "}) + g.Name
}

func anyBrief(r *rand.Rand) Brief {
	b := Brief{
		Occasion: anyOf(r, []string{"birthday", "wedding", "sympathy", "party"}),
		Recipient: anyOf(r, []string{"my sister", "a friend", "my 8-year-old son", ""}) +
			anyOf(r, []string{"", " who loves chess", " who loves tea and robots", ", no football", " who is vegan", " and her dog"}),
		Interests: someOf(r, 4, append([]string{"gift cards"}, nouns...)),
		Avoid:     someOf(r, 2, append([]string{"red lamp", "tea dogs"}, nouns...)),
		Exclude:   someOf(r, 3, []string{"00000", "00001", "00002", "none"}),
		Budget:    catalog.Money{Minor: anyOf(r, []int64{0, 1, r.Int64N(10_000), r.Int64N(10_000), r.Int64N(10_000), r.Int64N(10_000)}), Currency: "USD"},
		Category:  anyOf(r, []string{"", "", "", "", "toys"}),
		Kinds:     anyOf(r, [][]catalog.Kind{nil, nil, {catalog.Physical}}),
		NeededBy:  anyOf(r, []time.Time{{}, {}, today.AddDate(0, 0, 2)}),
		Now:       today,
		Limit:     1 + r.IntN(20),
	}
	if r.IntN(4) == 0 {
		b.MinBudget = catalog.Money{Minor: b.Budget.Minor / 2, Currency: "USD"}
	}
	if r.IntN(4) == 0 {
		age := r.IntN(90)
		b.Age = &age
	}
	return b
}

// exhaustive answers a brief by a look at every gift.
func exhaustive(ix *index, b Brief) Answer {
	q := read(ix, &lexicon.Reader{}, &b)
	a := Answer{Matches: Matches{Considered: len(ix.docs)}}
	var matched, cards, suiting, suitingCards, others, otherCards []candidate
	var over, overCards []int32
	for i := range ix.docs {
		doc := int32(i)
		w, t := &ix.rows[ix.docs[i].row], ix.traits(doc)
		c, meets := whole(ix, q, doc)
		suits, speaks := w.occasions&q.occasions != 0, ix.speaksFor(q, w)
		wanted := meets && (!w.forPets || q.keepsPets) && (!q.mourning || suits)
		switch out := objectionTo(ix, q, doc); {
		case out == OverBudget && q.objection(t) == fits && !isStruck(ix, q, doc) && (speaks || wanted):
			a.Matches.LeftOut[out]++
			if q.hides(t) {
				overCards = append(overCards, doc)
			} else {
				over = append(over, doc)
			}
		case out != fits:
			a.Matches.LeftOut[out]++
		default:
			a.Matches.Eligible++
			switch list := q.hides(t); {
			case meets && !wanted, !meets && !speaks:
			case meets && list:
				cards = append(cards, c)
			case meets:
				matched = append(matched, c)
			case suits && list:
				suitingCards = append(suitingCards, c)
			case suits:
				suiting = append(suiting, c)
			case list:
				otherCards = append(otherCards, c)
			default:
				others = append(others, c)
			}
		}
	}
	picked := greedy(ix, q, matched, suiting, others)
	if len(picked) == 0 {
		picked = greedy(ix, q, cards, suitingCards, otherCards)
	}
	for _, c := range picked {
		a.Picks = append(a.Picks, Pick{ix.gift(c.doc), ix.reasons(q, c.doc)})
	}
	if len(over) == 0 {
		over = overCards
	}
	if len(picked) == 0 && len(over) > 0 {
		a.Nearest = ix.gift(slices.MinFunc(over, func(a, b int32) int {
			raise := func(doc int32) float64 {
				return float64(ix.docs[doc].price) / float64(max(1, q.ranges[ix.traits(doc).currency].to))
			}
			switch x, y := raise(a), raise(b); {
			case x < y:
				return -1
			case x > y:
				return 1
			}
			return int(ix.gifts[a] - ix.gifts[b])
		}))
	}
	return a
}

// whole scores a gift, and tells whether it meets an interest.
func whole(ix *index, q *query, doc int32) (c candidate, meets bool) {
	c = candidate{doc: doc, lead: noTerm, lot: q.lot ^ ix.lots[doc]}
	var worth, most float32
	for i := range q.terms {
		w := q.terms[i].worth(doc)
		worth += w
		if w > most {
			most, c.lead = w, int32(i)
		}
	}
	d := &ix.docs[doc]
	fit := ix.fit(q, &ix.rows[d.row])
	if worth == 0 && slices.Contains(q.near, ix.traits(doc).category) {
		fit += partNear
	}
	c.score = d.score(worth, fit, q.ranges[ix.traits(doc).currency].to)
	return c, worth > 0
}

// objectionTo says why a gift is left out, by the checks in their order.
func objectionTo(ix *index, q *query, doc int32) ReasonOut {
	d, t := &ix.docs[doc], ix.traits(doc)
	limits, out := q.ranges[t.currency], q.objection(t)
	switch until := ix.gift(doc).ValidUntil; {
	case t.gone, !until.IsZero() && until.Before(q.Now):
		return OutOfStock
	case !limits.known:
		return OtherCurrency
	case d.price > limits.to:
		return OverBudget
	case d.price < limits.from:
		return UnderBudget
	case isStruck(ix, q, doc) && (out == fits || out > Avoided):
		return Avoided
	}
	return out
}

// isStruck reports whether a gift is out on its own account.
func isStruck(ix *index, q *query, doc int32) bool {
	g := ix.gift(doc)
	has := func(list postings, where fieldSet) bool {
		p := list.find(doc)
		return p != nil && p.fields != 1<<inAbsence && (where == 0 || p.fields&where != 0)
	}
	absent := func(stem string) bool {
		p := ix.words[stem].find(doc)
		return p != nil && p.fields.has(inAbsence)
	}
	hits := func(a avoidance) bool {
		spared := a.unless != "" && ix.words[a.unless].find(doc) != nil || a.unless == "" && len(a.stems) == 1 && absent(a.stems[0])
		all := len(a.stems) > 0
		for i, stem := range a.stems {
			all = all && (has(ix.words[stem], 0) || i > 0 && absent(stem))
		}
		return all || !spared && (a.giftCards && g.Category == giftCards ||
			slices.ContainsFunc(a.interests, func(label string) bool { return has(ix.interests[label], 0) }) ||
			slices.ContainsFunc(a.holding, func(stem string) bool { return has(ix.words[stem], 0) }))
	}
	return slices.Contains(q.Exclude, g.ID) || slices.ContainsFunc(q.avoid, hits) ||
		!g.ValidUntil.IsZero() && g.ValidUntil.Before(q.Now)
}

// greedy picks as choose says, from sorted lists.
func greedy(ix *index, q *query, matched, suiting, others []candidate) []candidate {
	var picked []candidate
	limit, perCategory, perInterest := q.Limit, q.Limit, q.Limit
	if q.Category == "" {
		perCategory = (2*q.Limit + 2) / 3
	}
	if n := len(q.understood.Interests); n > 1 {
		perInterest = (q.Limit + n - 1) / n
	}
	take := func(list []candidate, varied bool) {
		slices.SortFunc(list, func(a, b candidate) int { return a.compare(&b) })
		for _, next := range list {
			category, brand, interest, name := 0, 0, 0, false
			for _, p := range picked {
				g, other := ix.gift(next.doc), ix.gift(p.doc)
				name = name || ProductName(g.Name) == ProductName(other.Name)
				if g.Category == other.Category {
					category++
				}
				if ix.faces[next.doc].brand != 0 && g.Brand == other.Brand {
					brand++
				}
				if next.lead != noTerm && p.lead != noTerm && q.terms[next.lead].label == q.terms[p.lead].label {
					interest++
				}
			}
			if len(picked) < limit && !name && (!varied || category < perCategory && brand < perBrand && interest < perInterest) {
				picked = append(picked, next)
			}
		}
	}
	take(matched, true)
	take(matched, false)
	if len(picked) >= limit {
		return picked
	}
	take(suiting, true)
	limit = min(limit, handful)
	take(others, true)
	take(suiting, false)
	take(others, false)
	return picked
}

// exhaustiveSearch searches by a look at every gift.
func exhaustiveSearch(ix *index, query string, limit int) []*catalog.Gift {
	var found []candidate
	terms := ix.searchTerms(query)
	for i := range ix.docs {
		c := candidate{doc: int32(i), lot: ix.lots[i]}
		var worth, covered, all float32
		for j := range terms {
			w := terms[j].worth(c.doc)
			worth, all = worth+w, all+terms[j].weight
			if w > 0 {
				covered += terms[j].weight
			}
		}
		if c.score = worth * covered / all; worth > 0 {
			found = append(found, c)
		}
	}
	slices.SortFunc(found, func(a, b candidate) int { return a.compare(&b) })
	var gifts []*catalog.Gift
	for _, c := range found[:min(limit, len(found))] {
		gifts = append(gifts, ix.gift(c.doc))
	}
	return gifts
}
