package tools

import (
	"fmt"
	"strings"

	"giftserver/internal/catalog"
	"giftserver/internal/suggest"
)

// nothingFits says why there is no answer and what would change that. currency is the catalog's; raise
// says which arguments would make room for a price.
func (v *voice) nothingFits(b *suggest.Brief, a *suggest.Answer, currency string, raise func(catalog.Money) string) string {
	p := &v.noMatch
	if a.Matches.Considered == 0 {
		return p.empty
	}
	var t strings.Builder
	fmt.Fprintf(&t, p.none, v.occasion(&a.Understood), v.money.Format(b.Budget))
	t.WriteString(" ")
	fmt.Fprintf(&t, p.counts, a.Matches.Considered, v.countLeftOut(&a.Matches))
	t.WriteString(" ")
	if a.Nearest != nil {
		c := v.costOf(a.Nearest, b.Budget.Currency)
		fmt.Fprintf(&t, p.cheapest, v.amount(c), v.ideas.Of(a.Nearest), raise(c.Money))
	} else {
		fmt.Fprintf(&t, p.again, v.wayOut(&a.Matches, currency))
	}
	return t.String()
}

// countLeftOut says how many gifts each filter kept out: "3 over the budget and 1 out of stock".
func (v *voice) countLeftOut(m *suggest.Matches) string {
	var parts []string
	for reason, count := range m.LeftOut {
		if count > 0 {
			parts = append(parts, fmt.Sprintf(v.leftOut[reason], count))
		}
	}
	if m.Eligible > 0 {
		parts = append(parts, fmt.Sprintf(v.noMatch.eligible, m.Eligible))
	}
	return v.list(parts, len(parts))
}

// wayOut lists the changes that may let a gift fit. currency is the catalog's.
func (v *voice) wayOut(m *suggest.Matches, currency string) string {
	var changes []string
	for reason, count := range m.LeftOut {
		change := v.changes[reason]
		if suggest.ReasonOut(reason) == suggest.OtherCurrency {
			change = fmt.Sprintf(v.currency, currency)
		}
		if count > 0 && change != "" {
			changes = append(changes, change)
		}
	}
	if len(changes) == 0 {
		return v.noMatch.otherwise
	}
	return strings.Join(changes, v.or)
}
