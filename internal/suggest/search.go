package suggest

import (
	"slices"
	"strings"

	"giftserver/internal/catalog"
	"giftserver/internal/lexicon"
)

// Search returns up to limit gifts that a query names, best first: plain ranked retrieval over the whole
// catalog, whatever a gift costs and whether it can be had. The query may be in any language and misspelt;
// one that holds no word of the catalog finds nothing.
func (e *Engine) Search(query string, limit int) []*catalog.Gift {
	ix := e.current.Load().index()
	s := ix.borrow()
	defer ix.release(s)
	terms := ix.searchTerms(query)
	var whole float32
	for i := range terms {
		whole += terms[i].weight
	}
	best := &s.emptyTops(1, limit)[0]
	s.sweep.begin(terms)
	for next := s.sweep.next(); next >= 0; next = s.sweep.next() {
		from := max(0, next-window+1)
		s.sweep.tally(from)
		for _, i := range s.sweep.counted {
			// A gift that has more of the words comes before one that has one of them often, as by the
			// coordination factor of Lucene's classic similarity; rare words count more here too.
			y, doc := &s.sweep.window[i], from+i
			next := candidate{doc: doc, score: y.worth * y.covered / whole, lot: ix.lots[doc]}
			if best.wants(&next) {
				best.add(&next)
			}
		}
	}
	gifts := make([]*catalog.Gift, len(best.list))
	for i, c := range best.list {
		gifts[i] = ix.gift(c.doc)
	}
	return gifts
}

// searchTerms returns the terms for the words of a query. Those that the catalog does not have are looked for in
// English too, and when that does not help either, so is what is written much like them.
func (ix *index) searchTerms(query string) []term {
	stems := stemsOf(nil, query)
	terms := ix.termsOf(stems)
	if len(terms) < len(stems) {
		english, _ := ix.lexicon.English(query)
		stems = stemsOf(stems, english[0])
		terms = ix.termsOf(stems)
	}
	if len(terms) == 0 {
		var similar []string
		for stem := range ix.words {
			if slices.ContainsFunc(stems, func(s string) bool { return isLike(stem, s) }) {
				similar = append(similar, stem)
			}
		}
		slices.Sort(similar) // Sums of the same numbers differ with their order.
		terms = ix.termsOf(similar)
	}
	return terms
}

// mostStems is how many words of a query are looked for. Nothing is named by more.
const mostStems = 32

// stemsOf adds the stems of a text to others, each once.
func stemsOf(stems []string, text string) []string {
	for _, w := range lexicon.Words(text) {
		if len(stems) == mostStems {
			break
		}
		if !w.Stopword && !slices.Contains(stems, w.Stem) {
			stems = append(stems, w.Stem)
		}
	}
	return stems
}

// termsOf returns the terms for those stems that the catalog has.
func (ix *index) termsOf(stems []string) []term {
	var terms []term
	for _, stem := range stems {
		if list := ix.words[stem]; len(list.all) > 0 {
			terms = append(terms, term{label: stem, gifts: list, weight: ix.rarity(len(list.all))})
		}
	}
	return terms
}

// leastLike is how many letters a stem has at least for which others are taken.
const leastLike = 4

// isLike reports whether one stem begins with the other, or they differ in one letter: one more, one less,
// another, or two swapped.
func isLike(a, b string) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	if len(a) < leastLike {
		return false
	}
	if strings.HasPrefix(b, a) {
		return true
	}
	i := 0
	for a[i] == b[i] {
		i++ // It ends, as b does not begin with a.
	}
	switch len(b) - len(a) {
	case 0:
		swapped := i+1 < len(a) && a[i] == b[i+1] && a[i+1] == b[i] && a[i+2:] == b[i+2:]
		return swapped || a[i+1:] == b[i+1:]
	case 1:
		return a[i:] == b[i+1:]
	}
	return false
}
