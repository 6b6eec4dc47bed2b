package suggest

import (
	"slices"

	"giftserver/internal/catalog"
	"giftserver/internal/lexicon"
)

// The parts of a score. Interests count over everything: one that is met well outweighs all the
// rest together.
const (
	partInterest     = 4.0
	partOccasion     = 0.8
	partRelationship = 0.8
	partBudget       = 0.6
	partAge          = 0.4
	partQuality      = 0.3
	partNear         = 0.5 // it meets no interest, but is of a category where most gifts for one are

	wrongRelationship = -1.0 // the gift names the relationships it suits, and this is none of them
	wrongGender       = -0.8 // it is named as for the other one
	unsureGender      = -0.3 // it is named as for one, and nothing tells the person's
	otherOccasion     = -0.5 // it is named for another occasion than the brief's
	unwished          = -2.0 // a necessity
	childish          = -4.0 // made for children, and nothing says that the person is one
)

// score says how well a gift fits that is worth so much by the terms of the brief, where budget is the most to spend
// in its currency and fit its row's.
func (d *doc) score(worth, fit float32, budget int64) float32 {
	return partInterest*saturate(worth) + fit + partBudget*budgetFit(d.price, budget) + partQuality*d.quality
}

// fit is the part of the score that all gifts of a row share.
func (ix *index) fit(q *query, w *row) float32 {
	t := &ix.shelves[w.shelf].traits
	fit := partAge * q.ageFit(t)
	if w.occasions&q.occasions != 0 {
		fit += partOccasion
	}
	switch {
	case q.relationships|q.together == 0 || w.relationships == 0:
	case w.relationships&q.known() != 0:
		fit += partRelationship
	case w.relationships&q.relationships == 0:
		fit += wrongRelationship
	}
	switch {
	case q.isOfOtherGender(w):
		fit += wrongGender
	case w.gender != q.gender && w.gender != lexicon.AnyGender:
		fit += unsureGender
	}
	if q.isForAnother(w) {
		fit += otherOccasion
	}
	if w.needed {
		fit += unwished
	}
	if q.isChildish(t) {
		fit += childish
	}
	return fit
}

// isChildish reports whether gifts are made for children though nobody of that age is told of. A birth is celebrated
// with a baby, who has no use for what is made for schoolchildren.
func (q *query) isChildish(t *traits) bool {
	const baby = 1 // years
	switch {
	case q.understood.Ages != nil || q.minor || t.ageTo >= ageLimit:
		return false
	case q.together != 0:
		return t.ageFrom > baby
	}
	return true
}

// known are the relationships that a gift is for above all: those of the celebrated where the occasion tells of some,
// else the person's.
func (q *query) known() labelSet {
	if q.together != 0 {
		return q.together
	}
	return q.relationships
}

// speaksFor reports whether anything speaks for gifts of a row that meet no interest. They must suit a person
// of unknown taste and not be meant for other relationships; then the occasion, the relationship or the age
// is enough, and what is not told is no reason against.
func (ix *index) speaksFor(q *query, w *row) bool {
	known := q.relationships | q.together
	related, suits, t := w.relationships&known != 0, w.occasions&q.occasions != 0, &ix.shelves[w.shelf].traits
	switch {
	case q.mourning:
		return suits
	case q.Category != "":
		return true
	case ix.isUnwanted(q, w, t), !w.broad && !q.isPlay(t), known != 0 && w.relationships != 0 && !related, q.isForAnother(w):
		return false
	case q.grave:
		return suits
	case w.occasions|w.relationships == 0:
		return true // A shop says of its products what they are, and not whom they are for.
	case q.occasions != 0 && !suits && w.occasions != 0 && w.occasions&ix.general == 0:
		return false
	case q.occasions == 0, q.understood.Ages != nil:
		return true
	}
	return related || suits
}

// isUnwanted reports whether gifts are what nobody wants who has not asked for it: necessities, things for animals, for
// another gender or for adults alone, for a child what grown-ups use and for a birth what they wear.
func (ix *index) isUnwanted(q *query, w *row, t *traits) bool {
	return w.needed || w.forPets && !q.keepsPets || q.isOfOtherGender(w) || t.restricted == catalog.Adult ||
		q.isForGrownUps(t) || t.ageFrom > oldestChild && q.together&ix.relationships.set("child") != 0
}

// hides reports whether gifts are gift cards that nobody has asked for.
func (q *query) hides(t *traits) bool {
	return t.category == giftCards && !q.giftCards && q.Category != giftCards
}

// generalOccasions are those whose gifts are in place at most others too. A remembrance candle or a
// dreidel is for its own occasion alone.
var generalOccasions = []string{"birthday", "Christmas", "thank you", "just because"}

