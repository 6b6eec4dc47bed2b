// Package lexicon turns the words of people into the concepts a gift is described by: occasions,
// relationships and interests.
//
// Texts are read the same way everywhere, in a brief as in a gift: [Words] folds them (case,
// diacritics, width), splits them and stems them in English. [Lexicon.Find] then looks for the
// phrases of the tables in data/, longest first.
//
// Texts in other languages go through [Lexicon.English] first, which turns the words of the glossaries in
// data/languages/ into words that the tables know. So each fact about a concept stands once, and what is
// true of an English text (what a negation binds to, whose age it is) holds for all. What the glossaries
// lack is looked for in data/annotations: names of things in many languages, which gen derives from the
// Unicode CLDR. Texts about things for sale go through [Lexicon.EnglishOfThings], which looks into data/goods/ before all
// else, as a word may be another thing there.
//
//	words := lexicon.Words("Coworker who's into tabletop games")
//	for _, f := range lexicon.Default().Find(lexicon.Interest, words) {
//		fmt.Println(f.Label) // board games
//	}
package lexicon

//go:generate go run ./gen
