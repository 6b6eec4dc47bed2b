package lexicon

import (
	"cmp"
	"embed"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// A Kind says what a concept is.
type Kind int

// The kinds of concept.
const (
	Occasion Kind = iota
	Relationship
	Interest
	kinds
)

// A Concept is what a phrase stands for.
type Concept struct {
	Kind  Kind
	Label string // in English, shown to people: "board games", "Mother's Day", "grandmother"

	// Group is what gifts call a relationship: "grandparent" for a grandmother. For the other
	// kinds it is the label.
	Group string

	// AgeFrom and AgeTo bound the age that the word alone tells of a person, in years, inclusive;
	// both are zero when it tells nothing.
	AgeFrom, AgeTo int
}

// Found is a concept and the words that mean it: words[From:To].
type Found struct {
	*Concept
	From, To int
}

// A Lexicon knows phrases and the concepts they stand for. It does not change and is safe for
// concurrent use.
type Lexicon struct {
	// phrases holds for each kind and each first stem the phrases that begin with it, longest
	// first.
	phrases [kinds]map[string][]phrase
	labels  [kinds][]string
	broad   map[string]bool // labels of interests

	// allergens lead from the stem of what somebody can't have to the stems of what may hold it.
	allergens map[string][]string

	// necessities hold for each first stem the phrases for things that nobody wishes for.
	necessities map[string][]phrase

	genders genders

	languages *languages          // as people speak
	things    *languages          // as things for sale are named
	compounds map[string][]phrase // of several words, by the first of them
	emoji     *strings.Replacer
}

// A phrase is matched by its stems, or word for word when it is exact: "nature", but not "natural".
type phrase struct {
	words   []Word
	exact   bool
	concept *Concept
}

//go:embed data
var data embed.FS

// Default returns the lexicon of the embedded tables.
var Default = sync.OnceValue(func() *Lexicon {
	l, err := load()
	if err != nil {
		panic(err) // The tables are part of the program, and a test reads them.
	}
	return l
})

// Find returns the concepts of a kind that the words mean, in the order of the text. Each word
// belongs to the longest phrase it begins; a phrase with several meanings gives one Found for each.
func (l *Lexicon) Find(kind Kind, words []Word) []Found {
	var found []Found
	for i := 0; i < len(words); {
		next := i + 1
		for _, p := range l.phrases[kind][words[i].Stem] {
			if i+len(p.words) < next { // Shorter than what has matched.
				break
			}
			if p.begins(words[i:]) {
				next = i + len(p.words)
				found = append(found, Found{p.concept, i, next})
			}
		}
		i = next
	}
	return found
}

// persons returns the phrases for people whom a gift may be for.
func (l *Lexicon) persons() map[string]bool {
	persons := map[string]bool{}
	for _, list := range l.phrases[Relationship] {
		for _, p := range list {
			persons[p.text()] = true
		}
	}
	return persons
}

// text writes the phrase, folded.
func (p *phrase) text() string {
	texts := make([]string, len(p.words))
	for i, w := range p.words {
		texts[i] = w.Text
	}
	return strings.Join(texts, " ")
}

// begins reports whether the words begin with the phrase.
func (p *phrase) begins(words []Word) bool {
	if len(words) < len(p.words) {
		return false
	}
	for i, w := range p.words {
		if words[i].Stem != w.Stem || p.exact && words[i].Text != w.Text {
			return false
		}
	}
	return true
}

// IsBroad reports whether an interest is one that a person of unknown taste may well share.
func (l *Lexicon) IsBroad(interest string) bool { return l.broad[interest] }

// Holding returns the stems of words that say that a gift may hold what a stem means: almonds for nuts.
func (l *Lexicon) Holding(stem string) []string { return l.allergens[stem] }

// Labels lists the labels of a kind, in the order of its table; for relationships, their groups.
func (l *Lexicon) Labels(kind Kind) []string { return l.labels[kind] }

// load reads the tables.
func load() (*Lexicon, error) {
	l := &Lexicon{broad: map[string]bool{}}
	for kind, file := range [kinds]string{"occasions.tsv", "relationships.tsv", "interests.tsv"} {
		table, err := rows(file)
		if err != nil {
			return nil, err
		}
		l.phrases[kind] = map[string][]phrase{}
		for _, row := range table {
			if err := l.add(Kind(kind), row); err != nil {
				return nil, fmt.Errorf("%s: %q: %w", file, row, err)
			}
		}
		for _, list := range l.phrases[kind] {
			slices.SortStableFunc(list, func(a, b phrase) int { return len(b.words) - len(a.words) })
		}
	}
	if err := l.loadLanguages(); err != nil {
		return nil, err
	}
	return l, cmp.Or(l.loadAllergens(), l.loadGenders(), l.loadNecessities())
}

// loadLanguages collects what tells other languages from English.
func (l *Lexicon) loadLanguages() error {
	shared := map[string]bool{}
	l.compounds = map[string][]phrase{}
	for _, phrases := range l.phrases {
		for _, list := range phrases {
			for _, p := range list {
				if first := p.words[0].Text; len(p.words) > 1 {
					l.compounds[first] = append(l.compounds[first], p)
				}
				for _, w := range p.words {
					shared[w.Text], shared[w.Stem] = true, true
				}
			}
		}
	}
	english := map[string]englishWord{}
	for w := range shared {
		english[w] = conceptWord
	}
	err := l.befriend(english, "languages/en.tsv")
	for w := range stopWords() {
		if english[w] != friendWord {
			english[w] = stopWord
		}
	}
	things := maps.Clone(english)
	if err = cmp.Or(err, l.befriend(things, "goods/en.tsv")); err != nil {
		return err
	}
	persons := l.persons()
	l.languages = newLanguages(ofPeople, english, shared, persons)
	l.things = newLanguages(ofThings, things, shared, persons)
	l.emoji, err = loadEmoji()
	return err
}

// befriend takes over the false friends of a table.
func (l *Lexicon) befriend(english map[string]englishWord, file string) error {
	table, err := rows(file)
	for _, row := range table {
		for w := range strings.SplitSeq(row[0], ", ") {
			english[w] = friendWord
		}
	}
	return err
}

func (l *Lexicon) loadAllergens() error {
	const file = "allergens.tsv"
	table, err := rows(file)
	if err != nil {
		return err
	}
	l.allergens = map[string][]string{}
	for _, row := range table {
		if len(row) != 2 {
			return fmt.Errorf("%s: %q: %d columns, want 2", file, row, len(row))
		}
		allergen := Stem(row[0])
		for _, w := range Words(row[1]) {
			l.allergens[allergen] = append(l.allergens[allergen], w.Stem)
		}
	}
	return nil
}

// rows returns the rows of a table, each split into its columns.
func rows(file string) ([][]string, error) {
	b, err := data.ReadFile("data/" + file)
	if err != nil {
		return nil, err
	}
	return parseTable(string(b)), nil
}

// parseTable splits a table into rows and columns. Lines of one column that begin with # and a space are
// comments.
func parseTable(text string) [][]string {
	var list [][]string
	for line := range strings.Lines(text) {
		columns := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		if len(columns) > 1 || columns[0] != "" && !strings.HasPrefix(columns[0], "# ") {
			list = append(list, columns)
		}
	}
	return list
}

// columns is how many columns the table of each kind has: the label comes first and the words last.
var columns = [kinds]int{Occasion: 2, Relationship: 4, Interest: 3}

// add reads a row of a table.
func (l *Lexicon) add(kind Kind, row []string) error {
	if len(row) != columns[kind] {
		return fmt.Errorf("%d columns, want %d", len(row), columns[kind])
	}
	c := &Concept{Kind: kind, Label: row[0], Group: row[0]}
	switch kind {
	case Relationship:
		c.Group = row[1]
		var err error
		if c.AgeFrom, c.AgeTo, err = parseAges(row[2]); err != nil {
			return err
		}
	case Interest:
		l.broad[c.Label] = row[1] == "broad"
	}
	if !slices.Contains(l.labels[kind], c.Group) {
		l.labels[kind] = append(l.labels[kind], c.Group)
	}
	words := strings.Split(row[len(row)-1], ", ")
	if !slices.Contains(words, "="+c.Label) {
		l.learn(c, c.Label)
	}
	for _, w := range words {
		l.learn(c, w)
	}
	return nil
}

// learn adds a phrase of a concept.
func (l *Lexicon) learn(c *Concept, text string) {
	text, exact := strings.CutPrefix(text, "=")
	words := Words(text)
	if len(words) == 0 {
		return
	}
	first := words[0].Stem
	l.phrases[c.Kind][first] = append(l.phrases[c.Kind][first], phrase{words, exact, c})
}

// oldest is the upper bound of an open range of ages, in years.
const oldest = 120

// parseAges reads "3-12", "45-" or "".
func parseAges(text string) (from, to int, err error) {
	if text == "" {
		return 0, 0, nil
	}
	a, b, _ := strings.Cut(text, "-")
	if from, err = strconv.Atoi(a); err != nil {
		return 0, 0, err
	}
	if b == "" {
		return from, oldest, nil
	}
	to, err = strconv.Atoi(b)
	return from, to, err
}
