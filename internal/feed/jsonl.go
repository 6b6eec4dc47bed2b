package feed

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// readObjects hands on the objects of a text in JSON: one in each line, or all in one array, which may be the
// member "products" of an object. What is no object that is in order is left out if it has a line of its own;
// behind such a fault in an array nothing can be told apart, so that it is one of the file.
func readObjects(text *bufio.Reader, s *sink, take func(line int, object jsontext.Value) (more bool)) error {
	head, err := text.Peek(headSize)
	if err != nil && !errors.Is(err, io.EOF) {
		return err
	}
	if enterArray(jsontext.NewDecoder(bytes.NewReader(head))) {
		return readArray(text, s, take)
	}
	return readLines(text, s, take)
}

// isJSON reports whether a text begins like JSON.
func isJSON(head string) bool {
	head = strings.TrimLeft(head, "\ufeff\n\t ")
	return head != "" && (head[0] == '{' || head[0] == '[')
}

// enterArray reads up to the first element of the array that holds the objects of a text, if there is one.
func enterArray(d *jsontext.Decoder) bool {
	t, err := d.ReadToken()
	if err != nil || t.Kind() != '{' {
		return err == nil && t.Kind() == '['
	}
	for d.PeekKind() == '"' {
		name, err := d.ReadToken()
		if err != nil {
			return false
		}
		if name.String() == "products" && d.PeekKind() == '[' {
			_, err := d.ReadToken()
			return err == nil
		}
		if d.SkipValue() != nil {
			return false
		}
	}
	return false
}

// memberNames are the names in the first object of a text in JSON, of which there is the beginning.
func memberNames(head string) []string {
	if !isJSON(head) {
		return nil
	}
	d := jsontext.NewDecoder(strings.NewReader(head))
	if !enterArray(d) {
		d = jsontext.NewDecoder(strings.NewReader(head))
	}
	if t, err := d.ReadToken(); err != nil || t.Kind() != '{' {
		return nil
	}
	var names []string
	for d.PeekKind() == '"' {
		name, err := d.ReadToken()
		if err != nil {
			break
		}
		names = append(names, name.String())
		if d.SkipValue() != nil {
			break
		}
	}
	return names
}

// readLines reads a text with an object in each line.
func readLines(text *bufio.Reader, s *sink, take func(int, jsontext.Value) bool) error {
	for n := 1; ; n++ {
		line, tooLong, err := readLine(text)
		if err != nil && !errors.Is(err, io.EOF) {
			return err
		}
		more := true
		switch line = bytes.TrimSpace(line); {
		case tooLong:
			more = s.leaveOut(n, reasonLength, "")
		case len(line) > 0:
			fault := checkObject(line)
			switch {
			case fault == nil:
				more = take(n, line)
			case err != nil && errors.Is(fault, io.ErrUnexpectedEOF):
				return fmt.Errorf("the file is cut: its last line, %d, ends within an object", n)
			default:
				more = s.leaveOut(n, reasonJSON, jsonFault(fault))
			}
		}
		if err != nil || !more {
			return nil
		}
	}
}

// readLine returns the next line, which holds until the next call. Of one that is too long it returns only
// the end.
func readLine(text *bufio.Reader) (line []byte, tooLong bool, err error) {
	for {
		line, err = text.ReadSlice('\n')
		if !errors.Is(err, bufio.ErrBufferFull) {
			return line, tooLong, err
		}
		tooLong = true
	}
}

// checkObject says what is wrong with an object: repeated names and text that is not in UTF-8, too.
func checkObject(object jsontext.Value) error {
	d := jsontext.NewDecoder(bytes.NewReader(object))
	value, err := d.ReadValue()
	if err != nil {
		return err
	}
	if value.Kind() != '{' {
		return errors.New("it is no object")
	}
	if _, err := d.ReadToken(); !errors.Is(err, io.EOF) {
		return errors.New("there is more than one value")
	}
	return nil
}

