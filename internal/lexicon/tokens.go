package lexicon

import (
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// A token is a word of a text that may be in any language, and what stands before it.
type token struct {
	before string // the marks and spaces between the token before and this one
	text   string // in lower case, with its diacritics
	folded string
	marked string // folded but for its diacritics, wherever in the word they are typed

	stem    string // by the glossary that last asked for it, as stems take their time
	stemmer *glossary
}

// anyNumber is the token that stands for a number in the glossaries.
const anyNumber = "#"

// unspaced are the scripts that put no spaces between words. Each of their letters is a token, so that a
// word is found as a phrase, wherever it begins.
var unspaced = []*unicode.RangeTable{unicode.Han, unicode.Hiragana, unicode.Katakana}

// tokens splits a text into its tokens and what stands behind the last of them. An apostrophe parts words,
// as French and Italian join articles by it; so does the end of a number, "6anni".
func tokens(text string) (list []token, rest string) {
	text = strings.ToLower(norm.NFKC.String(text))
	list = make([]token, 0, len(text)/5+1)
	start, from := -1, 0            // of the token, and of what stands before it
	wasDigit, alone := false, false // alone is true in a token of a single letter
	end := func(i int) {
		if start >= 0 {
			list = append(list, newToken(text[from:start], text[start:i]))
			start, from = -1, i
		}
	}
	for i, c := range text {
		isDigit := unicode.IsDigit(c)
		switch {
		case c == '#', unicode.In(c, unspaced...):
			end(i)
			start = i
			alone = true
			continue
		case unicode.IsLetter(c), isDigit, unicode.IsMark(c):
			if start >= 0 && (isDigit != wasDigit || alone && !unicode.IsMark(c)) {
				end(i)
			}
			alone = alone && start >= 0
			if start < 0 {
				start = i
			}
			wasDigit = isDigit
		default:
			end(i)
		}
	}
	end(len(text))
	return list, text[from:]
}

func newToken(before, text string) token {
	t := token{before: before, text: text, folded: text, marked: text}
	if !isASCII(text) {
		t.folded, t.marked = Fold(text), sortMarks(text)
	}
	return t
}

// sortMarks puts the marks of a word behind its letters: both "hoà" and "hòa" are written.
func sortMarks(text string) string {
	var letters, marks []rune
	for _, c := range norm.NFD.String(text) {
		if unicode.IsMark(c) {
			marks = append(marks, c)
		} else {
			letters = append(letters, c)
		}
	}
	slices.Sort(marks)
	return string(letters) + string(marks)
}

// pauses reports whether a mark that parts clauses stands before the token.
func (t *token) pauses() bool { return strings.ContainsAny(t.before, ",.;:!?()[]\n|/、。") }

// isNumber reports whether the token is written in figures.
func (t *token) isNumber() bool { return t.text[0] >= '0' && t.text[0] <= '9' }

// parts reports whether the token begins a clause. The marks of "40. Geburtstag" and "8/3" make none.
func (t *token) parts(last *token) bool {
	return t.pauses() && (!last.isNumber() || t.before != ". " && (t.before != "/" || !t.isNumber()))
}

// stemBy returns the stem of the token in a language.
func (t *token) stemBy(g *glossary) string {
	if t.stemmer != g {
		t.stemmer, t.stem = g, g.stemmer.stem(t.folded)
	}
	return t.stem
}
