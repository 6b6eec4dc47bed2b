package feed

import (
	"embed"
	"fmt"
	"iter"
	"strconv"
	"strings"
	"sync"

	"giftserver/internal/catalog"
	"giftserver/internal/lexicon"
)

// A class is what a category of a shop, or a word in a title, tells of a product.
type class struct {
	category   string
	restricted catalog.Restriction
	kind       catalog.Kind
	path       string // the branch of Google's taxonomy, if one told
}

// fallback is the class of a product that tells nothing, since most of what shops sell is for the home.
var fallback = class{category: "home", kind: catalog.Physical}

// classes leads from branches, numbers and words to classes.
type classes struct {
	branches map[string]*class // by path, in lower case
	numbers  map[int]*class    // by number of Google's taxonomy
	phrases  map[string]*class // by stems, joined by spaces, or by "=" and a word
}

//go:embed data
var data embed.FS

// defaultClasses are those of the embedded tables.
var defaultClasses = sync.OnceValue(func() *classes {
	c, err := loadClasses()
	if err != nil {
		panic(err) // The tables are part of the program, and a test reads them.
	}
	return c
})

func loadClasses() (*classes, error) {
	c := &classes{branches: map[string]*class{}, numbers: map[int]*class{}, phrases: map[string]*class{}}
	err := eachRow("data/branches.tsv", 5, func(row []string) error {
		branch := newClass(row[1:4])
		branch.path = row[0]
		c.branches[strings.ToLower(row[0])] = branch
		for span := range strings.FieldsSeq(row[4]) {
			from, to, err := parseSpan(span)
			if err != nil {
				return err
			}
			for n := from; n <= to; n++ {
				c.numbers[n] = branch
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return c, eachRow("data/words.tsv", 4, func(row []string) error {
		class := newClass(row[:3])
		for phrase := range strings.SplitSeq(row[3], ", ") {
			if !strings.HasPrefix(phrase, "=") {
				phrase = stems(lexicon.Words(phrase))
			}
			c.phrases[phrase] = class
		}
		return nil
	})
}

// newClass reads the columns category, restriction and kind.
func newClass(row []string) *class {
	c := &class{category: row[0], restricted: catalog.Restriction(row[1]), kind: catalog.Kind(row[2])}
	if c.kind == "" {
		c.kind = catalog.Physical
	}
	return c
}

// parseSpan reads "5" or "5-9".
func parseSpan(text string) (from, to int, err error) {
	a, b, isSpan := strings.Cut(text, "-")
	if !isSpan {
		b = a
	}
	if from, err = strconv.Atoi(a); err != nil {
		return 0, 0, err
	}
	to, err = strconv.Atoi(b)
	return from, to, err
}

// eachRow calls f for each row of a table, split into its columns.
func eachRow(file string, columns int, f func(row []string) error) error {
	b, err := data.ReadFile(file)
	if err != nil {
		return err
	}
	for line := range strings.Lines(string(b)) {
		line = strings.TrimSuffix(line, "\n")
		if strings.HasPrefix(line, "#") {
			continue
		}
		row := strings.Split(line, "\t")
		if len(row) != columns {
			return fmt.Errorf("%s: %q: %d columns, want %d", file, line, len(row), columns)
		}
		if err := f(row); err != nil {
			return fmt.Errorf("%s: %q: %w", file, line, err)
		}
	}
	return nil
}

// byTaxonomy finds the class of a category of Google's, given as a number or a path; nil for another
// text.
func (c *classes) byTaxonomy(text string) *class {
	text = strings.TrimSpace(text)
	if n, err := strconv.Atoi(text); err == nil {
		return c.numbers[n]
	}
	parts := strings.Split(strings.ToLower(text), ">")
	for i := range parts {
		parts[i] = strings.TrimSpace(parts[i])
	}
	for n := len(parts); n > 0; n-- {
		if found := c.branches[strings.Join(parts[:n], " > ")]; found != nil {
			return found
		}
	}
	return nil
}

// mostStems is how many words a phrase of the table has at most.
const mostStems = 3

// byWords finds the class that the words of a name tell: of its first part, the last phrase, since that is what "tea
// mug for dad" or "dog toy, tennis ball" names; else the first of the rest. Where the language puts first what a thing
// is, that is the first phrase of all. The longer of two phrases that begin at one word counts. Behind what holds none, a drink
// is a colour: "armchair champagne".
func (c *classes) byWords(words []lexicon.Word, headFirst bool) *class {
	head := lexicon.Head(words)
	var found *class
	for i := 0; i < len(words); {
		if found != nil && (headFirst || i >= head) {
			break
		}
		class, n := c.phraseAt(words[i:])
		if class != nil && (found == nil || class.restricted != catalog.Alcohol || !holdsNone[found.category]) {
			found = class
		}
		i += n
	}
	return found
}

// namesAdult reports whether words name a thing for adults, whatever else they name: a vape pen is more than a pen.
// In a category that holds none, what is smoked is a colour or a scent: a tobacco brown coat.
func (c *classes) namesAdult(words []lexicon.Word, category string) bool {
	for class := range c.named(words) {
		if class.restricted == catalog.Adult && (class.category != "food" || !holdsNone[category]) {
			return true
		}
	}
	return false
}

// isDrink reports whether a name says that a thing is a drink with alcohol and nothing else: "whisky gift set with two
// tumblers", but not "champagne sofa".
func (c *classes) isDrink(name []lexicon.Word) bool {
	drink := false
	for class := range c.named(name[:lexicon.Head(name)]) {
		if class.restricted != catalog.Alcohol {
			return false
		}
		drink = true
	}
	return drink
}

// named yields the classes of the phrases in words.
func (c *classes) named(words []lexicon.Word) iter.Seq[*class] {
	return func(yield func(*class) bool) {
		for i := 0; i < len(words); {
			class, n := c.phraseAt(words[i:])
			if class != nil && !yield(class) {
				return
			}
			i += n
		}
	}
}

// phraseAt finds the longest phrase that words begin with, and how many words it takes up, at least one.
func (c *classes) phraseAt(words []lexicon.Word) (*class, int) {
	for n := min(mostStems, len(words)); n > 0; n-- {
		if found := c.phrases[stems(words[:n])]; found != nil {
			return found, n
		}
	}
	return c.phrases["="+words[0].Text], 1
}

// stems joins the stems of words.
func stems(words []lexicon.Word) string {
	if len(words) == 1 {
		return words[0].Stem
	}
	var b strings.Builder
	for i, w := range words {
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(w.Stem)
	}
	return b.String()
}
