package suggest

import (
	"cmp"
	"math"
	"slices"

	"giftserver/internal/catalog"
	"giftserver/internal/lexicon"
)

// search filters, scores and chooses.
func (ix *index) search(q *query) Answer {
	var a Answer
	a.Matches.Considered = len(ix.docs)
	interest := ix.interest(q)
	var candidates []candidate
	for i := range ix.docs {
		if out := q.filter(&ix.snapshot.Gifts[i], &ix.docs[i]); out != fits {
			a.Matches.LeftOut[out]++
			continue
		}
		a.Matches.Eligible++
		if c := ix.score(q, i, interest[i]); ix.speaksFor(q, c) {
			candidates = append(candidates, c)
		}
	}
	for _, c := range ix.choose(q, ix.withoutGiftCards(q, candidates)) {
		a.Picks = append(a.Picks, Pick{&ix.snapshot.Gifts[c.doc], ix.reasons(q, c.doc)})
	}
	return a
}

// interest adds up for each gift what the terms of the brief are worth in it.
func (ix *index) interest(q *query) []float32 {
	sums := make([]float32, len(ix.docs))
	for _, t := range q.terms {
		for _, p := range t.postings {
			if p.weight < t.least {
				continue
			}
			sums[p.doc] += t.weight * p.weight
		}
	}
	return sums
}

// speaksFor reports whether anything speaks for a candidate. One that meets an interest needs nothing
// else. Another must suit a person of unknown taste and not be meant for other relationships; then
// the occasion, the relationship or the age is enough, and what is not told is no reason against.
func (ix *index) speaksFor(q *query, c candidate) bool {
	d := &ix.docs[c.doc]
	related := d.relationships&q.relationships != 0
	switch {
	case c.interest > 0:
		return true
	case !d.broad, q.relationships != 0 && d.relationships != 0 && !related:
		return false
	case q.occasions == 0, q.understood.Ages != nil:
		return true
	}
	return related || d.occasions&q.occasions != 0
}

// withoutGiftCards takes gift cards out unless they were asked for or nothing else is left.
func (ix *index) withoutGiftCards(q *query, candidates []candidate) []candidate {
	const giftCards = "gift-cards"
	if q.giftCards || q.Category == giftCards {
		return candidates
	}
	others := slices.DeleteFunc(slices.Clone(candidates), func(c candidate) bool {
		return ix.snapshot.Gifts[c.doc].Category == giftCards
	})
	if len(others) == 0 {
		return candidates
	}
	return others
}

// perBrand is how many gifts of one brand an answer holds.
const perBrand = 2

// choose picks a varied handful, best first. No category fills more than two thirds of the answer
// and no brand more than two places, unless the person's interests leave nothing else; no two gifts
// have one name.
func (ix *index) choose(q *query, candidates []candidate) []candidate {
	slices.SortFunc(candidates, func(a, b candidate) int {
		if c := cmp.Compare(b.score, a.score); c != 0 {
			return c
		}
		return cmp.Compare(a.doc, b.doc) // Gifts are ordered by id.
	})
	c := chooser{ix: ix, limit: q.Limit, perCategory: q.Limit, names: map[string]bool{}, count: map[string]int{}}
	if q.Category == "" {
		c.perCategory = int(math.Ceil(float64(q.Limit) * 2 / 3))
	}
	matching := slices.DeleteFunc(slices.Clone(candidates), func(c candidate) bool { return c.interest == 0 })
	c.take(matching, true)
	c.take(matching, false)
	c.take(candidates, true)
	return c.picked
}

// A chooser holds what has been picked.
type chooser struct {
	ix                 *index
	limit, perCategory int
	picked             []candidate
	names              map[string]bool
	count              map[string]int // by category and by brand
}

// take picks from a list that is ordered best first; varied says whether the caps hold.
func (c *chooser) take(list []candidate, varied bool) {
	for _, next := range list {
		if len(c.picked) == c.limit {
			return
		}
		g := &c.ix.snapshot.Gifts[next.doc]
		name := lexicon.Fold(g.Name)
		category, brand := "category "+g.Category, "brand "+g.Brand
		if c.names[name] || varied && (c.count[category] >= c.perCategory || g.Brand != "" && c.count[brand] >= perBrand) {
			continue
		}
		c.names[name] = true
		c.count[category]++
		c.count[brand]++
		c.picked = append(c.picked, next)
	}
}

// reasons lists what speaks for a gift, from matched facts only.
func (ix *index) reasons(q *query, i int) []Reason {
	g, d := &ix.snapshot.Gifts[i], &ix.docs[i]
	var list []Reason
	for _, t := range q.terms {
		r := Reason{MatchesInterest, t.label}
		if t.in(i) > 0 && !slices.Contains(list, r) {
			list = append(list, r)
		}
	}
	if d.occasions&q.occasions != 0 {
		list = append(list, Reason{SuitsOccasion, q.understood.Occasion})
	}
	if d.relationships&q.relationships != 0 {
		list = append(list, Reason{SuitsRelationship, q.understood.Relationship})
	}
	if q.understood.Ages != nil && g.AgeTo-g.AgeFrom < catalog.MaxAge/2 {
		list = append(list, Reason{Kind: SuitsAge})
	}
	if q.days >= 0 {
		list = append(list, Reason{Kind: ArrivesInTime})
	}
	return append(list, Reason{Kind: InsideBudget})
}

// nearest returns the cheapest gift that only the budget keeps out, the first by id among equals.
// Gifts that something in the brief speaks for come before the others.
func (ix *index) nearest(q *query) *catalog.Gift {
	interest := ix.interest(q)
	var best *catalog.Gift
	spoken := false
	for i := range ix.docs {
		g := &ix.snapshot.Gifts[i]
		if q.filter(g, &ix.docs[i]) != OverBudget || q.filterAnyPrice(g, &ix.docs[i]) != fits {
			continue
		}
		speaks := ix.speaksFor(q, ix.score(q, i, interest[i]))
		if best == nil || speaks && !spoken || speaks == spoken && g.Price.Minor < best.Price.Minor {
			best, spoken = g, speaks
		}
	}
	return best
}
