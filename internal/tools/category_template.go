package tools

import (
	"context"
	"encoding/base64"
	"net/url"
	"slices"
	"strings"

	"github.com/go-json-experiment/json"

	"giftserver/internal/catalog"
	"giftserver/internal/mcp"
)

const categoryURI = "mcp://gift-server/categories/"

// categoryPage is how many gifts a page of a category holds.
const categoryPage = 20

// A categoryView is a page of a category.
type categoryView struct {
	Category string     `json:"category"`
	Gifts    []giftView `json:"gifts"`
	Next     string     `json:"next,omitzero"` // URI of the next page
}

// categoryTemplate is the resource of a category, page by page.
func categoryTemplate(store catalog.Store, engine suggester) mcp.Template {
	return mcp.Template{
		URITemplate: categoryURI + "{category}{?cursor}",
		Name:        "category",
		Title:       "A category",
		Description: "The gifts of one category of gift_catalog, 20 at a time; next is the URI of the page that follows.",
		MIMEType:    "application/json",
		Read: func(ctx context.Context, category string, query url.Values) (*mcp.Contents, error) {
			after, ok := readCursor(category, query.Get("cursor"))
			if !ok || !slices.Contains(catalog.Categories, category) {
				return nil, mcp.ErrNotFound
			}
			// One more than a page tells whether another one follows.
			gifts, err := store.Category(ctx, category, after, categoryPage+1)
			if err != nil {
				return nil, unreadable(err)
			}
			v := categoryView{Category: category, Gifts: []giftView{}}
			if len(gifts) > categoryPage {
				gifts = gifts[:categoryPage]
				v.Next = categoryURI + category + "?cursor=" + writeCursor(category, gifts[categoryPage-1].ID)
			}
			for i := range gifts {
				v.Gifts = append(v.Gifts, viewGift(&gifts[i]))
			}
			b, err := json.Marshal(v)
			return &mcp.Contents{Text: string(b)}, err
		},
		Complete: map[string]mcp.Completer{"category": ofGifts(engine, func(g *catalog.Gift) []string { return []string{g.Category} })},
	}
}

// A cursor is the category and the id of the last gift that was read, so that one of another
// category is refused. It is wrapped only to be safe in a URI; what it selects is public.

func writeCursor(category, id string) string {
	return base64.RawURLEncoding.EncodeToString([]byte(category + "\n" + id))
}

// readCursor returns the id in a cursor; "" is the cursor of the first page.
func readCursor(category, cursor string) (id string, ok bool) {
	if cursor == "" {
		return "", true
	}
	b, err := base64.RawURLEncoding.Strict().DecodeString(cursor)
	if err != nil {
		return "", false
	}
	return strings.CutPrefix(string(b), category+"\n")
}
