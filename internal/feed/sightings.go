package feed

import (
	"hash/maphash"
	"iter"
	"slices"
)

// Sightings remember what has been seen of each id and group. A file may have millions, so they keep a hash of 64
// bits instead of the text. Its seed is another one each time, so that nobody can make up names that collide. The
// odds that any two of a million do are 1 in 37 million, and then the report says of the second that it is repeated.
type sightings struct {
	seed    maphash.Seed
	by      map[uint64]sighting
	files   []string
	reasons []string
}

// A sighting is what has been seen of a name. It holds no pointers, so that the garbage collector need not look at it.
type sighting struct {
	line, file uint32 // where an offer was taken; the file is an index of files
	reason     uint16 // why the product is left out, an index of reasons
	isProduct  bool
	isTaken    bool
	isAlone    bool // nothing can be added to what was taken
}

func newSightings() sightings {
	return sightings{seed: maphash.MakeSeed(), by: map[uint64]sighting{}}
}

// change changes what has been seen of a name.
func (s *sightings) change(name string, to func(*sighting)) {
	key := maphash.String(s.seed, name)
	seen := s.by[key]
	to(&seen)
	s.by[key] = seen
}

// take remembers where the offer of an id was taken, or the last one of a group, and whether it stands alone.
func (s *sightings) take(name string, at Place, alone bool) {
	s.change(name, func(seen *sighting) {
		seen.line, seen.file = uint32(at.Line), uint32(indexIn(&s.files, at.File))
		seen.isTaken, seen.isAlone = true, alone
	})
}

// taken returns where an offer of a name was taken, if one was.
func (s *sightings) taken(name string) (at Place, alone, ok bool) {
	seen := s.by[maphash.String(s.seed, name)]
	if !seen.isTaken {
		return Place{}, false, false
	}
	return Place{File: s.files[seen.file], Line: int(seen.line)}, seen.isAlone, true
}

// settle remembers why a product is left out, "" when a gift is made of it. What speaks for it outweighs what was
// seen before. It reports whether the product is a new one.
func (s *sightings) settle(product, reason string) (isNew bool) {
	s.change(product, func(seen *sighting) {
		isNew = !seen.isProduct
		if isNew || reason == "" {
			seen.reason, seen.isProduct = uint16(indexIn(&s.reasons, reason)), true
		}
	})
	return isNew
}

// leftOut are why products are left out, one by one.
func (s *sightings) leftOut() iter.Seq[string] {
	return func(yield func(string) bool) {
		for _, seen := range s.by {
			if seen.isProduct && s.reasons[seen.reason] != "" && !yield(s.reasons[seen.reason]) {
				return
			}
		}
	}
}

// indexIn returns the place of a text in a list of a few, to which it is added if need be.
func indexIn(list *[]string, text string) int {
	i := slices.Index(*list, text)
	if i < 0 {
		i = len(*list)
		*list = append(*list, text)
	}
	return i
}
