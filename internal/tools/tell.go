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
		return fmt.Sprintf(v.summary.otherOccasion, clip(u.Occasion, 60))
	}
	return cmp.Or(v.occasions[u.Occasion], u.Occasion)
}

// summarize says in one sentence what was found: "6 ideas for a birthday, up to $100, for a friend
// who likes board games".
func (v *voice) summarize(b *suggest.Brief, a *suggest.Answer) string {
	var s strings.Builder
	u, p := &a.Understood, &v.summary
	if occasion := v.occasion(u); len(a.Picks) == 1 {
		fmt.Fprintf(&s, p.idea, occasion)
	} else {
		fmt.Fprintf(&s, p.ideas, len(a.Picks), occasion)
	}
	fmt.Fprintf(&s, p.upTo, v.money.Format(b.Budget))
	likes := v.likesOf(u.Interests)
	v.writePerson(&s, u.Relationship, likes)
	if len(u.Avoid) > 0 {
		fmt.Fprintf(&s, p.without, v.avoidedOf(u.Avoid))
	}
	switch {
	case likes != "" && !slices.ContainsFunc(a.Picks, matchesInterest):
		fmt.Fprintf(&s, p.offTopic, likes)
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
		fmt.Fprintf(s, p.someone, likes)
		return
	case relationship == "":
		return
	}
	fmt.Fprintf(s, p.person, cmp.Or(v.relationships[relationship], relationship))
	switch {
	case likes == "":
	case v.several[relationship] != "":
		fmt.Fprintf(s, p.theyLike, likes)
	default:
		fmt.Fprintf(s, p.likes, likes)
	}
}

// matchesInterest reports whether a gift is there for an interest.
func matchesInterest(p suggest.Pick) bool {
	return slices.ContainsFunc(p.Reasons, func(r suggest.Reason) bool { return r.Kind == suggest.MatchesInterest })
}

// because writes the reasons for a gift: "Matches board games; suits a birthday; inside the budget".
func (v *voice) because(b *suggest.Brief, p suggest.Pick) string {
	parts := make([]string, 1, 1+len(p.Reasons)) // The first is for the interests.
	var interests []string
	for _, r := range p.Reasons {
		switch r.Kind {
		case suggest.MatchesInterest:
			interests = append(interests, r.Label)
		case suggest.SuitsOccasion:
			parts = append(parts, fmt.Sprintf(v.reason.occasion, cmp.Or(v.occasions[r.Label], r.Label)))
		case suggest.SuitsRelationship:
			parts = append(parts, fmt.Sprintf(v.reason.relationship, cmp.Or(v.relationships[r.Label], r.Label)))
		case suggest.SuitsAge:
			parts = append(parts, fmt.Sprintf(v.reason.age, v.ages(p.Gift)))
		case suggest.ArrivesInTime:
			parts = append(parts, v.reason.inTime)
		case suggest.InsideBudget:
			parts = append(parts, v.inBudget(v.costOf(p.Gift, b.Budget.Currency).Money, b.Budget))
		}
	}
	if len(interests) > 0 {
		parts[0] = fmt.Sprintf(v.reason.interest, v.likesOf(interests))
	} else {
		parts = parts[1:]
	}
	return capitalize(strings.Join(parts, v.semicolon))
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
		before, after, _ := strings.Cut(phrase, "%s")
		write(b, "   ", before, text, after, "\n")
	}
}

// write writes texts one behind the other, which are most of an answer, without the memory that formatting
// takes.
func write(b *strings.Builder, texts ...string) {
	for _, text := range texts {
		b.WriteString(text)
	}
}
