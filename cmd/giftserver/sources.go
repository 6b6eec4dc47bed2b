package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"giftserver/internal/catalog"
)

// removeOrNothing refuses arguments other than "remove NAME".
func removeOrNothing(_ *cobra.Command, args []string) error {
	if len(args) == 0 || len(args) == 2 && args[0] == "remove" {
		return nil
	}
	return fmt.Errorf("want nothing, or remove and the name of a shop, got %q", strings.Join(args, " "))
}

// sources lists the sources of the catalog or removes one.
func sources(ctx context.Context, p *program, c *config, _ *cobra.Command, args []string) error {
	store, err := openFile(ctx, p, c)
	if err != nil {
		return err
	}
	defer store.Close()
	if len(args) > 0 {
		return removeSource(ctx, p, store, args[1])
	}
	list, err := store.Sources(ctx)
	if err != nil {
		return err
	}
	return printSources(p.stdout, list)
}

func removeSource(ctx context.Context, p *program, store catalog.Store, name string) error {
	if name == catalog.IdeasSource {
		return errors.New("the built-in ideas can't be removed; an import without --keep-ideas takes them out")
	}
	err := store.Remove(ctx, name)
	if errors.Is(err, catalog.ErrNoSource) {
		return fmt.Errorf("%w; giftserver sources lists those that there are", err)
	}
	if err == nil {
		fmt.Fprintf(p.stdout, "removed %s\n", name)
	}
	return err
}

// printSources prints a line for each source.
func printSources(w io.Writer, list []catalog.SourceSummary) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "SOURCE\tGIFTS\tCURRENCIES\tEDITION")
	for _, s := range list {
		fmt.Fprintf(t, "%s\t%d\t%s\t%s\n", s.Name, s.Gifts, cmp.Or(strings.Join(s.Currencies, ", "), "-"), s.Edition)
	}
	return t.Flush()
}
