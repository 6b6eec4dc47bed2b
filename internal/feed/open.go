package feed

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"
)

const (
	// maxRecord is the most bytes that one record may have. What opens a quote and never closes it would
	// fill the memory otherwise.
	maxRecord = 1 << 20
	// maxRatio is how many times its size a compressed file may unpack to, once it is larger than
	// ratioFrom bytes. Real feeds stay below 30; deflate ends at 1032, which only a bomb comes near.
	maxRatio  = 200
	ratioFrom = 32 << 20
)

// openText returns a file's text in UTF-8 without a byte order mark, its lines ended by LF alone, and
// the name of the encoding that it was in. In a file in UTF-8, single bytes may still be wrong.
func openText(r io.Reader) (text *bufio.Reader, encoding string, err error) {
	raw := bufio.NewReaderSize(r, maxRecord)
	if head, _ := raw.Peek(2); bytes.Equal(head, []byte{0x1f, 0x8b}) {
		if raw, err = unpack(raw); err != nil {
			return nil, "", err
		}
	}
	// A wrong compressed file shows its fault here already, if it is a short one.
	head, err := raw.Peek(maxRecord)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, "", err
	}
	decoder, encoding := decoderOf(head)
	text = bufio.NewReaderSize(transform.NewReader(raw, transform.Chain(decoder, lineEnds{})), maxRecord)
	return withoutMark(text), encoding, nil
}

// withoutMark takes a byte order mark out. Some programs write it behind a blank line, which stays, as
// lines are counted.
func withoutMark(text *bufio.Reader) *bufio.Reader {
	head, _ := text.Peek(16)
	before, _, marked := strings.Cut(string(head), "\ufeff")
	if !marked || strings.TrimSpace(before) != "" {
		return text
	}
	if _, err := text.Discard(len(before + "\ufeff")); err != nil {
		return text // It shows again when the text is read.
	}
	lines := strings.Repeat("\n", strings.Count(before, "\n"))
	return bufio.NewReaderSize(io.MultiReader(strings.NewReader(lines), text), maxRecord)
}

// unpack returns what a gzip file holds.
func unpack(r io.Reader) (*bufio.Reader, error) {
	packed := &counter{Reader: r}
	z, err := gzip.NewReader(packed)
	if err != nil {
		return nil, fmt.Errorf("unpacking: %w", err)
	}
	return bufio.NewReaderSize(&unpacker{from: z, packed: packed}, maxRecord), nil
}

// counter counts the bytes that are read through it.
type counter struct {
	io.Reader
	n int64
}

func (c *counter) Read(p []byte) (int, error) {
	n, err := c.Reader.Read(p)
	c.n += int64(n)
	return n, err
}

// unpacker reads a gzip file and stops when it holds far more than its size.
type unpacker struct {
	from   *gzip.Reader
	packed *counter
	n      int64
}

func (u *unpacker) Read(p []byte) (int, error) {
	n, err := u.from.Read(p)
	u.n += int64(n)
	switch {
	case u.n > ratioFrom && u.n > maxRatio*u.packed.n:
		return 0, fmt.Errorf("unpacking: it holds more than %d times its size, as no product file does; unpack it first if it is one", maxRatio)
	case errors.Is(err, io.ErrUnexpectedEOF):
		return n, errors.New("unpacking: the file is cut")
	case err != nil && !errors.Is(err, io.EOF):
		return n, fmt.Errorf("unpacking: %w", err)
	}
	return n, err
}

// decoderOf finds the encoding of a text by its beginning. Text that is not UTF-8 is taken for
// windows-1252 when nothing beyond ASCII in it is UTF-8 either; a single wrong byte proves nothing.
func decoderOf(head []byte) (transform.Transformer, string) {
	const minWrong = 2
	order := unicode.LittleEndian
	switch {
	case bytes.HasPrefix(head, []byte{0xff, 0xfe}):
	case bytes.HasPrefix(head, []byte{0xfe, 0xff}):
		order = unicode.BigEndian
	case zeros(head, 1):
	case zeros(head, 0):
		order = unicode.BigEndian
	default:
		if right, wrong := beyondASCII(head); right == 0 && wrong >= minWrong {
			return charmap.Windows1252.NewDecoder(), "windows-1252"
		}
		return transform.Nop, "UTF-8"
	}
	return unicode.UTF16(order, unicode.UseBOM).NewDecoder(), "UTF-16"
}

// zeros reports whether most of a text's bytes at even (0) or odd (1) places are zero, and hardly any
// of the others, as in UTF-16 without a mark.
func zeros(head []byte, place int) bool {
	head = head[:min(len(head), 512)&^1]
	var count [2]int
	for i, b := range head {
		if b == 0 {
			count[i%2]++
		}
	}
	return 4*count[place] > len(head) && 20*count[1-place] < len(head)
}

// beyondASCII counts the characters beyond ASCII in a text that are UTF-8, and the bytes that are not.
func beyondASCII(text []byte) (right, wrong int) {
	for i := 0; i < len(text); {
		if text[i] < utf8.RuneSelf {
			i++
			continue
		}
		r, n := utf8.DecodeRune(text[i:])
		i += n
		switch {
		case r != utf8.RuneError || n > 1:
			right++
		case utf8.FullRune(text[i-1:]):
			wrong++
		}
	}
	return right, wrong
}

// lineEnds turns CR LF and CR into LF, in files that mix them too.
type lineEnds struct{ transform.NopResetter }

// Transform implements transform.Transformer.
func (lineEnds) Transform(dst, src []byte, atEOF bool) (nDst, nSrc int, err error) {
	for nSrc < len(src) {
		plain := bytes.IndexByte(src[nSrc:], '\r')
		if plain < 0 {
			plain = len(src) - nSrc
		}
		n := copy(dst[nDst:], src[nSrc:nSrc+plain])
		nDst, nSrc = nDst+n, nSrc+n
		switch {
		case n < plain:
			return nDst, nSrc, transform.ErrShortDst
		case nSrc == len(src):
			return nDst, nSrc, nil
		case nSrc+1 == len(src) && !atEOF:
			return nDst, nSrc, transform.ErrShortSrc
		case nDst == len(dst):
			return nDst, nSrc, transform.ErrShortDst
		}
		dst[nDst] = '\n'
		nDst++
		nSrc++
		if nSrc < len(src) && src[nSrc] == '\n' {
			nSrc++
		}
	}
	return nDst, nSrc, nil
}
