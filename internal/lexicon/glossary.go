package lexicon

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"
	"sync"
)

// A glossary knows the words of one language, and what they are in English.
type glossary struct {
	code  string // ISO 639-1
	marks bool   // diacritics alone tell words apart: chó is a dog, cho is for
	joins bool   // words are joined to new ones: Schokoladenfan
	final bool   // verbs stand behind their object: チョコが好き

	sources []source
	clitics []clitic          // words that are written together with the next
	persons map[string]bool   // phrases of English for whom a gift may be for
	stemmer stemmer           // nil where words have one form
	shared  map[string]bool   // words of English, which may be the first part of a joined one
	words   map[string]*entry // by the folded word
	stems   map[string]*entry // by the stem that words have in common
	heads   map[string]bool   // the first letters of the stems
	loaded  sync.Once
}

// An entry is what a glossary has for a word.
type entry struct {
	stem    string
	glosses []*gloss // that begin with the word, the longest first, those by hand before others
}

// A gloss is a phrase of a language and its translation.
type gloss struct {
	english string // what the English reader understands; "" for words that say nothing
	couples string // what it is where the texts tell of an occasion of couples; "" for the same
	words   []token
	stems   []string
	exact   bool // no other form of the words is meant
	derived bool // not by hand
	person  bool // somebody whom a gift may be for
}

// newGlossaries lists the languages, in the order in which they are preferred where nothing else decides, to be read
// from some sources.
func newGlossaries(from []source) []*glossary {
	list := []*glossary{
		{code: "ar", clitics: arabicClitics},
		{code: "cs"},
		{code: "da", joins: true},
		{code: "de", joins: true},
		{code: "el"},
		{code: "es"},
		{code: "fi", joins: true},
		{code: "fr"},
		{code: "he", clitics: hebrewClitics},
		{code: "hi", final: true},
		{code: "hu", joins: true},
		{code: "id"},
		{code: "it"},
		{code: "ja", final: true},
		{code: "ko", final: true},
		{code: "nl", joins: true},
		{code: "no", joins: true},
		{code: "pl"},
		{code: "pt"},
		{code: "ro"},
		{code: "ru"},
		{code: "sv", joins: true},
		{code: "th"},
		{code: "tr"},
		{code: "uk"},
		{code: "vi", marks: true},
		{code: "zh"},
	}
	for _, g := range list {
		g.sources = from
	}
	return list
}

// nothing is how the tables write the translation of words that say nothing.
const nothing = "-"

// A source is where glossaries are read from: folders with a table for each language that there is one for.
type source struct {
	folders []string // what stands in the first goes before what stands in the next
	derived bool     // not by hand but from names of emoji
}

var derived = source{[]string{"annotations"}, true}

// What people say is read from the tables by hand and the derived ones. A word may be something else in the name of a
// thing for sale: who loves "tênis" plays tennis, but whoever sells some sells shoes.
var (
	ofPeople = []source{{folders: []string{"languages"}}, derived}
	ofThings = []source{{folders: []string{"goods", "languages"}}, derived}
)

