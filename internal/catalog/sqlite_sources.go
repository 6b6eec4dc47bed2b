package catalog

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"
)

// Sources reads what is known of each source.
func (s *sqliteStore) Sources(ctx context.Context) ([]SourceSummary, error) {
	const query = `
		SELECT s.name, s.edition, s.imported, count(g.id), coalesce(group_concat(DISTINCT g.currency), '')
		FROM source AS s LEFT JOIN gift AS g ON g.source = s.name
		GROUP BY s.name ORDER BY s.name`
	rows, err := s.read.QueryContext(ctx, query)
	if err != nil {
		return nil, fmt.Errorf("reading sources: %w", err)
	}
	defer rows.Close()
	var list []SourceSummary
	for rows.Next() {
		var sum SourceSummary
		var imported int64
		var currencies string
		if err := rows.Scan(&sum.Name, &sum.Edition, &imported, &sum.Gifts, &currencies); err != nil {
			return nil, fmt.Errorf("reading sources: %w", err)
		}
		sum.Imported = time.Unix(imported, 0).UTC()
		sum.Currencies = strings.FieldsFunc(currencies, func(r rune) bool { return r == ',' })
		slices.Sort(sum.Currencies)
		list = append(list, sum)
	}
	if err := rows.Err(); err != nil {
		return nil, fmt.Errorf("reading sources: %w", err)
	}
	return list, nil
}

// Remove takes a merchant's source away.
func (s *sqliteStore) Remove(ctx context.Context, name string) error {
	return s.update(ctx, func(tx *transaction) error {
		result, err := tx.ExecContext(ctx, `DELETE FROM source WHERE name = ? AND name <> ?`, name, IdeasSource)
		if err != nil {
			return fmt.Errorf("removing source %s: %w", name, err)
		}
		if n, err := result.RowsAffected(); err != nil || n == 0 {
			return fmt.Errorf("removing source %q: %w", name, cmp.Or(err, ErrNoSource))
		}
		if _, err := tx.ExecContext(ctx, `UPDATE catalog SET version = version + 1`); err != nil {
			return fmt.Errorf("counting the catalog's version up: %w", err)
		}
		return restoreIdeas(ctx, tx)
	})
}

// restoreIdeas puts the built-in ideas back when no merchant's products stand in for them any more.
func restoreIdeas(ctx context.Context, tx *transaction) error {
	var left int
	if err := tx.QueryRowContext(ctx, `SELECT count(*) FROM source WHERE name <> ?`, IdeasSource).Scan(&left); err != nil {
		return fmt.Errorf("counting sources: %w", err)
	}
	if left > 0 {
		return nil
	}
	return settleIdeas(ctx, tx, true)
}
