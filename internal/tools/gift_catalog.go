package tools

import (
	"context"

	"github.com/go-json-experiment/json"

	"giftserver/internal/catalog"
	"giftserver/internal/mcp"
)

// giftCatalog is the resource that says what is in the catalog. Its text is made once for each
// snapshot.
func giftCatalog(engine suggester, currency string) mcp.Resource {
	type summary struct {
		*mcp.Contents
		err error
	}
	current := perSnapshot(engine, func(c *catalog.Snapshot) summary {
		b, err := json.Marshal(c.Summary(currency))
		return summary{&mcp.Contents{Text: string(b)}, err}
	})
	return mcp.Resource{
		URI:         "mcp://gift-server/resources/gift_catalog",
		Name:        "gift_catalog",
		Title:       "Gift catalog",
		Description: "What is in the catalog: categories, brands, occasions, interests, the range of prices and the edition of the built-in ideas.",
		MIMEType:    "application/json",
		Read: func(context.Context) (*mcp.Contents, error) {
			s := current()
			return s.Contents, s.err
		},
	}
}
