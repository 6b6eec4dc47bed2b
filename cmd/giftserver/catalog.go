package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"strconv"
	"strings"
	"text/tabwriter"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"giftserver/internal/catalog"
	"giftserver/internal/lexicon"
	"giftserver/internal/tools"
)

// catalogFlags defines what can be asked of the catalog.
func catalogFlags(cmd *cobra.Command) {
	cmd.Flags().Bool("coverage", false, "count the gifts of each interest by price instead, so that gaps show")
}

// showCatalog lists what is in the catalog.
func showCatalog(ctx context.Context, p *program, c *config, cmd *cobra.Command, _ []string) error {
	store, snapshot, err := openCatalog(ctx, p, c)
	if err != nil {
		return err
	}
	defer store.Close()
	currency := cmp.Or(c.currency, tools.DefaultCurrency)
	if isSet(cmd, "coverage") {
		return printCoverage(p.stdout, snapshot.Coverage(currency, lexicon.Default().Labels(lexicon.Interest)))
	}
	return printSummary(p.stdout, snapshot.Summary(currency))
}

// printSummary prints the categories.
func printSummary(w io.Writer, sum catalog.Summary) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintf(t, "CATEGORY\tGIFTS\tPRICES IN %s\n", sum.Price.Currency)
	for _, category := range sum.ByCategory {
		fmt.Fprintf(t, "%s\t%d\t%s\n", category.Category, category.Count, span(category.Price))
	}
	fmt.Fprintf(t, "all\t%d\t%s\n", sum.Count, span(sum.Price))
	return t.Flush()
}

// span writes a range of prices: "5 to 19.5", a dash for none.
func span(r catalog.PriceRange) string {
	if r.Max == 0 {
		return "-"
	}
	return strconv.FormatFloat(r.Min, 'f', -1, 64) + " to " + strconv.FormatFloat(r.Max, 'f', -1, 64)
}

// printCoverage prints the number of gifts for each interest and price band. A dash stands for none, so that
// gaps show.
func printCoverage(w io.Writer, c catalog.Coverage) error {
	title := "PRICES IN " + c.Currency
	width := len(title)
	for _, interest := range c.Interests {
		width = max(width, utf8.RuneCountInString(interest.Interest))
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%-*s", width, title)
	for _, band := range catalog.Bands {
		fmt.Fprintf(&b, "%10s", strings.ToUpper(band))
	}
	fmt.Fprintf(&b, "%7s\n", "ALL")
	row := func(name string, gifts catalog.ByBand) {
		fmt.Fprintf(&b, "%-*s", width, name)
		for _, n := range gifts {
			fmt.Fprintf(&b, "%10s", dashed(n))
		}
		fmt.Fprintf(&b, "%7s\n", dashed(gifts.Sum()))
	}
	for _, interest := range c.Interests {
		row(interest.Interest, interest.Gifts)
	}
	row("(no interest)", c.NoInterest)
	row("all", c.All)
	if c.OtherCurrencies > 0 {
		fmt.Fprintf(&b, "gifts priced in other currencies, not counted: %d\n", c.OtherCurrencies)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// dashed writes a count, a dash for none.
func dashed(n int) string {
	if n == 0 {
		return "-"
	}
	return strconv.Itoa(n)
}
