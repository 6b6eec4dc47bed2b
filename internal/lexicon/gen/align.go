package main

import (
	"os"
	"strings"
	"unicode"

	"giftserver/internal/lexicon"
)

const (
	// likely is the Dice coefficient from which two words are taken for the same, 2|A∩B| / (|A|+|B|) of the
	// emoji that they stand on.
	likely = 0.7

	// shared is how many emoji words have in common at least. On one or two stand many words of a kind: the
	// apple and the diet. Only the names of a single one are surely the same.
	shared = 3

	// common is on how many emoji a word may stand that still means something: animal, food, sport.
	common = 40

	// rival is from what part of the best score another word leaves it open which one is meant.
	rival = 0.9
)

// A pair is a word and its translation.
type pair struct{ english, word string }

// align finds the words of a language that mean the same as an English one: those that name the same emoji,
// and those that stand on more of the same emoji than any other two.
func (p *pivot) align(language string, foreign annotations, known glossary) []pair {
	words := sorted(spread(p.emoji, foreign))
	names := map[string][]string{} // English ones, by the foreign name
	for emoji, a := range p.emoji {
		if f, ok := foreign[emoji]; ok {
			names[f.Name[0]] = append(names[f.Name[0]], a.Name[0])
		}
	}
	var pairs []pair
	for i := range words {
		word := &words[i]
		w, folded := word.text, lexicon.Fold(word.text)
		if !fits(language, w) || known.has(w) || p.taken[folded] {
			continue
		}
		english := ""
		if list := names[w]; len(list) == 1 {
			english = list[0]
		} else if k := best(word.on, p.words); k != nil && best(k.on, words) == word {
			english = k.text
		}
		if p.isUseful(english) && folded != lexicon.Fold(english) {
			pairs = append(pairs, pair{english, strings.ToLower(w)})
		}
	}
	return pairs
}

// best returns the word that stands on the same emoji, nil when none does or several do.
func best(of emojiSet, words []placed) *placed {
	if len(of) < shared || len(of) > common {
		return nil
	}
	first, second, found := 0.0, 0.0, (*placed)(nil)
	for i := range words {
		w := &words[i]
		n := overlap(of, w.on)
		score := 2 * float64(n) / float64(len(of)+len(w.on))
		switch {
		case n < shared || score < likely:
		case score > first:
			first, second, found = score, first, w
		default:
			second = max(second, score)
		}
	}
	if second >= rival*first {
		return nil
	}
	return found
}

func overlap(a, b emojiSet) int {
	n := 0
	for e := range a {
		if b[e] {
			n++
		}
	}
	return n
}

// fits reports whether a word is one that can be looked for in a text: no description of a picture, and not
// so short that it is found in other words.
func fits(language, word string) bool {
	const longest = 3 // words of a phrase
	letters, parts, hiragana := 0, len(strings.Fields(word)), true
	for _, c := range word {
		switch {
		case unicode.IsLetter(c), unicode.IsMark(c):
			letters++
			hiragana = hiragana && unicode.Is(unicode.Hiragana, c)
		case c != ' ' && c != '-' && c != '\'' && c != '’':
			return false
		}
	}
	switch {
	case parts > longest, language == "de" && word == strings.ToLower(word): // no noun
		return false
	case language == "vi":
		return parts > 1 // A syllable, typed without its marks, means many things.
	case language == "th", hiragana: // without spaces, as endings are
		return letters > 3
	case language == "ja", language == "zh":
		return letters > 1
	}
	return letters > 2
}

// A glossary holds the words of a language that were translated by hand, and their stems.
type glossary struct {
	language string
	words    map[string]bool
}

// has reports whether a word was translated by hand.
func (g glossary) has(word string) bool {
	folded := lexicon.Fold(word)
	return g.words[folded] || g.words[lexicon.StemIn(g.language, folded)]
}

// readGlossary reads a table of words translated by hand, none where there is no such table.
func readGlossary(file, language string) (glossary, error) {
	g := glossary{language, map[string]bool{}}
	b, err := os.ReadFile(file)
	if err != nil && !os.IsNotExist(err) {
		return g, err
	}
	for line := range strings.Lines(string(b)) {
		_, words, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		for w := range strings.SplitSeq(words, ", ") {
			folded := lexicon.Fold(strings.TrimPrefix(w, "="))
			g.words[folded] = true
			g.words[lexicon.StemIn(language, folded)] = true
		}
	}
	return g, nil
}

// table sorts pairs into rows.
func table(pairs []pair) map[string][]string {
	rows := map[string][]string{}
	for _, p := range pairs {
		rows[p.english] = append(rows[p.english], p.word)
	}
	return rows
}
