package suggest

import (
	"slices"
	"strings"

	"giftserver/internal/lexicon"
)

// How much a term counts by where it stands in the brief. Any other word of the recipient's text
// counts half, and only where a gift is named or tagged so: "every morning" is no reason for whatever
// a description calls good for the morning.
const (
	meaningInterest = 1.0
	meaningWord     = 0.5
)

// readInterest reads a text that is an interest as a whole. When the lexicon does not know it, its
// words are what is looked for.
func (q *query) readInterest(ix *index, words []lexicon.Word, text string) {
	if q.askForGiftCards(ix, words) {
		return
	}
	if found := ix.lexicon.Find(lexicon.Interest, words); len(found) > 0 {
		for _, f := range found {
			q.addFound(ix, f, words)
		}
		return
	}
	label := strings.Join(strings.Fields(text), " ")
	if label == "" || slices.Contains(q.understood.Interests, label) {
		return
	}
	q.understood.Interests = append(q.understood.Interests, label)
	for _, w := range words {
		q.addWord(ix, w, term{label: label, weight: meaningInterest})
	}
}

// wordsOfTaste is how many words a text may have that says of none that somebody likes it, and is still
// about tastes: "llama farming", but not "neighbor who lost her husband".
const wordsOfTaste = 2

// tellsOfLoss reports whether words tell of a death, and so of no taste. Who has lost a key is not meant.
func tellsOfLoss(ix *index, words []lexicon.Word) bool {
	const few = 4
	for i, w := range words {
		rest := words[i+1 : min(len(words), i+1+few)]
		switch w.Text {
		case "died", "death", "funeral", "miscarriage":
			return true
		case "passed":
			return len(rest) > 0 && rest[0].Text == "away"
		case "lost":
			return len(ix.lexicon.Find(lexicon.Relationship, rest)) > 0 ||
				slices.ContainsFunc(rest, func(w lexicon.Word) bool { return slices.Contains(mourned, w.Stem) })
		}
	}
	return false
}

// mourned are the stems of those who are, beside people.
var mourned = []string{"dog", "cat", "pet", "hors", "puppi", "kitten"}

// verbs are words that are a thing only where no other follows: "watches old movies".
var verbs = []string{"watches"}

// isVerb reports whether the word of an interest is not the thing but what somebody does.
func isVerb(c clause, f lexicon.Found) bool {
	if f.To-f.From > 1 || !slices.Contains(verbs, c.words[f.From].Text) || c.mood == likes && f.From == 0 {
		return false
	}
	return f.To < len(c.words) && c.words[f.To].Pause == lexicon.NoPause && !isJoint(c.words[f.To])
}

// readWords reads a clause of free text: the interests in it and, when it says what somebody likes,
// the words that are left once relationships, occasions and stop words are taken out.
func (q *query) readWords(ix *index, c clause) {
	if tellsOfLoss(ix, c.words) {
		return
	}
	used := make([]bool, len(c.words))
	mark := func(found []lexicon.Found) {
		for _, f := range found {
			for i := f.From; i < f.To; i++ {
				used[i] = true
			}
		}
	}
	mark(ix.lexicon.Find(lexicon.Relationship, c.words))
	mark(ix.lexicon.Find(lexicon.Occasion, c.words))
	interests := ix.lexicon.Find(lexicon.Interest, c.words)
	mark(interests)
	for _, f := range interests {
		if isVerb(c, f) || f.From > 0 && c.words[f.From-1].Text == "our" {
			continue // "She walked our dog" tells of the giver.
		}
		q.addFound(ix, f, c.words)
	}
	if q.askForGiftCards(ix, c.words) || c.mood != likes && len(strings.Fields(q.Recipient)) > wordsOfTaste {
		return
	}
	for i, w := range c.words {
		if !used[i] && !w.Stopword {
			q.addWord(ix, w, term{label: w.Text, weight: meaningWord, named: true})
		}
	}
}

// askForGiftCards reports whether a text asks for gift cards. Then they are what is looked for, and its
// words mean nothing else.
func (q *query) askForGiftCards(ix *index, words []lexicon.Word) bool {
	const label = "gift cards"
	if !namesGiftCards(words) {
		return false
	}
	if !q.giftCards {
		q.giftCards = true
		q.understood.Interests = append(q.understood.Interests, label)
		q.terms = append(q.terms, term{label: label, gifts: ix.giftCards, weight: meaningInterest})
	}
	return true
}

// namesGiftCards reports whether gift cards are spoken of.
func namesGiftCards(words []lexicon.Word) bool {
	text := joined(words)
	return strings.Contains(text, "gift card") || strings.Contains(text, "voucher")
}

// addFound adds an interest. Gifts that are named after the word that told it come first: who loves candles gets candles
// before other things for the home. The words of a longer phrase mean other things on their own, and the name of the
// interest itself only ranks the gifts for it.
func (q *query) addFound(ix *index, f lexicon.Found, words []lexicon.Word) {
	q.addInterest(ix, f.Label)
	if f.To-f.From > 1 {
		return
	}
	t := term{label: f.Label, weight: meaningInterest, named: true}
	if strings.Contains(f.Label, words[f.From].Stem) {
		t.weight, t.within = meaningWord, ix.interests[f.Label].all
	}
	q.addWord(ix, words[f.From], t)
}

func (q *query) addInterest(ix *index, label string) {
	if slices.Contains(q.understood.Interests, label) {
		return
	}
	q.understood.Interests = append(q.understood.Interests, label)
	if about := ix.interests[label]; len(about.all) > 0 {
		q.terms = append(q.terms, term{label: label, gifts: about, weight: meaningInterest * ix.rarity(len(about.all))})
	}
}

// addWord adds a word as a term, if it tells anything.
func (q *query) addWord(ix *index, w lexicon.Word, t term) {
	t.gifts = ix.words[w.Stem]
	if len(t.gifts.all) == 0 || w.Stopword || isNumber(w) {
		return
	}
	t.weight *= ix.rarity(len(t.gifts.all))
	q.terms = append(q.terms, t)
}
