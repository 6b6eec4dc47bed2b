package feed

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"giftserver/internal/catalog"
)

// What is shown of a product may be this long, in characters. The first is what the tools take as an id,
// the third is Google's own limit.
const (
	maxID          = 200 // with the source
	maxTitle       = 300
	maxDescription = 5000
	maxWord        = 100 // a brand, a tag
	maxTags        = 20
)

// A maker makes gifts of offers, one at a time.
type maker struct {
	options Options
	reader  *reader
	notes   []note       // on the offer at hand
	said    offer        // what told of the product that was read last
	read    catalog.Gift // that product, if there was one
}

// A problem is why a row makes no gift.
type problem struct {
	reason
	value string
}

// make makes a gift of an item's offer, or says why there is none.
func (m *maker) make(i *item) {
	m.notes = nil
	i.id, i.group = clean(i.offer.fields[fieldID]), clean(i.offer.fields[fieldGroup])
	if isNo(i.offer.fields[fieldVaries]) {
		i.group = ""
	}
	switch withheld := i.offer.fields[fieldWithheld]; {
	case i.problem != nil: // Its format has found it.
	case i.id == "", !m.fits(cmp.Or(i.group, i.id)):
		i.problem = &problem{reasonID, cmp.Or(i.group, i.id)}
	case withheld != "":
		i.withheld = withheld
	default:
		i.gift, i.problem = m.gift(i.id, i.offer)
	}
	i.notes = m.notes
}

// fits reports whether an id is one.
func (m *maker) fits(id string) bool {
	return id != "" && utf8.RuneCountInString(m.options.Source+":"+id) <= maxID
}

func (m *maker) note(what, value string) { m.notes = append(m.notes, note{what, value}) }

// gift makes a gift of an offer.
func (m *maker) gift(id string, o *offer) (*catalog.Gift, *problem) {
	g := m.product(o)
	g.ID = m.options.Source + ":" + id
	g.Options = options(o)
	var known bool
	g.Availability, known = availability(o.fields[fieldAvailability])
	switch {
	case g.Name == "":
		return nil, &problem{reasonTitle, ""}
	case !known:
		return nil, &problem{reasonAvailability, o.fields[fieldAvailability]}
	}
	var err error
	if g.Price, err = m.price(o); err == nil {
		err = m.minimum(&g, o.fields[fieldMinimum])
	}
	if err != nil {
		return nil, &problem{reason{"price", err.Error()}, o.fields[fieldPrice]}
	}
	m.links(&g, o)
	m.delivery(&g, o)
	return &g, nil
}

// product is what an offer says whichever variant of its product it is. Variants follow each other, and to read
// their texts takes the most time, so what was read last is remembered.
func (m *maker) product(o *offer) catalog.Gift {
	said := *o
	for _, f := range ofVariants {
		said.fields[f] = ""
	}
	if m.read.Source == "" || m.said.fields != said.fields {
		m.said = said
		m.read = catalog.Gift{
			Source:      m.options.Source,
			Name:        shorten(clean(said.fields[fieldTitle]), maxTitle),
			Description: shorten(clean(said.fields[fieldDescription]), maxDescription),
			Brand:       shorten(clean(said.fields[fieldBrand]), maxWord),
			PriceBasis:  catalog.Listed,
			Priced:      m.options.Now,
			Tags:        tags(people(&m.said), said.fields[fieldColor], said.fields[fieldMaterial], said.fields[fieldPattern], said.fields[fieldTags]),
			Updated:     m.options.Now,
		}
		m.read.Description = withoutTitle(m.read.Description, m.read.Name)
		m.reader.describe(&m.read, &m.said)
	}
	return m.read
}

// withoutTitle leaves out of a description the name of its product when it begins with that like a heading, as many do
// in shops: who reads the two would read it twice.
func withoutTitle(description, name string) string {
	rest := description
	for _, r := range name {
		first, n := utf8.DecodeRuneInString(rest)
		if n == 0 || unicode.ToLower(first) != unicode.ToLower(r) {
			return description
		}
		rest = rest[n:]
	}
	text := strings.TrimLeft(rest, " -–—:|.!,;•*")
	first, _ := utf8.DecodeRuneInString(text)
	isHeading := len(text) < len(rest) && (unicode.IsUpper(first) || !unicode.IsLetter(first))
	if text == "" || !isHeading {
		return description
	}
	return text
}

