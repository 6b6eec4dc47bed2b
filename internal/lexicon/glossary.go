package lexicon

import (
	"fmt"
	"slices"
	"strings"
)

// A glossary knows the words of one language, and what they are in English.
type glossary struct {
	code  string // ISO 639-1
	marks bool   // diacritics alone tell words apart: chó is a dog, cho is for
	joins bool   // words are joined to new ones: Schokoladenfan

	stemmer stemmer             // nil where words have one form
	shared  map[string]bool     // words of English, which may be the first part of a joined one
	glosses map[string][]*gloss // by the first word, folded, and by its stem
}

// A gloss is a phrase of a language and its translation.
type gloss struct {
	english string // what the English reader understands; "" for words that say nothing
	words   []token
	stems   []string
	exact   bool // no other form of the words is meant
}

// newGlossaries lists the languages, in the order in which they are preferred where nothing else decides.
func newGlossaries() []*glossary {
	return []*glossary{
		{code: "de", joins: true},
		{code: "es"},
		{code: "fr"},
		{code: "it"},
		{code: "ja"},
		{code: "nl", joins: true},
		{code: "pl"},
		{code: "pt"},
		{code: "vi", marks: true},
		{code: "zh"},
	}
}

// nothing is how the tables write the translation of words that say nothing.
const nothing = "-"

// load reads the table of the language.
func (g *glossary) load() error {
	file := "languages/" + g.code + ".tsv"
	table, err := rows(file)
	if err != nil {
		return err
	}
	g.stemmer = stemmers[g.code]
	g.glosses = map[string][]*gloss{}
	for _, row := range table {
		if len(row) != 2 {
			return fmt.Errorf("%s: %q: %d columns, want 2", file, row, len(row))
		}
		english := strings.TrimSpace(strings.TrimPrefix(row[0], nothing))
		if strings.HasPrefix(row[0], nothing) && english != "" {
			english = row[0] // A suffix, such as "-free".
		}
		for phrase := range strings.SplitSeq(row[1], ", ") {
			if err := g.learn(english, phrase); err != nil {
				return fmt.Errorf("%s: %q: %w", file, row, err)
			}
		}
	}
	for _, list := range g.glosses {
		slices.SortStableFunc(list, func(a, b *gloss) int { return len(b.words) - len(a.words) })
	}
	return nil
}

func (g *glossary) learn(english, phrase string) error {
	phrase, exact := strings.CutPrefix(phrase, "=")
	words, _ := tokens(phrase)
	if len(words) == 0 {
		return fmt.Errorf("%q holds no word", phrase)
	}
	e := &gloss{english: english, words: words, exact: exact}
	for i := range words {
		e.stems = append(e.stems, g.stemmer.stem(words[i].folded))
	}
	first := words[0].folded
	g.glosses[first] = append(g.glosses[first], e)
	if stem := e.stems[0]; !exact && stem != first {
		g.glosses[stem] = append(g.glosses[stem], e)
	}
	return nil
}

// A match is a gloss that was found in a text.
type match struct {
	*gloss
	number string  // what stands for its number
	sure   float64 // how much it speaks for the language, for each word
}

// How much a match speaks for its language.
const (
	sureAsWritten = 1.0
	sureFolded    = 0.9
	sureStem      = 0.8
	sureJoined    = 0.7
)

// find returns the longest phrase that a text begins with. Of equal ones that which is written so wins.
func (g *glossary) find(text []token, strict bool) (match, bool) {
	best := match{}
	try := func(list []*gloss) {
		for _, e := range list {
			if best.gloss != nil && len(e.words) < len(best.words) {
				break
			}
			if m, ok := g.begins(text, e, strict); ok && (best.gloss == nil || len(e.words) > len(best.words) || m.sure > best.sure) {
				best = m
			}
		}
	}
	first := text[0].folded
	try(g.glosses[first])
	if stem := text[0].stemBy(g); stem != first {
		try(g.glosses[stem])
	}
	if _, ok := g.number(&text[0]); ok {
		try(g.glosses[anyNumber])
	}
	return best, best.gloss != nil
}

// begins reports whether a text begins with a phrase.
func (g *glossary) begins(text []token, e *gloss, strict bool) (match, bool) {
	m := match{gloss: e, sure: sureAsWritten}
	if len(text) < len(e.words) {
		return m, false
	}
	for i := range e.words {
		t, want := &text[i], &e.words[i]
		if i > 0 && t.parts(&text[i-1]) {
			return m, false
		}
		switch {
		case want.text == anyNumber:
			n, ok := g.number(t)
			if !ok {
				return m, false
			}
			m.number = n
		case t.text == want.text:
		case strict:
			if t.marked != want.marked {
				return m, false
			}
		case t.folded == want.folded:
			m.sure = min(m.sure, sureFolded)
		case !e.exact && t.stemBy(g) == e.stems[i]:
			m.sure = min(m.sure, sureStem)
		default:
			return m, false
		}
	}
	return m, true
}

// number returns the figures for a number, which may be written as a word.
func (g *glossary) number(t *token) (string, bool) {
	if t.isNumber() {
		return t.text, true
	}
	for _, e := range g.glosses[t.folded] {
		if len(e.words) == 1 && e.isNumber() && e.words[0].text == t.text {
			return e.english, true
		}
	}
	return "", false
}

// isNumber reports whether a gloss is the word for a number, which counts only where a number is looked
// for: "neuf" is nine and new.
func (e *gloss) isNumber() bool {
	return e.english != "" && e.english[0] >= '0' && e.english[0] <= '9' && len(e.english) < 3
}

// links are what stands between the parts of a joined word, the longest first.
var links = []string{"en", "es", "s", "n", "e", ""}

// split takes a joined word apart, so that "Schokoladenliebhaber" is found without being in a table.
func (g *glossary) split(t *token) (match, bool) {
	const part = 3 // letters of a part, at least
	word := t.folded
	if !g.joins || !isASCII(word) {
		return match{}, false
	}
	for cut := part; cut <= len(word)-part; cut++ {
		tail, ok := g.part(word[cut:])
		if !ok {
			continue
		}
		for _, link := range links {
			stem, ok := strings.CutSuffix(word[:cut], link)
			if !ok || len(stem) < part {
				continue
			}
			head, ok := g.part(stem)
			if !ok && len(stem) >= shortest && g.shared[stem] {
				head, ok = stem, true // "Whiskyliebhaber"
			}
			if ok {
				return match{&gloss{english: head + joint(tail) + tail, words: []token{*t}}, "", sureJoined}, true
			}
		}
	}
	return match{}, false
}

func joint(tail string) string {
	if strings.HasPrefix(tail, "-") {
		return ""
	}
	return " "
}

// part returns the English for a part of a joined word.
func (g *glossary) part(word string) (string, bool) {
	for _, key := range []string{word, g.stemmer.stem(word)} {
		for _, e := range g.glosses[key] {
			if len(e.words) == 1 && e.english != "" && (e.words[0].folded == word || !e.exact && e.stems[0] == key) {
				return e.english, true
			}
		}
	}
	return "", false
}
