package suggest

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"giftserver/internal/lexicon"
)

// A query is a brief that has been read.
type query struct {
	*Brief
	understood Understood

	terms         []term
	occasions     labelSet // those the brief means; empty when unknown
	meant         []string // their labels
	relationships labelSet // those of the person, by group; empty when unknown
	together      labelSet // those of all who are celebrated with the person
	avoid         []avoidance
	avoided       []bool // by gift; nil when there is nothing to avoid
	excluded      map[string]bool
	minor         bool // the person is or may well be a child: nothing restricted
	sober         bool // the occasion is one where nothing restricted is in place
	giftCards     bool // asked for
	now           time.Time
	days          int // until the gift is needed; -1 for no hurry
}

// A term is something the brief asks for.
type term struct {
	label    string // as it is shown in a reason
	postings []posting
	weight   float32 // how much the brief means it, times its rarity
	least    float32 // postings that weigh less do not count
}

// in returns the weight of the term in a gift, zero when it does not count there.
func (t *term) in(doc int) float32 {
	p, found := find(t.postings, doc)
	if !found || p.weight < t.least {
		return 0
	}
	return p.weight
}

// find returns the posting of a gift. Postings are ordered by gift.
func find(postings []posting, doc int) (posting, bool) {
	i, found := slices.BinarySearchFunc(postings, int32(doc), func(p posting, d int32) int { return cmp.Compare(p.doc, d) })
	if !found {
		return posting{}, false
	}
	return postings[i], true
}

// An avoidance is one thing to keep away from.
type avoidance struct {
	stems     []string // all of them in one gift, in any field
	interests []string // or one of these interests
	giftCards bool     // or a gift card
}

// How much a term counts by where it stands in the brief. Any other word of the recipient's text
// counts half, and only where a gift is named or tagged so: "every morning" is no reason for whatever
// a description calls good for the morning.
const (
	meaningInterest = 1.0
	meaningWord     = 0.5
)

// ageLimit is the age below which nothing restricted is suggested, in years.
const ageLimit = 18

// read turns a brief into a query.
func read(ix *index, b *Brief, now time.Time) *query {
	q := &query{Brief: b, excluded: map[string]bool{}, now: now, days: -1}
	for _, id := range b.Exclude {
		q.excluded[id] = true
	}
	q.readOccasion(ix)
	clauses := splitMoods(lexicon.Words(b.Recipient))
	q.readPerson(ix, clauses)
	for _, text := range b.Interests {
		q.readInterest(ix, lexicon.Words(text), text)
	}
	for _, c := range clauses {
		if c.mood == likes || c.mood == tells {
			q.readWords(ix, c)
		} else {
			q.readAvoid(ix, c)
		}
	}
	for _, text := range b.Avoid {
		q.readAvoid(ix, clause{dislikes, lexicon.Words(text)})
	}
	q.findAvoided(ix)
	if !b.NeededBy.IsZero() {
		q.days = daysUntil(q.now, b.NeededBy)
	}
	return q
}

// celebrated are those whom an occasion is about beside the person: a gift for a friend's wedding is one
// for the couple, and whoever gives to a new mother gives to the baby.
var celebrated = map[string][]string{
	"wedding":       {"couple"},
	"engagement":    {"couple"},
	"bridal shower": {"couple"},
	"baby shower":   {"new parents", "child"},
	"new baby":      {"new parents", "child"},
	"baptism":       {"new parents", "child"},
}

// soberOccasions are those at which the receiver is a child, or expects one.
var soberOccasions = []string{
	"baby shower", "new baby", "baptism", "first communion", "bar mitzvah", "quinceañera", "Children's Day", "back to school",
}

func (q *query) readOccasion(ix *index) {
	q.understood.Occasion = strings.Join(strings.Fields(q.Occasion), " ")
	found := ix.lexicon.Find(lexicon.Occasion, lexicon.Words(q.Occasion))
	if len(found) == 0 {
		return
	}
	q.understood.Occasion, q.understood.OccasionKnown = found[0].Label, true
	for _, f := range found {
		q.occasions |= ix.occasions.set(f.Label)
		q.meant = append(q.meant, f.Label)
		q.together |= ix.relationships.set(celebrated[f.Label]...)
		q.sober = q.sober || slices.Contains(soberOccasions, f.Label)
	}
}

// mayBeChildren are the relationships, by group or label, whose person may be a child when no age is
// told.
var mayBeChildren = []string{"child", "grandchild", "niece", "nephew"}

