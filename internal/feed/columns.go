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
// by such a word.
func (v *vocabulary) text(f field, value string) string {
	if f != fieldTitle && f != fieldAvailability && v.absent[strings.ToLower(strings.TrimSpace(value))] {
		return ""
	}
	return value
}

// repeatable are the fields that several columns may give.
var repeatable = map[field]bool{fieldTags: true, fieldShipping: true, fieldType: true, fieldListed: true}

// header finds out by which character a text parts its columns, and what they are called: the one that
// gives the most names of the vocabulary in the first line, with all that are required. It returns no
// names when none does.
func (v *vocabulary) header(head string) (comma byte, names []string) {
	line, _, _ := strings.Cut(strings.TrimLeft(skipSeparator(head), "\ufeff\n\t "), "\n")
	most := 0
	for _, c := range []byte("\t,;|") {
		var list []string
		known := 0
		for name := range strings.SplitSeq(line, string(c)) {
			name, _ = columnName(strings.Trim(name, `"`))
			list = append(list, name)
			if _, isColumn := v.fields[name]; isColumn {
				known++
			}
		}
		// A feed that lacks a column should be told so, and not that it is no feed.
		if known > most && known > 2 && len(v.missing(list)) < 2 {
			comma, names, most = c, list, known
		}
	}
	return comma, names
}

// missing are the required names that a list lacks.
func (v *vocabulary) missing(names []string) []string {
	return slices.DeleteFunc(slices.Clone(v.required), func(name string) bool { return slices.Contains(names, name) })
}

// skipSeparator leaves out the line by which spreadsheets tell each other the delimiter: "sep=;".
func skipSeparator(text string) string {
	if rest, ok := strings.CutPrefix(strings.TrimLeft(text, "\ufeff"), "sep="); ok && len(rest) > 1 && rest[1] == '\n' {
		return rest[2:]
	}
	return text
}

// readTable reads a delimited feed whose columns have the names of a vocabulary.
func readTable(text *bufio.Reader, s *sink, v *vocabulary) error {
	head, _ := text.Peek(headSize)
	comma, names := v.header(string(head))
	if names == nil {
		return fmt.Errorf("its first line names no columns of a product feed; wanted are at least %s", strings.Join(v.required, ", "))
	}
	t := &table{in: text, comma: comma}
	columns, err := v.readHeader(t, s)
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
	*vocabulary
	fields   []field
	shipping []string // the parts of the values of the column shipping
	inStock  bool     // for want of a column that says so
}

// readHeader reads what each column is.
func (v *vocabulary) readHeader(t *table, s *sink) (*columns, error) {
	row, err := t.read()
	for err == nil && (isBlank(row) || strings.HasPrefix(row[0], "sep=")) {
		row, err = t.read()
	}
	if err != nil {
		return nil, err
	}
	c := &columns{vocabulary: v, shipping: v.shipping}
	var names []string
	for _, header := range row {
		name, parts := columnName(header)
		f, known := v.fields[name]
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
	for _, name := range v.required {
		if !slices.Contains(c.fields, v.fields[name]) {
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
		o.set(f, c.text(f, row[i]))
	}
	if c.inStock {
		o.fields[fieldAvailability] = string(catalog.InStock)
	}
	o.shippingDays(c.shipping)
	return o
}
