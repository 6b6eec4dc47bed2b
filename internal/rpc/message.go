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

	mux      *Mux
	emit     func(message []byte) error // nil when nothing can be sent ahead of the answer
	answered atomic.Bool
}

// A response is the peer's answer to a request of ours. One of result and failure is nil.
type response struct{ id, result, failure jsontext.Value }

// parse reads one message, which is a request, a notification or a response. When it is JSON but none
// of them, the id comes back all the same, so that the error reaches the request it belongs to.
//
// Members are matched by exact name and may stand only once; a struct decoded by encoding/json
// would take METHOD for method and the last of two ids. Members it does not know are ignored.
func parse(message []byte) (*Request, *response, *Error) {
	m := members{message: message, dec: jsontext.NewDecoder(bytes.NewBuffer(message))}
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

// members collects the members of an envelope as raw JSON values; nil means absent.
type members struct {
	message []byte
	dec     *jsontext.Decoder
	limit   string // the first limit that the message breaks, in words; "" when it breaks none

	version, id, method, params, result, failure jsontext.Value
}

// read walks the whole message once: syntax, UTF-8, repeated names and limits are checked on the
// way. The error is about the message as a whole; what it means is left to request.
func (m *members) read() *Error {
	first, err := m.dec.ReadToken()
	switch {
	case err != nil:
		return syntaxError(err, m.dec)
	case first.Kind() != '{' && !jsontext.Value(m.message).IsValid():
		return Refusef(http.StatusBadRequest, ParseError, "Parse error: it is not valid JSON")
	case first.Kind() != '{':
		return refusal("A message must be one JSON object, got %s", kindName(first.Kind()))
	}
	for m.dec.PeekKind() != '}' {
		name, err := m.dec.ReadToken()
		if err != nil {
			return syntaxError(err, m.dec)
		}
		member := m.member(name.String())
		start := m.dec.InputOffset()
		if err := m.skip(); err != nil {
			return syntaxError(err, m.dec)
		}
		if member != nil {
			*member = jsontext.Value(bytes.TrimLeft(m.message[start:m.dec.InputOffset()], ": \t\r\n"))
		}
	}
	if _, err := m.dec.ReadToken(); err != nil {
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

// member returns where the value of the named member belongs, nil for a name without a meaning.
func (m *members) member(name string) *jsontext.Value {
	switch name {
	case "jsonrpc":
		return &m.version
	case "id":
		return &m.id
	case "method":
		return &m.method
	case "params":
		return &m.params
	case "result":
		return &m.result
	case "error":
		return &m.failure
	}
	return nil
}

// skip reads the next value and notes the limits it breaks. It reads on to the end all the same,
// because the id may stand behind.
func (m *members) skip() error {
	base := m.dec.StackDepth()
	for {
		token, err := m.dec.ReadToken()
		if err != nil {
			return err
		}
		switch depth := m.dec.StackDepth(); {
		case depth > maxDepth:
			m.limit = "it is nested more than " + strconv.Itoa(maxDepth) + " levels deep"
		case token.Kind() == '0' && m.limit == "":
			m.limit = checkNumber(token.String())
		}
		if m.dec.StackDepth() == base {
			return nil
		}
	}
}

// checkNumber says in words what is wrong with a number that is too long, or of a size that a float64
// does not have, "" when nothing is. Comparing 1e-1000001 exactly, as a schema's minimum would, takes
// a million digits.
func checkNumber(text string) string {
	if len(text) > maxNumber {
		return "it holds a number of more than " + strconv.Itoa(maxNumber) + " characters"
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
func (m *members) request() (*Request, *Error) {
	if len(m.id) > maxID {
		return &Request{}, refusal("id is longer than %d bytes", maxID)
	}
	if m.id != nil && !ValidID(m.id) {
		return &Request{}, refusal("id must be a string or an integer, got %s", kindName(m.id.Kind()))
	}
	r := &Request{ID: m.id, Params: m.params}
	if m.method.Kind() == '"' {
		r.Method = text(m.method)
	}
	if r.Params.Kind() == 'n' {
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
func (m *members) check() *Error {
	switch {
	case m.limit != "":
		return refusal("The message is refused: %s", m.limit)
	case m.version.Kind() != '"' || text(m.version) != "2.0":
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

// text returns what a JSON string says.
func text(value jsontext.Value) string {
	unquoted, _ := jsontext.AppendUnquote(nil, value) // The decoder has accepted it already.
	return string(unquoted)
}

// answers reports whether the message is a response.
func (m *members) answers() bool { return m.result != nil || m.failure != nil }

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
