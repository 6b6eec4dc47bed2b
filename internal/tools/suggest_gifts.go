package tools

import (
	"context"
	_ "embed" // for the schemas
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/go-json-experiment/json"

	"giftserver/internal/catalog"
	"giftserver/internal/mcp"
	"giftserver/internal/suggest"
)

const suggestGiftsDescription = `Suggests gifts that fit a person, an occasion and a budget. ` +
	`Use it whenever someone looks for a present or gift idea. ` +
	`Returns a handful of gifts with price, the reason for each and what to watch out for; nothing over the budget.`

var (
	//go:embed suggest_gifts.input.json
	suggestGiftsInput []byte
	//go:embed suggest_gifts.output.json
	suggestGiftsOutput []byte
)

// suggestArguments are the arguments of suggest_gifts, in the order of the schema.
type suggestArguments struct {
	Occasion   string         `json:"occasion"`
	Budget     float64        `json:"budget"` // major units
	Recipient  string         `json:"recipient"`
	Currency   string         `json:"currency"`
	MinBudget  float64        `json:"min_budget"` // major units
	Age        *int           `json:"age"`        // years
	Interests  []string       `json:"interests"`
	Avoid      []string       `json:"avoid"`
	Category   string         `json:"category"`
	Kinds      []catalog.Kind `json:"kinds"`
	NeededBy   string         `json:"needed_by"` // YYYY-MM-DD
	ExcludeIDs []string       `json:"exclude_ids"`
	Limit      int            `json:"limit"`
	Language   string         `json:"language"`
}

// defaultLimit is how many gifts are suggested when the call does not say.
const defaultLimit = 6

type suggestGifts struct {
	engine suggester
	money  *catalog.Formatter
	Options
}

func newSuggestGifts(engine suggester, o Options) (mcp.Tool, error) {
	input, err := mcp.CompileSchema(suggestGiftsInput)
	if err != nil {
		return mcp.Tool{}, fmt.Errorf("suggest_gifts.input.json: %w", err)
	}
	output, err := mcp.CompileSchema(suggestGiftsOutput)
	if err != nil {
		return mcp.Tool{}, fmt.Errorf("suggest_gifts.output.json: %w", err)
	}
	s := &suggestGifts{engine, catalog.NewFormatter(language), o}
	return mcp.Tool{
		Name:        "suggest_gifts",
		Title:       "Suggest gifts",
		Description: suggestGiftsDescription,
		Input:       input,
		Output:      output,
		Annotations: &mcp.ToolAnnotations{ReadOnly: true, Idempotent: true},
		Call:        s.call,
		Ask:         s.ask,
	}, nil
}

// ask asks the person for the budget, which models forget most. Without an occasion there is nothing to
// go on with, and the model has to come back anyway.
func (s *suggestGifts) ask(c mcp.ToolCall, missing mcp.Missing) *mcp.InputRequest {
	if !slices.Equal(missing, mcp.Missing{"budget"}) {
		return nil
	}
	var args suggestArguments
	currency := s.Currency
	if json.Unmarshal(c.Arguments, &args) == nil && args.Currency != "" {
		currency = strings.ToUpper(args.Currency)
	}
	if !catalog.ValidCurrency(currency) {
		return nil
	}
	// The schemas of the legacy revisions know bounds that are integers alone.
	form := fmt.Appendf(nil, `{"type":"object","required":["budget"],"properties":{"budget":`+
		`{"type":"number","title":"Budget","description":"The most to spend on one gift, in %s","minimum":0}}}`, currency)
	q := mcp.Elicit("How much may one gift cost at most, in "+currency+"?", form)
	return &q
}

func (s *suggestGifts) call(ctx context.Context, c mcp.ToolCall) (*mcp.ToolResult, error) {
	var args suggestArguments
	if err := json.Unmarshal(c.Arguments, &args); err != nil {
		return nil, fmt.Errorf("decoding arguments: %w", err)
	}
	brief, err := s.brief(&args)
	if err != nil {
		return nil, err
	}
	answer := s.engine.Suggest(brief)
	// Counts alone: what was said of the recipient is nobody else's business.
	mcp.Log(ctx, "debug", "suggest_gifts", struct {
		Considered int `json:"considered"`
		Eligible   int `json:"eligible"`
		Chosen     int `json:"chosen"`
	}{answer.Matches.Considered, answer.Matches.Eligible, len(answer.Picks)})
	if len(answer.Picks) == 0 {
		return nil, nothingFits(s.money, brief, answer, s.engine.Catalog().Currency(brief.Budget.Currency))
	}
	return renderSuggestions(s.money, brief, answer)
}

// brief turns arguments into what the engine reads. What a schema cannot check is checked here.
func (s *suggestGifts) brief(a *suggestArguments) (suggest.Brief, error) {
	currency := strings.ToUpper(a.Currency)
	if currency == "" {
		currency = s.Currency
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
		Now:       s.Now(),
		Exclude:   a.ExcludeIDs,
		Limit:     a.Limit,
	}
	if b.Limit == 0 {
		b.Limit = defaultLimit
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

// failf returns a business failure. Its text is for the model.
func failf(format string, args ...any) error {
	return &mcp.Failure{Text: fmt.Sprintf(format, args...)}
}
