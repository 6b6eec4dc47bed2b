package main

import (
	"maps"
	"slices"
	"strings"
	"unicode"

	"giftserver/internal/lexicon"
)

// unlike are the English keywords of emoji that stand for no thing: what people show or are, and signs. Their
// other keywords are feelings, verbs and relationships, which mean nothing for a gift and, on so few emoji,
// are easily taken for each other.
var unlike = []string{
	"arrow", "baby", "bald", "body", "boy", "bubble", "button", "chart", "child", "circle", "clock", "couple", "emotion",
	"face", "family", "finger", "fist", "flag", "geometric", "gesture", "girl", "hair", "hand", "hands", "heart", "human",
	"infinity", "input", "keycap", "limb", "locked", "man", "mark", "mathematics", "muscle", "officer", "people", "person", "phase",
	"plus", "prohibited", "restroom", "sign", "square", "symbol", "unlocked", "warning", "woman", "zodiac",
}

// isThing reports whether an emoji stands for a thing.
func isThing(emoji string, english annotation) bool {
	return strings.ContainsFunc(emoji, isPictograph) && !strings.ContainsFunc(emoji, isModifier) &&
		!slices.ContainsFunc(english.Keywords, func(k string) bool { return slices.Contains(unlike, k) })
}

// pictographs are the blocks of emoji, as far as they are pictures.
var pictographs = &unicode.RangeTable{
	R16: []unicode.Range16{{0x231A, 0x231B, 1}, {0x23F0, 0x23F3, 1}, {0x2600, 0x27BF, 1}, {0x2B50, 0x2B50, 1}},
	R32: []unicode.Range32{{0x1F300, 0x1FAFF, 1}},
}

func isPictograph(c rune) bool { return unicode.Is(pictographs, c) }

// isModifier finds what makes of an emoji one of a kind: skin tones, and what joins two into one.
func isModifier(c rune) bool { return 0x1F3FB <= c && c <= 0x1F3FF || c == 0x200D }

// homonyms are English names that the tables take for something else: cricket the insect, mate the tea, a drum
// of oil, and the stamp of a Japanese teacher.
var homonyms = []string{"cricket", "improvement", "mate", "oil drum", "white flower"}

// A pivot is what English calls the emoji that stand for things.
type pivot struct {
	emoji annotations
	words []placed
	names map[string]bool // what things are called
	taken map[string]bool // all words, folded
}

// An emojiSet holds the emoji that a word stands on.
type emojiSet map[string]bool

func newPivot(english annotations) *pivot {
	p := &pivot{emoji: annotations{}, names: map[string]bool{}, taken: map[string]bool{}}
	for emoji, a := range english {
		for _, k := range a.Keywords {
			p.taken[lexicon.Fold(k)] = true
		}
		if !isThing(emoji, a) {
			continue
		}
		p.emoji[emoji] = a
		p.names[a.Name[0]] = true
		words := strings.Fields(a.Name[0])
		p.names[words[len(words)-1]] = true // What a phrase ends with is a thing too: a boot, of a hiking boot.
	}
	p.words = sorted(spread(p.emoji, p.emoji))
	return p
}

// isUseful reports whether a word of English means something for a gift: the tables know it, or a gift could
// be named so. Longer names describe pictures.
func (p *pivot) isUseful(english string) bool {
	const longest = 2 // words
	return english != "" && (p.names[english] || means(english)) && len(strings.Fields(english)) <= longest &&
		!strings.Contains(english, ",") && !slices.Contains(homonyms, english)
}

// A placed word is one and the emoji that it stands on.
type placed struct {
	text string
	on   emojiSet
}

// sorted returns words in their order, so that the same comes out each time.
func sorted(words map[string]emojiSet) []placed {
	list := make([]placed, 0, len(words))
	for _, w := range slices.Sorted(maps.Keys(words)) {
		list = append(list, placed{w, words[w]})
	}
	return list
}

// spread returns the emoji of each word, among those that stand for things.
func spread(things, language annotations) map[string]emojiSet {
	words := map[string]emojiSet{}
	for emoji := range things {
		a, ok := language[emoji]
		if !ok {
			continue
		}
		for _, w := range slices.Concat(a.Keywords, a.Name) {
			if words[w] == nil {
				words[w] = emojiSet{}
			}
			words[w][emoji] = true
		}
	}
	return words
}

// means reports whether the tables know what a word means, other than a relationship.
func means(english string) bool {
	words, l := lexicon.Words(english), lexicon.Default()
	return len(l.Find(lexicon.Interest, words))+len(l.Find(lexicon.Occasion, words)) > 0
}

// emojiTable returns what emoji mean in a text, where the tables know it: things, animals, and what people do.
func emojiTable(english annotations) map[string][]string {
	const longest = 2 // words
	rows := map[string][]string{}
	for emoji, a := range english {
		name, does := strings.CutPrefix(a.Name[0], "person ")
		name, face := strings.CutSuffix(name, " face")
		words := strings.Fields(name)
		animal := face && len(words) == 1 && slices.Contains(a.Keywords, "animal") // "crying cat face" is a feeling.
		told := isThing(emoji, a) || (does || animal) && !strings.ContainsFunc(emoji, isModifier)
		if told && means(name) && len(words) <= longest && !slices.Contains(homonyms, name) {
			rows[emoji] = []string{name}
		}
	}
	return rows
}
