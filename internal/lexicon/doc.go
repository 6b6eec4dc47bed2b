// Package lexicon turns the words of people into the concepts a gift is described by: occasions,
// relationships and interests.
//
// Texts are read the same way everywhere, in a brief as in a gift: [Words] folds them (case,
// diacritics, width), splits them and stems them in English. [Lexicon.Find] then looks for the
// phrases of the tables in data/, longest first.
//
//	words := lexicon.Words("Coworker who's into tabletop games")
//	for _, f := range lexicon.Default().Find(lexicon.Interest, words) {
//		fmt.Println(f.Label) // board games
//	}
package lexicon
