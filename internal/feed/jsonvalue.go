package feed

import (
	"bytes"
	"errors"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// maxNesting is how deep the JSON of a product may be nested. Feeds need about ten levels.
const maxNesting = 64

var errNesting = errors.New("nested more than " + strconv.Itoa(maxNesting) + " levels deep")

// A value is a piece of JSON. Numbers are kept as texts, as ids and prices are exact. The zero value stands for
// what is not there, as null does.
type value struct {
	kind    jsontext.Kind
	text    string // of a string, number or boolean
	members []member
	items   []value
	raw     jsontext.Value // of a product as it stands, for what decodes it into a type of its own
}

// A member is a named value of an object.
type member struct {
	name  string
	value value
}

const (
	kindObject = jsontext.KindBeginObject
	kindArray  = jsontext.KindBeginArray
	kindNumber = jsontext.KindNumber
)

// parseValue reads a text that is one value, in UTF-8 and without repeated names.
func parseValue(text []byte) (value, error) {
	d := jsontext.NewDecoder(bytes.NewBuffer(text))
	v, err := readValue(d, 0)
	if err != nil {
		return v, err
	}
	if d.PeekKind() != jsontext.KindInvalid || len(bytes.TrimSpace(d.UnreadBuffer())) > 0 {
		return v, errors.New("more text behind the value")
	}
	v.raw = text
	return v, nil
}

// UnmarshalJSONFrom implements json.UnmarshalerFrom.
func (v *value) UnmarshalJSONFrom(d *jsontext.Decoder) (err error) {
	*v, err = readValue(d, 0)
	return err
}

// readValue reads the value that comes next. With an error it returns what there is of it.
func readValue(d *jsontext.Decoder, depth int) (value, error) {
	if depth > maxNesting {
		return value{}, errNesting
	}
	token, err := d.ReadToken()
	if err != nil {
		return value{}, err
	}
	switch v := (value{kind: token.Kind()}); v.kind {
	case kindObject:
		return readMembers(d, depth, v)
	case kindArray:
		return readItems(d, depth, v)
	case jsontext.KindNull:
		return value{}, nil
	case kindNumber:
		v.text = numberText(token.String())
		return v, nil
	default:
		v.text = token.String()
		return v, nil
	}
}

// readMembers reads an object from behind its brace.
func readMembers(d *jsontext.Decoder, depth int, v value) (value, error) {
	for d.PeekKind() != jsontext.KindEndObject {
		name, err := d.ReadToken()
		if err != nil {
			return v, err
		}
		m := member{name: name.String()}
		m.value, err = readValue(d, depth+1)
		v.members = append(v.members, m)
		if err != nil {
			return v, err
		}
	}
	_, err := d.ReadToken()
	return v, err
}

// readItems reads an array from behind its bracket.
func readItems(d *jsontext.Decoder, depth int, v value) (value, error) {
	for d.PeekKind() != jsontext.KindEndArray {
		item, err := readValue(d, depth+1)
		v.items = append(v.items, item)
		if err != nil {
			return v, err
		}
	}
	_, err := d.ReadToken()
	return v, err
}

// at follows names into a value. Where one of several stands, it is the first.
func (v value) at(names ...string) value {
	for _, name := range names {
		v = v.first().member(name)
	}
	return v
}

// member is a member of an object.
func (v value) member(name string) value {
	for _, m := range v.members {
		if m.name == name {
			return m.value
		}
	}
	return value{}
}

// first is the first item of an array, and any other value itself.
func (v value) first() value {
	switch {
	case v.kind != kindArray:
		return v
	case len(v.items) == 0:
		return value{}
	}
	return v.items[0].first()
}

// list is what an array holds; any other value stands for an array of itself, as in JSON-LD.
func (v value) list() []value {
	switch v.kind {
	case kindArray:
		return v.items
	case 0:
		return nil
	}
	return []value{v}
}

// texts are the texts in a value: its own, or those of its items.
func (v value) texts() []string {
	var texts []string
	for _, item := range v.list() {
		if item.text != "" {
			texts = append(texts, item.text)
		}
	}
	return texts
}

// named is the text of a value, or of the first of some members that has one: a brand may stand as "x" or as
// {"name":"x"}.
func (v value) named(names ...string) string {
	v = v.first()
	for _, name := range names {
		if v.text == "" {
			v.text = v.at(name).first().text
		}
	}
	return v.text
}

// pointer follows a JSON pointer (RFC 6901).
func (v value) pointer(p string) value {
	for part := range jsontext.Pointer(p).Tokens() {
		if i, err := strconv.Atoi(part); err == nil && v.kind == kindArray {
			if i < 0 || i >= len(v.items) {
				return value{}
			}
			v = v.items[i]
			continue
		}
		v = v.member(part)
	}
	return v
}

// isFalse reports whether a value says no, also as a string.
func (v value) isFalse() bool { return strings.EqualFold(v.text, "false") }

// all is what a value says, as a table would: of lists and objects, the texts of what they hold, parted by commas.
// Members come in the order of their names.
func (v value) all() string {
	list := []string{v.text}
	for _, item := range v.items {
		list = append(list, item.all())
	}
	for _, m := range v.sorted() {
		list = append(list, m.value.all())
	}
	return strings.Join(slices.DeleteFunc(list, func(text string) bool { return text == "" }), ",")
}

// names are the names of an object's members.
func (v value) names() []string {
	var names []string
	for _, m := range v.members {
		names = append(names, m.name)
	}
	return names
}

// sorted are the members of an object in the order of their names.
func (v value) sorted() []member {
	return slices.SortedFunc(slices.Values(v.members), func(a, b member) int { return strings.Compare(a.name, b.name) })
}

// numberText writes a number of JSON so that its point can be nothing but the decimal mark, which prices need
// to be clear: 1.234 is 1.2340.
func numberText(number string) string {
	if strings.ContainsAny(number, "eE") {
		f, err := strconv.ParseFloat(number, 64)
		if err != nil {
			return number
		}
		number = strconv.FormatFloat(f, 'f', -1, 64)
	}
	if point := strings.IndexByte(number, '.'); point >= 0 && len(number)-point-1 == 3 {
		number += "0"
	}
	return number
}
