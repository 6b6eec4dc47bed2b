package feed

import (
	"cmp"
	"errors"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/bojanz/currency"

	"giftserver/internal/catalog"
)

// maxMinor keeps amounts exact in JSON, where they are in major units: of numbers with decimals, those of 15 digits
// survive binary floating point (DBL_DIG of C).
const maxMinor = 1e15 - 1

// What can be wrong with a price.
var (
	errNoPrice         = errors.New("no price")
	errNoAmount        = errors.New("price that is no amount such as 15.00 USD")
	errTwoAmounts      = errors.New("price that could mean two amounts, as 1.234 may be 1234.00 or 1.23")
	errNotAboveZero    = errors.New("price that is not above zero")
	errTooLarge        = errors.New("price that is too large")
	errDecimals        = errors.New("price with more decimals than its currency has")
	errNoCurrency      = errors.New("price in an unknown currency")
	errContradiction   = errors.New("price whose sign and currency contradict")
	errCurrencyMissing = errors.New("price without a currency (name it with --currency)")
	errNotWhole        = errors.New("price in minor units that is no whole number, such as 1999 for 19.99")
	errUnit            = errors.New("price that could mean two amounts, as 3500 may be 3500.00 or 35.00 (say which with --price-unit)")
)

// symbols are the currencies that a sign may stand for. Only one that stands for a single currency names
// it; the others say no more than that it is one of these.
var symbols = map[string]string{
	"$":   "USD AUD CAD NZD SGD HKD TWD MXN ARS CLP COP UYU",
	"US$": "USD", "A$": "AUD", "AU$": "AUD", "C$": "CAD", "CA$": "CAD", "NZ$": "NZD", "S$": "SGD", "HK$": "HKD",
	"NT$": "TWD", "MX$": "MXN", "R$": "BRL",
	"€": "EUR", "£": "GBP EGP LBP", "¥": "JPY CNY", "￥": "JPY CNY", "円": "JPY", "元": "CNY",
	"₹": "INR", "₨": "INR PKR LKR NPR MUR", "RS": "INR PKR LKR NPR MUR", "RS.": "INR PKR LKR NPR MUR",
	"₩": "KRW", "₫": "VND", "Đ": "VND", "₽": "RUB", "₺": "TRY", "₴": "UAH", "₪": "ILS", "₱": "PHP", "฿": "THB", "₦": "NGN",
	"ZŁ": "PLN", "KČ": "CZK", "FT": "HUF", "LEI": "RON", "ЛВ": "BGN", "KR": "SEK NOK DKK ISK", "KR.": "SEK NOK DKK ISK",
	"FR.": "CHF", "SFR.": "CHF", "RM": "MYR", "RP": "IDR", "R": "ZAR", "KSH": "KES", "د.إ": "AED",
}

// pointed are currencies whose countries all write a point before decimals and a comma between thousands, by the
// Unicode CLDR. Of those with dollars of their own, Canada also writes as in French.
const pointed = "AUD CNY GBP HKD INR KES LKR MXN MYR NGN NPR NZD PHP PKR SGD THB TWD USD"

// amountForm is an amount with what stands before and behind it.
var amountForm = regexp.MustCompile(`^(\D*?)\s*(\d(?:[\d.,' ]*\d)?)(\D*)$`)

// spaces gives the marks between thousands one shape each.
var spaces = strings.NewReplacer(
	"\u00a0", " ", "\u202f", " ", "\u2009", " ", "\u2007", " ", "’", "'", "ʼ", "'", "٬", "'", "٫", ",", "−", "-")

// A unit is what a price counts.
type unit int

const (
	major  unit = iota // dollars
	minor              // cents
	unsure             // one of these
)

// parseMoney reads a price in a unit: "15.00 USD", "USD 15", "1.234,56 EUR", "$15.00" or "15,00". A price that names no
// currency is in the given one; without that it is refused, and so is one that could mean two amounts, as a whole number
// could when the unit is not sure.
func parseMoney(u unit, text, fallback string) (catalog.Money, error) {
	if text = strings.TrimSpace(spaces.Replace(text)); text == "" {
		return catalog.Money{}, errNoPrice
	}
	parts := amountForm.FindStringSubmatch(text)
	switch {
	case parts == nil:
		return catalog.Money{}, errNoAmount
	case strings.Contains(parts[1], "-"):
		return catalog.Money{}, errNotAboveZero
	}
	code, err := currencyOf(strings.Fields(parts[1]+" "+parts[3]), fallback)
	if err != nil {
		return catalog.Money{}, err
	}
	amount, err := inUnit(u, parts[2], code)
	if err != nil {
		return catalog.Money{}, err
	}
	return catalog.Money{Minor: amount, Currency: code}, nil
}

