package suggest

import (
	"slices"
	"time"

	"giftserver/internal/catalog"
)

// A ReasonOut says why a gift was left out.
type ReasonOut int

// The reasons, in the order in which they are checked.
const (
	OutOfStock ReasonOut = iota
	OtherCurrency
	OverBudget
	UnderBudget
	WrongAge
	Avoided
	OtherCategory
	OtherKind
	TooLate
	reasonsOut
	fits ReasonOut = -1
)

// filter says why a gift must not be suggested, or that it fits. The checks are hard: no score ever
// outweighs one.
func (q *query) filter(ix *index, i int) ReasonOut {
	g := &ix.snapshot.Gifts[i]
	switch {
	case g.Availability == catalog.OutOfStock, !g.ValidUntil.IsZero() && q.now.After(g.ValidUntil):
		return OutOfStock
	case g.Price.Currency != q.Budget.Currency:
		return OtherCurrency
	case g.Price.Minor > q.Budget.Minor:
		return OverBudget
	}
	return q.filterAnyPrice(ix, i)
}

// filterAnyPrice is filter but for stock, currency and the upper limit of the budget.
func (q *query) filterAnyPrice(ix *index, i int) ReasonOut {
	g := &ix.snapshot.Gifts[i]
	switch {
	case g.Price.Minor < q.MinBudget.Minor:
		return UnderBudget
	case !q.suitsAge(g):
		return WrongAge
	case q.excluded[g.ID] || q.avoids(g, i):
		return Avoided
	case q.Category != "" && g.Category != q.Category:
		return OtherCategory
	case len(q.Kinds) > 0 && !slices.Contains(q.Kinds, g.Kind):
		return OtherKind
	case q.days >= 0 && deliveryDays(g) > q.days:
		return TooLate
	}
	return fits
}

// suitsAge compares the ages a gift is for with what is known of the person. Alcohol and adult
// things are for adults: known ones, or people of whom nothing says that they are children.
func (q *query) suitsAge(g *catalog.Gift) bool {
	if g.Restricted != catalog.Unrestricted && q.minor {
		return false
	}
	ages := q.understood.Ages
	return ages == nil || g.AgeFrom <= ages.To && g.AgeTo >= ages.From
}

func (q *query) avoids(g *catalog.Gift, i int) bool {
	return q.sober && g.Restricted != catalog.Unrestricted || q.avoided != nil && q.avoided[i]
}

// findAvoided marks the gifts that one of the avoidances hits.
func (q *query) findAvoided(ix *index) {
	if len(q.avoid) == 0 {
		return
	}
	q.avoided = make([]bool, len(ix.docs))
	for _, a := range q.avoid {
		for i := range ix.docs {
			g := &ix.snapshot.Gifts[i]
			if a.giftCards && g.Category == giftCards ||
				slices.ContainsFunc(a.interests, func(label string) bool { return slices.Contains(g.Interests, label) }) {
				q.avoided[i] = true
			}
		}
		if len(a.stems) > 0 {
			for _, p := range ix.words[a.stems[0]] {
				q.avoided[p.doc] = q.avoided[p.doc] || ix.hasAll(int(p.doc), a.stems[1:])
			}
		}
	}
}

// hasAll reports whether a gift has all of the stems, in any field.
func (ix *index) hasAll(doc int, stems []string) bool {
	return !slices.ContainsFunc(stems, func(stem string) bool {
		_, found := find(ix.words[stem], doc)
		return !found
	})
}

// The days until a gift is in the giver's hands when its source does not say. A voucher for an
// experience comes by e-mail.
const (
	usualDelivery = 5
	usualMaking   = 7 // on top, for what is made with a name or a photo
)

func deliveryDays(g *catalog.Gift) int {
	if g.Kind != catalog.Physical {
		return 0
	}
	if g.HandlingDays != nil && g.TransitDays != nil {
		return *g.HandlingDays + *g.TransitDays
	}
	if g.Personalised {
		return usualDelivery + usualMaking
	}
	return usualDelivery
}

// daysUntil counts the days from today to a day; a past day is none.
func daysUntil(now, day time.Time) int {
	today := time.Date(now.Year(), now.Month(), now.Day(), 0, 0, 0, 0, time.UTC)
	return max(0, int(day.Sub(today).Hours()/24))
}
