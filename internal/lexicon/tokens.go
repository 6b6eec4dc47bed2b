package lexicon

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// A token is a word of a text that may be in any language, and what stands before it.
type token struct {
	before string // the marks and spaces between the token before and this one
	text   string // in lower case, with its diacritics
	folded string

	entry *entry // in the glossary that last looked it up
	of    *glossary
}

// anyNumber is the token that stands for a number in the glossaries.
const anyNumber = "#"

// tokens splits a text into its tokens and what stands behind the last of them. An apostrophe parts words,
// as French and Italian join articles by it; so does the end of a number, "6anni". In scripts without spaces
// each letter is a token, so that a word is found as a phrase, wherever it begins.
func tokens(text string) (list []token, rest string) {
	text = normal(text)
	var folded strings.Builder
	table, mark := (*foldTable)(nil), 0 // what is folded, from mark on, is the token's
	start, from := -1, 0                // of the token, and of what stands before it
	wasDigit, alone := false, false     // alone is true in a token of a single letter
	end := func(i int) {
		if start < 0 {
			return
		}
		t := token{before: text[from:start], text: text[start:i], folded: text[start:i]}
		if table != nil {
			t.folded = folded.String()[mark:]
			mark = folded.Len()
		}
		list = append(list, t)
		start, from = -1, i
	}
	length := 5 // of a word and a space, in bytes
	if !isASCII(text) {
		length, table = 3, folds()
		folded.Grow(len(text))
	}
	list = make([]token, 0, len(text)/length+1)
	for i, c := range text {
		isDigit := unicode.IsDigit(c)
		switch {
		case c == '#', (isUnspaced(c) || unicode.Is(unicode.Hangul, c)) && !unicode.IsMark(c):
			end(i)
			start, alone = i, true
		case unicode.IsLetter(c), isDigit, unicode.IsMark(c):
			if start >= 0 && (isDigit != wasDigit || alone) && !unicode.IsMark(c) {
				end(i)
			}
			if start < 0 {
				start, alone = i, false
			}
			wasDigit = isDigit
		default:
			end(i)
			continue
		}
		if table != nil {
			table.write(&folded, c)
		}
	}
	end(len(text))
	return list, text[from:]
}

// normal returns a text in lower case and in NFKC, with figures in ASCII, those of ages in Han numerals too, and
// without what is not seen.
func normal(text string) string {
	if isASCII(text) {
		return strings.ToLower(text)
	}
	return countHanAges(strings.Map(func(c rune) rune {
		if isUnseen(c) {
			return -1
		}
		return unicode.ToLower(figure(c))
	}, norm.NFKC.String(text)))
}

// sameMarks reports whether two words that are folded to the same have the same marks, wherever in them they
// are typed: both "hoà" and "hòa" are written.
func sameMarks(a, b string) bool {
	var first, second [8]rune // more than words have
	return slices.Equal(appendMarks(first[:0], a), appendMarks(second[:0], b))
}

// appendMarks appends the marks of a word in their order.
func appendMarks(marks []rune, word string) []rune {
	table := folds()
	for _, c := range word {
		marks = append(marks, table.marks(c)...)
	}
	slices.Sort(marks)
	return marks
}

// pauses reports whether a mark that parts clauses stands before the token.
func (t *token) pauses() bool {
	return strings.ContainsAny(t.before, ",.;:!?()[]\n|/、。・،؛؟।")
}

// isNumber reports whether the token is written in figures.
func (t *token) isNumber() bool { return t.text[0] >= '0' && t.text[0] <= '9' }

// parts reports whether the token begins a clause. The marks of "40. Geburtstag" and "8/3" make none.
func (t *token) parts(last *token) bool {
	return t.pauses() && (!last.isNumber() || t.before != ". " && (t.before != "/" || !t.isNumber()))
}

// first returns the first letter of the token.
func (t *token) first() rune {
	c, _ := utf8.DecodeRuneInString(t.text)
	return c
}

// in returns what a glossary has for the token or for another form of it, nil for nothing.
func (t *token) in(g *glossary) *entry {
	if t.of != g {
		t.of, t.entry = g, g.lookUp(t.folded)
	}
	return t.entry
}
