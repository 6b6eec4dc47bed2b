package catalog

import (
	"context"
	"database/sql"
	"fmt"
	"hash/maphash"
	"iter"
	"time"
)

// Replace swaps the gifts of a source.
func (s *sqliteStore) Replace(ctx context.Context, source Source, rules Rules, gifts iter.Seq2[*Gift, error]) error {
	return s.update(ctx, func(tx *transaction) error {
		if err := replace(ctx, tx, source, rules, gifts); err != nil || source.Name == IdeasSource {
			return err
		}
		return settleIdeas(ctx, tx, rules.KeepIdeas)
	})
}

// A transaction is one that writes, and the connection that it is on, whose driver takes gifts.
type transaction struct {
	*sql.Tx
	conn *sql.Conn
}

// update runs f in a transaction that holds the write lock from its beginning.
func (s *sqliteStore) update(ctx context.Context, f func(*transaction) error) error {
	conn, err := s.write.Conn(ctx)
	if err != nil {
		return fmt.Errorf("writing to the catalog: %w", err)
	}
	defer conn.Close()
	tx, err := conn.BeginTx(ctx, nil)
	if isBusy(err) {
		return ErrBusy
	}
	if err != nil {
		return fmt.Errorf("writing to the catalog: %w", err)
	}
	defer tx.Rollback()
	if err := f(&transaction{tx, conn}); err != nil {
		return err
	}
	return tx.Commit()
}

// replace swaps the gifts of a source and counts the catalog's version up.
func replace(ctx context.Context, tx *transaction, source Source, rules Rules, gifts iter.Seq2[*Gift, error]) error {
	removed, err := selectIDs(ctx, tx.Tx, source.Name)
	if err != nil {
		return err
	}
	had := removed.len()
	if err := clearSource(ctx, tx.Tx, source); err != nil {
		return err
	}
	err = insertGifts(ctx, tx.conn, source.Name, func(yield func(*Gift, error) bool) {
		for g, err := range gifts {
			if err == nil {
				removed.remove(g.ID)
			}
			if !yield(g, err) {
				return
			}
		}
	})
	if err != nil {
		return err
	}
	if 2*removed.len() > had && !rules.AllowShrink && source.Name != IdeasSource {
		return &ShrinkError{Source: source.Name, Removed: removed.len(), Had: had}
	}
	if _, err := tx.ExecContext(ctx, `UPDATE catalog SET version = version + 1`); err != nil {
		return fmt.Errorf("counting the catalog's version up: %w", err)
	}
	return nil
}

// clearSource stores what is known of a source and takes its gifts away.
func clearSource(ctx context.Context, tx *sql.Tx, source Source) error {
	const header = `
		INSERT INTO source (name, edition, imported) VALUES (?, ?, ?)
		ON CONFLICT (name) DO UPDATE SET edition = excluded.edition, imported = excluded.imported`
	if _, err := tx.ExecContext(ctx, header, source.Name, source.Edition, time.Now().Unix()); err != nil {
		return fmt.Errorf("storing source %s: %w", source.Name, err)
	}
	if _, err := tx.ExecContext(ctx, `DELETE FROM gift WHERE source = ?`, source.Name); err != nil {
		return fmt.Errorf("clearing source %s: %w", source.Name, err)
	}
	return nil
}

// An idSet holds ids by their hashes of 64 bits, as a source may have millions. Two that collide count as one.
type idSet struct {
	seed   maphash.Seed
	hashes map[uint64]struct{}
}

func (s *idSet) len() int         { return len(s.hashes) }
func (s *idSet) add(id []byte)    { s.hashes[maphash.Bytes(s.seed, id)] = struct{}{} }
func (s *idSet) remove(id string) { delete(s.hashes, maphash.String(s.seed, id)) }

// selectIDs reads the ids of the gifts that a source has.
func selectIDs(ctx context.Context, tx *sql.Tx, source string) (*idSet, error) {
	rows, err := tx.QueryContext(ctx, `SELECT id FROM gift WHERE source = ?`, source)
	if err != nil {
		return nil, fmt.Errorf("reading source %s: %w", source, err)
	}
	defer rows.Close()
	ids := &idSet{seed: maphash.MakeSeed(), hashes: map[uint64]struct{}{}}
	for rows.Next() {
		var id sql.RawBytes
		if err := rows.Scan(&id); err != nil {
			return nil, fmt.Errorf("reading source %s: %w", source, err)
		}
		ids.add(id)
	}
	if err := rows.Err(); err != nil {
		return nil, fmt.Errorf("reading source %s: %w", source, err)
	}
	return ids, nil
}
