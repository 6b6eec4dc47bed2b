package lexicon

import (
	"strings"
	"testing"
)

// A table that is broken is refused; one that is not is of use, as a glossary or as concepts.
func FuzzTables(f *testing.F) {
	for _, s := range []string{
		"", "# a\n", "cat\tgato, =gata", "-\tde, la", "-free\tfrei", "#-year-old\t# años", "girl / girlfriend\tragazza", "8\t=acht", "\t", "a\t=", "a\tb\tc",
		"chess\t\tchessboard", "wife\tpartner\t18-\twifey", "birthday\tbday", "a\tb\t3-x\tc", "\t\t\t", "=", "a\t=a",
	} {
		f.Add(s, "gata de 8 años")
	}
	f.Fuzz(func(_ *testing.T, table, text string) {
		translate(table, text)
		findConcepts(table, text)
	})
}

// translate translates a text by a glossary, if the table is one.
func translate(table, text string) {
	g := &glossary{code: "es", joins: true, stemmer: stemmers["es"]}
	if g.read(parseTable(table), false) != nil {
		return
	}
	g.index()
	list, rest := tokens(text)
	r := &reading{tokens: list, rest: rest}
	p := plan{matches: make([]match, len(list))}
	p.read(g, list, make([]bool, len(list)), false)
	p.text(r, true)
}

// findConcepts looks for the concepts of a table in a text and in the table itself, for each kind that it is one of.
func findConcepts(table, text string) {
	l := &Lexicon{broad: map[string]bool{}}
	for kind := range kinds {
		l.phrases[kind] = map[string][]phrase{}
		for _, row := range parseTable(table) {
			if l.add(kind, row) != nil {
				break
			}
		}
		for _, s := range []string{text, strings.ReplaceAll(table, "\t", " ")} {
			l.Find(kind, Words(s))
		}
	}
}