// inUnit reads a number in a unit as minor units of a currency.
func inUnit(u unit, number, code string) (int64, error) {
	if whole, zeros, _ := strings.Cut(number, "."); u == minor && strings.Trim(zeros, "0") == "" && len(zeros) != 3 {
		number = whole // JSON may write 1999 as 1999.0.
	}
	isWhole := !strings.ContainsAny(number, ".,' ")
	digits, _ := currency.GetDigits(code)
	switch {
	case u == unsure && isWhole && digits > 0:
		return 0, errUnit
	case u != minor:
		return minorUnits(number, code)
	case !isWhole:
		return 0, errNotWhole
	}
	amount, err := strconv.ParseInt(number, 10, 64)
	return checked(amount, err)
}

// checked refuses amounts that are no price.
func checked(amount int64, err error) (int64, error) {
	switch {
	case err != nil || amount > maxMinor:
		return 0, errTooLarge
	case amount == 0:
		return 0, errNotAboveZero
	}
	return amount, nil
}

// currencyOf finds the currency among what stands around an amount.
func currencyOf(marks []string, fallback string) (code string, err error) {
	symbol := ""
	for _, mark := range marks {
		mark = strings.ToUpper(mark)
		_, isSymbol := symbols[mark]
		switch {
		case mark == ",-", mark == ".-", mark == "/-": // These stand for no cents.
		case catalog.ValidCurrency(mark) && (code == "" || code == mark):
			code = mark
		case isSymbol && symbol == "":
			symbol = mark
		default:
			return "", errNoCurrency
		}
	}
	possible := symbols[symbol]
	if code == "" && len(possible) == len("USD") {
		code = possible
	}
	code = cmp.Or(code, fallback)
	switch {
	case code == "":
		return "", errCurrencyMissing
	case symbol != "" && !strings.Contains(possible, code):
		return "", errContradiction
	}
	return code, nil
}

// minorUnits reads a number as minor units of a currency, more than none.
func minorUnits(number, code string) (int64, error) {
	d, _ := currency.GetDigits(code)
	digits := int(d)
	whole, fraction, err := splitNumber(number, code, digits)
	if err != nil {
		return 0, err
	}
	if len(fraction) > digits {
		if strings.Trim(fraction[digits:], "0") != "" {
			return 0, errDecimals
		}
		fraction = fraction[:digits]
	}
	amount, err := strconv.ParseInt(whole+fraction+strings.Repeat("0", digits-len(fraction)), 10, 64)
	return checked(amount, err)
}

// splitNumber parts a number at its decimal mark and takes the marks between thousands out.
func splitNumber(number, code string, digits int) (whole, fraction string, err error) {
	last := strings.LastIndexAny(number, ".,' ")
	if last < 0 {
		return number, "", nil
	}
	mark := number[last : last+1]
	isDecimal, err := isDecimalMark(number, last, code, digits)
	switch {
	case err != nil:
		return "", "", err
	case isDecimal:
		whole, fraction = number[:last], number[last+1:]
		if last = strings.LastIndexAny(whole, ".,' "); last < 0 {
			return whole, fraction, nil
		}
		if mark == whole[last:last+1] {
			return "", "", errNoAmount
		}
		mark = whole[last : last+1]
	default:
		whole = number
	}
	groups := strings.Split(whole, mark)
	if !areThousands(groups, mark) {
		return "", "", errNoAmount
	}
	return strings.Join(groups, ""), fraction, nil
}

// isDecimalMark tells whether the last mark in a number, at a place, parts its decimals or its thousands.
//
// Three digits behind a lone mark could be either. Where the currency has no decimals they are
// thousands: 1,234 JPY. Where it has three, a point is Google's own decimal mark: 1.234 KWD. Where the
// currency is at home with a decimal point, a comma parts thousands: 1,234 INR. Otherwise nobody can
// tell: 1.234 EUR may be a thousand euros, or a price that a program did not round.
func isDecimalMark(number string, last int, code string, digits int) (bool, error) {
	mark, before, behind := number[last], number[:last], number[last+1:]
	switch {
	case mark == ' ', mark == '\'', strings.IndexByte(before, mark) >= 0:
		return false, nil
	case len(behind) != 3, len(before) > 3, before[0] == '0':
		return true, nil
	case digits == 0, mark == ',' && strings.Contains(pointed, code):
		return false, nil
	case digits == 3 && mark == '.':
		return true, nil
	}
	return false, errTwoAmounts
}

// areThousands reports whether groups of digits have the lengths of thousands, or of lakhs, as in India:
// 12,34,567.
func areThousands(groups []string, mark string) bool {
	n := len(groups) - 1
	if len(groups[n]) != 3 || groups[0] == "" || len(groups[0]) > 3 {
		return false
	}
	middle := 3
	if mark == "," && len(groups[0]) < 3 && n > 1 && len(groups[1]) == 2 {
		middle = 2
	}
	return !slices.ContainsFunc(groups[1:n], func(g string) bool { return len(g) != middle })
}
