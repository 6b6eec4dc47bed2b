package lexicon

import "strings"

// links are what stands between the parts of a joined word, the longest first.
var links = []string{"en", "es", "s", "n", "e", ""}

const (
	shortestPart  = 3  // letters of a part, at least
	longestJoined = 40 // letters of a word that is taken apart, at most
	derivedPart   = 5  // letters of a part that is derived: "mithai" is no shark
)

// split takes a joined word apart, so that "Schokoladenliebhaber" is found without being in a table.
func (g *glossary) split(t *token) (match, bool) {
	word := t.folded
	if !g.joins || !isASCII(word) || len(word) > longestJoined {
		return match{}, false
	}
	for cut := shortestPart; cut <= len(word)-shortestPart; cut++ {
		tail, ok := g.part(word[cut:])
		if !ok {
			continue
		}
		if head, ok := g.firstPart(word[:cut]); ok {
			return match{&gloss{english: head + joint(tail) + tail, words: []token{*t}}, "", sureJoined}, true
		}
	}
	return match{}, false
}

// firstPart returns the English for the first part of a joined word and what links it to the next.
func (g *glossary) firstPart(linked string) (string, bool) {
	for _, link := range links {
		word, ok := strings.CutSuffix(linked, link)
		if !ok || len(word) < shortestPart {
			continue
		}
		if english, ok := g.part(word); ok {
			return english, true
		}
		if len(word) >= shortest && g.shared[word] {
			return word, true // "Whiskyliebhaber"
		}
	}
	return "", false
}

func joint(tail string) string {
	if strings.HasPrefix(tail, "-") {
		return ""
	}
	return " "
}

// part returns the English for a part of a joined word.
func (g *glossary) part(word string) (string, bool) {
	e := g.lookUp(word)
	if e == nil {
		return "", false
	}
	for _, gl := range e.glosses {
		if gl.derived && len(word) < derivedPart {
			continue
		}
		if len(gl.words) == 1 && gl.english != "" && (gl.words[0].folded == word || !gl.exact && gl.stems[0] == e.stem) {
			return gl.english, true
		}
	}
	return "", false
}
