package tools

import (
	"context"
	"sync/atomic"

	"github.com/go-json-experiment/json"

	"giftserver/internal/catalog"
	"giftserver/internal/mcp"
)

// giftCatalog is the resource that says what is in the catalog. Its text is made once for each
// snapshot.
func giftCatalog(engine suggester, currency string) mcp.Resource {
	type summary struct {
		snapshot *catalog.Snapshot
		text     string
	}
	var made atomic.Pointer[summary]
	return mcp.Resource{
		URI:         "mcp://gift-server/resources/gift_catalog",
		Name:        "gift_catalog",
		Title:       "Gift catalog",
		Description: "What is in the catalog: categories, brands, occasions, interests and the range of prices.",
		MIMEType:    "application/json",
		Read: func(context.Context) (string, error) {
			snapshot := engine.Catalog()
			if s := made.Load(); s != nil && s.snapshot == snapshot {
				return s.text, nil
			}
			b, err := json.Marshal(snapshot.Summary(currency))
			if err != nil {
				return "", err
			}
			made.Store(&summary{snapshot, string(b)})
			return string(b), nil
		},
	}
}
