package catalog

import (
	"path/filepath"
	"strings"
	"testing"
)

// Store offers no way to write but Replace, so only the handle itself can show that it refuses.
func TestOpen_readHandleCannotWrite(t *testing.T) {
	s, err := Open(t.Context(), filepath.Join(t.TempDir(), "gifts.db"))
	if err != nil {
		t.Fatalf("Open: %v", err)
	}
	defer s.Close()
	_, err = s.(*sqliteStore).read.ExecContext(t.Context(), `DELETE FROM gift`)
	if err == nil || !strings.Contains(err.Error(), "readonly") {
		t.Errorf("deleting: got %v, want it refused as read-only", err)
	}
}

// What SQLite would refuse is refused before it gets there, and nothing else.
func TestCheck_agreesWithTheTable(t *testing.T) {
	s, err := Open(t.Context(), filepath.Join(t.TempDir(), "gifts.db"))
	if err != nil {
		t.Fatalf("Open: %v", err)
	}
	defer s.Close()
	conn, err := s.(*sqliteStore).write.Conn(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	if _, err := conn.ExecContext(t.Context(), `PRAGMA ignore_check_constraints = 0`); err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		name   string
		change func(*Gift)
		faulty bool
	}{
		{"nothing", func(*Gift) {}, false},
		{"dearest choice", func(g *Gift) { g.PriceTo = 101 }, false},
		{"letters of a currency", func(g *Gift) { g.Price.Currency = "€€€" }, false},
		{"one age", func(g *Gift) { g.AgeFrom, g.AgeTo = 3, 3 }, false},
		{"name", func(g *Gift) { g.Name = "" }, true},
		{"price", func(g *Gift) { g.Price.Minor = 0 }, true},
		{"no dearer choice", func(g *Gift) { g.PriceTo = 100 }, true},
		{"currency", func(g *Gift) { g.Price.Currency = "EURO" }, true},
		{"ages", func(g *Gift) { g.AgeFrom, g.AgeTo = 4, 3 }, true},
		{"kind", func(g *Gift) { g.Kind = "Physical" }, true},
		{"basis", func(g *Gift) { g.PriceBasis = "" }, true},
		{"availability", func(g *Gift) { g.Availability = "sold" }, true},
		{"restriction", func(g *Gift) { g.Restricted = "tobacco" }, true},
	}
	for _, tt := range tests {
		g := Gift{
			ID: IdeasSource + ":" + tt.name, Source: IdeasSource, Name: "A gift", Category: "toys", Kind: Physical,
			Price: Money{Minor: 100, Currency: "USD"}, PriceBasis: Listed, Availability: InStock, AgeTo: MaxAge,
		}
		tt.change(&g)
		var row giftRow
		if err := row.set(&g); err != nil {
			t.Fatal(err)
		}
		values := make([]any, len(row.values))
		for i, v := range row.values {
			values[i] = v.Value
		}
		if _, err := conn.ExecContext(t.Context(), insertGift, values...); (err != nil) != tt.faulty {
			t.Errorf("%s: the table said %v, want an error: %v", tt.name, err, tt.faulty)
		}
		if err := g.check(); (err != nil) != tt.faulty {
			t.Errorf("%s: check said %v, want an error: %v", tt.name, err, tt.faulty)
		}
	}
}
