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

// avoid takes out the gifts that an avoidance hits.
func (ix *index) avoid(a *avoidance, s *scratch) {
	hit := s.emptySet(0)
	if a.giftCards {
		hit.addHolding(ix.giftCards)
	}
	for _, label := range a.interests {
		hit.addHolding(ix.interests[label])
	}
	for _, stem := range a.holding {
		hit.addHolding(ix.words[stem])
	}
	ix.spare(a, hit)
	s.out.addAll(hit)
	if len(a.stems) == 0 {
		return
	}
	hit = s.emptySet(0)
	hit.addHolding(ix.words[a.stems[0]])
	for _, stem := range a.stems[1:] {
		also := s.emptySet(1)
		for _, p := range ix.words[stem].all {
			also.add(p.doc)
		}
		hit.keep(also)
	}
	s.out.addAll(hit)
}

// addHolding adds the gifts that have a term, but for those that are said to be without what it means.
func (s docSet) addHolding(list postings) {
	for i := range list.all {
		if p := &list.all[i]; p.fields != 1<<inAbsence {
			s.add(p.doc)
		}
	}
}

// spare lets off the gifts that do not hold what they may: they are made for the diet, or said to be without it.
// Biscuits hold gluten, but gluten-free biscuits do not.
func (ix *index) spare(a *avoidance, hit docSet) {
	switch {
	case a.unless != "":
		for _, p := range ix.words[a.unless].all {
			hit.remove(p.doc)
		}
	case len(a.stems) == 1:
		for _, p := range ix.words[a.stems[0]].all {
			if p.fields.has(inAbsence) {
				hit.remove(p.doc)
			}
		}
	}
}

// isThing reports whether words that mean an interest name a single thing for it, such as Catan, and
// not all of it: one or two of the gifts for the interest are named so.
func (ix *index) isThing(stems []string, interest string) bool {
	const most = 2
	n, about := 0, ix.interests[interest].all
	for _, p := range ix.words[stems[0]].named() {
		if !p.fields.has(inName) || !ix.isNamed(p.doc, stems[1:]) {
			continue
		}
		about = about[seek(about, p.doc):]
		if len(about) > 0 && about[0].doc == p.doc {
			n++
		}
		if n > most {
			return false
		}
	}
	return n > 0
}

// isNamed reports whether all of the stems stand in the name of a gift.
func (ix *index) isNamed(doc int32, stems []string) bool {
	return !slices.ContainsFunc(stems, func(stem string) bool {
		list := ix.words[stem]
		p := list.find(doc)
		return p == nil || !p.fields.has(inName)
	})
}
