package suggest

import (
	"slices"
	"strings"
	"sync"

	"giftserver/internal/lexicon"
)

// A mood is what a stretch of a text says of the person.
type mood int

const (
	tells    mood = iota // what they are like
	likes                // what they like
	origin               // where they come from, which is no interest
	dislikes             // what they don't want; from here on, all is to be kept away from
	cannot               // what they can't have
	owns                 // what they have already
	unfit                // what a caution would name; it goes without saying
	diet                 // a diet that rules things out
)

// cues are the phrases that change the mood. Each holds to the end of its clause or the next cue.
var cues = sync.OnceValue(func() map[string][]cue {
	return cueTable(map[mood][]string{
		dislikes: {
			"no", "not", "without", "except", "hates", "hate", "dislikes", "dislike", "can't stand", "avoids", "avoid", "neither",
			"isn't a fan of", "not a fan of", "not a big fan of", "isn't", "aren't", "no interest in", "don't want", "do not want",
			"nothing", "nothing with", "afraid of", "scared of", "terrified of", "fear of", "phobia of", "sensitive to", "anything but", "everything but", "all but", "other than", "rather than", "instead of", "doesn't like", "does not like", "don't like", "doesn't want",
			"does not want", "doesn't need", "does not need", "doesn't touch", "no longer",
			"couldn't care less about", "doesn't care for", "don't care for", "does not care for", "doesn't care about", "does not care about",
		},
		cannot: {
			"allergic to", "allergy to", "intolerant to", "intolerant of", "doesn't eat", "does not eat", "don't eat", "never eats",
			"can't eat", "cannot eat", "can't have", "doesn't drink", "does not drink", "don't drink", "can't drink", "cannot drink",
			"never drinks",
		},
		owns: {
			"already has", "already have", "already owns", "already own", "has already", "have already", "has enough", "has too many",
			"has all", "has every", "have all",
		},
		origin: {"from", "works in", "works at", "works for", "lives in", "moved to", "used to love", "used to like", "used to enjoy", "used to"},
		tells: {
			"but", "who", "and is", "has everything but", "have everything but", "owns everything but", "got everything but",
			"not sure", "no idea", "don't know", "do not know", "doesn't matter", "no matter", "nothing too expensive",
			"not too expensive", "nothing expensive", "nothing fancy", "nothing against", "to shop for", "to buy for",
		},
		likes: {
			"loves", "love", "likes", "they like", "both like", "who like", "enjoys", "adores", "collects", "into", "fan of", "fond of", "keen on", "passionate about",
			"not only", "not just", "not averse to", "never say no to", "never says no to", "lives on", "lives for", "obsessed with", "interested in", "crazy about", "mad about", "and loves", "and likes", "and enjoys", "and collects",
		},
	})
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
func splitMoods(l *lexicon.Lexicon, words []lexicon.Word) []clause {
	s := splitter{lexicon: l, words: words}
	for i := 0; i < len(words); i++ {
		s.pause(i)
		if s.affirms(i) {
			s.affirm(i)
			continue
		}
		c, ok := cueAt(words[i:])
		if words[i].Text == "from" && i+1 < len(words) && words[i+1].Text == "home" {
			ok = false // Who works there needs what others have in offices.
		}
		if words[i].Text == "like" && words[i].Pause != lexicon.NoPause {
			c, ok = cue{[]string{"like"}, likes}, true // It begins what somebody likes, and compares nothing.
		}
		if verb := words[i].Text; !ok && slices.Contains(tastes, verb) {
			c, ok = cue{[]string{verb}, likes}, s.negated(i)
		}
		if ok {
			i = s.turn(i, c) - 1
		}
	}
	s.end(len(words))
	return append(s.clauses, conditions(words)...)
}

// A splitter is on its way through a text.
type splitter struct {
	lexicon *lexicon.Lexicon
	words   []lexicon.Word
	clauses []clause
	now     mood
	start   int // of the clause that is being read
}

// end ends the clause that is being read before word i.
func (s *splitter) end(i int) {
	part := s.words[s.start:i]
	s.start = i
	switch {
	case len(part) == 0 || s.now == origin:
	case s.now == tells || s.now == likes:
		s.clauses = append(s.clauses, clause{s.now, part})
	default:
		for _, item := range splitList(part) {
			s.clauses = append(s.clauses, clause{s.now, item})
		}
	}
}

// pause ends the mood where a mark or a preposition before word i does. A comma ends neither a list of
// tastes, "loves tea, chess and dogs", nor one of what to keep away from, if it is a list.
func (s *splitter) pause(i int) {
	w := s.words[i]
	switch {
	case w.Pause == lexicon.Stop,
		w.Pause == lexicon.Comma && (s.now == tells || s.now == origin),
		w.Pause == lexicon.Comma && s.now == likes && s.item(i) > longestItem,
		w.Pause == lexicon.Comma && (s.now == dislikes || s.now == owns) && !s.inList(i),
		w.Pause == lexicon.Comma && s.now == cannot && s.isPastime(i),
		s.now == origin && (w.Text == "to" || w.Text == "for"),
		s.now >= dislikes && w.Text == "for":
		s.end(i)
		s.now = tells
	}
}

// isPastime reports whether an interest begins with word i that is nothing one could have to keep away from.
func (s *splitter) isPastime(i int) bool {
	if len(s.lexicon.Holding(s.words[i].Stem)) > 0 {
		return false // Fish is something to eat before it is something to catch.
	}
	found := s.lexicon.Find(lexicon.Interest, s.words[i:min(len(s.words), i+longestItem)])
	return len(found) > 0 && found[0].From == 0 && !slices.Contains(tangible, found[0].Label)
}

// tangible are the interests in what somebody may not eat, drink, smell or touch.
var tangible = []string{
	"coffee", "tea", "chocolate", "cheese", "spicy food", "vegan food", "wine", "beer", "whisky", "cocktails", "flowers",
	"perfume", "dogs", "cats", "horse riding", "houseplants", "makeup", "skincare", "candle making", "baking", "beekeeping",
}

// inList reports whether what follows the comma before word i goes on with a list: another comma or an
// "and" comes before the next cue, a word or two later.
func (s *splitter) inList(i int) bool {
	for n, w := range s.words[i:] {
		if _, cue := cueAt(s.words[i+n:]); cue || n > longestItem || n > 0 && w.Pause == lexicon.Stop {
			return false
		}
		if n > 0 && (w.Pause == lexicon.Comma || isJoint(w)) {
			return true
		}
	}
	return false
}

// longestItem is how many words an item of a list has at most.
const longestItem = 3

// item counts the words from word i to the next mark, joint or cue.
func (s *splitter) item(i int) int {
	for n, w := range s.words[i:] {
		if _, cue := cueAt(s.words[i+n:]); cue || n > 0 && (w.Pause != lexicon.NoPause || isJoint(w)) {
			return n
		}
	}
	return len(s.words) - i
}

// turn changes the mood at a cue that begins with word i, and returns the word behind it.
func (s *splitter) turn(i int, c cue) int {
	next := i + len(c.words)
	if c.mood == likes && (s.now == dislikes || s.now == cannot) && s.degreesFrom(i) == s.start {
		s.start = next // "not really into" stays a dislike.
		return next
	}
	if c.mood == likes && s.negated(i) {
		c.mood = dislikes
	}
	s.end(i)
	s.now, s.start = c.mood, next
	if c.teetotal(s.words[next:]) {
		s.clauses = append(s.clauses, clause{cannot, lexicon.Words("alcohol")})
		s.now = tells
	}
	return next
}

// tastes are verbs that change the mood only when they are negated.
var tastes = []string{"like", "enjoy", "liked", "enjoyed"}

// degrees are the words that may stand between a negation and what it negates: "not really into".
var degrees = []string{
	"a", "actually", "all", "an", "at", "big", "especially", "even", "exactly", "great", "huge", "much", "overly", "particularly",
	"quite", "really", "so", "super", "terribly", "that", "too", "very",
}

// degreesFrom returns where the degrees before word i begin.
func (s *splitter) degreesFrom(i int) int {
	for i > s.start && s.words[i].Pause == lexicon.NoPause && slices.Contains(degrees, s.words[i-1].Text) {
		i--
	}
	return i
}

// negated reports whether a negation stands before word i, with nothing but degrees between: "doesn't really
// like".
func (s *splitter) negated(i int) bool {
	i = s.degreesFrom(i)
	return i > s.start && s.words[i].Pause == lexicon.NoPause &&
		slices.Contains([]string{"not", "never", "don't", "doesn't", "didn't", "isn't", "aren't", "wasn't"}, s.words[i-1].Text)
}

// affirms reports whether word i makes a taste of what was begun as a negation: "can't live without tea",
// "nothing makes her happier than chess".
func (s *splitter) affirms(i int) bool {
	switch s.words[i].Text {
	case "without":
		return s.follows(i, "can't", "cannot", "couldn't", "never", "no", "not", "hardly")
	case "than":
		return s.follows(i, "nothing")
	}
	return false
}

// follows reports whether one of some words stands before word i, a few words at most and no mark between.
func (s *splitter) follows(i int, texts ...string) bool {
	const few = 6
	for j := i; j > max(0, i-few) && s.words[j].Pause == lexicon.NoPause; j-- {
		if slices.Contains(texts, s.words[j-1].Text) {
			return true
		}
	}
	return false
}

// affirm begins a taste behind word i. What stands before it is no longer something to keep away from.
func (s *splitter) affirm(i int) {
	s.now = tells
	s.end(i)
	s.now, s.start = likes, i+1
}

// teetotal reports whether the cue says that somebody drinks no alcohol: "doesn't drink", and no
// word of what.
func (c *cue) teetotal(rest []lexicon.Word) bool {
	if last := c.words[len(c.words)-1]; last != "drink" && last != "drinks" {
		return false
	}
	if len(rest) == 0 || rest[0].Pause != lexicon.NoPause || slices.Contains([]string{"and", "any", "anymore", "at", "now"}, rest[0].Text) {
		return true
	}
	_, another := cueAt(rest)
	return another
}

// cueAt returns the longest cue that the words begin with.
func cueAt(words []lexicon.Word) (cue, bool) {
	for _, c := range cues()[words[0].Text] {
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
	for i, w := range list {
		if !isJoint(w) && (i == start || w.Pause == lexicon.NoPause) {
			continue
		}
		items = append(items, list[start:i])
		start = i
		if isJoint(w) {
			start++
		}
	}
	return append(items, list[start:])
}

// isJoint reports whether a word joins the items of a list.
func isJoint(w lexicon.Word) bool { return w.Text == "and" || w.Text == "or" || w.Text == "nor" }
