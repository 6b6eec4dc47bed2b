package catalog_test

import (
	"strings"
	"testing"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/google/go-cmp/cmp"

	"giftserver/internal/catalog"
)

func TestSummary(t *testing.T) {
	may := time.Date(2026, time.May, 1, 12, 0, 0, 0, time.UTC)
	snapshot := &catalog.Snapshot{Gifts: catalog.Pack([]catalog.Gift{
		{
			Category: "toys", Brand: "lego", Price: catalog.Money{Minor: 1999, Currency: "USD"},
			Occasions: []string{"birthday", "Christmas"}, Interests: []string{"K-pop"}, Updated: may,
		},
		{
			Category: "books", Price: catalog.Money{Minor: 4500, Currency: "USD"},
			Occasions: []string{"birthday"}, Interests: []string{"astronomy"}, Updated: may.AddDate(-1, 0, 0),
		},
		{Category: "toys", Brand: "Brio", Price: catalog.Money{Minor: 1, Currency: "EUR"}},
		{Category: "toys", Brand: "lego", Price: catalog.Money{Minor: 3000, Currency: "USD"}},
	})}
	// The euro is in no range, and a capital letter changes no order.
	want := catalog.Summary{
		Categories: []string{"books", "toys"},
		Brands:     []string{"Brio", "lego"},
		Occasions:  []string{"birthday", "Christmas"},
		Interests:  []string{"astronomy", "K-pop"},
		Price:      catalog.PriceRange{Min: 19.99, Max: 45, Currency: "USD"},
		Count:      4,
		Updated:    "2026-05-01T12:00:00Z",
		ByCategory: []catalog.CategorySummary{
			{Category: "books", Count: 1, Price: catalog.PriceRange{Min: 45, Max: 45, Currency: "USD"}},
			{Category: "toys", Count: 3, Price: catalog.PriceRange{Min: 19.99, Max: 30, Currency: "USD"}},
		},
	}
	if diff := cmp.Diff(want, snapshot.Summary("USD")); diff != "" {
		t.Errorf("Summary (-want +got):\n%s", diff)
	}
}

// How old the built-in ideas are is said as long as they are there.
func TestSummary_ideas(t *testing.T) {
	idea := catalog.Gift{Source: catalog.IdeasSource, Priced: time.Date(2026, time.January, 1, 0, 0, 0, 0, time.UTC)}
	sold := catalog.Gift{Source: "shop", Priced: time.Date(2027, time.May, 1, 0, 0, 0, 0, time.UTC)}
	tests := []struct {
		snapshot catalog.Snapshot
		want     *catalog.IdeasSummary
	}{
		{catalog.Snapshot{Ideas: "2026-11-30.2", Gifts: catalog.Pack([]catalog.Gift{sold, idea})}, &catalog.IdeasSummary{Edition: "2026-11-30.2", Year: 2026}},
		{catalog.Snapshot{Gifts: catalog.Pack([]catalog.Gift{sold})}, nil},
		{catalog.Snapshot{}, nil},
	}
	for _, tt := range tests {
		if diff := cmp.Diff(tt.want, tt.snapshot.Summary("USD").Ideas); diff != "" {
			t.Errorf("edition %q (-want +got):\n%s", tt.snapshot.Ideas, diff)
		}
	}
}

func TestSummary_currency(t *testing.T) {
	tests := []struct {
		priced []string // the currency of each gift, whose price is its place in the list
		wanted string
		want   catalog.PriceRange
	}{
		{[]string{"USD", "EUR", "EUR"}, "USD", catalog.PriceRange{Min: 0.01, Max: 0.01, Currency: "USD"}},
		// Nothing is priced in the wanted currency: the one that most gifts have stands in.
		{[]string{"USD", "EUR", "EUR"}, "GBP", catalog.PriceRange{Min: 0.02, Max: 0.03, Currency: "EUR"}},
		{[]string{"USD", "EUR"}, "GBP", catalog.PriceRange{Min: 0.02, Max: 0.02, Currency: "EUR"}},
		{nil, "GBP", catalog.PriceRange{Currency: "GBP"}},
	}
	for _, tt := range tests {
		var gifts []catalog.Gift
		for i, code := range tt.priced {
			gifts = append(gifts, catalog.Gift{Price: catalog.Money{Minor: int64(i + 1), Currency: code}})
		}
		snapshot := catalog.Snapshot{Gifts: catalog.Pack(gifts)}
		got := snapshot.Summary(tt.wanted)
		if diff := cmp.Diff(tt.want, got.Price); diff != "" {
			t.Errorf("%v in %s (-want +got):\n%s", tt.priced, tt.wanted, diff)
		}
		if got.Count != len(tt.priced) {
			t.Errorf("%v: got count %d, want %d", tt.priced, got.Count, len(tt.priced))
		}
	}
}

// A category where nothing is priced in the currency of the summary has no price.
func TestSummary_noPrice(t *testing.T) {
	snapshot := catalog.Snapshot{Gifts: catalog.Pack([]catalog.Gift{
		{Category: "books", Price: catalog.Money{Minor: 1000, Currency: "EUR"}},
		{Category: "toys", Price: catalog.Money{Minor: 2000, Currency: "USD"}},
	})}
	got, err := json.Marshal(snapshot.Summary("EUR").ByCategory)
	if err != nil {
		t.Fatal(err)
	}
	want := `[{"category":"books","count":1,"price":{"min":10,"max":10,"currency":"EUR"}},{"category":"toys","count":1}]`
	if string(got) != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// A budget that nobody can answer in is told the currency that most gifts have.
func TestCurrency(t *testing.T) {
	tests := []struct {
		priced string // the currency of each gift
		wanted string
		want   string
	}{
		{"USD EUR EUR", "USD", "USD"},
		{"USD EUR EUR", "GBP", "EUR"},
		// A few that happen to be in the wanted one tell nothing of the others.
		{"USD EUR EUR EUR EUR EUR EUR EUR EUR EUR", "USD", "USD"},
		{"USD EUR EUR EUR EUR EUR EUR EUR EUR EUR EUR", "USD", "EUR"},
		// Of equals the first by name, whatever the order of the gifts.
		{"USD EUR", "GBP", "EUR"},
		{"EUR USD", "GBP", "EUR"},
		{"USD USD CHF EUR EUR CHF", "GBP", "CHF"},
		// An empty catalog has no better one.
		{"", "GBP", "GBP"},
		{"USD", "", "USD"},
	}
	for _, tt := range tests {
		var gifts []catalog.Gift
		for code := range strings.FieldsSeq(tt.priced) {
			gifts = append(gifts, catalog.Gift{Price: catalog.Money{Minor: 100, Currency: code}})
		}
		s := catalog.Snapshot{Gifts: catalog.Pack(gifts)}
		if got := s.Currency(tt.wanted); got != tt.want {
			t.Errorf("Currency(%q) of %q: got %q, want %q", tt.wanted, tt.priced, got, tt.want)
		}
	}
}
