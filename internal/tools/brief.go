package tools

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"giftserver/internal/catalog"
	"giftserver/internal/mcp"
	"giftserver/internal/suggest"
)

// brief turns arguments into what the engine reads. What a schema cannot check is checked here.
func (o *Options) brief(a *suggestArguments) (suggest.Brief, error) {
	currency := strings.ToUpper(a.Currency)
	if currency == "" {
		currency = o.budgetCurrency()
	}
	if !catalog.ValidCurrency(currency) {
		return suggest.Brief{}, failf("'currency' must be an ISO 4217 code such as USD or EUR, got %q.", a.Currency)
	}
	if strings.TrimSpace(a.Occasion) == "" {
		return suggest.Brief{}, failf("'occasion' must say what the gift is for, such as birthday or thank you.")
	}
	if a.MinBudget > a.Budget {
		return suggest.Brief{}, failf("'min_budget' must not be above 'budget', got %s and %s.", decimal(a.MinBudget), decimal(a.Budget))
	}
	b := suggest.Brief{
		Occasion:  a.Occasion,
		Recipient: a.Recipient,
		Budget:    catalog.FloorMoney(a.Budget, currency),
		MinBudget: catalog.CeilMoney(a.MinBudget, currency),
		Age:       a.Age,
		Interests: a.Interests,
		Avoid:     a.Avoid,
		Category:  a.Category,
		Kinds:     a.Kinds,
		Now:       o.Now(),
		Exclude:   a.ExcludeIDs,
		Limit:     a.Limit,
	}
	if a.NeededBy == "" {
		return b, nil
	}
	day, err := time.Parse(time.DateOnly, a.NeededBy)
	if err != nil {
		return b, fmt.Errorf("reading needed_by: %w", err) // The schema has checked the format.
	}
	if today := b.Now.Format(time.DateOnly); a.NeededBy < today {
		return b, failf("'needed_by' is %s, which is past: today is %s. Give a day to come, or leave it out.", a.NeededBy, today)
	}
	b.NeededBy = day
	return b, nil
}

// budgetCurrency is the currency of a budget that names none.
func (o *Options) budgetCurrency() string {
	switch {
	case o.Currency != "":
		return o.Currency
	case o.Rates != nil:
		return DefaultCurrency // All prices can be told in it.
	}
	return o.main()
}

// A budgetQuestion asks the person for the budget, which models forget most.
type budgetQuestion struct {
	argument    string // that is missing
	question    string // before the currency
	title       string
	description string // before the currency
}

// ask returns the question, if the budget is all that a call lacks. With less than that there is nothing
// to go on, and the model has to come back anyway.
func (o *Options) ask(c mcp.ToolCall, missing mcp.Missing, q budgetQuestion) *mcp.InputRequest {
	if !slices.Equal(missing, mcp.Missing{q.argument}) {
		return nil
	}
	var args struct {
		Currency string `json:"currency"`
	}
	currency := o.budgetCurrency()
	if json.Unmarshal(c.Arguments, &args) == nil && args.Currency != "" {
		currency = strings.ToUpper(args.Currency)
	}
	if !catalog.ValidCurrency(currency) {
		return nil
	}
	// The schemas of the legacy revisions know bounds that are integers alone.
	form := fmt.Appendf(nil, `{"type":"object","required":[%q],"properties":{%q:`+
		`{"type":"number","title":%q,"description":%q,"minimum":0}}}`, q.argument, q.argument, q.title, q.description+currency)
	r := mcp.Elicit(q.question+currency+"?", jsontext.Value(form))
	return &r
}

// failf returns a business failure. Its text is for the model.
func failf(format string, args ...any) error {
	return &mcp.Failure{Text: fmt.Sprintf(format, args...)}
}
