package suggest

import (
	"strings"

	"giftserver/internal/lexicon"
)

// needs are the words for conditions, and what those who have one should not be given.
var needs = map[string]string{
	"celiac": "gluten", "coeliac": "gluten", "diabetic": "sugar", "diabetes": "sugar",
	"asthma": "fragrance", "asthmatic": "fragrance", "hay fever": "pollen",
	"chemo": "fragrance", "chemotherapy": "fragrance", // Smells are hard to bear then.
}

// cautioned are the words for conditions that cautions name, and the word they use.
var cautioned = map[string]string{
	"pacemaker": "pacemaker", "pregnant": "pregnancy", "blood thinners": "thinners", "epilepsy": "epilepsy", "epileptic": "epilepsy",
}

// diets are the words for diets, and the one that the lexicon knows what they rule out by.
var diets = map[string]string{
	"vegan": "vegan", "vegans": "vegan", "vegetarian": "vegetarian", "vegetarians": "vegetarian", "veggie": "vegetarian",
	"kosher": "kosher", "halal": "halal", "muslim": "halal", "muslims": "halal",
}

// abstinent finds the ways to say that somebody drinks no alcohol, or should not be given any.
var abstinent = newPattern(`\b(?:sober|sobriety|teetotal\w*|alcoholic|pregnant|expecting a|breast-?feeding|muslim|mormon|`+
	`non-?drinker|not a drinker|(?:quit|stopped|gave up|given up|no longer|never) drink(?:s|ing)?|in recovery|in aa|`+
	`liver disease|cirrhosis|antabuse|heart medication)\b`,
	"sober", "sobriety", "teetotal", "alcoholic", "pregnant", "expecting", "breast", "muslim", "mormon", "drink", "recovery", "in aa",
	"liver", "cirrhosis", "antabuse", "medication")

// conditions finds what a word or two say that somebody can't have: "celiac", "hay fever", "has a nut
// allergy", "lactose intolerant", "gluten-free".
func conditions(words []lexicon.Word) []clause {
	var clauses []clause
	for i, w := range words {
		for _, name := range names(words, i) {
			if what := needs[name]; what != "" {
				clauses = append(clauses, clause{cannot, lexicon.Words(what)})
			}
			if what := diets[name]; what != "" {
				clauses = append(clauses, clause{diet, lexicon.Words(what)})
			}
			if what := cautioned[name]; what != "" {
				clauses = append(clauses, clause{unfit, lexicon.Words(what)})
			}
		}
		switch {
		case isAllergy(w) && w.Pause == lexicon.NoPause && (i+1 == len(words) || words[i+1].Text != "to"):
			clauses = append(clauses, before(words, i)...)
		case w.Text == "free" && i > 0 && w.Hyphen:
			clauses = append(clauses, clause{cannot, words[i-1 : i]})
		}
	}
	return clauses
}

// names returns what word i may be the name of a condition by: itself, and with the word before where such a name
// ends with it.
func names(words []lexicon.Word, i int) []string {
	text := words[i].Text
	if i > 0 && (text == "fever" || text == "thinners") {
		return []string{text, words[i-1].Text + " " + text}
	}
	return []string{text}
}

func isAllergy(w lexicon.Word) bool {
	return w.Text == "allergy" || w.Text == "allergies" || strings.HasPrefix(w.Text, "intoleran") || strings.HasPrefix(w.Text, "sensitiv")
}

// before returns what stands before word i: "peanut and dairy allergies".
func before(words []lexicon.Word, i int) []clause {
	var clauses []clause
	for i > 0 {
		clauses = append(clauses, clause{cannot, words[i-1 : i]})
		if i < 3 || !isJoint(words[i-2]) {
			break
		}
		i -= 2
	}
	return clauses
}
