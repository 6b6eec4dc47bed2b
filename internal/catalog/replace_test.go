package catalog_test

import (
	"database/sql"
	"errors"
	"iter"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"giftserver/internal/catalog"
)

// shop replaces the gifts of the source "shop".
func shop(t *testing.T, s catalog.Store, rules catalog.Rules, names ...string) error {
	t.Helper()
	var gifts []catalog.Gift
	for _, name := range names {
		gifts = append(gifts, gift("shop", name))
	}
	return s.Replace(t.Context(), catalog.Source{Name: "shop"}, rules, catalog.All(gifts))
}

func TestReplace_shrink(t *testing.T) {
	tests := []struct {
		name          string
		before, after []string
		allowed       bool
		removed       int // 0 for no error
	}{
		{"first import", nil, []string{"a"}, false, 0},
		{"half goes", []string{"a", "b", "c", "d"}, []string{"a", "b"}, false, 0},
		{"more than half goes", []string{"a", "b", "c"}, []string{"a"}, false, 2},
		// As many as before, but others: most likely another shop's.
		{"others come", []string{"a", "b", "c"}, []string{"c", "d", "e"}, false, 2},
		{"allowed", []string{"a", "b", "c"}, []string{"d"}, true, 0},
		{"all go", []string{"a"}, nil, false, 1},
	}
	for _, tt := range tests {
		s := newStore(t)
		if err := shop(t, s, catalog.Rules{}, tt.before...); err != nil {
			t.Fatal(err)
		}
		before := mustSnapshot(t, s)
		err := shop(t, s, catalog.Rules{AllowShrink: tt.allowed}, tt.after...)
		if tt.removed == 0 {
			if err != nil {
				t.Errorf("%s: got error %v", tt.name, err)
			}
			continue
		}
		want := catalog.ShrinkError{Source: "shop", Removed: tt.removed, Had: len(tt.before)}
		if got, ok := errors.AsType[*catalog.ShrinkError](err); !ok || *got != want {
			t.Errorf("%s: got error %v, want %v", tt.name, err, &want)
		}
		if diff := cmp.Diff(before, mustSnapshot(t, s), unpacked); diff != "" {
			t.Errorf("%s: the catalog changed (-before +after):\n%s", tt.name, diff)
		}
	}
}

// A merchant's gifts stand in for the built-in ideas, also after the next start, unless both are wanted.
func TestReplace_ideas(t *testing.T) {
	path := filepath.Join(t.TempDir(), "gifts.db")
	ideas := len(builtIn(t))
	for _, step := range []struct {
		keep bool
		want int // gifts
	}{{false, 1}, {true, 1 + ideas}, {true, 1 + ideas}, {false, 1}} {
		s := mustOpen(t, path)
		if err := shop(t, s, catalog.Rules{KeepIdeas: step.keep}, "a"); err != nil {
			t.Fatal(err)
		}
		if got := mustSnapshot(t, s).Gifts.Len(); got != step.want {
			t.Errorf("imported, keeping ideas %v: got %d gifts, want %d", step.keep, got, step.want)
		}
		mustClose(t, s)
		s = mustOpen(t, path)
		if got := mustSnapshot(t, s).Gifts.Len(); got != step.want {
			t.Errorf("opened again, keeping ideas %v: got %d gifts, want %d", step.keep, got, step.want)
		}
		mustClose(t, s)
	}
}

// A sequence that breaks off changes nothing.
func TestReplace_brokenSequence(t *testing.T) {
	s := newStore(t)
	if err := shop(t, s, catalog.Rules{}, "a"); err != nil {
		t.Fatal(err)
	}
	before := mustSnapshot(t, s)
	broken := errors.New("the file is cut")
	b := gift("shop", "b")
	var gifts iter.Seq2[*catalog.Gift, error] = func(yield func(*catalog.Gift, error) bool) {
		_ = yield(&b, nil) && yield(nil, broken)
	}
	if err := s.Replace(t.Context(), catalog.Source{Name: "shop"}, catalog.Rules{AllowShrink: true}, gifts); !errors.Is(err, broken) {
		t.Errorf("got error %v, want %v", err, broken)
	}
	if diff := cmp.Diff(before, mustSnapshot(t, s), unpacked); diff != "" {
		t.Errorf("the catalog changed (-before +after):\n%s", diff)
	}
}

// A catalog that another program keeps for itself can't even be opened, and the reason is told in words of ours.
func TestOpen_locked(t *testing.T) {
	t.Parallel() // SQLite waits for five seconds.
	path := filepath.Join(t.TempDir(), "gifts.db")
	mustClose(t, mustOpen(t, path))
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	db.SetMaxOpenConns(1) // The lock is one connection's.
	// Without a log beside the file, who writes keeps out whoever reads.
	if _, err := db.ExecContext(t.Context(), "PRAGMA journal_mode = DELETE; BEGIN EXCLUSIVE"); err != nil {
		t.Fatal(err)
	}
	s, err := catalog.Open(t.Context(), path)
	if !errors.Is(err, catalog.ErrBusy) {
		t.Errorf("got error %v, want %v", err, catalog.ErrBusy)
	}
	if err == nil {
		mustClose(t, s)
	}
}

// While a long import is under way, the catalog can be opened and read as it was, and a second import is
// told so.
func TestReplace_underWay(t *testing.T) {
	path := filepath.Join(t.TempDir(), "gifts.db")
	s := mustOpen(t, path)
	a := gift("shop", "a")
	var gifts iter.Seq2[*catalog.Gift, error] = func(yield func(*catalog.Gift, error) bool) {
		if !yield(&a, nil) {
			return
		}
		other := mustOpen(t, path)
		if got, want := mustSnapshot(t, other).Gifts.Len(), len(builtIn(t)); got != want {
			t.Errorf("during an import: got %d gifts, want the %d there were", got, want)
		}
		if err := shop(t, other, catalog.Rules{}, "b"); !errors.Is(err, catalog.ErrBusy) {
			t.Errorf("second import: got error %v, want %v", err, catalog.ErrBusy)
		}
	}
	if err := s.Replace(t.Context(), catalog.Source{Name: "shop"}, catalog.Rules{}, gifts); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"shop:a"}, ids(mustSnapshot(t, s).Gifts.List())); diff != "" {
		t.Errorf("after it (-want +got):\n%s", diff)
	}
}
