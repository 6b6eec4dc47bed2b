package catalog_test

import (
	"errors"
	"path/filepath"
	"reflect"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"giftserver/internal/catalog"
)

// mustOpen opens a catalog and closes it at the end of the test.
func mustOpen(t *testing.T, path string) catalog.Store {
	t.Helper()
	s, err := catalog.Open(t.Context(), path)
	if err != nil {
		t.Fatalf("Open: %v", err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

// newStore opens a new catalog and takes the built-in ideas out of it.
func newStore(t *testing.T) catalog.Store {
	t.Helper()
	s := mustOpen(t, filepath.Join(t.TempDir(), "gifts.db"))
	mustReplace(t, s, catalog.Source{Name: catalog.IdeasSource, Edition: "9999-12-31"}) // A later one than any of ours.
	return s
}

func mustReplace(t *testing.T, s catalog.Store, source catalog.Source, gifts ...catalog.Gift) {
	t.Helper()
	if err := s.Replace(t.Context(), source, catalog.Rules{KeepIdeas: true, AllowShrink: true}, catalog.All(gifts)); err != nil {
		t.Fatalf("Replace: %v", err)
	}
}

func mustSnapshot(t *testing.T, s catalog.Store) *catalog.Snapshot {
	t.Helper()
	snapshot, err := s.Snapshot(t.Context())
	if err != nil {
		t.Fatalf("Snapshot: %v", err)
	}
	return snapshot
}

// gift has only what a gift must have.
func gift(source, id string) catalog.Gift {
	return catalog.Gift{
		ID: source + ":" + id, Source: source, Name: "Gift " + id, Category: "toys", Kind: catalog.Physical,
		Price: catalog.Money{Minor: 1999, Currency: "USD"}, PriceBasis: catalog.Listed, Availability: catalog.InStock,
		AgeTo: catalog.MaxAge,
	}
}

// unpacked compares gifts by what they are.
var unpacked = cmp.Transformer("List", func(g catalog.Gifts) []catalog.Gift { return g.List() })

func ids(gifts []catalog.Gift) []string {
	var list []string
	for i := range gifts {
		list = append(list, gifts[i].ID)
	}
	return list
}

func fullGift() catalog.Gift {
	rating, handling, transit := 4.5, 2, 0
	return catalog.Gift{
		ID: "shop:full", Source: "shop", Name: "Naïve “gift” 🎁", Description: "Two\nlines; 100% 'quoted'.",
		Category: "toys", CategoryPath: "Toys > Games", Brand: "Brand", Kind: catalog.Experience,
		Price: catalog.Money{Minor: 1 << 40, Currency: "JPY"}, PriceTo: 1<<40 + 1, PriceBasis: catalog.Typical,
		Priced:       time.Date(2026, time.January, 1, 0, 0, 0, 0, time.UTC),
		Availability: catalog.Preorder, URL: "https://shop.example/a?b=c#d", ImageURL: "https://shop.example/a.jpg",
		ImageAlt: "A gift", AgeFrom: 18, AgeTo: 99, Restricted: catalog.Alcohol, Personalised: true, Shared: true,
		Tags: []string{"b", "a, with a comma", `"quoted"`}, Occasions: []string{"birthday"}, Interests: []string{"chess"},
		Relationships: []string{"friend"}, Cautions: []string{"Contains nuts."}, Options: []catalog.Option{{Name: "Size", Values: []string{"S", "M, long"}}},
		Rating: &rating, RatingCount: 7, HandlingDays: &handling, TransitDays: &transit,
		ValidUntil: time.Date(2027, time.June, 30, 23, 59, 59, 0, time.UTC),
		Updated:    time.Date(2026, time.May, 1, 12, 0, 0, 0, time.UTC),
	}
}

func TestStore_roundTrip(t *testing.T) {
	full := fullGift()
	for field, value := range reflect.ValueOf(full).Fields() {
		if value.IsZero() { // A new field must not be forgotten here.
			t.Errorf("fullGift leaves %s empty", field.Name)
		}
	}
	s := newStore(t)
	for _, want := range []catalog.Gift{full, gift("shop", "bare")} {
		mustReplace(t, s, catalog.Source{Name: "shop"}, want)
		got, err := s.Gift(t.Context(), want.ID)
		if err != nil {
			t.Fatalf("Gift: %v", err)
		}
		if diff := cmp.Diff(want, got, cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("Gift(%s) (-want +got):\n%s", want.ID, diff)
		}
		if diff := cmp.Diff([]catalog.Gift{got}, mustSnapshot(t, s).Gifts.List()); diff != "" {
			t.Errorf("Snapshot with %s (-Gift +Snapshot):\n%s", want.ID, diff)
		}
	}
}

func TestReplace_isTheFullList(t *testing.T) {
	s := newStore(t)
	shop, other := catalog.Source{Name: "shop", Edition: "1"}, catalog.Source{Name: "other", Edition: "1"}
	mustReplace(t, s, other, gift("other", "x"))
	mustReplace(t, s, shop, gift("shop", "b"), gift("shop", "a"), gift("shop", "B"))
	before := mustSnapshot(t, s)
	// Byte order, whatever the order of the list.
	if diff := cmp.Diff([]string{"other:x", "shop:B", "shop:a", "shop:b"}, ids(before.Gifts.List())); diff != "" {
		t.Errorf("Snapshot (-want +got):\n%s", diff)
	}

	shop.Edition = "2"
	mustReplace(t, s, shop, gift("shop", "c"))
	after := mustSnapshot(t, s)
	if diff := cmp.Diff([]string{"other:x", "shop:c"}, ids(after.Gifts.List())); diff != "" {
		t.Errorf("Snapshot after Replace (-want +got):\n%s", diff)
	}
	if got, want := after.Version, before.Version+1; got != want {
		t.Errorf("version: got %d, want %d", got, want)
	}
	if _, err := s.Gift(t.Context(), "shop:a"); !errors.Is(err, catalog.ErrNotFound) {
		t.Errorf("Gift that is gone: got %v, want ErrNotFound", err)
	}
}

func TestReplace_failureChangesNothing(t *testing.T) {
	s := newStore(t)
	mustReplace(t, s, catalog.Source{Name: "shop", Edition: "1"}, gift("shop", "a"))
	mustReplace(t, s, catalog.Source{Name: "other"}, gift("other", "a"))
	before := mustSnapshot(t, s)

	nameless := gift("shop", "c")
	nameless.Name = ""
	free, negative := gift("shop", "c"), gift("shop", "c")
	free.Price.Minor, negative.Price.Minor = 0, -1
	tests := map[string][]catalog.Gift{
		"a gift that costs nothing":  {gift("shop", "b"), free},
		"a gift that pays":           {gift("shop", "b"), negative},
		"one id twice":               {gift("shop", "b"), gift("shop", "b")},
		"a gift without a name":      {gift("shop", "b"), nameless},
		"a gift of a foreign source": {gift("shop", "b"), gift("unknown", "b")},
		"a gift of another source":   {gift("shop", "b"), gift("other", "b")},
	}
	for name, gifts := range tests {
		if err := s.Replace(t.Context(), catalog.Source{Name: "shop", Edition: "2"}, catalog.Rules{AllowShrink: true}, catalog.All(gifts)); err == nil {
			t.Errorf("%s: got no error", name)
		}
		if diff := cmp.Diff(before, mustSnapshot(t, s), unpacked); diff != "" {
			t.Errorf("%s: the catalog changed (-before +after):\n%s", name, diff)
		}
	}
}

func TestCategory_pages(t *testing.T) {
	s := newStore(t)
	book := gift("shop", "b")
	book.Category = "books"
	mustReplace(t, s, catalog.Source{Name: "shop"}, gift("shop", "d"), book, gift("shop", "a"), gift("shop", "c"))
	tests := []struct {
		category, after string
		want            []string
	}{
		{"toys", "", []string{"shop:a", "shop:c"}},
		{"toys", "shop:c", []string{"shop:d"}},
		{"toys", "shop:d", nil},
		// The gift that a page ended with may be gone when the next one is asked for.
		{"toys", "shop:bb", []string{"shop:c", "shop:d"}},
		{"pets", "", nil},
	}
	for _, tt := range tests {
		page, err := s.Category(t.Context(), tt.category, tt.after, 2)
		if err != nil {
			t.Fatalf("Category: %v", err)
		}
		if diff := cmp.Diff(tt.want, ids(page)); diff != "" {
			t.Errorf("Category(%s) after %q (-want +got):\n%s", tt.category, tt.after, diff)
		}
	}
}
