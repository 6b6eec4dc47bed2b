package feed

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strings"
)

// An offer is one thing for sale as a feed describes it, in the feed's own words. The fields are those of
// Google's product data, as the other formats say no more.
type offer struct {
	line   int // of the file, counted from 1
	fields [fieldCount]string
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
	fieldCount
	fieldIgnored field = -1
)

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
var formats = []format{google}

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
func choose(name string, text *bufio.Reader) (format, error) {
	head, err := text.Peek(headSize)
	if len(strings.TrimSpace(string(head))) == 0 {
		if err != nil && !errors.Is(err, io.EOF) {
			return format{}, err
		}
		return format{}, errors.New("it is empty")
	}
	for _, f := range formats {
		if f.name == name || name == Auto && f.knows(string(head)) {
			return f, nil
		}
	}
	return format{}, fmt.Errorf("it is in no format that is known here; its first line should name the columns, such as %s", strings.Join(required, ", "))
}
