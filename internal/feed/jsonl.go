package feed

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// isLines reports whether a text that begins like this has an object on each line, some of which may be broken.
// More behind a first line that is whole can mean nothing else, as other JSON is one value.
func isLines(head string) bool {
	lines, isWhole := 0, false
	for line := range strings.Lines(head) {
		line = strings.Trim(line, "\ufeff \n\t")
		switch {
		case line == "":
			continue
		case lines == 1 && isWhole:
			return true
		case line[0] != '{':
			return false
		}
		lines++
		isWhole = isWhole || jsontext.Value(line).IsValid(jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
	}
	return lines > 1 && isWhole
}

// readLines hands on the products of a text that has one on each line. A line that can't be read is left out,
// unless it is the last and has no line end: then the file is cut.
func readLines(text *bufio.Reader, s *sink, take taker) error {
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
			v, fault := parseValue(line)
			if err != nil && errors.Is(fault, io.ErrUnexpectedEOF) {
				return fmt.Errorf("the file is cut: its last line, %d, ends within an object", n)
			}
			more = takeProduct(s, n, v, fault, take)
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
