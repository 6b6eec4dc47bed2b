package tools

import (
	"embed"
	"fmt"
	"strings"
)

//go:embed data/*.tsv
var data embed.FS

// A table holds what one file of data says: by the column's name and the label of the row. A cell that
// says nothing is not there.
type table map[string]map[string]string

// names are what the labels of package lexicon are called in each language. A label without a name is
// shown as it is.
type names struct {
	occasions, relationships, interests, avoided table
}

// several is the column of relationships that marks those of more than one person.
const several = "several"

func loadNames() (*names, error) {
	n := &names{}
	for file, t := range map[string]*table{
		"occasions": &n.occasions, "relationships": &n.relationships, "interests": &n.interests, "avoided": &n.avoided,
	} {
		var err error
		if *t, err = readTable("data/" + file + ".tsv"); err != nil {
			return nil, err
		}
	}
	return n, nil
}

// readTable reads a file of tab separated values: comments, then the names of the columns, of which the
// first holds the labels, then the rows.
func readTable(file string) (table, error) {
	text, err := data.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("reading names: %w", err)
	}
	t := table{}
	var columns []string
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSuffix(line, "\n")
		cells := strings.Split(line, "\t")
		switch {
		case strings.HasPrefix(line, "#"):
			continue
		case columns == nil:
			columns = cells
			for _, column := range columns[1:] {
				t[column] = map[string]string{}
			}
			continue
		case len(cells) != len(columns):
			return nil, fmt.Errorf("reading %s: %q has %d columns, want %d", file, cells[0], len(cells), len(columns))
		}
		for i, cell := range cells[1:] {
			if cell != "" {
				t[columns[i+1]][cells[0]] = cell
			}
		}
	}
	return t, nil
}
