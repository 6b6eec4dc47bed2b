package feed

import (
	"fmt"
	"io"
	"slices"
)

// errTooLong says of a piece of a text that it is too long.
var errTooLong = fmt.Errorf("a record of more than %d bytes", maxRecord)

// bounded reads a text for a decoder that takes it piece by piece, and ends with an error within a piece
// that has more than maxRecord bytes.
type bounded struct {
	in   io.Reader
	left int // of the piece at hand
}

// next begins another piece.
func (b *bounded) next() { b.left = maxRecord }

func (b *bounded) Read(p []byte) (int, error) {
	if b.left <= 0 {
		return 0, errTooLong
	}
	n, err := b.in.Read(p[:min(len(p), b.left)])
	b.left -= n
	return n, err
}

// A lineCounter knows on which line of a text a place is, for a decoder that reads ahead.
type lineCounter struct {
	in     io.Reader
	offset int64   // read so far
	ends   []int64 // of the lines that are read and may be asked for
	passed int     // lines before those
}

func (l *lineCounter) Read(p []byte) (int, error) {
	n, err := l.in.Read(p)
	for i, b := range p[:n] {
		if b == '\n' {
			l.ends = append(l.ends, l.offset+int64(i))
		}
	}
	l.offset += int64(n)
	return n, err
}

// at returns the line of an offset, counted from 1. Offsets are asked for in their order.
func (l *lineCounter) at(offset int64) int {
	n := 0
	for n < len(l.ends) && l.ends[n] < offset {
		n++
	}
	l.ends, l.passed = slices.Delete(l.ends, 0, n), l.passed+n
	return l.passed + 1
}
