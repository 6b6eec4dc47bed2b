package catalog_test

import (
	"math"
	"strings"
	"testing"

	"giftserver/internal/catalog"
)

// The files of the European Central Bank: of a day, and of all days.
const (
	bankDay     = "Date, USD, JPY, KWD, ISK, \n30 November 2026, 1.25, 160, 0.3, 140, \n"
	bankHistory = "Date,USD,JPY,CYP,HRK,\n2026-11-30,1.25,160,N/A,N/A,\n2026-11-27,1.5,150,N/A,N/A,\n"
)

// With 1.25 USD and 160 JPY to the euro, a dollar is 0.8 euros and 128 yen.
func TestRates_Convert(t *testing.T) {
	tests := []struct {
		minor     int64
		from, to  string
		up, floor int64
	}{
		{10450, "USD", "EUR", 8360, 8360},
		{8360, "EUR", "USD", 10450, 10450},
		{100, "USD", "JPY", 128, 128},
		{1, "USD", "JPY", 2, 1},     // 1.28
		{100, "JPY", "EUR", 63, 62}, // 62.5
		{1, "JPY", "EUR", 1, 0},     // 0.625
		{500, "USD", "KWD", 1200, 1200},
		{1, "KWD", "EUR", 1, 0}, // 1/3
		{3000, "KWD", "EUR", 1000, 1000},
		{0, "USD", "EUR", 0, 0},
		{999, "USD", "USD", 999, 999},
		{999, "BRL", "BRL", 999, 999},
		{math.MaxInt64, "USD", "USD", math.MaxInt64, math.MaxInt64},
		{math.MaxInt64, "USD", "EUR", 7378697629483820646, 7378697629483820645}, // × 0.8 = …645.6
	}
	for _, file := range []string{
		bankDay,
		`{"base":"EUR","date":"2026-11-30","rates":{"USD":1.25,"JPY":160,"KWD":0.3}}`,
		`{"base":"USD","date":"2026-11-30","rates":{"USD":1,"EUR":0.8,"JPY":1.28E2,"KWD":2.4e-1,"BTC":0.00001},"success":true}`,
	} {
		rates := readRates(t, file)
		if rates.Date() != "2026-11-30" {
			t.Errorf("got the date %s, want 2026-11-30", rates.Date())
		}
		for _, tt := range tests {
			m := catalog.Money{Minor: tt.minor, Currency: tt.from}
			up, ok := rates.Convert(m, tt.to)
			floor, ok2 := rates.ConvertFloor(m, tt.to)
			if !ok || !ok2 || up != (catalog.Money{Minor: tt.up, Currency: tt.to}) || floor != (catalog.Money{Minor: tt.floor, Currency: tt.to}) {
				t.Errorf("%v in %s: got %v, %v and %v, %v, want %d and %d", m, tt.to, up, ok, floor, ok2, tt.up, tt.floor)
			}
		}
	}
}

func TestRates_Convert_unknown(t *testing.T) {
	tests := []struct {
		rates    *catalog.Rates
		minor    int64
		from, to string
	}{
		{readRates(t, bankDay), 100, "USD", "BRL"},
		{readRates(t, bankDay), 100, "BRL", "USD"},
		{readRates(t, bankDay), 100, "USD", "nonsense"},
		{readRates(t, bankDay), math.MaxInt64, "EUR", "USD"},
		{readRates(t, bankHistory), 100, "USD", "HRK"},
		{nil, 100, "USD", "EUR"},
	}
	for _, tt := range tests {
		m := catalog.Money{Minor: tt.minor, Currency: tt.from}
		if got, ok := tt.rates.Convert(m, tt.to); ok {
			t.Errorf("%v in %s: got %v", m, tt.to, got)
		}
		if got, ok := tt.rates.ConvertFloor(m, tt.to); ok {
			t.Errorf("%v in %s, rounded down: got %v", m, tt.to, got)
		}
	}
	var none *catalog.Rates
	if got, ok := none.Convert(catalog.Money{Minor: 5, Currency: "USD"}, "USD"); !ok || got.Minor != 5 {
		t.Errorf("without rates, 5 cents in USD: got %v, %v", got, ok)
	}
}