// isForAnother reports whether gifts are named for other occasions than that of the brief: a Ramadan lantern for a
// housewarming.
func (q *query) isForAnother(w *row) bool {
	return q.occasions != 0 && w.named != 0 && w.named&q.occasions == 0
}

// grownUp are the categories whose things are for adults, though few of them say so.
var grownUp = []string{"beauty", "charity", "coffee-tea", "garden-plants", "home", "kitchen", "tools", "wellness", "wine-spirits"}

// isForGrownUps reports whether the brief is for a child and the gifts are not.
func (q *query) isForGrownUps(t *traits) bool {
	return q.isForChild() && t.ageTo >= ageLimit && slices.Contains(grownUp, t.category)
}

// oldestChild is the age up to which somebody is a child to those who choose a gift, in years.
const oldestChild = 12

// isForChild reports whether the brief is for a child.
func (q *query) isForChild() bool {
	return q.understood.Ages != nil && q.understood.Ages.To <= oldestChild
}

// isOfOtherGender reports whether gifts are named as for another gender than the person's.
func (q *query) isOfOtherGender(w *row) bool {
	return w.gender != lexicon.AnyGender && q.gender != lexicon.AnyGender && w.gender != q.gender
}

// isPlay reports whether the brief is for a child and the gifts made for children, who take to most of
// what is made for their age.
func (q *query) isPlay(t *traits) bool { return q.isForChild() && t.ageTo < ageLimit }

// saturate maps the sum of term weights to 0..1, so that the second interest a gift meets adds less
// than the first (the saturation of BM25 with k = ½).
func saturate(x float32) float32 { return x / (x + half) }

const half = 0.5

// budgetFit is 1 for a price between three fifths of the budget and the budget, and falls to 0 for
// a trinket.
func budgetFit(price, budget int64) float32 {
	if budget <= 0 {
		return 0
	}
	return min(1, float32(price)/float32(budget)/0.6)
}

// usualAges are those of a person of whom nothing tells more than that it is an adult, in years.
var usualAges = AgeRange{ageLimit, 75}

// ageFit is 1 for gifts whose ages lie close around the person's and near 0 for those that fit everybody. Of an adult of
// unknown age, it is 0 for those and -1 for gifts that suit few adults.
func (q *query) ageFit(t *traits) float32 {
	ages := q.understood.Ages
	switch {
	case ages == nil && (q.minor || q.together != 0):
		return 0
	case ages == nil, ages.From == ageLimit && ages.To == catalog.MaxAge:
		return usualAges.within(t) - 1
	}
	return ages.within(t) * (1 - float32(t.ageTo-t.ageFrom)/catalog.MaxAge)
}

// within is the share of the ages that gifts suit.
func (r *AgeRange) within(t *traits) float32 {
	return float32(max(0, min(r.To, t.ageTo)-max(r.From, t.ageFrom)+1)) / float32(r.To-r.From+1)
}

// The prior of a rating: how many average votes every gift begins with, and the average. It keeps
// one five-star vote from outranking a hundred good ones.
const (
	priorVotes  = 20
	priorRating = 4.0
)

// quality is the Bayesian average rating mapped to 0..1; the prior alone when nobody has rated.
func quality(g *catalog.Gift) float32 {
	sum, votes := priorVotes*priorRating, float64(priorVotes)
	if g.Rating != nil {
		sum += *g.Rating * float64(g.RatingCount)
		votes += float64(g.RatingCount)
	}
	return float32(sum / votes / 5)
}

// reasons lists what speaks for a gift, from matched facts only.
func (ix *index) reasons(q *query, doc int32) []Reason {
	w, t := &ix.rows[ix.docs[doc].row], ix.traits(doc)
	list := make([]Reason, 0, len(q.terms)+5)
	for i := range q.terms {
		r := Reason{MatchesInterest, q.terms[i].label}
		if q.terms[i].worth(doc) > 0 && !slices.Contains(list, r) {
			list = append(list, r)
		}
	}
	for _, label := range q.meant {
		if w.occasions&ix.occasions.set(label) != 0 {
			list = append(list, Reason{SuitsOccasion, label})
			break
		}
	}
	if w.relationships&q.relationships != 0 {
		list = append(list, Reason{SuitsRelationship, q.understood.Relationship})
	}
	if q.understood.Ages != nil && t.ageTo-t.ageFrom < catalog.MaxAge/2 {
		list = append(list, Reason{Kind: SuitsAge})
	}
	if q.days >= 0 {
		list = append(list, Reason{Kind: ArrivesInTime})
	}
	return append(list, Reason{Kind: InsideBudget})
}
