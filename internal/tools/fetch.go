package tools

import (
	"context"
	_ "embed" // for the schemas
	"errors"
	"fmt"
	"time"

	"github.com/go-json-experiment/json"

	"giftserver/internal/catalog"
	"giftserver/internal/mcp"
)

const fetchDescription = `Reads one gift in full, by the id that search returned: ` +
	`description, price, availability, whom and which occasions it suits, what to watch out for.`

var (
	//go:embed fetch.input.json
	fetchInput []byte
	//go:embed fetch.output.json
	fetchOutput []byte
)

type fetchTool struct {
	store  catalog.Store
	voices *voices
}

// fetchView is the result of fetch; fetch.output.json describes it.
type fetchView struct {
	ID       string       `json:"id"`
	Title    string       `json:"title"`
	Text     string       `json:"text"`
	URL      string       `json:"url"`
	Metadata metadataView `json:"metadata"`
}

// A metadataView holds texts alone, as hosts expect.
type metadataView struct {
	Price        string `json:"price"`
	PriceBasis   string `json:"price_basis,omitzero"`
	Category     string `json:"category"`
	Brand        string `json:"brand,omitzero"`
	Kind         string `json:"kind,omitzero"`
	Availability string `json:"availability,omitzero"`
	Updated      string `json:"updated"`
}

func newFetch(store catalog.Store, vs *voices) (mcp.Tool, error) {
	f := &fetchTool{store, vs}
	return newTool(mcp.Tool{
		Name:        "fetch",
		Title:       "Fetch a gift",
		Description: fetchDescription,
		Call:        f.call,
	}, fetchInput, fetchOutput)
}

func (f *fetchTool) call(ctx context.Context, c mcp.ToolCall) (*mcp.ToolResult, error) {
	var args struct {
		ID string `json:"id"`
	}
	if err := json.Unmarshal(c.Arguments, &args); err != nil {
		return nil, fmt.Errorf("decoding arguments: %w", err)
	}
	g, err := f.store.Gift(ctx, args.ID)
	if errors.Is(err, catalog.ErrNotFound) {
		return nil, failf("No gift has the id %q. Ids come from search and are copied as they are; one that worked before may have gone "+
			"with a change of the catalog. Call search again and take an id from its results.", args.ID)
	}
	if err != nil {
		return nil, unreadable(err)
	}
	v := f.voices.of(ctx, "")
	return fit(len(fullDetails), func(step int) (*mcp.ToolResult, int, error) {
		full := viewFullGift(&g)
		full.Name = v.ideas.Of(&g)
		full.clip(fullDetails[step])
		return bareResult(fetchView{g.ID, full.Name, proseOfGift(v, &g, &full), addressOf(&g), viewMetadata(&full, g.Updated)})
	})
}

func viewMetadata(g *fullGift, updated time.Time) metadataView {
	return metadataView{
		Price:        decimal(g.Price) + " " + g.Currency,
		PriceBasis:   string(g.PriceBasis),
		Category:     g.Category,
		Brand:        g.Brand,
		Kind:         string(g.Kind),
		Availability: string(g.Availability),
		Updated:      updated.UTC().Format(time.RFC3339),
	}
}
