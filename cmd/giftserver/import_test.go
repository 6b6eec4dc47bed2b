package main

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"giftserver/internal/catalog"
)

const twoProducts = "id\ttitle\tprice\tavailability\n1\tChess set\t40.00 USD\tin_stock\n2\tTea mug\t12.50 USD\tin_stock\n"

// importTwo imports two products from standard input and returns the exit code and what was printed.
func importTwo(ctx context.Context, db string) (code int, stdout, stderr string) {
	var out, errs strings.Builder
	code = run(ctx, program{
		args:   []string{"import", "-", "--db", db},
		env:    func(string) (string, bool) { return "", false },
		stdin:  strings.NewReader(twoProducts),
		stdout: &out, stderr: &errs,
	})
	return code, out.String(), errs.String()
}

// A second import into a catalog is told of the first, and can be tried again when that is done.
func TestImport_twoAtOnce(t *testing.T) {
	db := filepath.Join(t.TempDir(), "gifts.db")
	store, err := catalog.Open(t.Context(), db)
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	first := func(yield func(*catalog.Gift, error) bool) {
		code, stdout, stderr := importTwo(t.Context(), db)
		if want := "giftserver: the catalog's database is locked by another process: most likely another import"; code != 1 || stdout != "" ||
			!strings.HasPrefix(stderr, want) || !strings.HasSuffix(stderr, "; nothing was changed\n") {
			t.Errorf("got exit code %d, %q, %q, want 1, nothing, %q", code, stdout, stderr, want)
		}
		yield(&catalog.Gift{
			ID: "first:1", Source: "first", Name: "Bowl", Category: "home", Kind: catalog.Physical, PriceBasis: catalog.Listed,
			Price: catalog.Money{Minor: 800, Currency: "USD"}, Availability: catalog.InStock,
		}, nil)
	}
	if err := store.Replace(t.Context(), catalog.Source{Name: "first"}, catalog.Rules{}, first); err != nil {
		t.Fatal(err)
	}
	if code, _, stderr := importTwo(t.Context(), db); code != 0 {
		t.Errorf("when the first is done: got exit code %d, %q", code, stderr)
	}
}

func TestImport_interrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	db := filepath.Join(t.TempDir(), "gifts.db")
	if code, _, stderr := importTwo(ctx, db); code != 1 || !strings.Contains(stderr, "interrupted; nothing was changed") {
		t.Errorf("got exit code %d, %q, want 1 and that it was interrupted", code, stderr)
	}
}

// A server that is running answers from what was imported.
func TestImport_runningServer(t *testing.T) {
	db := filepath.Join(t.TempDir(), "gifts.db")
	a, err := openApp(t.Context(), &program{env: func(string) (string, bool) { return "", false }, stderr: t.Output()}, &config{db: db, currency: "USD"}, &instruments{})
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	err = a.following(t.Context(), func(ctx context.Context) error {
		if code, _, stderr := importTwo(ctx, db); code != 0 {
			return fmt.Errorf("import: exit code %d, %s", code, stderr)
		}
		for a.Catalog().Gifts.Len() != 2 {
			if ctx.Err() != nil {
				return fmt.Errorf("it never noticed: %w", ctx.Err())
			}
			time.Sleep(10 * time.Millisecond)
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}
