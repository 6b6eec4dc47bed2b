package feed

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"giftserver/internal/catalog"
)

// A Report says what became of the rows of product files. Each product is suggestable or left out for one reason.
type Report struct {
	Format      string         `json:"format"` // several are joined by commas
	Source      string         `json:"source"`
	Files       []FileReport   `json:"files"`
	Rows        int            `json:"rows"`        // that are not blank
	Products    int            `json:"products"`    // in the rows; their variants count once
	Variants    int            `json:"variants"`    // in the rows; a product without any counts as one
	Imported    int            `json:"imported"`    // products that are in the catalog, suggestable or not
	Suggestable int            `json:"suggestable"` // products that can be suggested today
	LeftOut     map[string]int `json:"left_out"`    // products that can't, by the reason
	Faulty      int            `json:"faulty"`      // rows with an error
	Errors      []RowError     `json:"errors"`      // the first mostErrors of them
	Currencies  map[string]int `json:"currencies"`  // products imported, by ISO 4217 code
	Guesses     []*Finding     `json:"guesses"`     // what was told by its looks
	Warnings    []*Finding     `json:"warnings"`    // what was not taken over as it stands, or looks wrong
	DryRun      bool           `json:"dry_run,omitzero"`
	Error       string         `json:"error,omitzero"` // why nothing was imported
	Seconds     float64        `json:"seconds"`

	faults []*Finding // all errors, by what is wrong
}

// A FileReport says how a file was read.
type FileReport struct {
	Name     string `json:"name"`
	Format   string `json:"format"`
	Encoding string `json:"encoding"`
}

// A RowError says what is wrong with a row, of which nothing is imported.
type RowError struct {
	Place
	Field  string `json:"field,omitzero"` // a field of Google's feeds; "" when the whole row is wrong
	Reason string `json:"reason"`
}

// A Finding is something that was found in one or more rows. As JSON it is one text.
type Finding struct {
	What  string
	Count int
	First []Place // a few
}

// A Place is a row and what was found there.
type Place struct {
	File  string `json:"file,omitzero"` // "" when there is only one
	Line  int    `json:"line"`
	Value string `json:"value,omitzero"`
}

const (
	mostErrors  = 100
	firstPlaces = 5 // how many places of a finding are shown
)

// A reason says why a row makes no gift, and which field of it is wrong, if it is one.
type reason struct{ field, text string }

// The reasons, beside what is wrong with a price.
var (
	reasonColumns         = reason{"", "more or fewer columns than the header has"}
	reasonEncoding        = reason{"", "text that is not in UTF-8"}
	reasonID              = reason{"id", "no id, or one that is too long"}
	reasonRepeated        = reason{"id", "repeated id"}
	reasonTitle           = reason{"title", "no title"}
	reasonAvailability    = reason{"availability", "unknown availability"}
	reasonJSON            = reason{"", "no JSON object that is in order"}
	reasonLength          = reason{"", "a record that is too long"}
	reasonPlaceholder     = reason{"price", "price of 1, which stands for none as a rule"}
	reasonNoVariant       = reason{"variants", "a product without variants"}
	reasonVariants        = reason{"variants", "more variants of a product than Shopify has"}
	reasonVariantCurrency = reason{"price", "another currency than the other variants of the product"}
)

// Why products that are in order are left out, for shops have more words for it than these: see fieldWithheld.
const (
	leftUnlisted    = "not to be suggested, as the file says"
	leftUnpublished = "not published"
	leftOutOfStock  = "out of stock"
	leftExpired     = "no longer offered"
)

func newReport(source string) *Report {
	return &Report{
		Source: source, LeftOut: map[string]int{}, Errors: []RowError{}, Currencies: map[string]int{},
		Guesses: []*Finding{}, Warnings: []*Finding{},
	}
}

// file says how a file is read.
func (r *Report) file(f FileReport) {
	if !slices.ContainsFunc(r.Files, func(known FileReport) bool { return known.Format == f.Format }) {
		r.Format = strings.TrimPrefix(r.Format+", "+f.Format, ", ")
	}
	r.Files = append(r.Files, f)
}

// imported counts a gift.
func (r *Report) imported(g *catalog.Gift, now time.Time) {
	r.Imported++
	r.Currencies[g.Price.Currency]++
	switch {
	case g.Availability == catalog.OutOfStock:
		r.LeftOut[leftOutOfStock]++
	case !g.ValidUntil.IsZero() && !now.Before(g.ValidUntil):
		r.LeftOut[leftExpired]++
	default:
		r.Suggestable++
	}
}

// fault counts a row of which nothing is imported.
func (r *Report) fault(why reason, at Place) {
	r.Faulty++
	r.faults = find(r.faults, why.text, at)
	if len(r.Errors) < mostErrors {
		r.Errors = append(r.Errors, RowError{Place: at.shown(), Field: why.field, Reason: why.text})
	}
}

