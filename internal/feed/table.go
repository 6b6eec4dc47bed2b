package feed

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
)

// A table reads delimited text record by record. Fields may be quoted as in RFC 4180. Files in the wild
// also have quotes that mean themselves (17" monitor), so a field counts as quoted only when it begins
// with a quote and its closing quote stands at the end of a field.
type table struct {
	in    *bufio.Reader // its lines end in LF
	comma byte
	line  int      // on which the record read last begins, counted from 1
	lines int      // read so far
	named int      // columns up to the last that the header names
	cut   bool     // the record read last is the end of the text and has no line end
	row   []string // reused
}

// errOpenQuote says that a quote is not closed before the end of the text or of what a record may hold.
var errOpenQuote = errors.New("the quote that opens here is never closed")

// errMore says that the record is not all there.
var errMore = errors.New("more text is needed")

// read returns the next record, which holds until the next call, or io.EOF.
func (t *table) read() ([]string, error) {
	t.line = t.lines + 1
	window, err := t.in.Peek(max(1, t.in.Buffered()))
	for {
		if len(window) == 0 {
			return nil, err
		}
		final := err != nil || len(window) == maxRecord
		n, failed := t.parse(window, final)
		if errors.Is(failed, errMore) {
			window, err = t.in.Peek(min(maxRecord, 2*len(window)+4096))
			continue
		}
		switch {
		case err != nil && !errors.Is(err, io.EOF) && (failed != nil || n == len(window)):
			return nil, err // The text ends here by a fault.
		case failed != nil:
			return nil, fmt.Errorf("line %d: %w", t.line+bytes.Count(window[:n], []byte{'\n'}), failed)
		case n == maxRecord && window[n-1] != '\n':
			return nil, fmt.Errorf("line %d: a record of more than %d bytes", t.line, maxRecord)
		}
		t.cut = window[n-1] != '\n'
		t.lines = t.line - 1 + bytes.Count(window[:n], []byte{'\n'})
		_, err := t.in.Discard(n)
		return t.row, err
	}
}

// parse reads the record at the beginning of a window into t.row and returns its length with the line
// end, or how far it got. A final window is all that there is to come.
func (t *table) parse(window []byte, final bool) (int, error) {
	t.row = t.row[:0]
	text := string(window[:lineEnd(window)]) // All fields share it, as most records are one line.
	for at := 0; ; {
		field, next, err := t.quoted(window, at, final)
		switch {
		case err != nil:
			return at, err
		case next < 0: // It is not quoted.
			if next = at + strings.IndexByte(text[min(at, len(text)):], t.comma); next < at {
				next = len(text)
			}
			field = text[at:next]
		case next > len(text): // It has lines of its own.
			text = string(window[:next+lineEnd(window[next:])])
		}
		t.row = append(t.row, field)
		switch {
		case next < len(text): // At a delimiter.
			at = next + 1
		case next < len(window):
			return next + 1, nil
		case final:
			return next, nil
		default:
			return 0, errMore
		}
	}
}

// lineEnd returns where the first line of a window ends.
func lineEnd(window []byte) int {
	if i := bytes.IndexByte(window, '\n'); i >= 0 {
		return i
	}
	return len(window)
}

// quoted reads the field at a place in the window if it is quoted, and returns where it ends; -1 if it
// is not quoted.
func (t *table) quoted(window []byte, at int, final bool) (field string, end int, err error) {
	if at >= len(window) || window[at] != '"' {
		return "", -1, nil
	}
	from := at + 1
	reach := t.reach(window, from)
	for i, doubled := from, false; ; i, doubled = i+2, true {
		n := bytes.IndexByte(window[min(i, reach):reach], '"')
		i += n
		switch {
		case n < 0 && reach < len(window), n < 0 && final && t.comma == '\t':
			return "", -1, nil
		case n < 0 && final:
			return "", 0, errOpenQuote
		case n < 0, i+1 == len(window) && !final:
			return "", 0, errMore
		case i+1 == len(window), window[i+1] == t.comma, window[i+1] == '\n':
			field = string(window[from:i])
			if doubled {
				field = strings.ReplaceAll(field, `""`, `"`)
			}
			return field, i + 1, nil
		case window[i+1] != '"':
			return "", -1, nil
		}
	}
}

// reach is how far a quoted field may go. In a TSV, what spans lines and holds tabs is no field but
// several rows, the first of which has a stray quote.
func (t *table) reach(window []byte, from int) int {
	if t.comma != '\t' {
		return len(window)
	}
	tab, end := bytes.IndexByte(window[from:], '\t'), bytes.IndexByte(window[from:], '\n')
	if tab < 0 || end < 0 {
		return len(window)
	}
	return from + max(tab, end)
}
