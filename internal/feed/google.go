package feed

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"giftserver/internal/catalog"
)

// google is the delimited feed of Google Merchant Center
// (https://support.google.com/merchants/answer/7052112). Tabs are its delimiter; commas and semicolons
// come from spreadsheets.
var google = format{
	name:  "google",
	knows: func(head string) bool { _, ok := delimiter(head); return ok },
	read:  readGoogle,
}

// required are the columns without which a row says nothing.
var required = []string{"id", "title", "price"}

// googleColumns are the columns that say something of a gift, and those that say nothing.
var googleColumns = map[string]field{
	"id":                        fieldID,
	"item_group_id":             fieldGroup,
	"title":                     fieldTitle,
	"description":               fieldDescription,
	"link":                      fieldLink,
	"image_link":                fieldImage,
	"availability":              fieldAvailability,
	"availability_date":         fieldAvailableFrom,
	"price":                     fieldPrice,
	"sale_price":                fieldSalePrice,
	"sale_price_effective_date": fieldSaleDates,
	"expiration_date":           fieldExpires,
	"google_product_category":   fieldCategory,
	"product_type":              fieldType,
	"brand":                     fieldBrand,
	"condition":                 fieldCondition,
	"adult":                     fieldAdult,
	"age_group":                 fieldAgeGroup,
	"max_handling_time":         fieldHandling,
	"max_transit_time":          fieldTransit,
	"shipping":                  fieldShipping,
	"product_review_rating":     fieldRating,
	"average_rating":            fieldRating,
	"rating":                    fieldRating,
	"product_review_count":      fieldRatingCount,
	"review_count":              fieldRatingCount,
	"rating_count":              fieldRatingCount,
	"color":                     fieldTags,
	"material":                  fieldTags,
	"pattern":                   fieldTags,
	"custom_label_0":            fieldTags,
	"custom_label_1":            fieldTags,
	"custom_label_2":            fieldTags,
	"custom_label_3":            fieldTags,
	"custom_label_4":            fieldTags,

	"additional_image_link": fieldIgnored,
	"gender":                fieldIgnored,
	"gtin":                  fieldIgnored,
	"identifier_exists":     fieldIgnored,
	"is_bundle":             fieldIgnored,
	"min_handling_time":     fieldIgnored,
	"min_transit_time":      fieldIgnored,
	"mobile_link":           fieldIgnored,
	"mpn":                   fieldIgnored,
	"multipack":             fieldIgnored,
	"shipping_weight":       fieldIgnored,
	"size":                  fieldIgnored,
	"tax":                   fieldIgnored,
}

// repeatable are the fields that several columns may give.
var repeatable = map[field]bool{fieldTags: true, fieldShipping: true, fieldType: true}

// shippingParts are the parts of a shipping service when the header does not name them.
var shippingParts = []string{
	"country", "region", "service", "price", "min_handling_time", "max_handling_time", "min_transit_time", "max_transit_time",
}

// delimiter finds out by which character a text parts its columns: the one that gives the most names of
// Google's columns in its header, with all that are required.
func delimiter(head string) (comma byte, ok bool) {
	line, _, _ := strings.Cut(strings.TrimLeft(skipSeparator(head), "\ufeff\n\t "), "\n")
	most := 0
	for _, c := range []byte("\t,;|") {
		known, missing := 0, len(required)
		for name := range strings.SplitSeq(line, string(c)) {
			name, _ = columnName(strings.Trim(name, `"`))
			if _, isColumn := googleColumns[name]; isColumn {
				known++
			}
			if slices.Contains(required, name) {
				missing--
			}
		}
		// A feed that lacks a column should be told so, and not that it is no feed.
		if known > most && known > 2 && missing < 2 {
			comma, most = c, known
		}
	}
	return comma, most > 0
}

// skipSeparator leaves out the line by which spreadsheets tell each other the delimiter: "sep=;".
func skipSeparator(text string) string {
	if rest, ok := strings.CutPrefix(strings.TrimLeft(text, "\ufeff"), "sep="); ok && len(rest) > 1 && rest[1] == '\n' {
		return rest[2:]
	}
	return text
}

