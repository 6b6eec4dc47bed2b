package lexicon

import "fmt"

// A Gender is that of a person, or of those whom a gift is made for.
type Gender uint8

// The genders that words tell. AnyGender says that they tell none.
const (
	AnyGender Gender = iota
	Female
	Male
)

// genders are the gender of people by the words for them, and the stems of the words that gifts for them are
// named by.
type genders struct {
	people map[string]Gender
	gifts  map[Gender][]string
}

// PersonGender returns the gender of a person that one of the words tells, the first if they differ.
func (l *Lexicon) PersonGender(words []Word) Gender {
	for i := range words {
		if g := l.genders.people[words[i].Text]; g != AnyGender {
			return g
		}
	}
	return AnyGender
}

// GiftStems returns the stems of the words that gifts for a gender are named by.
func (l *Lexicon) GiftStems(g Gender) []string { return l.genders.gifts[g] }

func (l *Lexicon) loadGenders() error {
	const file = "genders.tsv"
	table, err := rows(file)
	if err != nil {
		return err
	}
	l.genders = genders{map[string]Gender{}, map[Gender][]string{}}
	for i, row := range table {
		g := Female + Gender(i)
		if len(row) != 3 || row[0] != [...]string{Female: "female", Male: "male"}[g] {
			return fmt.Errorf("%s: %q: not a row of that gender", file, row)
		}
		for _, w := range Words(row[1]) {
			l.genders.people[w.Text] = g
		}
		for _, w := range Words(row[2]) {
			l.genders.gifts[g] = append(l.genders.gifts[g], w.Stem)
		}
	}
	return nil
}
