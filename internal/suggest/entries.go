package suggest

import (
	"encoding/binary"
	"iter"
)

// Entries are the terms of gifts in the making of an index. There are dozens for each gift, so they are packed: one
// takes some five bytes.
type entries struct {
	blocks [][]byte
	starts []place // by gift
}

// A place is one in the blocks.
type place struct{ block, offset int32 }

// blockSize is how long a block gets at least, in bytes. Blocks are not copied as a slice is that grows.
const blockSize = 1 << 20

// An entry is a term in a gift.
type entry struct {
	term int32
	tf   frequency
}

// add packs the terms of the next gift.
func (e *entries) add(terms []entry) {
	if n := len(e.blocks); n == 0 || len(e.blocks[n-1]) >= blockSize {
		e.blocks = append(e.blocks, make([]byte, 0, blockSize+blockSize/16))
	}
	last := len(e.blocks) - 1
	b := e.blocks[last]
	e.starts = append(e.starts, place{int32(last), int32(len(b))})
	b = binary.AppendUvarint(b, uint64(len(terms)))
	for i := range terms {
		b = binary.AppendUvarint(b, uint64(terms[i].term))
		b = append(b, byte(terms[i].tf.fields()))
		for _, n := range terms[i].tf {
			if n > 0 {
				b = append(b, n)
			}
		}
	}
	e.blocks[last] = b
}

// of yields the terms of a gift, in the order in which they were added.
func (e *entries) of(gift int) iter.Seq[entry] {
	return func(yield func(entry) bool) {
		at := e.starts[gift]
		b := e.blocks[at.block][at.offset:]
		count, size := binary.Uvarint(b)
		b = b[size:]
		for range count {
			term, size := binary.Uvarint(b)
			one, held := entry{term: int32(term)}, fieldSet(b[size])
			b = b[size+1:]
			for f := range fields {
				if held.has(f) {
					one.tf[f], b = b[0], b[1:]
				}
			}
			if !yield(one) {
				return
			}
		}
	}
}
