package catalog

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"sync"
)

// Snapshot reads the whole catalog, two halves of a large one at the same time: that is much of what a start takes.
func (s *sqliteStore) Snapshot(ctx context.Context) (*Snapshot, error) {
	for {
		snapshot, err := s.readSnapshot(ctx)
		if !errors.Is(err, errChanged) {
			return snapshot, err
		}
	}
}

// errChanged says that the catalog changed between two looks at it.
var errChanged = errors.New("the catalog has changed meanwhile")

func (s *sqliteStore) readSnapshot(ctx context.Context) (*Snapshot, error) {
	tx, err := s.read.BeginTx(ctx, &sql.TxOptions{ReadOnly: true})
	if err != nil {
		return nil, fmt.Errorf("reading the catalog: %w", err)
	}
	defer tx.Rollback()
	var snapshot Snapshot
	if snapshot.Version, err = selectVersion(ctx, tx); err != nil {
		return nil, err
	}
	if snapshot.Ideas, err = selectEdition(ctx, tx, IdeasSource); err != nil {
		return nil, err
	}
	middle, err := s.selectMiddle(ctx, tx)
	if err != nil {
		return nil, err
	}
	if middle == "" {
		snapshot.Gifts, err = packGifts(ctx, tx, `ORDER BY id`)
		return &snapshot, err
	}
	second, err := s.read.BeginTx(ctx, &sql.TxOptions{ReadOnly: true})
	if err != nil {
		return nil, fmt.Errorf("reading the catalog: %w", err)
	}
	defer second.Rollback()
	switch version, err := selectVersion(ctx, second); {
	case err != nil:
		return nil, err
	case version != snapshot.Version:
		return nil, errChanged
	}
	snapshot.Gifts, err = packHalves(ctx, tx, second, middle)
	return &snapshot, err
}

// selectMiddle reads the id of the gift that the second half of a large catalog begins with, so that the first fills
// its packs; "" if the catalog is to be read as a whole.
func (s *sqliteStore) selectMiddle(ctx context.Context, tx *sql.Tx) (id string, err error) {
	if s.path == "" { // In memory there is one connection.
		return "", nil
	}
	const query = `SELECT id FROM gift ORDER BY id LIMIT 1 OFFSET (SELECT max(1, count(*) / 2 / ?1) * ?1 FROM gift)`
	err = tx.QueryRowContext(ctx, query, packSize).Scan(&id)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return "", fmt.Errorf("reading the catalog: %w", err)
	}
	return id, nil
}

// packHalves reads the gifts before an id through one transaction and the others through another, which must see the
// same version of the catalog.
func packHalves(ctx context.Context, first, second *sql.Tx, middle string) (Gifts, error) {
	var before, after Gifts
	var errBefore, errAfter error
	var reading sync.WaitGroup
	reading.Go(func() { before, errBefore = packGifts(ctx, first, `WHERE id < ? ORDER BY id`, middle) })
	reading.Go(func() { after, errAfter = packGifts(ctx, second, `WHERE id >= ? ORDER BY id`, middle) })
	reading.Wait()
	before.join(after)
	return before, errors.Join(errBefore, errAfter)
}

// packGifts reads the gifts that a tail selects.
func packGifts(ctx context.Context, tx *sql.Tx, tail string, args ...any) (Gifts, error) {
	var p packer
	err := eachGift(ctx, tx, p.add, tail, args...)
	return p.gifts(), err
}
