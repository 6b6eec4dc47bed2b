package lexicon

import (
	"strings"
	"unicode"
)

// An englishWord tells what a word is in English.
type englishWord int

// What words are in English.
const (
	unknownWord englishWord = iota
	conceptWord             // of the tables
	friendWord              // a false one: another word that glossaries have too
	stopWord
)

// speaks returns how much a word speaks for English. The names of interests are much the same in many
// languages.
func (w englishWord) speaks() float64 { return [...]float64{0, 0.5, 1, 1}[w] }

// inEnglish says what a word is in English.
func (ls *languages) inEnglish(word string) englishWord {
	if w := ls.english[word]; w != unknownWord {
		return w
	}
	if w := ls.english[strings.TrimSuffix(word, "s")]; w == conceptWord {
		return w
	}
	return unknownWord
}

// IsEnglish reports whether a text, which has been split into words, is more likely in English than not, for little
// work: of English prose at least a third are words that stand in any text, and hardly a letter has a mark.
func (l *Lexicon) IsEnglish(text string, words []Word) bool {
	missing := len(words) // thirds of words that have to be known
	if !isASCII(text) {
		for _, c := range text {
			if c >= 0x80 && unicode.IsLetter(c) {
				missing += 3
			}
		}
	}
	for i := 0; i < len(words) && missing > 0; i++ {
		if words[i].Stopword || l.languages.inEnglish(words[i].Text) == conceptWord {
			missing -= 3
		}
	}
	return missing <= 0
}
