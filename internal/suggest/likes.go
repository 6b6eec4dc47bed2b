package suggest

import (
	"slices"
	"strings"

	"giftserver/internal/lexicon"
)

// A mood is what a stretch of a text says of the person.
type mood int

const (
	likes    mood = iota // what they are like and what they like
	dislikes             // what they don't want, can't have or own already
	origin               // where they come from, which is no interest
)

// cues are the phrases that change the mood. Each holds to the end of its clause or the next cue.
var cues = func() map[string][]cue {
	table := map[mood][]string{
		dislikes: {
			"no", "not", "without", "except", "allergic to", "allergy to", "intolerant to", "hates", "hate", "dislikes", "dislike",
			"can't stand", "avoids", "avoid", "doesn't like", "does not like", "don't like", "doesn't want", "does not want",
			"doesn't need", "does not need", "doesn't drink", "does not drink", "doesn't eat", "does not eat", "can't eat",
			"cannot eat", "can't have", "already has", "already have", "already owns", "already own", "has already", "has enough",
			"has too many",
		},
		origin: {"from", "works in", "works at", "works for", "lives in", "moved to"},
		likes:  {"but", "who", "loves", "likes", "enjoys", "and loves", "and likes", "and enjoys", "and is"},
	}
	byFirst := map[string][]cue{}
	for m, phrases := range table {
		for _, p := range phrases {
			words := strings.Fields(p)
			byFirst[words[0]] = append(byFirst[words[0]], cue{words, m})
		}
	}
	for _, list := range byFirst {
		slices.SortFunc(list, func(a, b cue) int { return len(b.words) - len(a.words) })
	}
	return byFirst
}()

type cue struct {
	words []string
	mood  mood
}

// teetotal are the cues that stand alone when somebody drinks no alcohol.
var teetotal = []string{"doesn't drink", "does not drink"}

// splitLikes splits a text into clauses of what somebody likes and clauses of what to keep away
// from, so that "allergic to nuts" never counts as a taste for nuts.
func splitLikes(words []lexicon.Word) (liked, disliked [][]lexicon.Word) {
	now, start := likes, 0
	end := func(i int) {
		if clause := words[start:i]; len(clause) > 0 {
			switch now {
			case likes:
				liked = append(liked, clause)
			case dislikes:
				disliked = append(disliked, splitList(clause)...)
			}
		}
		start = i
	}
	for i := 0; i < len(words); i++ {
		if words[i].Break {
			end(i)
			now = likes
		}
		c, ok := cueAt(words[i:])
		if !ok {
			continue
		}
		end(i)
		now, start = c.mood, i+len(c.words)
		if slices.Contains(teetotal, strings.Join(c.words, " ")) && (start == len(words) || words[start].Break) {
			disliked = append(disliked, lexicon.Words("alcohol"))
		}
		i = start - 1
	}
	end(len(words))
	return liked, disliked
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

// splitList splits "nuts and dairy" into its items: each is to be avoided on its own.
func splitList(clause []lexicon.Word) [][]lexicon.Word {
	var items [][]lexicon.Word
	start := 0
	for i := range clause {
		if t := clause[i].Text; t == "and" || t == "or" || t == "nor" {
			items = append(items, clause[start:i])
			start = i + 1
		}
	}
	return append(items, clause[start:])
}
