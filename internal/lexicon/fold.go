package lexicon

import (
	"strings"
	"sync"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// Fold makes texts that differ only in how they are typed equal: in case, width, diacritics, the shape of an
// apostrophe or of a figure, and in the vowel points and letter forms that Arabic and Hebrew may leave out.
func Fold(text string) string {
	if isASCII(text) {
		return strings.ToLower(text)
	}
	table := folds()
	var b strings.Builder
	b.Grow(len(text))
	for _, c := range norm.NFKC.String(text) {
		table.write(&b, c)
	}
	return b.String()
}

// A foldTable holds what letters are folded to.
type foldTable struct {
	low  [0x700]letter           // Latin, Greek, Cyrillic, Hebrew, Arabic
	high [0x2000 - 0x1E00]letter // Latin and Greek with several marks
}

// A letter is what one is folded to, and what it loses by that.
type letter struct {
	folded string
	marks  []rune
}

var folds = sync.OnceValue(func() *foldTable {
	t := &foldTable{}
	for i := range t.low {
		t.low[i] = foldLetter(rune(i))
	}
	for i := range t.high {
		t.high[i] = foldLetter(0x1E00 + rune(i))
	}
	return t
})

// write writes what a letter of a text in NFKC is folded to.
func (t *foldTable) write(b *strings.Builder, c rune) {
	switch {
	case int(c) < len(t.low):
		b.WriteString(t.low[c].folded)
	case 0x1E00 <= c && c < 0x2000:
		b.WriteString(t.high[c-0x1E00].folded)
	case c == '’', c == '‘':
		b.WriteByte('\'')
	case !isUnseen(c):
		b.WriteRune(unicode.ToLower(figure(c)))
	}
}

// marks returns what a letter loses when it is folded.
func (t *foldTable) marks(c rune) []rune {
	switch {
	case int(c) < len(t.low):
		return t.low[c].marks
	case 0x1E00 <= c && c < 0x2000:
		return t.high[c-0x1E00].marks
	}
	return nil
}

// foldLetter folds a letter of one of the scripts that a foldTable is for.
func foldLetter(c rune) letter {
	c = unicode.ToLower(figure(c))
	if c == 'й' || c == 'ї' {
		return letter{folded: string(c)} // One of its own, which nobody types without its mark.
	}
	var b strings.Builder
	var marks []rune
	for _, part := range norm.NFD.String(string(c)) {
		switch {
		case isUnseen(part):
		case unicode.Is(points, part):
			marks = append(marks, part)
		default:
			b.WriteRune(part)
		}
	}
	folded := special.Replace(b.String())
	if folded != b.String() {
		marks = append(marks, c)
	}
	return letter{folded, marks}
}

// points are the marks that change no letter into another: accents and, in Hebrew and Arabic, vowels. In
// other scripts vowels are marks too, which are not left out.
var points = &unicode.RangeTable{R16: []unicode.Range16{
	{0x0300, 0x036F, 1},
	{0x0591, 0x05BD, 1},
	{0x05BF, 0x05BF, 1},
	{0x05C1, 0x05C2, 1},
	{0x05C4, 0x05C5, 1},
	{0x05C7, 0x05C7, 1},
	{0x0610, 0x061A, 1},
	{0x0640, 0x0640, 1},
	{0x064B, 0x065F, 1},
	{0x0670, 0x0670, 1},
	{0x06D6, 0x06DC, 1},
	{0x06DF, 0x06E8, 1},
}}

// special holds letters that are no others with a mark, and what they are taken for.
var special = strings.NewReplacer(
	"ß", "ss", "æ", "ae", "œ", "oe", "ø", "o", "đ", "d", "ð", "d", "þ", "th", "ł", "l", "ı", "i", "ʼ", "'",
	"ς", "σ", // at the end of a word
	"ة", "ه", "ى", "ي", "ٱ", "ا", // as they are often typed
)

// isUnseen finds what only tells how a text is shown: joiners, directions, the choice of an emoji's look.
func isUnseen(c rune) bool { return c >= 0xAD && unicode.Is(unseen, c) }

var unseen = &unicode.RangeTable{R16: []unicode.Range16{
	{0x00AD, 0x00AD, 1},
	{0x061C, 0x061C, 1},
	{0x200B, 0x200F, 1},
	{0x202A, 0x202E, 1},
	{0x2060, 0x206F, 1},
	{0xFE00, 0xFE0F, 1},
	{0xFEFF, 0xFEFF, 1},
}, LatinOffset: 1}

// zeros are the figures for nothing that are followed by those for one to nine, in scripts that have figures
// of their own.
var zeros = []rune{0x0660, 0x06F0, 0x0966, 0x0E50} // Arabic, Persian, Devanagari, Thai

// figure returns a figure in ASCII. What is none stays.
func figure(c rune) rune {
	for _, zero := range zeros {
		if zero <= c && c <= zero+9 {
			return '0' + c - zero
		}
	}
	return c
}

func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= 0x80 {
			return false
		}
	}
	return true
}

// isUnspaced finds letters of the scripts that put no spaces between words, and what stands among them.
func isUnspaced(c rune) bool { return c >= 0x0E01 && unicode.Is(unspaced, c) }

// unspaced are Thai, Hiragana, Katakana with the mark for a long vowel, and Han, as far as they are letters
// and marks.
var unspaced = &unicode.RangeTable{
	R16: []unicode.Range16{
		{0x0E01, 0x0E3A, 1},
		{0x0E40, 0x0E4E, 1},
		{0x3005, 0x3007, 2},
		{0x3041, 0x3096, 1},
		{0x3099, 0x309A, 1},
		{0x309D, 0x309F, 1},
		{0x30A1, 0x30FA, 1},
		{0x30FC, 0x30FF, 1},
		{0x31F0, 0x31FF, 1},
		{0x3400, 0x4DBF, 1},
		{0x4E00, 0x9FFF, 1},
		{0xF900, 0xFAFF, 1},
	},
	R32: []unicode.Range32{{0x20000, 0x3FFFF, 1}},
}
