package catalog

import (
	"maps"
	"slices"
	"strings"
	"time"
)

// A Snapshot is the catalog at one moment. It never changes.
type Snapshot struct {
	Version int64  // how often the catalog has changed
	Ideas   string // the edition of the built-in ideas, "" when they are not in the catalog
	Gifts   Gifts  // ordered by id
}

// A Summary says what is in a catalog, for a model that wants to know what it can ask for.
type Summary struct {
	Categories []string          `json:"categories"`
	Brands     []string          `json:"brands"`
	Occasions  []string          `json:"occasions"`
	Interests  []string          `json:"interests"`
	Price      PriceRange        `json:"price"`
	Count      int               `json:"count"`
	Updated    string            `json:"updated"` // RFC 3339, the latest update of a gift
	ByCategory []CategorySummary `json:"by_category"`
	Ideas      *IdeasSummary     `json:"ideas,omitzero"` // only when the built-in ideas are in the catalog
}

// An IdeasSummary says how old the built-in ideas are.
type IdeasSummary struct {
	Edition string `json:"edition"` // the day of their last change, 2026-11-30, or 2026-11-30.2 for the second of a day
	Year    int    `json:"year"`    // in which their prices were typical
}

// A CategorySummary says what is in one category. It has no price where nothing is priced in the currency of the
// summary.
type CategorySummary struct {
	Category string     `json:"category"`
	Count    int        `json:"count"`
	Price    PriceRange `json:"price,omitzero"`
}

// A PriceRange spans the prices in one currency, in major units.
type PriceRange struct {
	Min      float64 `json:"min"`
	Max      float64 `json:"max"`
	Currency string  `json:"currency"`
}

// Summary describes the gifts of a snapshot. Its price ranges are in one currency, see [Snapshot.Currency], since
// amounts of different currencies have no range.
func (s *Snapshot) Summary(currency string) Summary {
	currency = s.Currency(currency)
	brands, occasions, interests := set{}, set{}, set{}
	byCategory := map[string]*CategorySummary{}
	sum := Summary{Count: s.Gifts.Len(), Price: PriceRange{Currency: currency}, Ideas: s.ideas()}
	var updated time.Time
	for _, g := range s.Gifts.All() {
		brands.add(g.Brand)
		occasions.add(g.Occasions...)
		interests.add(g.Interests...)
		c := byCategory[g.Category]
		if c == nil {
			c = &CategorySummary{Category: g.Category}
			byCategory[g.Category] = c
		}
		c.Count++
		if g.Price.Currency == currency {
			c.Price.include(g.Price)
			sum.Price.include(g.Price)
		}
		if g.Updated.After(updated) {
			updated = g.Updated
		}
	}
	sum.Categories = slices.Sorted(maps.Keys(byCategory))
	sum.Brands, sum.Occasions, sum.Interests = brands.sorted(), occasions.sorted(), interests.sorted()
	sum.Updated = updated.UTC().Format(time.RFC3339)
	for _, c := range sum.Categories {
		sum.ByCategory = append(sum.ByCategory, *byCategory[c])
	}
	return sum
}

// ideas describes the built-in ideas, which all have their prices of one year.
func (s *Snapshot) ideas() *IdeasSummary {
	for _, g := range s.Gifts.All() {
		if g.Source == IdeasSource {
			return &IdeasSummary{Edition: s.Ideas, Year: g.Priced.Year()}
		}
	}
	return nil
}

// Currency returns the currency that amounts of the catalog are best told in: the wanted one if at least a tenth of
// the gifts are priced in it, else the most frequent one, the first by name among equals.
func (s *Snapshot) Currency(wanted string) string {
	count := map[string]int{}
	for _, g := range s.Gifts.All() {
		count[g.Price.Currency]++
	}
	if count[wanted]*10 >= s.Gifts.Len() {
		return wanted
	}
	codes := slices.Sorted(maps.Keys(count))
	return slices.MaxFunc(codes, func(a, b string) int { return count[a] - count[b] })
}

// include widens the range to an amount in its currency. No gift costs nothing, so an empty range
// is the one with no maximum.
func (r *PriceRange) include(m Money) {
	major := m.Major()
	if r.Max == 0 || major < r.Min {
		r.Min = major
	}
	r.Max, r.Currency = max(r.Max, major), m.Currency
}

// set is a set of non-empty strings.
type set map[string]bool

func (s set) add(values ...string) {
	for _, v := range values {
		if v != "" {
			s[v] = true
		}
	}
}

// sorted lists the set without regard to case, so that "astronomy" stands before "K-pop".
func (s set) sorted() []string {
	return slices.SortedFunc(maps.Keys(s), func(a, b string) int {
		if c := strings.Compare(strings.ToLower(a), strings.ToLower(b)); c != 0 {
			return c
		}
		return strings.Compare(a, b)
	})
}
