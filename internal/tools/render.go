package tools

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"giftserver/internal/mcp"
	"giftserver/internal/suggest"
)

// suggestions is the structured result of suggest_gifts; suggest_gifts.output.json describes it.
type suggestions struct {
	Summary    string         `json:"summary"`
	Gifts      []giftView     `json:"gifts"`
	Understood understoodView `json:"understood"`
	Matches    matchesView    `json:"matches"`
}

type understoodView struct {
	Occasion     string     `json:"occasion"`
	Relationship string     `json:"relationship,omitzero"`
	Age          *ageView   `json:"age,omitzero"`
	Interests    []string   `json:"interests"`
	Avoid        []string   `json:"avoid"`
	Budget       budgetView `json:"budget"`
}

type ageView struct {
	From int `json:"from"` // years
	To   int `json:"to"`
}

type budgetView struct {
	Max      float64 `json:"max"` // major units
	Min      float64 `json:"min,omitzero"`
	Currency string  `json:"currency"`
}

type matchesView struct {
	Considered int         `json:"considered"`
	Eligible   int         `json:"eligible"`
	LeftOut    leftOutView `json:"left_out"`
}

type leftOutView struct {
	OutOfStock    int `json:"out_of_stock"`
	OtherCurrency int `json:"other_currency"`
	OverBudget    int `json:"over_budget"`
	UnderBudget   int `json:"under_budget"`
	WrongAge      int `json:"wrong_age"`
	Avoided       int `json:"avoided"`
	OtherCategory int `json:"other_category"`
	OtherKind     int `json:"other_kind"`
	TooLate       int `json:"too_late"`
}

// maxResult bounds the size of a result in bytes, since hosts cut what is longer.
const maxResult = 24_000

// details are the degrees of detail in which gifts can be shown. An answer takes the first that
// keeps it within maxResult.
var details = []struct {
	name, description, tags int // characters, characters, number
}{
	{120, 400, 10},
	{120, 160, 5},
	{80, 80, 3},
	{60, 40, 0},
}

// renderSuggestions writes an answer for the model, for people and for programs: a text that is
// complete by itself, and the same facts as JSON.
func renderSuggestions(b suggest.Brief, a suggest.Answer) (*mcp.ToolResult, error) {
	s := suggestions{
		Summary:    summarize(&b, &a.Understood, len(a.Picks)),
		Understood: viewUnderstood(&b, &a.Understood),
		Matches:    viewMatches(&a.Matches),
	}
	var prose string
	var data jsontext.Value
	for _, d := range details {
		s.Gifts = s.Gifts[:0]
		for _, p := range a.Picks {
			v := viewGift(p.Gift)
			v.Name, v.Description = clip(v.Name, d.name), clip(v.Description, d.description)
			v.Tags = v.Tags[:min(len(v.Tags), d.tags)]
			v.Why, v.Caution = why(&b, &a.Understood, p), clip(v.Caution, 200)
			s.Gifts = append(s.Gifts, v)
		}
		var err error
		if data, err = json.Marshal(s); err != nil {
			return nil, fmt.Errorf("encoding suggestions: %w", err)
		}
		prose = proseOf(&s, a.Picks)
		// The JSON stands in the result twice, once as a string with its quotes escaped.
		if len(prose)+2*len(data)+bytes.Count(data, []byte(`"`)) <= maxResult {
			break
		}
	}
	return &mcp.ToolResult{
		Content:    []mcp.Content{mcp.Text(prose), mcp.Text(string(data), "user")},
		Structured: data,
	}, nil
}

func viewUnderstood(b *suggest.Brief, u *suggest.Understood) understoodView {
	v := understoodView{
		Occasion:     u.Occasion,
		Relationship: u.Relationship,
		Interests:    u.Interests,
		Avoid:        u.Avoid,
		Budget:       budgetView{Max: b.Budget.Major(), Min: b.MinBudget.Major(), Currency: b.Budget.Currency},
	}
	if u.Ages != nil {
		v.Age = &ageView{From: u.Ages.From, To: u.Ages.To}
	}
	return v
}

