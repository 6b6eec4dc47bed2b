package feed

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// A rest keeps products of variants in a temporary file, from which they come back when another variant of theirs does.
type rest struct {
	file *os.File
	text *bufio.Writer
	size int64
	at   map[string]int64 // where the products begin, by group
}

// A resting is a product in the file.
type resting struct {
	Group   string
	Product *product
}

func newRest() (*rest, error) {
	file, err := os.CreateTemp("", "giftserver-import-*")
	if err != nil {
		return nil, err
	}
	os.Remove(file.Name()) // Where an open file can be removed, no end of the process leaves it behind.
	return &rest{file: file, text: bufio.NewWriterSize(file, 1<<16), at: map[string]int64{}}, nil
}

// put takes a product.
func (r *rest) put(group string, p *product) error {
	text, err := json.Marshal(resting{group, p})
	if err != nil {
		return aside(err)
	}
	r.at[group] = r.size
	n, err := r.text.Write(append(text, '\n'))
	if r.size += int64(n); err != nil {
		return aside(err)
	}
	return nil
}

// aside says of an error that the file is in the way, and what helps when its disk is full.
func aside(err error) error {
	return fmt.Errorf("keeping products in a temporary file, for which TMPDIR names another folder: %w", err)
}

// take gives a product back, nil if it has none of the group.
func (r *rest) take(group string) (*product, error) {
	at, ok := r.at[group]
	if !ok {
		return nil, nil
	}
	delete(r.at, group)
	if err := r.text.Flush(); err != nil {
		return nil, aside(err)
	}
	var found resting
	if err := json.UnmarshalDecode(jsontext.NewDecoder(io.NewSectionReader(r.file, at, r.size-at)), &found); err != nil {
		return nil, aside(err)
	}
	return found.Product, nil
}

// all gives all products back in the order in which they came.
func (r *rest) all() iter.Seq2[*resting, error] {
	return func(yield func(*resting, error) bool) {
		if err := r.text.Flush(); err != nil {
			yield(nil, aside(err))
			return
		}
		var begin int64
		for d := jsontext.NewDecoder(bufio.NewReaderSize(io.NewSectionReader(r.file, 0, r.size), 1<<16)); ; {
			var next resting
			err := json.UnmarshalDecode(d, &next)
			if errors.Is(err, io.EOF) {
				return
			}
			if err != nil {
				yield(nil, aside(err))
				return
			}
			at, ok := r.at[next.Group]
			if ok && at == begin && !yield(&next, nil) {
				return
			}
			begin = d.InputOffset() + 1 // behind the line end
		}
	}
}

// discard gives the file up.
func (r *rest) discard() {
	r.file.Close()
	os.Remove(r.file.Name()) // As a rule it is gone.
}
