package feed

import (
	"bufio"
	"fmt"
	"slices"
	"strings"

	"giftserver/internal/catalog"
)

// A vocabulary is how a format calls the fields of an offer: the columns of its tables, the members of
// its objects.
type vocabulary struct {
	fields   map[string]field
	required []string // the names without which a row says nothing
	shipping []string // the parts of a shipping service when the header does not name them

	// absent are the words that stand for no value.
	absent map[string]bool
}

// text returns what a value of a field says: nothing, where it is a word for that. A thing may be called
// by such a word. What a product comes in may be an object: {"color":"red"}.
func (v *vocabulary) text(f field, value string) string {
	if f == fieldTags && strings.HasPrefix(value, "{") {
		if object, err := parseValue([]byte(value)); err == nil {
			return object.all()
		}
	}
	if f != fieldTitle && f != fieldAvailability && v.absent[strings.ToLower(strings.TrimSpace(value))] {
		return ""
	}
	return value
}

// repeatable are the fields that several columns may give.
var repeatable = map[field]bool{fieldTags: true, fieldShipping: true, fieldType: true, fieldListed: true}

// known is how many of a header's columns the vocabulary has, none if it can't be meant for it. A feed that lacks
// a required column should be told so, and not that it is no feed.
func (v *vocabulary) known(header []string) int {
	names, known := columnNames(header), 0
	for _, name := range names {
		if _, isColumn := v.fields[name]; isColumn {
			known++
		}
	}
	if known < 3 || len(v.missing(names)) > 1 {
		return 0
	}
	return known
}

// missing are the required names that a list lacks.
func (v *vocabulary) missing(names []string) []string {
	return slices.DeleteFunc(slices.Clone(v.required), func(name string) bool { return slices.Contains(names, name) })
}

// readTable reads a delimited feed whose columns have the names of a vocabulary.
func readTable(text *bufio.Reader, s *sink, v *vocabulary) error {
	t, header, err := openTable(text, v.known, "a product feed; wanted are at least "+strings.Join(v.required, ", "))
	if err != nil {
		return err
	}
	c, err := v.columns(t.line, header, s)
	if err != nil {
		return err
	}
	return t.each(s, len(header), func(row []string) bool { return s.offer(c.offer(t.line, row)) })
}

// columns are what the columns of a file say.
type columns struct {
	*vocabulary
	fields   []field
	shipping []string // the parts of the values of the column shipping
	inStock  bool     // for want of a column that says so
}

// columns reads what each column of a header is.
func (v *vocabulary) columns(line int, header []string, s *sink) (*columns, error) {
	c := &columns{vocabulary: v, shipping: v.shipping}
	for _, text := range header {
		name, parts := columnName(text)
		f, known := v.fields[name]
		switch {
		case !known:
			f = fieldIgnored
			s.warn(line, "column that is not read", name)
		case f == fieldShipping && len(parts) > 0:
			c.shipping = parts
		case f >= 0 && !repeatable[f] && slices.Contains(c.fields, f):
			return nil, fmt.Errorf("line %d: two columns say %s; leave one of them out", line, name)
		}
		c.fields = append(c.fields, f)
	}
	if !slices.Contains(c.fields, fieldAvailability) {
		s.warn(line, "no column availability; all products are taken to be in stock", "")
		c.inStock = true
	}
	for _, name := range v.required {
		if !slices.Contains(c.fields, v.fields[name]) {
			return nil, fmt.Errorf("line %d: there is no column %s among %s", line, name, strings.Join(columnNames(header), ", "))
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

// columnNames are the names of a header's columns.
func columnNames(header []string) []string {
	var names []string
	for _, text := range header {
		name, _ := columnName(text)
		names = append(names, name)
	}
	return names
}

func joinWords(text string) string {
	return strings.Join(strings.FieldsFunc(text, func(r rune) bool { return r == ' ' || r == '_' || r == '-' }), "_")
}

// offer makes an offer of a row.
func (c *columns) offer(line int, row []string) *offer {
	o := &offer{line: line}
	for i, f := range c.fields {
		o.set(f, c.text(f, row[i]))
	}
	if c.inStock {
		o.fields[fieldAvailability] = string(catalog.InStock)
	}
	o.shippingDays(c.shipping)
	return o
}
