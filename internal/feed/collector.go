package feed

import (
	"cmp"
	"strings"
	"time"

	"giftserver/internal/catalog"
)

// A collector brings the rows of all files together: it sees to it that each id comes once, joins the
// variants of a product, and writes the report.
type collector struct {
	source   string
	now      time.Time
	report   *Report
	seen     sightings
	variants variants
	survey   survey
	yield    func(*catalog.Gift, error) bool
	stopped  bool // nobody wants more
}

func newCollector(o Options, report *Report, yield func(*catalog.Gift, error) bool) *collector {
	return &collector{
		source: o.Source, now: o.Now, report: report, yield: yield,
		seen: newSightings(), variants: newVariants(), survey: newSurvey(),
	}
}

// item takes an item. It reports whether more are wanted.
func (c *collector) item(i *item) (more bool) {
	switch {
	case i.file != nil:
		c.report.file(*i.file)
		return true
	case i.guess != "":
		c.report.guess(i.guess, i.at)
		return true
	case i.warning != "":
		c.report.warn(i.warning, i.at)
		return true
	}
	c.report.Rows++
	if i.offer != nil {
		c.count(i)
	}
	switch {
	case i.problem != nil:
		c.report.fault(i.problem.reason, Place{i.at.File, i.at.Line, i.problem.value})
	case i.gift != nil && !c.take(i):
		return false
	}
	return i.offer == nil || !i.offer.last || c.close(i)
}

// take takes an offer that makes a gift.
func (c *collector) take(i *item) (more bool) {
	for _, n := range i.notes {
		c.report.warn(n.what, Place{i.at.File, i.at.Line, n.value})
	}
	c.seen.take(i.id, i.at, i.group == "")
	if i.group != "" {
		return true
	}
	i.gift.Options = nil // There is nothing to choose from.
	return c.emit(i.gift)
}

// close hands on the product whose last variant an item is. Another group of its name is a repeated one.
func (c *collector) close(i *item) (more bool) {
	g := c.variants.close(c.source, i.group)
	if g == nil {
		return true
	}
	c.seen.take(i.group, i.at, true)
	return c.emit(g)
}

// count finds the product that an offer is of, and what of the offers before stands against it.
func (c *collector) count(i *item) {
	if i.group == "" && c.variants.has(i.id) {
		i.group = i.id // The product itself stands among its variants.
	}
	i.group = strings.Clone(i.group) // It is remembered, and the text of the row should not be.
	if i.problem == nil {
		i.problem = c.repeats(i)
	}
	if i.problem == nil && i.gift != nil && i.group != "" && !c.variants.add(i.group, i.gift) {
		i.problem = &problem{reasonVariantCurrency, i.offer.fields[fieldPrice]}
	}
	if i.problem == nil || i.problem.reason != reasonRepeated {
		c.report.Variants++
	}
	c.settle(i)
}

// settle says what becomes of the product that an offer is of: one of its variants is enough to make a gift.
func (c *collector) settle(i *item) {
	reason := i.withheld
	if i.problem != nil {
		reason = i.problem.text
	}
	switch product := cmp.Or(i.group, i.id); {
	case product == "": // Nothing shows which other it may be.
		c.report.Products++
		c.report.LeftOut[reason]++
	case c.seen.settle(product, reason):
		c.report.Products++
	}
}

// repeats says where the id of an offer was seen before, if it was.
func (c *collector) repeats(i *item) *problem {
	first, _, repeated := c.seen.taken(i.id)
	if !repeated && i.group != "" {
		first, repeated, _ = c.seen.taken(i.group)
	}
	if !repeated {
		return nil
	}
	return &problem{reasonRepeated, i.id + ", as in " + first.String()}
}

// emit hands on a gift.
func (c *collector) emit(g *catalog.Gift) (more bool) {
	c.report.imported(g, c.now)
	c.survey.gift(g)
	c.stopped = !c.yield(g, nil)
	return !c.stopped
}

// flush hands on the products of which there are variants, when all are known, and completes the report.
func (c *collector) flush() {
	for g := range c.variants.gifts(c.source) {
		if !c.emit(g) {
			return
		}
	}
	for reason := range c.seen.leftOut() {
		c.report.LeftOut[reason]++
	}
	c.survey.report(c.report)
}
