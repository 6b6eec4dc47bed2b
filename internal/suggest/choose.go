package suggest

import (
	"cmp"
	"hash/fnv"
	"io"
	"math"
	"slices"

	"giftserver/internal/catalog"
)

// search filters, scores and chooses.
func (ix *index) search(q *query) Answer {
	var a Answer
	a.Matches.Considered = len(ix.docs)
	s := ix.borrow()
	defer ix.scratch.Put(s)
	ix.interest(q, s.matches)
	candidates, cards := s.candidates[:0], []candidate(nil)
	for i := range ix.docs {
		if out := q.filter(ix, i); out != fits {
			a.Matches.LeftOut[out]++
			continue
		}
		a.Matches.Eligible++
		switch c := ix.score(q, i, s.matches[i]); {
		case !ix.speaksFor(q, c):
		case q.hides(&ix.snapshot.Gifts[i]):
			cards = append(cards, c)
		default:
			candidates = append(candidates, c)
		}
	}
	s.candidates = candidates
	if len(candidates) == 0 {
		candidates = cards // They were not asked for, but nothing else is left.
	}
	for _, c := range ix.choose(q, candidates) {
		a.Picks = append(a.Picks, Pick{&ix.snapshot.Gifts[c.doc], ix.reasons(q, c.doc)})
	}
	return a
}

// giftCards is the category of gift cards, which fit everybody and say nothing.
const giftCards = "gift-cards"

// A match is what the terms of a brief are worth in a gift together, and which term most of it.
type match struct {
	worth float32
	most  float32
	lead  *term // the one that is worth most
}

// A scratch is the memory of one search, kept for the next: most of what an answer would allocate.
type scratch struct {
	matches    []match // by gift
	candidates []candidate
}

func (ix *index) borrow() *scratch {
	if s, ok := ix.scratch.Get().(*scratch); ok {
		return s
	}
	return &scratch{matches: make([]match, len(ix.docs))}
}

// interest matches the terms of the brief with each gift.
func (ix *index) interest(q *query, matches []match) {
	clear(matches)
	for i := range q.terms {
		t := &q.terms[i]
		for _, p := range t.postings {
			if p.weight < t.least {
				continue
			}
			m, worth := &matches[p.doc], t.weight*p.weight
			m.worth += worth
			if worth > m.most {
				m.most, m.lead = worth, t
			}
		}
	}
}

// speaksFor reports whether anything speaks for a candidate. One that meets an interest needs nothing
// else. Another must suit a person of unknown taste and not be meant for other relationships; then
// the occasion, the relationship or the age is enough, and what is not told is no reason against.
func (ix *index) speaksFor(q *query, c candidate) bool {
	d := &ix.docs[c.doc]
	known := q.relationships | q.together
	related := d.relationships&known != 0
	suits := d.occasions&q.occasions != 0
	switch {
	case q.mourning:
		return suits
	case c.worth > 0, q.Category != "":
		return true
	case !d.broad && !q.isPlay(&ix.snapshot.Gifts[c.doc]), known != 0 && d.relationships != 0 && !related:
		return false
	case q.grave:
		return suits
	case q.occasions != 0 && !suits && d.occasions != 0 && d.occasions&ix.general == 0:
		return false
	case q.occasions == 0, q.understood.Ages != nil:
		return true
	}
	return related || suits
}

// generalOccasions are those whose gifts are in place at most others too. A remembrance candle or a
// dreidel is for its own occasion alone.
var generalOccasions = []string{"birthday", "Christmas", "thank you", "just because"}

// isPlay reports whether the brief is for a child and the gift made for children, who take to most of
// what is made for their age.
func (q *query) isPlay(g *catalog.Gift) bool {
	const oldest = 12
	return q.understood.Ages != nil && q.understood.Ages.To <= oldest && g.AgeTo < ageLimit
}

// handful is how many gifts an answer is filled up to with those that neither meet an interest nor are
// meant for the occasion.
const handful = 5

// perBrand is how many gifts of one brand an answer holds.
const perBrand = 2

