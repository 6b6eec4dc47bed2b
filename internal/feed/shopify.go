package feed

import (
	"bufio"
	"cmp"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"giftserver/internal/catalog"
)

// shopify is the export of products from Shopify, with the headers that it had until 2024 and those of its template
// since (https://help.shopify.com/en/manual/products/import-export/using-csv). A product takes a row for each variant
// and further ones for its images; what is said of all variants stands in the first.
var shopify = format{
	name: "shopify",
	knows: func(head string) bool {
		first, _ := firstElement(head, "")
		return isShopifys(first) || headerOf(head, knowsShopify) != nil
	},
	read: func(text *bufio.Reader, s *sink) error {
		if head, _ := text.Peek(headSize); isJSON(string(head)) {
			return readShopifyJSON(text, s)
		}
		return readShopify(text, s)
	},
}

// shopifyColumns are the columns that are read, in both generations, and what they are called here.
var shopifyColumns = map[string]string{
	"handle": "handle", "url handle": "handle",
	"title":       "title",
	"body (html)": "body", "body html": "body", "description": "body",
	"vendor":           "vendor",
	"product category": "category", "standard product type": "category", "standardized product type": "category",
	"type": "type", "custom product type": "type",
	"tags":      "tags",
	"published": "published", "published on online store": "published",
	"status":       "status",
	"option1 name": "option1", "option1 value": "value1",
	"option2 name": "option2", "option2 value": "value2",
	"option3 name": "option3", "option3 value": "value3",
	"variant sku": "sku", "sku": "sku",
	"variant inventory tracker": "tracker", "inventory tracker": "tracker",
	"variant inventory qty": "quantity", "inventory quantity": "quantity",
	"variant inventory policy": "policy", "continue selling when out of stock": "policy",
	"variant price": "price", "price": "price",
	"image src": "image", "product image url": "image",
	"image alt text": "alt",
	"variant image":  "variant image", "variant image url": "variant image",
	"gift card": "gift card",
	"google shopping / google product category": "google category",
	"google shopping / gender":                  "gender",
	"google shopping / age group":               "age group",
	"google shopping / condition":               "condition",
	"product.metafields.shopify.age-group":      "age group field",
	"product.metafields.shopify.target-gender":  "gender field",
}

// shopifySigns are the columns that show an export to be Shopify's; two of them do.
var shopifySigns = []string{
	"handle", "url handle", "body (html)", "body html", "variant price", "variant sku", "option1 name", "published on online store",
	"inventory tracker", "continue selling when out of stock", "product image url",
}

// shopifyName is what a column is called here, nothing if it is not read. Metafields have their key in brackets:
// "Age group (product.metafields.shopify.age-group)".
func shopifyName(header string) string { return shopifyColumns[shopifyKey(header)] }

func shopifyKey(header string) string {
	header = strings.ToLower(clean(header))
	if _, key, ok := strings.Cut(header, "(product.metafields."); ok {
		return "product.metafields." + strings.TrimRight(key, ") ")
	}
	return header
}

func knowsShopify(header []string) int {
	signs, known := 0, newSheet(header, shopifyName)
	for _, text := range header {
		if slices.Contains(shopifySigns, shopifyKey(text)) {
			signs++
		}
	}
	if _, ok := known["title"]; !ok || signs < 2 {
		return 0
	}
	return len(known)
}

func readShopify(text *bufio.Reader, s *sink) error {
	t, header, err := openTable(text, knowsShopify, "an export from Shopify, such as Handle, Title, Variant Price")
	switch {
	case err != nil:
		return err
	case s.options.Currency == "":
		return currencyMissing("Shopify")
	}
	r := &shopifyReader{sink: s, sheet: newSheet(header, shopifyName)}
	if err := r.check(t.line); err != nil {
		return err
	}
	if err := t.each(s, len(header), func(row []string) bool { return r.row(t.line, row) }); err != nil {
		return err
	}
	r.flush()
	return nil
}

// A shopifyReader brings the rows of each product together, which follow each other.
type shopifyReader struct {
	*sink
	sheet
	handle   string
	first    []string // the row that says what holds for the whole product
	image    string
	alt      string // what its image shows
	variants []shopifyVariant
}

// A shopifyVariant is a row that has a price of its own.
type shopifyVariant struct {
	line int
	row  []string
}

// How many variants a product may have in Shopify, and how many options.
const (
	maxVariants = 2048
	mostOptions = 3
)

// check says what of the columns is missing.
func (r *shopifyReader) check(line int) error {
	if _, ok := r.sheet["price"]; !ok {
		return fmt.Errorf("line %d: there is no column Variant Price or Price; export the products, not the inventory", line)
	}
	if _, ok := r.sheet["quantity"]; !ok {
		r.warn(line, "no column of quantities; all products are taken to be in stock", "")
	}
	return nil
}

