package lexicon

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// A clitic is a word that is written together with the next one: "and the house" is one word in Hebrew
// and Arabic.
type clitic struct{ text, english string }

var (
	arabicClitics = []clitic{{"و", "and"}, {"ف", ""}, {"ال", ""}, {"لل", ""}, {"ل", ""}, {"ب", ""}, {"ك", ""}}
	hebrewClitics = []clitic{{"ו", "and"}, {"ש", "who"}, {"ה", ""}, {"ל", ""}, {"ב", ""}, {"מ", ""}, {"כ", ""}}
)

const (
	mostClitics  = 3 // in one word, which would take long to try otherwise
	leastLetters = 2 // behind a clitic
	mostWords    = 8 // of a phrase that begins behind one
)

// findJoined is find for a text that begins with a clitic or several, as many as are allowed.
func (g *glossary) findJoined(text []token, strict bool, allowed int) (match, bool) {
	if allowed == 0 {
		return match{}, false
	}
	for _, c := range g.clitics {
		rest, ok := strings.CutPrefix(text[0].text, c.text)
		if !ok || utf8.RuneCountInString(rest) < leastLetters {
			continue
		}
		words := slices.Clone(text[:min(len(text), mostWords)])
		words[0] = token{before: words[0].before, text: rest, folded: Fold(rest)}
		m, ok := g.find(words, strict)
		if !ok {
			m, ok = g.findJoined(words, strict, allowed-1)
		}
		if ok {
			e := *m.gloss
			e.english = strings.TrimSpace(c.english + " " + e.english)
			m.gloss = &e
			return m, true
		}
	}
	return match{}, false
}