func readGoogle(text *bufio.Reader, s *sink) error {
	head, _ := text.Peek(headSize)
	comma, ok := delimiter(string(head))
	if !ok {
		return fmt.Errorf("its first line names no columns of a product feed; wanted are at least %s", strings.Join(required, ", "))
	}
	t := &table{in: text, comma: comma}
	columns, err := readHeader(t, s)
	if err != nil {
		return err
	}
	for more := true; more; {
		row, err := t.read()
		switch {
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return err
		case isBlank(row):
		case len(row) < len(columns.fields) && t.cut:
			return fmt.Errorf("the file is cut: its last line, %d, ends after %d of %d columns", t.line, len(row), len(columns.fields))
		case len(row) != len(columns.fields):
			more = s.leaveOut(t.line, reasonColumns, fmt.Sprintf("%d columns, want %d", len(row), len(columns.fields)))
		case slices.ContainsFunc(row, func(text string) bool { return !utf8.ValidString(text) }):
			more = s.leaveOut(t.line, reasonEncoding, row[0])
		default:
			more = s.offer(columns.offer(t.line, row))
		}
	}
	return nil
}

// isBlank reports whether a row holds nothing, as the last ones of a spreadsheet often do.
func isBlank(row []string) bool {
	return !slices.ContainsFunc(row, func(text string) bool { return strings.TrimSpace(text) != "" })
}

// columns are what the columns of a file say.
type columns struct {
	fields   []field
	shipping []string // the parts of the values of the column shipping
	inStock  bool     // for want of a column that says so
}

// readHeader reads what each column is.
func readHeader(t *table, s *sink) (*columns, error) {
	row, err := t.read()
	for err == nil && (isBlank(row) || strings.HasPrefix(row[0], "sep=")) {
		row, err = t.read()
	}
	if err != nil {
		return nil, err
	}
	c := &columns{shipping: shippingParts}
	var names []string
	for _, header := range row {
		name, parts := columnName(header)
		f, known := googleColumns[name]
		switch {
		case !known:
			f = fieldIgnored
			s.note(t.line, "column that is not read", name)
		case f == fieldShipping && len(parts) > 0:
			c.shipping = parts
		case f >= 0 && !repeatable[f] && slices.Contains(c.fields, f):
			return nil, fmt.Errorf("line %d: two columns say %s; leave one of them out", t.line, name)
		}
		c.fields, names = append(c.fields, f), append(names, name)
	}
	if !slices.Contains(c.fields, fieldAvailability) {
		s.note(t.line, "no column availability; all products are taken to be in stock", "")
		c.inStock = true
	}
	for _, name := range required {
		if !slices.Contains(c.fields, googleColumns[name]) {
			return nil, fmt.Errorf("line %d: there is no column %s among %s", t.line, name, strings.Join(names, ", "))
		}
	}
	return c, nil
}

// columnName is a column's name without the differences that occur: "g:Image Link" is "image_link". Of
// "shipping(country:price)" it also returns the parts.
func columnName(header string) (name string, parts []string) {
	name, list, hasParts := strings.Cut(strings.ToLower(clean(header)), "(")
	if hasParts {
		for part := range strings.SplitSeq(strings.TrimRight(list, ") "), ":") {
			parts = append(parts, joinWords(part))
		}
	}
	return joinWords(strings.TrimPrefix(strings.TrimSpace(name), "g:")), parts
}

func joinWords(text string) string {
	return strings.Join(strings.FieldsFunc(text, func(r rune) bool { return r == ' ' || r == '_' || r == '-' }), "_")
}

// offer makes an offer of a row.
func (c *columns) offer(line int, row []string) *offer {
	o := &offer{line: line}
	for i, f := range c.fields {
		switch {
		case f == fieldIgnored || row[i] == "":
		case f == fieldTags && o.fields[f] != "":
			o.fields[f] += "," + row[i]
		case o.fields[f] == "": // Of several types or services, the first is the main one.
			o.fields[f] = row[i]
		}
	}
	if c.inStock {
		o.fields[fieldAvailability] = string(catalog.InStock)
	}
	c.shippingDays(o)
	return o
}

// shippingDays takes the days out of the first of a row's shipping services.
func (c *columns) shippingDays(o *offer) {
	service, _, _ := strings.Cut(o.fields[fieldShipping], ",")
	for i, value := range strings.Split(service, ":") {
		switch {
		case i >= len(c.shipping):
			return
		case c.shipping[i] == "max_handling_time" && o.fields[fieldHandling] == "":
			o.fields[fieldHandling] = value
		case c.shipping[i] == "max_transit_time" && o.fields[fieldTransit] == "":
			o.fields[fieldTransit] = value
		}
	}
}
