package feed

import (
	"context"
	"fmt"
	"iter"
	"runtime"
	"sync"

	"giftserver/internal/catalog"
)

// A pipeline reads files in one goroutine, makes gifts of what they hold in some more, and hands them on
// in the order of the files. Making a gift takes several times as long as reading it.
type pipeline struct {
	ctx     context.Context
	options Options
	work    chan *batch // to be made
	order   chan *batch // the same, as they were read
	workers sync.WaitGroup
}

// A batch is a piece of work: a piece of a file, and at the end of all, what went wrong.
type batch struct {
	items []item
	err   error
	made  chan struct{} // closed when the items have their gifts
}

// batchSize is how many items make a batch worth the hand over.
const batchSize = 256

// An item is a row of a file, or something else to report. A row with neither an offer nor a problem adds to another.
type item struct {
	at             Place
	file           *FileReport // the file that begins here
	warning, guess string      // what is to be said of the place

	offer     *offer
	id, group string
	gift      *catalog.Gift
	withheld  string   // why the shop does not offer it now
	problem   *problem // why there is no gift
	notes     []note   // what was not taken over
}

// A note is something that a row has and its gift has not.
type note struct{ what, value string }

func newPipeline(ctx context.Context, o Options) *pipeline {
	n := runtime.GOMAXPROCS(0)
	return &pipeline{ctx: ctx, options: o, work: make(chan *batch, n), order: make(chan *batch, 2*n)}
}

// start begins to read the files. Nobody waits for the reader, as the file may be a terminal or a pipe that
// keeps it; it ends with its context as soon as there is something to read.
func (p *pipeline) start(files []File) {
	for range cap(p.work) {
		p.workers.Go(p.make)
	}
	go func() {
		defer close(p.order)
		defer close(p.work)
		s := &sink{pipeline: p, several: len(files) > 1}
		for _, f := range files {
			if err := s.file(f); err != nil {
				s.err = fmt.Errorf("reading %s: %w", f.Name, err)
				break
			}
		}
		s.send()
	}()
}

// make makes the gifts of batches.
func (p *pipeline) make() {
	m := &maker{options: p.options, reader: newReader()}
	for b := range received(p.ctx, p.work) {
		for i := range b.items {
			if b.items[i].offer != nil {
				m.make(&b.items[i])
			}
		}
		close(b.made)
	}
}

// received is what comes over a channel until it is closed or the context ends.
func received(ctx context.Context, from <-chan *batch) iter.Seq[*batch] {
	return func(yield func(*batch) bool) {
		for {
			select {
			case <-ctx.Done():
				return
			case b, ok := <-from:
				if !ok || !yield(b) {
					return
				}
			}
		}
	}
}

// made are the batches as they were read, with their gifts, until the files or the context end.
func (p *pipeline) made() iter.Seq[*batch] {
	return func(yield func(*batch) bool) {
		for b := range received(p.ctx, p.order) {
			select {
			case <-p.ctx.Done():
				return
			case <-b.made:
			}
			if !yield(b) {
				return
			}
		}
	}
}

// A sink takes what a format reads.
type sink struct {
	*pipeline
	name    string // of the file that is being read
	several bool   // whether there are other files
	items   []item
	err     error
}

// file reads one file.
func (s *sink) file(f File) error {
	in, err := f.Open()
	if err != nil {
		return err
	}
	defer in.Close()
	s.name = f.Name
	text, encoding, err := openText(in)
	if err != nil {
		return err
	}
	format, err := choose(s.options, text)
	if err != nil {
		return err
	}
	s.add(item{file: &FileReport{Name: f.Name, Format: format.name, Encoding: encoding}})
	if encoding == guessedEncoding {
		s.guess(1, "text read as "+encoding, "")
	}
	return format.read(text, s)
}

// offer takes an offer. Like leaveOut it reports whether more are wanted.
func (s *sink) offer(o *offer) (more bool) {
	return s.add(item{at: s.place(o.line, ""), offer: o})
}

// refuse reports a product of which no gift can be made.
func (s *sink) refuse(o *offer, why reason, value string) (more bool) {
	return s.add(item{at: s.place(o.line, ""), offer: o, problem: &problem{why, value}})
}

// leaveOut reports a row that makes no offer.
func (s *sink) leaveOut(line int, why reason, value string) (more bool) {
	return s.add(item{at: s.place(line, value), problem: &problem{why, value}})
}

// merged reports a row that adds to the offer of another.
func (s *sink) merged(line int) (more bool) { return s.add(item{at: s.place(line, "")}) }

// warn reports something that the shop's owner should look at.
func (s *sink) warn(line int, what, value string) {
	s.add(item{at: s.place(line, value), warning: what})
}

// guess reports something that was told by its looks.
func (s *sink) guess(line int, what, value string) {
	s.add(item{at: s.place(line, value), guess: what})
}

func (s *sink) place(line int, value string) Place {
	at := Place{Line: line, Value: value}
	if s.several {
		at.File = s.name
	}
	return at
}

func (s *sink) add(i item) (more bool) {
	s.items = append(s.items, i)
	return len(s.items) < batchSize || s.send()
}

// send hands on what there is.
func (s *sink) send() (more bool) {
	b := &batch{items: s.items, err: s.err, made: make(chan struct{})}
	s.items = nil
	for _, to := range []chan *batch{s.work, s.order} {
		select {
		case to <- b:
		case <-s.ctx.Done():
			return false
		}
	}
	return true
}
