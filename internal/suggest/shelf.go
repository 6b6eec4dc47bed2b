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
	rows []int32
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
	stretch         // all of its docs
	quality float32 // of the best
}

// A stretch is a run of docs, without the one at its end.
type stretch struct{ from, to int32 }

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

// shelve puts the gifts on shelves and numbers the docs in the order in which they stand there, so that what
// a brief may cost is a stretch of each row.
func (ix *index) shelve(parts []part) {
	shelves, rows := map[traits]int32{}, map[merits]int32{}
	docs := make([]doc, ix.snapshot.Gifts.Len()) // by number in the snapshot
	for i, g := range ix.snapshot.Gifts.All() {
		p := partOf(parts, int32(i))
		t := ix.traitsOf(g)
		m := ix.meritsOf(g)
		m.named, m.gender, m.needed = p.named[int32(i)], p.genders[int32(i)], p.needed[int32(i)]
		var isNew bool
		if m.shelf, isNew = numberOf(shelves, t); isNew {
			ix.shelves = append(ix.shelves, shelf{traits: t})
		}
		n, isNew := numberOf(rows, m)
		if isNew {
			ix.rows = append(ix.rows, row{merits: m})
			ix.shelves[m.shelf].rows = append(ix.shelves[m.shelf].rows, n)
		}
		docs[i] = doc{g.Price.Minor, n, quality(g)}
		ix.rows[n].quality = max(ix.rows[n].quality, docs[i].quality)
	}
	ix.number(docs)
}

// number puts the docs in order.
func (ix *index) number(docs []doc) {
	ix.gifts, ix.numbers, ix.docs = make([]int32, len(docs)), make([]int32, len(docs)), make([]doc, len(docs))
	for i := range ix.gifts {
		ix.gifts[i] = int32(i)
	}
	slices.SortFunc(ix.gifts, func(a, b int32) int {
		return cmp.Or(cmp.Compare(docs[a].row, docs[b].row), cmp.Compare(docs[a].price, docs[b].price), cmp.Compare(a, b))
	})
	for i, n := range ix.gifts {
		ix.docs[i] = docs[n]
		ix.numbers[n] = int32(i)
		w := &ix.rows[docs[n].row]
		if w.from == w.to {
			w.from = int32(i)
		}
		w.to = int32(i + 1)
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

// within returns the docs of a row that cost what a range allows. When there are none, it is empty at the first
// that costs more.
func (ix *index) within(w *row, r priceRange) stretch {
	docs := ix.docs[w.from:w.to]
	to := sort.Search(len(docs), func(i int) bool { return docs[i].price > r.to })
	from := sort.Search(to, func(i int) bool { return docs[i].price >= r.from })
	return stretch{w.from + int32(from), w.from + int32(to)}
}
