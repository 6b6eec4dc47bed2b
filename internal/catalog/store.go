package catalog

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"time"
)

// ErrNotFound says that the catalog has no gift of that id.
var ErrNotFound = errors.New("no such gift")

// ErrNoSource says that the catalog has no merchant's source of that name.
var ErrNoSource = errors.New("no such source")

// ErrBusy says that another process holds the lock of the database, for five seconds at least. SQLite does not know
// which.
var ErrBusy = errors.New("the catalog's database is locked by another process: most likely another import, else a program " +
	"that has the file open and writes to it; wait for it to end, or end it, then try again")

// A ShrinkError says that a replacement would have taken away more than half of a source's gifts.
type ShrinkError struct {
	Source       string
	Removed, Had int // gifts
}

// Error says how many gifts would go.
func (e *ShrinkError) Error() string {
	return fmt.Sprintf("this would remove %d of the %d gifts of source %q", e.Removed, e.Had, e.Source)
}

// A Source is where gifts come from.
type Source struct {
	Name    string
	Edition string // which state of the source this is; editions of one source sort as text
}

// A SourceSummary is what a source has brought into the catalog.
type SourceSummary struct {
	Source
	Imported   time.Time
	Gifts      int
	Currencies []string // ISO 4217, sorted
}

// Rules say what replacing a merchant's source may do beside. They mean nothing for the built-in ideas.
type Rules struct {
	KeepIdeas   bool // leave the built-in ideas in the catalog, or put them back
	AllowShrink bool // take away more than half of the source's gifts rather than return a ShrinkError
}

// All is a sequence of gifts for Replace.
func All(gifts []Gift) iter.Seq2[*Gift, error] {
	return func(yield func(*Gift, error) bool) {
		for i := range gifts {
			if !yield(&gifts[i], nil) {
				return
			}
		}
	}
}

// A Store keeps the catalog. It is safe for concurrent use.
type Store interface {
	// Snapshot returns the whole catalog as it stands, all of one version.
	Snapshot(ctx context.Context) (*Snapshot, error)

	// Version returns how often the catalog has changed, in this process or another, or ErrMoved.
	Version(ctx context.Context) (int64, error)

	// Gift returns one gift, or ErrNotFound.
	Gift(ctx context.Context, id string) (Gift, error)

	// Category returns up to limit gifts of a category, ordered by id, after the given id ("" for
	// the beginning).
	Category(ctx context.Context, category, after string, limit int) ([]Gift, error)

	// Replace makes gifts the full list of a source, in one transaction, and counts the catalog's
	// version up. The transaction lasts as long as the sequence; an error in it changes nothing.
	// While another process writes, it returns ErrBusy.
	Replace(ctx context.Context, source Source, rules Rules, gifts iter.Seq2[*Gift, error]) error

	// Sources returns all sources, ordered by name.
	Sources(ctx context.Context) ([]SourceSummary, error)

	// Remove takes a merchant's source and its gifts away and counts the catalog's version up, or returns
	// ErrNoSource. With the last of them gone, the built-in ideas are back. While another process writes,
	// it returns ErrBusy.
	Remove(ctx context.Context, source string) error

	// Close releases the store.
	Close() error
}
