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

// delimiter finds out by which character a text parts its columns: the one for which most columns of its header are
// known. What is known of a header counts its columns, none if it is of another format. Without any that is known
// there is no header. The first line of JSON is none, though its names may be those of columns. Before the header may
// stand remarks, as in the templates of Meta: "# Required | A unique content ID".
func delimiter(head string, known func(header []string) int) (comma byte, header []string, remarks int) {
	if isJSON(head) {
		return 0, nil, 0
	}
	most := 0
	for _, c := range []byte("\t,;|") {
		t := &table{comma: c}
		text := []byte(strings.TrimLeft(skipSeparator(head), "\ufeff\n\t "))
		for passed := range mostRemarks + 1 {
			n, err := t.parse(text, true)
			if err != nil {
				break
			}
			if columns := known(t.row); columns > most {
				comma, header, remarks, most = c, slices.Clone(t.row), passed, columns
			}
			if text = text[n:]; len(text) == 0 || !strings.HasPrefix(t.row[0], "#") {
				break
			}
		}
	}
	return comma, header, remarks
}

// mostRemarks is how many lines of remarks may stand before the header of a table.
const mostRemarks = 3

// headerOf is the header of a text, nil if it is none that is known.
func headerOf(head string, known func(header []string) int) []string {
	_, header, _ := delimiter(head, known)
	return header
}

// openTable begins to read a table whose header is known, up to the rows. If it is not, the error says of what it
// should be.
func openTable(text *bufio.Reader, known func(header []string) int, want string) (t *table, header []string, err error) {
	head, _ := text.Peek(headSize)
	comma, header, remarks := delimiter(string(head), known)
	if header == nil {
		return nil, nil, errors.New("its first line names no columns of " + want)
	}
	t = &table{in: text, comma: comma}
	for range remarks + 1 {
		if header, err = t.header(); err != nil {
			return nil, nil, err
		}
	}
	t.named = named(header)
	return t, slices.Clone(header), nil
}

// skipSeparator leaves out the line by which spreadsheets tell each other the delimiter: "sep=;".
func skipSeparator(text string) string {
	if rest, ok := strings.CutPrefix(strings.TrimLeft(text, "\ufeff"), "sep="); ok && len(rest) > 1 && rest[1] == '\n' {
		return rest[2:]
	}
	return text
}

// header reads the first record that is not blank.
func (t *table) header() ([]string, error) {
	row, err := t.read()
	for err == nil && (isBlank(row) || strings.HasPrefix(row[0], "sep=")) {
		row, err = t.read()
	}
	return row, err
}

// each hands on the records behind the header that have its width, until no more are wanted. The others are left
// out, but for blank cells at their end; a last one that is not all there shows that the file is cut. A row holds until take returns.
func (t *table) each(s *sink, width int, take func(row []string) (more bool)) error {
	for more := true; more; {
		row, err := t.read()
		switch {
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return err
		case isBlank(row):
		case len(row) < t.named && t.cut:
			return fmt.Errorf("the file is cut: its last line, %d, ends after %d of %d columns", t.line, len(row), width)
		case len(row) < t.named, len(row) > width && !isBlank(row[width:]):
			more = s.leaveOut(t.line, reasonColumns, fmt.Sprintf("%d columns, want %d", len(row), width))
		case slices.ContainsFunc(row, func(text string) bool { return !utf8.ValidString(text) }):
			more = s.leaveOut(t.line, reasonEncoding, row[0])
		default:
			more = take(fit(row, width))
		}
	}
	return nil
}

// fit brings a record to the width of its header, from which it may differ by blank cells at its end, as spreadsheets
// write or leave them out.
func fit(row []string, width int) []string {
	for len(row) < width {
		row = append(row, "")
	}
	return row[:width]
}

// named is how many columns of a header there are up to the last that has a name.
func named(header []string) int {
	n := len(header)
	for n > 0 && strings.TrimSpace(header[n-1]) == "" {
		n--
	}
	return n
}

// isBlank reports whether a row holds nothing, as the last ones of a spreadsheet often do.
func isBlank(row []string) bool {
	return !slices.ContainsFunc(row, func(text string) bool { return strings.TrimSpace(text) != "" })
}

// A sheet says in which column of an export a thing stands, by a name of ours.
type sheet map[string]int

// cell is what a row says, nothing where the export has no such column.
func (c sheet) cell(row []string, name string) string {
	if i, ok := c[name]; ok {
		return strings.TrimSpace(row[i])
	}
	return ""
}

// newSheet finds the columns of a header, the first of those that say the same.
func newSheet(header []string, nameOf func(header string) string) sheet {
	c := sheet{}
	for i, text := range header {
		name := nameOf(text)
		if _, known := c[name]; name != "" && !known {
			c[name] = i
		}
	}
	return c
}

// currencyMissing says that the prices of an export mean nothing without a currency.
func currencyMissing(shop string) error {
	return fmt.Errorf("an export from %s has no currency; name the one that the shop sells in, such as --currency EUR", shop)
}

// mostValues is how many values of an option are named.
const mostValues = 12

// choice writes what there is to choose from: "Colour: blue, red."
func choice(name string, values []string) string {
	more := ""
	if len(values) > mostValues {
		values, more = values[:mostValues], ", "+catalog.MoreValues
	}
	return fmt.Sprintf("<p>%s: %s%s.</p>", name, strings.Join(values, ", "), more)
}

// isUncategorized reports whether a category is the one that shops give to what has none.
func isUncategorized(category string) bool { return strings.EqualFold(category, "uncategorized") }
