package suggest

// A sweep goes through the gifts that have any of some terms, from the last doc to the first, and adds up what the
// terms are worth in each. It holds no more than one window of them at a time, whatever the size of the catalog.
type sweep struct {
	cursors []cursor
	window  [window]tally
	counted []int32 // the numbers of the docs in the window that have a tally
}

// window is how many docs are tallied at once: as many as a processor holds at hand.
const window = 1 << 11

// A tally is what the terms of a brief are worth in a gift together, and which of them most.
type tally struct {
	worth, most float32
	covered     float32 // what all the terms that it has weigh
	lead        int32   // the number of the term that is worth most
}

// A cursor is on its way through the gifts that have a term.
type cursor struct {
	rest    []posting // those that are still to come, the next at the end
	within  []posting // of the gifts that the term counts in, likewise
	limited bool      // it counts in no others
	term    int32
	weight  float32
	most    float32 // what the term is worth at most
}

// begin begins a sweep for some terms.
func (s *sweep) begin(terms []term) {
	s.cursors = s.cursors[:0]
	for i := range terms {
		t := &terms[i]
		c := cursor{t.gifts.named(), t.within, t.within != nil, int32(i), t.weight, t.weight * t.gifts.most}
		if len(c.rest) > 0 {
			s.cursors = append(s.cursors, c)
		}
		if c.rest = t.gifts.others(); len(c.rest) > 0 && !t.named {
			s.cursors = append(s.cursors, c)
		}
	}
}

// next returns the next doc that a term may count in, -1 when there is none.
func (c *cursor) next() int32 {
	if n := len(c.rest); n > 0 {
		return c.rest[n-1].doc
	}
	return -1
}

// next returns the next doc that any of the terms may count in, -1 when there is none.
func (s *sweep) next() int32 {
	doc := int32(-1)
	for i := range s.cursors {
		doc = max(doc, s.cursors[i].next())
	}
	return doc
}

// skip goes on to the docs before one.
func (s *sweep) skip(doc int32) {
	for i := range s.cursors {
		c := &s.cursors[i]
		c.rest = upTo(c.rest, doc)
	}
}

// upTo returns the postings of the docs before one. It is made for few after it.
func upTo(list []posting, doc int32) []posting {
	n := len(list)
	if n == 0 || list[n-1].doc < doc {
		return list
	}
	step := 1
	for step < n && list[n-step].doc >= doc {
		step *= 2
	}
	begin := max(0, n-step)
	return list[:begin+seek(list[begin:n-step/2], doc)]
}

// most is more than what the terms are worth in any of the docs from one on that are still to come.
func (s *sweep) most(from int32) float32 {
	sum, last := float32(0), int32(noTerm)
	for i := range s.cursors {
		if c := &s.cursors[i]; c.term != last && c.next() >= from {
			sum, last = sum+c.most, c.term
		}
	}
	return sum
}

// tally adds up what the terms are worth in the docs of a window, which are the next.
func (s *sweep) tally(from int32) {
	for _, i := range s.counted {
		s.window[i] = tally{}
	}
	s.counted = s.counted[:0]
	for i := range s.cursors {
		c := &s.cursors[i]
		n := len(c.rest)
		for ; n > 0 && c.rest[n-1].doc >= from; n-- {
			p := &c.rest[n-1]
			if !p.counts() || c.limited && !c.holds(p.doc) {
				continue
			}
			y := &s.window[p.doc-from]
			if y.worth == 0 {
				s.counted = append(s.counted, p.doc-from)
			}
			worth := c.weight * p.impact
			y.worth += worth
			y.covered += c.weight
			if worth > y.most {
				y.most, y.lead = worth, c.term
			}
		}
		c.rest = c.rest[:n]
	}
}

// holds reports whether a doc is one that the term counts in. It is asked for one doc after the other.
func (c *cursor) holds(doc int32) bool {
	c.within = upTo(c.within, doc+1)
	n := len(c.within)
	return n > 0 && c.within[n-1].doc == doc
}

// promises reports whether the terms may be worth enough in a doc from one on that is still to come. groups tells of
// each term in which of the tops the gifts are that it leads.
func (s *sweep) promises(from int32, groups []int32, tops []top) bool {
	most := s.most(from)
	for i := range s.cursors {
		c := &s.cursors[i]
		if g := groups[c.term]; g != noTerm && c.next() >= from && most+unsure >= tops[g].least {
			return true
		}
	}
	return false
}
