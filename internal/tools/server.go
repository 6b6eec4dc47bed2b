package tools

import (
	_ "embed" // for the texts and schemas of this package
	"log/slog"
	"strings"
	"time"

	"giftserver/internal/catalog"
	"giftserver/internal/mcp"
	"giftserver/internal/suggest"
)

// A suggester answers briefs. It is what this package needs of the engine.
type suggester interface {
	Suggest(suggest.Brief) suggest.Answer
	Catalog() *catalog.Snapshot
}

// Options are the settings of what a model sees.
type Options struct {
	// Version is the program's, as clients show it.
	Version string

	// Currency is the ISO 4217 currency of budgets that name none.
	Currency string

	// Log receives faults. Nil means slog.Default().
	Log *slog.Logger

	// Now tells the time. Nil means time.Now.
	Now func() time.Time
}

// instructions tell a model what this server is for. Some hosts cut them after 512 characters.
//
//go:embed instructions.md
var instructions string

// New returns the gift server: suggestions from the engine, single gifts and pages from the store.
func New(engine suggester, store catalog.Store, o Options) (*mcp.Server, error) {
	if o.Now == nil {
		o.Now = time.Now
	}
	suggestGifts, err := newSuggestGifts(engine, o)
	if err != nil {
		return nil, err
	}
	return mcp.New(mcp.Config{
		Info: mcp.Implementation{
			Name:        "giftserver",
			Title:       "Gift suggestions",
			Version:     o.Version,
			Description: "Suggests gifts that fit the person, the occasion and the budget.",
		},
		Instructions: strings.TrimSpace(instructions),
		Tools:        []mcp.Tool{suggestGifts},
		Resources:    []mcp.Resource{giftCatalog(engine, o.Currency)},
		Templates:    []mcp.Template{giftTemplate(store), categoryTemplate(store)},
		Prompts:      []mcp.Prompt{giftCongratsStyle, findAGift},
		Log:          o.Log,
	})
}
