package suggest

import (
	"cmp"
	"slices"
	"sort"

	"giftserver/internal/catalog"
	"giftserver/internal/lexicon"
)

// A shelf holds the gifts that only their price and their words can keep out of an answer or let in. A
// brief is held against a shelf once, however many gifts are on it.
type shelf struct {
	traits
	prices []int64 // of its gifts, ascending
	rows   []int32 // its rows
}

// traits are what the filters look at, beside the price.
type traits struct {
	gone           bool // out of stock
	currency       int  // of index.currencies
	ageFrom, ageTo int
	restricted     catalog.Restriction
	category       string
	kind           catalog.Kind
	days           int // until it is in the giver's hands
}

// A row holds the gifts of a shelf that only their price, their words and their rating rank.
type row struct {
	merits
	docs    []int32 // ordered by price
	quality float32 // of the best
}

// merits are what speaks for a gift, beside its words.
type merits struct {
	shelf         int32
	broad         bool // suits a person of unknown taste
	needed        bool // is a necessity, which nobody wishes for
	forPets       bool // is of use only to those who keep animals
	occasions     labelSet
	named         labelSet // the occasions that it is named for
	relationships labelSet
	gender        lexicon.Gender // of those it is made for
}

// shelve puts the gifts on shelves.
func (ix *index) shelve() {
	shelves, rows := map[traits]int32{}, map[merits]int32{}
	for i, g := range ix.snapshot.Gifts.All() {
		d := &ix.docs[i]
		t := ix.traitsOf(g)
		m := ix.meritsOf(g)
		m.named, m.gender, m.needed = ix.named[int32(i)], ix.genders[int32(i)], ix.needed[int32(i)]
		var isNew bool
		if m.shelf, isNew = numberOf(shelves, t); isNew {
			ix.shelves = append(ix.shelves, shelf{traits: t})
		}
		d.shelf = m.shelf
		s := &ix.shelves[m.shelf]
		if d.row, isNew = numberOf(rows, m); isNew {
			ix.rows = append(ix.rows, row{merits: m})
			s.rows = append(s.rows, d.row)
		}
		r := &ix.rows[d.row]
		s.prices = append(s.prices, d.price)
		r.docs = append(r.docs, int32(i))
		r.quality = max(r.quality, d.quality)
	}
	for i := range ix.shelves {
		slices.Sort(ix.shelves[i].prices)
	}
	for i := range ix.rows {
		slices.SortStableFunc(ix.rows[i].docs, func(a, b int32) int { return cmp.Compare(ix.docs[a].price, ix.docs[b].price) })
	}
}

// numberOf numbers keys in the order in which they come.
func numberOf[K comparable](numbers map[K]int32, key K) (n int32, isNew bool) {
	n, ok := numbers[key]
	if !ok {
		n = int32(len(numbers))
		numbers[key] = n
	}
	return n, !ok
}

func (ix *index) traitsOf(g *catalog.Gift) traits {
	return traits{
		gone:       g.Availability == catalog.OutOfStock,
		currency:   ix.currency(g.Price.Currency),
		ageFrom:    g.AgeFrom,
		ageTo:      g.AgeTo,
		restricted: g.Restricted,
		category:   g.Category,
		kind:       g.Kind,
		days:       deliveryDays(g),
	}
}

// meritsOf returns the merits of a gift, but for those that others of the index tell.
func (ix *index) meritsOf(g *catalog.Gift) merits {
	return merits{
		forPets:       g.Category == pets || slices.ContainsFunc(g.Interests, isPet),
		broad:         !slices.ContainsFunc(g.Interests, func(label string) bool { return !ix.lexicon.IsBroad(label) }),
		occasions:     ix.occasions.set(g.Occasions...),
		relationships: ix.relationships.set(g.Relationships...),
	}
}

// currency numbers a currency.
func (ix *index) currency(code string) int {
	i := slices.Index(ix.currencies, code)
	if i < 0 {
		i = len(ix.currencies)
		ix.currencies = append(ix.currencies, code)
	}
	return i
}

// cut splits n prices, which ascend, at the ends of a range: those before from are below it and those from to
// on above. One that is both, as nothing is within, counts as above.
func (r priceRange) cut(n int, price func(i int) int64) (from, to int) {
	to = sort.Search(n, func(i int) bool { return price(i) > r.to })
	from = sort.Search(to, func(i int) bool { return price(i) >= r.from })
	return from, to
}

// cut splits a row at the ends of a range of prices.
func (ix *index) cut(w *row, r priceRange) (from, to int) {
	return r.cut(len(w.docs), func(i int) int64 { return ix.docs[w.docs[i]].price })
}