// choose picks a varied handful, best first. No category fills more than two thirds of the answer, no
// interest of several more than its share and no brand more than two places, unless the person's
// interests leave nothing else; no two gifts have one name.
func (ix *index) choose(q *query, candidates []candidate) []candidate {
	lot := hash(q.Occasion + "\n" + q.Recipient)
	slices.SortFunc(candidates, func(a, b candidate) int {
		if c := cmp.Compare(b.score, a.score); c != 0 {
			return c
		}
		return cmp.Compare(lot^ix.docs[a.doc].lot, lot^ix.docs[b.doc].lot)
	})
	c := chooser{ix: ix, limit: q.Limit, perCategory: q.Limit, perInterest: q.Limit}
	if q.Category == "" {
		c.perCategory = int(math.Ceil(float64(q.Limit) * 2 / 3))
	}
	if n := len(q.understood.Interests); n > 1 {
		c.perInterest = int(math.Ceil(float64(q.Limit) / float64(n)))
	}
	meets := func(c candidate) bool { return c.worth > 0 }
	suits := func(c candidate) bool { return ix.docs[c.doc].occasions&q.occasions != 0 }
	c.take(candidates, meets, true)
	c.take(candidates, meets, false)
	c.take(candidates, suits, true)
	c.limit = min(c.limit, handful)
	c.take(candidates, func(candidate) bool { return true }, true)
	return c.picked
}

// hash makes the lots that decide between equals. A brief's and a gift's are put together, so that the
// same brief always gets the same gifts, but not every brief those whose ids come first.
func hash(text string) uint64 {
	h := fnv.New64a()
	_, _ = io.WriteString(h, text) // A hash takes everything.
	return h.Sum64()
}

// A chooser holds what has been picked. An answer is short, so its picks are looked through where a
// count is wanted.
type chooser struct {
	ix                              *index
	limit, perCategory, perInterest int
	picked                          []candidate
}

// take picks those that are wanted from a list that is ordered best first; varied says whether the
// caps hold.
func (c *chooser) take(list []candidate, wanted func(candidate) bool, varied bool) {
	for _, next := range list {
		if len(c.picked) >= c.limit {
			return
		}
		if wanted(next) && c.fits(next, varied) {
			c.picked = append(c.picked, next)
		}
	}
}

// fits reports whether a candidate goes with what has been picked.
func (c *chooser) fits(next candidate, varied bool) bool {
	g := &c.ix.snapshot.Gifts[next.doc]
	sameCategory, sameBrand, sameInterest := 0, 0, 0
	for _, p := range c.picked {
		other := &c.ix.snapshot.Gifts[p.doc]
		if c.ix.docs[p.doc].name == c.ix.docs[next.doc].name {
			return false
		}
		if other.Category == g.Category {
			sameCategory++
		}
		if g.Brand != "" && other.Brand == g.Brand {
			sameBrand++
		}
		if next.lead != nil && p.lead != nil && p.lead.label == next.lead.label {
			sameInterest++
		}
	}
	return !varied || sameCategory < c.perCategory && sameBrand < perBrand && sameInterest < c.perInterest
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
	for _, label := range q.meant {
		if d.occasions&ix.occasions.set(label) != 0 {
			list = append(list, Reason{SuitsOccasion, label})
			break
		}
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

// nearest returns the cheapest gift that would be suggested if the budget were higher, the first by id
// among equals; nil when there is none.
func (ix *index) nearest(q *query) *catalog.Gift {
	s := ix.borrow()
	defer ix.scratch.Put(s)
	ix.interest(q, s.matches)
	var best, card *catalog.Gift
	for i := range ix.docs {
		g := &ix.snapshot.Gifts[i]
		if q.filter(ix, i) != OverBudget || q.filterAnyPrice(ix, i) != fits || !ix.speaksFor(q, ix.score(q, i, s.matches[i])) {
			continue
		}
		cheapest := &best
		if q.hides(g) {
			cheapest = &card
		}
		if *cheapest == nil || g.Price.Minor < (*cheapest).Price.Minor {
			*cheapest = g
		}
	}
	if best == nil {
		return card
	}
	return best
}

// hides reports whether a gift is a gift card that nobody has asked for.
func (q *query) hides(g *catalog.Gift) bool {
	return g.Category == giftCards && !q.giftCards && q.Category != giftCards
}
