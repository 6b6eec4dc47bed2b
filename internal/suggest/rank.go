package suggest

import (
	"cmp"
	"iter"
	"math"
	"slices"

	"giftserver/internal/lexicon"
)

// A candidate is a gift that passed the filters, and how well it fits.
type candidate struct {
	doc   int32
	score float32
	lead  *term // the term of the brief that is worth most in it; nil when none is
}

// A tally is what the terms of a brief are worth in a gift together, and which of them most.
type tally struct {
	worth, most float32
	covered     float32 // what all the terms that it has weigh
	lead        int32   // the number of the term that is worth most
}

// A scratch is the memory of one search, kept for the next: most of what an answer would allocate. By
// gift, it is zero but for the gifts in its lists, so that a search costs what it touches and not the
// size of the catalog.
type scratch struct {
	standings []standing  // by shelf
	fits      []float32   // by row, its part of the score; not a number before it is asked for
	tallies   []tally     // by gift
	counted   []int32     // the gifts with a tally
	struck    []ReasonOut // by gift, where strikes has it
	strikes   []int32
	out       []bool // by gift, whether it was struck

	reader         lexicon.Reader
	matched, cards []candidate
	offers         []offer
}

func (ix *index) borrow() *scratch {
	if s, ok := ix.scratch.Get().(*scratch); ok {
		return s
	}
	n := len(ix.docs)
	return &scratch{
		standings: make([]standing, len(ix.shelves)),
		fits:      make([]float32, len(ix.rows)),
		tallies:   make([]tally, n),
		struck:    make([]ReasonOut, n),
		out:       make([]bool, n),
	}
}

// release gives a scratch back.
func (ix *index) release(s *scratch) {
	for _, doc := range s.counted {
		s.tallies[doc] = tally{}
	}
	for _, doc := range s.strikes {
		s.out[doc] = false
	}
	clear(s.matched) // They point to the brief.
	clear(s.cards)
	s.counted, s.strikes, s.matched, s.cards = s.counted[:0], s.strikes[:0], s.matched[:0], s.cards[:0]
	ix.scratch.Put(s)
}

// strike notes that a gift is out. The first reason stands.
func (s *scratch) strike(doc int32, why ReasonOut) {
	if !s.out[doc] {
		s.out[doc], s.struck[doc] = true, why
		s.strikes = append(s.strikes, doc)
	}
}

// tally adds up what terms are worth in each gift.
func (s *scratch) tally(terms []term) {
	for i := range terms {
		t := &terms[i]
		for doc, worth := range t.all() {
			y := &s.tallies[doc]
			if y.worth == 0 {
				s.counted = append(s.counted, doc)
			}
			y.worth += worth
			y.covered += t.weight
			if worth > y.most {
				y.most, y.lead = worth, int32(i)
			}
		}
	}
}

// match collects the candidates that meet an interest. In mourning, not even that is enough, nor is it for what is made
// for animals.
func (ix *index) match(q *query, s *scratch) {
	s.tally(q.terms)
	for i := range s.fits {
		s.fits[i] = unknown
	}
	for _, doc := range s.counted {
		d := &ix.docs[doc]
		st := &s.standings[d.shelf]
		w := &ix.rows[d.row]
		switch {
		case s.out[doc], st.of(d.price) != fits, w.forPets && !q.keepsPets, q.mourning && w.occasions&q.occasions == 0:
			continue
		}
		y := &s.tallies[doc]
		c := candidate{doc, d.score(y.worth, ix.fitOf(q, s, d.row), st.to), &q.terms[y.lead]}
		if st.card {
			s.cards = append(s.cards, c)
		} else {
			s.matched = append(s.matched, c)
		}
	}
}

// unknown is a number that equals none.
var unknown = float32(math.NaN())

// fitOf returns the part of the score that the gifts of a row share, and remembers it.
func (ix *index) fitOf(q *query, s *scratch, row int32) float32 {
	fit := s.fits[row]
	if fit != fit {
		fit = ix.fit(q, &ix.rows[row])
		s.fits[row] = fit
	}
	return fit
}

