package catalog_test

import (
	"errors"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"giftserver/internal/catalog"
)

func TestSources(t *testing.T) {
	s := newStore(t)
	euro := gift("b", "3")
	euro.Price.Currency = "EUR"
	mustReplace(t, s, catalog.Source{Name: "b", Edition: "2026-11-20"}, gift("b", "1"), euro, gift("b", "2"))
	mustReplace(t, s, catalog.Source{Name: "a", Edition: "2026-11-19"})
	got, err := s.Sources(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	want := []catalog.SourceSummary{
		{Source: catalog.Source{Name: "a", Edition: "2026-11-19"}},
		{Source: catalog.Source{Name: "b", Edition: "2026-11-20"}, Gifts: 3, Currencies: []string{"EUR", "USD"}},
		{Source: catalog.Source{Name: catalog.IdeasSource, Edition: "9999-12-31"}},
	}
	if diff := cmp.Diff(want, got, cmpopts.EquateEmpty(), cmpopts.IgnoreFields(catalog.SourceSummary{}, "Imported")); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	for _, sum := range got {
		if sum.Imported.IsZero() || sum.Imported.Unix() == 0 {
			t.Errorf("source %s: got no time of import", sum.Name)
		}
	}
}

// A source goes with its gifts and leaves the others; behind the last of them the built-in ideas are back.
func TestRemove(t *testing.T) {
	s := mustOpen(t, filepath.Join(t.TempDir(), "gifts.db"))
	for _, name := range []string{"a", "b"} {
		gifts := catalog.All([]catalog.Gift{gift(name, "1")})
		if err := s.Replace(t.Context(), catalog.Source{Name: name}, catalog.Rules{}, gifts); err != nil {
			t.Fatal(err)
		}
	}
	version := mustSnapshot(t, s).Version
	for _, step := range []struct {
		remove string
		want   []string
	}{{"a", []string{"b:1"}}, {"b", ids(builtIn(t))}} {
		if err := s.Remove(t.Context(), step.remove); err != nil {
			t.Fatal(err)
		}
		after := mustSnapshot(t, s)
		if diff := cmp.Diff(step.want, ids(after.Gifts.List()), cmpopts.SortSlices(func(a, b string) bool { return a < b })); diff != "" {
			t.Errorf("without %s (-want +got):\n%s", step.remove, diff)
		}
		if after.Version <= version {
			t.Errorf("without %s: got version %d, want more than %d", step.remove, after.Version, version)
		}
		version = after.Version
	}
	for _, name := range []string{"a", "other", "", catalog.IdeasSource} {
		if err := s.Remove(t.Context(), name); !errors.Is(err, catalog.ErrNoSource) {
			t.Errorf("removing %q: got error %v, want ErrNoSource", name, err)
		}
	}
}
