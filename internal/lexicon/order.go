package lexicon

import "slices"

// verbs are the words that are written in front of their object in English: the leading ones, and those
// that stand behind it in languages with the verb at the end.
var verbs = append([]string{
	"doesn't drink", "can't have", "allergic to", "already has", "afraid of", "collects", "fan of",
	"interested in", "crazy about", "passionate about",
}, leading...)

// bindBack moves each verb to before its object in a language where all verbs stand behind: "the chess
// loving friend" becomes "loves chess who friend". Somebody whom the gift may be for is no object.
func (s sentence) bindBack() {
	start := 0 // of the object
	for i, w := range s {
		if w.pause {
			start = i
		}
		if w.person || w.text == "but" || w.text == "who" {
			start = i + 1
		}
		if w.text == teetotal && s[i+1:].says() && !s.endsClause(i) {
			s[i].text += " who" // What somebody drinks is said already.
		}
		if !slices.Contains(verbs, w.text) || !s[start:i].says() {
			continue
		}
		for j := i; j > start; j-- {
			s[j].text = s[j-1].text
		}
		s[start].text = w.text
		if s[i+1:].says() && !s.endsClause(i) {
			s[i].text += " who"
		}
		start = i + 1
	}
}

// teetotal is the English for verbs that tell their object.
const teetotal = "doesn't drink alcohol"

// owner begins the English for a word between two nouns that makes the first an owner, if both are people:
// 孩子的老师 is the child's teacher. Else what follows it is meant.
const owner = "'s"

// own makes the last word an owner, if it is a person.
func (s sentence) own() bool {
	if len(s) == 0 || !s[len(s)-1].person {
		return false
	}
	s[len(s)-1].text += owner
	s[len(s)-1].person = false
	return true
}

// says reports whether any of the words says something.
func (s sentence) says() bool {
	return slices.ContainsFunc(s, func(w written) bool { return w.text != "" })
}
