package suggest

import (
	"cmp"
	"slices"

	"giftserver/internal/lexicon"
)

// ageLimit is the age below which nothing restricted is suggested, in years.
const ageLimit = 18

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
	// A relationship tells it, else the occasion, else what is said of the person: "a friend, she loves tea".
	q.gender = cmp.Or(ix.lexicon.PersonGender(u.Relationship), q.gender)
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