// faultsOf is how many rows have an error.
func (r *Report) faultsOf(what string) int {
	for _, f := range r.faults {
		if f.What == what {
			return f.Count
		}
	}
	return 0
}

func (r *Report) guess(what string, at Place) { r.Guesses = find(r.Guesses, what, at) }

func (r *Report) warn(what string, at Place) { r.Warnings = find(r.Warnings, what, at) }

// find adds a place to a list of findings.
func find(list []*Finding, what string, at Place) []*Finding {
	i := slices.IndexFunc(list, func(f *Finding) bool { return f.What == what })
	if i < 0 {
		i = len(list)
		list = append(list, &Finding{What: what})
	}
	f := list[i]
	f.Count++
	if len(f.First) < firstPlaces {
		f.First = append(f.First, at.shown())
	}
	return list
}

// shown is a place as a report shows it.
func (p Place) shown() Place {
	p.Value = shorten(clean(p.Value), 60)
	return p
}

// Fail makes it the report of an import that came to nothing.
func (r *Report) Fail(err error) {
	r.Imported, r.Suggestable, r.Currencies, r.Error = 0, 0, map[string]int{}, err.Error()
}

// why says why most products were left out. What the shop itself leaves out has no place.
func (r *Report) why() string {
	var most Finding
	for _, f := range r.faults {
		if f.Count > most.Count {
			most = *f
		}
	}
	for _, reason := range slices.Sorted(maps.Keys(r.LeftOut)) {
		if n := r.LeftOut[reason]; n > most.Count {
			most = Finding{What: reason, Count: n}
		}
	}
	switch {
	case most.Count == 0:
		return "it has no rows"
	case most.First == nil:
		return fmt.Sprintf("%d of %d products: %s", most.Count, r.Products, most.What)
	}
	return fmt.Sprintf("%d of %d rows: %s (%s)", most.Count, r.Rows, most.What, most.First[0])
}

// String writes the report for people, the error aside.
func (r *Report) String() string {
	var b strings.Builder
	for _, f := range r.Files {
		fmt.Fprintf(&b, "%s: %s, %s\n", f.Name, f.Format, f.Encoding)
	}
	verb := "imported"
	if r.DryRun {
		verb = "to import"
	}
	fmt.Fprintf(&b, "rows %d, products %d, variants %d, %s %d, suggestable %d\n", r.Rows, r.Products, r.Variants, verb, r.Imported, r.Suggestable)
	writeCounts(&b, "priced in %[2]s: %[1]d\n", r.Currencies)
	writeCounts(&b, "left out: %d × %s\n", r.LeftOut)
	writeFindings(&b, "error", r.faults)
	writeFindings(&b, "guess", r.Guesses)
	writeFindings(&b, "warning", r.Warnings)
	return b.String()
}

// writeCounts writes a line for each count, the largest first. The line has the count first, then what is counted.
func writeCounts(b *strings.Builder, line string, counts map[string]int) {
	byCount := func(x, y string) int { return cmp.Or(counts[y]-counts[x], strings.Compare(x, y)) }
	for _, what := range slices.SortedFunc(maps.Keys(counts), byCount) {
		fmt.Fprintf(b, line, counts[what], what)
	}
}

// writeFindings writes a line for each finding.
func writeFindings(b *strings.Builder, label string, list []*Finding) {
	for _, f := range list {
		fmt.Fprintf(b, "%s: %s\n", label, f)
	}
}

// String writes a finding: "2 × no title (line 3, line 9)". What holds for a file as a whole has no place.
func (f *Finding) String() string {
	if f.Count == 0 {
		return f.What
	}
	var places []string
	for _, at := range f.First {
		places = append(places, at.String())
	}
	if f.Count > len(f.First) {
		places = append(places, "…")
	}
	return fmt.Sprintf("%d × %s (%s)", f.Count, f.What, strings.Join(places, ", "))
}

// MarshalText is String.
func (f *Finding) MarshalText() ([]byte, error) { return []byte(f.String()), nil }

// String writes a place, with the file only where there are several.
func (p Place) String() string {
	text := fmt.Sprintf("line %d", p.Line)
	if p.File != "" {
		text = p.File + " " + text
	}
	if p.Value != "" {
		text += fmt.Sprintf(" %q", p.Value)
	}
	return text
}

// shorten cuts a text to a number of characters, at a space if there is one near.
func shorten(text string, most int) string {
	if len(text) <= most || utf8.RuneCountInString(text) <= most {
		return text
	}
	end := 0
	for i := range text {
		if most--; most < 0 {
			break
		}
		end = i
	}
	if space := strings.LastIndexByte(text[:end], ' '); space > end/2 {
		end = space
	}
	return strings.TrimRight(text[:end], "\u200d ") + "…"
}
