package tools_test

import (
	"fmt"
	"math/rand/v2"

	"giftserver/internal/catalog"
)

// The arguments of plan_gifts.
type (
	planArguments struct {
		Recipients  []planRecipient `json:"recipients"`
		TotalBudget float64         `json:"total_budget"`
		Occasion    string          `json:"occasion"`
		Kinds       []catalog.Kind  `json:"kinds,omitempty"`
		ExcludeIDs  []string        `json:"exclude_ids,omitempty"`
		Limit       int             `json:"limit"`
	}
	planRecipient struct {
		Name      string   `json:"name"`
		Recipient string   `json:"recipient"`
		Age       *int     `json:"age,omitzero"`
		Avoid     []string `json:"avoid,omitempty"`
		Share     float64  `json:"share"`

		against []string // nouns, wherever they are said
		age     int      // -1 when nothing tells
	}
)

// No two nouns are forms of one word or mean one interest, so that a plain search for a noun finds what
// must have been avoided.
var nouns = []string{"chocolate", "football", "chess", "tea", "nuts", "wool", "lamp", "plate", "robot", "soap"}

func anyOf[T any](r *rand.Rand, list ...T) T { return list[r.IntN(len(list))] }

func randomGift(r *rand.Rand, i int) catalog.Gift {
	from := r.IntN(40)
	return catalog.Gift{
		ID:           fmt.Sprintf("ideas:g%02d", i),
		Source:       "ideas",
		Name:         anyOf(r, nouns...) + " " + anyOf(r, "", "", "Red ", "blue ") + anyOf(r, nouns...),
		Description:  "With " + anyOf(r, nouns...),
		Category:     anyOf(r, "food", "toys", "home", "gift-cards", "board-games"),
		Kind:         anyOf(r, catalog.Physical, catalog.Experience, catalog.Digital),
		Price:        usd(r.Int64N(5000)),
		PriceBasis:   anyOf(r, catalog.Typical, catalog.Listed),
		Priced:       noon(),
		Availability: anyOf(r, catalog.InStock, catalog.InStock, catalog.OutOfStock),
		AgeFrom:      from,
		AgeTo:        from + r.IntN(catalog.MaxAge-from+1),
		Restricted:   anyOf(r, catalog.Unrestricted, catalog.Unrestricted, catalog.Alcohol, catalog.Adult),
		Occasions:    []string{anyOf(r, "birthday", "Christmas")},
		Cautions:     []string{anyOf(r, nouns...)},
		Updated:      noon(),
	}
}

func randomPlan(r *rand.Rand) planArguments {
	a := planArguments{
		TotalBudget: float64(1+r.IntN(30000)) / 100,
		Occasion:    anyOf(r, "birthday", "Christmas", "the goldfish's jubilee"),
		Limit:       1 + r.IntN(5),
		ExcludeIDs:  []string{"ideas:g00"},
	}
	if r.IntN(4) == 0 {
		a.Kinds = []catalog.Kind{catalog.Physical}
	}
	for i := range 1 + r.IntN(12) {
		p := planRecipient{
			Name:      fmt.Sprintf("Nr. %d", i),
			Recipient: anyOf(r, "friend", "my sister", "grandmother", "my son", "boss") + " who loves " + anyOf(r, nouns...),
			Share:     anyOf(r, 1, 1, 2, 0.5, 1.7),
			age:       -1,
		}
		if r.IntN(2) == 0 {
			noun := anyOf(r, nouns...)
			p.Recipient += anyOf(r, ", no ", ", allergic to ", ", hates ") + noun
			p.against = append(p.against, noun)
		}
		if r.IntN(3) == 0 {
			p.Avoid = []string{anyOf(r, nouns...)}
			p.against = append(p.against, p.Avoid...)
		}
		if r.IntN(2) == 0 {
			p.age = r.IntN(60)
			p.Age = &p.age
		}
		a.Recipients = append(a.Recipients, p)
	}
	return a
}
