package main

import (
	"context"
	"fmt"
	"strconv"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"giftserver/internal/catalog"
)

// showCatalog lists what is in the catalog.
func showCatalog(ctx context.Context, p *program, c *config, _ *cobra.Command, _ []string) error {
	store, snapshot, err := openCatalog(ctx, p, c)
	if err != nil {
		return err
	}
	defer store.Close()
	sum := snapshot.Summary(c.currency)
	t := tabwriter.NewWriter(p.stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintf(t, "CATEGORY\tGIFTS\tPRICES IN %s\n", sum.Price.Currency)
	for _, category := range sum.ByCategory {
		fmt.Fprintf(t, "%s\t%d\t%s\n", category.Category, category.Count, span(category.Price))
	}
	fmt.Fprintf(t, "all\t%d\t%s\n", sum.Count, span(sum.Price))
	return t.Flush()
}

// span writes a range of prices: "5 to 19.5".
func span(r catalog.PriceRange) string {
	return strconv.FormatFloat(r.Min, 'f', -1, 64) + " to " + strconv.FormatFloat(r.Max, 'f', -1, 64)
}
