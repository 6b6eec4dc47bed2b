package tools

import (
	"context"
	_ "embed" // for the schemas
	"errors"
	"fmt"
	"strings"

	"github.com/go-json-experiment/json"

	"giftserver/internal/catalog"
	"giftserver/internal/mcp"
)

const getGiftDescription = `Tells all about one gift, fresh from the catalog: price, availability, whom and which occasions it suits, ` +
	`what to watch out for, where to buy it. ` +
	`Use it when someone wants to know more of a gift that suggest_gifts or plan_gifts named, or before they buy it.`

var (
	//go:embed get_gift.input.json
	getGiftInput []byte
	//go:embed get_gift.output.json
	getGiftOutput []byte
)

type getGift struct {
	store  catalog.Store
	voices *voices
}

func newGetGift(store catalog.Store, vs *voices) (mcp.Tool, error) {
	g := &getGift{store, vs}
	return newTool(mcp.Tool{
		Name:        "get_gift",
		Title:       "Get a gift",
		Description: getGiftDescription,
		Call:        g.call,
	}, getGiftInput, getGiftOutput)
}

func (t *getGift) call(ctx context.Context, c mcp.ToolCall) (*mcp.ToolResult, error) {
	var args struct {
		ID       string `json:"id"`
		Language string `json:"language"`
	}
	if err := json.Unmarshal(c.Arguments, &args); err != nil {
		return nil, fmt.Errorf("decoding arguments: %w", err)
	}
	g, err := t.store.Gift(ctx, args.ID)
	if errors.Is(err, catalog.ErrNotFound) {
		return nil, failf("No gift has the id %q. Ids come from suggest_gifts and plan_gifts and are copied as they are; "+
			"one that worked before may have gone with a change of the catalog. Call suggest_gifts again and take an id from its answer.",
			args.ID)
	}
	if err != nil {
		return nil, unreadable(err)
	}
	v := t.voices.of(ctx, args.Language)
	return fit(len(fullDetails), func(step int) (*mcp.ToolResult, int, error) {
		full := viewFullGift(&g)
		full.Name = v.ideas.Of(&g)
		full.showAs(v.costOf(&g, g.Price.Currency))
		full.clip(fullDetails[step])
		return newResult(proseOfGift(v, &g, &full), &full)
	})
}

// unreadable is the failure of what needs the database while that can't be read. The engine, which answers from memory,
// goes on.
func unreadable(cause error) error {
	return &mcp.Failure{
		Text: "The catalog's database can't be read just now, which is this server's fault and nothing to change in the request. " +
			"Suggestions still work: use what suggest_gifts says of its gifts, or try again in a minute.",
		Cause: fmt.Errorf("reading the catalog: %w", cause),
	}
}

// fullDetails are the degrees of detail of a gift that stands alone. Nearly all are shown as they are.
var fullDetails = []detail{
	{name: 500, description: 10_000, caution: 2000, tags: 100, options: 10},
	{name: 200, description: 2000, caution: 1000, tags: 20, options: 10},
	{name: 120, description: 400, caution: 200, tags: 10, options: 3},
}

// proseOfGift writes all about a gift as a text.
func proseOfGift(v *voice, g *catalog.Gift, full *fullGift) string {
	var b strings.Builder
	p := &v.gift
	fmt.Fprintf(&b, "%s, %s", full.Name, v.priceOf(g, g.Price.Currency))
	if full.PriceYear > 0 {
		fmt.Fprintf(&b, " "+p.typical, full.PriceYear)
	}
	if full.AsOf != "" {
		fmt.Fprintf(&b, " "+p.asked, full.AsOf)
	}
	fmt.Fprintf(&b, ". %s\n\n", full.Description)
	for _, fact := range []struct{ name, value string }{
		{p.note, full.Caution},
		{p.availability, p.availabilityOf(full.Availability)},
		{p.options, strings.Join(full.Options, "; ")},
		{p.ages, v.ages(g)},
		{p.suits, strings.Join(named(full.Occasions, v.occasions), ", ")},
		{p.interests, strings.Join(named(full.Interests, v.interests), ", ")},
		{p.goodFor, strings.Join(named(full.Relationships, v.relationships), ", ")},
		{p.personalised, yes(full.Personalised, p.isPersonalised)},
		{p.shared, yes(full.Shared, p.isShared)},
		{p.brand, full.Brand},
		{p.category, full.Category},
		{p.kind, p.kindOf(full.Kind)},
		{p.tags, strings.Join(full.Tags, ", ")},
		{p.buy, full.URL},
		{p.id, full.ID},
	} {
		if fact.value != "" {
			fmt.Fprintf(&b, "- %s%s %s\n", fact.name, v.colon, fact.value)
		}
	}
	return b.String()
}

// yes returns a text if something holds, else "".
func yes(holds bool, text string) string {
	if holds {
		return text
	}
	return ""
}
