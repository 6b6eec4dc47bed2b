package suggest

import (
	"slices"
	"strings"

	"giftserver/internal/lexicon"
)

// A query is a brief that has been read.
type query struct {
	*Brief     // in English
	understood Understood

	terms         []term
	occasions     labelSet // those the brief means; empty when unknown
	meant         []string // their labels
	relationships labelSet // those of the person, by group; empty when unknown
	gender        lexicon.Gender
	near          []string // categories that are near to the interests
	together      labelSet // those of all who are celebrated with the person
	avoid         []avoidance
	ranges        []priceRange // by currency of the index
	lot           uint64       // decides between equals
	minor         bool         // the person is or may well be a child: nothing restricted
	intimate      bool         // the person is the giver's partner
	sober         bool         // the occasion is one where nothing restricted is in place
	grave         bool         // the occasion is one of graveOccasions
	mourning      bool
	keepsPets     bool // the person has to do with animals
	giftCards     bool // asked for
	days          int  // until the gift is needed; -1 for no hurry
}

// read turns a brief into a query. The reader splits its texts.
func read(ix *index, r *lexicon.Reader, b *Brief) *query {
	said := b
	b = inEnglish(ix.lexicon, said)
	q := &query{Brief: b, ranges: ix.rangesOf(b), days: -1}
	q.readOccasion(ix, r.Words(b.Occasion), said.Occasion)
	clauses := splitMoods(ix.lexicon, slices.Clone(r.Words(b.Recipient)))
	if slices.ContainsFunc(b.texts(), abstinent.matches) {
		clauses = append(clauses, clause{cannot, lexicon.Words("alcohol")})
	}
	q.readPerson(ix, clauses)
	for i, text := range b.Interests {
		q.readInterest(ix, r.Words(text), said.Interests[i])
	}
	for _, c := range clauses {
		if c.mood == likes || c.mood == tells {
			q.readWords(ix, c)
		} else {
			q.readAvoid(ix, c)
		}
	}
	for _, text := range b.Avoid {
		words := r.Words(text)
		for _, item := range splitList(words) {
			q.readAvoid(ix, clause{cannot, item})
		}
		for _, c := range conditions(words) {
			if c.mood != diet { // Who wants nothing vegan keeps to no vegan diet.
				q.readAvoid(ix, c)
			}
		}
	}
	if q.sober {
		q.avoid = append(q.avoid, avoidance{interests: alcoholic})
	}
	q.readPets(ix, r, clauses)
	q.dropAvoided()
	q.lot = q.understood.lot()
	for _, label := range q.understood.Interests {
		q.near = append(q.near, ix.homes[label]...)
	}
	switch {
	case !b.NeededBy.IsZero():
		q.days = daysUntil(b.Now, b.NeededBy)
	case urgent.matches(b.Occasion) || urgent.matches(b.Recipient):
		q.days = 0
	}
	return q
}

// lot returns what decides between gifts that fit equally well: whoever is understood alike gets the same gifts,
// in whatever words, but not everybody those whose ids come first.
func (u *Understood) lot() uint64 {
	return hash(strings.Join(slices.Concat([]string{u.Occasion, u.Relationship}, u.Interests), "\n"))
}

// inEnglish returns a brief in English. All of its texts together tell the language of one that could
// be in two.
func inEnglish(l *lexicon.Lexicon, b *Brief) *Brief {
	english := *b
	texts, _ := l.English(b.texts()...)
	english.Occasion, english.Recipient = texts[0], texts[1]
	english.Interests, english.Avoid = texts[2:2+len(b.Interests)], texts[2+len(b.Interests):]
	return &english
}

// texts returns what a brief says in words: the occasion, the recipient, the interests and what to avoid.
func (b *Brief) texts() []string {
	return slices.Concat([]string{b.Occasion, b.Recipient}, b.Interests, b.Avoid)
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

// soberOccasions are those at which the receiver is a child or expects one, or where custom wants no
// alcohol.
var soberOccasions = []string{
	"baby shower", "new baby", "baptism", "first communion", "confirmation", "bar mitzvah", "quinceañera", "Children's Day", "back to school",
	"Eid",
}

// graveOccasions are those at which only a gift that is meant for them is in place, unless it meets an
// interest. In mourning, not even that helps.
var graveOccasions = []string{"sympathy", "get well"}

// mourning is the occasion at which somebody has died.
const mourning = "sympathy"

// occasionAges are the ages of those whom an occasion is for, where it tells them.
var occasionAges = map[string]AgeRange{
	"first communion": {6, 12},
	"confirmation":    {12, 16},
	"bar mitzvah":     {12, 13},
	"quinceañera":     {15, 15},
}

// occasionGenders are the genders of those whom an occasion is for, where it tells them.
var occasionGenders = map[string]lexicon.Gender{
	"Mother's Day":  lexicon.Female,
	"Father's Day":  lexicon.Male,
	"quinceañera":   lexicon.Female,
	"bridal shower": lexicon.Female,
}

// readOccasion reads the occasion. One that nobody knows is shown as it was said.
func (q *query) readOccasion(ix *index, words []lexicon.Word, said string) {
	q.understood.Occasion = strings.Join(strings.Fields(said), " ")
	// Of "my daughter's birthday" the daughter may be a child, unless the recipient is told to be somebody else.
	q.minor = slices.ContainsFunc(ix.lexicon.Find(lexicon.Relationship, words), mayBeChild)
	found := ix.lexicon.Find(lexicon.Occasion, words)
	if len(found) == 0 {
		return
	}
	q.understood.Occasion, q.understood.OccasionKnown = found[0].Label, true
	for _, f := range found {
		q.occasions |= ix.occasions.set(f.Label)
		q.meant = append(q.meant, f.Label)
		q.together |= ix.relationships.set(celebrated[f.Label]...)
		q.sober = q.sober || slices.Contains(soberOccasions, f.Label)
		q.grave = q.grave || slices.Contains(graveOccasions, f.Label)
		q.mourning = q.mourning || f.Label == mourning
		q.gender |= occasionGenders[f.Label]
		if ages, ok := occasionAges[f.Label]; ok {
			q.understood.Ages = &ages
		}
	}
}

// urgent finds the ways to say that a gift is needed at once.
var urgent = newPattern(`\b(?:last[ -]minute|by e-?mail|(?:need|needed|something|it|be there|is) (?:by )?(?:today|tonight|right now))\b`,
	"minute", "mail", "today", "tonight", "right now")

func joined(words []lexicon.Word) string {
	texts := make([]string, len(words))
	for i, w := range words {
		texts[i] = w.Text
	}
	return strings.Join(texts, " ")
}
