package main

import (
	"context"
	"fmt"
	"text/tabwriter"

	"github.com/spf13/cobra"
)

// showCatalog lists what is in the catalog.
func showCatalog(ctx context.Context, p *program, c *config, _ *cobra.Command, _ []string) error {
	store, err := openStore(ctx, p, c)
	if err != nil {
		return err
	}
	defer store.Close()
	snapshot, err := store.Snapshot(ctx)
	if err != nil {
		return err
	}
	sum := snapshot.Summary(c.currency)
	t := tabwriter.NewWriter(p.stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintf(t, "CATEGORY\tGIFTS\tPRICES IN %s\n", sum.Price.Currency)
	for _, category := range sum.ByCategory {
		fmt.Fprintf(t, "%s\t%d\t%v to %v\n", category.Category, category.Count, category.Price.Min, category.Price.Max)
	}
	fmt.Fprintf(t, "all\t%d\t%v to %v\n", sum.Count, sum.Price.Min, sum.Price.Max)
	return t.Flush()
}
