package feed_test

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"

	"giftserver/internal/catalog"
	"giftserver/internal/feed"
)

// casesFolder holds faults of importers that were reported in public, where somebody keeps them beside the repository:
// product files, and in cases.jsonl what should come of each.
const casesFolder = "../../../shared/cases"

// A fileCase is a product file and what should come of it.
type fileCase struct {
	ID, Kind, Input, Note string
	Assert                struct {
		Items         *int              `json:"expect_items"`
		Products      *int              `json:"expect_products"`
		Variants      *int              `json:"expect_variants"`
		Errors        *int              `json:"expect_errors"`
		Prices        map[string]*int64 `json:"expect_prices"` // minor units; nil for an error
		Fails         bool              `json:"expect_fail"`
		Suggestable   []string          `json:"suggestable"`
		Never         []string          `json:"must_not_suggest"`
		NeverForChild []string          `json:"never_for_child"`
		Contains      []string          `json:"contains"`
		Absent        []string          `json:"absent"`
		URLs          map[string]string `json:"expect_urls"`
		SomeOrAnError bool              `json:"min_items_or_error"`
	} `json:"assert"`
}

func TestRead_reportedFaults(t *testing.T) {
	for _, c := range fileCases(t) {
		t.Run(c.ID, func(t *testing.T) {
			path := filepath.Join(casesFolder, c.Input)
			o := feed.Options{}
			if strings.Contains(c.Note, "currency") {
				o.Currency = "USD"
			}
			gifts, report, err := read(t, o, feed.File{Name: c.Input, Open: func() (io.ReadCloser, error) { return os.Open(path) }})
			for _, fault := range c.check(gifts, report, err) {
				t.Error(fault)
			}
		})
	}
}

// fileCases reads the cases that say what should come of a file.
func fileCases(t *testing.T) []fileCase {
	t.Helper()
	list, err := os.Open(filepath.Join(casesFolder, "cases.jsonl"))
	if err != nil {
		t.Skip("there are no cases beside the repository")
	}
	defer list.Close()
	var cases []fileCase
	for lines := bufio.NewScanner(list); lines.Scan(); {
		var c fileCase
		if err := json.Unmarshal(lines.Bytes(), &c, json.MatchCaseInsensitiveNames(true)); err != nil {
			t.Fatal(err)
		}
		if c.Kind == "import" && !strings.HasSuffix(c.Input, ".txt") {
			cases = append(cases, c)
		}
	}
	return cases
}

// check says what came otherwise than it should.
func (c *fileCase) check(gifts []*catalog.Gift, r *feed.Report, err error) (faults []string) {
	fault := func(format string, a ...any) { faults = append(faults, fmt.Sprintf(format, a...)+"\n"+r.String()) }
	want := &c.Assert
	for _, n := range []struct {
		what string
		got  int
		want *int
	}{{"gifts", len(gifts), want.Items}, {"products", r.Products, want.Products}, {"variants", r.Variants, want.Variants}, {"errors", r.Faulty, want.Errors}} {
		if n.want != nil && n.got != *n.want {
			fault("%d %s, want %d", n.got, n.what, *n.want)
		}
	}
	if want.Fails != (err != nil) && (want.Fails || want.Items != nil && *want.Items > 0) {
		fault("error %v, want one: %t", err, want.Fails)
	}
	if want.SomeOrAnError && len(gifts) == 0 && err == nil {
		fault("nothing, and no error")
	}
	byID := map[string]*catalog.Gift{}
	for _, g := range gifts {
		byID[plainID(strings.TrimPrefix(g.ID, "shop:"))] = g
	}
	if want.Suggestable != nil {
		for id, g := range byID {
			if got := canBeHad(g); got != slices.ContainsFunc(want.Suggestable, func(wanted string) bool { return plainID(wanted) == id }) {
				fault("%s suggestable: %t", id, got)
			}
		}
	}
	for _, id := range want.Never {
		if g := byID[plainID(id)]; g != nil && canBeHad(g) {
			fault("%s is suggestable", id)
		}
	}
	for _, id := range want.NeverForChild {
		if g := byID[plainID(id)]; g != nil && g.AgeFrom < 18 {
			fault("%s is for children of %d", id, g.AgeFrom)
		}
	}
	for id, url := range want.URLs {
		if g := byID[plainID(id)]; g == nil || g.URL != url {
			fault("%s: got %+v, want the address %q", id, g, url)
		}
	}
	for id, price := range want.Prices {
		switch g := byID[plainID(id)]; {
		case price == nil && g != nil:
			fault("%s costs %d, want an error", id, g.Price.Minor)
		case price != nil && g == nil && r.Variants > r.Products && slices.ContainsFunc(gifts, func(g *catalog.Gift) bool { return g.Price.Minor == *price }):
			// It is a variant, and stands for its product.
		case price != nil && (g == nil || g.Price.Minor != *price):
			fault("%s: got %+v, want a price of %d", id, g, *price)
		}
	}
	return slices.Concat(faults, c.checkTexts(gifts))
}

// plainID is an id as far as cases agree on it, who name products of Shopify by a variant: D-1 is d1.
func plainID(id string) string { return strings.ReplaceAll(strings.ToLower(id), "-", "") }

func canBeHad(g *catalog.Gift) bool { return g.Availability != catalog.OutOfStock }

func (c *fileCase) checkTexts(gifts []*catalog.Gift) (faults []string) {
	var all strings.Builder
	for _, g := range gifts {
		fmt.Fprintln(&all, g.Name, g.Description, g.Brand, g.CategoryPath, g.Tags)
	}
	for _, text := range c.Assert.Contains {
		if !strings.Contains(all.String(), text) {
			faults = append(faults, fmt.Sprintf("%q is missing from %s", text, all.String()))
		}
	}
	for _, text := range c.Assert.Absent {
		if strings.Contains(all.String(), text) {
			faults = append(faults, fmt.Sprintf("%q stands in %s", text, all.String()))
		}
	}
	return faults
}
