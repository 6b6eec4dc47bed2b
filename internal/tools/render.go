package tools

import (
	"strings"

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

// A detail says how much of each gift is shown.
type detail struct {
	name, description, caution int // characters
	tags, options              int
}

// details are the degrees of detail, the fullest first. An answer takes the first that keeps it
// within maxResult.
var details = []detail{
	{name: 120, description: 400, caution: 200, tags: 10, options: 3},
	{name: 120, description: 160, caution: 120, tags: 5, options: 1},
	{name: 80, description: 80, caution: 80, tags: 3},
	{name: 60, description: 40, caution: 60, tags: 0},
}

// fit returns the first of several forms of a result that keeps within maxResult, else the last. render
// makes that of one step and returns its size in bytes.
func fit(steps int, render func(step int) (r *mcp.ToolResult, size int, err error)) (*mcp.ToolResult, error) {
	for step := 0; ; step++ {
		r, size, err := render(step)
		if err != nil || size <= maxResult || step >= steps-1 {
			return r, err
		}
	}
}

// newResult says the same twice: as a text that is complete by itself, and as JSON.
func newResult(prose string, structured view) (r *mcp.ToolResult, size int, err error) {
	data := jsonOf(structured)
	return &mcp.ToolResult{
		Content:    []mcp.Content{mcp.Text(prose), mcp.Text(data, "user")},
		Structured: mcp.JSON(data),
	}, len(prose) + sizeOf(data), nil
}

// sizeOf is how much JSON takes that stands in a result twice, once as a string with its quotes escaped.
func sizeOf(data string) int { return 2*len(data) + strings.Count(data, `"`) }

// renderSuggestions writes an answer for the model, for people and for programs. What is too long even
// in the least detail loses its last gifts.
func renderSuggestions(v *voice, b suggest.Brief, a suggest.Answer) (*mcp.ToolResult, error) {
	all, last := a.Picks, len(details)-1
	return fit(last+len(all), func(step int) (*mcp.ToolResult, int, error) {
		a.Picks = all[:len(all)-max(0, step-last)]
		s := suggestions{
			Summary:    v.summarize(&b, &a),
			Understood: viewUnderstood(&b, &a.Understood),
			Matches:    viewMatches(&a.Matches),
			Gifts:      viewPicks(v, &b, a.Picks, details[min(step, last)]),
		}
		return newResult(proseOf(v, &s, a.Picks), &s)
	})
}

// viewPicks shows gifts in one degree of detail, with what speaks for them.
func viewPicks(v *voice, b *suggest.Brief, picks []suggest.Pick, d detail) []giftView {
	views := make([]giftView, 0, len(picks))
	for _, p := range picks {
		g := viewGift(p.Gift)
		g.Name = v.ideas.Of(p.Gift)
		g.showAs(v.costOf(p.Gift, b.Budget.Currency))
		g.clip(d)
		g.Why = v.because(b, p)
		views = append(views, g)
	}
	return views
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
func proseOf(v *voice, s *suggestions, picks []suggest.Pick) string {
	var b strings.Builder
	b.Grow(4096)
	b.WriteString(s.Summary + v.colon + "\n")
	var note priceNote
	v.writeGifts(&b, &note, s.Gifts, picks)
	v.writeNote(&b, note)
	return b.String()
}
