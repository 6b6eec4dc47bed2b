package suggest

import (
	"slices"
	"strings"

	"giftserver/internal/catalog"
	"giftserver/internal/lexicon"
)

// An avoidance is one thing to keep away from.
type avoidance struct {
	stems     []string // all of them in one gift, in any field
	holding   []string // or one of these
	interests []string // or one of these interests
	giftCards bool     // or a gift card
}

// alcoholic are the interests that are about alcohol.
var alcoholic = []string{"wine", "beer", "whisky", "cocktails"}

// isNumber finds ages and amounts, which mean nothing else, whatever a gift is called.
func isNumber(w lexicon.Word) bool { return strings.Trim(w.Text, "0123456789") == "" }

// readAvoid reads something to keep away from. An interest is avoided as a whole, but who owns a Kindle
// or is tired of Catan may well like to read and to play.
func (q *query) readAvoid(ix *index, c clause) {
	words := core(c.words)
	a := avoidance{giftCards: namesGiftCards(words)}
	for _, w := range words {
		if !lexicon.IsStop(w.Text) && !isNumber(w) && !a.giftCards {
			a.stems = append(a.stems, w.Stem)
		}
	}
	if len(a.stems) == 0 && !a.giftCards {
		return
	}
	if len(a.stems) == 1 {
		a.holding = ix.lexicon.Holding(a.stems[0])
	}
	switch {
	case slices.Equal(a.stems, []string{lexicon.Stem(string(catalog.Alcohol))}):
		a.interests = alcoholic // Who wants no alcohol wants no glasses for it either.
	case c.mood != owns:
		for _, f := range ix.lexicon.Find(lexicon.Interest, words) {
			if !ix.isThing(a.stems, f.Label) {
				a.interests = append(a.interests, f.Label)
			}
		}
	}
	q.avoid = append(q.avoid, a)
	if text := joined(words); c.mood != unfit && !slices.Contains(q.understood.Avoid, text) {
		q.understood.Avoid = append(q.understood.Avoid, text)
	}
}

// core takes off what has no meaning of its own: articles in front, "please" and "allergy" behind.
func core(words []lexicon.Word) []lexicon.Word {
	for len(words) > 0 && lexicon.IsStop(words[0].Text) && words[0].Text != "gift" {
		words = words[1:]
	}
	for len(words) > 0 && lexicon.IsStop(words[len(words)-1].Text) {
		words = words[:len(words)-1]
	}
	if n := len(words); n > 1 && isAllergy(words[n-1]) {
		words = words[:n-1]
	}
	return words
}

// dropAvoided takes back interests that are also to be avoided: "migraines from perfume".
func (q *query) dropAvoided() {
	avoided := func(label string) bool {
		return slices.ContainsFunc(q.avoid, func(a avoidance) bool { return slices.Contains(a.interests, label) })
	}
	q.understood.Interests = slices.DeleteFunc(q.understood.Interests, avoided)
	q.terms = slices.DeleteFunc(q.terms, func(t term) bool { return avoided(t.label) })
}

// findAvoided marks the gifts that one of the avoidances hits.
func (q *query) findAvoided(ix *index) {
	if len(q.avoid) == 0 {
		return
	}
	q.avoided = make([]bool, len(ix.docs))
	mark := func(postings []posting, hit func(doc int) bool) {
		for _, p := range postings {
			q.avoided[p.doc] = q.avoided[p.doc] || hit == nil || hit(int(p.doc))
		}
	}
	for _, a := range q.avoid {
		if a.giftCards {
			mark(ix.giftCards, nil)
		}
		for _, label := range a.interests {
			mark(ix.interests[label], nil)
		}
		for _, stem := range a.holding {
			mark(ix.words[stem], nil)
		}
		if len(a.stems) > 0 {
			mark(ix.words[a.stems[0]], func(doc int) bool { return ix.hasAll(doc, a.stems[1:]) })
		}
	}
}

// isThing reports whether words that mean an interest name a single thing for it, such as Catan, and
// not all of it: one or two of the gifts for the interest are named so.
func (ix *index) isThing(stems []string, interest string) bool {
	const most = 2
	n := 0
	for _, p := range ix.interests[interest] {
		named := !slices.ContainsFunc(stems, func(stem string) bool {
			other, _ := find(ix.words[stem], int(p.doc))
			return other.weight < weightName
		})
		if named {
			n++
		}
	}
	return 0 < n && n <= most
}

// hasAll reports whether a gift has all of the stems, in any field.
func (ix *index) hasAll(doc int, stems []string) bool {
	return !slices.ContainsFunc(stems, func(stem string) bool {
		_, found := find(ix.words[stem], doc)
		return !found
	})
}
