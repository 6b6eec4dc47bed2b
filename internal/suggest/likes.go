package suggest

import (
	"slices"
	"strings"

	"giftserver/internal/lexicon"
)

// A mood is what a stretch of a text says of the person.
type mood int

const (
	tells    mood = iota // what they are like
	likes                // what they like
	dislikes             // what they don't want
	cannot               // what they can't have; a list of it goes on over commas
	owns                 // what they have already
	origin               // where they come from, which is no interest
)

// cues are the phrases that change the mood. Each holds to the end of its clause or the next cue.
var cues = cueTable(map[mood][]string{
	dislikes: {
		"no", "not", "without", "except", "hates", "hate", "dislikes", "dislike", "can't stand", "avoids", "avoid", "neither",
		"isn't a fan of", "not a fan of", "not a big fan of", "isn't", "aren't", "no interest in", "doesn't like", "does not like", "don't like", "doesn't want",
		"does not want", "doesn't need", "does not need", "no longer",
	},
	cannot: {
		"allergic to", "allergy to", "intolerant to", "intolerant of", "doesn't eat", "does not eat", "don't eat", "never eats",
		"can't eat", "cannot eat", "can't have", "doesn't drink", "does not drink", "don't drink", "never drinks",
	},
	owns: {
		"already has", "already have", "already owns", "already own", "has already", "have already", "has enough", "has too many",
		"has all", "has every", "have all",
	},
	origin: {"from", "works in", "works at", "works for", "lives in", "moved to"},
	tells:  {"but", "who", "and is"},
	likes: {
		"loves", "love", "likes", "enjoys", "adores", "collects", "into", "fan of", "fond of", "keen on", "passionate about",
		"obsessed with", "interested in", "crazy about", "mad about", "and loves", "and likes", "and enjoys", "and collects",
	},
})

type cue struct {
	words []string
	mood  mood
}

// cueTable orders phrases by their first word, longest first.
func cueTable(phrases map[mood][]string) map[string][]cue {
	table := map[string][]cue{}
	for m, list := range phrases {
		for _, p := range list {
			words := strings.Fields(p)
			table[words[0]] = append(table[words[0]], cue{words, m})
		}
	}
	for _, list := range table {
		slices.SortFunc(list, func(a, b cue) int { return len(b.words) - len(a.words) })
	}
	return table
}

// A clause is a stretch of a text in one mood.
type clause struct {
	mood  mood
	words []lexicon.Word
}

// splitMoods splits a text into clauses, so that "allergic to nuts" never counts as a taste for nuts.
// A list of what to keep away from becomes a clause for each item.
func splitMoods(words []lexicon.Word) []clause {
	var clauses []clause
	now, start := tells, 0
	end := func(i int) {
		part := words[start:i]
		start = i
		switch {
		case len(part) == 0 || now == origin:
		case now == tells || now == likes:
			clauses = append(clauses, clause{now, part})
		default:
			for _, item := range splitList(part) {
				clauses = append(clauses, clause{now, item})
			}
		}
	}
	for i := 0; i < len(words); i++ {
		if p := words[i].Pause; p == lexicon.Stop || p == lexicon.Comma && now != cannot {
			end(i)
			if now != likes || p == lexicon.Stop { // "loves tea, chess and dogs" goes on.
				now = tells
			}
		}
		if now == origin && (words[i].Text == "to" || words[i].Text == "for") {
			end(i)
			now = tells
		}
		c, ok := cueAt(words[i:])
		if !ok {
			continue
		}
		if negated := i == start && (now == dislikes || now == cannot); !negated || c.mood != likes { // "not into" stays a dislike.
			end(i)
			now = c.mood
		}
		start = i + len(c.words)
		if c.teetotal(words[start:]) {
			clauses = append(clauses, clause{cannot, lexicon.Words("alcohol")})
			now = tells
		}
		i = start - 1
	}
	end(len(words))
	return append(clauses, allergies(words)...)
}

// teetotal reports whether the cue says that somebody drinks no alcohol: "doesn't drink", and no
// word of what.
func (c *cue) teetotal(rest []lexicon.Word) bool {
	if last := c.words[len(c.words)-1]; last != "drink" && last != "drinks" {
		return false
	}
	if len(rest) == 0 || rest[0].Pause != lexicon.NoPause || rest[0].Text == "and" {
		return true
	}
	_, another := cueAt(rest)
	return another
}

// allergies finds what stands before the word: "has a nut allergy", "lactose intolerant".
func allergies(words []lexicon.Word) []clause {
	var clauses []clause
	for i := 1; i < len(words); i++ {
		t := words[i].Text
		if strings.HasPrefix(t, "allerg") && t != "allergic" || strings.HasPrefix(t, "intoleran") {
			clauses = append(clauses, clause{cannot, words[i-1 : i]})
		}
	}
	return clauses
}

// cueAt returns the longest cue that the words begin with.
func cueAt(words []lexicon.Word) (cue, bool) {
	for _, c := range cues[words[0].Text] {
		if len(words) >= len(c.words) && slices.EqualFunc(words[:len(c.words)], c.words, func(w lexicon.Word, text string) bool {
			return w.Text == text
		}) {
			return c, true
		}
	}
	return cue{}, false
}

// splitList splits "nuts, dairy and soy" into its items: each is to be avoided on its own.
func splitList(list []lexicon.Word) [][]lexicon.Word {
	var items [][]lexicon.Word
	start := 0
	for i := range list {
		t := list[i].Text
		joint := t == "and" || t == "or" || t == "nor"
		if joint || i > start && list[i].Pause != lexicon.NoPause {
			items = append(items, list[start:i])
			start = i
			if joint {
				start++
			}
		}
	}
	return append(items, list[start:])
}