// ofVariants are the fields in which the variants of a product may differ while their texts are the same.
var ofVariants = []field{
	fieldID, fieldLink, fieldImage, fieldImageAlt, fieldAvailability, fieldAvailableFrom, fieldPrice, fieldSalePrice,
	fieldSaleDates, fieldSaleFrom, fieldSaleUntil, fieldShipping, fieldHandling, fieldTransit, fieldMinimum, fieldSize,
}

// availability reads what Google's feeds and schema.org call it, whatever its spelling.
func availability(text string) (a catalog.Availability, known bool) {
	text = strings.ToLower(text[strings.LastIndexByte(text, '/')+1:]) // https://schema.org/InStock
	switch withoutGaps.Replace(text) {
	case "instock", "limitedstock", "limitedavailability", "instoreonly", "onlineonly",
		"availablefororder": // Google made it the same as in stock.
		return catalog.InStock, true
	case "preorder", "presale":
		return catalog.Preorder, true
	case "backorder":
		return catalog.Backorder, true
	case "outofstock", "soldout", "discontinued":
		return catalog.OutOfStock, true
	}
	return "", false
}

// withoutGaps takes out what parts words.
var withoutGaps = strings.NewReplacer(" ", "", "_", "", "-", "")

// tags parts lists of tags. Each is kept once.
func tags(texts ...string) []string {
	var list []string
	for _, text := range texts {
		for tag := range strings.SplitSeq(text, ",") {
			tag = shorten(clean(tag), maxWord)
			if tag != "" && len(list) < maxTags && !containsFold(list, tag) {
				list = append(list, tag)
			}
		}
	}
	return list
}

// options are what an offer is a choice of, in clean text.
func options(o *offer) []catalog.Option {
	o.choose("Color", o.fields[fieldColor])
	o.choose("Size", o.fields[fieldSize])
	o.choose("Material", o.fields[fieldMaterial])
	o.choose("Pattern", o.fields[fieldPattern])
	var list []catalog.Option
	for _, option := range o.options {
		name, value := shorten(clean(option.Name), maxWord), shorten(clean(option.Values[0]), maxWord)
		if name != "" && value != "" {
			list = append(list, catalog.Option{Name: name, Values: []string{value}})
		}
	}
	return list
}

// people are those whom an offer is made for, by Google's gender and age group, in words.
func people(o *offer) string {
	isKids := strings.EqualFold(strings.TrimSpace(o.fields[fieldAgeGroup]), "kids")
	switch gender := strings.ToLower(strings.TrimSpace(o.fields[fieldGender])); {
	case gender == "female" && isKids:
		return "girls"
	case gender == "female":
		return "women"
	case gender == "male" && isKids:
		return "boys"
	case gender == "male":
		return "men"
	}
	return ""
}

func containsFold(list []string, text string) bool {
	for _, s := range list {
		if strings.EqualFold(s, text) {
			return true
		}
	}
	return false
}

// price is what an offer costs now: its sale price while that holds and is lower.
func (m *maker) price(o *offer) (catalog.Money, error) {
	price, err := parseMoney(o.unit, o.fields[fieldPrice], m.options.Currency)
	if err != nil || o.fields[fieldSalePrice] == "" {
		return price, err
	}
	sale, err := parseMoney(o.unit, o.fields[fieldSalePrice], price.Currency)
	if err == nil && sale.Currency != price.Currency {
		err = errors.New("it is in another currency")
	}
	if err != nil {
		m.note("sale price that can't be read", o.fields[fieldSalePrice])
		return price, nil
	}
	dates := cmp.Or(o.fields[fieldSaleDates], o.fields[fieldSaleFrom]+"/"+o.fields[fieldSaleUntil])
	from, until, err := parseDates(dates)
	if err != nil {
		m.note("sale dates that can't be read", dates)
		return price, nil
	}
	now := m.options.Now
	if sale.Minor < price.Minor && !now.Before(from) && (until.IsZero() || now.Before(until)) {
		return sale, nil
	}
	return price, nil
}

