package rpc

import (
	"bytes"
	"errors"
	"io"
	"net/http"
	"strconv"
	"strings"
	"sync/atomic"

	"github.com/go-json-experiment/json/jsontext"
)

// Limits on a message. They bound the work that any peer can cause before a handler is found.
const (
	// MaxMessage is the size of the largest message, in bytes.
	MaxMessage = 4 << 20

	maxID       = 1024 // bytes of an id, which comes back in the reply
	maxDepth    = 64   // nesting of objects and arrays
	maxNumber   = 100  // characters of a number
	minExponent = -308 // of a number: that of the smallest normal float64
)

// A Request is a message with a method: a request proper, or a notification when it has no ID.
type Request struct {
	// ID is the request's id as it was sent, byte for byte; nil for a notification.
	ID jsontext.Value

	// Method is the method's name, case-sensitive.
	Method string

	// Params is the JSON value of params as it was sent; nil when absent or null.
	Params jsontext.Value

	// Header holds what the transport knows of the message beside its bytes, by canonical HTTP
	// header name. It is nil where the transport has no such thing, as on stdio.
	Header map[string][]string

	// Batched says that the message is one of several in an array.
	Batched bool

	params   Members // those of Params
	mux      *Mux
	emit     func(message []byte) error // nil when nothing can be sent ahead of the answer
	answered atomic.Bool
}

// Param returns the member of params of that name as it was sent, nil when there is none.
func (r *Request) Param(name string) jsontext.Value {
	if r.params == nil { // Of a request that was not read from a message.
		return MembersOf(r.Params).Get(name)
	}
	return r.params.Get(name)
}

// A response is the peer's answer to a request of ours. One of result and failure is nil.
type response struct{ id, result, failure jsontext.Value }

// parse reads one message, which is a request, a notification or a response. When it is JSON but none
// of them, the id comes back all the same, so that the error reaches the request it belongs to.
//
// Members are matched by exact name and may stand only once; a struct decoded by encoding/json
// would take METHOD for method and the last of two ids. Members it does not know are ignored.
func parse(message []byte) (*Request, *response, *Error) {
	m := incoming{walk: begin(message)}
	defer m.end()
	if err := m.read(); err != nil {
		return &Request{}, nil, err
	}
	if m.method == nil && m.answers() {
		if err := m.check(); err != nil {
			return &Request{}, nil, err
		}
		return nil, &response{m.id, m.result, m.failure}, nil
	}
	r, err := m.request()
	return r, nil, err
}

// mostBatched is the number of messages that an array may hold.
const mostBatched = 100

// split returns the messages of an array as they stand in it.
func split(array []byte) ([][]byte, *Error) {
	dec := jsontext.NewDecoder(bytes.NewBuffer(array))
	if _, err := dec.ReadToken(); err != nil {
		return nil, syntaxError(err, dec)
	}
	var elements [][]byte
	for dec.PeekKind() != ']' {
		start := dec.InputOffset()
		if err := dec.SkipValue(); err != nil {
			return nil, syntaxError(err, dec)
		}
		elements = append(elements, bytes.TrimLeft(array[start:dec.InputOffset()], ", \t\r\n"))
	}
	if _, err := dec.ReadToken(); err != nil {
		return nil, syntaxError(err, dec)
	}
	if _, err := dec.ReadToken(); !errors.Is(err, io.EOF) {
		return nil, trailing(dec)
	}
	if n := len(elements); n == 0 || n > mostBatched {
		return nil, refusal("A batch holds 1 to %d messages, got %d", mostBatched, n)
	}
	return elements, nil
}

// An incoming message is what there is of its members, as raw JSON values; nil means absent.
type incoming struct {
	walk

	version, id, method, params, result, failure jsontext.Value
	named                                        Members // those of params
}

// read walks the whole message once: syntax, UTF-8, repeated names and limits are checked on the
// way. The error is about the message as a whole; what it means is left to request.
func (m *incoming) read() *Error {
	first, err := m.dec.ReadToken()
	switch {
	case err != nil:
		return syntaxError(err, m.dec)
	case first.Kind() != '{' && !jsontext.Value(m.text).IsValid():
		return Refusef(http.StatusBadRequest, ParseError, "Parse error: it is not valid JSON")
	case first.Kind() != '{':
		return refusal("A message must be one JSON object, got %s", kindName(first.Kind()))
	}
	if err := m.object(m.member); err != nil {
		return syntaxError(err, m.dec)
	}
	if _, err := m.dec.ReadToken(); !errors.Is(err, io.EOF) {
		return trailing(m.dec)
	}
	return nil
}

// trailing is the error for a message that goes on after its end.
func trailing(dec *jsontext.Decoder) *Error {
	return Refusef(http.StatusBadRequest, ParseError, "Parse error: more follows the message at byte %d", dec.InputOffset())
}

