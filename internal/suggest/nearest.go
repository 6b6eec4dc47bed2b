package suggest

import "giftserver/internal/catalog"

// A nearest is on its way to the gift that the least raise of the budget would bring.
type nearest struct {
	ix         *index
	q          *query
	s          *scratch
	best, card nearby // a gift card is for when nothing else is left
}

// nearest returns the gift that the least raise of the budget would bring, the first by id among equals;
// nil when there is none.
func (ix *index) nearest(q *query, s *scratch) *catalog.Gift {
	n := &nearest{ix: ix, q: q, s: s}
	for i := range ix.rows {
		if w := &ix.rows[i]; s.standings[w.shelf].out == fits && ix.speaksFor(q, w) {
			n.above(w, s.affordable[i].to)
		}
	}
	for i := range q.terms {
		t := &q.terms[i]
		n.meeting(t, t.gifts.named())
		if !t.named {
			n.meeting(t, t.gifts.others())
		}
	}
	switch {
	case n.best.found:
		return ix.gift(n.best.doc)
	case n.card.found:
		return ix.gift(n.card.doc)
	}
	return nil
}

// above offers the cheapest gift of a row that is over the budget.
func (n *nearest) above(w *row, from int32) {
	for doc := from; doc < w.to; doc++ {
		if !n.s.out.has(doc) {
			n.offer(doc)
			return
		}
	}
}

// meeting offers the cheapest gift of each row that is over the budget and has a term.
func (n *nearest) meeting(t *term, list []posting) {
	for len(list) > 0 {
		p := &list[0]
		i := n.ix.docs[p.doc].row
		w, from := &n.ix.rows[i], n.s.affordable[i].to
		switch {
		case n.s.standings[w.shelf].out != fits || !n.q.mayMatch(w):
			list = list[seek(list, w.to):]
		case p.doc < from:
			list = list[seek(list, from):]
		case n.s.out.has(p.doc) || !t.counts(p):
			list = list[1:]
		default:
			n.offer(p.doc)
			list = list[seek(list, w.to):]
		}
	}
}

// A nearby is the best that was offered so far.
type nearby struct {
	doc   int32
	raise float64 // its price by the budget, or by one minor unit where the budget is worth less
	found bool
}

func (n *nearest) offer(doc int32) {
	d := &n.ix.docs[doc]
	st := &n.s.standings[n.ix.rows[d.row].shelf]
	next, best := nearby{doc, float64(d.price) / float64(max(1, st.to)), true}, &n.best
	if st.card {
		best = &n.card
	}
	if !best.found || next.raise < best.raise || next.raise == best.raise && n.ix.gifts[doc] < n.ix.gifts[best.doc] {
		*best = next
	}
}
