package feed

import (
	"fmt"
	"io"
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
