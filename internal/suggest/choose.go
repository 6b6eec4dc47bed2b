package suggest

import (
	"math"
	"slices"
)

// answer filters, scores and chooses.
func (ix *index) answer(q *query, s *scratch) Answer {
	ix.strike(q, s)
	a := Answer{Matches: ix.stand(q, s)}
	ix.expire(q, s, &a.Matches)
	picked := ix.choose(q, s)
	a.Picks = make([]Pick, 0, len(picked))
	for _, p := range picked {
		a.Picks = append(a.Picks, Pick{ix.gift(p.doc), ix.reasons(q, p.doc)})
	}
	if len(a.Picks) == 0 {
		a.Nearest = ix.nearest(q, s)
	}
	return a
}

// giftCards is the category of gift cards, which fit everybody and say nothing.
const giftCards = "gift-cards"

// handful is how many gifts an answer is filled up to with those that neither meet an interest nor are
// meant for the occasion.
const handful = 5

// perBrand is how many gifts of one brand an answer holds.
const perBrand = 2

// choose picks a varied handful, best first. No category fills more than two thirds of the answer, no
// interest of several more than its share and no brand more than two places, unless there is nothing else;
// no two gifts have one name. Gift cards that nobody asked for are for when nothing else is left.
func (ix *index) choose(q *query, s *scratch) []candidate {
	if picked := ix.chooseFrom(q, s, false); len(picked) > 0 {
		return picked
	}
	return ix.chooseFrom(q, s, true)
}

func (ix *index) chooseFrom(q *query, s *scratch, cards bool) []candidate {
	c := chooser{ix: ix, q: q, limit: q.Limit, perCategory: q.Limit, perInterest: q.Limit, picked: make([]candidate, 0, q.Limit)}
	if q.Category == "" {
		c.perCategory = int(math.Ceil(float64(q.Limit) * 2 / 3))
	}
	if n := len(q.understood.Interests); n > 1 {
		c.perInterest = int(math.Ceil(float64(q.Limit) / float64(n)))
	}
	matched := func() []top { return ix.matched(q, s, cards, &c) }
	c.take(matched, varied)
	c.take(matched, alike)
	if len(c.picked) >= c.limit {
		return c.picked
	}
	ix.offersFor(q, s, cards)
	suiting := func() []top { return ix.others(q, s, true, &c) }
	others := func() []top { return ix.others(q, s, false, &c) }
	c.take(suiting, varied)
	c.limit = min(c.limit, handful)
	c.take(others, varied)
	c.take(suiting, alike)
	c.take(others, alike)
	return c.picked
}

// A chooser holds what has been picked, and says what may be picked next. An answer is short, so its picks are looked
// through where a count is wanted.
type chooser struct {
	ix                              *index
	q                               *query
	limit, perCategory, perInterest int
	picked                          []candidate
	varied                          bool    // gifts may be picked that are not alike
	groups                          []int32 // by term, its group; noTerm where none may be picked that it leads to
}

// A variety says whether the gifts that are taken may be alike.
type variety bool

const (
	alike  variety = false
	varied variety = true
)

// spare is how many candidates are looked for at once beside those that there is room for, as some may be too much
// like those before them. When all are, it takes another search.
const spare = 8

// take picks from the best candidates that may be picked, which find finds, until there are none or enough. What was
// picked keeps others from being picked, so that they are looked for again.
func (c *chooser) take(find func() []top, v variety) {
	c.varied = v == varied
	for more := true; more && len(c.picked) < c.limit; {
		more = c.takeFrom(find())
	}
}

// takeFrom picks from the best candidates of some groups, and reports whether there may be more.
func (c *chooser) takeFrom(tops []top) (more bool) {
	for len(c.picked) < c.limit {
		var best *top
		for i := range tops {
			if head := tops[i].head(); head != nil && (best == nil || head.compare(best.head()) < 0) {
				best = &tops[i]
			}
		}
		if best == nil {
			return false
		}
		next := *best.head()
		best.taken++
		if c.admits(&next) {
			c.picked = append(c.picked, next)
		}
		if best.taken == best.size && c.admitsLead(next.lead) {
			return true // The next of its group is not known.
		}
	}
	return false
}

// grouped puts the terms into groups of those that lead to one interest, as each has its own share of an answer, and
// returns how many there are and how many candidates of each to look for.
func (c *chooser) grouped() (groups, size int) {
	c.groups = c.groups[:0]
	if !c.varied {
		for range c.q.terms {
			c.groups = append(c.groups, 0)
		}
		return 1, c.limit + spare
	}
	for i := range c.q.terms {
		g := int32(noTerm)
		if c.admitsLead(int32(i)) {
			first := slices.IndexFunc(c.q.terms, func(t term) bool { return t.label == c.q.terms[i].label })
			if g = int32(groups); first < i {
				g = c.groups[first]
			} else {
				groups++
			}
		}
		c.groups = append(c.groups, g)
	}
	return groups, c.perInterest + spare
}

// admitsRow reports whether gifts of a row may be picked.
func (c *chooser) admitsRow(w *row) bool {
	if !c.varied || len(c.picked) < c.perCategory {
		return true
	}
	same, category := 0, c.ix.shelves[w.shelf].category
	for i := range c.picked {
		if c.ix.traits(c.picked[i].doc).category == category {
			same++
		}
	}
	return same < c.perCategory
}

// admitsLead reports whether gifts may be picked in which a term is worth most.
func (c *chooser) admitsLead(term int32) bool {
	if !c.varied || term == noTerm || len(c.picked) < c.perInterest {
		return true
	}
	same, label := 0, c.q.terms[term].label
	for i := range c.picked {
		if lead := c.picked[i].lead; lead != noTerm && c.q.terms[lead].label == label {
			same++
		}
	}
	return same < c.perInterest
}

// admits reports whether a gift may be picked.
func (c *chooser) admits(next *candidate) bool {
	same, f := 0, &c.ix.faces[next.doc]
	for i := range c.picked {
		other := &c.ix.faces[c.picked[i].doc]
		if other.name == f.name {
			return false
		}
		if f.brand != 0 && other.brand == f.brand {
			same++
		}
	}
	return !c.varied || same < perBrand && c.admitsLead(next.lead) && c.admitsRow(&c.ix.rows[c.ix.docs[next.doc].row])
}

// find returns the doc of a gift.
func (ix *index) find(id string) (doc int32, found bool) {
	n, found := ix.snapshot.Gifts.Find(id)
	if !found {
		return 0, false
	}
	return ix.numbers[n], true
}