func viewMatches(m *suggest.Matches) matchesView {
	return matchesView{
		Considered: m.Considered,
		Eligible:   m.Eligible,
		LeftOut: leftOutView{
			OutOfStock:    m.LeftOut[suggest.OutOfStock],
			OtherCurrency: m.LeftOut[suggest.OtherCurrency],
			OverBudget:    m.LeftOut[suggest.OverBudget],
			UnderBudget:   m.LeftOut[suggest.UnderBudget],
			WrongAge:      m.LeftOut[suggest.WrongAge],
			Avoided:       m.LeftOut[suggest.Avoided],
			OtherCategory: m.LeftOut[suggest.OtherCategory],
			OtherKind:     m.LeftOut[suggest.OtherKind],
			TooLate:       m.LeftOut[suggest.TooLate],
		},
	}
}

// proseOf writes the suggestions as a text that can be read aloud or quoted.
func proseOf(s *suggestions, picks []suggest.Pick) string {
	var b strings.Builder
	b.WriteString(s.Summary + ":\n")
	typical := 0
	for i, g := range s.Gifts {
		fmt.Fprintf(&b, "\n%d. %s, %s. %s\n   Why: %s.\n", i+1, g.Name, pricePhrase(picks[i].Gift), g.Description, g.Why)
		if g.Caution != "" {
			fmt.Fprintf(&b, "   Note: %s.\n", strings.TrimSuffix(g.Caution, "."))
		}
		if g.URL != "" {
			fmt.Fprintf(&b, "   %s\n", g.URL)
		}
		typical = max(typical, g.PriceYear)
	}
	if typical > 0 {
		fmt.Fprintf(&b, "\nPrices with \"about\" are typical for %d.\n", typical)
	}
	return b.String()
}

// nothingFits tells a model why there is no answer and what would change that.
func nothingFits(b suggest.Brief, a suggest.Answer) error {
	if a.Matches.Considered == 0 {
		return failf("The catalog is empty, so there is nothing to suggest. Its owner has to import products first.")
	}
	var t strings.Builder
	fmt.Fprintf(&t, "No gift fits %s up to %s.", occasionPhrase(&a.Understood), b.Budget.Format(language))
	fmt.Fprintf(&t, " Of %d gifts in the catalog, %s.", a.Matches.Considered, leftOutPhrase(&b, &a))
	switch {
	case a.Nearest != nil:
		fmt.Fprintf(&t, " The cheapest that fits is %s (%s); call again with a budget of at least %v.",
			a.Nearest.Price.Format(language), a.Nearest.Name, a.Nearest.Price.Major())
	case a.Matches.LeftOut[suggest.OtherCurrency] > 0:
		t.WriteString(" Call again with the budget in the currency of the catalog, which the resource gift_catalog names.")
	default:
		t.WriteString(" Call again with less in avoid, kinds, category, exclude_ids or needed_by, or another age.")
	}
	return &mcp.Failure{Text: t.String()}
}

// leftOutPhrase says how many gifts each filter kept out.
func leftOutPhrase(b *suggest.Brief, a *suggest.Answer) string {
	phrases := map[suggest.ReasonOut]string{
		suggest.OutOfStock:    "are out of stock",
		suggest.OtherCurrency: "are not priced in " + b.Budget.Currency,
		suggest.OverBudget:    "cost more",
		suggest.UnderBudget:   "cost less than min_budget",
		suggest.WrongAge:      "are for other ages",
		suggest.Avoided:       "are to be avoided or excluded",
		suggest.OtherCategory: "are of other categories",
		suggest.OtherKind:     "are of other kinds",
		suggest.TooLate:       "can't be there in time",
	}
	var parts []string
	for reason, count := range a.Matches.LeftOut {
		if count > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", count, phrases[suggest.ReasonOut(reason)]))
		}
	}
	if a.Matches.Eligible > 0 {
		parts = append(parts, fmt.Sprintf("%d match nothing that was said of the person or the occasion", a.Matches.Eligible))
	}
	return and(parts, len(parts))
}
