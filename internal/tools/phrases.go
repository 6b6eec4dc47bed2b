package tools

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"giftserver/internal/catalog"
	"giftserver/internal/suggest"
)

// language is the language of the phrases in this file.
const language = "en"

// Labels of the lexicon that the rule of withArticle gets wrong.
var (
	occasionPhrases = map[string]string{
		"thank you": "a thank-you", "get well": "a get-well wish", "sympathy": "sympathy", "good luck": "good luck",
		"back to school": "going back to school", "teacher appreciation": "teacher appreciation", "just because": "no special occasion",
	}
	plural = map[string]bool{"grandparents": true, "newlyweds": true, "new parents": true}
)

// withArticle puts "a" or "an" before a common noun; proper names have a capital and stay bare.
func withArticle(noun string) string {
	first := []rune(noun)[0]
	switch {
	case plural[noun] || unicode.IsUpper(first):
		return noun
	case strings.ContainsRune("aeiou", first):
		return "an " + noun
	}
	return "a " + noun
}

// occasionPhrase names the occasion of a brief after "for". One that the lexicon does not know is
// quoted as it came.
func occasionPhrase(u *suggest.Understood) string {
	switch {
	case u.Occasion == "":
		return "any occasion"
	case !u.OccasionKnown:
		return `"` + clip(u.Occasion, 60) + `"`
	}
	return knownOccasion(u.Occasion)
}

// knownOccasion names an occasion of the lexicon after "for": "a birthday", "Christmas".
func knownOccasion(label string) string {
	if p := occasionPhrases[label]; p != "" {
		return p
	}
	return withArticle(label)
}

// summarize says in one sentence what was found: "6 ideas for a birthday, up to $100, for a friend
// who likes board games".
func summarize(f *catalog.Formatter, b *suggest.Brief, a *suggest.Answer) string {
	u, count := &a.Understood, len(a.Picks)
	ideas := "1 idea"
	if count != 1 {
		ideas = fmt.Sprintf("%d ideas", count)
	}
	s := fmt.Sprintf("%s for %s, up to %s", ideas, occasionPhrase(u), f.Format(b.Budget))
	likes := and(u.Interests, 3)
	switch {
	case u.Relationship != "" && likes != "":
		s += ", for " + withArticle(u.Relationship) + " who " + verb(u.Relationship) + " " + likes
	case u.Relationship != "":
		s += ", for " + withArticle(u.Relationship)
	case likes != "":
		s += ", for someone who likes " + likes
	}
	if len(u.Avoid) > 0 {
		s += ", avoiding " + and(u.Avoid, 5)
	}
	switch {
	case likes != "" && !slices.ContainsFunc(a.Picks, matchesInterest):
		s += "; nothing about " + likes + " fits, so these are others that may"
	case likes == "" && u.Relationship == "" && u.Ages == nil:
		s += ", that suit most people"
	}
	return s
}

// matchesInterest reports whether a gift is there for an interest.
func matchesInterest(p suggest.Pick) bool {
	return slices.ContainsFunc(p.Reasons, func(r suggest.Reason) bool { return r.Kind == suggest.MatchesInterest })
}

func verb(relationship string) string {
	if plural[relationship] {
		return "like"
	}
	return "likes"
}

// why writes the reasons for a gift: "Matches board games; suits a birthday; inside the budget".
func why(b *suggest.Brief, p suggest.Pick) string {
	var parts, interests []string
	for _, r := range p.Reasons {
		switch r.Kind {
		case suggest.MatchesInterest:
			interests = append(interests, r.Label)
		case suggest.SuitsOccasion:
			parts = append(parts, "suits "+knownOccasion(r.Label))
		case suggest.SuitsRelationship:
			parts = append(parts, "good for "+withArticle(r.Label))
		case suggest.SuitsAge:
			parts = append(parts, "for "+agePhrase(p.Gift))
		case suggest.ArrivesInTime:
			parts = append(parts, "can be there in time")
		case suggest.InsideBudget:
			parts = append(parts, budgetPhrase(p.Price, b.Budget))
		}
	}
	if len(interests) > 0 {
		parts = append([]string{"matches " + and(interests, 3)}, parts...)
	}
	return capitalize(strings.Join(parts, "; "))
}

func budgetPhrase(price, budget catalog.Money) string {
	if price.Minor*2 <= budget.Minor {
		return "well inside the budget"
	}
	return "inside the budget"
}

// agePhrase says whom a gift is made for: "ages 6 to 12", "ages 18 and up".
func agePhrase(g *catalog.Gift) string {
	if g.AgeTo >= catalog.MaxAge {
		return fmt.Sprintf("ages %d and up", g.AgeFrom)
	}
	return fmt.Sprintf("ages %d to %d", g.AgeFrom, g.AgeTo)
}

func cautionOf(g *catalog.Gift) string { return strings.Join(g.Cautions, ". ") }

// pricePhrase is the price as people read it, and what it rests on.
func pricePhrase(f *catalog.Formatter, g *catalog.Gift) string {
	price := f.Format(g.Price)
	if g.PriceBasis == catalog.Typical {
		return "about " + price
	}
	return price
}

// and lists up to most texts: "a, b and c".
func and(list []string, most int) string {
	list = list[:min(len(list), most)]
	clipped := make([]string, len(list))
	for i, s := range list {
		clipped[i] = clip(s, 60)
	}
	if len(clipped) < 2 {
		return strings.Join(clipped, "")
	}
	last := len(clipped) - 1
	return strings.Join(clipped[:last], ", ") + " and " + clipped[last]
}

// decimal writes a number of major units as one types it.
func decimal(x float64) string { return strconv.FormatFloat(x, 'f', -1, 64) }

func capitalize(s string) string {
	for i, r := range s {
		return string(unicode.ToUpper(r)) + s[i+len(string(r)):]
	}
	return s
}

// clip shortens a text to at most n characters, at the end of a word where it can.
func clip(s string, n int) string {
	if len(s) <= n {
		return s
	}
	runes := []rune(s)
	if len(runes) <= n {
		return s
	}
	cut := string(runes[:n-1])
	if i := strings.LastIndexByte(cut, ' '); i > len(cut)/2 {
		cut = cut[:i]
	}
	return strings.TrimRight(cut, " ,;.") + "…"
}