// row takes a row.
func (r *shopifyReader) row(line int, row []string) (more bool) {
	handle := cmp.Or(r.cell(row, "handle"), slug(r.cell(row, "title")))
	switch {
	case handle == "":
		return r.leaveOut(line, reasonID, "")
	case handle != r.handle:
		if !r.flush() {
			return false
		}
		r.handle, r.first = handle, slices.Clone(row)
	}
	if r.image == "" {
		r.image, r.alt = r.cell(row, "image"), r.cell(row, "alt")
	}
	switch {
	case len(r.variants) > 0 && r.cell(row, "price")+r.cell(row, "value1")+r.cell(row, "sku") == "":
		return r.merged(line)
	case len(r.variants) == maxVariants:
		return r.leaveOut(line, reasonVariants, handle)
	}
	r.variants = append(r.variants, shopifyVariant{line, slices.Clone(row)})
	return true
}

// flush hands on the product at hand.
func (r *shopifyReader) flush() (more bool) {
	if r.first == nil {
		return true
	}
	product := r.product()
	for i, v := range r.variants {
		o := &offer{line: v.line, fields: product, last: i == len(r.variants)-1}
		if len(r.variants) > 1 {
			o.fields[fieldID], o.fields[fieldGroup] = fmt.Sprintf("%s#%d", r.handle, i+1), r.handle
		}
		for n := 1; n <= mostOptions; n++ {
			o.choose(r.cell(r.first, "option"+strconv.Itoa(n)), r.cell(v.row, "value"+strconv.Itoa(n)))
		}
		o.fields[fieldPrice] = r.cell(v.row, "price")
		o.fields[fieldImage], o.fields[fieldImageAlt] = cmp.Or(r.image, r.cell(v.row, "variant image")), r.alt
		o.fields[fieldAvailability] = string(r.availability(v.row))
		if !r.offer(o) {
			return false
		}
	}
	*r = shopifyReader{sink: r.sink, sheet: r.sheet}
	return true
}

// shopifyFields are the fields of an offer that are a column as it stands.
var shopifyFields = map[field]string{
	fieldTitle: "title", fieldDescription: "body", fieldBrand: "vendor", fieldType: "type", fieldTags: "tags", fieldCondition: "condition",
}

// product is what its first row says of the product at hand.
func (r *shopifyReader) product() (fields [fieldCount]string) {
	for f, name := range shopifyFields {
		fields[f] = r.cell(r.first, name)
	}
	fields[fieldID] = r.handle
	fields[fieldTags] = wordTags(fields[fieldTags])
	if r.cell(r.first, "handle") != "" {
		fields[fieldLink] = "products/" + url.PathEscape(r.handle)
	}
	fields[fieldCategory] = cmp.Or(r.cell(r.first, "google category"), r.cell(r.first, "category"))
	if isUncategorized(fields[fieldCategory]) {
		fields[fieldCategory] = ""
	}
	if isYes(r.cell(r.first, "gift card")) {
		fields[fieldCategory] = giftCards
	}
	fields[fieldAgeGroup] = cmp.Or(r.cell(r.first, "age group"), ageGroupOf[strings.ToLower(r.cell(r.first, "age group field"))])
	fields[fieldGender] = cmp.Or(r.cell(r.first, "gender"), r.cell(r.first, "gender field"))
	fields[fieldWithheld] = r.withheld()
	return fields
}

// wordTags leaves out the tags that apps write for themselves: "app_import_8828", "filter:blue".
func wordTags(text string) string {
	return strings.Join(slices.DeleteFunc(strings.Split(text, ","), func(tag string) bool { return strings.ContainsAny(tag, "_:") }), ",")
}

// giftCards is the number of gift cards in Google's taxonomy.
const giftCards = "53"

// ageGroupOf are Google's age groups by Shopify's values for them.
var ageGroupOf = map[string]string{
	"newborns": "newborn", "babies": "infant", "infants": "infant", "toddlers": "toddler", "kids": "kids", "children": "kids", "adults": "adult",
}

// withheld says why the product at hand is not offered, if it is not.
func (r *shopifyReader) withheld() string {
	switch status := strings.ToLower(r.cell(r.first, "status")); {
	case status == "draft", status == "archived", status == "unlisted":
		return status
	case status != "" && status != "active":
		return "not active"
	case isNo(r.cell(r.first, "published")):
		return leftUnpublished
	}
	return ""
}

// availability is that of a variant: one that nobody counts can be had, and so can one that is sold beyond its stock.
func (r *shopifyReader) availability(row []string) catalog.Availability {
	policy := strings.ToLower(r.cell(row, "policy"))
	if !r.counts(row) || policy == "continue" || isYes(policy) {
		return catalog.InStock
	}
	if n, err := strconv.ParseFloat(r.cell(row, "quantity"), 64); err == nil && n > 0 {
		return catalog.InStock
	}
	return catalog.OutOfStock
}

// counts reports whether a variant's stock is counted: where the export does not say who does, one with a quantity is.
func (r *shopifyReader) counts(row []string) bool {
	_, hasQuantities := r.sheet["quantity"]
	_, hasTrackers := r.sheet["tracker"]
	if hasTrackers {
		return hasQuantities && r.cell(row, "tracker") != ""
	}
	return r.cell(row, "quantity") != ""
}

// slug makes a handle of a title, as Shopify does of one that has none.
func slug(title string) string {
	words := strings.FieldsFunc(strings.ToLower(clean(title)), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	return strings.Join(words, "-")
}
