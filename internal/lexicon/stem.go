package lexicon

import (
	"github.com/blevesearch/snowballstem"
	"github.com/blevesearch/snowballstem/arabic"
	"github.com/blevesearch/snowballstem/danish"
	"github.com/blevesearch/snowballstem/dutch"
	"github.com/blevesearch/snowballstem/english"
	"github.com/blevesearch/snowballstem/finnish"
	"github.com/blevesearch/snowballstem/french"
	"github.com/blevesearch/snowballstem/german"
	"github.com/blevesearch/snowballstem/hungarian"
	"github.com/blevesearch/snowballstem/italian"
	"github.com/blevesearch/snowballstem/norwegian"
	"github.com/blevesearch/snowballstem/portuguese"
	"github.com/blevesearch/snowballstem/romanian"
	"github.com/blevesearch/snowballstem/russian"
	"github.com/blevesearch/snowballstem/spanish"
	"github.com/blevesearch/snowballstem/swedish"
	"github.com/blevesearch/snowballstem/turkish"
)

// A stemmer leaves of a word what it has in common with its other forms.
type stemmer func(*snowballstem.Env) bool

// stemmers are the Snowball algorithms, by language. Words of other languages are compared as they are.
var stemmers = map[string]stemmer{
	"ar": arabic.Stem,
	"da": danish.Stem,
	"de": german.Stem,
	"el": greek,
	"en": english.Stem,
	"es": spanish.Stem,
	"fi": finnish.Stem,
	"fr": french.Stem,
	"he": hebrew,
	"hi": hindi,
	"hu": hungarian.Stem,
	"it": italian.Stem,
	"nl": dutch.Stem,
	"no": norwegian.Stem,
	"pt": portuguese.Stem,
	"ro": romanian.Stem,
	"ru": russian.Stem,
	"sv": swedish.Stem,
	"tr": turkish.Stem,
	"uk": ukrainian,
}

// StemIn returns the stem of a folded word in a language, an ISO 639-1 code, by the Snowball algorithm. In
// a language that has none the word stays as it is.
func StemIn(language, folded string) string {
	if language == "en" {
		return Stem(folded)
	}
	return stemmers[language].stem(folded)
}

// Stem returns the English stem of a folded word by the Snowball algorithm. Words of other scripts
// stay as they are.
func Stem(word string) string {
	if !isASCII(word) || len(word) < 3 {
		return word
	}
	return snowball(english.Stem, word)
}

// shortest is how many letters a word has at least that has other forms. Shorter ones would be taken for
// each other.
const shortest = 4

func (s stemmer) stem(folded string) string {
	if s == nil || len(folded) < shortest {
		return folded
	}
	return snowball(s, folded)
}

func snowball(s stemmer, word string) string {
	env := snowballstem.NewEnv(word)
	s(env)
	return env.Current()
}