// minimum makes the price that of the least that can be bought.
func (m *maker) minimum(g *catalog.Gift, text string) error {
	n, err := strconv.ParseInt(strings.TrimSpace(text), 10, 32)
	if err != nil || n <= 1 {
		return nil // As most that say nothing, or nothing that matters.
	}
	if g.Price.Minor > maxMinor/n {
		return errTooLarge
	}
	g.Price.Minor *= n
	g.Cautions = append(g.Cautions, fmt.Sprintf("Sold %d at a time; the price is for all of them", n))
	m.note("minimum order quantity, which the price counts", text)
	return nil
}

// delivery says when a gift can be had.
func (m *maker) delivery(g *catalog.Gift, o *offer) {
	g.HandlingDays, g.TransitDays = days(o.fields[fieldHandling]), days(o.fields[fieldTransit])
	if text := o.fields[fieldExpires]; text != "" {
		until, err := parseTime(text)
		if err != nil {
			m.note("expiration date that can't be read", text)
		}
		if until.Year() < never {
			g.ValidUntil = until
		}
	}
	switch g.Availability {
	case catalog.Preorder:
		m.later(g, o, "Pre-order: available from %s", "Pre-order: not available yet")
	case catalog.Backorder:
		m.later(g, o, "Back-ordered: available from %s", "Back-ordered: takes longer than usual")
	}
	switch strings.ToLower(strings.TrimSpace(o.fields[fieldCondition])) {
	case "used":
		g.Cautions = append(g.Cautions, "Second-hand")
	case "refurbished":
		g.Cautions = append(g.Cautions, "Refurbished")
	}
}

// never is the year of dates that stand for none, the last that has four digits.
const never = 9999

// usualTransit is how long a parcel is on its way when its feed does not say, in days.
const usualTransit = 5

// later says of a gift that it is not there yet, and from when it is if that is known.
func (m *maker) later(g *catalog.Gift, o *offer, from, unknown string) {
	available, err := parseTime(o.fields[fieldAvailableFrom])
	if err != nil {
		g.Cautions = append(g.Cautions, unknown)
		return
	}
	g.Cautions = append(g.Cautions, fmt.Sprintf(from, available.Format("2 January 2006")))
	handling, transit := max(0, int(math.Ceil(available.Sub(m.options.Now).Hours()/24))), usualTransit
	if g.HandlingDays != nil {
		handling += *g.HandlingDays
	}
	if g.TransitDays != nil {
		transit = *g.TransitDays
	}
	g.HandlingDays, g.TransitDays = &handling, &transit
}

// mostDays is as late as never, and of two of them there is still a sum.
const mostDays = 36_500

// days reads a number of days, nil for none.
func days(text string) *int {
	n, err := strconv.Atoi(strings.TrimSpace(text))
	if err != nil || n < 0 {
		return nil
	}
	return new(min(n, mostDays))
}

// parseTime reads a date, or a time in one of the forms of ISO 8601 that occur. Without an offset it is
// in UTC; a date alone is its beginning.
func parseTime(text string) (time.Time, error) {
	text = strings.TrimSpace(text)
	var t time.Time
	err := errors.New("no date")
	for _, layout := range []string{
		time.DateOnly, time.RFC3339, "2006-01-02T15:04:05-0700", "2006-01-02T15:04-0700", "2006-01-02T15:04Z07:00",
		"2006-01-02T15:04:05", "2006-01-02T15:04", time.DateTime, "2006-01-02 15:04",
	} {
		if t, err = time.Parse(layout, text); err == nil {
			return t.UTC(), nil
		}
	}
	return t, err
}

// parseDates reads an interval of ISO 8601: "2026-11-20T08:00-0500/2026-11-30". Its end, when a day, is
// over when the day is. A side that is left blank has no bound.
func parseDates(text string) (from, until time.Time, err error) {
	begin, end, hasEnd := strings.Cut(strings.ReplaceAll(text, ",", "/"), "/")
	if !hasEnd {
		return from, until, errors.New("no interval")
	}
	if strings.TrimSpace(begin) != "" {
		if from, err = parseTime(begin); err != nil {
			return from, until, err
		}
	}
	if end = strings.TrimSpace(end); end != "" {
		until, err = parseTime(end)
	}
	if err == nil && len(end) == len(time.DateOnly) {
		until = until.AddDate(0, 0, 1)
	}
	return from, until, err
}
