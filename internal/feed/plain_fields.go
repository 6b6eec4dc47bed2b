package feed

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"unicode"

	"giftserver/internal/catalog"
	"giftserver/internal/lexicon"
)

// A plainField is a field of a plain file, with the key that names it in maps and reports.
type plainField struct {
	key   string
	field field
}

// What plain files say beside the fields of an offer.
const (
	plainCurrency = fieldCount + iota
	plainStock    // how many there are
	plainActive   // whether it is for sale
	plainCount
)

// plainFields are the fields of plain files, in the order in which maps list them.
var plainFields = []plainField{
	{"id", fieldID},
	{"group", fieldGroup},
	{"title", fieldTitle},
	{"description", fieldDescription},
	{"price", fieldPrice},
	{"sale_price", fieldSalePrice},
	{"currency", plainCurrency},
	{"url", fieldLink},
	{"image", fieldImage},
	{"availability", fieldAvailability},
	{"stock", plainStock},
	{"active", plainActive},
	{"category", fieldType},
	{"google_category", fieldCategory},
	{"brand", fieldBrand},
	{"tags", fieldTags},
	{"color", fieldColor},
	{"size", fieldSize},
	{"material", fieldMaterial},
	{"condition", fieldCondition},
	{"age_group", fieldAgeGroup},
	{"ages", fieldAges},
	{"adult", fieldAdult},
	{"rating", fieldRating},
	{"rating_count", fieldRatingCount},
	{"minimum_quantity", fieldMinimum},
	{"handling_days", fieldHandling},
	{"transit_days", fieldTransit},
	{"valid_until", fieldExpires},
}

// A plainName is what a name stands for.
type plainName struct {
	plainField
	rank int // among the names for the field, the best first
}

// plainNames are those of the embedded table, folded as package lexicon folds words. Names of two words also stand for
// a member of a member: rating_count is count in rating.
var plainNames = sync.OnceValue(func() map[string]plainName {
	names, err := loadPlainNames()
	if err != nil {
		panic(err) // The table is part of the program, and a test reads it.
	}
	return names
})

func loadPlainNames() (map[string]plainName, error) {
	names := map[string]plainName{}
	return names, eachRow("data/columns.tsv", 2, func(row []string) error {
		i := slices.IndexFunc(plainFields, func(p plainField) bool { return p.key == row[0] })
		if i < 0 {
			return fmt.Errorf("no field is called %s", row[0])
		}
		for rank, name := range strings.Fields(row[1]) {
			name = lexicon.Fold(name)
			if other, used := names[name]; used {
				return fmt.Errorf("%s stands for %s, too", name, other.key)
			}
			names[name] = plainName{plainFields[i], rank}
		}
		return nil
	})
}

// stockWords are the meanings of what plain files say of stock, by phrases that are folded as package lexicon folds them.
var stockWords = sync.OnceValue(func() map[string]string {
	words, err := loadStockWords()
	if err != nil {
		panic(err) // The table is part of the program, and a test reads it.
	}
	return words
})

func loadStockWords() (map[string]string, error) {
	words := map[string]string{}
	return words, eachRow("data/stock.tsv", 2, func(row []string) error {
		for phrase := range strings.SplitSeq(row[1], ", ") {
			phrase = lexicon.Fold(phrase)
			if other, used := words[phrase]; used && other != row[0] {
				return fmt.Errorf("%s means %s, too", phrase, other)
			}
			words[phrase] = row[0]
		}
		return nil
	})
}

// A plainColumn is what a column says, told by its name.
type plainColumn struct {
	key      string
	field    field
	rank     int    // among the names for the field, the best first
	currency string // of the prices in it, as the name has it: ₹ or INR
	minor    bool   // whether it names cents
	nested   bool   // whether it is named like a member of a price, which programs count in cents
}

var ignored = plainColumn{field: fieldIgnored}

// namedColumn tells what a column says. A remark in brackets behind its name changes nothing but of prices, of which
// it may say more than can be read: "Tags (comma separated)", but "Price (per 100 g)".
func namedColumn(header string) plainColumn {
	c := columnCalled(snake(header))
	if at := strings.IndexAny(header, "(["); c.field == fieldIgnored && at > 0 {
		if named := columnCalled(snake(header[:at])); named.field != fieldPrice && named.field != fieldSalePrice {
			return named
		}
	}
	return c
}

// columnCalled tells what a column of a name in snake case says.
func columnCalled(name string) plainColumn {
	name, currency, minor := priceName(name)
	name = lexicon.Fold(name)
	p, known := plainNames()[name]
	isPrice := p.field == fieldPrice || p.field == fieldSalePrice
	if !known || currency != "" && !isPrice {
		return ignored
	}
	return plainColumn{key: p.key, field: p.field, rank: p.rank, currency: currency, minor: minor, nested: strings.HasSuffix(name, "amount")}
}

// snake is a name in lower case whose words are joined by underscores: "minimumOrderQuantity" is
// "minimum_order_quantity". Marks part words and are none, but for signs of currencies.
func snake(name string) string {
	var b strings.Builder
	last := ' '
	for _, r := range clean(name) {
		if unicode.IsUpper(r) && unicode.IsLower(last) {
			b.WriteByte(' ')
		}
		last = r
		if !unicode.In(r, unicode.Letter, unicode.Mark, unicode.Number, unicode.Sc) && r != '%' {
			r = ' '
		}
		b.WriteRune(unicode.ToLower(r))
	}
	return joinWords(b.String())
}

// priceName parts the name of a column at the currency or unit that it ends with: price_in_usd, price_₹,
// price_cents.
func priceName(name string) (base, currency string, minor bool) {
	i := strings.LastIndexByte(name, '_')
	if i < 0 {
		return name, "", false
	}
	mark := strings.ToUpper(name[i+1:])
	base = strings.TrimSuffix(name[:i], "_in")
	switch _, isSymbol := symbols[mark]; {
	case mark == "CENTS", mark == "CENT", mark == "MINOR", mark == "PENCE":
		return base, "", true
	case isSymbol, catalog.ValidCurrency(mark):
		return base, mark, false
	}
	return name, "", false
}
