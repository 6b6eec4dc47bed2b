package feed

import (
	"cmp"
	"fmt"
	"strings"

	"giftserver/internal/catalog"
)

// A collector brings the rows of all files together: it sees to it that each id comes once, joins the
// variants of a product, and writes the report.
type collector struct {
	source   string
	report   *Report
	seen     map[string]sighting // by id
	products map[string]bool     // by group or id
	variants variants
	yield    func(*catalog.Gift, error) bool
	stopped  bool // nobody wants more
}

// A sighting is where an id was seen first, and whether it is a product of its own.
type sighting struct {
	file  string
	line  int
	alone bool
}

func newCollector(source string, report *Report, yield func(*catalog.Gift, error) bool) *collector {
	return &collector{
		source: source, report: report, yield: yield,
		seen: map[string]sighting{}, products: map[string]bool{}, variants: newVariants(),
	}
}

// item takes an item. It reports whether more are wanted.
func (c *collector) item(i *item) (more bool) {
	switch {
	case i.file != nil:
		c.report.Files = append(c.report.Files, *i.file)
		return true
	case i.note != "":
		c.report.note(i.note, i.at)
		return true
	}
	c.report.Rows++
	if i.offer == nil && i.problem == nil {
		return true
	}
	if i.offer != nil {
		c.count(i)
	}
	if i.problem != nil {
		c.report.leaveOut(i.problem.reason, Place{i.at.File, i.at.Line, i.problem.value})
	} else if !c.take(i) {
		return false
	}
	return i.offer == nil || !i.offer.last || c.close(i)
}

// take takes an offer that makes a gift.
func (c *collector) take(i *item) (more bool) {
	for _, n := range i.notes {
		c.report.note(n.what, Place{i.at.File, i.at.Line, n.value})
	}
	c.seen[i.id] = sighting{i.at.File, i.at.Line, i.group == ""}
	return i.group != "" || c.emit(i.gift)
}

// close hands on the product whose last variant an item is. Another group of its name is a repeated one.
func (c *collector) close(i *item) (more bool) {
	g := c.variants.close(c.source, i.group)
	if g == nil {
		return true
	}
	c.seen[i.group] = sighting{i.at.File, i.at.Line, true}
	return c.emit(g)
}

// count finds the product that an offer is of, and what of the offers before stands against it.
func (c *collector) count(i *item) {
	i.id, i.group = strings.Clone(i.id), strings.Clone(i.group) // They are remembered, and the text of the row should not be.
	if i.group == "" && c.variants.best[i.id] != nil {
		i.group = i.id // The product itself stands among its variants.
	}
	c.products[cmp.Or(i.group, i.id)] = true
	c.report.Products = len(c.products)
	if i.problem == nil {
		i.problem = c.repeats(i)
	}
	if i.problem == nil && i.group != "" && !c.variants.add(i.group, i.gift) {
		i.problem = &problem{reasonVariantCurrency, i.offer.fields[fieldPrice]}
	}
}

// repeats says where the id of an offer was seen before, if it was.
func (c *collector) repeats(i *item) *problem {
	first, repeated := c.seen[i.id]
	if !repeated && i.group != "" {
		first = c.seen[i.group]
		repeated = first.alone
	}
	if !repeated {
		return nil
	}
	where := fmt.Sprintf("line %d", first.line)
	if first.file != i.at.File {
		where = first.file + " " + where
	}
	return &problem{reasonRepeated, i.id + ", as in " + where}
}

// emit hands on a gift.
func (c *collector) emit(g *catalog.Gift) (more bool) {
	c.report.imported(g)
	c.stopped = !c.yield(g, nil)
	return !c.stopped
}

// flush hands on the products of which there are variants, when all are known.
func (c *collector) flush() {
	for g := range c.variants.gifts(c.source) {
		if !c.emit(g) {
			return
		}
	}
}
