package catalog_test

import (
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"

	"giftserver/internal/catalog"
)

func TestFloorMoney(t *testing.T) {
	tests := []struct {
		major    float64
		currency string
		want     int64
	}{
		{45, "USD", 4500},
		// In binary 19.99*100 is less than 1999.
		{19.99, "USD", 1999},
		{19.999, "USD", 1999},
		{0.004, "USD", 0},
		// ISO 4217 gives the yen no decimal digits and the Kuwaiti dinar three.
		{1234.9, "JPY", 1234},
		{1.2345, "KWD", 1234},
		// A currency that ISO 4217 does not have is taken to have cents.
		{1.5, "ZZZ", 150},
		{1e300, "USD", math.MaxInt64},
		{math.Inf(1), "USD", math.MaxInt64},
		{0, "USD", 0},
		{-0.01, "USD", 0},
		{math.Inf(-1), "USD", 0},
		{math.NaN(), "USD", 0},
	}
	for _, tt := range tests {
		got := catalog.FloorMoney(tt.major, tt.currency)
		if want := (catalog.Money{Minor: tt.want, Currency: tt.currency}); got != want {
			t.Errorf("FloorMoney(%v, %s): got %v, want %v", tt.major, tt.currency, got, want)
		}
	}
}

func TestMoney_major(t *testing.T) {
	tests := map[catalog.Money]float64{
		{Minor: 1999, Currency: "USD"}: 19.99,
		{Minor: 4500, Currency: "USD"}: 45,
		{Minor: 1234, Currency: "JPY"}: 1234,
		{Minor: 1234, Currency: "KWD"}: 1.234,
	}
	got := map[catalog.Money]float64{}
	for m := range tests {
		got[m] = m.Major()
	}
	if diff := cmp.Diff(tests, got); diff != "" {
		t.Errorf("Major (-want +got):\n%s", diff)
	}
}

func TestMoney_format(t *testing.T) {
	tests := []struct {
		minor    int64
		currency string
		language string
		want     string
	}{
		// Zero cents are left out, and only both of them.
		{4500, "USD", "en", "$45"},
		{1999, "USD", "en", "$19.99"},
		{1990, "USD", "en", "$19.90"},
		{1234, "JPY", "en", "¥1,234"},
		// CLDR puts a no-break space before the sign in German.
		{123450, "EUR", "de", "1.234,50\u00a0€"},
		{4500, "EUR", "de", "45\u00a0€"},
		// A language that nobody knows is no reason to fail.
		{4500, "USD", "", "$45"},
		{4500, "USD", "xx-bogus", "$45"},
	}
	for _, tt := range tests {
		m := catalog.Money{Minor: tt.minor, Currency: tt.currency}
		if got := catalog.NewFormatter(tt.language).Format(m); got != tt.want {
			t.Errorf("%v.Format(%q): got %q, want %q", m, tt.language, got, tt.want)
		}
	}
}

func TestCeilMoney(t *testing.T) {
	for major, want := range map[float64]int64{0: 0, 20: 2000, 19.99: 1999, 20.005: 2001, 0.001: 1} {
		if got := catalog.CeilMoney(major, "USD").Minor; got != want {
			t.Errorf("CeilMoney(%v, USD): got %d, want %d", major, got, want)
		}
	}
}
