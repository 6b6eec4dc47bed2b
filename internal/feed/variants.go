package feed

import (
	"iter"

	"giftserver/internal/catalog"
)

// variants joins the offers of one product, its sizes and colours, to one gift.
type variants struct {
	order []string // of groups, as they came
	best  map[string]*catalog.Gift
}

func newVariants() variants { return variants{best: map[string]*catalog.Gift{}} }

// add adds an offer to its group. It refuses one in another currency than its group, as prices that
// can't be compared leave no cheapest.
func (v *variants) add(group string, g *catalog.Gift) bool {
	best := v.best[group]
	switch {
	case best == nil:
		v.order = append(v.order, group)
	case best.Price.Currency != g.Price.Currency:
		return false
	case !better(g, best):
		return true
	}
	v.best[group] = g
	return true
}

// better reports whether a variant stands for its product rather than another: it can be had, or had
// sooner, or costs less. All that is shown is the variant's own, so that price and link agree.
func better(a, b *catalog.Gift) bool {
	if x, y := rank(a.Availability), rank(b.Availability); x != y {
		return x < y
	}
	return a.Price.Minor < b.Price.Minor
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
	g := v.best[group]
	if g == nil {
		return nil
	}
	g.ID = source + ":" + group
	delete(v.best, group)
	if n := len(v.order); v.order[n-1] == group {
		v.order = v.order[:n-1]
	}
	return g
}
