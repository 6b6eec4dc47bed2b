package suggest

// A field is a part of a gift that words stand in.
type field int

// The fields.
const (
	inName field = iota
	inBrand
	inTags     // and the merchant's own categories
	inText     // the description
	inAbsence  // what it is said to be without
	inCautions // and what else is only a reason against a gift
	fields
)

// A fieldSet is a set of fields, a bit for each.
type fieldSet uint8

// named are the fields that say what a gift is.
const named fieldSet = 1<<inName | 1<<inBrand | 1<<inTags

// described are all fields that speak for a gift.
const described = named | 1<<inText | 1<<inAbsence

func (s fieldSet) has(f field) bool { return s&(1<<f) != 0 }

// The parameters of BM25F (Robertson and Zaragoza 2009, "The Probabilistic Relevance Framework: BM25 and
// Beyond", §3.6). The weights of the fields follow its practice: a title far above a body. Cautions weigh
// nothing: they are reasons against a gift, never for it.
var (
	fieldWeights = [fields]float32{inName: 4, inBrand: 1.6, inTags: 1.2, inText: 0.2, inAbsence: 1.2}

	// lengthNorms say how much longer fields than usual count less, from 0, not at all, to 1, in proportion.
	lengthNorms = [fields]float32{inName: 0.5, inBrand: 0, inTags: 0.75, inText: 0.75}
)

// saturation is the k₁ of BM25F: how much more of a term stops to count more.
const saturation = 1.2

// A frequency counts a term in the fields of one gift, up to 255 in each.
type frequency [fields]uint8

func (tf *frequency) add(f field) {
	if tf[f] < 255 {
		tf[f]++
	}
}

// fields returns the fields that hold the term.
func (tf *frequency) fields() fieldSet {
	var s fieldSet
	for f, n := range tf {
		if n > 0 {
			s |= 1 << f
		}
	}
	return s
}

// lengths are the numbers of words in the fields of a gift.
type lengths [fields]uint16

// A weigher knows how long the fields of a catalog's gifts are on average, in words.
type weigher struct{ average [fields]float32 }

func newWeigher(parts []part, gifts int) *weigher {
	var words [fields]int
	for i := range parts {
		for f, n := range parts[i].sums {
			words[f] += n
		}
	}
	w := &weigher{}
	for f, n := range words {
		w.average[f] = float32(n) / float32(gifts)
	}
	return w
}

// impact is what a term weighs in a gift, from 0 to 1: BM25F but for the rarity of the term, which is the
// same for all gifts.
func (w *weigher) impact(tf *frequency, words *lengths) float32 {
	var sum float32
	for f, n := range tf {
		if n == 0 {
			continue
		}
		long := float32(1)
		if w.average[f] > 0 {
			long += lengthNorms[f] * (float32(words[f])/w.average[f] - 1)
		}
		sum += fieldWeights[f] * float32(n) / long
	}
	return sum / (saturation + sum)
}
