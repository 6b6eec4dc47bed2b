package lexicon

import (
	"math/bits"
	"slices"
	"strings"
	"sync"
	"unicode"
)

// scripts lists the scripts other than Latin, and the languages that are written in them.
var scripts = []struct {
	script    *unicode.RangeTable
	languages []string
}{
	{unicode.Greek, []string{"el"}},
	{unicode.Cyrillic, []string{"ru", "uk"}},
	{unicode.Hebrew, []string{"he"}},
	{unicode.Arabic, []string{"ar"}},
	{unicode.Devanagari, []string{"hi"}},
	{unicode.Thai, []string{"th"}},
	{unicode.Hangul, []string{"ko"}},
	{unicode.Hiragana, []string{"ja"}},
	{unicode.Katakana, []string{"ja"}},
	{unicode.Han, []string{"ja", "zh"}},
}

// A languageSet holds a bit for each glossary, in their order.
type languageSet uint64

// languages are the glossaries, and what tells which of them a text needs. To read a text by all of them
// would take long, and so would loading all of them.
type languages struct {
	english    map[string]englishWord
	glossaries []*glossary
	scripts    []languageSet // parallel to scripts
	joining    languageSet   // those that join words

	// latin leads from a folded word to the languages in the Latin script that know it: by hand and, for
	// texts of which none does, from names.
	latin []func() map[string]languageSet // parallel to the sources
}

func newLanguages(from []source, english map[string]englishWord, shared, persons map[string]bool) *languages {
	ls := &languages{english: english, glossaries: newGlossaries(from)}
	latin := languageSet(1)<<len(ls.glossaries) - 1
	for _, w := range scripts {
		var set languageSet
		for i, g := range ls.glossaries {
			if slices.Contains(w.languages, g.code) {
				set |= 1 << i
			}
		}
		ls.scripts = append(ls.scripts, set)
		latin &^= set
	}
	for i, g := range ls.glossaries {
		g.shared, g.persons = shared, persons
		if g.joins {
			ls.joining |= 1 << i
		}
	}
	for _, s := range from {
		ls.latin = append(ls.latin, sync.OnceValue(func() map[string]languageSet { return ls.collect(s, latin) }))
	}
	return ls
}

// collect reads which words the languages of a set know, in the tables of a source.
func (ls *languages) collect(from source, set languageSet) map[string]languageSet {
	words := make(map[string]languageSet, 1<<14)
	for i, g := range ls.glossaries {
		if set&(1<<i) == 0 {
			continue
		}
		err := from.each(g.code, func(table [][]string) error {
			for _, row := range table {
				for w := range strings.FieldsFuncSeq(Fold(row[len(row)-1]), isBetween) {
					words[w] |= 1 << i
				}
			}
			return nil
		})
		if err != nil {
			panic(err) // As in Default.
		}
	}
	return words
}

// isBetween finds what parts the words of a table, as tokens does.
func isBetween(c rune) bool { return !unicode.IsLetter(c) && !unicode.IsMark(c) }

// few is how many languages in the Latin script are considered for the texts of a person, at most. Those
// that know less than half of the words that another does would not win.
const few = 3

// candidates returns the glossaries that may know the most of some texts.
func (ls *languages) candidates(texts []reading) []*glossary {
	var set languageSet
	var latin []token
	for i := range texts {
		script := ls.script(texts[i].tokens)
		set |= script
		if script == 0 && !texts[i].plain {
			latin = append(latin, texts[i].tokens...)
		}
	}
	set |= ls.elect(latin)
	list := make([]*glossary, 0, bits.OnesCount64(uint64(set)))
	for ; set != 0; set &= set - 1 {
		list = append(list, ls.glossaries[bits.TrailingZeros64(uint64(set))].load())
	}
	return list
}

// elect returns the languages in the Latin script that know the most words, the first of those that know as
// many.
func (ls *languages) elect(text []token) languageSet {
	votes := make([]int, len(ls.glossaries))
	for i, known := 0, len(text) == 0; i < len(ls.latin) && !known; i++ {
		known = ls.vote(ls.latin[i](), text, votes)
	}
	var set languageSet
	most := slices.Max(votes)
	for range few {
		best := 0
		for i, n := range votes {
			if n > votes[best] {
				best = i
			}
		}
		if votes[best] == 0 || votes[best] < most/2 {
			break
		}
		set |= 1 << best
		votes[best] = 0
	}
	return set
}

// script returns the languages that are written in the scripts of a text, if one is not Latin. A Han
// character may be in either language; with Kana, it is Japanese.
func (ls *languages) script(text []token) languageSet {
	var set, kana languageSet
	for i := range text {
		c := text[i].first()
		if c < unicode.MaxASCII {
			continue
		}
		for j, w := range scripts {
			if unicode.Is(w.script, c) {
				set |= ls.scripts[j]
				if w.script == unicode.Hiragana || w.script == unicode.Katakana {
					kana |= ls.scripts[j]
				}
				break
			}
		}
	}
	if kana != 0 {
		return kana
	}
	return set
}

// vote counts for each language how many words of a text it knows. A word that none knows may be another form
// of one, or joined of several, or look so; known tells whether any word stands in a table.
func (ls *languages) vote(words map[string]languageSet, text []token, votes []int) (known bool) {
	for i := range text {
		set, ok := words[text[i].folded]
		if !ok {
			set = ls.near(words, text[i].folded)
		}
		known = known || ok
		for ; set != 0; set &= set - 1 {
			votes[bits.TrailingZeros64(uint64(set))]++
		}
	}
	return known
}

// near returns which languages know a word that an unknown one begins with, but for an ending, or that it
// ends with.
func (ls *languages) near(words map[string]languageSet, word string) languageSet {
	const ending = 2 // letters of one, at most
	if len(word) > longestJoined {
		return 0
	}
	for cut := len(word) - 1; cut >= max(shortest, len(word)-ending); cut-- {
		if set, ok := words[word[:cut]]; ok {
			return set
		}
	}
	for cut := shortestPart; cut <= len(word)-shortestPart; cut++ {
		if set := words[word[cut:]] & ls.joining; set != 0 {
			return set
		}
	}
	return 0
}
