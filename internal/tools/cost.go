package tools

import (
	"fmt"
	"strings"

	"giftserver/internal/catalog"
	"giftserver/internal/suggest"
)

// A cost is what a gift costs in the currency of a budget.
type cost struct {
	catalog.Money
	asked     catalog.Money // what its source says
	converted bool          // asked is in another currency
}

// costOf converts the price of a gift. Without a rate it stays as it is.
func (v *voice) costOf(g *catalog.Gift, currency string) cost {
	c := cost{Money: g.Price, asked: g.Price}
	if converted, ok := v.rates.Convert(g.Price, currency); ok {
		c.Money = converted
		c.converted = g.Price.Currency != currency
	}
	return c
}

// amount writes a cost: "$45" or, converted, "about €90 ($104.50)".
func (v *voice) amount(c cost) string {
	if !c.converted {
		return v.money.Format(c.Money)
	}
	return fmt.Sprintf(v.price.about, v.money.Format(c.Money)) + " (" + v.money.Format(c.asked) + ")"
}

// priceOf is the price of a gift as people read it, and what it rests on.
func (v *voice) priceOf(g *catalog.Gift, currency string) string {
	c := v.costOf(g, currency)
	if g.PriceBasis == catalog.Typical && !c.converted {
		return fmt.Sprintf(v.price.about, v.money.Format(c.Money))
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
}

func (n *priceNote) add(g *catalog.Gift, shown *giftView) {
	n.year = max(n.year, yearOf(g))
	n.converted = n.converted || shown.Original != nil
}

// writeNote explains the prices that are about so much, if there are any.
func (v *voice) writeNote(b *strings.Builder, n priceNote) {
	switch {
	case n.year > 0 && n.converted:
		fmt.Fprintf(b, "\n"+v.price.both+"\n", n.year, v.rates.Date())
	case n.converted:
		fmt.Fprintf(b, "\n"+v.price.converted+"\n", v.rates.Date())
	case n.year > 0:
		fmt.Fprintf(b, "\n"+v.price.typical+"\n", n.year)
	}
}
