package feed

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/htmlindex"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"
)

// maxRecord is the most bytes that one record may have. What opens a quote and never closes it would fill the
// memory otherwise.
const maxRecord = 1 << 20

// openText returns a file's text in UTF-8 without a byte order mark, its lines ended by LF alone, and
// the name of the encoding that it was in. In a file in UTF-8, single bytes may still be wrong.
func openText(r io.Reader) (text *bufio.Reader, encoding string, err error) {
	raw, err := unpack(r)
	if err != nil {
		return nil, "", err
	}
	// A wrong compressed file shows its fault here already, if it is a short one.
	head, err := raw.Peek(maxRecord)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, "", err
	}
	decoder, encoding, err := decoderOf(head)
	if err != nil {
		return nil, "", err
	}
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

// guessedEncoding is what a text is in that is not in UTF-8 and does not say what it is in.
const guessedEncoding = "windows-1252, as it is not UTF-8"

// decoderOf finds the encoding of a text by its beginning. Text that does not declare it and is not UTF-8 is
// taken for windows-1252 when nothing beyond ASCII in it is UTF-8 either; a single wrong byte proves nothing.
func decoderOf(head []byte) (decoder transform.Transformer, name string, err error) {
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
		if declared := xmlEncoding.FindSubmatch(head); declared != nil {
			return decoderNamed(string(declared[1]))
		}
		if right, wrong := beyondASCII(head); right == 0 && wrong >= minWrong {
			return charmap.Windows1252.NewDecoder(), guessedEncoding, nil
		}
		return transform.Nop, "UTF-8", nil
	}
	return unicode.UTF16(order, unicode.UseBOM).NewDecoder(), "UTF-16", nil
}

// xmlEncoding is the encoding that an XML text declares.
var xmlEncoding = regexp.MustCompile(`^\s*<\?xml[^>]*\sencoding\s*=\s*["']([^"'>]*)["']`)

// decoderNamed finds an encoding by the name that a text in some superset of ASCII declares.
func decoderNamed(name string) (decoder transform.Transformer, canonical string, err error) {
	if strings.HasPrefix(strings.ToLower(name), "utf") {
		return transform.Nop, "UTF-8", nil // It would have begun in another way in UTF-16.
	}
	encoding, err := htmlindex.Get(name)
	if err != nil {
		return nil, "", fmt.Errorf("it declares the encoding %q, which is not known here; save it in UTF-8", name)
	}
	if canonical, err = htmlindex.Name(encoding); err != nil {
		canonical = name
	}
	return encoding.NewDecoder(), canonical, nil
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
