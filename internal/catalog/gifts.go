package catalog

import (
	"iter"
	"sort"
)

// Gifts are many gifts in little memory: some 600 bytes each, most of them texts, where a slice of Gift would take
// twice as much and give the garbage collector dozens of pointers to follow for each. They never change.
type Gifts struct {
	packs []pack // each of packSize gifts, but for the last
	count int
}

// Pack makes Gifts of a list. Times are kept to the second, in UTC.
func Pack(list []Gift) Gifts {
	var p packer
	for i := range list {
		p.add(&list[i])
	}
	return p.gifts()
}

// Len returns how many gifts there are.
func (s *Gifts) Len() int { return s.count }

// At returns a gift by its number, from 0.
func (s *Gifts) At(i int) *Gift {
	var g Gift
	s.packs[i/packSize].unpack(i%packSize, &g)
	return &g
}

// ID returns the id of a gift, for less than At does.
func (s *Gifts) ID(i int) string { return s.packs[i/packSize].id(i % packSize) }

// Find returns the number of the gift with an id, where gifts are ordered by id.
func (s *Gifts) Find(id string) (i int, found bool) {
	i = sort.Search(s.count, func(i int) bool { return s.ID(i) >= id })
	return i, i < s.count && s.ID(i) == id
}

// All yields all gifts with their numbers, as Range does.
func (s *Gifts) All() iter.Seq2[int, *Gift] { return s.Range(0, s.count) }

// List unpacks all gifts.
func (s *Gifts) List() []Gift {
	list := make([]Gift, 0, s.count)
	for _, g := range s.All() {
		list = append(list, *g)
	}
	return list
}

// Range yields the gifts from one number to before another. The Gift is the same each time, with the values of the
// next; what its fields refer to is not used again.
func (s *Gifts) Range(from, to int) iter.Seq2[int, *Gift] {
	return func(yield func(int, *Gift) bool) {
		var g Gift
		for i := from; i < to; i++ {
			s.packs[i/packSize].unpack(i%packSize, &g)
			if !yield(i, &g) {
				return
			}
		}
	}
}

// join puts gifts behind those of s, which fill their packs.
func (s *Gifts) join(more Gifts) {
	s.packs, s.count = append(s.packs, more.packs...), s.count+more.count
}
