package tools

import (
	"cmp"
	"context"
	_ "embed" // for the texts and schemas of this package
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"strings"
	"time"

	"giftserver/internal/catalog"
	"giftserver/internal/mcp"
	"giftserver/internal/suggest"
)

// A suggester answers briefs. It is what this package needs of the engine.
type suggester interface {
	Suggest(suggest.Brief) suggest.Answer
	Search(query string, limit int) []*catalog.Gift
	Catalog() *catalog.Snapshot
}

// Options are the settings of what a model sees.
type Options struct {
	// Version is the program's, as clients show it.
	Version string

	// Currency is the ISO 4217 currency of budgets that name none. Empty means DefaultCurrency, or that of the
	// catalog if nothing to speak of is priced in it.
	Currency string

	main func() string // the currency that the catalog is best told in

	// Rates convert prices into the currency of a budget. Nil means that there are none.
	Rates *catalog.Rates

	// SearchTools adds the tools search and fetch, which some hosts need to look for facts. They are left
	// out otherwise, since a model chooses better among few tools.
	SearchTools bool

	// WidgetDomain is the origin that ChatGPT serves the widget from, as its directory of apps wants it:
	// "https://gifts.example". Empty leaves it to the host.
	WidgetDomain string

	// Security is how calls are authorized, as the definitions of all tools say it. Nil says nothing.
	//
	// It is all that tools have to do with it. That a result asks for a token, in its member
	// mcp/www_authenticate of _meta, is for servers with some tools that need none: here the transport
	// guards the whole endpoint, and a call without a good token ends with status 401 before it is one.
	Security []mcp.SecurityScheme

	// Ready waits until engine and store can be used, or says why they never can. Until it has returned, neither is
	// used. Nil means that they can be used at once.
	Ready func(context.Context) error

	// Secret protects what clients keep for the server. Instances behind one address share it. Empty
	// means one that no other process has.
	Secret []byte

	// Subject returns who sent a request, by the context it is served with, as [mcp.Config] has it.
	Subject func(context.Context) string

	// Log receives faults. Nil means slog.Default().
	Log *slog.Logger

	// Observer is told of every request. Nil stands for nobody.
	Observer mcp.Observer

	// Now tells the time. Nil means time.Now.
	Now func() time.Time
}

// DefaultCurrency is the ISO 4217 currency of the built-in ideas.
const DefaultCurrency = "USD"

// instructions tell a model what this server is for. Some hosts cut them after 512 characters.
//
//go:embed instructions.md
var instructions string

// New returns the gift server: suggestions from the engine, single gifts and pages from the store.
func New(engine suggester, store catalog.Store, o Options) (*mcp.Server, error) {
	if o.Now == nil {
		o.Now = time.Now
	}
	wanted := cmp.Or(o.Currency, DefaultCurrency)
	o.main = perSnapshot(engine, func(c *catalog.Snapshot) string { return c.Currency(wanted) })
	w, err := newWidget()
	if err != nil {
		return nil, err
	}
	list, err := allTools(engine, store, w, o)
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
		Tools:        list,
		Resources:    []mcp.Resource{giftCatalog(engine, wanted), w.resource(engine, o.WidgetDomain)},
		Templates:    []mcp.Template{giftTemplate(store, engine), categoryTemplate(store, engine)},
		Prompts:      []mcp.Prompt{giftCongratsStyle(engine), findAGift(engine, wanted)},
		Changes:      []string{mcp.ResourceList},
		Extensions:   map[string]any{widgetExtension: struct{}{}},
		Ready:        o.Ready,
		Secret:       o.Secret,
		Subject:      o.Subject,
		Log:          o.Log,
		Observer:     o.Observer,
		Now:          o.Now,
	})
}

// allTools returns the tools in the order in which hosts list them.
func allTools(engine suggester, store catalog.Store, w *widget, o Options) ([]mcp.Tool, error) {
	vs := newVoices(o.Rates)
	var list []mcp.Tool
	var errs []error
	add := func(t mcp.Tool, err error) {
		list = append(list, t)
		errs = append(errs, err)
	}
	add(newSuggestGifts(engine, vs, w, o))
	add(newGetGift(store, vs))
	add(newPlanGifts(engine, vs, w, o))
	if o.SearchTools {
		add(newSearch(engine))
		add(newFetch(store, vs))
	}
	for i := range list {
		secure(&list[i], o.Security)
	}
	return list, errors.Join(errs...)
}

// secure says how calls of a tool are authorized, in both places where hosts look for it.
func secure(t *mcp.Tool, schemes []mcp.SecurityScheme) {
	if len(schemes) == 0 {
		return
	}
	meta := map[string]any{"securitySchemes": schemes}
	maps.Copy(meta, t.Meta)
	t.Security, t.Meta = schemes, meta
}

// newTool completes a tool by its schemas. Every tool of this server only reads.
func newTool(t mcp.Tool, input, output []byte) (mcp.Tool, error) {
	var err error
	if t.Input, err = mcp.ReadSchema(input); err != nil {
		return t, fmt.Errorf("%s.input.json: %w", t.Name, err)
	}
	if t.Output, err = mcp.ReadSchema(output); err != nil {
		return t, fmt.Errorf("%s.output.json: %w", t.Name, err)
	}
	t.Annotations = &mcp.ToolAnnotations{ReadOnly: true, Idempotent: true}
	return t, nil
}

// CatalogChanged tells the clients of a server that the catalog has changed: there may be other gifts,
// and whatever was read of it may be different now.
func CatalogChanged(s *mcp.Server) {
	s.ListChanged(mcp.ResourceList)
	s.Updated(func(string) bool { return true })
}
