package tools

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"giftserver/internal/catalog"
	"giftserver/internal/suggest"
)

// occasion names the occasion of a brief. One that the lexicon does not know is quoted as it came.
func (v *voice) occasion(u *suggest.Understood) string {
	switch {
	case u.Occasion == "":
		return v.summary.anyOccasion
	case !u.OccasionKnown:
		return fill(v.summary.otherOccasion, clip(u.Occasion, 60))
	}
	return cmp.Or(v.occasions[u.Occasion], u.Occasion)
}

// summarize says in one sentence what was found: "6 ideas for a birthday, up to $100, for a friend
// who likes board games".
func (v *voice) summarize(b *suggest.Brief, a *suggest.Answer) string {
	var s strings.Builder
	s.Grow(160)
	u, p := &a.Understood, &v.summary
	if occasion := v.occasion(u); len(a.Picks) == 1 {
		writePhrase(&s, p.idea, occasion)
	} else {
		fmt.Fprintf(&s, p.ideas, len(a.Picks), occasion)
	}
	writePhrase(&s, p.upTo, v.money.Format(b.Budget))
	likes := v.likesOf(u.Interests)
	v.writePerson(&s, u.Relationship, likes)
	if len(u.Avoid) > 0 {
		writePhrase(&s, p.without, v.avoidedOf(u.Avoid))
	}
	switch {
	case likes != "" && !slices.ContainsFunc(a.Picks, matchesInterest):
		writePhrase(&s, p.offTopic, likes)
	case likes == "" && u.Relationship == "" && u.Ages == nil:
		s.WriteString(p.forMost)
	}
	return s.String()
}

// writePerson says whom a gift is for.
func (v *voice) writePerson(s *strings.Builder, relationship, likes string) {
	p := &v.summary
	switch {
	case relationship == "" && likes != "":
		writePhrase(s, p.someone, likes)
		return
	case relationship == "":
		return
	}
	writePhrase(s, p.person, cmp.Or(v.relationships[relationship], relationship))
	switch {
	case likes == "":
	case v.several[relationship] != "":
		writePhrase(s, p.theyLike, likes)
	default:
		writePhrase(s, p.likes, likes)
	}
}

// matchesInterest reports whether a gift is there for an interest.
func matchesInterest(p suggest.Pick) bool {
	return slices.ContainsFunc(p.Reasons, func(r suggest.Reason) bool { return r.Kind == suggest.MatchesInterest })
}

// because writes the reasons for a gift: "Matches board games; suits a birthday; inside the budget".
func (v *voice) because(b *suggest.Brief, p suggest.Pick) string {
	text := make([]byte, 0, 200)
	add := func(phrase, about string) {
		if len(text) > 0 {
			text = append(text, v.semicolon...)
		}
		before, after, _ := strings.Cut(phrase, "%s")
		text = append(append(append(text, before...), about...), after...)
	}
	if likes := v.interestsOf(p.Reasons); likes != "" {
		add(v.reason.interest, likes)
	}
	for _, r := range p.Reasons {
		switch r.Kind {
		case suggest.MatchesInterest:
		case suggest.SuitsOccasion:
			add(v.reason.occasion, cmp.Or(v.occasions[r.Label], r.Label))
		case suggest.SuitsRelationship:
			add(v.reason.relationship, cmp.Or(v.relationships[r.Label], r.Label))
		case suggest.SuitsAge:
			add(v.reason.age, v.ages(p.Gift))
		case suggest.ArrivesInTime:
			add(v.reason.inTime, "")
		case suggest.InsideBudget:
			add(v.inBudget(v.costOf(p.Gift, b.Budget.Currency).Money, b.Budget), "")
		}
	}
	if len(text) == 0 {
		return ""
	}
	return capitalize(text)
}

// interestsOf lists the interests that a gift matches, by their names.
func (v *voice) interestsOf(reasons []suggest.Reason) string {
	interests := make([]string, 0, 8)
	for _, r := range reasons {
		if r.Kind == suggest.MatchesInterest {
			interests = append(interests, r.Label)
		}
	}
	return v.likesOf(interests)
}

func (v *voice) inBudget(price, budget catalog.Money) string {
	if price.Minor*2 <= budget.Minor {
		return v.reason.wellInside
	}
	return v.reason.inside
}

// ages says whom a gift is made for: "ages 6 to 12", "ages 18 and up".
func (v *voice) ages(g *catalog.Gift) string {
	if g.AgeTo >= catalog.MaxAge {
		return fmt.Sprintf(v.reason.agesFrom, g.AgeFrom)
	}
	return fmt.Sprintf(v.reason.ages, g.AgeFrom, g.AgeTo)
}

// writeGifts writes a numbered list of gifts, and notes what there is to say of their prices.
func (v *voice) writeGifts(b *strings.Builder, note *priceNote, gifts []giftView, picks []suggest.Pick) {
	for i := range gifts {
		shown, g := &gifts[i], picks[i].Gift
		write(b, "\n", strconv.Itoa(i+1), ". ", shown.Name, ", ", v.priceOf(g, shown.Currency), ".")
		if shown.Description != "" {
			write(b, " ", shown.Description)
		}
		b.WriteString("\n")
		writeLine(b, v.why, shown.Why)
		writeLine(b, v.note, strings.TrimSuffix(shown.Caution, "."))
		writeLine(b, "%s", shown.URL)
		note.add(g, shown)
	}
}

// writeLine writes a line below a gift, if there is something to say.
func writeLine(b *strings.Builder, phrase, text string) {
	if text != "" {
		b.WriteString("   ")
		writePhrase(b, phrase, text)
		b.WriteString("\n")
	}
}

// writePhrase writes a phrase with a text in the place of its %s.
func writePhrase(b *strings.Builder, phrase, text string) {
	before, after, _ := strings.Cut(phrase, "%s")
	write(b, before, text, after)
}

// write writes texts one behind the other, which are most of an answer, without the memory that formatting
// takes.
func write(b *strings.Builder, texts ...string) {
	for _, text := range texts {
		b.WriteString(text)
	}
}
