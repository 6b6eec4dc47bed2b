package suggest

import "math/bits"

// A docSet is a set of docs, a bit for each of the catalog. To put together sets of many docs takes little time.
type docSet []uint64

func newDocSet(docs int) docSet { return make(docSet, (docs+63)/64) }

func (s docSet) add(doc int32)      { s[doc/64] |= 1 << (doc % 64) }
func (s docSet) remove(doc int32)   { s[doc/64] &^= 1 << (doc % 64) }
func (s docSet) has(doc int32) bool { return s[doc/64]&(1<<(doc%64)) != 0 }

// count counts the docs of a stretch that are in the set.
func (s docSet) count(r stretch) int {
	if r.from >= r.to {
		return 0
	}
	first, last := r.from/64, (r.to-1)/64
	head, tail := ^uint64(0)<<(r.from%64), ^uint64(0)>>(63-(r.to-1)%64)
	if first == last {
		return bits.OnesCount64(s[first] & head & tail)
	}
	n := bits.OnesCount64(s[first]&head) + bits.OnesCount64(s[last]&tail)
	for _, word := range s[first+1 : last] {
		n += bits.OnesCount64(word)
	}
	return n
}

// addAll adds the docs of another set.
func (s docSet) addAll(other docSet) {
	for i, word := range other {
		s[i] |= word
	}
}

// keep removes the docs that are not in another set.
func (s docSet) keep(other docSet) {
	for i, word := range other {
		s[i] &= word
	}
}
