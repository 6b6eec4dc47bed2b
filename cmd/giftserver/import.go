package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"net/url"
	"os"
	"regexp"
	"slices"
	"strings"
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

// importFlags defines what is said of a product file.
func importFlags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.String("source", "shop", "`name` of the shop; its products replace those imported under this name before")
	f.String("format", feed.Auto, "`format` of the files: auto or "+strings.Join(feed.Formats(), ", "))
	f.String("currency", "", "ISO 4217 `code` of prices that name no currency")
	f.String("price-unit", "", "`unit` of the prices in tables and JSON of your own: major (dollars) or minor (cents)")
	f.String("map", "", "`file` that says what the columns of tables and JSON of your own mean")
	f.String("base-url", "", "`address` of the shop, to complete relative links: https://shop.example")
	f.Bool("dry-run", false, "say what would be imported, and change nothing")
	f.Bool("keep-ideas", false, "keep the built-in ideas beside the shop's products")
	f.Bool("allow-shrink", false, "remove more than half of the shop's gifts if the files lack them")
	f.Bool("json", false, "print the report as JSON")
}

// oneFile refuses a command line without a file.
func oneFile(_ *cobra.Command, args []string) error {
	if len(args) == 0 {
		return errors.New("name a product file, or - for standard input")
	}
	return nil
}

// sourceForm is the form of a source's name, with which ids begin.
var sourceForm = regexp.MustCompile(`^[a-z0-9][a-z0-9._-]{0,39}$`)

// importProducts makes the products of files the gifts of a shop.
func importProducts(ctx context.Context, p *program, c *config, cmd *cobra.Command, args []string) error {
	options, err := importOptions(cmd)
	if err != nil {
		return usageError{err}
	}
	gifts, report := feed.Read(ctx, productFiles(p, args), options)
	gifts = showProgress(p.stderr, gifts)
	if report.DryRun = isSet(cmd, "dry-run"); report.DryRun {
		err = check(gifts)
	} else {
		err = store(ctx, p, c, cmd, options, gifts)
	}
	if err != nil {
		err = importFault(ctx, err)
		report.Fail(err)
	}
	switch {
	case isSet(cmd, "json"):
		return errors.Join(err, printJSON(p.stdout, report))
	case report.Rows > 0:
		fmt.Fprint(p.stdout, report)
		if err == nil && !report.DryRun && !isSet(cmd, "keep-ideas") {
			fmt.Fprintln(p.stdout, "the built-in ideas are not suggested any more; --keep-ideas keeps them")
		}
	}
	return err
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

// importOptions reads the flags that say how to read the files.
func importOptions(cmd *cobra.Command) (o feed.Options, err error) {
	flag := func(name string) string { return cmd.Flags().Lookup(name).Value.String() }
	o = feed.Options{
		Source: flag("source"), Format: flag("format"), Currency: strings.ToUpper(flag("currency")),
		PriceUnit: feed.PriceUnit(flag("price-unit")), Now: time.Now().UTC(),
	}
	formats := append(feed.Formats(), feed.Auto)
	switch {
	case !sourceForm.MatchString(o.Source):
		return o, fmt.Errorf("--source: want up to 40 of a-z, 0-9, dot, hyphen and underscore, got %q", o.Source)
	case o.Source == catalog.IdeasSource:
		return o, fmt.Errorf("--source: %q is the name of the built-in ideas", o.Source)
	case !slices.Contains(formats, o.Format):
		return o, fmt.Errorf("--format: want %s, got %q", strings.Join(formats, " or "), o.Format)
	case !slices.Contains([]feed.PriceUnit{"", feed.MajorUnit, feed.MinorUnit}, o.PriceUnit):
		return o, fmt.Errorf("--price-unit: want %s or %s, got %q", feed.MajorUnit, feed.MinorUnit, o.PriceUnit)
	case o.Currency != "" && !catalog.ValidCurrency(o.Currency):
		return o, fmt.Errorf("--currency: want an ISO 4217 code such as USD or EUR, got %q", o.Currency)
	}
	if base := flag("base-url"); base != "" {
		if o.BaseURL, err = url.Parse(base); err != nil || o.BaseURL.Hostname() == "" || o.BaseURL.Scheme != "http" && o.BaseURL.Scheme != "https" {
			return o, fmt.Errorf("--base-url: want an address such as https://shop.example, got %q", base)
		}
	}
	if o.Map, err = readMap(flag("map")); o.Map != nil && !slices.Contains([]string{feed.Auto, "csv", "json"}, o.Format) {
		err = fmt.Errorf("--map: it is for --format csv and json; those of %s have a meaning of their own", o.Format)
	}
	return o, err
}

// readMap reads the file that says what columns mean, if one is named.
func readMap(name string) (*feed.Map, error) {
	if name == "" {
		return nil, nil
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, fmt.Errorf("--map: %w", err)
	}
	defer f.Close()
	m, err := feed.ReadMap(f)
	if err != nil {
		return nil, fmt.Errorf("--map: %s: %w", name, err)
	}
	return m, nil
}

// productFiles are the files that the command line names; "-" is standard input.
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

// check runs through the gifts for their report.
func check(gifts iter.Seq2[*catalog.Gift, error]) error {
	for _, err := range gifts {
		if err != nil {
			return err
		}
	}
	return nil
}

// store puts the gifts into the catalog.
func store(ctx context.Context, p *program, c *config, cmd *cobra.Command, o feed.Options, gifts iter.Seq2[*catalog.Gift, error]) error {
	store, err := openFile(ctx, p, c)
	if err != nil {
		return err
	}
	rules := catalog.Rules{KeepIdeas: isSet(cmd, "keep-ideas"), AllowShrink: isSet(cmd, "allow-shrink")}
	source := catalog.Source{Name: o.Source, Edition: o.Now.Format(time.RFC3339)}
	return errors.Join(store.Replace(ctx, source, rules, gifts), store.Close())
}

// showProgress counts the gifts for somebody who watches, as they go by.
func showProgress(w io.Writer, gifts iter.Seq2[*catalog.Gift, error]) iter.Seq2[*catalog.Gift, error] {
	if !isTerminal(w) {
		return gifts
	}
	const every = 200 * time.Millisecond
	return func(yield func(*catalog.Gift, error) bool) {
		n, shown := 0, time.Now()
		defer fmt.Fprint(w, "\r\033[K") // The report says the rest.
		for g, err := range gifts {
			n++
			if time.Since(shown) > every {
				shown = time.Now()
				fmt.Fprintf(w, "\r%d products", n)
			}
			if !yield(g, err) {
				return
			}
		}
	}
}

// isTerminal reports whether a person may be watching.
func isTerminal(w io.Writer) bool {
	file, ok := w.(*os.File)
	if !ok {
		return false
	}
	info, err := file.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}