// member reads the value of a member. That of params is taken apart on the way, since every method looks
// into it.
func (m *incoming) member(name jsontext.Value) (err error) {
	var value jsontext.Value
	params := says(name, "params")
	if params && m.dec.PeekKind() == '{' {
		value, m.named, err = m.members()
	} else {
		value, err = m.value()
	}
	switch {
	case params:
		m.params = value
	case says(name, "jsonrpc"):
		m.version = value
	case says(name, "id"):
		m.id = value
	case says(name, "method"):
		m.method = value
	case says(name, "result"):
		m.result = value
	case says(name, "error"):
		m.failure = value
	}
	return err
}

// checkNumber says in words what is wrong with a number that is too long, or of a size that a float64
// does not have, "" when nothing is. Comparing 1e-1000001 exactly, as a schema's minimum would, takes
// a million digits.
func checkNumber(text string) string {
	switch {
	case len(text) > maxNumber:
		return "it holds a number of more than " + strconv.Itoa(maxNumber) + " characters"
	case !strings.ContainsAny(text, "eE"):
		return "" // So few digits are less than a float64 can be.
	}
	_, exponent, _ := strings.Cut(strings.ToLower(text), "e")
	n, _ := strconv.Atoi(exponent) // Out of the range of int, it is the nearest int.
	if _, err := strconv.ParseFloat(text, 64); err != nil || n < minExponent {
		return "it holds the number " + text + ", which is out of range"
	}
	return ""
}

// request gives the members their meaning. The id comes first, since without it nothing could be
// answered.
func (m *incoming) request() (*Request, *Error) {
	if len(m.id) > maxID {
		return &Request{}, refusal("id is longer than %d bytes", maxID)
	}
	if m.id != nil && !ValidID(m.id) {
		return &Request{}, refusal("id must be a string or an integer, got %s", kindName(m.id.Kind()))
	}
	r := &Request{ID: m.id, Params: m.params, params: m.named}
	if m.method.Kind() == '"' {
		r.Method = unquote(m.method)
	}
	if m.params.Kind() == 'n' {
		r.Params = nil
	}
	if err := m.check(); err != nil {
		return r, err
	}
	if r.Params != nil && r.Params.Kind() != '{' {
		return r, Refusef(http.StatusBadRequest, InvalidParams, "params must be an object, got %s", kindName(r.Params.Kind()))
	}
	return r, nil
}

// check says what keeps the members from being a message.
func (m *incoming) check() *Error {
	switch {
	case m.limit != "":
		return refusal("The message is refused: %s", m.limit)
	case !says(m.version, "2.0"):
		return refusal(`jsonrpc must be the string "2.0"`)
	case m.method == nil && m.answers():
		if m.result != nil && m.failure != nil {
			return refusal("A response has a result or an error, not both")
		}
		if !ValidID(m.id) {
			return refusal("A response names the id of its request")
		}
	case m.method == nil:
		return refusal("method is missing")
	case m.method.Kind() != '"':
		return refusal("method must be a string, got %s", kindName(m.method.Kind()))
	case m.answers():
		return refusal("A message with a method has no result and no error")
	}
	return nil
}

// answers reports whether the message is a response.
func (m *incoming) answers() bool { return m.result != nil || m.failure != nil }

// refusal is the error for a message that is JSON, but no JSON-RPC request.
func refusal(format string, args ...any) *Error {
	return Refusef(http.StatusBadRequest, InvalidRequest, format, args...)
}

// ValidID reports whether a raw JSON value can be an id: a string or an integer. 1.0 counts as an
// integer, as in JSON Schema; null is none: a message without an answer has no id member at all.
func ValidID(id jsontext.Value) bool {
	switch id.Kind() {
	case '"':
		return true
	case '0':
		whole, fraction, _ := bytes.Cut(id, []byte("."))
		return len(bytes.Trim(fraction, "0")) == 0 && !bytes.ContainsAny(whole, "eE")
	}
	return false
}

// syntaxError turns what the decoder says into an error that names the place and nothing of the
// message's content, which may be long or secret.
func syntaxError(err error, dec *jsontext.Decoder) *Error {
	reason := "it is not valid JSON"
	offset := dec.InputOffset()
	if e, ok := errors.AsType[*jsontext.SyntacticError](err); ok {
		offset = e.ByteOffset
	}
	switch {
	case errors.Is(err, jsontext.ErrDuplicateName):
		reason = "an object has two members of one name"
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		reason = "the message ends too early"
	}
	return Refusef(http.StatusBadRequest, ParseError, "Parse error: %s (at byte %d)", reason, offset)
}

// kindName is the word for a kind of JSON value in an error.
func kindName(k jsontext.Kind) string {
	switch k {
	case 'n':
		return "null"
	case 't', 'f':
		return "a boolean"
	case '"':
		return "a string"
	case '0':
		return "a number"
	case '[':
		return "an array"
	}
	return "an object"
}
