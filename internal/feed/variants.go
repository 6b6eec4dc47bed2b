package feed

import (
	"cmp"
	"iter"
	"math"
	"slices"
	"strings"

	"giftserver/internal/catalog"
)

// variants joins the offers of one product, its sizes and colours, to one gift. As variants may stand anywhere in a
// file, all products are kept until its end, but only some of them in memory.
type variants struct {
	order    []string // of groups in memory, as they came
	products map[string]*product
	resting  *rest // the others, nil without
	most     int   // in memory
	err      error // why the file with the others is of no use
}

// mostInMemory is how many products are kept in memory. As the variants of most are neighbours, few have to come back
// when there are more.
const mostInMemory = 20_000

// A product is what is known of a group.
type product struct {
	Best    *catalog.Gift
	Dearest int64            // minor units; of the variants that can be had like the best, as are the options
	Options []catalog.Option // what there is to choose, each with the values that occurred
}

func newVariants() variants {
	return variants{products: map[string]*product{}, most: mostInMemory}
}

// has reports whether there are variants of a group.
func (v *variants) has(group string) bool {
	if v.products[group] != nil {
		return true
	}
	if v.resting == nil {
		return false
	}
	_, ok := v.resting.at[group]
	return ok
}

// find returns the product of a group, nil if there is none. One that rests comes back into memory.
func (v *variants) find(group string) *product {
	if p := v.products[group]; p != nil || v.resting == nil {
		return p
	}
	p, err := v.resting.take(group)
	if v.err = cmp.Or(v.err, err); p != nil {
		v.keep(group, p)
	}
	return p
}

// keep keeps a product in memory, and has the others rest when there are too many.
func (v *variants) keep(group string, p *product) {
	if len(v.products) >= v.most {
		v.rest()
	}
	v.order = append(v.order, group)
	v.products[group] = p
}

// rest moves the products in memory to a file. Where none can be made, they stay.
func (v *variants) rest() {
	if v.resting == nil {
		var err error
		if v.resting, err = newRest(); err != nil {
			v.most = math.MaxInt
			return
		}
	}
	for _, group := range v.order {
		if p := v.products[group]; p != nil {
			v.err = cmp.Or(v.err, v.resting.put(group, p))
		}
	}
	clear(v.products)
	v.order = v.order[:0]
}

// add adds an offer to its group. It refuses one in another currency than its group, as prices that
// can't be compared leave no cheapest.
func (v *variants) add(group string, g *catalog.Gift) bool {
	p := v.find(group)
	switch {
	case p == nil:
		p = &product{Best: g}
		v.keep(group, p)
	case p.Best.Price.Currency != g.Price.Currency:
		return false
	}
	p.add(g)
	return true
}

// add takes a variant into account. The one that can be had, or had sooner, or costs less stands for the product: all
// that is shown is its own, so that price and link agree.
func (p *product) add(g *catalog.Gift) {
	switch soonest, own := rank(p.Best.Availability), rank(g.Availability); {
	case own > soonest:
		return
	case own < soonest:
		*p = product{Best: g}
	case g.Price.Minor < p.Best.Price.Minor:
		p.Best = g
	}
	p.Dearest = max(p.Dearest, g.Price.Minor)
	for _, option := range g.Options {
		p.choose(option)
	}
}

// choose adds a value to an option.
func (p *product) choose(option catalog.Option) {
	i := slices.IndexFunc(p.Options, func(known catalog.Option) bool { return strings.EqualFold(known.Name, option.Name) })
	if i < 0 {
		p.Options = append(p.Options, catalog.Option{Name: option.Name})
		i = len(p.Options) - 1
	}
	chosen := &p.Options[i]
	for _, value := range option.Values {
		switch n := len(chosen.Values); {
		case n > mostValues, containsFold(chosen.Values, value):
		case n == mostValues:
			chosen.Values = append(chosen.Values, catalog.MoreValues)
		default:
			chosen.Values = append(chosen.Values, value)
		}
	}
}

// gift is what the variants make. What all of them share is no option.
func (p *product) gift(id string) *catalog.Gift {
	g := p.Best
	g.ID = id
	g.Options = slices.DeleteFunc(p.Options, func(option catalog.Option) bool { return len(option.Values) < 2 })
	if p.Dearest > g.Price.Minor {
		g.PriceTo = p.Dearest
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
		if v.resting != nil {
			for next, err := range v.resting.all() {
				if v.err = cmp.Or(v.err, err); err != nil || !yield(next.Product.gift(source+":"+next.Group)) {
					return
				}
			}
		}
		for _, group := range v.order {
			if g := v.close(source, group); g != nil && !yield(g) {
				return
			}
		}
	}
}

// discard gives up what is kept outside of memory.
func (v *variants) discard() {
	if v.resting != nil {
		v.resting.discard()
	}
}

// close forgets a group and returns its product, nil if there is none.
func (v *variants) close(source, group string) *catalog.Gift {
	p := v.find(group)
	if p == nil {
		return nil
	}
	delete(v.products, group)
	if n := len(v.order); v.order[n-1] == group {
		v.order = v.order[:n-1]
	}
	return p.gift(source + ":" + group)
}
