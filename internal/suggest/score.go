package suggest

import "giftserver/internal/catalog"

// A candidate is a gift that passed the filters, and how well it fits.
type candidate struct {
	doc   int
	score float32
	match // with the terms of the brief; zero when none matched
}

// The parts of a score. Interests count over everything: one that is met well outweighs all the
// rest together.
const (
	partInterest     = 4.0
	partOccasion     = 0.8
	partRelationship = 0.8
	partBudget       = 0.6
	partAge          = 0.4
	partQuality      = 0.3

	wrongRelationship = -1.0 // the gift names the relationships it suits, and this is none of them
	childish          = -4.0 // made for children, and nothing says that the person is one
)

// score says how well a gift fits that matches the terms of the brief so.
func (ix *index) score(q *query, i int, m match) candidate {
	g, d := &ix.snapshot.Gifts[i], &ix.docs[i]
	s := partInterest * saturate(m.worth)
	if d.occasions&q.occasions != 0 {
		s += partOccasion
	}
	switch {
	case q.relationships|q.together == 0 || d.relationships == 0:
	case d.relationships&(q.relationships|q.together) != 0:
		s += partRelationship
	default:
		s += wrongRelationship
	}
	s += partBudget * budgetFit(g.Price, q.Budget)
	s += partAge * ageFit(g, q.understood)
	s += partQuality * quality(g)
	if q.understood.Ages == nil && q.together == 0 && !q.minor && g.AgeTo < ageLimit {
		s += childish
	}
	return candidate{doc: i, score: s, match: m}
}

// saturate maps the sum of term weights to 0..1, so that the second interest a gift meets adds less
// than the first (the saturation of BM25 with k = ½).
func saturate(x float32) float32 { return x / (x + 0.5) }

// budgetFit is 1 for a price between three fifths of the budget and the budget, and falls to 0 for
// a trinket.
func budgetFit(price, budget catalog.Money) float32 {
	if budget.Minor <= 0 {
		return 0
	}
	return min(1, float32(price.Minor)/float32(budget.Minor)/0.6)
}

// ageFit is 1 for a gift whose ages lie close around the person's and near 0 for one that fits
// everybody; 0 when no age is known.
func ageFit(g *catalog.Gift, u Understood) float32 {
	if u.Ages == nil {
		return 0
	}
	return 1 - float32(g.AgeTo-g.AgeFrom)/catalog.MaxAge
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
