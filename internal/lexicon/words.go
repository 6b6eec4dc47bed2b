package lexicon

import (
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// A Word is one word of a text.
type Word struct {
	Text string // as it was written, but folded
	Stem string // what it has in common with its other forms

	// Stopword is true for a word that carries no meaning for a gift: function words, and those that stand
	// in every brief.
	Stopword bool

	// Owner is true for a possessive: "kid's", "kids'".
	Owner bool

	// Hyphen is true when a hyphen joins the word to the one before it.
	Hyphen bool

	// Pause is the strongest mark between the word and the one before it.
	Pause Pause
}

// A Pause is a mark that parts clauses.
type Pause int

// The pauses, weakest first.
const (
	NoPause Pause = iota
	Comma
	Stop
)

// Words splits a text into its words. What is written without spaces between words (Chinese, Japanese, Thai)
// is split into each two neighboring characters, so that a word is found in any text that has it.
func Words(text string) []Word { return new(Reader).Words(text) }

// A Reader splits many texts into words. It remembers the stems it has found, which are most of the
// work. The zero value is ready; it is not safe for concurrent use.
type Reader struct {
	known map[string]known
	words []Word
}

// known is what a Reader remembers of a word.
type known struct {
	stem     string
	stopword bool
}

// Words splits a text into its words. They are valid until the next text is split.
func (r *Reader) Words(text string) []Word {
	folded := Fold(text)
	words := r.words[:0]
	pause, start, hyphen, dense := NoPause, -1, -1, false // dense is true in a run without spaces
	end := func(i int) {
		if start < 0 {
			return
		}
		raw, joined := folded[start:i], hyphen == start-1 && hyphen >= 0
		start = -1
		if dense {
			words = appendPairs(words, raw, pause)
			pause = NoPause
		} else if w := strings.Trim(raw, "'"); w != "" {
			owner := strings.HasSuffix(raw, "'s") || strings.HasSuffix(raw, "s'")
			k := r.remember(w)
			words = append(words, Word{Text: w, Stem: k.stem, Stopword: k.stopword, Owner: owner, Hyphen: joined, Pause: pause})
			pause = NoPause
		}
	}
	for i, c := range folded {
		if !isPartOfWord(c) {
			end(i)
			pause = max(pause, pauseOf(c))
			if c == '-' {
				hyphen = i
			}
			continue
		}
		if run := isUnspaced(c); run != dense && !unicode.IsMark(c) {
			end(i)
			dense = run
		}
		if start < 0 {
			start = i
		}
	}
	end(len(folded))
	r.words = words
	return words
}

// pauseOf returns how strongly a mark parts clauses.
func pauseOf(mark rune) Pause {
	switch mark {
	case '.', ';', ':', '!', '?', '(', ')', '[', ']', '\n', '|', '。':
		return Stop
	case ',', '/', '、':
		return Comma
	}
	return NoPause
}

// isPartOfWord finds what words are made of. A mark that folding left belongs to its letter.
func isPartOfWord(c rune) bool {
	if c < utf8.RuneSelf {
		return 'a' <= c && c <= 'z' || '0' <= c && c <= '9' || c == '\'' || 'A' <= c && c <= 'Z'
	}
	return unicode.IsLetter(c) || unicode.IsNumber(c) || unicode.IsMark(c)
}

// appendPairs appends each two neighboring characters of a run, and one that is alone.
func appendPairs(words []Word, run string, pause Pause) []Word {
	first := characterIn(run)
	for rest := run[first:]; ; {
		next := characterIn(rest)
		pair := run[:first+next]
		words = append(words, Word{Text: pair, Stem: pair, Pause: pause})
		run, rest, first, pause = run[first:], rest[next:], next, NoPause
		if rest == "" {
			return words
		}
	}
}

// characterIn returns the length of the first character of a text: a letter and its marks.
func characterIn(text string) int {
	for i, c := range text {
		if i > 0 && !unicode.IsMark(c) {
			return i
		}
	}
	return len(text)
}

// mostKnown is how many words a Reader remembers. The most frequent ones are soon found again.
const mostKnown = 1 << 16

// remember returns what is known of a folded word.
func (r *Reader) remember(word string) known {
	if k, ok := r.known[word]; ok {
		return k
	}
	word = strings.Clone(word) // It is part of a longer text.
	k := known{Stem(word), stopWords()[word]}
	if r.known == nil || len(r.known) >= mostKnown {
		r.known = map[string]known{}
	}
	r.known[word] = k
	return k
}

var stopWords = sync.OnceValue(func() map[string]bool {
	set := map[string]bool{}
	for w := range strings.FieldsSeq(`
		a about adore adores after again all almost already also always am an and another any anyone anything are around
		as at away be because been before being big bit both but by can could day days did do does doing don done down
		each either else enjoy enjoys enjoying especially ever every everyone everything fan few find first for from fun
		get gets getting gift gifts girl girls give giving go goes going good got great guy had has have having he her
		hers herself hi him himself his hobby hobbies how i idea ideas if in interested interests into is it item items
		its just keen know known last lately like liked likes liking little live lives lot lots love loved lover loves
		loving lots make makes man many married may maybe me men mine more most mostly much must my myself named need
		needs never new next nice no nor not nothing now of off old older on once one only or other our out over own
		passionate people perhaps person play playing plays please present presents probably quite rather really
		recently she should since small so some someone something sometimes soon special still stuff such suggest super sure
		take takes than that the their them then there these they thing things this those though through time to too
		tries try trying turn turning turns two under until up us use used uses using usually very want wants was way we
		well were what when where which while who whom whose why will with woman women work working works would year
		years yet you young younger your s t re ve m ll d doesn't don't isn't who's she's he's they're i'm it's that's
		age aged ages boy boys grade grader daily morning evening night weekend week month today tomorrow home house family`) {
		set[w] = true
	}
	return set
})
