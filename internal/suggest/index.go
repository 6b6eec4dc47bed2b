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
	docs       []doc  // parallel to snapshot.Gifts
	faces      []face // likewise
	shelves    []shelf
	rows       []row
	currencies []string
	expiring   []int32 // docs whose offer ends, the first to end first

	// words and interests lead from a stem or the label of an interest to the gifts that have it.
	words     map[string][]posting
	interests map[string][]posting
	giftCards []posting
	homes     map[string][]string      // by interest, the categories that most of its gifts are in
	named     map[int32]labelSet       // by gift, the occasions that its name tells, where it does
	needed    map[int32]bool           // by gift, whether it is a necessity
	genders   map[int32]lexicon.Gender // by gift, of those it is named for

	occasions, relationships labels
	general                  labelSet // generalOccasions

	scratch sync.Pool // of *scratch
}

// A posting says how much a gift is about a term. Postings are ordered by gift.
type posting struct {
	doc    int32
	impact float32  // from 0 (it is only mentioned) to 1
	fields fieldSet // where the term stands
}

// A doc is what is looked at of every gift that may be in an answer, so it is small.
type doc struct {
	price   int64 // minor units of the shelf's currency
	shelf   int32
	row     int32
	quality float32 // 0 to 1
}

// A face is what tells a gift from those it is in an answer with.
type face struct {
	name  uint64 // of its folded name
	lot   uint64 // of the id, to decide between equals
	until int64  // the end of the offer, unix seconds; 0 for none
	brand uint32 // 0 for none and for the shop's own
}

// A labelSet is a set of occasions or relationships, a bit for each label in the lexicon's order.
type labelSet uint64

func newIndex(l *lexicon.Lexicon, rates *catalog.Rates, s *catalog.Snapshot) *index {
	ix := &index{
		lexicon:   l,
		rates:     rates,
		snapshot:  s,
		docs:      make([]doc, s.Gifts.Len()),
		faces:     make([]face, s.Gifts.Len()),
		interests: map[string][]posting{},
		named:     map[int32]labelSet{},
		needed:    map[int32]bool{},
		genders:   map[int32]lexicon.Gender{},

		occasions:     number(l.Labels(lexicon.Occasion)),
		relationships: number(l.Labels(lexicon.Relationship)),
	}
	ix.general = ix.occasions.set(generalOccasions...)
	brands := newBrands(&s.Gifts)
	for i, g := range s.Gifts.All() {
		ix.docs[i] = doc{price: g.Price.Minor, quality: quality(g)}
		ix.faces[i] = face{name: hash(ProductName(g.Name)), lot: hash(g.ID), until: endOf(g), brand: brands[g.Brand]}
		if ix.faces[i].until != 0 {
			ix.expiring = append(ix.expiring, int32(i))
		}
		if g.Category == giftCards {
			ix.giftCards = append(ix.giftCards, posting{doc: int32(i), impact: declared})
		}
	}
	slices.SortStableFunc(ix.expiring, func(a, b int32) int { return cmp.Compare(ix.faces[a].until, ix.faces[b].until) })
	ix.read()
	ix.shelve()
	ix.homes = ix.findHomes()
	return ix
}

// findHomes finds the categories that hold at least a quarter of the gifts for an interest.
func (ix *index) findHomes() map[string][]string {
	homes := make(map[string][]string, len(ix.interests))
	for label, list := range ix.interests {
		count := map[string]int{}
		for _, p := range list {
			count[ix.shelves[ix.docs[p.doc].shelf].category]++
		}
		for category, n := range count {
			if n*4 >= len(list) {
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
