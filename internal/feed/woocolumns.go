package feed

import (
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"

	"giftserver/internal/lexicon"
)

// wooHeaders are the columns of WooCommerce's export.
type wooHeaders struct {
	layout []string          // in the order of the export
	names  map[string]string // by header, without its marks
}

// wooColumns are those of the embedded table.
var wooColumns = sync.OnceValue(func() *wooHeaders {
	h, err := loadWooHeaders()
	if err != nil {
		panic(err) // The table is part of the program, and a test reads it.
	}
	return h
})

func loadWooHeaders() (*wooHeaders, error) {
	h := &wooHeaders{names: map[string]string{}}
	return h, eachRow("data/woocommerce.tsv", 2, func(row []string) error {
		h.layout = append(h.layout, row[0])
		for header := range strings.SplitSeq(row[1], " | ") {
			h.names[bare(header)] = row[0]
		}
		return nil
	})
}

// bare is a header without case, accents, spaces and marks, in which translations of different years differ.
func bare(header string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return r
		}
		return -1
	}, lexicon.Fold(clean(header)))
}

var number = regexp.MustCompile(`\d+`)

// wooName is what a column is called here, nothing if its header is not known: "values 3" for "Attribut 3 Wert(e)".
func wooName(header string) string {
	header = bare(header)
	n := number.FindString(header)
	if n == "" {
		return wooColumns().names[header]
	}
	return strings.Replace(wooColumns().names[strings.Replace(header, n, "1", 1)], "1", n, 1)
}

// newWooSheet finds the columns of a header by their names, and in a whole export those whose names are not known by
// their place, which is the same in all languages. Those are returned too.
func newWooSheet(header []string) (c sheet, placed []string) {
	c = newSheet(header, wooName)
	for i, name := range wooLayout(header) {
		if _, known := c[name]; !known && wooName(header[i]) == "" {
			c[name] = i
			placed = append(placed, header[i]+" = "+name)
		}
	}
	return c, placed
}

// wooLayout is what the columns of a whole export are by their places, nothing if a header is of no such export. One
// shows by the weight and the three sizes, which have their units in brackets: the columns of identifiers and of
// low stock stand before them, and exports of older versions lack them.
func wooLayout(header []string) []string {
	layout := wooColumns().layout
	layout = layout[:slices.Index(layout, "position")+1]
	for _, without := range [][]string{nil, {"gtin"}, {"gtin", "low stock"}} {
		l := slices.DeleteFunc(slices.Clone(layout), func(name string) bool { return slices.Contains(without, name) })
		if at := slices.Index(l, "weight"); len(header) >= len(l) && haveUnits(header[at:at+4]) {
			return l
		}
	}
	return nil
}

// haveUnits reports whether headers end with something in brackets, and none of them is that of an attribute's values.
func haveUnits(headers []string) bool {
	return !slices.ContainsFunc(headers, func(text string) bool {
		text = strings.TrimSpace(text)
		return !strings.ContainsAny(text, "(（") || !strings.HasSuffix(text, ")") && !strings.HasSuffix(text, "）") || number.MatchString(text)
	})
}

// wooSigns are columns that tables of other shops hardly have. A name, a price and a category are in all of them.
var wooSigns = []string{"type", "published", "featured", "visibility", "tax status", "backorders", "individually", "parent"}

// knowsWoo is how many columns of a header are known, none if it is not that of an export of products.
func knowsWoo(header []string) int {
	c, _ := newWooSheet(header)
	hasSign := slices.ContainsFunc(wooSigns, func(name string) bool { _, has := c[name]; return has })
	_, hasName := c["name"]
	_, hasPrice := c["regular price"]
	if !hasName || !hasPrice || !hasSign || len(c) < 4 {
		return 0
	}
	return len(c)
}
