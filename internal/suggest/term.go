package suggest

import "math"

// A term is something the brief asks for.
type term struct {
	label  string // as it is shown in a reason
	gifts  postings
	weight float32   // how much the brief means it, times its rarity
	named  bool      // it counts only in the gifts that are named by it
	within []posting // of the gifts that it counts in; nil for all
}

// counts reports whether the term counts in the gift of one of its postings.
func (t *term) counts(p *posting) bool {
	return p.counts() && (!t.named || p.fields&named != 0) && (t.within == nil || find(t.within, p.doc) != nil)
}

// counts reports whether a term counts where it was found: a caution speaks for nothing.
func (p *posting) counts() bool { return p.fields == 0 || p.fields&described != 0 }

// worth returns what the term is worth in a gift, zero when it does not count there.
func (t *term) worth(doc int32) float32 {
	p := t.gifts.find(doc)
	if p == nil || !t.counts(p) {
		return 0
	}
	return t.weight * p.impact
}

// rarity weighs a term by how few gifts have it: the inverse document frequency of BM25, which is
// ln(1 + (N-n+½)/(n+½)), divided by its value for a single gift, so from near 0 to 1.
func (ix *index) rarity(gifts int) float32 {
	idf := func(n float64) float64 {
		return math.Log(1 + (float64(len(ix.docs))-n+0.5)/(n+0.5))
	}
	return float32(idf(float64(gifts)) / idf(1))
}
