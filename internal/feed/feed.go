package feed

import (
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
	Source    string         // the name that the gifts' ids begin with
	Format    string         // Auto or one of Formats
	Currency  string         // ISO 4217, of prices that name none; "" for none
	PriceUnit PriceUnit      // of prices in plain tables and JSON; "" to tell by the file
	Map       *Map           // what the columns of plain tables and JSON say; nil to tell by their names
	BaseURL   *url.URL       // what relative links are relative to; nil to leave them out
	Now       time.Time      // when the prices are true
	Progress  func(rows int) // called now and then with the rows read so far; nil for nobody
}

// A PriceUnit is what a price in a plain file counts.
type PriceUnit string

// The units of prices. Without one, prices are in major units if the file leaves no doubt.
const (
	MajorUnit PriceUnit = "major" // dollars
	MinorUnit PriceUnit = "minor" // cents
)

// errNothing says that an import would leave a source without gifts.
var errNothing = errors.New("no product in it can be imported")

// Read returns the gifts of files, one or more, which together are the full list of one source. The
// sequence can be ranged over once, and the report is complete when it has ended. It ends with an error
// when a file can't be read as a whole, or when none holds anything that can be sold: then nothing should
// be imported.
func Read(ctx context.Context, files []File, o Options) (iter.Seq2[*catalog.Gift, error], *Report) {
	report := newReport(o.Source)
	return func(yield func(*catalog.Gift, error) bool) {
		c := newCollector(o, report, yield)
		switch err := collect(ctx, files, o, c); {
		case c.stopped: // Nobody wants to know.
		case err != nil:
			yield(nil, err)
		case report.Imported == 0:
			yield(nil, fmt.Errorf("reading %s: %w; %s", files[0].Name, errNothing, report.why()))
		}
	}, report
}

// collect reads the files and collects what they hold.
func collect(ctx context.Context, files []File, o Options, c *collector) error {
	defer c.variants.discard()
	ctx, cancel := context.WithCancel(ctx)
	p := newPipeline(ctx, o)
	p.start(files)
	defer p.workers.Wait()
	defer cancel()
	for b := range p.made() {
		for i := range b.items {
			if !c.item(&b.items[i]) {
				return nil
			}
		}
		if b.err != nil {
			return b.err
		}
		if o.Progress != nil {
			o.Progress(c.report.Rows)
		}
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	c.flush()
	return c.variants.err
}
