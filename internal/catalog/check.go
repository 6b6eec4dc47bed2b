package catalog

import (
	"errors"
	"fmt"
	"slices"
	"unicode/utf8"
)

// check says what keeps a gift from being stored. These are the rules of the table of gifts, which SQLite would take
// longer over than over storing them; they stay there for other programs that write to it, and for its own check of a
// file's integrity.
func (g *Gift) check() error {
	switch {
	case g.Name == "":
		return errors.New("it has no name")
	case g.Price.Minor <= 0:
		return fmt.Errorf("its price is %d, and has to be above 0", g.Price.Minor)
	case g.PriceTo > 0 && g.PriceTo <= g.Price.Minor:
		return fmt.Errorf("its dearest choice costs %d, and its cheapest %d", g.PriceTo, g.Price.Minor)
	case utf8.RuneCountInString(g.Price.Currency) != 3:
		return fmt.Errorf("its currency is %q, and has to be a code of three letters", g.Price.Currency)
	case g.AgeTo < g.AgeFrom:
		return fmt.Errorf("it is for ages from %d to %d", g.AgeFrom, g.AgeTo)
	}
	return errors.Join(
		among("kind", g.Kind, Physical, Experience, Digital),
		among("price basis", g.PriceBasis, Typical, Listed),
		among("availability", g.Availability, InStock, Preorder, Backorder, OutOfStock),
		among("restriction", g.Restricted, Unrestricted, Alcohol, Adult),
	)
}

// among refuses a value that is none of those that there are.
func among[T ~string](what string, value T, all ...T) error {
	if slices.Contains(all, value) {
		return nil
	}
	return fmt.Errorf("its %s is %q, and has to be one of %q", what, value, all)
}
