package feed

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"net/url"
	"time"

	"giftserver/internal/catalog"
)

// Auto is the format that stands for the one a file looks like.
const Auto = "auto"

// A File is a product file.
type File struct {
	Name string // for the report
	Open func() (io.ReadCloser, error)
}

// Options say how to read product files.
type Options struct {
	Source   string    // the name that the gifts' ids begin with
	Format   string    // Auto or one of Formats
	Currency string    // ISO 4217, of prices that name none; "" for none
	BaseURL  *url.URL  // what relative links are relative to; nil to leave them out
	Now      time.Time // when the prices are true
}

// errNothing says that an import would leave a source without gifts.
var errNothing = errors.New("no product in it can be imported")

// Read returns the gifts of files, which together are the full list of one source. The sequence can be
// ranged over once, and the report is complete when it has ended. It ends with an error when a file
// can't be read as a whole, or holds nothing that can be sold: then nothing should be imported.
func Read(ctx context.Context, files []File, o Options) (iter.Seq2[*catalog.Gift, error], *Report) {
	report := newReport(o.Source)
	return func(yield func(*catalog.Gift, error) bool) {
		s := newSink(ctx, o, report, yield)
		for _, f := range files {
			if err := s.file(f); err != nil {
				yield(nil, fmt.Errorf("reading %s: %w", f.Name, err))
				return
			}
			if s.stopped {
				return
			}
		}
		s.flush()
		if !s.stopped && report.Imported == 0 {
			yield(nil, fmt.Errorf("reading %s: %w; %s", files[0].Name, errNothing, report.why()))
		}
	}, report
}

// A sink makes gifts of offers and hands them on.
type sink struct {
	ctx      context.Context
	report   *Report
	maker    *maker
	name     string              // of the file that is being read
	seen     map[string]sighting // by id
	products map[string]bool     // by group or id
	variants variants
	yield    func(*catalog.Gift, error) bool
	stopped  bool // nobody wants more
}

// A sighting is where an id was seen first, and whether it is a product of its own.
type sighting struct {
	Place
	alone bool
}

func newSink(ctx context.Context, o Options, report *Report, yield func(*catalog.Gift, error) bool) *sink {
	return &sink{
		ctx: ctx, report: report, maker: &maker{options: o, report: report, reader: newReader()}, yield: yield,
		seen: map[string]sighting{}, products: map[string]bool{}, variants: newVariants(),
	}
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
	format, err := choose(s.maker.options.Format, text)
	if err != nil {
		return err
	}
	s.report.Files = append(s.report.Files, FileReport{Name: f.Name, Format: format.name, Encoding: encoding})
	return format.read(text, s)
}

// offer makes a gift of an offer. It reports whether more are wanted.
func (s *sink) offer(o *offer) (more bool) {
	if err := s.ctx.Err(); err != nil {
		s.stopped = true
		return s.yield(nil, err) && false
	}
	id, group := clean(o.fields[fieldID]), clean(o.fields[fieldGroup])
	if group == "" && s.variants.best[id] != nil {
		group = id // The product itself stands among its variants.
	}
	s.report.Rows++
	s.products[cmp.Or(group, id)] = true
	s.report.Products = len(s.products)
	at := s.place(o.line, "")
	g, why := s.maker.gift(o, at)
	if why == nil {
		why = s.repeats(id, group)
	}
	if why == nil && group != "" && !s.variants.add(group, g) {
		why = &problem{reasonVariantCurrency, o.fields[fieldPrice]}
	}
	if why != nil {
		at.Value = why.value
		s.report.leaveOut(why.reason, at)
		return true
	}
	s.seen[id] = sighting{at, group == ""}
	return group != "" || s.emit(g)
}

// repeats says where the id of a product was seen before, if it was.
func (s *sink) repeats(id, group string) *problem {
	first, repeated := s.seen[id]
	if !repeated && group != "" {
		first = s.seen[group]
		repeated = first.alone
	}
	if !repeated {
		return nil
	}
	where := fmt.Sprintf("line %d", first.Line)
	if first.File != s.name {
		where = first.File + " " + where
	}
	return &problem{reasonRepeated, id + ", as in " + where}
}

// emit hands on a gift.
func (s *sink) emit(g *catalog.Gift) (more bool) {
	s.report.imported(g)
	s.stopped = !s.yield(g, nil)
	return !s.stopped
}

// flush hands on the products of which there are variants, when all are known.
func (s *sink) flush() {
	for g := range s.variants.gifts(s.maker.options.Source) {
		if !s.emit(g) {
			return
		}
	}
}

// leaveOut reports a row that makes no gift.
func (s *sink) leaveOut(line int, reason, value string) (more bool) {
	s.report.Rows++
	s.report.leaveOut(reason, s.place(line, value))
	return true
}

func (s *sink) place(line int, value string) Place {
	return Place{File: s.name, Line: line, Value: value}
}
