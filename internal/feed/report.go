package feed

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"giftserver/internal/catalog"
)

// A Report says what became of the rows of product files.
type Report struct {
	Source     string         `json:"source"`
	Files      []FileReport   `json:"files"`
	Rows       int            `json:"rows"`     // that are not blank
	Products   int            `json:"products"` // in the rows; variants count once
	Imported   int            `json:"imported"` // products that became gifts
	LeftOut    []*Finding     `json:"left_out"` // rows that made no gift
	Notes      []*Finding     `json:"notes"`    // what was not taken over as it stands
	Currencies map[string]int `json:"currencies"`
	DryRun     bool           `json:"dry_run,omitzero"`
	Error      string         `json:"error,omitzero"` // why nothing was imported
}

// A FileReport says how a file was read.
type FileReport struct {
	Name     string `json:"name"`
	Format   string `json:"format"`
	Encoding string `json:"encoding"`
}

// A Finding is something that was found in one or more rows.
type Finding struct {
	What  string  `json:"what"`
	Count int     `json:"count"`
	First []Place `json:"first"` // a few
}

// A Place is a row and what was found there.
type Place struct {
	File  string `json:"file"`
	Line  int    `json:"line"`
	Value string `json:"value,omitempty"`
}

// firstPlaces is how many places of a finding a report shows.
const firstPlaces = 5

// The reasons to leave out a row, beside what is wrong with a price.
const (
	reasonColumns         = "more or fewer columns than the header has"
	reasonEncoding        = "text that is not in UTF-8"
	reasonID              = "no id, or one that is too long"
	reasonRepeated        = "repeated id"
	reasonTitle           = "no title"
	reasonAvailability    = "unknown availability"
	reasonUnlisted        = "not to be suggested, as the file says"
	reasonJSON            = "no JSON object that is in order"
	reasonLength          = "a record that is too long"
	reasonUnpublished     = "product that is not published"
	reasonPlaceholder     = "price of 1, which stands for none as a rule"
	reasonNoVariant       = "a product without variants"
	reasonVariantCurrency = "another currency than the other variants of the product"
)

func newReport(source string) *Report {
	return &Report{Source: source, LeftOut: []*Finding{}, Notes: []*Finding{}, Currencies: map[string]int{}}
}

// imported counts a gift.
func (r *Report) imported(g *catalog.Gift) {
	r.Imported++
	r.Currencies[g.Price.Currency]++
}

func (r *Report) leaveOut(reason string, at Place) { r.LeftOut = find(r.LeftOut, reason, at) }

func (r *Report) note(what string, at Place) { r.Notes = find(r.Notes, what, at) }

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
		at.Value = shorten(clean(at.Value), 60)
		f.First = append(f.First, at)
	}
	return list
}

// Fail makes it the report of an import that came to nothing.
func (r *Report) Fail(err error) {
	r.Imported, r.Currencies, r.Error = 0, map[string]int{}, err.Error()
}

// why says why most rows were left out.
func (r *Report) why() string {
	if len(r.LeftOut) == 0 {
		return "it has no rows"
	}
	most := slices.MaxFunc(r.LeftOut, func(a, b *Finding) int { return a.Count - b.Count })
	return fmt.Sprintf("%d of %d rows: %s (%s)", most.Count, r.Rows, most.What, r.place(most.First[0]))
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
	fmt.Fprintf(&b, "rows %d, products %d, %s %d\n", r.Rows, r.Products, verb, r.Imported)
	for _, code := range slices.Sorted(maps.Keys(r.Currencies)) {
		fmt.Fprintf(&b, "priced in %s: %d\n", code, r.Currencies[code])
	}
	r.write(&b, "left out", r.LeftOut)
	r.write(&b, "note", r.Notes)
	return b.String()
}

// write writes a line for each finding.
func (r *Report) write(b *strings.Builder, label string, list []*Finding) {
	for _, f := range list {
		var places []string
		for _, at := range f.First {
			places = append(places, r.place(at))
		}
		if f.Count > len(f.First) {
			places = append(places, "…")
		}
		fmt.Fprintf(b, "%s: %d × %s (%s)\n", label, f.Count, f.What, strings.Join(places, ", "))
	}
}

// place writes a place, with the file only where there are several.
func (r *Report) place(at Place) string {
	text := fmt.Sprintf("line %d", at.Line)
	if len(r.Files) > 1 {
		text = at.File + " " + text
	}
	if at.Value != "" {
		text += fmt.Sprintf(" %q", at.Value)
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
