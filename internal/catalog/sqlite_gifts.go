package catalog

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"time"

	"github.com/go-json-experiment/json"
)

// giftColumns is the order of the columns in every query on gift, and of scanGift and giftRow.
const giftColumns = `
	id,
	source,
	name,
	description,
	category,
	category_path,
	brand,
	kind,
	price,
	currency,
	price_basis,
	priced,
	availability,
	url,
	image_url,
	image_alt,
	age_from,
	age_to,
	restricted,
	personalised,
	shared,
	tags,
	occasions,
	interests,
	relationships,
	cautions,
	rating,
	rating_count,
	handling_days,
	transit_days,
	valid_until,
	updated,
	options,
	price_to`

// Version reads the catalog's version.
func (s *sqliteStore) Version(ctx context.Context) (int64, error) {
	if err := s.inPlace(); err != nil {
		return 0, err
	}
	return selectVersion(ctx, s.read)
}

// inPlace reports whether the file that was opened is still the catalog. The system would go on reading one that
// was removed, and nobody would ever see an import into the one in its place.
func (s *sqliteStore) inPlace() error {
	if s.path == "" {
		return nil
	}
	now, err := os.Stat(s.path)
	if errors.Is(err, fs.ErrNotExist) || err == nil && !os.SameFile(now, s.file) {
		return fmt.Errorf("%s: %w", s.path, ErrMoved)
	}
	return err
}

// Gift reads one gift.
func (s *sqliteStore) Gift(ctx context.Context, id string) (Gift, error) {
	gifts, err := selectGifts(ctx, s.read, `WHERE id = ?`, id)
	switch {
	case err != nil:
		return Gift{}, err
	case len(gifts) == 0:
		return Gift{}, ErrNotFound
	}
	return gifts[0], nil
}

// Category reads a page of a category.
func (s *sqliteStore) Category(ctx context.Context, category, after string, limit int) ([]Gift, error) {
	return selectGifts(ctx, s.read, `WHERE category = ? AND id > ? ORDER BY id LIMIT ?`, category, after, limit)
}

// queryer is what a database handle and a transaction have in common.
type queryer interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

func selectVersion(ctx context.Context, q queryer) (version int64, err error) {
	if err := q.QueryRowContext(ctx, `SELECT version FROM catalog`).Scan(&version); err != nil {
		return 0, fmt.Errorf("reading the catalog's version: %w", err)
	}
	return version, nil
}

// selectEdition reads the edition of a source, "" if there is no such source.
func selectEdition(ctx context.Context, q queryer, source string) (edition string, err error) {
	err = q.QueryRowContext(ctx, `SELECT edition FROM source WHERE name = ?`, source).Scan(&edition)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return "", fmt.Errorf("reading the edition of source %s: %w", source, err)
	}
	return edition, nil
}

// selectGifts reads the gifts that a tail of WHERE, ORDER BY and LIMIT selects.
func selectGifts(ctx context.Context, q queryer, tail string, args ...any) ([]Gift, error) {
	var gifts []Gift
	err := eachGift(ctx, q, func(g *Gift) { gifts = append(gifts, *g) }, tail, args...)
	return gifts, err
}

// eachGift hands the gifts that a tail selects to a function, which must not keep the Gift but may keep what is in it.
func eachGift(ctx context.Context, q queryer, take func(*Gift), tail string, args ...any) error {
	rows, err := q.QueryContext(ctx, `SELECT `+giftColumns+` FROM gift `+tail, args...)
	if err != nil {
		return fmt.Errorf("reading gifts: %w", err)
	}
	defer rows.Close()
	for rows.Next() {
		var g Gift
		if err := scanGift(rows, &g); err != nil {
			return fmt.Errorf("reading gifts: %w", err)
		}
		take(&g)
	}
	if err := rows.Err(); err != nil {
		return fmt.Errorf("reading gifts: %w", err)
	}
	return nil
}

func scanGift(rows *sql.Rows, g *Gift) error {
	var priced, updated int64
	var validUntil, priceTo *int64
	var tags, occasions, interests, relationships, cautions, options string
	err := rows.Scan(
		&g.ID,
		&g.Source,
		&g.Name,
		&g.Description,
		&g.Category,
		&g.CategoryPath,
		&g.Brand,
		&g.Kind,
		&g.Price.Minor,
		&g.Price.Currency,
		&g.PriceBasis,
		&priced,
		&g.Availability,
		&g.URL,
		&g.ImageURL,
		&g.ImageAlt,
		&g.AgeFrom,
		&g.AgeTo,
		&g.Restricted,
		&g.Personalised,
		&g.Shared,
		&tags,
		&occasions,
		&interests,
		&relationships,
		&cautions,
		&g.Rating,
		&g.RatingCount,
		&g.HandlingDays,
		&g.TransitDays,
		&validUntil,
		&updated,
		&options,
		&priceTo,
	)
	if err != nil {
		return err
	}
	g.Priced, g.Updated = time.Unix(priced, 0).UTC(), time.Unix(updated, 0).UTC()
	if validUntil != nil {
		g.ValidUntil = time.Unix(*validUntil, 0).UTC()
	}
	if priceTo != nil {
		g.PriceTo = *priceTo
	}
	for _, list := range [...]struct {
		from string
		to   any
	}{{tags, &g.Tags}, {occasions, &g.Occasions}, {interests, &g.Interests}, {relationships, &g.Relationships}, {cautions, &g.Cautions}, {options, &g.Options}} {
		if err := readList(list.from, list.to); err != nil {
			return fmt.Errorf("gift %s: %w", g.ID, err)
		}
	}
	return nil
}

func readList(from string, to any) error {
	if from == emptyList {
		return nil
	}
	return json.Unmarshal([]byte(from), to)
}

// emptyList is how a list of nothing is stored, as most are.
const emptyList = "[]"

// jsonOf writes a list as it is stored.
func jsonOf[T any](list []T) (string, error) {
	if len(list) == 0 {
		return emptyList, nil
	}
	b, err := json.Marshal(list)
	return string(b), err
}
