package feed

import (
	"slices"
	"strings"
	"unicode"

	"giftserver/internal/catalog"
)

// A plainField is a field of a plain file, with the key that names it in maps and reports.
type plainField struct {
	key   string
	field field
	names string // by which files call it, the most telling first
}

// What plain files say beside the fields of an offer.
const (
	plainCurrency = fieldCount + iota
	plainStock    // how many there are
	plainActive   // whether it is for sale
	plainCount
)

// plainFields are the names by which columns and members are known. Names of two words also stand for a member of
// a member: rating_count is count in rating.
var plainFields = []plainField{
	{"id", fieldID, "id product_id item_id sku product_sku item_code product_code code asin uuid uid handle slug artikelnummer"},
	{"group", fieldGroup, "item_group_id group_id parent_id parent_sku"},
	{"title", fieldTitle, "title product_title name product_name item_name product item titel titre título titulo nombre nome nom"},
	{"description", fieldDescription, "description product_description desc long_description details about body short_description summary beschreibung descripción descrição"},
	{"price", fieldPrice, "price price_amount price_value selling_price unit_price regular_price list_price mrp cost amount preis prix precio preço preco prezzo"},
	{"sale_price", fieldSalePrice, "sale_price special_price discounted_price discount_price offer_price"},
	{"currency", plainCurrency, "currency currency_code price_currency währung devise moneda moeda"},
	{"url", fieldLink, "url link product_url product_link page_url permalink href"},
	{"image", fieldImage, "image image_url image_link image_src images img photo picture thumbnail thumbnail_url main_image bild"},
	{"availability", fieldAvailability, "availability availability_status stock_status in_stock instock available is_available"},
	{"stock", plainStock, "stock quantity qty inventory stock_quantity inventory_quantity stock_level"},
	{"active", plainActive, "active is_active published is_published enabled status"},
	{"category", fieldType, "category product_category categories category_name category_title product_type department collection type kategorie"},
	{"google_category", fieldCategory, "google_product_category"},
	{"brand", fieldBrand, "brand brand_name manufacturer vendor maker marke"},
	{"tags", fieldTags, "tags keywords labels"},
	{"color", fieldColor, "color colour farbe couleur cor"},
	{"size", fieldSize, "size größe taille tamanho talla"},
	{"material", fieldMaterial, "material"},
	{"condition", fieldCondition, "condition"},
	{"age_group", fieldAgeGroup, "age_group"},
	{"ages", fieldAges, "ages age_range recommended_age"},
	{"adult", fieldAdult, "adult is_adult"},
	{"rating", fieldRating, "rating average_rating rating_rate rating_average rating_value stars"},
	{"rating_count", fieldRatingCount, "rating_count review_count reviews_count ratings_count product_review_count num_reviews"},
	{"minimum_quantity", fieldMinimum, "minimum_order_quantity minimum_quantity min_quantity min_order_quantity min_qty moq"},
	{"handling_days", fieldHandling, "handling_days max_handling_time"},
	{"transit_days", fieldTransit, "transit_days max_transit_time"},
	{"valid_until", fieldExpires, "expiration_date valid_until"},
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

// namedColumn tells what a column says.
func namedColumn(header string) plainColumn {
	name, currency, minor := priceName(snake(header))
	for _, p := range plainFields {
		rank := slices.Index(strings.Fields(p.names), name)
		if rank < 0 {
			continue
		}
		if p.field != fieldPrice && p.field != fieldSalePrice && currency != "" {
			return ignored
		}
		return plainColumn{key: p.key, field: p.field, rank: rank, currency: currency, minor: minor, nested: strings.HasSuffix(name, "amount")}
	}
	return ignored
}

// snake is a name in lower case whose words are joined by underscores: "minimumOrderQuantity" is
// "minimum_order_quantity". What stands in brackets is another word, without them.
func snake(name string) string {
	var b strings.Builder
	last := ' '
	for _, r := range clean(name) {
		if unicode.IsUpper(r) && unicode.IsLower(last) {
			b.WriteByte(' ')
		}
		last = r
		if strings.ContainsRune("()[]:/*.", r) {
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
