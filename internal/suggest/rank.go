package suggest

import (
	"cmp"
	"math"
	"slices"
	"sort"

	"giftserver/internal/lexicon"
)

// A candidate is a gift that passed the filters, and how well it fits.
type candidate struct {
	doc   int32
	lead  int32 // the number of the term that is worth most in it; noTerm when none is
	score float32
	lot   uint64 // decides between equals
}

const noTerm = -1

// compare orders candidates, the better first.
func (c *candidate) compare(other *candidate) int {
	if c := cmp.Compare(other.score, c.score); c != 0 {
		return c
	}
	if c := cmp.Compare(c.lot, other.lot); c != 0 {
		return c
	}
	return cmp.Compare(c.doc, other.doc)
}

// A scratch is the memory of one search, kept for the next: most of what an answer would allocate.
type scratch struct {
	standings  []standing // by shelf
	affordable []stretch  // by row, the docs of the right price; empty where none may be suggested whatever they cost
	out        docSet     // the gifts that are out on their own account
	sets       [2]docSet

	sweep  sweep
	tops   []top
	offers []offer
	reader lexicon.Reader
}

func (ix *index) borrow() *scratch {
	if s, ok := ix.scratch.Get().(*scratch); ok {
		return s
	}
	return &scratch{
		standings:  make([]standing, len(ix.shelves)),
		affordable: make([]stretch, len(ix.rows)),
		out:        newDocSet(len(ix.docs)),
	}
}

// release gives a scratch back.
func (ix *index) release(s *scratch) {
	clear(s.out)
	ix.scratch.Put(s)
}

// emptySet returns one of the sets, without a doc.
func (s *scratch) emptySet(i int) docSet {
	if s.sets[i] == nil {
		s.sets[i] = make(docSet, len(s.out))
	}
	clear(s.sets[i])
	return s.sets[i]
}

// emptyTops returns n tops that keep some candidates each.
func (s *scratch) emptyTops(n, size int) []top {
	s.tops = slices.Grow(s.tops[:0], n)[:n]
	for i := range s.tops {
		s.tops[i].reset(size)
	}
	return s.tops
}

// A top keeps the best of the candidates that it is offered, in their order.
type top struct {
	list  []candidate
	size  int     // how many are kept
	taken int     // how many of the list have been looked at
	least float32 // what the terms are worth at least in those that are still wanted; see demand
}

func (t *top) reset(size int) { *t = top{list: t.list[:0], size: size} }

func (t *top) full() bool { return len(t.list) == t.size }

// floor is the least score that a candidate needs to be kept.
func (t *top) floor() float32 {
	if !t.full() {
		return float32(math.Inf(-1))
	}
	return t.list[t.size-1].score
}

// demand sets least for gifts whose score, but for what the terms are worth, is rest at most.
func (t *top) demand(rest float32) {
	missing := (t.floor() - rest - unsure) / partInterest
	switch {
	case missing <= 0:
		t.least = 0
	case missing >= 1:
		t.least = float32(math.Inf(1))
	default:
		t.least = half * missing / (1 - missing)
	}
}

// wants reports whether a candidate is one of the best.
func (t *top) wants(next *candidate) bool {
	return !t.full() || t.size > 0 && next.compare(&t.list[t.size-1]) < 0
}

// add keeps a candidate that is wanted.
func (t *top) add(next *candidate) {
	if t.full() {
		t.list = t.list[:t.size-1]
	}
	i := sort.Search(len(t.list), func(i int) bool { return next.compare(&t.list[i]) < 0 })
	t.list = slices.Insert(t.list, i, *next)
}

// head returns the best that has not been looked at, nil when there is none.
func (t *top) head() *candidate {
	if t.taken == len(t.list) {
		return nil
	}
	return &t.list[t.taken]
}

// unsure is how much sums of the same numbers may differ with their order.
const unsure = 1e-4

// matched finds the best candidates that meet an interest, for each group of leads.
func (ix *index) matched(q *query, s *scratch, cards bool, c *chooser) []top {
	tops := s.emptyTops(c.grouped())
	s.sweep.begin(q.terms)
	for next := s.sweep.next(); next >= 0; next = s.sweep.next() {
		n := ix.docs[next].row
		w, docs := &ix.rows[n], s.affordable[n]
		if docs.from < docs.to && s.standings[w.shelf].isOpen(cards) && q.mayMatch(w) && c.admitsRow(w) {
			s.sweep.skip(docs.to)
			ix.matchedIn(q, s, w, docs, c)
		}
		s.sweep.skip(w.from)
	}
	return tops
}

