package suggest

import (
	"iter"
	"math"

	"giftserver/internal/catalog"
)

// answer filters, scores and chooses.
func (ix *index) answer(q *query, s *scratch) Answer {
	ix.strike(q, s)
	a := Answer{Matches: ix.stand(q, s)}
	ix.match(q, s)
	picked := ix.choose(q, s)
	a.Picks = make([]Pick, 0, len(picked))
	for _, p := range picked {
		a.Picks = append(a.Picks, Pick{ix.snapshot.Gifts.At(int(p.doc)), ix.reasons(q, p.doc)})
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
	if picked := ix.chooseFrom(q, s, s.matched, false); len(picked) > 0 {
		return picked
	}
	return ix.chooseFrom(q, s, s.cards, true)
}

func (ix *index) chooseFrom(q *query, s *scratch, matched []candidate, cards bool) []candidate {
	c := chooser{ix: ix, limit: q.Limit, perCategory: q.Limit, perInterest: q.Limit, picked: make([]candidate, 0, q.Limit)}
	if q.Category == "" {
		c.perCategory = int(math.Ceil(float64(q.Limit) * 2 / 3))
	}
	if n := len(q.understood.Interests); n > 1 {
		c.perInterest = int(math.Ceil(float64(q.Limit) / float64(n)))
	}
	c.takeAny(c.take(ix.best(q.lot, matched)))
	if len(c.picked) >= c.limit {
		return c.picked
	}
	offers := ix.offers(q, s, cards)
	left := c.take(ix.others(q, s, offers, true))
	c.limit = min(c.limit, handful)
	more := c.take(ix.others(q, s, offers, false))
	c.takeAny(left)
	c.takeAny(more)
	return c.picked
}

// A chooser holds what has been picked. An answer is short, so its picks are looked through where a
// count is wanted.
type chooser struct {
	ix                              *index
	limit, perCategory, perInterest int
	picked                          []candidate
}

// take picks from candidates that come best first, and returns those that would make the answer less
// varied.
func (c *chooser) take(list iter.Seq[candidate]) (left []candidate) {
	if len(c.picked) >= c.limit {
		return nil
	}
	for next := range list {
		switch same := c.alike(next); {
		case same.name:
		case same.category < c.perCategory && same.brand < perBrand && same.interest < c.perInterest:
			c.picked = append(c.picked, next)
		default:
			left = append(left, next)
		}
		if len(c.picked) >= c.limit {
			return nil
		}
	}
	return left
}

// takeAny picks from candidates that come best first, however alike they are.
func (c *chooser) takeAny(list []candidate) {
	for _, next := range list {
		if len(c.picked) >= c.limit {
			return
		}
		if !c.alike(next).name {
			c.picked = append(c.picked, next)
		}
	}
}

// A likeness counts the picks that are like another gift.
type likeness struct {
	name                      bool // one is called the same
	category, brand, interest int
}

func (c *chooser) alike(next candidate) likeness {
	var same likeness
	ix, f := c.ix, &c.ix.faces[next.doc]
	for _, p := range c.picked {
		other := &c.ix.faces[p.doc]
		same.name = same.name || other.name == f.name
		if ix.shelves[ix.docs[p.doc].shelf].category == ix.shelves[ix.docs[next.doc].shelf].category {
			same.category++
		}
		if f.brand != 0 && other.brand == f.brand {
			same.brand++
		}
		if next.lead != nil && p.lead != nil && p.lead.label == next.lead.label {
			same.interest++
		}
	}
	return same
}

// nearest returns the gift that the least raise of the budget would bring, the first by id among equals;
// nil when there is none. It is a gift card only when nothing else is left.
func (ix *index) nearest(q *query, s *scratch) *catalog.Gift {
	var best, card nearby
	for i := range ix.rows {
		w := &ix.rows[i]
		st := &s.standings[w.shelf]
		if st.out != fits {
			continue
		}
		nearest := &best
		if st.card {
			nearest = &card
		}
		if doc, ok := ix.cheapestAbove(q, s, w); ok {
			nearest.offer(doc, float64(ix.docs[doc].price)/float64(st.to))
		}
	}
	if !best.found {
		best = card
	}
	if !best.found {
		return nil
	}
	return ix.snapshot.Gifts.At(int(best.doc))
}

// cheapestAbove returns the cheapest gift of a row that is over the budget and would be suggested.
func (ix *index) cheapestAbove(q *query, s *scratch, w *row) (doc int32, ok bool) {
	_, to := ix.cut(w, s.standings[w.shelf].priceRange)
	speaks, suits := ix.speaksFor(q, w), w.occasions&q.occasions != 0
	for _, doc := range w.docs[to:] {
		if !s.out[doc] && (speaks || s.tallies[doc].worth > 0 && (suits || !q.mourning)) {
			return doc, true
		}
	}
	return 0, false
}

// A nearby is the best that was offered so far.
type nearby struct {
	doc   int32
	raise float64 // its price by the budget
	found bool
}

func (n *nearby) offer(doc int32, raise float64) {
	if !n.found || raise < n.raise || raise == n.raise && doc < n.doc {
		*n = nearby{doc, raise, true}
	}
}

// find returns the number of a gift, which are ordered by id.
func (ix *index) find(id string) (doc int32, found bool) {
	i, found := ix.snapshot.Gifts.Find(id)
	return int32(i), found
}
