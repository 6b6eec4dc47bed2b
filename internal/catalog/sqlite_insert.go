package catalog

import (
	"cmp"
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"iter"
)

const insertGift = `INSERT INTO gift (` + giftColumns + `) VALUES (
	?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?,
	?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`

// insertGifts stores gifts, all of one source, in the transaction that is open on a connection. They go straight to the
// driver: package sql would take a quarter of the time of an import over its arguments.
func insertGifts(ctx context.Context, conn *sql.Conn, source string, gifts iter.Seq2[*Gift, error]) error {
	return conn.Raw(func(c any) error {
		preparer, ok := c.(driver.ConnPrepareContext)
		if !ok {
			return fmt.Errorf("storing gifts: the driver %T prepares no statements", c)
		}
		statement, err := preparer.PrepareContext(ctx, insertGift)
		if err != nil {
			return fmt.Errorf("storing gifts: %w", err)
		}
		return errors.Join(insertEach(ctx, statement, source, gifts), statement.Close())
	})
}

func insertEach(ctx context.Context, statement driver.Stmt, source string, gifts iter.Seq2[*Gift, error]) error {
	insert, ok := statement.(driver.StmtExecContext)
	if !ok {
		return fmt.Errorf("storing gifts: the driver's %T takes no arguments", statement)
	}
	// The driver starts a goroutine for each statement that can be cancelled, which takes longer than
	// the statement.
	uncancelled := context.WithoutCancel(ctx)
	var row giftRow
	for g, err := range gifts {
		if err = cmp.Or(err, ctx.Err()); err != nil {
			return err
		}
		if g.Source != source {
			return fmt.Errorf("storing gift %s in source %s: it is of source %q", g.ID, source, g.Source)
		}
		if err := cmp.Or(g.check(), row.set(g)); err != nil {
			return fmt.Errorf("storing gift %s: %w", g.ID, err)
		}
		if _, err := insert.ExecContext(uncancelled, row.values); err != nil {
			return fmt.Errorf("storing gift %s: %w", g.ID, err)
		}
	}
	return nil
}

// A giftRow is what is stored of a gift, in the order of giftColumns.
type giftRow struct{ values []driver.NamedValue }

// set fills the row.
func (r *giftRow) set(g *Gift) error {
	r.values = r.values[:0]
	r.add(g.ID, g.Source, g.Name, g.Description, g.Category, g.CategoryPath, g.Brand, string(g.Kind))
	r.add(g.Price.Minor, g.Price.Currency, string(g.PriceBasis), g.Priced.Unix(), string(g.Availability))
	r.add(g.URL, g.ImageURL, g.ImageAlt)
	r.add(int64(g.AgeFrom), int64(g.AgeTo), string(g.Restricted), g.Personalised, g.Shared)
	for _, list := range [...][]string{g.Tags, g.Occasions, g.Interests, g.Relationships, g.Cautions} {
		if err := addList(r, list); err != nil {
			return err
		}
	}
	addOptional(r, g.Rating)
	r.add(int64(g.RatingCount))
	addOptional(r, wide(g.HandlingDays))
	addOptional(r, wide(g.TransitDays))
	r.addUnless(g.ValidUntil.IsZero(), g.ValidUntil.Unix())
	r.add(g.Updated.Unix())
	if err := addList(r, g.Options); err != nil {
		return err
	}
	r.addUnless(g.PriceTo <= 0, g.PriceTo)
	return nil
}

// add adds values of the types that a driver takes.
func (r *giftRow) add(values ...driver.Value) {
	for _, v := range values {
		r.values = append(r.values, driver.NamedValue{Ordinal: len(r.values) + 1, Value: v})
	}
}

// addUnless adds NULL when there is no value.
func (r *giftRow) addUnless(none bool, v int64) {
	if none {
		r.add(nil)
		return
	}
	r.add(v)
}

func addOptional[T any](r *giftRow, v *T) {
	if v == nil {
		r.add(nil)
		return
	}
	r.add(*v)
}

// wide returns a number as a driver takes it.
func wide(v *int) *int64 {
	if v == nil {
		return nil
	}
	n := int64(*v)
	return &n
}

func addList[T any](r *giftRow, list []T) error {
	text, err := jsonOf(list)
	r.add(text)
	return err
}