func TestReadRates(t *testing.T) {
	tests := []struct{ file, want string }{ // want is part of the error, "" for none
		{bankDay, ""},
		{bankHistory, ""},
		{"\ufeff" + bankDay, ""},
		{strings.ReplaceAll(bankDay, "\n", "\r\n"), ""},
		{strings.TrimSuffix(bankDay, "\n"), ""},
		{"\n" + `{"base":"EUR","date":"2026-11-30","rates":{"USD":1.25}}`, ""},
		{"", "want the CSV file of the European Central Bank"},
		{"PK\x03\x04", "want the CSV file of the European Central Bank, unpacked"},
		{`<?xml version="1.0"?>`, "or JSON such as"},
		{"USD,1.25\n", "want the CSV file"},
		{"Date, USD\n", "no row below"},
		{"Date, USD\n30 November 2026\n", "wrong number of fields"},
		{"Date, USD\nyesterday, 1.25\n", `the date must be one such as 30 November 2026, got "yesterday"`},
		{"Date, USD\n2026-13-30, 1.25\n", `the date must be one such as 2026-11-30, got "2026-13-30"`},
		{"Date, USD\n30 November 2026, 0\n", `the rate of USD must be a number greater than 0 such as 0.8615, got "0"`},
		{"Date, USD\n30 November 2026, -1\n", "rate of USD"},
		{"Date, USD\n30 November 2026, \"1,25\"\n", "rate of USD"},
		{"Date, USD, USD\n30 November 2026, 1.25, 1.25\n", "two rates of USD"},
		{"Date, EUR, USD\n30 November 2026, 2, 1.25\n", "the rate of EUR must be 1"},
		{"Date, XXX\n30 November 2026, 1.25\n", "no rate of a currency in use"},
		{`{"base":"EUR","date":"2026-11-30"}`, "no rate of a currency in use"},
		{`{"base":"EUR","date":"2026-11-30","rates":{"EUR":1}}`, "no rate of a currency in use"},
		{`{"date":"2026-11-30","rates":{"USD":1.25}}`, "the base must be an ISO 4217 code"},
		{`{"base":"euro","date":"2026-11-30","rates":{"USD":1.25}}`, `got "euro"`},
		{`{"base":"EUR","rates":{"USD":1.25}}`, "the date must be one such as 2026-11-30"},
		{`{"base":"EUR","date":"2026-11-30","rates":{"USD":"1.25"}}`, "rate of USD"},
		{`{"base":"EUR","date":"2026-11-30","rates":{"USD":null}}`, "rate of USD"},
		{`{"base":"EUR","date":"2026-11-30","rates":{"USD":1e999999999}}`, "rate of USD"},
		{`{"base":"EUR","date":"2026-11-30","rates":{"USD":1.25,"USD":1.5}}`, "duplicate"},
		{`{"base":"EUR","date":"2026-11-30","rates":[1.25]}`, "rates"},
		{`{"base":"EUR",`, "reading rates: "},
		{strings.Repeat(" ", 5<<20), "more than 4 MiB"},
	}
	for _, tt := range tests {
		_, err := catalog.ReadRates(strings.NewReader(tt.file))
		switch {
		case tt.want == "" && err != nil:
			t.Errorf("%.80q: got error %v", tt.file, err)
		case tt.want != "" && (err == nil || !strings.Contains(err.Error(), tt.want)):
			t.Errorf("%.80q: got error %v, want one with %q", tt.file, err, tt.want)
		}
	}
}

// Whatever is read, what is rounded up and down lies one unit apart at most, and a price that is within a
// converted budget is within the budget when it is converted itself.
func FuzzReadRates(f *testing.F) {
	f.Add(bankDay, int64(10450), int64(9000))
	f.Add(bankHistory, int64(1), int64(1))
	f.Add(`{"base":"USD","date":"2026-11-30","rates":{"EUR":0.86,"JPY":157.2E0}}`, int64(99999), int64(1<<40))
	f.Fuzz(func(t *testing.T, file string, price, budget int64) {
		rates, err := catalog.ReadRates(strings.NewReader(file))
		if err != nil {
			return
		}
		asked, mine := catalog.Money{Minor: price, Currency: "USD"}, catalog.Money{Minor: budget, Currency: "EUR"}
		up, ok := rates.Convert(asked, "EUR")
		down, ok2 := rates.ConvertFloor(asked, "EUR")
		most, ok3 := rates.ConvertFloor(mine, "USD")
		if !ok || !ok2 || !ok3 {
			return
		}
		if up.Minor-down.Minor < 0 || up.Minor-down.Minor > 1 {
			t.Errorf("%v: got %v and %v", asked, down, up)
		}
		if (price <= most.Minor) != (up.Minor <= budget) {
			t.Errorf("%v, which is %v: a budget of %v, which is %v, decides in two ways", asked, up, mine, most)
		}
	})
}

func readRates(t *testing.T, file string) *catalog.Rates {
	t.Helper()
	rates, err := catalog.ReadRates(strings.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	return rates
}