// readPerson reads relationship and age. The first relationship is the person's, as in "my sister and
// her husband", unless it only says whose the next one is, as in "my kid's teacher".
func (q *query) readPerson(ix *index, clauses []clause) {
	u := &q.understood
	for _, c := range clauses {
		if c.mood != likes && c.mood != tells {
			continue
		}
		for _, f := range ix.lexicon.Find(lexicon.Relationship, c.words) {
			if u.Relationship != "" || c.words[f.To-1].Owner {
				continue
			}
			u.Relationship = f.Label
			q.relationships = ix.relationships.set(f.Group)
			q.minor = slices.Contains(mayBeChildren, f.Group) || slices.Contains(mayBeChildren, f.Label)
			if f.AgeTo > 0 && q.together == 0 { // With others, the person's own age decides nothing.
				u.Ages = &AgeRange{f.AgeFrom, f.AgeTo}
			}
		}
		q.minor = q.minor || u.Ages == nil && slices.ContainsFunc(c.words, isChild)
	}
	if age, ok := readAge(q.Occasion); ok {
		u.Ages = &AgeRange{age, age}
	} else if age, ok := readAge(q.Recipient); ok {
		u.Ages = &AgeRange{age, age}
	}
	if q.Age != nil {
		u.Ages = &AgeRange{*q.Age, *q.Age}
	}
	if u.Ages != nil {
		q.minor = u.Ages.From < ageLimit
	}
}

// isChild finds the words that tell of a child without being a relationship.
func isChild(w lexicon.Word) bool { return w.Stem == "boy" || w.Stem == "girl" }

// readInterest reads a text that is an interest as a whole. When the lexicon does not know it, its
// words are what is looked for.
func (q *query) readInterest(ix *index, words []lexicon.Word, text string) {
	q.giftCards = q.giftCards || namesGiftCards(words)
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

// wordsOfTaste is how many words a clause may have that only tells something and is still a list of
// tastes: "llamas", but not "lost her husband".
const wordsOfTaste = 2

// readWords reads a clause of free text: the interests in it and, when it says what somebody likes,
// the words that are left once relationships, occasions and stop words are taken out.
func (q *query) readWords(ix *index, c clause) {
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
		q.addFound(ix, f, c.words)
	}
	q.giftCards = q.giftCards || namesGiftCards(c.words)
	if c.mood != likes && len(c.words) > wordsOfTaste {
		return
	}
	for i, w := range c.words {
		if !used[i] && !lexicon.IsStop(w.Text) {
			q.addWord(ix, w, term{label: w.Text, weight: meaningWord, least: weightCategory})
		}
	}
}

// namesGiftCards reports whether gift cards are spoken of.
func namesGiftCards(words []lexicon.Word) bool {
	text := joined(words)
	return strings.Contains(text, "gift card") || strings.Contains(text, "voucher")
}

// addFound adds an interest and the word that told it, so that who loves kites gets a kite before other
// things to play with outdoors. The words of a longer phrase mean other things on their own.
func (q *query) addFound(ix *index, f lexicon.Found, words []lexicon.Word) {
	q.addInterest(ix, f.Label)
	if f.To-f.From == 1 {
		q.addWord(ix, words[f.From], term{label: f.Label, weight: meaningWord, least: weightCategory})
	}
}

func (q *query) addInterest(ix *index, label string) {
	if slices.Contains(q.understood.Interests, label) {
		return
	}
	q.understood.Interests = append(q.understood.Interests, label)
	if list := ix.interests[label]; len(list) > 0 {
		q.terms = append(q.terms, term{label: label, postings: list, weight: meaningInterest * ix.rarity(list)})
	}
}

// addWord adds a word as a term, if it tells anything.
func (q *query) addWord(ix *index, w lexicon.Word, t term) {
	t.postings = ix.words[w.Stem]
	if len(t.postings) == 0 || lexicon.IsStop(w.Text) || strings.Trim(w.Text, "0123456789") == "" {
		return // A number is an age or an amount, whatever a gift is called.
	}
	t.weight *= ix.rarity(t.postings)
	q.terms = append(q.terms, t)
}

// readAvoid reads something to keep away from. An interest is avoided as a whole, but who owns a Kindle
// may well like to read.
func (q *query) readAvoid(ix *index, c clause) {
	words := c.words
	for len(words) > 0 && lexicon.IsStop(words[0].Text) && words[0].Text != "gift" {
		words = words[1:] // An article, or another word without a meaning of its own.
	}
	a := avoidance{giftCards: namesGiftCards(words)}
	for _, w := range words {
		if !lexicon.IsStop(w.Text) && !a.giftCards {
			a.stems = append(a.stems, w.Stem)
		}
	}
	if c.mood != owns {
		for _, f := range ix.lexicon.Find(lexicon.Interest, words) {
			a.interests = append(a.interests, f.Label)
		}
	}
	if len(a.stems) == 0 && len(a.interests) == 0 && !a.giftCards {
		return
	}
	q.avoid = append(q.avoid, a)
	if text := joined(words); !slices.Contains(q.understood.Avoid, text) {
		q.understood.Avoid = append(q.understood.Avoid, text)
	}
}

func joined(words []lexicon.Word) string {
	texts := make([]string, len(words))
	for i, w := range words {
		texts[i] = w.Text
	}
	return strings.Join(texts, " ")
}
