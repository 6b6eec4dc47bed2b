package rpc

import (
	"bytes"
	"strconv"
	"sync"

	"github.com/go-json-experiment/json/jsontext"
)

// Members are those of a JSON object in their order, as they were sent.
type Members []member

type member struct{ name, value jsontext.Value }

// Get returns the value of the member of that name, nil when there is none.
func (m Members) Get(name string) jsontext.Value {
	for i := range m {
		if says(m[i].name, name) {
			return m[i].value
		}
	}
	return nil
}

// MembersOf returns the members of a JSON object, none when it is something else. The object is part of a
// message that has been accepted.
func MembersOf(object jsontext.Value) Members {
	if object.Kind() != '{' {
		return nil
	}
	w := begin(object)
	defer w.end()
	_, found, _ := w.members() // It was JSON a moment ago.
	return found
}

// says reports whether a value is a JSON string that says what text does.
func says(value jsontext.Value, text string) bool {
	if value.Kind() != '"' {
		return false
	}
	if inside, plain := unescaped(value); plain {
		return string(inside) == text
	}
	return unquote(value) == text
}

// Unquote returns what a JSON string of a message says; ok is false when the value is something else.
func Unquote(value jsontext.Value) (text string, ok bool) {
	if value.Kind() != '"' {
		return "", false
	}
	return unquote(value), true
}

// unquote returns what a JSON string says.
func unquote(value jsontext.Value) string {
	if inside, plain := unescaped(value); plain {
		return string(inside)
	}
	unquoted, _ := jsontext.AppendUnquote(nil, value) // The decoder has accepted it already.
	return string(unquoted)
}

// unescaped returns what stands between the quotes of a JSON string, and whether that is what it says.
func unescaped(value jsontext.Value) (inside []byte, plain bool) {
	return value[1 : len(value)-1], bytes.IndexByte(value, '\\') < 0
}

// A walk reads a text of JSON token by token and notes the limits that it breaks. It reads on to the end all
// the same, because the id may stand behind.
type walk struct {
	*reader
	text  []byte
	limit string // the first limit that the text breaks, in words; "" when it breaks none
}

// A reader is what a walk needs and another one can use again: a decoder remembers the names of all objects
// that it is in, which takes a dozen pieces of memory.
type reader struct {
	in  bytes.Buffer
	dec *jsontext.Decoder
}

var readers = sync.Pool{New: func() any { return &reader{dec: new(jsontext.Decoder)} }}

func begin(text []byte) walk {
	r := readers.Get().(*reader)
	r.in = *bytes.NewBuffer(text)
	r.dec.Reset(&r.in)
	return walk{reader: r, text: text}
}

// end lets go of the text, which may be long, and of what it made the decoder remember.
func (w *walk) end() {
	w.in = bytes.Buffer{}
	w.dec.Reset(&w.in)
	if len(w.text) <= keepBuffer {
		readers.Put(w.reader)
	}
}

// object reads on to the end of an object that has begun. member is called behind each name and reads the
// value.
func (w *walk) object(member func(name jsontext.Value) error) error {
	for w.dec.PeekKind() != '}' {
		name, err := w.value()
		if err == nil {
			err = member(name)
		}
		if err != nil {
			return err
		}
	}
	_, err := w.dec.ReadToken()
	return err
}

// members reads the object that comes next, and returns it and its members.
func (w *walk) members() (object jsontext.Value, found Members, err error) {
	start := w.dec.InputOffset()
	if _, err := w.dec.ReadToken(); err != nil {
		return nil, nil, err
	}
	found = make(Members, 0, 4) // Most have no more.
	err = w.object(func(name jsontext.Value) error {
		value, err := w.value()
		found = append(found, member{name, value})
		return err
	})
	return w.since(start), found, err
}

// value reads the value, or the name, that comes next.
func (w *walk) value() (jsontext.Value, error) {
	start, base := w.dec.InputOffset(), w.dec.StackDepth()
	for {
		before := w.dec.InputOffset()
		token, err := w.dec.ReadToken()
		if err != nil {
			return nil, err
		}
		switch depth := w.dec.StackDepth(); {
		case depth > maxDepth:
			w.limit = "it is nested more than " + strconv.Itoa(maxDepth) + " levels deep"
		case token.Kind() == '0' && w.limit == "":
			w.limit = checkNumber(string(w.since(before)))
		}
		if w.dec.StackDepth() == base {
			return w.since(start), nil
		}
	}
}

// since returns what has been read from an offset on, without what stands between the tokens.
func (w *walk) since(start int64) jsontext.Value {
	return bytes.TrimLeft(w.text[start:w.dec.InputOffset()], ":, \t\r\n")
}