// each calls f for the table of a language in each folder that has one.
func (s source) each(code string, f func(table [][]string) error) error {
	for _, folder := range s.folders {
		file := folder + "/" + code + ".tsv"
		table, err := rows(file)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err == nil {
			err = f(table)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
	}
	return nil
}

// load reads the tables of the language when it is first needed.
func (g *glossary) load() *glossary {
	g.loaded.Do(func() {
		g.stemmer = stemmers[g.code]
		for _, s := range g.sources {
			err := s.each(g.code, func(table [][]string) error { return g.read(table, s.derived) })
			if err != nil {
				panic(err) // As in Default.
			}
		}
		g.index()
	})
	return g
}

// read reads a table of the language.
func (g *glossary) read(table [][]string, derived bool) error {
	for _, row := range table {
		if len(row) != 2 {
			return fmt.Errorf("%q: %d columns, want 2", row, len(row))
		}
		english := strings.TrimSpace(strings.TrimPrefix(row[0], nothing))
		if strings.HasPrefix(row[0], nothing) && english != "" {
			english = row[0] // A suffix, such as "-free".
		}
		english, couples, _ := strings.Cut(english, " / ")
		for phrase := range strings.SplitSeq(row[1], ", ") {
			if err := g.learn(gloss{english: english, couples: couples, derived: derived}, phrase); err != nil {
				return fmt.Errorf("%q: %w", row, err)
			}
		}
	}
	return nil
}

// inflected is how many letters a derived word has at least that is found in other forms too. Nobody has
// looked what else the stems of shorter ones are.
const inflected = 6

// learn adds a phrase for a translation.
func (g *glossary) learn(gl gloss, phrase string) error {
	phrase, exact := strings.CutPrefix(phrase, "=")
	gl.words, _ = tokens(phrase)
	if len(gl.words) == 0 {
		return fmt.Errorf("%q holds no word", phrase)
	}
	gl.person = g.persons[gl.english]
	gl.exact = exact || gl.derived && len(gl.words[0].folded) < inflected
	for i := range gl.words {
		gl.stems = append(gl.stems, g.enter(gl.words[i].folded).stem)
	}
	first := g.words[gl.words[0].folded]
	first.glosses = append(first.glosses, &gl)
	return nil
}

// enter returns the entry of a folded word, a new one if there is none.
func (g *glossary) enter(folded string) *entry {
	e := g.words[folded]
	if e == nil {
		if g.words == nil {
			g.words = map[string]*entry{}
		}
		e = &entry{stem: g.stemmer.stem(folded)}
		g.words[folded] = e
	}
	return e
}

// index brings together the entries of words with a common stem.
func (g *glossary) index() {
	g.stems, g.heads = map[string]*entry{}, map[string]bool{}
	for _, e := range g.words {
		if g.stems[e.stem] == nil {
			g.stems[e.stem] = &entry{stem: e.stem}
			g.heads[head(e.stem)] = true
		}
	}
	for _, word := range slices.Sorted(maps.Keys(g.words)) {
		e, family := g.words[word], g.stems[g.words[word].stem]
		for _, gl := range e.glosses {
			if !gl.exact {
				family.glosses = append(family.glosses, gl)
			}
		}
	}
	for _, e := range g.words {
		for _, gl := range g.stems[e.stem].glosses {
			if !slices.Contains(e.glosses, gl) {
				e.glosses = append(e.glosses, gl)
			}
		}
		slices.SortStableFunc(e.glosses, longestFirst)
	}
	for _, e := range g.stems {
		slices.SortStableFunc(e.glosses, longestFirst)
	}
}

func longestFirst(a, b *gloss) int { return len(b.words) - len(a.words) }

// head returns the first letters of a word, which all of its forms have.
func head(word string) string { return word[:min(len(word), 3)] }

// lookUp returns what the glossary has for a folded word or for another form of it, nil for nothing. Stems
// take their time, so none is made of a word that begins like none in the tables.
func (g *glossary) lookUp(folded string) *entry {
	if e := g.words[folded]; e != nil {
		return e
	}
	if g.stemmer == nil || !g.heads[head(folded)] {
		return nil
	}
	return g.stems[g.stemmer.stem(folded)]
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
	sureDerived   = 0.5 // of what it would be by hand
)

// find returns the longest phrase that a text begins with. Of equal ones that which is written so wins.
func (g *glossary) find(text []token, strict bool) (match, bool) {
	best := match{}
	try := func(e *entry) {
		if e == nil {
			return
		}
		for _, gl := range e.glosses {
			if best.gloss != nil && len(gl.words) < len(best.words) {
				break
			}
			if m, ok := g.begins(text, gl, strict); ok && (best.gloss == nil || len(gl.words) > len(best.words) || m.sure > best.sure) {
				best = m
			}
		}
	}
	try(text[0].in(g))
	if _, ok := g.number(&text[0]); ok {
		try(g.words[anyNumber])
	}
	return best, best.gloss != nil
}

// begins reports whether a text begins with a phrase.
func (g *glossary) begins(text []token, gl *gloss, strict bool) (match, bool) {
	m := match{gloss: gl, sure: sureAsWritten}
	if len(text) < len(gl.words) {
		return m, false
	}
	for i := range gl.words {
		t, want := &text[i], &gl.words[i]
		if i > 0 && t.parts(&text[i-1]) {
			return m, false
		}
		if want.text == anyNumber {
			n, ok := g.number(t)
			if !ok {
				return m, false
			}
			m.number = n
			continue
		}
		m.sure = min(m.sure, g.likeness(t, gl, i, strict))
	}
	if gl.derived {
		m.sure *= sureDerived
	}
	return m, m.sure > 0
}

// likeness says how surely a token is word i of a phrase, 0 when it is not.
func (g *glossary) likeness(t *token, gl *gloss, i int, strict bool) float64 {
	want := &gl.words[i]
	switch {
	case t.text == want.text:
		return sureAsWritten
	case strict:
		if t.folded == want.folded && sameMarks(t.text, want.text) {
			return sureAsWritten
		}
	case t.folded == want.folded:
		return sureFolded
	case !gl.exact && t.in(g) != nil && t.in(g).stem == gl.stems[i]:
		return sureStem
	}
	return 0
}

// number returns the figures for a number, which may be written as a word.
func (g *glossary) number(t *token) (string, bool) {
	if t.isNumber() {
		return t.text, true
	}
	if e := g.words[t.folded]; e != nil {
		for _, gl := range e.glosses {
			if len(gl.words) == 1 && gl.isNumber() && gl.words[0].text == t.text {
				return gl.english, true
			}
		}
	}
	return "", false
}

// isNumber reports whether a gloss is the word for a number, which counts only where a number is looked
// for: "neuf" is nine and new.
func (gl *gloss) isNumber() bool {
	return gl.english != "" && gl.english[0] >= '0' && gl.english[0] <= '9' && len(gl.english) < 3
}
