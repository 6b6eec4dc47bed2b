package catalog

import (
	"math"
	"strconv"
	"strings"

	"github.com/bojanz/currency"
)

// Money is an amount in the minor units of its currency (cents for USD, yen for JPY), so that sums
// and comparisons are exact. Amounts of different currencies are never compared.
type Money struct {
	Minor    int64
	Currency string // ISO 4217
}

// ValidCurrency reports whether code is an ISO 4217 currency in use.
func ValidCurrency(code string) bool { return currency.IsValid(code) }

// digits is the number of decimal digits of a currency's major unit by ISO 4217; 2 if unknown.
func digits(code string) int {
	if d, ok := currency.GetDigits(code); ok {
		return int(d)
	}
	return 2
}

// FloorMoney returns the largest amount that is not above a number of major units: a budget of
// 19.999 USD is 1999 cents. It reads the number as it is written in decimal, since 19.99*100 is less
// than 1999 in binary. Numbers beyond int64 become the largest amount; negative ones become zero.
func FloorMoney(major float64, code string) Money {
	if !(major > 0) {
		return Money{Currency: code}
	}
	whole, fraction, _ := strings.Cut(strconv.FormatFloat(major, 'f', -1, 64), ".")
	n := digits(code)
	fraction = (fraction + strings.Repeat("0", n))[:n]
	minor, err := strconv.ParseInt(whole+fraction, 10, 64)
	if err != nil {
		minor = math.MaxInt64
	}
	return Money{Minor: minor, Currency: code}
}

// Major is the amount in major units, as JSON answers give it: 45 or 19.99.
func (m Money) Major() float64 {
	return float64(m.Minor) / math.Pow10(digits(m.Currency))
}

// Format writes the amount for people who read the language (a BCP 47 tag): "$45" or "45 €".
// Zero cents are left out.
func (m Money) Format(language string) string {
	amount, err := currency.NewAmount(strconv.FormatFloat(m.Major(), 'f', -1, 64), m.Currency)
	if err != nil {
		return strconv.FormatFloat(m.Major(), 'f', -1, 64) + " " + m.Currency
	}
	f := currency.NewFormatter(currency.NewLocale(language))
	if n := int64(math.Pow10(digits(m.Currency))); m.Minor%n == 0 {
		f.MinDigits = 0
	}
	return f.Format(amount)
}
