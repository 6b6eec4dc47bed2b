package feed

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"
	"unicode"

	"giftserver/internal/catalog"
	"giftserver/internal/lexicon"
)

// A plain file is a table or JSON in no known format, whose columns or members tell by their names what they say,
// or a map does.
type plain struct {
	*sink
	columns map[string]plainColumn // by name, as met
	mapped  map[string]field       // by name in lower case, what the map says
	skipped map[field]bool         // what the map has not read from where its name says
	units   units
	noted   map[string]bool
}

func newPlain(s *sink) *plain {
	p := &plain{sink: s, columns: map[string]plainColumn{}, mapped: map[string]field{}, skipped: map[field]bool{}, noted: map[string]bool{}}
	p.units.plain = p
	if s.options.Map != nil {
		for f, name := range s.options.Map.columns {
			p.skipped[f] = true
			if name != "" {
				p.mapped[strings.ToLower(name)] = f
			}
		}
	}
	return p
}

// guessOnce reports something of the file as a whole.
func (p *plain) guessOnce(line int, what, value string) {
	if key := what + "\x00" + value; !p.noted[key] {
		p.noted[key] = true
		p.guess(line, what, value)
	}
}

// column tells what a column says, and reports how it is read where that is a guess.
func (p *plain) column(line int, name string) plainColumn {
	c, known := p.columns[name]
	if known {
		return c
	}
	c = namedColumn(name)
	f, isMapped := p.mapped[strings.ToLower(strings.TrimSpace(name))]
	switch {
	case isMapped:
		c.field, c.rank = f, -1 // It comes before what is guessed.
	case c.field != fieldIgnored && p.skipped[c.field]:
		c = ignored
	case c.field == fieldIgnored:
		p.warn(line, "column that is not read", name)
	case c.minor:
		p.guess(line, "column read as "+c.key+" in minor units", name)
	case c.key != strings.ToLower(name):
		p.guess(line, "column read as "+c.key, name)
	}
	p.columns[strings.Clone(name)] = c
	return c
}

// A cell is what a row says under a name.
type cell struct{ name, text string }

// A plainRow is what a row says, by field.
type plainRow struct {
	texts  [plainCount]string
	chosen [plainCount]plainColumn // where it stands
	silent [plainCount]bool        // whether a column for it is empty
}

// row sorts what a row says. What a map points at precedes.
func (p *plain) row(line int, cells []cell, pointed map[field]string) *plainRow {
	r := &plainRow{}
	for f, text := range pointed {
		r.texts[f], r.chosen[f], r.silent[f] = text, plainColumn{field: f, rank: -1}, text == ""
	}
	for _, cell := range cells {
		c := p.column(line, cell.name)
		text := strings.TrimSpace(cell.text)
		switch {
		case c.field == fieldIgnored:
		case text == "":
			r.silent[c.field] = true
		case c.field == fieldTags && r.texts[fieldTags] != "":
			r.texts[fieldTags] += "," + text
		case r.texts[c.field] == "" || c.rank < r.chosen[c.field].rank:
			r.texts[c.field], r.chosen[c.field] = text, c
		}
	}
	return r
}

// offer makes an offer of a row.
func (p *plain) offer(line int, cells []cell, pointed map[field]string) (more bool) {
	r := p.row(line, cells, pointed)
	o := &offer{line: line}
	copy(o.fields[:], r.texts[:fieldCount])
	p.identify(o)
	switch {
	case isInactive(r.texts[plainActive]):
		o.fields[fieldWithheld] = cmp.Or(o.fields[fieldWithheld], leftUnlisted)
	case isOne(r.texts[fieldPrice]):
		return p.refuse(o, reasonPlaceholder, r.texts[fieldPrice])
	}
	o.fields[fieldType] = strings.ReplaceAll(o.fields[fieldType], "|", " > ")
	o.fields[fieldRatingCount] = strings.ReplaceAll(o.fields[fieldRatingCount], ",", "")
	o.fields[fieldAvailability] = p.availability(line, r)
	for _, f := range []field{fieldPrice, fieldSalePrice} {
		o.fields[f] = withCurrency(r.texts[f], cmp.Or(r.texts[plainCurrency], r.chosen[f].currency))
	}
	return p.units.offer(o, r.chosen[fieldPrice])
}

// identify gives an offer without an id the next best that stays the same from import to import.
func (p *plain) identify(o *offer) {
	switch {
	case o.fields[fieldID] != "":
	case o.fields[fieldLink] != "":
		o.fields[fieldID] = o.fields[fieldLink]
		p.guessOnce(o.line, "no id; the address stands for it", "")
	default:
		o.fields[fieldID] = o.fields[fieldTitle]
		p.guessOnce(o.line, "no id; the title stands for it", "")
	}
}