// isOpen reports whether gifts of a shelf may be suggested, where gift cards are wanted or all else.
func (st *standing) isOpen(cards bool) bool { return st.out == fits && st.card == cards }

// mayMatch reports whether gifts of a row are suggested for the interests that they meet. In mourning, not even that is
// enough, nor is it for what is made for animals.
func (q *query) mayMatch(w *row) bool {
	return (!w.forPets || q.keepsPets) && (!q.mourning || w.occasions&q.occasions != 0)
}

// matchedIn looks for candidates in the docs of a row, the dearest first, until none can be among the best.
func (ix *index) matchedIn(q *query, s *scratch, w *row, docs stretch, c *chooser) {
	fit, budget := ix.fit(q, w), s.standings[w.shelf].to
	for next := s.sweep.next(); next >= docs.from; next = s.sweep.next() {
		best := doc{price: ix.docs[next].price, quality: w.quality}
		rest := best.score(0, fit, budget)
		for i := range s.tops {
			s.tops[i].demand(rest)
		}
		if !s.sweep.promises(docs.from, c.groups, s.tops) {
			return
		}
		from := max(docs.from, next-window+1)
		s.sweep.tally(from)
		for _, i := range s.sweep.counted {
			y, doc := &s.sweep.window[i], from+i
			t := c.groups[y.lead]
			if t == noTerm || y.worth < s.tops[t].least || s.out.has(doc) {
				continue
			}
			next := candidate{doc, y.lead, ix.docs[doc].score(y.worth, fit, budget), q.lot ^ ix.lots[doc]}
			if s.tops[t].wants(&next) && c.admits(&next) {
				s.tops[t].add(&next)
			}
		}
	}
}

// An offer is a row whose gifts may be suggested without meeting an interest.
type offer struct {
	*row
	docs      stretch // those of the right price
	fit, most float32 // most is a score that none of its gifts exceeds
}

// offersFor lists the rows to look through for gifts that meet no interest, the most promising first; cards
// says whether gift cards are wanted, or all else.
func (ix *index) offersFor(q *query, s *scratch, cards bool) {
	s.offers = s.offers[:0]
	for i := range ix.shelves {
		sh := &ix.shelves[i]
		if !s.standings[i].isOpen(cards) {
			continue
		}
		near := float32(0)
		if slices.Contains(q.near, sh.category) {
			near = partNear
		}
		for _, n := range sh.rows {
			w, docs := &ix.rows[n], s.affordable[n]
			if docs.from < docs.to && ix.speaksFor(q, w) {
				fit := ix.fit(q, w) + near
				s.offers = append(s.offers, offer{w, docs, fit, fit + partBudget + partQuality*w.quality})
			}
		}
	}
	slices.SortFunc(s.offers, func(a, b offer) int { return cmp.Compare(b.most, a.most) })
}

// others finds the best candidates that meet no interest among those that are for the occasion, or those that are not.
// A row is looked through only when its best gift could be among them.
func (ix *index) others(q *query, s *scratch, suiting bool, c *chooser) []top {
	tops := s.emptyTops(1, c.limit+spare)
	for i := range s.offers {
		o := &s.offers[i]
		if o.most < tops[0].floor() {
			break
		}
		if (o.occasions&q.occasions != 0) == suiting && c.admitsRow(o.row) {
			ix.othersIn(q, s, o, c)
		}
	}
	return tops
}

// othersIn looks for candidates in a row, the dearest gift first, until none can be among the best.
func (ix *index) othersIn(q *query, s *scratch, o *offer, c *chooser) {
	t, budget := &s.tops[0], s.standings[o.shelf].to
	for n := o.docs.to - 1; n >= o.docs.from; n-- {
		d := &ix.docs[n]
		if best := (doc{price: d.price, quality: o.quality}); best.score(0, o.fit, budget) < t.floor() {
			return
		}
		next := candidate{n, noTerm, d.score(0, o.fit, budget), q.lot ^ ix.lots[n]}
		if t.wants(&next) && !s.out.has(n) && c.admits(&next) && !q.meets(n) {
			t.add(&next)
		}
	}
}

// meets reports whether a gift meets an interest.
func (q *query) meets(doc int32) bool {
	return slices.ContainsFunc(q.terms, func(t term) bool { return t.worth(doc) > 0 })
}
