package feed

import (
	"bufio"
	"cmp"
	"slices"
	"strconv"
	"strings"

	"giftserver/internal/catalog"
)

// woocommerce is the export of products from WooCommerce
// (https://github.com/woocommerce/woocommerce/wiki/Product-CSV-Importer-&-Exporter). Its headers are in the language of
// whoever exports. A product with variations takes a row of its own, which has no price, and one for each of them.
var woocommerce = format{
	name:  "woocommerce",
	knows: func(head string) bool { return headerOf(head, knowsWoo) != nil },
	read:  readWoo,
}

// Why a product of WooCommerce is not offered, beside that it is not published.
const (
	leftHidden       = "hidden by the shop"
	leftGrouped      = "group of products, which come by themselves"
	leftNoVariations = "variable, without variations"
)

func readWoo(text *bufio.Reader, s *sink) error {
	t, header, err := openTable(text, knowsWoo, "an export from WooCommerce, such as ID, Type, Name, Regular price; where the headers are in a language that is not known here, export all columns")
	switch {
	case err != nil:
		return err
	case s.options.Currency == "":
		return currencyMissing("WooCommerce")
	}
	columns, placed := newWooSheet(header)
	for _, column := range placed {
		s.guess(t.line, "column that is known by its place alone", column)
	}
	r := &wooReader{sink: s, sheet: columns, parents: map[string]*wooRow{}}
	if err := t.each(s, len(header), func(row []string) bool { return r.row(wooRow{line: t.line, cells: row}) }); err != nil {
		return err
	}
	r.end()
	return nil
}

// A wooReader brings variations and their products together, which may stand anywhere in a file.
type wooReader struct {
	*sink
	sheet
	variable []*wooRow
	parents  map[string]*wooRow // the same, by "id:" and their number, and by SKU
	orphans  []wooRow           // variations whose products have not come yet
}

type wooRow struct {
	line       int
	cells      []string
	variations int
}

// cell is what a row says. The export writes line ends as \n, and an apostrophe before what a spreadsheet would take
// for a formula.
func (r *wooReader) cell(row *wooRow, name string) string {
	text := strings.ReplaceAll(r.sheet.cell(row.cells, name), `\n`, "\n")
	if len(text) > 1 && text[0] == '\'' && strings.IndexByte("=+-@", text[1]) >= 0 {
		text = text[1:]
	}
	return text
}

// row takes a row.
func (r *wooReader) row(row wooRow) (more bool) {
	parent := r.cell(&row, "parent")
	switch kind := strings.ToLower(r.cell(&row, "type")); {
	case strings.HasPrefix(kind, "variable"):
		r.addVariable(row)
		return true
	case !strings.Contains(kind, "variation") && (kind != "" || parent == ""):
		return r.offer(r.product(&row))
	case r.parents[parent] != nil:
		return r.offer(r.variation(&row, r.parents[parent]))
	}
	row.cells = slices.Clone(row.cells)
	r.orphans = append(r.orphans, row)
	return true
}

// addVariable keeps a product whose variations are to come.
func (r *wooReader) addVariable(row wooRow) {
	row.cells = slices.Clone(row.cells)
	r.variable = append(r.variable, &row)
	if id := r.cell(&row, "id"); id != "" {
		r.parents["id:"+id] = &row
	}
	if sku := r.cell(&row, "sku"); sku != "" {
		r.parents[sku] = &row
	}
}

// end takes what had to wait for the end of the file.
func (r *wooReader) end() {
	for i := range r.orphans {
		row := &r.orphans[i]
		o := r.product(row)
		o.fields[fieldGroup] = strings.TrimPrefix(r.cell(row, "parent"), "id:")
		if parent := r.parents[r.cell(row, "parent")]; parent != nil {
			o = r.variation(row, parent)
		}
		if !r.offer(o) {
			return
		}
	}
	for _, row := range r.variable {
		if row.variations > 0 {
			r.merged(row.line)
			continue
		}
		o := r.product(row)
		o.fields[fieldWithheld] = cmp.Or(o.fields[fieldWithheld], leftNoVariations)
		r.offer(o)
	}
}

// variation makes an offer of a variation. What is not its own is its product's.
func (r *wooReader) variation(row, parent *wooRow) *offer {
	parent.variations++
	o, whole := r.product(row), r.product(parent)
	for _, f := range []field{fieldTitle, fieldDescription, fieldType, fieldTags, fieldBrand, fieldLink} {
		o.fields[f] = whole.fields[f]
	}
	o.fields[fieldImage] = cmp.Or(o.fields[fieldImage], whole.fields[fieldImage])
	o.fields[fieldWithheld] = cmp.Or(whole.fields[fieldWithheld], o.fields[fieldWithheld])
	o.fields[fieldGroup] = whole.fields[fieldID]
	for n := 1; n <= mostAttributes; n++ {
		o.choose(r.cell(row, "attribute "+strconv.Itoa(n)), r.cell(row, "values "+strconv.Itoa(n)))
	}
	if o.fields[fieldID] == o.fields[fieldGroup] {
		o.fields[fieldID] += "#" + strconv.Itoa(parent.variations)
	}
	return o
}

