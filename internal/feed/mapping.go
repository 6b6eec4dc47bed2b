package feed

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strings"
)

// A Map says what the columns of a table, or the members of JSON, are to us. What it does not mention is told by
// its name.
type Map struct {
	columns map[field]string
	list    string // the JSON pointer of the products, "" to tell by its name
}

// listKey is the name in a map for where the products are.
const listKey = "products"

// ReadMap reads a map: lines such as "price = Verkaufspreis" or "price = /offer/amount", whose left side is a field
// of ours and whose right side a column of theirs, or a JSON pointer (RFC 6901) into a product; nothing for a field
// that should not be read. "products = /data/list" says where in JSON the products are. Lines that begin with #
// are remarks.
func ReadMap(r io.Reader) (*Map, error) {
	m := &Map{columns: map[field]string{}}
	lines := bufio.NewScanner(r)
	for n := 1; lines.Scan(); n++ {
		text := strings.TrimSpace(strings.TrimPrefix(lines.Text(), "\ufeff"))
		if text == "" || strings.HasPrefix(text, "#") {
			continue
		}
		if err := m.add(text); err != nil {
			return nil, fmt.Errorf("line %d: %w", n, err)
		}
	}
	if err := lines.Err(); err != nil {
		return nil, err
	}
	if len(m.columns) == 0 && m.list == "" {
		return nil, fmt.Errorf("it maps nothing; want lines such as title = Product name")
	}
	return m, nil
}

// add takes a line over.
func (m *Map) add(line string) error {
	key, column, isPair := strings.Cut(line, "=")
	key, column = strings.TrimSpace(key), strings.TrimSpace(column)
	switch f, known := keyField(key); {
	case !isPair:
		return fmt.Errorf("want a field, = and a column, got %q", line)
	case key == listKey && m.list == "" && strings.HasPrefix(column, "/"):
		m.list = column
	case key == listKey:
		return fmt.Errorf("want one JSON pointer such as /data/products for %s, got %q", listKey, column)
	case !known:
		return fmt.Errorf("want one of %s, got %q", strings.Join(keys(), ", "), key)
	case m.has(f):
		return fmt.Errorf("%s is mapped twice", key)
	default:
		m.columns[f] = column
	}
	return nil
}

func (m *Map) has(f field) bool {
	_, mapped := m.columns[f]
	return mapped
}

// keyField is the field that a key names.
func keyField(key string) (field, bool) {
	i := slices.IndexFunc(plainFields, func(p plainField) bool { return p.key == key })
	if i < 0 {
		return 0, false
	}
	return plainFields[i].field, true
}

// keys are all that a map may name.
func keys() []string {
	list := []string{listKey}
	for _, p := range plainFields {
		list = append(list, p.key)
	}
	return list
}
