package feed

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// listNames are the members of an object that hold its products.
var listNames = []string{"products", "items", "@graph", "data", "results", "records", "rows"}

// mostWrappers is how deep in objects a list of products is looked for.
const mostWrappers = 4

// errStop ends the reading of a document when nobody wants more of it.
var errStop = errors.New("no more is wanted")

// A taker takes a product of a file and reports whether more are wanted.
type taker func(line int, v value) (more bool)

// readJSON hands on the products in JSON text, one at a time: those of an array, of the lists in an object, or
// one for each line. A product that can't be read is left out; what stands around the products has to be in
// order. Where the list is can be told by its JSON pointer; else its name tells.
func readJSON(text *bufio.Reader, s *sink, list string, take taker) error {
	head, _ := text.Peek(headSize)
	if isLines(string(head)) {
		return readLines(text, s, take)
	}
	lines := &lineCounter{in: text}
	b := &bounded{in: lines}
	d := &document{sink: s, take: take, lines: lines, bounded: b, decoder: lenient(b), list: list}
	d.next()
	_, d.wrapped = firstElement(string(head), list)
	return d.read()
}

// lenient is a decoder that leaves it to each product to be in UTF-8 and to name nothing twice.
func lenient(r io.Reader) *jsontext.Decoder {
	return jsontext.NewDecoder(r, jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
}

// isJSON reports whether a text begins like JSON.
func isJSON(head string) bool {
	head = strings.TrimLeft(head, "\ufeff\n\t ")
	return head != "" && (head[0] == '{' || head[0] == '[')
}

// firstElement is the first product of a JSON text, as far as its beginning shows it, and whether it stands in a
// list that an object wraps. It is the zero value for another text.
func firstElement(head, list string) (v value, wrapped bool) {
	if !isJSON(head) {
		return value{}, false
	}
	d := lenient(strings.NewReader(strings.TrimLeft(head, "\ufeff \n\t")))
	// What is cut here may be whole in the file.
	v, _ = readValue(d, 0)
	if v.kind == kindArray {
		return v.first(), false
	}
	if found := v.findList(list, "", 0); found.kind == kindArray && !isProduct(v) {
		return found.first(), true
	}
	return v, false
}

// findList finds the list of products that an object wraps.
func (v value) findList(list string, at jsontext.Pointer, depth int) value {
	for _, m := range v.members {
		here := at.AppendToken(m.name)
		switch {
		case m.value.kind == kindArray && isList(list, here) && m.value.holdsObjects():
			return m.value
		case m.value.kind == kindObject && depth < mostWrappers:
			if found := m.value.findList(list, here, depth+1); found.kind != 0 {
				return found
			}
		}
	}
	return value{}
}

// holdsObjects reports whether an array begins with an object.
func (v value) holdsObjects() bool { return len(v.items) > 0 && v.items[0].kind == kindObject }

// isList reports whether the array at a place holds products: the one that a pointer names, or else one whose
// name says so.
func isList(list string, at jsontext.Pointer) bool {
	if list != "" {
		return string(at) == list
	}
	return slices.Contains(listNames, at.LastToken())
}

// A document is JSON text that is not split into lines.
type document struct {
	*sink
	*bounded
	lines   *lineCounter
	take    taker
	decoder *jsontext.Decoder
	list    string // the pointer of the list, "" if its name tells
	wrapped bool   // an object at the top holds lists of products and is none itself
}

// read reads the whole document.
func (d *document) read() error {
	err := d.document()
	syntax, isSyntax := errors.AsType[*jsontext.SyntacticError](err)
	switch {
	case err == nil, errors.Is(err, errStop):
		return nil
	case errors.Is(err, io.ErrUnexpectedEOF):
		return fmt.Errorf("the file is cut: it ends on line %d within JSON that is not closed", d.lines.at(d.lines.offset))
	case errors.Is(err, errTooLong):
		return fmt.Errorf("line %d: %w", d.lines.passed+1, errTooLong)
	case isSyntax:
		return fmt.Errorf("line %d: it is no JSON: %w", d.lines.at(syntax.ByteOffset), syntax.Err)
	}
	return err
}

// document reads the values of the text, of which there is one as a rule.
func (d *document) document() error {
	for {
		switch d.decoder.PeekKind() {
		case kindArray:
			if err := d.products(); err != nil {
				return err
			}
		case kindObject:
			if err := d.object(); err != nil {
				return err
			}
		default:
			_, err := d.decoder.ReadToken()
			if errors.Is(err, io.EOF) {
				return nil
			}
			return cmp.Or(err, errors.New("it holds a single value and no products"))
		}
	}
}

// object reads an object at the top: a product, or what wraps lists of them.
func (d *document) object() error {
	if !d.wrapped {
		return d.product()
	}
	return d.lists(0)
}

// lists looks for lists of products in an object.
func (d *document) lists(depth int) error {
	if err := d.token(); err != nil {
		return err
	}
	for d.decoder.PeekKind() != jsontext.KindEndObject {
		if err := d.token(); err != nil {
			return err
		}
		kind, here := d.decoder.PeekKind(), d.decoder.StackPointer()
		var err error
		switch {
		case kind == kindArray && isList(d.list, here):
			err = d.products()
		case kind == kindObject && depth < mostWrappers:
			err = d.lists(depth + 1)
		default:
			err = d.skip()
		}
		if err != nil {
			return err
		}
	}
	return d.token()
}

// products reads an array of products. A list within an object that begins with something else is of another kind.
func (d *document) products() error {
	if err := d.token(); err != nil {
		return err
	}
	isOther := d.wrapped && d.decoder.PeekKind() != kindObject
	for d.decoder.PeekKind() != jsontext.KindEndArray {
		read := d.product
		if isOther {
			read = d.skip
		}
		if err := read(); err != nil {
			return err
		}
	}
	return d.token()
}

// product hands on the product that comes next.
func (d *document) product() error {
	d.next()
	raw, err := d.decoder.ReadValue()
	if err != nil {
		return err
	}
	line := d.lines.at(d.decoder.InputOffset() - int64(len(raw)))
	v, fault := parseValue(raw)
	if !takeProduct(d.sink, line, v, fault, d.take) {
		return errStop
	}
	return nil
}

// takeProduct hands on a product, or says what is wrong with it.
func takeProduct(s *sink, line int, v value, fault error, take taker) (more bool) {
	switch {
	case fault != nil:
		return s.leaveOut(line, reasonJSON, strings.TrimPrefix(fault.Error(), "jsontext: "))
	case v.kind != kindObject:
		return s.leaveOut(line, reasonJSON, "it is no object")
	}
	return take(line, v)
}

// token reads a token that is no product's.
func (d *document) token() error {
	d.next()
	_, err := d.decoder.ReadToken()
	return err
}

// skip passes over a value without keeping it, however large it is.
func (d *document) skip() error {
	depth := d.decoder.StackDepth()
	for {
		if err := d.token(); err != nil {
			return err
		}
		if d.decoder.StackDepth() <= depth {
			return nil
		}
	}
}
