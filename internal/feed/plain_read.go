package feed

import (
	"bufio"
	"fmt"
	"slices"
	"strings"
)

// plainTable is a table in no known format.
var plainTable = format{
	name:  "csv",
	knows: func(head string) bool { return headerOf(head, knowsPlain) != nil },
	read:  readPlainTable,
}

// plainJSON is JSON in no known format: an array of products, an object with one, or an object on each line.
var plainJSON = format{
	name: "json",
	knows: func(head string) bool {
		first, _ := firstElement(head, "")
		var names []string
		for _, c := range cellsOf(first) {
			names = append(names, c.name)
		}
		return knowsPlain(names) > 0
	},
	read: readPlainJSON,
}

// knowsPlain is how many of the names say something, none if a title or a price is not among them.
func knowsPlain(names []string) int {
	known := 0
	var fields []field
	for _, name := range names {
		if f := namedColumn(name).field; f != fieldIgnored {
			fields = append(fields, f)
			known++
		}
	}
	if !slices.Contains(fields, fieldTitle) || !slices.Contains(fields, fieldPrice) {
		return 0
	}
	return known
}

func readPlainTable(text *bufio.Reader, s *sink) error {
	p := newPlain(s)
	t, header, err := openTable(text, p.knows, "a title and a price; name them with --map")
	if err != nil {
		return err
	}
	if err := p.checkHeader(t.line, header); err != nil {
		return err
	}
	cells := make([]cell, len(header))
	err = t.each(s, len(header), func(row []string) bool {
		for i, text := range row {
			cells[i] = cell{header[i], text}
		}
		return p.offer(t.line, cells, nil)
	})
	if err == nil {
		p.units.end()
	}
	return err
}

// knows is knowsPlain with what the map names.
func (p *plain) knows(header []string) int {
	known, mapped := 0, 0
	for _, name := range header {
		if _, isMapped := p.mapped[strings.ToLower(strings.TrimSpace(name))]; isMapped {
			mapped++
		} else if namedColumn(name).field != fieldIgnored {
			known++
		}
	}
	if len(p.mapped) == 0 {
		return knowsPlain(header)
	}
	return known + 2*mapped
}

// checkHeader refuses a table that lacks a column that the map names, or has two of one name.
func (p *plain) checkHeader(line int, header []string) error {
	seen := map[string]bool{}
	for _, name := range header {
		c := p.column(line, name)
		if name = strings.ToLower(strings.TrimSpace(name)); seen[name] && c.field != fieldIgnored && c.field != fieldTags {
			return fmt.Errorf("line %d: two columns are called %q; leave one of them out", line, name)
		}
		seen[name] = true
	}
	for name := range p.mapped {
		if !seen[name] {
			return fmt.Errorf("line %d: there is no column %q, which the map names, among %s", line, name, strings.Join(header, ", "))
		}
	}
	return nil
}

func readPlainJSON(text *bufio.Reader, s *sink) error {
	p := newPlain(s)
	list, pointers := "", map[field]string{}
	if m := s.options.Map; m != nil {
		list = m.list
		for f, name := range m.columns {
			if strings.HasPrefix(name, "/") {
				pointers[f] = name
			}
		}
	}
	err := readJSON(text, s, list, func(line int, v value) bool {
		pointed := map[field]string{}
		for f, pointer := range pointers {
			pointed[f] = flat(v.pointer(pointer))
		}
		return p.offer(line, cellsOf(v), pointed)
	})
	if err == nil {
		p.units.end()
	}
	return err
}

// cellsOf are the members of a product, and those of its members under both names: rating_count.
func cellsOf(v value) []cell {
	var cells []cell
	for _, m := range v.members {
		if m.value.kind != kindObject {
			cells = append(cells, cell{m.name, flat(m.value)})
			continue
		}
		for _, inner := range m.value.members {
			if inner.value.kind != kindObject {
				cells = append(cells, cell{m.name + "_" + inner.name, flat(inner.value)})
			}
		}
	}
	return cells
}

// flat is a value in one text: several as a list, and things by their names.
func flat(v value) string {
	var texts []string
	for _, item := range v.list() {
		if text := item.named("name", "title", "url", "src", "value"); text != "" {
			texts = append(texts, text)
		}
	}
	return strings.Join(texts, ",")
}
