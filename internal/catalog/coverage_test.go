package catalog_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"giftserver/internal/catalog"
)

func TestCoverage(t *testing.T) {
	gift := func(minor int64, currency string, interests ...string) catalog.Gift {
		return catalog.Gift{Price: catalog.Money{Minor: minor, Currency: currency}, Interests: interests}
	}
	snapshot := &catalog.Snapshot{Gifts: catalog.Pack([]catalog.Gift{
		gift(1999, "USD", "tea", "K-pop"),
		gift(2000, "USD", "tea"),
		gift(25000, "USD", "tea"),
		gift(25001, "USD"),
		gift(500, "EUR", "origami"),
	})}
	// A gift of two interests is one gift. An interest that has gifts of another currency alone is a gap, and so
	// is one that has none.
	want := catalog.Coverage{
		Currency: "USD",
		Interests: []catalog.InterestCoverage{
			{Interest: "chess"},
			{Interest: "K-pop", Gifts: catalog.ByBand{1, 0, 0, 0, 0}},
			{Interest: "origami"},
			{Interest: "tea", Gifts: catalog.ByBand{1, 1, 0, 1, 0}},
		},
		NoInterest:      catalog.ByBand{0, 0, 0, 0, 1},
		All:             catalog.ByBand{1, 1, 0, 1, 1},
		OtherCurrencies: 1,
	}
	if diff := cmp.Diff(want, snapshot.Coverage("USD", []string{"chess", "tea"})); diff != "" {
		t.Errorf("Coverage (-want +got):\n%s", diff)
	}
}

// The numbers of a band are the same in every currency, whatever its decimals.
func TestCoverage_bands(t *testing.T) {
	tests := []struct {
		price catalog.Money
		band  string
	}{
		{catalog.Money{Minor: 1, Currency: "EUR"}, "under 20"},
		{catalog.Money{Minor: 1999, Currency: "EUR"}, "under 20"},
		{catalog.Money{Minor: 2000, Currency: "EUR"}, "20-50"},
		{catalog.Money{Minor: 4999, Currency: "EUR"}, "20-50"},
		{catalog.Money{Minor: 5000, Currency: "EUR"}, "50-100"},
		{catalog.Money{Minor: 10000, Currency: "EUR"}, "100-250"},
		{catalog.Money{Minor: 25000, Currency: "EUR"}, "100-250"},
		{catalog.Money{Minor: 25001, Currency: "EUR"}, "over 250"},
		{catalog.Money{Minor: 19, Currency: "JPY"}, "under 20"},
		{catalog.Money{Minor: 20, Currency: "JPY"}, "20-50"},
		{catalog.Money{Minor: 19_999, Currency: "KWD"}, "under 20"},
		{catalog.Money{Minor: 20_000, Currency: "KWD"}, "20-50"},
	}
	for _, tt := range tests {
		snapshot := &catalog.Snapshot{Gifts: catalog.Pack([]catalog.Gift{{Price: tt.price}})}
		got := snapshot.Coverage(tt.price.Currency, nil)
		for i, name := range catalog.Bands {
			want := 0
			if name == tt.band {
				want = 1
			}
			if got.All[i] != want {
				t.Errorf("%d %s: got %d gifts in band %q, want %d", tt.price.Minor, tt.price.Currency, got.All[i], name, want)
			}
		}
	}
}

func TestCoverage_empty(t *testing.T) {
	var snapshot catalog.Snapshot
	want := catalog.Coverage{Currency: "EUR", Interests: []catalog.InterestCoverage{{Interest: "tea"}}}
	if diff := cmp.Diff(want, snapshot.Coverage("EUR", []string{"tea"})); diff != "" {
		t.Errorf("Coverage (-want +got):\n%s", diff)
	}
}
