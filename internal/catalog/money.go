package catalog

import (
	"math"
	"strconv"
	"strings"
	"sync"

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

// CeilMoney returns the smallest amount that is not below a number of major units.
func CeilMoney(major float64, code string) Money {
	m := FloorMoney(major, code)
	if m.Major() < major && m.Minor < math.MaxInt64 {
		m.Minor++
	}
	return m
}

// Major is the amount in major units, as JSON answers give it: 45 or 19.99.
func (m Money) Major() float64 {
	return float64(m.Minor) / math.Pow10(digits(m.Currency))
}

// A Formatter writes amounts for people who read one language. It remembers what it has written, since
// catalogs have few prices and formatting takes longer than finding a gift. It is safe for concurrent
// use.
type Formatter struct {
	whole, exact *currency.Formatter

	mu    sync.Mutex
	texts map[Money]string // at most mostTexts
}

// mostTexts is how many amounts a Formatter remembers. What an amount looks like never changes, so all
// are forgotten when there is no room.
const mostTexts = 4096

// NewFormatter returns a formatter for a language, given as a BCP 47 tag.
func NewFormatter(language string) *Formatter {
	f := &Formatter{
		whole: currency.NewFormatter(currency.NewLocale(language)),
		exact: currency.NewFormatter(currency.NewLocale(language)),
		texts: map[Money]string{},
	}
	f.whole.MinDigits = 0
	return f
}

// Format writes an amount: "$45" or "45 €". Zero cents are left out.
func (f *Formatter) Format(m Money) string {
	f.mu.Lock()
	defer f.mu.Unlock()
	text, ok := f.texts[m]
	if !ok {
		if len(f.texts) >= mostTexts {
			clear(f.texts)
		}
		text = f.format(m)
		f.texts[m] = text
	}
	return text
}

func (f *Formatter) format(m Money) string {
	number := strconv.FormatFloat(m.Major(), 'f', -1, 64)
	amount, err := currency.NewAmount(number, m.Currency)
	if err != nil {
		return number + " " + m.Currency
	}
	if m.Minor%int64(math.Pow10(digits(m.Currency))) == 0 {
		return f.whole.Format(amount)
	}
	return f.exact.Format(amount)
}