// availability reads a word, a yes or no, or a number in stock. Where a file has a column for it, one that is empty
// says nothing that can be relied on.
func (p *plain) availability(line int, r *plainRow) string {
	text, stock := stockWord(r.texts[fieldAvailability]), stockWord(r.texts[plainStock])
	if _, isStock := availability(r.texts[plainActive]); text == "" && isStock {
		text = r.texts[plainActive]
	}
	switch known, _ := availability(text); {
	case text == "" && stock == "" && !r.silent[fieldAvailability]:
		p.guessOnce(line, "no availability; taken to be in stock", "")
		return string(catalog.InStock)
	case text == "", known == catalog.InStock && stock == string(catalog.OutOfStock):
		return stock
	}
	return text
}

// stockWord is a number in stock, or a yes or no, in a word.
func stockWord(text string) string {
	if n, err := strconv.ParseFloat(text, 64); err == nil {
		text = strconv.FormatBool(n > 0)
	}
	switch stockWords()[lexicon.Fold(text)] {
	case "yes", string(catalog.InStock):
		return string(catalog.InStock)
	case "no", string(catalog.OutOfStock):
		return string(catalog.OutOfStock)
	}
	return text
}

// withCurrency names the currency of a price that has no mark of its own.
func withCurrency(price, currency string) string {
	if price == "" || currency == "" || !catalog.ValidCurrency(strings.ToUpper(currency)) && hasMark(price) {
		return price
	}
	return price + " " + currency
}

// hasMark reports whether a price names a currency.
func hasMark(price string) bool {
	return strings.ContainsFunc(price, func(r rune) bool { return unicode.IsLetter(r) || unicode.Is(unicode.Sc, r) })
}

// isInactive reports whether a shop says that it does not sell a product.
func isInactive(active string) bool {
	switch strings.ToLower(active) {
	case "0", "draft", "archived", "inactive", "disabled", "hidden", "deleted", "unpublished", "discontinued":
		return true
	}
	return stockWords()[lexicon.Fold(active)] == "no"
}

// isOne reports whether a price is 1, which shops write where a price has to stand and they have none.
func isOne(price string) bool {
	parts := amountForm.FindStringSubmatch(spaces.Replace(price))
	if parts == nil {
		return false
	}
	whole, fraction, _ := strings.Cut(strings.Replace(parts[2], ",", ".", 1), ".")
	return whole == "1" && strings.Trim(fraction, "0") == "" && len(fraction) < 3
}

// enoughToJudgeUnit is how many offers show the unit of a file's prices.
const enoughToJudgeUnit = 256

// units finds out whether the prices of a file are in major units. It holds offers back until one shows it.
type units struct {
	plain   *plain
	held    []*offer
	decided bool
	unit    unit
}

// offer takes an offer whose price stood in a column.
func (u *units) offer(o *offer, price plainColumn) (more bool) {
	told := u.plain.options.PriceUnit
	switch {
	case told == MajorUnit:
	case told == MinorUnit, told == "" && price.minor:
		o.unit = minor
	default:
		return u.judge(o, price)
	}
	return u.plain.sink.offer(o)
}

// judge decides by an offer, if it can.
func (u *units) judge(o *offer, price plainColumn) (more bool) {
	if !u.decided {
		u.held = append(u.held, o)
		what, shown := showsMajor(o.fields[fieldPrice])
		switch {
		case shown && (what == "" || !price.nested):
			if what != "" {
				u.plain.guess(o.line, what, o.fields[fieldPrice])
			}
			return u.decide(major)
		case len(u.held) == enoughToJudgeUnit:
			return u.decide(unsure)
		}
		return true
	}
	o.unit = u.unit
	return u.plain.sink.offer(o)
}

// smallest is the least that a price in minor units is likely to be.
const smallest = 100

// showsMajor reports whether a price shows that prices are in major units, and what to say of that if it leaves a
// doubt.
func showsMajor(price string) (doubt string, shown bool) {
	parts := amountForm.FindStringSubmatch(spaces.Replace(price))
	if parts == nil {
		return "", false
	}
	n, err := strconv.Atoi(parts[2])
	switch {
	case err != nil:
		return "", true // It has decimals or marks between thousands.
	case hasMark(price):
		return "whole prices with a currency are taken for major units; --price-unit minor reads cents", true
	case n > 1 && n < smallest:
		return fmt.Sprintf("whole prices are taken for major units, as some are below %d; --price-unit minor reads cents", smallest), true
	}
	return "", false
}

// decide settles the unit and hands on what was held back.
func (u *units) decide(as unit) (more bool) {
	u.decided, u.unit = true, as
	for _, o := range u.held {
		o.unit = as
		if !u.plain.sink.offer(o) {
			return false
		}
	}
	u.held = nil
	return true
}

// end hands on what is left when the file is read.
func (u *units) end() {
	if !u.decided {
		u.decide(unsure)
	}
}
