package feed

import (
	"iter"
	"slices"
	"strings"

	"giftserver/internal/catalog"
)

// variants joins the offers of one product, its sizes and colours, to one gift.
type variants struct {
	order    []string // of groups, as they came
	products map[string]*product
}

// A product is what is known of a group.
type product struct {
	best    *catalog.Gift
	dearest int64            // minor units; of the variants that can be had like the best, as are the options
	options []catalog.Option // what there is to choose, each with the values that occurred
}

func newVariants() variants { return variants{products: map[string]*product{}} }

// has reports whether there are variants of a group.
func (v *variants) has(group string) bool { return v.products[group] != nil }

// add adds an offer to its group. It refuses one in another currency than its group, as prices that
// can't be compared leave no cheapest.
func (v *variants) add(group string, g *catalog.Gift) bool {
	p := v.products[group]
	switch {
	case p == nil:
		p = &product{best: g}
		v.order = append(v.order, group)
		v.products[group] = p
	case p.best.Price.Currency != g.Price.Currency:
		return false
	}
	p.add(g)
	return true
}

// add takes a variant into account. The one that can be had, or had sooner, or costs less stands for the product: all
// that is shown is its own, so that price and link agree.
func (p *product) add(g *catalog.Gift) {
	switch soonest, own := rank(p.best.Availability), rank(g.Availability); {
	case own > soonest:
		return
	case own < soonest:
		*p = product{best: g}
	case g.Price.Minor < p.best.Price.Minor:
		p.best = g
	}
	p.dearest = max(p.dearest, g.Price.Minor)
	for _, option := range g.Options {
		p.choose(option)
	}
}

// choose adds a value to an option.
func (p *product) choose(option catalog.Option) {
	i := slices.IndexFunc(p.options, func(known catalog.Option) bool { return strings.EqualFold(known.Name, option.Name) })
	if i < 0 {
		p.options = append(p.options, catalog.Option{Name: option.Name})
		i = len(p.options) - 1
	}
	chosen := &p.options[i]
	for _, value := range option.Values {
		if len(chosen.Values) < mostValues && !containsFold(chosen.Values, value) {
			chosen.Values = append(chosen.Values, value)
		}
	}
}

// gift is what the variants make. What all of them share is no option.
func (p *product) gift(id string) *catalog.Gift {
	g := p.best
	g.ID = id
	g.Options = slices.DeleteFunc(p.options, func(option catalog.Option) bool { return len(option.Values) < 2 })
	if p.dearest > g.Price.Minor {
		g.PriceTo = p.dearest
	}
	return g
}

// rank orders availabilities, the best first.
func rank(a catalog.Availability) int {
	switch a {
	case catalog.InStock:
		return 0
	case catalog.OutOfStock:
		return 2
	}
	return 1
}

// gifts are the products, under the ids of their groups.
func (v *variants) gifts(source string) iter.Seq[*catalog.Gift] {
	return func(yield func(*catalog.Gift) bool) {
		for _, group := range v.order {
			if g := v.close(source, group); g != nil && !yield(g) {
				return
			}
		}
	}
}

// close forgets a group and returns its product, nil if there is none.
func (v *variants) close(source, group string) *catalog.Gift {
	p := v.products[group]
	if p == nil {
		return nil
	}
	delete(v.products, group)
	if n := len(v.order); v.order[n-1] == group {
		v.order = v.order[:n-1]
	}
	return p.gift(source + ":" + group)
}
