package suggest

import (
	"cmp"
	"hash/fnv"
	"io"
	"slices"
	"sync"

	"giftserver/internal/catalog"
	"giftserver/internal/lexicon"
)

// An index is a snapshot in the form that answers briefs.
type index struct {
	lexicon    *lexicon.Lexicon
	rates      *catalog.Rates // nil without
	snapshot   *catalog.Snapshot
	docs       []doc    // ordered by row and, within a row, by price
	faces      []face   // parallel to docs
	lots       []uint64 // likewise: of the ids, to decide between equals
	gifts      []int32  // likewise: the number in the snapshot
	numbers    []int32  // by number in the snapshot, the doc
	shelves    []shelf
	rows       []row
	currencies []string
	expiring   []int32 // docs whose offer ends, the first to end first

	// words and interests lead from a stem or the label of an interest to the gifts that have it.
	words     map[string]postings
	interests map[string]postings
	giftCards postings
	homes     map[string][]string // by interest, the categories that most of its gifts are in

	occasions, relationships labels
	general                  labelSet // generalOccasions

	scratch sync.Pool // of *scratch
}

// A doc is what is looked at of every gift that may be in an answer, so it is small.
type doc struct {
	price   int64 // minor units of the shelf's currency
	row     int32
	quality float32 // 0 to 1
}

// A face is what tells a gift from those it is in an answer with.
type face struct {
	name  uint64 // of its folded name
	until int64  // the end of the offer, unix seconds; 0 for none
	brand uint32 // 0 for none and for the shop's own
}

// A labelSet is a set of occasions or relationships, a bit for each label in the lexicon's order.
type labelSet uint64

func newIndex(l *lexicon.Lexicon, rates *catalog.Rates, s *catalog.Snapshot) *index {
	ix := &index{
		lexicon:  l,
		rates:    rates,
		snapshot: s,

		occasions:     number(l.Labels(lexicon.Occasion)),
		relationships: number(l.Labels(lexicon.Relationship)),
	}
	ix.general = ix.occasions.set(generalOccasions...)
	parts := ix.read()
	ix.shelve(parts)
	brands := newBrands(&s.Gifts)
	ix.faces, ix.lots = make([]face, s.Gifts.Len()), make([]uint64, s.Gifts.Len())
	for n, g := range s.Gifts.All() {
		doc := ix.numbers[n]
		ix.faces[doc] = face{name: hash(ProductName(g.Name)), until: endOf(g), brand: brands[g.Brand]}
		ix.lots[doc] = hash(g.ID)
	}
	for doc := range int32(len(ix.docs)) {
		if ix.faces[doc].until != 0 {
			ix.expiring = append(ix.expiring, doc)
		}
		if ix.traits(doc).category == giftCards {
			ix.giftCards.add(posting{doc: doc, impact: declared})
		}
	}
	slices.SortStableFunc(ix.expiring, func(a, b int32) int { return cmp.Compare(ix.faces[a].until, ix.faces[b].until) })
	ix.join(parts)
	ix.homes = ix.findHomes()
	return ix
}

// gift returns the gift of a doc.
func (ix *index) gift(doc int32) *catalog.Gift { return ix.snapshot.Gifts.At(int(ix.gifts[doc])) }

// traits returns the traits of a doc.
func (ix *index) traits(doc int32) *traits {
	return &ix.shelves[ix.rows[ix.docs[doc].row].shelf].traits
}

// findHomes finds the categories that hold at least a quarter of the gifts for an interest.
func (ix *index) findHomes() map[string][]string {
	homes := make(map[string][]string, len(ix.interests))
	for label, list := range ix.interests {
		count := map[string]int{}
		for i := range list.all {
			count[ix.traits(list.all[i].doc).category]++
		}
		for category, n := range count {
			if n*4 >= len(list.all) {
				homes[label] = append(homes[label], category)
			}
		}
	}
	return homes
}

// newBrands numbers the brands that say something: not that of nearly the whole catalog, which is
// the shop's own name.
func newBrands(gifts *catalog.Gifts) map[string]uint32 {
	count := map[string]int{}
	for _, g := range gifts.All() {
		count[g.Brand]++
	}
	brands := map[string]uint32{}
	for name, n := range count {
		if name != "" && n*10 <= gifts.Len()*9 {
			brands[name] = uint32(len(brands) + 1)
		}
	}
	return brands
}

// ProductName returns the form of a gift's name in which the variants of one product are equal.
func ProductName(name string) string { return lexicon.Fold(name) }

// endOf is the end of a gift's offer in unix seconds, 0 for none.
func endOf(g *catalog.Gift) int64 {
	if g.ValidUntil.IsZero() {
		return 0
	}
	return g.ValidUntil.Unix()
}

// hash makes the lots that decide between equals.
func hash(text string) uint64 {
	h := fnv.New64a()
	_, _ = io.WriteString(h, text) // A hash takes everything.
	return h.Sum64()
}

// labels gives each label its bit in a labelSet.
type labels map[string]int

func number(list []string) labels {
	l := labels{}
	for i, label := range list {
		l[label] = i
	}
	return l
}

// set returns the set of those labels that are known.
func (l labels) set(list ...string) labelSet {
	var s labelSet
	for _, label := range list {
		if i, ok := l[label]; ok {
			s |= 1 << i
		}
	}
	return s
}