// wooFields are the fields of an offer that are a column as it stands.
var wooFields = map[field]string{
	fieldTitle: "name", fieldPrice: "regular price", fieldSalePrice: "sale price", fieldSaleFrom: "from", fieldSaleUntil: "until",
	fieldBrand: "brands", fieldLink: "url",
}

// product makes an offer of a row by itself.
func (r *wooReader) product(row *wooRow) *offer {
	kind := strings.ToLower(r.cell(row, "type"))
	o := &offer{line: row.line}
	for f, name := range wooFields {
		o.fields[f] = r.cell(row, name)
	}
	id := r.cell(row, "id")
	o.fields[fieldID] = cmp.Or(id, r.cell(row, "sku"), slug(o.fields[fieldTitle]))
	if o.fields[fieldLink] == "" && id != "" {
		// WordPress leads from here to the address that the shop has chosen for the product.
		o.fields[fieldLink] = "./?post_type=product&p=" + id
	}
	o.fields[fieldDescription] = "<p>" + r.cell(row, "short") + "</p>" + r.cell(row, "description") + r.attributes(row)
	o.fields[fieldImage], _, _ = strings.Cut(r.cell(row, "images"), ", ")
	o.fields[fieldType], o.fields[fieldTags] = wooCategory(r.cell(row, "categories")), strings.ReplaceAll(r.cell(row, "tags"), `\,`, " ")
	o.fields[fieldAvailability] = string(r.availability(row))
	o.fields[fieldWithheld] = r.withheld(row)
	if strings.Contains(kind, "virtual") || strings.Contains(kind, "downloadable") {
		o.fields[fieldDigital] = "yes"
	}
	if strings.Contains(kind, "gift") { // These are the types of several extensions.
		o.fields[fieldCategory] = giftCards
	}
	return o
}

// withheld says why a product is not offered, if it is not. Published is 1; 0 is private and -1 a draft.
func (r *wooReader) withheld(row *wooRow) string {
	switch {
	case isNo(r.cell(row, "published")):
		return leftUnpublished
	case strings.EqualFold(r.cell(row, "visibility"), "hidden"):
		return leftHidden
	case strings.EqualFold(r.cell(row, "type"), "grouped"):
		return leftGrouped
	}
	return ""
}

// availability is that of a row. Its stock is a number where the shop counts.
func (r *wooReader) availability(row *wooRow) catalog.Availability {
	status, backorders := strings.ToLower(r.cell(row, "in stock")), strings.ToLower(r.cell(row, "backorders"))
	n, err := strconv.ParseFloat(r.cell(row, "stock"), 64)
	isOut := err == nil && n <= 0
	switch {
	case isNo(status), status == "outofstock":
		return catalog.OutOfStock
	case strings.Contains(status, "backorder"), isOut && (isYes(backorders) || backorders == "notify"):
		return catalog.Backorder
	case isOut:
		return catalog.OutOfStock
	}
	return catalog.InStock
}

// mostAttributes is how many attributes of a product are named.
const mostAttributes = 6

// attributes writes what a product comes in. What its variations differ in is an option of theirs.
func (r *wooReader) attributes(row *wooRow) string {
	var b strings.Builder
	for n := 1; n <= mostAttributes; n++ {
		name, values := r.cell(row, "attribute "+strconv.Itoa(n)), splitEscaped(r.cell(row, "values "+strconv.Itoa(n)))
		isOption := len(values) > 1 && strings.HasPrefix(strings.ToLower(r.cell(row, "type")), "variable")
		if name != "" && len(values) > 0 && !isOption {
			b.WriteString(choice(name, values))
		}
	}
	return b.String()
}

// wooCategory chooses from the categories of a product, "Clothing > Shirts, Sale", the first of those that say most.
func wooCategory(text string) string {
	best := ""
	for _, path := range splitEscaped(text) {
		if !isUncategorized(path) && (best == "" || strings.Count(path, ">") > strings.Count(best, ">")) {
			best = path
		}
	}
	return best
}

// splitEscaped parts a list at its commas; those that have a backslash before them are of the text.
func splitEscaped(text string) []string {
	const comma = "\x00"
	var list []string
	for part := range strings.SplitSeq(strings.ReplaceAll(text, `\,`, comma), ",") {
		if part = strings.TrimSpace(strings.ReplaceAll(part, comma, ",")); part != "" {
			list = append(list, part)
		}
	}
	return list
}
