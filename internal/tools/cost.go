package tools

import (
	"fmt"
	"strings"
	"time"

	"giftserver/internal/catalog"
	"giftserver/internal/suggest"
)

// A cost is what a gift costs in the currency of a budget.
type cost struct {
	catalog.Money
	to        catalog.Money // what its dearest choice costs, zero when all cost the same
	asked     catalog.Money // what its source says
	converted bool          // asked is in another currency
}

// costOf converts the price of a gift. Without a rate it stays as it is.
func (v *voice) costOf(g *catalog.Gift, currency string) cost {
	c := cost{Money: g.Price, asked: g.Price}
	dearest := catalog.Money{Minor: g.PriceTo, Currency: g.Price.Currency}
	if g.PriceTo > 0 {
		c.to = dearest
	}
	converted, ok := v.rates.Convert(g.Price, currency)
	if !ok {
		return c
	}
	c.Money, c.converted = converted, g.Price.Currency != currency
	if g.PriceTo > 0 {
		c.to, _ = v.rates.Convert(dearest, currency)
	}
	return c
}

// amount writes a cost: "$45" or, converted, "about €90 ($104.50)".
func (v *voice) amount(c cost) string {
	if !c.converted {
		return v.money.Format(c.Money)
	}
	return fill(v.price.about, v.money.Format(c.Money)) + " (" + v.money.Format(c.asked) + ")"
}

// priceOf is the price of a gift as people read it, and what it rests on.
func (v *voice) priceOf(g *catalog.Gift, currency string) string {
	c := v.costOf(g, currency)
	switch {
	case g.PriceBasis == catalog.Typical && !c.converted:
		return fill(v.price.about, v.money.Format(c.Money))
	case g.PriceTo > 0:
		return fill(v.price.from, v.amount(c))
	}
	return v.amount(c)
}

// approximate reports whether what a gift costs in a currency is known only about.
func (v *voice) approximate(p suggest.Pick, currency string) bool {
	return p.PriceBasis == catalog.Typical || v.costOf(p.Gift, currency).converted
}

// A priceNote says what the prices of an answer rest on that are about so much.
type priceNote struct {
	year      int // for which some are typical, 0 when none is
	converted bool
	listed    time.Time // the earliest at which a shop asked one, zero when none is a shop's
}

func (n *priceNote) add(g *catalog.Gift, shown *giftView) {
	n.year = max(n.year, yearOf(g))
	n.converted = n.converted || shown.Original != nil
	if g.PriceBasis == catalog.Listed && (n.listed.IsZero() || g.Priced.Before(n.listed)) {
		n.listed = g.Priced
	}
}

// writeNote explains what the prices rest on.
func (v *voice) writeNote(b *strings.Builder, n priceNote) {
	if !n.listed.IsZero() {
		fmt.Fprintf(b, "\n"+v.price.listed+"\n", n.listed.Format(time.DateOnly))
	}
	switch {
	case n.year > 0 && n.converted:
		fmt.Fprintf(b, "\n"+v.price.both+"\n", n.year, v.rates.Date())
	case n.converted:
		fmt.Fprintf(b, "\n"+v.price.converted+"\n", v.rates.Date())
	case n.year > 0:
		fmt.Fprintf(b, "\n"+v.price.typical+"\n", n.year)
	}
}
