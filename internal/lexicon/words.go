package lexicon

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// A Word is one word of a text.
type Word struct {
	Text string // as it was written, but folded
	Stem string // what it has in common with its other forms

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

// Words splits a text into its words.
func Words(text string) []Word { return new(Reader).Words(text) }

// A Reader splits many texts into words. It remembers the stems it has found, which are most of the
// work, for as long as it lives. The zero value is ready; it is not safe for concurrent use.
type Reader struct {
	stems map[string]string
}

// Words splits a text into its words.
func (r *Reader) Words(text string) []Word {
	folded := Fold(text)
	words := make([]Word, 0, len(folded)/6+1)
	pause, start, hyphen := NoPause, -1, -1
	end := func(i int) {
		if start < 0 {
			return
		}
		raw, joined := folded[start:i], hyphen == start-1 && hyphen >= 0
		start = -1
		if w := strings.Trim(raw, "'"); w != "" {
			owner := strings.HasSuffix(raw, "'s") || strings.HasSuffix(raw, "s'")
			words = append(words, Word{Text: w, Stem: r.stem(w), Owner: owner, Hyphen: joined, Pause: pause})
			pause = NoPause
		}
	}
	for i, c := range folded {
		switch {
		// A mark that folding left belongs to its letter.
		case unicode.IsLetter(c), unicode.IsNumber(c), c == '\'', unicode.IsMark(c):
			if start < 0 {
				start = i
			}
			continue
		case strings.ContainsRune(".;:!?()[]\n|", c):
			end(i)
			pause = Stop
		case c == ',' || c == '/':
			end(i)
			pause = max(pause, Comma)
		case c == '-':
			end(i)
			hyphen = i
		default:
			end(i)
		}
	}
	end(len(folded))
	return words
}

// stem is Stem, remembered.
func (r *Reader) stem(word string) string {
	if s, ok := r.stems[word]; ok {
		return s
	}
	s := Stem(word)
	if r.stems == nil {
		r.stems = map[string]string{}
	}
	r.stems[word] = s
	return s
}

// special holds letters that have no decomposition into a base letter and a mark.
var special = strings.NewReplacer(
	"ß", "ss", "æ", "ae", "œ", "oe", "ø", "o", "đ", "d", "ð", "d", "þ", "th", "ł", "l", "ı", "i",
	"’", "'", "‘", "'", "ʼ", "'",
)

// Fold makes texts that differ in case, width, diacritics or the shape of an apostrophe equal.
func Fold(text string) string {
	if isASCII(text) {
		return strings.ToLower(text)
	}
	decomposed := norm.NFKD.String(strings.ToLower(text))
	var b strings.Builder
	b.Grow(len(decomposed))
	for _, r := range decomposed {
		// Only marks on Latin, Greek and Cyrillic letters are accents; in other scripts they are
		// vowels, and all of those lie above U+036F.
		if r < 0x300 || r > 0x36f {
			b.WriteRune(r)
		}
	}
	return special.Replace(b.String())
}

func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= 0x80 {
			return false
		}
	}
	return true
}

// IsStop reports whether a folded word carries no meaning for a gift: function words, and words
// that stand in every brief.
func IsStop(word string) bool { return stopWords[word] }

var stopWords = func() map[string]bool {
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
		recently she should since small so some someone something sometimes soon special still such suggest super sure
		take takes than that the their them then there these they thing things this those though through time to too
		tries try trying turn turning turns two under until up us use used uses using usually very want wants was way we
		well were what when where which while who whom whose why will with woman women work working works would year
		years yet you young younger your s t re ve m ll d doesn't don't isn't who's she's he's they're i'm it's that's
		age aged ages boy boys grade grader daily morning evening night weekend week month today tomorrow home house family`) {
		set[w] = true
	}
	return set
}()
