package suggest

import (
	"slices"
	"time"

	"giftserver/internal/catalog"
)

// A ReasonOut says why a gift was left out.
type ReasonOut int8

// The reasons, in the order in which they are checked. The checks are hard: no score ever outweighs one.
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

// A priceRange is what a gift may cost, in minor units of one currency, both ends inclusive. The zero
// value stands for a currency that the budget cannot be compared with.
type priceRange struct {
	from, to int64
	known    bool
}

// rangesOf returns what a gift may cost in each currency of the catalog.
func (ix *index) rangesOf(b *Brief) []priceRange {
	ranges := make([]priceRange, len(ix.currencies))
	for i, currency := range ix.currencies {
		most, known := ix.rates.ConvertFloor(b.Budget, currency)
		ranges[i] = priceRange{to: most.Minor, known: known}
		if b.MinBudget.Minor > 0 {
			least, ok := ix.rates.Convert(b.MinBudget, currency)
			ranges[i].from, ranges[i].known = least.Minor, known && ok
		}
	}
	return ranges
}

// A standing is what a brief makes of a shelf.
type standing struct {
	priceRange
	out  ReasonOut // why none of its gifts may be suggested, whatever they cost; fits when they may
	card bool      // they are gift cards that nobody has asked for
}

// stand holds the brief against every shelf and counts what becomes of the gifts.
func (ix *index) stand(q *query, s *scratch) Matches {
	m := Matches{Considered: len(ix.docs)}
	for i := range ix.shelves {
		sh := &ix.shelves[i]
		st := standing{q.ranges[sh.currency], q.objection(&sh.traits), q.hides(&sh.traits)}
		s.standings[i] = st
		for _, n := range sh.rows {
			w := &ix.rows[n]
			if st.out.beforePrice() {
				s.affordable[n] = stretch{}
				m.LeftOut[st.out] += int(w.to - w.from)
				continue
			}
			fit := ix.within(w, st.priceRange)
			s.affordable[n] = fit
			m.LeftOut[UnderBudget] += int(fit.from - w.from)
			m.LeftOut[OverBudget] += int(w.to - fit.to)
			avoided := 0
			if st.out == fits || st.out > Avoided {
				avoided = s.out.count(fit)
			}
			m.LeftOut[Avoided] += avoided
			m.count(st.out, int(fit.to-fit.from)-avoided)
		}
	}
	return m
}

// expire takes out the gifts whose offer has ended.
func (ix *index) expire(q *query, s *scratch, m *Matches) {
	for _, doc := range ix.expiring {
		if ix.faces[doc].until >= q.Now.Unix() {
			break
		}
		d := &ix.docs[doc]
		out := s.standings[ix.rows[d.row].shelf].of(d.price)
		if s.out.has(doc) && (out == fits || out > Avoided) {
			out = Avoided
		}
		m.count(out, -1)
		m.count(OutOfStock, 1)
		s.out.add(doc)
	}
}

// of says why a gift of some price may not be suggested, but for what was struck off on its own.
func (st *standing) of(price int64) ReasonOut {
	switch {
	case st.out.beforePrice():
		return st.out
	case price > st.to:
		return OverBudget
	case price < st.from:
		return UnderBudget
	}
	return st.out
}

// beforePrice reports whether a reason is checked before the price.
func (r ReasonOut) beforePrice() bool { return r == OutOfStock || r == OtherCurrency }

// count counts n gifts that were left out for a reason, or fit.
func (m *Matches) count(out ReasonOut, n int) {
	if out == fits {
		m.Eligible += n
	} else {
		m.LeftOut[out] += n
	}
}

// objection says what speaks against all gifts of some traits, whatever they cost and are.
func (q *query) objection(t *traits) ReasonOut {
	switch {
	case t.gone:
		return OutOfStock
	case !q.ranges[t.currency].known:
		return OtherCurrency
	case !q.suitsAge(t):
		return WrongAge
	case q.Category != "" && t.category != q.Category:
		return OtherCategory
	case len(q.Kinds) > 0 && !slices.Contains(q.Kinds, t.kind):
		return OtherKind
	case q.days >= 0 && t.days > q.days:
		return TooLate
	}
	return fits
}

// strike notes the gifts that are out on their own account: those to be avoided and those not to be shown again.
func (ix *index) strike(q *query, s *scratch) {
	for _, id := range q.Exclude {
		if doc, ok := ix.find(id); ok {
			s.out.add(doc)
		}
	}
	for i := range q.avoid {
		ix.avoid(&q.avoid[i], s)
	}
}

// suitsAge compares the ages a gift is for with what is known of the person. Alcohol and adult things are for adults:
// known ones, or people of whom nothing says that they are children. Adult things are for partners alone.
func (q *query) suitsAge(t *traits) bool {
	ages := q.understood.Ages
	switch {
	case t.restricted != catalog.Unrestricted && (q.minor || q.sober), t.restricted == catalog.Adult && !q.intimate:
		return false
	case ages == nil:
		return !q.minor || t.ageFrom < ageLimit
	}
	youngest := ages.To
	if ages.To <= smallParts {
		youngest = ages.From // What is not safe for all of them is for none.
	}
	return t.ageFrom <= youngest && t.ageTo >= ages.From
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
