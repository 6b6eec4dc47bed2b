package tools

import (
	"context"
	"errors"
	"net/url"
	"strings"

	"github.com/go-json-experiment/json"

	"giftserver/internal/catalog"
	"giftserver/internal/mcp"
)

const giftsURI = "mcp://gift-server/gifts/"

// giftURI is the address of a gift's resource, as RFC 6570 expands the template.
func giftURI(id string) string {
	return giftsURI + strings.ReplaceAll(url.QueryEscape(id), "+", "%20")
}

// giftTemplate is the resource of a single gift, fresh from the store.
func giftTemplate(store catalog.Store, engine suggester) mcp.Template {
	return mcp.Template{
		URITemplate: giftsURI + "{id}",
		Name:        "gift",
		Title:       "A gift",
		Description: "All about one gift, by the id that suggest_gifts gives.",
		MIMEType:    "application/json",
		Read: func(ctx context.Context, id string, _ url.Values) (*mcp.Contents, error) {
			g, err := store.Gift(ctx, id)
			if errors.Is(err, catalog.ErrNotFound) {
				return nil, mcp.ErrNotFound
			}
			if err != nil {
				return nil, unreadable(err)
			}
			b, err := json.Marshal(viewFullGift(&g))
			return &mcp.Contents{Text: string(b)}, err
		},
		Complete: map[string]mcp.Completer{"id": ofGifts(engine, func(g *catalog.Gift) []string { return []string{g.ID} })},
	}
}
