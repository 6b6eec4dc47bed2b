package catalog

import (
	"context"
	"embed"
	"fmt"
	"io/fs"
	"path"
	"strings"
	"time"

	"github.com/go-json-experiment/json"
)

// IdeasSource is the name of the source of built-in ideas.
const IdeasSource = "ideas"

//go:embed ideas
var ideaFiles embed.FS

// ideaSet describes the set of built-in ideas as a whole (ideas.json).
type ideaSet struct {
	Edition  string `json:"edition"`  // the day of the last change, 2026-11-30, or 2026-11-30.2 for the second of a day; databases with an older one are updated
	Year     int    `json:"year"`     // in which the prices were typical
	Currency string `json:"currency"` // of all prices
	SHA256   string `json:"sha256"`   // of the files below ideas/, which a test compares
}

//go:embed ideas.json
var ideaSetJSON []byte

// idea is a gift as the files of the set write it. Prices are in major units.
type idea struct {
	ID            string      `json:"id"`
	Name          string      `json:"name"`
	Brand         string      `json:"brand"`
	Kind          Kind        `json:"kind"`
	Price         float64     `json:"price"`
	Description   string      `json:"description"`
	Occasions     []string    `json:"occasions"`
	Interests     []string    `json:"interests"`
	Relationships []string    `json:"relationships"`
	Ages          [2]int      `json:"ages"`
	Tags          []string    `json:"tags"`
	Cautions      []string    `json:"cautions"`
	Restricted    Restriction `json:"restricted"`
	Personalised  bool        `json:"personalised"`
	Shared        bool        `json:"shared"`
}

func readIdeaSet() (ideaSet, error) {
	var set ideaSet
	if err := json.Unmarshal(ideaSetJSON, &set, json.RejectUnknownMembers(true)); err != nil {
		return set, fmt.Errorf("reading ideas.json: %w", err)
	}
	return set, nil
}

// readIdeas returns the built-in ideas as gifts.
func readIdeas(set ideaSet) ([]Gift, error) {
	entries, err := fs.ReadDir(ideaFiles, "ideas")
	if err != nil {
		return nil, err
	}
	var gifts []Gift
	for _, e := range entries {
		b, err := ideaFiles.ReadFile(path.Join("ideas", e.Name()))
		if err != nil {
			return nil, err
		}
		var ideas []idea
		if err := json.Unmarshal(b, &ideas, json.RejectUnknownMembers(true)); err != nil {
			return nil, fmt.Errorf("reading ideas/%s: %w", e.Name(), err)
		}
		category := strings.TrimSuffix(e.Name(), ".json")
		for i := range ideas {
			gifts = append(gifts, ideas[i].gift(category, set))
		}
	}
	return gifts, nil
}

func (i *idea) gift(category string, set ideaSet) Gift {
	priced := time.Date(set.Year, time.January, 1, 0, 0, 0, 0, time.UTC)
	return Gift{
		ID:            IdeasSource + ":" + i.ID,
		Source:        IdeasSource,
		Name:          i.Name,
		Description:   i.Description,
		Category:      category,
		Brand:         i.Brand,
		Kind:          i.Kind,
		Price:         FloorMoney(i.Price, set.Currency),
		PriceBasis:    Typical,
		Priced:        priced,
		Availability:  InStock,
		AgeFrom:       i.Ages[0],
		AgeTo:         i.Ages[1],
		Restricted:    i.Restricted,
		Personalised:  i.Personalised,
		Shared:        i.Shared,
		Tags:          i.Tags,
		Occasions:     i.Occasions,
		Interests:     i.Interests,
		Relationships: i.Relationships,
		Cautions:      i.Cautions,
		Updated:       priced,
	}
}

// loadIdeas puts the built-in ideas into a database that wants them and has none or an older edition
// of them. One that a newer program has filled is left alone.
func (s *sqliteStore) loadIdeas(ctx context.Context) error {
	set, err := readIdeaSet()
	if err != nil {
		return err
	}
	if missing, err := lacksIdeas(ctx, s.write, set); err != nil || !missing {
		return err
	}
	return s.update(ctx, func(tx *transaction) error { return storeIdeas(ctx, tx, set) })
}

// storeIdeas stores a set of ideas. Several processes may start at once; whoever comes second finds
// the work done.
func storeIdeas(ctx context.Context, tx *transaction, set ideaSet) error {
	if missing, err := lacksIdeas(ctx, tx, set); err != nil || !missing {
		return err
	}
	gifts, err := readIdeas(set)
	if err != nil {
		return err
	}
	return replace(ctx, tx, Source{Name: IdeasSource, Edition: set.Edition}, Rules{}, All(gifts))
}

// lacksIdeas reports whether a database should hold a set of ideas and does not.
func lacksIdeas(ctx context.Context, q queryer, set ideaSet) (bool, error) {
	const query = `
		SELECT ideas = 1 AND NOT EXISTS (SELECT 1 FROM source WHERE name = ? AND edition >= ?)
		FROM catalog`
	var missing bool
	if err := q.QueryRowContext(ctx, query, IdeasSource, set.Edition).Scan(&missing); err != nil {
		return false, fmt.Errorf("reading source %s: %w", IdeasSource, err)
	}
	return missing, nil
}

// settleIdeas remembers whether the built-in ideas are part of the catalog, and takes them out of it or
// puts them back.
func settleIdeas(ctx context.Context, tx *transaction, keep bool) error {
	if _, err := tx.ExecContext(ctx, `UPDATE catalog SET ideas = ?`, keep); err != nil {
		return err
	}
	if !keep {
		_, err := tx.ExecContext(ctx, `DELETE FROM source WHERE name = ?`, IdeasSource)
		return err
	}
	set, err := readIdeaSet()
	if err != nil {
		return err
	}
	return storeIdeas(ctx, tx, set)
}
