package suggest

import (
	"slices"
	"sync"

	"giftserver/internal/lexicon"
)

// pets is the category of things for animals.
const pets = "pets"

// isPet reports whether an interest is one in animals that are kept.
func isPet(interest string) bool {
	return interest == "dogs" || interest == "cats" || interest == "aquariums"
}

// otherPets are the stems of words for animals that are kept and of which no interest tells.
var otherPets = sync.OnceValue(func() map[string]bool {
	stems := map[string]bool{}
	for _, w := range lexicon.Words("pet hamster rabbit bunny guinea parrot parakeet budgie canary tortoise turtle ferret gerbil chinchilla horse pony") {
		stems[w.Stem] = true
	}
	return stems
})

// readPets finds out whether the person has to do with animals, or the brief asks for things for them.
func (q *query) readPets(ix *index, r *lexicon.Reader, clauses []clause) {
	q.keepsPets = q.Category == pets || slices.ContainsFunc(clauses, ix.tellsOfPets)
	for _, text := range q.Interests {
		q.keepsPets = q.keepsPets || ix.tellsOfPets(clause{likes, r.Words(text)})
	}
}

// tellsOfPets reports whether a clause tells of animals that somebody has or likes.
func (ix *index) tellsOfPets(c clause) bool {
	if c.mood >= dislikes && c.mood != owns {
		return false
	}
	isPetWord := func(w lexicon.Word) bool { return otherPets()[w.Stem] }
	return slices.ContainsFunc(c.words, isPetWord) ||
		slices.ContainsFunc(ix.lexicon.Find(lexicon.Interest, c.words), func(f lexicon.Found) bool { return isPet(f.Label) })
}
