package tools

import (
	"context"
	_ "embed" // for the schemas
	"fmt"

	"github.com/go-json-experiment/json"

	"giftserver/internal/catalog"
	"giftserver/internal/mcp"
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
	voices *voices
	Options
}

func newSuggestGifts(engine suggester, vs *voices, w *widget, o Options) (mcp.Tool, error) {
	s := &suggestGifts{engine, vs, o}
	return newTool(mcp.Tool{
		Name:        "suggest_gifts",
		Title:       "Suggest gifts",
		Description: suggestGiftsDescription,
		Meta:        w.show("Looking for gifts", "Found gifts"),
		Call:        s.call,
		Ask: func(c mcp.ToolCall, missing mcp.Missing) *mcp.InputRequest {
			return s.ask(c, missing, budgetQuestion{
				argument:    "budget",
				question:    "How much may one gift cost at most, in ",
				title:       "Budget",
				description: "The most to spend on one gift, in ",
			})
		},
	}, suggestGiftsInput, suggestGiftsOutput)
}

func (s *suggestGifts) call(ctx context.Context, c mcp.ToolCall) (*mcp.ToolResult, error) {
	var args suggestArguments
	if err := json.Unmarshal(c.Arguments, &args); err != nil {
		return nil, fmt.Errorf("decoding arguments: %w", err)
	}
	if args.Limit == 0 {
		args.Limit = defaultLimit
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
	v := s.voices.of(ctx, args.Language)
	if len(answer.Picks) == 0 {
		return nil, &mcp.Failure{Text: v.nothingFits(&brief, &answer, s.main(), func(price catalog.Money) string {
			return fmt.Sprintf(v.noMatch.budget, decimal(price.Major()))
		})}
	}
	return renderSuggestions(v, brief, answer)
}
