package feed

import (
	"errors"
	"testing"

	"giftserver/internal/catalog"
)

func TestParseMoney(t *testing.T) {
	tests := []struct {
		text, currency string // the second of prices that name none
		want           int64  // minor units by ISO 4217
		in             string
	}{
		{"15.00 USD", "", 1500, "USD"},
		{"USD 15", "", 1500, "USD"},
		{"15 USD", "", 1500, "USD"},
		{"9999999999999.99 USD", "", 999999999999999, "USD"},
		{"19.99usd", "", 1999, "USD"},
		{"USD19.99", "", 1999, "USD"},
		{"0.5 USD", "", 50, "USD"},
		{"0.500 USD", "", 50, "USD"},
		{"15,00 EUR", "", 1500, "EUR"},
		{"15,5 EUR", "", 1550, "EUR"},
		{"1.234,56 EUR", "", 123456, "EUR"},
		{"1,234.56 EUR", "", 123456, "EUR"},
		{"1.234.567 EUR", "", 123456700, "EUR"},
		{"1.234.567,89 EUR", "", 123456789, "EUR"},
		{"1 299,00 SEK", "", 129900, "SEK"},
		{"1\u00a0299,00 SEK", "", 129900, "SEK"},
		{"1\u202f299 SEK", "", 129900, "SEK"},
		{"1'299.00 CHF", "", 129900, "CHF"},
		{"1’299.00 CHF", "", 129900, "CHF"},
		{"1,50,000 INR", "", 15000000, "INR"},
		{"12,34,567.00 INR", "", 123456700, "INR"},
		{"19.9900 USD", "", 1999, "USD"},
		{"1234.560 USD", "", 123456, "USD"},
		// No decimals in ISO 4217: what stands behind a mark are thousands.
		{"1500 JPY", "", 1500, "JPY"},
		{"1,500 JPY", "", 1500, "JPY"},
		{"1.050.000 VND", "", 1050000, "VND"},
		{"16.499 CLP", "", 16499, "CLP"},
		{"1500.00 JPY", "", 1500, "JPY"},
		// Three decimals.
		{"12.500 KWD", "", 12500, "KWD"},
		{"12.5 KWD", "", 12500, "KWD"},
		{"1,234.500 KWD", "", 1234500, "KWD"},
		{"6800 KES", "", 680000, "KES"},
		// The currency of the file.
		{"15.00", "EUR", 1500, "EUR"},
		{"15,00", "EUR", 1500, "EUR"},
		{"15.00 USD", "EUR", 1500, "USD"},
		// Signs.
		{"$15.00", "USD", 1500, "USD"},
		{"$15.00", "CAD", 1500, "CAD"},
		{"$15.00 USD", "", 1500, "USD"},
		{"US$15", "", 1500, "USD"},
		{"€15,00", "", 1500, "EUR"},
		{"15,00 €", "", 1500, "EUR"},
		{"kr 120", "DKK", 12000, "DKK"},
		{"120 kr.", "SEK", 12000, "SEK"},
		{"15,- €", "", 1500, "EUR"},
		{"Rs. 1,29,900/-", "INR", 12990000, "INR"},
		{"₹499", "", 49900, "INR"},
		// A comma before three digits where it parts thousands (CLDR).
		{"₹1,099", "", 109900, "INR"},
		{"Rs. 1,299", "INR", 129900, "INR"},
		{"$1,299", "USD", 129900, "USD"},
		{"£1,250", "GBP", 125000, "GBP"},
		{"49,90 zł", "", 4990, "PLN"},
	}
	for _, tt := range tests {
		got, err := parseMoney(major, tt.text, tt.currency)
		if want := (catalog.Money{Minor: tt.want, Currency: tt.in}); got != want || err != nil {
			t.Errorf("%q, %q: got %v, error %v, want %v", tt.text, tt.currency, got, err, want)
		}
	}
}

func TestParseMoney_refused(t *testing.T) {
	tests := []struct {
		text, currency string
		want           error
	}{
		{"", "USD", errNoPrice},
		{" ", "", errNoPrice},
		{"free", "USD", errNoAmount},
		{"cheap", "USD", errNoAmount},
		{"NaN USD", "", errNoAmount},
		{"1e3 USD", "", errNoAmount},
		{"12.00 - 15.00 USD", "", errNoAmount},
		{"12.00/15.00 USD", "", errNoAmount},
		{"1,23,456.7.8 USD", "", errNoAmount},
		{"1,2345,678 USD", "", errNoAmount},
		{"15 00 USD", "", errNoAmount},
		{"1.234 EUR", "", errTwoAmounts},
		{"1,234 EUR", "", errTwoAmounts},
		{"12.345 USD", "", errTwoAmounts},
		{"1.299 INR", "", errTwoAmounts},
		{"1,234 BRL", "", errTwoAmounts},
		{"1,234 CHF", "", errTwoAmounts},
		{"1,234 KWD", "", errTwoAmounts},
		{"0 USD", "", errNotAboveZero},
		{"0.00 USD", "", errNotAboveZero},
		{"-5.00 USD", "", errNotAboveZero},
		{"−5.00 USD", "", errNotAboveZero},
		{"USD -5.00", "", errNotAboveZero},
		{"99999999999999999999 USD", "", errTooLarge},
		{"10000000000000.00 USD", "", errTooLarge},
		{"19.995 EUR", "", errTwoAmounts},
		{"1234.567 EUR", "", errDecimals},
		{"19.9950 EUR", "", errDecimals},
		{"15.5 JPY", "", errDecimals},
		{"19.99 ZZZ", "", errNoCurrency},
		{"12.00 US", "", errNoCurrency},
		{"12.00 USD EUR", "", errNoCurrency},
		{"€15.00 USD", "", errContradiction},
		{"$15.00", "EUR", errContradiction},
		{"$12.00", "", errCurrencyMissing},
		{"kr 120", "", errCurrencyMissing},
		{"12.00", "", errCurrencyMissing},
	}
	for _, tt := range tests {
		if got, err := parseMoney(major, tt.text, tt.currency); !errors.Is(err, tt.want) {
			t.Errorf("%q, %q: got %v, error %v, want error %v", tt.text, tt.currency, got, err, tt.want)
		}
	}
}
