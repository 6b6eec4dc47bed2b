package suggest

import (
	"cmp"
	"iter"
	"math"
	"slices"
)

// A term is something the brief asks for.
type term struct {
	label    string // as it is shown in a reason
	postings []posting
	weight   float32   // how much the brief means it, times its rarity
	where    fieldSet  // the fields it counts in; none for all
	within   []posting // of the gifts that it counts in; nil for all
}

// all yields the gifts that the term counts in, in order, and what it is worth there.
func (t *term) all() iter.Seq2[int32, float32] {
	return func(yield func(int32, float32) bool) {
		rest := t.within
		for i := range t.postings {
			p := &t.postings[i]
			if !t.counts(p) {
				continue
			}
			if t.within != nil {
				for len(rest) > 0 && rest[0].doc < p.doc {
					rest = rest[1:]
				}
				if len(rest) == 0 || rest[0].doc != p.doc {
					continue
				}
			}
			if !yield(p.doc, t.weight*p.impact) {
				return
			}
		}
	}
}

// counts reports whether the term counts where it was found.
func (t *term) counts(p *posting) bool { return t.where == 0 || p.fields&t.where != 0 }

// worth returns what the term is worth in a gift, zero when it does not count there.
func (t *term) worth(doc int32) float32 {
	p, found := find(t.postings, doc)
	if found && t.within != nil {
		_, found = find(t.within, doc)
	}
	if !found || !t.counts(&p) {
		return 0
	}
	return t.weight * p.impact
}

// find returns the posting of a gift.
func find(postings []posting, doc int32) (posting, bool) {
	i, found := slices.BinarySearchFunc(postings, doc, func(p posting, d int32) int { return cmp.Compare(p.doc, d) })
	if !found {
		return posting{}, false
	}
	return postings[i], true
}

// rarity weighs a term by how few gifts have it: the inverse document frequency of BM25, which is
// ln(1 + (N-n+½)/(n+½)), divided by its value for a single gift, so from near 0 to 1.
func (ix *index) rarity(gifts int) float32 {
	idf := func(n float64) float64 {
		return math.Log(1 + (float64(len(ix.docs))-n+0.5)/(n+0.5))
	}
	return float32(idf(float64(gifts)) / idf(1))
}