// compare orders candidates, the better first. A lot decides between equals.
func (ix *index) compare(lot uint64, a, b *candidate) int {
	if c := cmp.Compare(b.score, a.score); c != 0 {
		return c
	}
	if c := cmp.Compare(lot^ix.faces[a.doc].lot, lot^ix.faces[b.doc].lot); c != 0 {
		return c
	}
	return cmp.Compare(a.doc, b.doc)
}

// best yields candidates in order. Most answers need few of many.
func (ix *index) best(lot uint64, list []candidate) iter.Seq[candidate] {
	return func(yield func(candidate) bool) {
		h := ix.heapOf(lot, list)
		for len(h.list) > 0 {
			if !yield(h.pop()) {
				return
			}
		}
	}
}

// An offer is a row whose gifts may be suggested without meeting an interest.
type offer struct {
	*row
	fit, most float32 // most is a score that none of its gifts exceeds
}

// offers lists the rows to look through for gifts that meet no interest, the most promising first; cards
// says whether gift cards are wanted, or all else.
func (ix *index) offers(q *query, s *scratch, cards bool) []offer {
	list := s.offers[:0]
	for i := range ix.shelves {
		sh := &ix.shelves[i]
		if st := &s.standings[i]; st.out != fits || st.card != cards {
			continue
		}
		near := float32(0)
		if slices.Contains(q.near, sh.category) {
			near = partNear
		}
		for _, n := range sh.rows {
			if w := &ix.rows[n]; ix.speaksFor(q, w) {
				fit := ix.fit(q, w) + near
				list = append(list, offer{w, fit, fit + partBudget + partQuality*w.quality})
			}
		}
	}
	slices.SortFunc(list, func(a, b offer) int { return cmp.Compare(b.most, a.most) })
	s.offers = list
	return list
}

// others yields in order the gifts of the rows that are for the occasion, or of those that are not. A row is
// looked through only when its best gift could be the next.
func (ix *index) others(q *query, s *scratch, offers []offer, suiting bool) iter.Seq[candidate] {
	return func(yield func(candidate) bool) {
		h := ix.heapOf(q.lot, nil)
		for _, o := range offers {
			if (o.occasions&q.occasions != 0) != suiting {
				continue
			}
			for len(h.list) > 0 && h.list[0].score > o.most {
				if !yield(h.pop()) {
					return
				}
			}
			st := &s.standings[o.shelf]
			from, to := ix.cut(o.row, st.priceRange)
			for _, doc := range o.docs[from:to] {
				if !s.out[doc] && s.tallies[doc].worth == 0 {
					h.push(candidate{doc: doc, score: ix.docs[doc].score(0, o.fit, st.to)})
				}
			}
		}
		for len(h.list) > 0 && yield(h.pop()) {
		}
	}
}

// A heap keeps the best of its candidates in front (Williams 1964).
type heap struct {
	ix   *index
	lot  uint64
	list []candidate
}

// heapOf makes a heap of a list, in its memory.
func (ix *index) heapOf(lot uint64, list []candidate) *heap {
	h := &heap{ix, lot, list}
	for i := len(list)/2 - 1; i >= 0; i-- {
		h.sink(i)
	}
	return h
}

func (h *heap) before(i, j int) bool { return h.ix.compare(h.lot, &h.list[i], &h.list[j]) < 0 }

func (h *heap) push(c candidate) {
	h.list = append(h.list, c)
	for i := len(h.list) - 1; i > 0 && h.before(i, (i-1)/2); i = (i - 1) / 2 {
		h.list[i], h.list[(i-1)/2] = h.list[(i-1)/2], h.list[i]
	}
}

func (h *heap) pop() candidate {
	top, last := h.list[0], len(h.list)-1
	h.list[0] = h.list[last]
	h.list = h.list[:last]
	h.sink(0)
	return top
}

func (h *heap) sink(i int) {
	for {
		best, left := i, 2*i+1
		for child := left; child <= left+1 && child < len(h.list); child++ {
			if h.before(child, best) {
				best = child
			}
		}
		if best == i {
			return
		}
		h.list[i], h.list[best] = h.list[best], h.list[i]
		i = best
	}
}
