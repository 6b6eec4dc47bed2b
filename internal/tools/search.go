package tools

import (
	"context"
	_ "embed" // for the schemas
	"fmt"

	"github.com/go-json-experiment/json"

	"giftserver/internal/catalog"
	"giftserver/internal/mcp"
)

// Some hosts look for facts with a pair of tools of fixed names and shapes, search and fetch. Of each
// they take the JSON that stands in the one text.

const searchDescription = `Searches the gift catalog by words. ` +
	`Returns the gifts that match, the closest first, each with id, title and address; fetch reads one of them.`

var (
	//go:embed search.input.json
	searchInput []byte
	//go:embed search.output.json
	searchOutput []byte
)

// mostResults is how many gifts a search returns at most.
const mostResults = 50

type searchTool struct{ engine suggester }

// searchView is the result of search; search.output.json describes it.
type searchView struct {
	Results []foundView `json:"results"`
}

type foundView struct {
	ID    string `json:"id"`
	Title string `json:"title"`
	URL   string `json:"url"`
}

func newSearch(engine suggester) (mcp.Tool, error) {
	s := &searchTool{engine}
	return newTool(mcp.Tool{
		Name:        "search",
		Title:       "Search the catalog",
		Description: searchDescription,
		Call:        s.call,
	}, searchInput, searchOutput)
}

func (s *searchTool) call(_ context.Context, c mcp.ToolCall) (*mcp.ToolResult, error) {
	var args struct {
		Query string `json:"query"`
	}
	if err := json.Unmarshal(c.Arguments, &args); err != nil {
		return nil, fmt.Errorf("decoding arguments: %w", err)
	}
	gifts := s.engine.Search(args.Query, mostResults)
	results := make([]foundView, len(gifts))
	for i, g := range gifts {
		results[i] = foundView{g.ID, clip(g.Name, 120), addressOf(g)}
	}
	return fit(len(results)+1, func(step int) (*mcp.ToolResult, int, error) {
		return bareResult(searchView{results[:len(results)-step]})
	})
}

// addressOf is where a gift can be looked at: the shop's page, else its resource here.
func addressOf(g *catalog.Gift) string {
	if g.URL != "" {
		return g.URL
	}
	return giftURI(g.ID)
}

// bareResult says something as JSON alone.
func bareResult(structured any) (r *mcp.ToolResult, size int, err error) {
	data, err := json.Marshal(structured)
	if err != nil {
		return nil, 0, fmt.Errorf("encoding the result: %w", err)
	}
	return &mcp.ToolResult{
		Content:    []mcp.Content{mcp.Text(string(data))},
		Structured: mcp.JSON(data),
	}, sizeOf(string(data)), nil
}
