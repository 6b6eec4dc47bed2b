package suggest

import (
	"cmp"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"giftserver/internal/catalog"
	"giftserver/internal/lexicon"
)

// A query is a brief that has been read.
type query struct {
	*Brief
	understood Understood

	terms         []term
	occasions     labelSet // those the brief means; empty when unknown
	relationships labelSet
	avoid         []avoidance
	excluded      map[string]bool
	minor         bool // the person is or may well be a child: nothing restricted
	sober         bool // the occasion is one where alcohol is out of place
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
	i, found := slices.BinarySearchFunc(t.postings, int32(doc), func(p posting, d int32) int { return cmp.Compare(p.doc, d) })
	if !found || t.postings[i].weight < t.least {
		return 0
	}
	return t.postings[i].weight
}

// An avoidance is one thing to keep away from.
type avoidance struct {
	stems     []string // all of them in one gift, in any field
	interests []string // or one of these interests
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
func (e *Engine) read(ix *index, b *Brief) *query {
	q := &query{Brief: b, excluded: map[string]bool{}, now: e.Now(), days: -1}
	for _, id := range b.Exclude {
		q.excluded[id] = true
	}
	q.readOccasion(e.lexicon, ix)
	liked, disliked := splitLikes(lexicon.Words(b.Recipient))
	q.readPerson(e.lexicon, ix, liked)
	for _, text := range b.Interests {
		q.readInterest(e.lexicon, ix, lexicon.Words(text), text)
	}
	for _, clause := range liked {
		q.readWords(e.lexicon, ix, clause)
	}
	for _, text := range b.Avoid {
		q.readAvoid(e.lexicon, lexicon.Words(text), text)
	}
	for _, clause := range disliked {
		q.readAvoid(e.lexicon, clause, joined(clause))
	}
	if !b.NeededBy.IsZero() {
		q.days = daysUntil(q.now, b.NeededBy)
	}
	return q
}

// soberOccasions are those at which the receiver is a child, or expects one.
var soberOccasions = []string{
	"baby shower", "new baby", "baptism", "first communion", "bar mitzvah", "quinceañera", "Children's Day", "back to school",
}

func (q *query) readOccasion(l *lexicon.Lexicon, ix *index) {
	q.understood.Occasion = strings.Join(strings.Fields(q.Occasion), " ")
	found := l.Find(lexicon.Occasion, lexicon.Words(q.Occasion))
	if len(found) == 0 {
		return
	}
	q.understood.Occasion, q.understood.OccasionKnown = found[0].Label, true
	for _, f := range found {
		q.occasions |= ix.occasions.set(f.Label)
		q.sober = q.sober || slices.Contains(soberOccasions, f.Label)
	}
}

// mayBeChildren are the relationships, by group or label, whose person may be a child when no age is
// told.
var mayBeChildren = []string{"child", "grandchild", "niece", "nephew"}

// readPerson reads relationship and age. The first relationship is the person's, as in "my sister and
// her husband", unless it only says whose the next one is, as in "my kid's teacher".
func (q *query) readPerson(l *lexicon.Lexicon, ix *index, clauses [][]lexicon.Word) {
	u := &q.understood
	for _, clause := range clauses {
		for _, f := range l.Find(lexicon.Relationship, clause) {
			if strings.HasSuffix(clause[f.To-1].Text, "'s") {
				continue
			}
			if u.Relationship == "" {
				u.Relationship = f.Label
				q.relationships = ix.relationships.set(f.Group)
				q.minor = slices.Contains(mayBeChildren, f.Group) || slices.Contains(mayBeChildren, f.Label)
			}
			if u.Ages == nil && f.AgeTo > 0 {
				u.Ages = &AgeRange{f.AgeFrom, f.AgeTo}
			}
		}
	}
	if age, ok := readAge(q.Recipient + " " + q.Occasion); ok {
		u.Ages = &AgeRange{age, age}
	}
	if q.Age != nil {
		u.Ages = &AgeRange{*q.Age, *q.Age}
	}
	if u.Ages != nil {
		q.minor = u.Ages.From < ageLimit
	}
}

// The ways in which people write an age: "6-year-old", "aged 6", "turning 40", "40th birthday".
var (
	yearsOld = regexp.MustCompile(`(?i)\b(\d{1,3})\s*-?\s*(?:years?|yrs?)(?:\s*-?\s*old)?\b|\b(\d{1,3})\s*(?:yo|y/o)\b`)
	aged     = regexp.MustCompile(`(?i)\b(?:age|aged|turns|turning|turned)\s+(\d{1,3})\b|\b(\d{1,3})(?:st|nd|rd|th)\s+birthday\b`)
	months   = regexp.MustCompile(`(?i)\b(\d{1,2})\s*-?\s*months?\s*-?\s*old\b`)
)

// readAge finds an age in a text, in years.
func readAge(text string) (age int, ok bool) {
	if months.MatchString(text) {
		return 0, true
	}
	for _, form := range []*regexp.Regexp{aged, yearsOld} {
		if m := form.FindStringSubmatch(text); m != nil {
			age, err := strconv.Atoi(m[1] + m[2])
			return age, err == nil && age <= catalog.MaxAge
		}
	}
	return 0, false
}

// readInterest reads a text that is an interest as a whole. When the lexicon does not know it, its
// words are what is looked for.
func (q *query) readInterest(l *lexicon.Lexicon, ix *index, words []lexicon.Word, text string) {
	if found := l.Find(lexicon.Interest, words); len(found) > 0 {
		for _, f := range found {
			q.addInterest(ix, f.Label)
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

// readWords reads a clause of free text: the interests in it, and the words that are left once
// relationships, occasions and stop words are taken out.
func (q *query) readWords(l *lexicon.Lexicon, ix *index, clause []lexicon.Word) {
	used := make([]bool, len(clause))
	mark := func(found []lexicon.Found) {
		for _, f := range found {
			for i := f.From; i < f.To; i++ {
				used[i] = true
			}
		}
	}
	mark(l.Find(lexicon.Relationship, clause))
	mark(l.Find(lexicon.Occasion, clause))
	interests := l.Find(lexicon.Interest, clause)
	mark(interests)
	for _, f := range interests {
		q.addInterest(ix, f.Label)
	}
	for i, w := range clause {
		if !used[i] && !lexicon.IsStop(w.Text) {
			q.addWord(ix, w, term{label: w.Text, weight: meaningWord, least: weightCategory})
		}
	}
	text := joined(clause)
	q.giftCards = q.giftCards || strings.Contains(text, "gift card") || strings.Contains(text, "voucher")
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

// readAvoid reads something to keep away from.
func (q *query) readAvoid(l *lexicon.Lexicon, words []lexicon.Word, text string) {
	var a avoidance
	for _, w := range words {
		if !lexicon.IsStop(w.Text) {
			a.stems = append(a.stems, w.Stem)
		}
	}
	for _, f := range l.Find(lexicon.Interest, words) {
		a.interests = append(a.interests, f.Label)
	}
	if len(a.stems) == 0 && len(a.interests) == 0 {
		return
	}
	q.avoid = append(q.avoid, a)
	q.understood.Avoid = append(q.understood.Avoid, strings.Join(strings.Fields(text), " "))
}

func joined(words []lexicon.Word) string {
	texts := make([]string, len(words))
	for i, w := range words {
		texts[i] = w.Text
	}
	return strings.Join(texts, " ")
}
