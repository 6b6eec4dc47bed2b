package suggest

import (
	"cmp"
	"math"
	"slices"
	"sync"

	"giftserver/internal/catalog"
	"giftserver/internal/lexicon"
)

// An index is a snapshot in the form that answers briefs.
type index struct {
	lexicon  *lexicon.Lexicon
	snapshot *catalog.Snapshot
	docs     []doc // parallel to snapshot.Gifts

	// words and interests lead from a stem or the label of an interest to the gifts that have it.
	words     map[string][]posting
	interests map[string][]posting
	giftCards []posting

	occasions, relationships labels
	general                  labelSet // generalOccasions

	scratch sync.Pool // of *scratch
}

// A posting says how much a gift is about a term, from 0 (it is only mentioned) to 1.
type posting struct {
	doc    int32
	weight float32
}

// A doc holds what filters and scores need of a gift beside its words.
type doc struct {
	price         catalog.Money
	gone          bool  // out of stock
	until         int64 // the end of the offer, unix seconds; 0 for none
	occasions     labelSet
	relationships labelSet
	broad         bool   // suits a person of unknown taste
	name          string // folded, to tell gifts of one name
	lot           uint64 // of the id, to decide between equals
}

// A labelSet is a set of occasions or relationships, a bit for each label in the lexicon's order.
type labelSet uint64

// The weights of the fields of a gift. What the gift is made for says more than what it is called,
// and a word of the description least. The order follows BM25F practice (Robertson and Zaragoza
// 2009, §3.6: title above body); a term counts once, in its strongest field, so that repeating it
// gains nothing.
const (
	weightInterest    = 1.0 // an interest that the gift declares
	weightRead        = 0.8 // one that its name or tags mean, when it declares none
	weightName        = 0.9
	weightBrand       = 0.7
	weightTag         = 0.7
	weightDescription = 0.3
	weightNamed       = 0.5 // the least that counts as being named so: a name, a brand, a tag
	weightNone        = 0   // said of the gift, but no reason for it: cautions
)

// usualTags is how many tags a gift may have before each of them counts less.
const usualTags = 10

func newIndex(l *lexicon.Lexicon, s *catalog.Snapshot) *index {
	ix := &index{
		lexicon:   l,
		snapshot:  s,
		docs:      make([]doc, len(s.Gifts)),
		words:     map[string][]posting{},
		interests: map[string][]posting{},

		occasions:     number(l.Labels(lexicon.Occasion)),
		relationships: number(l.Labels(lexicon.Relationship)),
	}
	ix.general = ix.occasions.set(generalOccasions...)
	reader := giftReader{lexicon: l, stems: map[string]float32{}, interests: map[string]float32{}}
	for i := range s.Gifts {
		g := &s.Gifts[i]
		ix.docs[i] = doc{
			price:         g.Price,
			gone:          g.Availability == catalog.OutOfStock,
			until:         endOf(g),
			occasions:     ix.occasions.set(g.Occasions...),
			relationships: ix.relationships.set(g.Relationships...),
			name:          lexicon.Fold(g.Name),
			lot:           hash(g.ID),
			broad:         !slices.ContainsFunc(g.Interests, func(label string) bool { return !l.IsBroad(label) }),
		}
		reader.read(g)
		for stem, weight := range reader.stems {
			ix.words[stem] = append(ix.words[stem], posting{int32(i), weight})
		}
		if g.Category == giftCards {
			ix.giftCards = append(ix.giftCards, posting{int32(i), weightInterest})
		}
		for label, weight := range reader.interests {
			ix.interests[label] = append(ix.interests[label], posting{int32(i), weight})
		}
	}
	return ix
}

// endOf is the end of a gift's offer in unix seconds, 0 for none.
func endOf(g *catalog.Gift) int64 {
	if g.ValidUntil.IsZero() {
		return 0
	}
	return g.ValidUntil.Unix()
}

// A giftReader finds out what gifts are about: the stems and interests of the last one it read, each
// with the weight of its strongest field.
type giftReader struct {
	lexicon          *lexicon.Lexicon
	words            lexicon.Reader
	stems, interests map[string]float32
}

// read reads a gift.
func (r *giftReader) read(g *catalog.Gift) {
	clear(r.stems)
	clear(r.interests)
	reading := float32(weightRead)
	if len(g.Interests) > 0 {
		reading = 0
	}
	for _, label := range g.Interests {
		raise(r.interests, label, weightInterest)
		r.field(label, weightTag, 0)
	}
	r.fields(g.Name, g.Description, g.Tags, reading)
	foreign := !r.lexicon.IsEnglish(cmp.Or(g.Description, g.Name))
	if foreign {
		// What is understood of a brief is in English, so a gift must be too. It keeps its own words, for
		// what no glossary has.
		english := r.lexicon.English(slices.Concat([]string{g.Name, g.Description}, g.Tags)...)
		r.fields(english[0], english[1], english[2:], reading)
	}
	r.field(g.Brand, weightBrand, 0)
	for _, caution := range g.Cautions {
		r.field(caution, weightNone, 0)
		if foreign {
			r.field(r.lexicon.English(caution)[0], weightNone, 0)
		}
	}
	r.field(string(g.Restricted), weightNone, 0)
}

// fields reads what a gift says of itself in one language.
func (r *giftReader) fields(name, description string, tags []string, reading float32) {
	damping := float32(min(1, usualTags/float64(max(1, len(tags)))))
	for _, tag := range tags {
		r.field(tag, weightTag*damping, reading*damping)
	}
	r.field(name, weightName, reading)
	r.field(description, weightDescription, 0)
}

// field reads a field: what its words weigh, and the interests that they mean.
func (r *giftReader) field(text string, weight, interest float32) {
	words := r.words.Words(text)
	for _, w := range words {
		if !lexicon.IsStop(w.Text) {
			raise(r.stems, w.Stem, weight)
		}
	}
	if interest > 0 {
		for _, f := range r.lexicon.Find(lexicon.Interest, words) {
			raise(r.interests, f.Label, interest)
		}
	}
}

func raise(m map[string]float32, key string, to float32) {
	m[key] = max(m[key], to)
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

// rarity weighs a term by how few gifts have it: the inverse document frequency of BM25, which is
// ln(1 + (N-n+½)/(n+½)), divided by its value for a single gift, so from near 0 to 1.
func (ix *index) rarity(postings []posting) float32 {
	idf := func(n float64) float64 {
		return math.Log(1 + (float64(len(ix.docs))-n+0.5)/(n+0.5))
	}
	return float32(idf(float64(len(postings))) / idf(1))
}
