package feed

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"
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

// columnName is a column's name without the differences that occur: "g:Image Link" is "image_link", and
// "shipping(country:price)" is "shipping".
func columnName(header string) string {
	name, _, _ := strings.Cut(strings.ToLower(clean(header)), "(")
	name = strings.TrimPrefix(strings.TrimSpace(name), "g:")
	return strings.Join(strings.FieldsFunc(name, func(r rune) bool { return r == ' ' || r == '_' || r == '-' }), "_")
}

// delimiter finds out by which character a text parts its columns: the one that gives the most names of
// Google's columns in its header, with all that are required.
func delimiter(head string) (comma byte, ok bool) {
	line, _, _ := strings.Cut(strings.TrimLeft(skipSeparator(head), "\ufeff\n\t "), "\n")
	most := 0
	for _, c := range []byte("\t,;|") {
		known, missing := 0, len(required)
		for name := range strings.SplitSeq(line, string(c)) {
			name = columnName(strings.Trim(name, `"`))
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
	head, _ := text.Peek(64 << 10)
	comma, ok := delimiter(string(head))
	if !ok {
		return fmt.Errorf("its first line names no columns of a product feed; wanted are at least %s", strings.Join(required, ", "))
	}
	t := &table{in: text, comma: comma}
	columns, err := readHeader(t, s)
	if err != nil {
		return err
	}
	for {
		row, err := t.read()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		if isBlank(row) {
			continue
		}
		if len(row) < len(columns) && t.cut {
			return fmt.Errorf("the file is cut: line %d is its last, has %d of %d columns and no line end", t.line, len(row), len(columns))
		}
		if !s.row(t.line, row, columns) {
			return nil
		}
	}
}

// isBlank reports whether a row holds nothing, as the last ones of a spreadsheet often do.
func isBlank(row []string) bool {
	return !slices.ContainsFunc(row, func(text string) bool { return strings.TrimSpace(text) != "" })
}

// readHeader reads what each column is.
func readHeader(t *table, s *sink) ([]field, error) {
	row, err := t.read()
	for err == nil && (isBlank(row) || strings.HasPrefix(row[0], "sep=")) {
		row, err = t.read()
	}
	if err != nil {
		return nil, err
	}
	names := make([]string, len(row))
	columns := make([]field, len(row))
	for i, header := range row {
		names[i] = columnName(header)
		f, known := googleColumns[names[i]]
		if !known {
			f = fieldIgnored
			s.report.note("column that says nothing here", s.place(t.line, names[i]))
		}
		if f != fieldIgnored && f != fieldTags && slices.Contains(columns[:i], f) {
			return nil, fmt.Errorf("line %d: two columns say %s; leave one of them out", t.line, names[i])
		}
		columns[i] = f
	}
	for _, name := range required {
		if !slices.Contains(columns, googleColumns[name]) {
			return nil, fmt.Errorf("line %d: there is no column %s; the columns are %s", t.line, name, strings.Join(names, ", "))
		}
	}
	return columns, nil
}

// row hands on a record as an offer.
func (s *sink) row(line int, row []string, columns []field) (more bool) {
	if len(row) != len(columns) {
		return s.leaveOut(line, reasonColumns, fmt.Sprintf("%d columns, want %d", len(row), len(columns)))
	}
	o := &offer{line: line}
	for i, f := range columns {
		switch {
		case f == fieldIgnored || row[i] == "":
		case !utf8.ValidString(row[i]):
			return s.leaveOut(line, reasonEncoding, strings.ToValidUTF8(row[i], "?"))
		case f == fieldTags && o.fields[f] != "":
			o.fields[f] += "," + row[i]
		default:
			o.fields[f] = row[i]
		}
	}
	return s.offer(o)
}
