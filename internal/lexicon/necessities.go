package lexicon

import (
	"fmt"
	"strings"
)

// IsNecessity reports whether a thing of a name is one that people buy because they need it: a spare part, a supply, a
// tool for chores. Only what stands before the first mark or preposition says what it is.
func (l *Lexicon) IsNecessity(name []Word) bool {
	head := name[:Head(name)]
	for i := range head {
		for _, p := range l.necessities[head[i].Stem] {
			if p.begins(head[i:]) {
				return true
			}
		}
	}
	return false
}

// Head returns how many words of a name stand before the first mark or preposition: they say what a thing is.
func Head(name []Word) int {
	for i, w := range name {
		switch w.Text {
		case "for", "with", "by", "from", "in", "of":
			return i
		}
		if i > 0 && w.Pause != NoPause {
			return i
		}
	}
	return len(name)
}

func (l *Lexicon) loadNecessities() error {
	const file = "necessities.tsv"
	table, err := rows(file)
	if err != nil {
		return err
	}
	l.necessities = map[string][]phrase{}
	for _, row := range table {
		if len(row) != 2 {
			return fmt.Errorf("%s: %q: %d columns, want 2", file, row, len(row))
		}
		for text := range strings.SplitSeq(row[1], ", ") {
			words := Words(text)
			first := words[0].Stem
			l.necessities[first] = append(l.necessities[first], phrase{words: words})
		}
	}
	return nil
}
