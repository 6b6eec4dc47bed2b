package suggest

import (
	"regexp"
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
	giftCards     bool // asked for
	days          int  // until the gift is needed; -1 for no hurry
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

// read turns a brief into a query. The reader splits its texts.
func read(ix *index, r *lexicon.Reader, b *Brief) *query {
	said := b
	b = inEnglish(ix.lexicon, said)
	q := &query{Brief: b, ranges: ix.rangesOf(b), days: -1}
	q.readOccasion(ix, r.Words(b.Occasion), said.Occasion)
	clauses := splitMoods(ix.lexicon, slices.Clone(r.Words(b.Recipient)))
	if slices.ContainsFunc(b.texts(), abstinent.MatchString) {
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
	q.dropAvoided()
	q.lot = q.understood.lot()
	for _, label := range q.understood.Interests {
		q.near = append(q.near, ix.homes[label]...)
	}
	switch {
	case !b.NeededBy.IsZero():
		q.days = daysUntil(b.Now, b.NeededBy)
	case urgent.MatchString(b.Occasion) || urgent.MatchString(b.Recipient):
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
		if ages, ok := occasionAges[f.Label]; ok {
			q.understood.Ages = &ages
		}
	}
}

// urgent finds the ways to say that a gift is needed at once.
var urgent = regexp.MustCompile(`(?i)\b(?:last[ -]minute|by e-?mail|(?:need|needed|something|it|be there|is) (?:by )?(?:today|tonight|right now))\b`)

// mayBeChildren are the relationships, by group or label, whose person may be a child when no age is
// told.
var mayBeChildren = []string{"child", "grandchild", "niece", "nephew"}

func mayBeChild(f lexicon.Found) bool {
	return slices.Contains(mayBeChildren, f.Group) || slices.Contains(mayBeChildren, f.Label)
}

// readPerson reads relationship and age. The first relationship is the person's, as in "my sister and
// her husband", unless it only says whose the next one is, as in "my kid's teacher".
func (q *query) readPerson(ix *index, clauses []clause) {
	u, young := &q.understood, false
	for _, c := range clauses {
		if c.mood > likes {
			continue
		}
		for _, f := range ix.lexicon.Find(lexicon.Relationship, c.words) {
			if u.Relationship == "" && isPerson(c, f) {
				q.setPerson(ix, f)
			}
		}
		young = young || slices.ContainsFunc(c.words, isChild)
	}
	q.minor = q.minor || young
	// A relationship tells it, else what is said of the person: "a friend, she loves tea".
	q.gender = ix.lexicon.PersonGender(u.Relationship)
	for i := 0; i < len(clauses) && q.gender == lexicon.AnyGender; i++ {
		for j := 0; j < len(clauses[i].words) && q.gender == lexicon.AnyGender; j++ {
			q.gender = ix.lexicon.PersonGender(clauses[i].words[j].Text)
		}
	}
	if age, ok := q.readAge(); ok {
		u.Ages = &AgeRange{age, age}
	}
	if u.Ages != nil {
		q.minor = u.Ages.From < ageLimit
	}
}

// isPerson reports whether a relationship that was found is the person's: not the owner's in "my kid's
// teacher" and, in what somebody likes, "cooking with mummy", only as "my mother".
func isPerson(c clause, f lexicon.Found) bool {
	before := ""
	if f.From > 0 {
		before = c.words[f.From-1].Text
	}
	return !c.words[f.To-1].Owner && before != "whose" && (c.mood == tells || before == "my" || before == "our" || f.From == 0)
}

// setPerson says who the person is to the giver.
func (q *query) setPerson(ix *index, f lexicon.Found) {
	q.understood.Relationship = f.Label
	q.relationships = ix.relationships.set(f.Group)
	q.intimate = f.Group == "partner"
	q.minor = mayBeChild(f)
	// With others, the person's own age decides nothing, and some occasions tell it better.
	if f.AgeTo > 0 && q.together == 0 && q.understood.Ages == nil {
		q.understood.Ages = &AgeRange{f.AgeFrom, f.AgeTo}
	}
}

// readAge returns the age that was given, else the one that the brief tells. What the occasion says,
// "40th birthday", is surely the person's.
func (q *query) readAge() (age int, ok bool) {
	if q.Age != nil {
		return *q.Age, true
	}
	if age, ok := readAge(q.Occasion); ok {
		return age, true
	}
	return readAge(q.Recipient)
}

// isChild finds the words that tell of a child without being a relationship.
func isChild(w lexicon.Word) bool { return w.Stem == "boy" || w.Stem == "girl" }

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
		q.addWord(ix, w, term{label: label, weight: meaningInterest, where: described})
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
				slices.ContainsFunc(rest, func(w lexicon.Word) bool { return slices.Contains(pets, w.Stem) })
		}
	}
	return false
}

// pets are the stems of those who are mourned, beside people.
var pets = []string{"dog", "cat", "pet", "hors", "puppi", "kitten"}

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
			q.addWord(ix, w, term{label: w.Text, weight: meaningWord, where: named})
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
		q.terms = append(q.terms, term{label: label, postings: ix.giftCards, weight: meaningInterest})
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
	t := term{label: f.Label, weight: meaningInterest, where: named}
	if strings.Contains(f.Label, words[f.From].Stem) {
		t.weight, t.within = meaningWord, ix.interests[f.Label]
	}
	q.addWord(ix, words[f.From], t)
}

func (q *query) addInterest(ix *index, label string) {
	if slices.Contains(q.understood.Interests, label) {
		return
	}
	q.understood.Interests = append(q.understood.Interests, label)
	if list := ix.interests[label]; len(list) > 0 {
		q.terms = append(q.terms, term{label: label, postings: list, weight: meaningInterest * ix.rarity(len(list))})
	}
}

// addWord adds a word as a term, if it tells anything.
func (q *query) addWord(ix *index, w lexicon.Word, t term) {
	t.postings = ix.words[w.Stem]
	if len(t.postings) == 0 || w.Stopword || isNumber(w) {
		return
	}
	t.weight *= ix.rarity(len(t.postings))
	q.terms = append(q.terms, t)
}

func joined(words []lexicon.Word) string {
	texts := make([]string, len(words))
	for i, w := range words {
		texts[i] = w.Text
	}
	return strings.Join(texts, " ")
}
