package feed

import (
	"giftserver/internal/catalog"
)

// A reader finds out what a product is.
type reader struct{}

func (r *reader) describe(g *catalog.Gift, o *offer) {
	g.Kind = catalog.Physical
	g.Category = "electronics"
}
