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
	d := &ix.docs[i]
	switch {
	case d.gone || d.until != 0 && d.until < q.Now.Unix():
		return OutOfStock
	case d.price.Currency != q.Budget.Currency:
		return OtherCurrency
	case d.price.Minor > q.Budget.Minor:
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
	case q.excluded[g.ID], q.avoided != nil && q.avoided[i]:
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
	ages := q.understood.Ages
	switch {
	case g.Restricted != catalog.Unrestricted && (q.minor || q.sober):
		return false
	case ages == nil:
		return !q.minor || g.AgeFrom < ageLimit
	}
	youngest := ages.To
	if ages.To <= smallParts {
		youngest = ages.From // What is not safe for all of them is for none.
	}
	return g.AgeFrom <= youngest && g.AgeTo >= ages.From
}

// smallParts is the age up to which toys must not have small parts, in years (EN 71-1, 16 CFR 1501).
const smallParts = 3

// The days until a gift is in the giver's hands when its source does not say. A voucher for an
// experience comes by e-mail.
const (
	usualDelivery = 5
	usualMaking   = 7 // on top, for what is made with a name or a photo
)

func deliveryDays(g *catalog.Gift) int {
	days := 0
	switch {
	case g.HandlingDays != nil && g.TransitDays != nil:
		return *g.HandlingDays + *g.TransitDays
	case g.Kind == catalog.Physical:
		days = usualDelivery
	}
	if g.Personalised {
		days += usualMaking
	}
	return days
}

// daysUntil counts the days from today to a day; a past day is none.
func daysUntil(now, day time.Time) int {
	today := time.Date(now.Year(), now.Month(), now.Day(), 0, 0, 0, 0, time.UTC)
	return max(0, int(day.Sub(today).Hours()/24))
}
