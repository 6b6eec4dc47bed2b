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
	glossaries []*glossary
	scripts    []languageSet // parallel to scripts
	latin      func() map[string]known
}

// known tells which languages in the Latin script know a folded word, by hand and derived.
type known struct{ byHand, derived languageSet }

func newLanguages(shared, persons map[string]bool) *languages {
	ls := &languages{glossaries: newGlossaries()}
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
	for _, g := range ls.glossaries {
		g.shared, g.persons = shared, persons
	}
	ls.latin = sync.OnceValue(func() map[string]known { return ls.collect(latin) })
	return ls
}

// collect reads which words the languages of a set know.
func (ls *languages) collect(set languageSet) map[string]known {
	words := make(map[string]known, 1<<14)
	for i, g := range ls.glossaries {
		if set&(1<<i) == 0 {
			continue
		}
		for _, t := range tables {
			table, err := rows(t.folder + "/" + g.code + ".tsv")
			if err != nil {
				panic(err) // As in Default.
			}
			for _, row := range table {
				for w := range strings.FieldsFuncSeq(Fold(row[len(row)-1]), isBetween) {
					k := words[w]
					if t.derived {
						k.derived |= 1 << i
					} else {
						k.byHand |= 1 << i
					}
					words[w] = k
				}
			}
		}
	}
	return words
}

// isBetween finds what parts the words of a table, as tokens does.
func isBetween(c rune) bool { return !unicode.IsLetter(c) && !unicode.IsMark(c) }

const (
	// few is how many languages in the Latin script are considered for the texts of a person, at most. Those
	// that know less than half of the words that another does would not win.
	few = 3

	byHand, derivedOnly = 2, 1 // votes of a word that is known so
)

// candidates returns the glossaries that may know the most of some texts.
func (ls *languages) candidates(texts []reading) []*glossary {
	var set languageSet
	votes := make([]int, len(ls.glossaries))
	for i := range texts {
		script := ls.script(texts[i].tokens)
		set |= script
		if script == 0 && !texts[i].plain {
			ls.vote(texts[i].tokens, votes)
		}
	}
	set |= elect(votes)
	list := make([]*glossary, 0, bits.OnesCount64(uint64(set)))
	for ; set != 0; set &= set - 1 {
		list = append(list, ls.glossaries[bits.TrailingZeros64(uint64(set))].load())
	}
	return list
}

// elect returns those with the most votes, the first of equal ones.
func elect(votes []int) languageSet {
	var set languageSet
	enough := max(1, slices.Max(votes)/2)
	for range few {
		best := 0
		for i, n := range votes {
			if n > votes[best] {
				best = i
			}
		}
		if votes[best] < enough {
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
// of one, or joined of several.
func (ls *languages) vote(text []token, votes []int) {
	words := ls.latin()
	for i := range text {
		w := text[i].folded
		k, ok := words[w]
		if !ok {
			k = ls.near(words, w)
		}
		count(votes, k.byHand, byHand)
		count(votes, k.derived&^k.byHand, derivedOnly)
	}
}

func count(votes []int, set languageSet, n int) {
	for ; set != 0; set &= set - 1 {
		votes[bits.TrailingZeros64(uint64(set))] += n
	}
}

// near returns which languages know a word that an unknown one begins with, but for an ending, or that it
// ends with.
func (ls *languages) near(words map[string]known, word string) known {
	const ending = 2 // letters of one, at most
	if len(word) > longestJoined {
		return known{}
	}
	for cut := len(word) - 1; cut >= max(shortest, len(word)-ending); cut-- {
		if k, ok := words[word[:cut]]; ok {
			return known{derived: k.byHand | k.derived}
		}
	}
	for cut := shortestPart; cut <= len(word)-shortestPart; cut++ {
		if k, ok := words[word[cut:]]; ok {
			return known{derived: (k.byHand | k.derived) & ls.joining()}
		}
	}
	return known{}
}

// joining returns the languages that join words.
func (ls *languages) joining() languageSet {
	var set languageSet
	for i, g := range ls.glossaries {
		if g.joins {
			set |= 1 << i
		}
	}
	return set
}
