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
	unless    string   // but not in a gift that has this stem: what is vegan holds no milk, whatever it tastes of
}

// alcoholic are the interests that are about alcohol.
var alcoholic = []string{"wine", "beer", "whisky", "cocktails"}

// isNumber finds ages and amounts, which mean nothing else, whatever a gift is called.
func isNumber(w lexicon.Word) bool { return strings.Trim(w.Text, "0123456789") == "" }

// readAvoid reads something to keep away from. An interest is avoided as a whole, but who owns a Kindle
// or is tired of Catan may well like to read and to play.
func (q *query) readAvoid(ix *index, c clause) {
	if c.mood == diet {
		stem := c.words[0].Stem
		q.avoid = append(q.avoid, avoidance{holding: ix.lexicon.Holding(stem), unless: stem})
		return
	}
	words := core(c.words)
	a := avoidance{giftCards: namesGiftCards(words)}
	for _, w := range words {
		if !w.Stopword && !isNumber(w) && !a.giftCards {
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
	for len(words) > 0 && words[0].Stopword && words[0].Text != "gift" {
		words = words[1:]
	}
	for len(words) > 0 && words[len(words)-1].Stopword {
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

// avoid finds the gifts that an avoidance hits, some of them more than once.
func (ix *index) avoid(a *avoidance, hit func(doc int32)) {
	each := func(postings []posting) {
		for i := range postings {
			p := &postings[i]
			if p.fields != 1<<inAbsence && !ix.spares(a, p.doc) {
				hit(p.doc)
			}
		}
	}
	if a.giftCards {
		each(ix.giftCards)
	}
	for _, label := range a.interests {
		each(ix.interests[label])
	}
	for _, stem := range a.holding {
		each(ix.words[stem])
	}
	if len(a.stems) == 0 {
		return
	}
	for _, p := range ix.words[a.stems[0]] {
		if p.fields != 1<<inAbsence && ix.hasAll(p.doc, a.stems[1:], 0) {
			hit(p.doc)
		}
	}
}

// spares reports whether what a gift may hold is not in it: it is made for the diet, or said to be without. Biscuits
// hold gluten, but gluten-free biscuits do not.
func (ix *index) spares(a *avoidance, doc int32) bool {
	if a.unless != "" {
		return ix.hasAll(doc, []string{a.unless}, 0)
	}
	return len(a.stems) == 1 && ix.hasAll(doc, a.stems, 1<<inAbsence)
}

// isThing reports whether words that mean an interest name a single thing for it, such as Catan, and
// not all of it: one or two of the gifts for the interest are named so.
func (ix *index) isThing(stems []string, interest string) bool {
	const most = 2
	n := 0
	for _, p := range ix.words[stems[0]] {
		if p.fields.has(inName) && ix.hasAll(p.doc, stems[1:], 1<<inName) {
			if _, found := find(ix.interests[interest], p.doc); found {
				n++
			}
		}
		if n > most {
			return false
		}
	}
	return n > 0
}

// hasAll reports whether a gift has all of the stems, in one of the fields, or in any when none is named.
func (ix *index) hasAll(doc int32, stems []string, where fieldSet) bool {
	return !slices.ContainsFunc(stems, func(stem string) bool {
		p, found := find(ix.words[stem], doc)
		return !found || where != 0 && p.fields&where == 0
	})
}
