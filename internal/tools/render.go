package tools

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"giftserver/internal/catalog"
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
	tags                       int
}

// details are the degrees of detail, the fullest first. An answer takes the first that keeps it
// within maxResult.
var details = []detail{
	{name: 120, description: 400, caution: 200, tags: 10},
	{name: 120, description: 160, caution: 120, tags: 5},
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
func newResult(prose string, structured any) (r *mcp.ToolResult, size int, err error) {
	data, err := json.Marshal(structured)
	if err != nil {
		return nil, 0, fmt.Errorf("encoding the result: %w", err)
	}
	// The JSON stands in the result twice, once as a string with its quotes escaped.
	size = len(prose) + 2*len(data) + bytes.Count(data, []byte(`"`))
	return &mcp.ToolResult{
		Content:    []mcp.Content{mcp.Text(prose), mcp.Text(string(data), "user")},
		Structured: jsontext.Value(data),
	}, size, nil
}

// renderSuggestions writes an answer for the model, for people and for programs. What is too long even
// in the least detail loses its last gifts.
func renderSuggestions(f *catalog.Formatter, b suggest.Brief, a suggest.Answer) (*mcp.ToolResult, error) {
	all, last := a.Picks, len(details)-1
	return fit(last+len(all), func(step int) (*mcp.ToolResult, int, error) {
		a.Picks = all[:len(all)-max(0, step-last)]
		s := suggestions{
			Summary:    summarize(f, &b, &a),
			Understood: viewUnderstood(&b, &a.Understood),
			Matches:    viewMatches(&a.Matches),
			Gifts:      viewPicks(&b, a.Picks, details[min(step, last)]),
		}
		return newResult(proseOf(f, &s, a.Picks), s)
	})
}

// viewPicks shows gifts in one degree of detail, with what speaks for them.
func viewPicks(b *suggest.Brief, picks []suggest.Pick, d detail) []giftView {
	views := make([]giftView, 0, len(picks))
	for _, p := range picks {
		v := viewGift(p.Gift)
		v.clip(d)
		v.Why = why(b, p)
		views = append(views, v)
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
func proseOf(f *catalog.Formatter, s *suggestions, picks []suggest.Pick) string {
	var b strings.Builder
	b.Grow(4096)
	b.WriteString(s.Summary + ":\n")
	year := writeGifts(&b, f, s.Gifts, picks)
	writeTypical(&b, year)
	return b.String()
}

// writeGifts writes a numbered list of gifts. It returns the year for which prices in it are typical, 0
// when none is.
func writeGifts(b *strings.Builder, f *catalog.Formatter, gifts []giftView, picks []suggest.Pick) (year int) {
	for i, g := range gifts {
		fmt.Fprintf(b, "\n%s\n", strings.TrimSpace(fmt.Sprintf("%d. %s, %s. %s", i+1, g.Name, pricePhrase(f, picks[i].Gift), g.Description)))
		if g.Why != "" {
			fmt.Fprintf(b, "   Why: %s.\n", g.Why)
		}
		if g.Caution != "" {
			fmt.Fprintf(b, "   Note: %s.\n", strings.TrimSuffix(g.Caution, "."))
		}
		if g.URL != "" {
			fmt.Fprintf(b, "   %s\n", g.URL)
		}
		year = max(year, yearOf(picks[i].Gift))
	}
	return year
}

// writeTypical explains the prices that are typical for a year, if there are any.
func writeTypical(b *strings.Builder, year int) {
	if year > 0 {
		fmt.Fprintf(b, "\nPrices with \"about\" are typical for %d.\n", year)
	}
}

// nothingFits tells a model why there is no answer and what would change that. currency is the
// catalog's; raise says which arguments would make room for a price.
func nothingFits(f *catalog.Formatter, b *suggest.Brief, a *suggest.Answer, currency string, raise func(catalog.Money) string) string {
	if a.Matches.Considered == 0 {
		return "The catalog is empty, so there is nothing to suggest. Its owner has to import products first."
	}
	var t strings.Builder
	fmt.Fprintf(&t, "No gift fits %s up to %s.", occasionPhrase(&a.Understood), f.Format(b.Budget))
	fmt.Fprintf(&t, " Of the %d gifts in the catalog: %s.", a.Matches.Considered, leftOutPhrase(&a.Matches))
	if a.Nearest != nil {
		fmt.Fprintf(&t, " The cheapest that fits is %s (%s); call again with %s.",
			f.Format(a.Nearest.Price), a.Nearest.Name, raise(a.Nearest.Price))
	} else {
		fmt.Fprintf(&t, " Call again with %s.", wayOut(&a.Matches, currency))
	}
	return t.String()
}

// leftOut says of each reason what became of a gift, and what to change so that it may fit; "" where
// a change of that kind is what the budget is for.
var leftOut = [...]struct{ phrase, change string }{
	suggest.OutOfStock:    {"out of stock", ""},
	suggest.OtherCurrency: {"priced in another currency", "a budget in the catalog's currency, "}, // which is named behind it
	suggest.OverBudget:    {"over the budget", ""},
	suggest.UnderBudget:   {"under min_budget", "a lower min_budget"},
	suggest.WrongAge:      {"for other ages", "another age"},
	suggest.Avoided:       {"to be avoided or excluded", "less in avoid and exclude_ids"},
	suggest.OtherCategory: {"of other categories", "another category or none"},
	suggest.OtherKind:     {"of other kinds", "more kinds"},
	suggest.TooLate:       {"not there in time", "a later needed_by, or kinds experience and digital"},
}

// leftOutPhrase says how many gifts each filter kept out: "3 over the budget and 1 out of stock".
func leftOutPhrase(m *suggest.Matches) string {
	var parts []string
	for reason, count := range m.LeftOut {
		if count > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", count, leftOut[reason].phrase))
		}
	}
	if m.Eligible > 0 {
		parts = append(parts, fmt.Sprintf("%d with nothing that speaks for them", m.Eligible))
	}
	return and(parts, len(parts))
}

// wayOut lists the changes that may let a gift fit. currency is the catalog's.
func wayOut(m *suggest.Matches, currency string) string {
	var changes []string
	for reason, count := range m.LeftOut {
		change := leftOut[reason].change
		if suggest.ReasonOut(reason) == suggest.OtherCurrency {
			change += currency
		}
		if count > 0 && change != "" {
			changes = append(changes, change)
		}
	}
	if len(changes) == 0 {
		return "another occasion, or more of what the person likes"
	}
	return strings.Join(changes, ", or ")
}
