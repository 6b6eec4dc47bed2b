package lexicon

import (
	"fmt"
	"strings"
)

// A Gender is that of a person, or of those whom a gift is made for.
type Gender uint8

// The genders that words tell. AnyGender says that they tell none.
const (
	AnyGender Gender = iota
	Female
	Male
)

// genders are the gender of people by the words for them, and that of those whom a gift is made for by the stems of the
// words that it is named by.
type genders struct{ people, gifts map[string]Gender }

// PersonGender returns the gender that a word for a person tells: the label of a relationship, or a folded word such as
// "she".
func (l *Lexicon) PersonGender(word string) Gender { return l.genders.people[word] }

// GiftGender returns the gender of those whom a gift is made for that is named by a word of a stem.
func (l *Lexicon) GiftGender(stem string) Gender { return l.genders.gifts[stem] }

func (l *Lexicon) loadGenders() error {
	const file = "genders.tsv"
	table, err := rows(file)
	if err != nil {
		return err
	}
	l.genders = genders{map[string]Gender{}, map[string]Gender{}}
	for i, row := range table {
		g := Female + Gender(i)
		if len(row) != 3 || row[0] != [...]string{Female: "female", Male: "male"}[g] {
			return fmt.Errorf("%s: %q: not a row of that gender", file, row)
		}
		for word := range strings.SplitSeq(row[1], ", ") {
			l.genders.people[word] = g
		}
		for _, w := range Words(row[2]) {
			l.genders.gifts[w.Stem] = g
		}
	}
	return nil
}
