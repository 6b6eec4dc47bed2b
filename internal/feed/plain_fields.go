package feed

import (
	"slices"
	"strings"
	"unicode"

	"giftserver/internal/catalog"
	"giftserver/internal/lexicon"
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

// plainFields are the names by which columns and members are known, folded as package lexicon folds words. Names of two
// words also stand for a member of a member: rating_count is count in rating.
var plainFields = []plainField{
	{"id", fieldID, "id product_id item_id sku product_sku item_code product_code code asin uuid uid handle slug " +
		"item_number article_number artikelnummer artikelnr artikel_nr art_nr referencia reference ref codigo codice артикул"},
	{"group", fieldGroup, "item_group_id group_id parent_id parent_sku"},
	{"title", fieldTitle, "title product_title name product_name item_name product item " +
		"titel titre titulo nombre nome nom naam nazwa название наименование bezeichnung artikelbezeichnung produktbezeichnung " +
		"produktname artikelname nombre_producto nome_produto nome_prodotto nom_produit productnaam designation denominazione urun_adi"},
	{"description", fieldDescription, "description product_description desc long_description details about about_product body " +
		"short_description summary beschreibung produktbeschreibung descripcion descricao descrizione beschrijving omschrijving opis описание aciklama"},
	{"price", fieldPrice, "price price_amount price_value current_price selling_price unit_price gross_price regular_price retail_price " +
		"list_price original_price actual_price mrp cost amount preis verkaufspreis bruttopreis preis_brutto brutto_vk vk_brutto prix prix_ttc " +
		"precio precio_venta pvp preco preco_venda valor prezzo prezzo_vendita prijs verkoopprijs cena цена fiyat uvp"},
	{"sale_price", fieldSalePrice, "sale_price special_price discounted_price discount_price offer_price promo_price " +
		"angebotspreis sonderpreis aktionspreis precio_oferta precio_rebajado preco_promocional prix_promo prezzo_scontato actieprijs cena_promocyjna"},
	{"currency", plainCurrency, "currency currency_code price_currency wahrung devise moneda moeda valuta waluta валюта"},
	{"url", fieldLink, "url link product_url product_link page_url permalink href enlace lien ссылка"},
	{"image", fieldImage, "image image_url image_link image_src images img photo picture thumbnail thumbnail_url main_image " +
		"main_image_url image_urls img_url img_link photo_url picture_url bild bilder bild_url imagen imagenes imagem imagens " +
		"immagine immagini afbeelding afbeeldingen zdjecie zdjecia изображение изображения фото gorsel"},
	{"availability", fieldAvailability, "availability availability_status stock_status in_stock instock available is_available"},
	{"stock", plainStock, "stock quantity qty inventory stock_quantity inventory_quantity stock_level stock_qty count_in_stock " +
		"available_quantity units_in_stock bestand lagerbestand existencias estoque voorraad giacenza stan_magazynowy остаток stok cantidad quantidade quantite quantita"},
	{"active", plainActive, "active is_active published is_published enabled status"},
	{"category", fieldType, "category product_category categories category_name category_title product_type department collection type " +
		"main_category kategorie kategorien warengruppe categoria categorias categorie kategoria категория kategori"},
	{"google_category", fieldCategory, "google_product_category"},
	{"brand", fieldBrand, "brand brand_name manufacturer vendor maker marke hersteller marca marque merk marka бренд"},
	{"tags", fieldTags, "tags keywords labels"},
	{"color", fieldColor, "color colour farbe couleur cor"},
	{"size", fieldSize, "size grosse taille tamanho talla"},
	{"material", fieldMaterial, "material"},
	{"condition", fieldCondition, "condition"},
	{"age_group", fieldAgeGroup, "age_group"},
	{"ages", fieldAges, "ages age_range recommended_age"},
	{"adult", fieldAdult, "adult is_adult"},
	{"rating", fieldRating, "rating average_rating rating_rate rating_average rating_value stars"},
	{"rating_count", fieldRatingCount, "rating_count review_count reviews_count ratings_count total_reviews product_review_count num_reviews"},
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
