package catalog

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"math/big"
	"regexp"
	"strings"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// Rates are exchange rates of one day. They never change, so they are safe for concurrent use. A nil
// *Rates knows no other currency than that of an amount.
type Rates struct {
	date string
	// minor is how many minor units of a currency one unit of the base is worth.
	minor map[string]*big.Rat
}

// ReadRates reads exchange rates in one of two forms, which it recognises by their content: the CSV file
// that the European Central Bank publishes every working day, whose base is the euro, and JSON such as
// {"base":"USD","date":"2026-11-30","rates":{"EUR":0.86}}. Of a file with many days the first row counts,
// which is the latest. Currencies that ISO 4217 does not have in use are left out.
func ReadRates(r io.Reader) (*Rates, error) {
	const most = 4 << 20 // The bank's file since 1999 has less than one MiB.
	text, err := io.ReadAll(io.LimitReader(r, most+1))
	if err != nil {
		return nil, fmt.Errorf("reading rates: %w", err)
	}
	if len(text) > most {
		return nil, fmt.Errorf("reading rates: the file has more than %d MiB", most>>20)
	}
	text = bytes.TrimSpace(bytes.TrimPrefix(text, []byte("\ufeff")))
	var rates *Rates
	switch {
	case bytes.HasPrefix(text, []byte("{")):
		rates, err = readJSONRates(text)
	case bytes.HasPrefix(text, []byte("Date,")):
		rates, err = readBankRates(text)
	default:
		err = errors.New(`want the CSV file of the European Central Bank, unpacked ("Date, USD, JPY, ..."), ` +
			`or JSON such as {"base":"USD","date":"2026-11-30","rates":{"EUR":0.86}}`)
	}
	if err != nil {
		return nil, fmt.Errorf("reading rates: %w", err)
	}
	return rates, nil
}

func readJSONRates(text []byte) (*Rates, error) {
	var file struct {
		Base  string                    `json:"base"`
		Date  string                    `json:"date"`
		Rates map[string]jsontext.Value `json:"rates"`
	}
	if err := json.Unmarshal(text, &file); err != nil {
		return nil, err
	}
	rates, err := newRates(file.Base, time.DateOnly, file.Date)
	if err != nil {
		return nil, err
	}
	for code, rate := range file.Rates {
		if err := rates.add(code, string(rate)); err != nil {
			return nil, err
		}
	}
	return rates, rates.check(file.Base)
}

func readBankRates(text []byte) (*Rates, error) {
	file := csv.NewReader(bytes.NewReader(text))
	file.TrimLeadingSpace = true
	head, err := file.Read()
	if err != nil {
		return nil, err
	}
	row, err := file.Read()
	if errors.Is(err, io.EOF) {
		return nil, errors.New("there is no row below the names of the currencies")
	}
	if err != nil {
		return nil, err
	}
	const base, dateOfDay, dateOfHistory = "EUR", "2 January 2006", time.DateOnly
	layout := dateOfDay
	if strings.Contains(row[0], "-") {
		layout = dateOfHistory
	}
	rates, err := newRates(base, layout, row[0])
	if err != nil {
		return nil, err
	}
	for i, code := range head[1:] {
		rate := strings.TrimSpace(row[i+1])
		if rate == "" || rate == "N/A" { // Rows end in a comma, and some currencies have come and gone.
			continue
		}
		if err := rates.add(strings.TrimSpace(code), rate); err != nil {
			return nil, err
		}
	}
	return rates, rates.check(base)
}

func newRates(base, layout, date string) (*Rates, error) {
	if base == "" || !ValidCurrency(base) {
		return nil, fmt.Errorf("the base must be an ISO 4217 code such as USD or EUR, got %q", base)
	}
	day, err := time.Parse(layout, strings.TrimSpace(date))
	if err != nil {
		return nil, fmt.Errorf("the date must be one such as %s, got %q", time.Date(2026, time.November, 30, 0, 0, 0, 0, time.UTC).Format(layout), date)
	}
	return &Rates{date: day.Format(time.DateOnly), minor: map[string]*big.Rat{}}, nil
}

// rateForm bounds what numbers are read, since their exact values can be large.
var rateForm = regexp.MustCompile(`^\d{1,12}(?:\.\d{1,18})?(?:[eE][+-]?\d{1,2})?$`)

// add adds what one unit of the base is worth in a currency.
func (r *Rates) add(code, rate string) error {
	if !ValidCurrency(code) {
		return nil
	}
	exact := new(big.Rat)
	if rateForm.MatchString(rate) {
		exact.SetString(rate)
	}
	if exact.Sign() <= 0 {
		return fmt.Errorf("the rate of %s must be a number greater than 0 such as 0.8615, got %.40q", code, rate)
	}
	if r.minor[code] != nil {
		return fmt.Errorf("there are two rates of %s", code)
	}
	r.minor[code] = exact.Mul(exact, new(big.Rat).SetInt(power10(digits(code))))
	return nil
}

// check completes the rates by that of the base, which some files have and some have not.
func (r *Rates) check(base string) error {
	one := new(big.Rat).SetInt(power10(digits(base)))
	if own := r.minor[base]; own != nil && own.Cmp(one) != 0 {
		return fmt.Errorf("the rate of %s must be 1, since that is the base", base)
	}
	r.minor[base] = one
	if len(r.minor) < 2 {
		return errors.New("there is no rate of a currency in use")
	}
	return nil
}

func power10(n int) *big.Int { return new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(n)), nil) }

// Date is the day of the rates, as YYYY-MM-DD.
func (r *Rates) Date() string { return r.date }

// Convert returns what an amount is worth in a currency, rounded up to its minor unit: whoever spends that
// much has enough, so what is shown to be within a budget is. ok is false when a rate is not known, or the
// amount too large.
func (r *Rates) Convert(m Money, currency string) (converted Money, ok bool) {
	if m.Currency == currency {
		return m, true
	}
	exact, ok := r.exact(m, currency)
	if !ok {
		return Money{}, false
	}
	exact.Neg(exact)
	minor := floor(exact)
	return money(minor.Neg(minor), currency)
}

// ConvertFloor is Convert rounded down. A price is within a budget of another currency when it is within
// the budget's ConvertFloor; its Convert is then within the budget.
func (r *Rates) ConvertFloor(m Money, currency string) (converted Money, ok bool) {
	if m.Currency == currency {
		return m, true
	}
	exact, ok := r.exact(m, currency)
	if !ok {
		return Money{}, false
	}
	return money(floor(exact), currency)
}

// exact returns the minor units of another currency that an amount is worth.
func (r *Rates) exact(m Money, currency string) (*big.Rat, bool) {
	if r == nil || r.minor[m.Currency] == nil || r.minor[currency] == nil {
		return nil, false
	}
	x := new(big.Rat).SetInt64(m.Minor)
	x.Mul(x, r.minor[currency])
	return x.Quo(x, r.minor[m.Currency]), true
}

// floor is the largest integer that is not above x.
func floor(x *big.Rat) *big.Int { return new(big.Int).Div(x.Num(), x.Denom()) }

func money(minor *big.Int, currency string) (Money, bool) {
	return Money{Minor: minor.Int64(), Currency: currency}, minor.IsInt64()
}