// jsonFault says what is wrong with JSON, without the name of the library.
func jsonFault(err error) string { return strings.TrimPrefix(err.Error(), "jsontext: ") }

// readArray reads a text whose objects are in an array.
func readArray(text *bufio.Reader, s *sink, take func(int, jsontext.Value) bool) error {
	lines := &lineCounter{in: text}
	b := &bounded{in: lines}
	b.next()
	// Faults within an object that leave no doubt where it ends are of that object alone.
	d := jsontext.NewDecoder(b, jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
	enterArray(d)
	for b.next(); d.PeekKind() != ']'; b.next() {
		object, err := d.ReadValue()
		if err != nil {
			return arrayFault(err, lines)
		}
		line, more := lines.at(d.InputOffset()-int64(len(object))), false
		if fault := checkObject(object); fault != nil {
			more = s.leaveOut(line, reasonJSON, jsonFault(fault))
		} else {
			more = take(line, object)
		}
		if !more {
			return nil
		}
	}
	for {
		b.next()
		if _, err := d.ReadToken(); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return arrayFault(err, lines)
		}
	}
}

// arrayFault says of an error in a text whose objects are in an array what it is, and where.
func arrayFault(err error, lines *lineCounter) error {
	var syntax *jsontext.SyntacticError
	switch {
	case errors.Is(err, io.ErrUnexpectedEOF):
		return errors.New("the file is cut: it ends within the list of products")
	case errors.Is(err, errTooLong):
		return fmt.Errorf("line %d: %w", lines.passed+1, errTooLong)
	case errors.As(err, &syntax):
		return fmt.Errorf("line %d: %w", lines.at(syntax.ByteOffset), syntax.Err)
	}
	return err
}

// A lineCounter knows on which line of a text a place is, for a decoder that reads ahead.
type lineCounter struct {
	in     io.Reader
	offset int64   // read so far
	ends   []int64 // of the lines that are read and may be asked for
	passed int     // lines before those
}

func (l *lineCounter) Read(p []byte) (int, error) {
	n, err := l.in.Read(p)
	for i, b := range p[:n] {
		if b == '\n' {
			l.ends = append(l.ends, l.offset+int64(i))
		}
	}
	l.offset += int64(n)
	return n, err
}

// at returns the line of an offset, counted from 1. Offsets are asked for in their order.
func (l *lineCounter) at(offset int64) int {
	n := 0
	for n < len(l.ends) && l.ends[n] < offset {
		n++
	}
	l.ends, l.passed = slices.Delete(l.ends, 0, n), l.passed+n
	return l.passed + 1
}

// valueText is what a value says, as a table would: of lists and objects, the texts of what they hold, parted
// by commas.
func valueText(v jsontext.Value) string {
	var list []string
	switch v.Kind() {
	case '"':
		text, _ := jsontext.AppendUnquote(nil, v) // It is in order, as its object is.
		return string(text)
	case '0':
		return numberText(string(v))
	case 't', 'f':
		return string(v)
	case '[':
		var values []jsontext.Value
		_ = json.Unmarshal(v, &values)
		for _, value := range values {
			list = append(list, valueText(value))
		}
	case '{':
		var members map[string]jsontext.Value
		_ = json.Unmarshal(v, &members)
		for _, name := range slices.Sorted(maps.Keys(members)) {
			list = append(list, valueText(members[name]))
		}
	}
	return strings.Join(slices.DeleteFunc(list, func(text string) bool { return text == "" }), ",")
}

// numberText writes a number of JSON so that its point can be nothing but the decimal mark, which prices need
// to be clear: 1.234 is 1.2340000.
func numberText(number string) string {
	if strings.ContainsAny(number, "eE") {
		f, err := strconv.ParseFloat(number, 64)
		if err != nil {
			return number
		}
		number = strconv.FormatFloat(f, 'f', -1, 64)
	}
	if strings.Contains(number, ".") {
		number += "0000"
	}
	return number
}
