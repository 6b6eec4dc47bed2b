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
	store catalog.Store
	money *catalog.Formatter
}

func newGetGift(store catalog.Store) (mcp.Tool, error) {
	g := &getGift{store, catalog.NewFormatter(language)}
	return newTool(mcp.Tool{
		Name:        "get_gift",
		Title:       "Get a gift",
		Description: getGiftDescription,
		Call:        g.call,
	}, getGiftInput, getGiftOutput)
}

func (t *getGift) call(ctx context.Context, c mcp.ToolCall) (*mcp.ToolResult, error) {
	var args struct {
		ID string `json:"id"`
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
		return nil, fmt.Errorf("reading the gift: %w", err)
	}
	return fit(len(fullDetails), func(step int) (*mcp.ToolResult, int, error) {
		v := viewFullGift(&g)
		v.clip(fullDetails[step])
		return newResult(proseOfGift(t.money, &g, &v), v)
	})
}

// fullDetails are the degrees of detail of a gift that stands alone. Nearly all are shown as they are.
var fullDetails = []detail{
	{name: 500, description: 10_000, caution: 2000, tags: 100},
	{name: 200, description: 2000, caution: 1000, tags: 20},
	{name: 120, description: 400, caution: 200, tags: 10},
}

// proseOfGift writes all about a gift as a text.
func proseOfGift(f *catalog.Formatter, g *catalog.Gift, v *fullGift) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s, %s", v.Name, pricePhrase(f, g))
	if v.PriceYear > 0 {
		fmt.Fprintf(&b, " (typical for %d)", v.PriceYear)
	}
	fmt.Fprintf(&b, ". %s\n\n", v.Description)
	for _, fact := range []struct{ name, value string }{
		{"Note", v.Caution},
		{"Availability", strings.ReplaceAll(string(v.Availability), "_", " ")},
		{"For", agePhrase(g)},
		{"Suits", strings.Join(v.Occasions, ", ")},
		{"Interests", strings.Join(v.Interests, ", ")},
		{"Good for", strings.Join(v.Relationships, ", ")},
		{"Personalised", yes(v.Personalised, "it is made with a name, a text or a photo, which takes longer")},
		{"Shared", yes(v.Shared, "it is made to be used by two or more together")},
		{"Brand", v.Brand},
		{"Category", v.Category},
		{"Kind", string(v.Kind)},
		{"Tags", strings.Join(v.Tags, ", ")},
		{"Buy it at", v.URL},
		{"Id", v.ID},
	} {
		if fact.value != "" {
			fmt.Fprintf(&b, "- %s: %s\n", fact.name, fact.value)
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
