package catalog

import (
	"context"
	"errors"
)

// ErrNotFound says that the catalog has no gift of that id.
var ErrNotFound = errors.New("no such gift")

// A Source is where gifts come from.
type Source struct {
	Name    string
	Edition string // which state of the source this is; editions of one source sort as text
}

// A Store keeps the catalog. It is safe for concurrent use.
type Store interface {
	// Snapshot returns the whole catalog as it stands, all of one version.
	Snapshot(ctx context.Context) (*Snapshot, error)

	// Version returns how often the catalog has changed, in this process or another.
	Version(ctx context.Context) (int64, error)

	// Gift returns one gift, or ErrNotFound.
	Gift(ctx context.Context, id string) (Gift, error)

	// Category returns up to limit gifts of a category, ordered by id, after the given id ("" for
	// the beginning).
	Category(ctx context.Context, category, after string, limit int) ([]Gift, error)

	// Replace makes gifts the full list of a source, in one transaction, and counts the catalog's
	// version up.
	Replace(ctx context.Context, source Source, gifts []Gift) error

	// Close releases the store.
	Close() error
}
