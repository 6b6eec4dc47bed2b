package lexicon

import "strings"

// loadEmoji reads what emoji mean.
func loadEmoji() (*strings.Replacer, error) {
	table, err := rows("annotations/emoji.tsv")
	if err != nil {
		return nil, err
	}
	const colored = "\uFE0F" // how it is shown
	pairs := make([]string, 0, 4*len(table))
	for _, row := range table {
		words := " " + row[1] + " "
		pairs = append(pairs, row[0]+colored, words, row[0], words)
	}
	return strings.NewReplacer(pairs...), nil
}

// spellOut writes emoji as words. Most texts have none, which a look at the bytes that they begin with tells.
func (l *Lexicon) spellOut(text string) string {
	const plane, block = '\xF0', '\xE2' // of U+10000 and above, of U+2000 to U+2FFF
	if strings.IndexByte(text, plane) < 0 && strings.IndexByte(text, block) < 0 {
		return text
	}
	return l.emoji.Replace(text)
}
