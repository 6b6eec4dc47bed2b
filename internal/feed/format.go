package feed

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strings"

	"giftserver/internal/catalog"
)

// An offer is one thing for sale as a feed describes it, in the feed's own words. The fields are those of
// Google's product data, as the other formats say no more.
type offer struct {
	line    int // of the file, counted from 1
	fields  [fieldCount]string
	options []catalog.Option // what is chosen with this offer, of the options of its product: one value each
	unit    unit             // of the prices
	last    bool             // of its group, so that this need not be kept until the end
}

// A field says what a text of an offer is.
type field int

const (
	fieldID field = iota
	fieldGroup
	fieldTitle
	fieldDescription
	fieldLink
	fieldImage
	fieldAvailability
	fieldAvailableFrom
	fieldPrice
	fieldSalePrice
	fieldSaleDates
	fieldExpires
	fieldCategory // of the format's own taxonomy: a path or a number
	fieldType     // the merchant's own category path
	fieldBrand
	fieldCondition
	fieldAdult
	fieldAgeGroup
	fieldHandling
	fieldTransit
	fieldShipping
	fieldRating
	fieldRatingCount
	fieldTags // comma separated
	fieldSaleFrom
	fieldSaleUntil
	fieldGender
	fieldDigital  // yes for what is not sent by mail
	fieldMinAge   // of who may buy it, in years
	fieldListed   // yes for what may be suggested; set withholds the others
	fieldDeleted  // yes for what is gone; set withholds it
	fieldWithheld // why the shop does not offer it now, in the words of the report
	fieldImageAlt
	fieldVaries  // no for what has no variants, whatever group it names
	fieldAges    // in years: "8-12", or "8-" for 8 and up
	fieldMinimum // how many have to be bought at once
	fieldColor
	fieldSize
	fieldMaterial
	fieldPattern
	fieldCount
	fieldIgnored field = -1
)

// set fills in a field. Of several values for one, such as types or shipping services, the first is the
// main one; but one that speaks against suggesting the offer is enough, and tags add up.
func (o *offer) set(f field, text string) {
	switch {
	case f == fieldIgnored:
	case f == fieldListed && !isYes(text), f == fieldDeleted && isYes(text):
		o.fields[fieldWithheld] = leftUnlisted
	case text == "":
	case f == fieldTags && o.fields[f] != "":
		o.fields[f] += "," + text
	case o.fields[f] == "":
		o.fields[f] = text
	}
}

// choose says that the offer is one choice of an option.
func (o *offer) choose(name, value string) {
	if name != "" && value != "" {
		o.options = append(o.options, catalog.Option{Name: name, Values: []string{value}})
	}
}

// shippingDays takes the days out of the first of an offer's shipping services, whose parts are named. Of
// "1-3" days, it takes the most.
func (o *offer) shippingDays(parts []string) {
	service := o.fields[fieldShipping]
	if end := strings.IndexAny(service, ",;"); end >= 0 {
		service = service[:end]
	}
	for i, value := range strings.Split(service, ":") {
		value = value[strings.LastIndexByte(value, '-')+1:]
		switch {
		case i >= len(parts):
			return
		case parts[i] == "max_handling_time":
			o.set(fieldHandling, value)
		case parts[i] == "max_transit_time":
			o.set(fieldTransit, value)
		}
	}
}

// A format is one way in which merchants write product files.
type format struct {
	name string

	// knows reports whether a text that begins like this is of the format.
	knows func(head string) bool

	// read hands on the offers of a file. A row that makes none is left out, with the reason. It returns
	// an error when the file as a whole is no good; then nothing is imported.
	read func(text *bufio.Reader, sink *sink) error
}

// formats are all formats, those that are told apart most surely first.
var formats = []format{
	shopify, woocommerce, googleXML, acp, schemaorg, googleRetail, openAI, google, plainJSON, plainTable,
}

// Formats lists the names of the formats.
func Formats() []string {
	var names []string
	for _, f := range formats {
		names = append(names, f.name)
	}
	return names
}

// headSize is how much of a text shows its format, in bytes.
const headSize = 64 << 10

// choose finds the format of a text: the one that is named, or the one that it looks like.
func choose(o Options, text *bufio.Reader) (format, error) {
	head, err := text.Peek(headSize)
	if len(strings.TrimSpace(string(head))) == 0 {
		if err != nil && !errors.Is(err, io.EOF) {
			return format{}, err
		}
		return format{}, errors.New("it is empty")
	}
	if o.Map != nil && o.Format == Auto {
		return mappedFormat(string(head)), nil
	}
	for _, f := range formats {
		if f.name == o.Format || o.Format == Auto && f.knows(string(head)) {
			return f, nil
		}
	}
	return format{}, unknownFormat(string(head))
}

// unknownFormat says of a text in no known format what would be one.
func unknownFormat(head string) error {
	want := "the first line of a table should name its columns, such as " + strings.Join(googleNames.required, ", ") + "; --map says what others mean"
	if isJSON(head) {
		want = "JSON should hold a list of products, each with a title and a price; --map says where they are and how they are called"
	}
	return fmt.Errorf("it is in no format that is known here (%s); %s", strings.Join(Formats(), ", "), want)
}

// mappedFormat is the plain format of a text that a map explains.
func mappedFormat(head string) format {
	if isJSON(head) {
		return plainJSON
	}
	return plainTable
}
