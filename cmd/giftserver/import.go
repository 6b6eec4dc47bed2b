package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"math"
	"os"
	"runtime/debug"
	"slices"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/spf13/cobra"

	"giftserver/internal/catalog"
	"giftserver/internal/feed"
)

const importHelp = `Imports the products of a shop from product files, "-" for standard input. Together the files are the full
list: what an earlier import of the same shop brought and they lack is removed. When a file is empty, cut
or unreadable, nothing changes. The built-in ideas leave the catalog unless they are kept.

The files are product feeds as for Google Merchant Center, ChatGPT or Google's Retail API, agentic commerce feeds,
exports of products from Shopify or WooCommerce, whose currency --currency names, JSON-LD or pages with it, or
tables and JSON of your own; they may be packed with gzip or zip. docs/import.md tells of each. A running server
notices by itself.`

// feedSettings are the settings that say how to read product files, and what may become of the catalog. The currency
// does, too, but means more to a server.
var feedSettings = []string{"source", "format", "price-unit", "map", "base-url", "keep-ideas", "allow-shrink"}

// importFlags defines what an import by hand can do beside.
func importFlags(cmd *cobra.Command) {
	cmd.Flags().Bool("dry-run", false, "say what would be imported, and change nothing")
	cmd.Flags().Bool("json", false, "print the report as JSON")
}

// oneFile refuses a command line without a file.
func oneFile(_ *cobra.Command, args []string) error {
	if len(args) == 0 {
		return errors.New("name a product file, or - for standard input")
	}
	return nil
}

// checkFeed refuses settings that don't go together.
func checkFeed(o *feed.Options) error {
	if o.Map != nil && !slices.Contains([]string{feed.Auto, "csv", "json"}, o.Format) {
		return usageError{fmt.Errorf("--map: it is for --format csv and json; those of %s have a meaning of their own", o.Format)}
	}
	return nil
}

// importProducts makes the products of files the gifts of a shop.
func importProducts(ctx context.Context, p *program, c *config, cmd *cobra.Command, args []string) error {
	if err := checkFeed(&c.feed); err != nil {
		return err
	}
	into := func(ctx context.Context, source catalog.Source, gifts iter.Seq2[*catalog.Gift, error]) error {
		return storeOnce(ctx, p, c, source, gifts)
	}
	dryRun := isSet(cmd, "dry-run")
	if dryRun {
		into = discard
	}
	debug.SetMemoryLimit(memoryGoal)
	files := productFiles(p, args)
	watch := newProgress(p.stderr, files)
	c.feed.Progress = watch.show
	report, err := importFiles(ctx, c.feed, files, into)
	watch.clear()
	report.DryRun = dryRun
	switch {
	case isSet(cmd, "json"):
		return errors.Join(err, printJSON(p.stdout, report))
	case report.Rows > 0:
		fmt.Fprint(p.stdout, report)
		if err == nil && !dryRun && !c.rules.KeepIdeas {
			fmt.Fprintln(p.stdout, "the built-in ideas are not suggested any more; --keep-ideas keeps them")
		}
	}
	return err
}

// memoryGoal is how much memory an import by hand tries to keep within, in bytes: a file of a million rows should pass
// through a machine with half a gigabyte to spare.
const memoryGoal = 384 << 20

// importFiles reads product files and hands the gifts of their shop to a place for them.
func importFiles(ctx context.Context, o feed.Options, files []feed.File, into func(context.Context, catalog.Source, iter.Seq2[*catalog.Gift, error]) error) (*feed.Report, error) {
	begun := time.Now()
	o.Now = begun.UTC()
	gifts, report := feed.Read(ctx, files, o)
	err := into(ctx, catalog.Source{Name: o.Source, Edition: o.Now.Format(time.RFC3339)}, gifts)
	if err != nil {
		err = importFault(ctx, err)
		report.Fail(err)
	}
	report.Seconds = math.Round(time.Since(begun).Seconds()*1000) / 1000
	return report, err
}

// importFault says of a failed import what there is to know beside the cause.
func importFault(ctx context.Context, err error) error {
	if _, shrinks := errors.AsType[*catalog.ShrinkError](err); shrinks {
		return fmt.Errorf("%w; name another shop with --source, or allow it with --allow-shrink", err)
	}
	if ctx.Err() != nil {
		err = errors.New("interrupted")
	}
	return fmt.Errorf("%w; nothing was changed", err)
}

// discard runs through the gifts for their report.
func discard(_ context.Context, _ catalog.Source, gifts iter.Seq2[*catalog.Gift, error]) error {
	for _, err := range gifts {
		if err != nil {
			return err
		}
	}
	return nil
}

// storeOnce puts the gifts into the catalog that the settings name.
func storeOnce(ctx context.Context, p *program, c *config, source catalog.Source, gifts iter.Seq2[*catalog.Gift, error]) error {
	store, err := openFile(ctx, p, c)
	if err != nil {
		return err
	}
	return errors.Join(store.Replace(ctx, source, c.rules, gifts), store.Close())
}

// productFiles are files by their names; "-" is standard input.
func productFiles(p *program, names []string) []feed.File {
	var files []feed.File
	for _, name := range names {
		open := func() (io.ReadCloser, error) { return os.Open(name) }
		if name == "-" {
			name = "standard input"
			open = func() (io.ReadCloser, error) { return io.NopCloser(p.stdin), nil }
		}
		files = append(files, feed.File{Name: name, Open: open})
	}
	return files
}

// isSet reports whether a switch is on.
func isSet(cmd *cobra.Command, name string) bool {
	on, err := cmd.Flags().GetBool(name)
	return on && err == nil
}

func printJSON(w io.Writer, v any) error {
	text, err := json.Marshal(v)
	if err != nil {
		return fmt.Errorf("printing the report: %w", err)
	}
	_, err = fmt.Fprintf(w, "%s\n", text)
	return err
}
