package feed

import (
	"bufio"
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// shopifySheet are the columns that the products of Shopify in JSON are brought into: those of its storefront, which it
// shows at /products.json, and of its REST Admin API (https://shopify.dev/docs/api/admin-rest/latest/resources/product).
var shopifySheet = newSheet([]string{
	"handle", "title", "body", "vendor", "type", "tags", "published", "status", "image", "alt", "variant image",
	"option1", "option2", "option3", "value1", "value2", "value3", "sku", "price", "tracker", "quantity", "policy",
}, func(name string) string { return name })

// isShopifys reports whether an object is a product of Shopify in JSON: its prices are texts, and without a currency.
func isShopifys(product value) bool {
	return product.member("handle").kind != 0 && product.at("variants", "price").kind == jsontext.KindString
}

// readShopifyJSON reads products as the rows of an export that say the same.
func readShopifyJSON(text *bufio.Reader, s *sink) error {
	if s.options.Currency == "" {
		return currencyMissing("Shopify")
	}
	r := &shopifyReader{sink: s, sheet: shopifySheet}
	err := readJSON(text, s, "", func(line int, product value) (more bool) {
		variants := product.member("variants").list()
		if len(variants) == 0 {
			return refuseWithout(s, line, product.member("handle").text)
		}
		for _, v := range variants {
			if !r.row(line, shopifyRow(product, v)) {
				return false
			}
		}
		return true
	})
	if err != nil {
		return err
	}
	r.flush()
	return nil
}

// shopifyRow is the row of a variant.
func shopifyRow(product, variant value) []string {
	image := product.member("images").first()
	cells := map[string]string{
		"handle": product.member("handle").text,
		"title":  product.member("title").text,
		"body":   product.member("body_html").text,
		"vendor": product.member("vendor").text,
		"type":   product.member("product_type").text,
		"tags":   strings.Join(product.member("tags").texts(), ","),
		"status": product.member("status").text,
		"image":  cmp.Or(image.named("src"), product.member("image").named("src")),
		"alt":    image.member("alt").text,

		"variant image": variant.member("featured_image").named("src"),

		"sku":      variant.member("sku").text,
		"price":    variant.member("price").text,
		"tracker":  variant.member("inventory_management").text,
		"quantity": variant.member("inventory_quantity").text,
		"policy":   variant.member("inventory_policy").text,
	}
	if slices.Contains(product.names(), "published_at") {
		cells["published"] = strconv.FormatBool(product.member("published_at").text != "")
	}
	if available := variant.member("available").text; available != "" {
		cells["tracker"], cells["quantity"] = "shopify", map[string]string{"true": "1", "false": "0"}[available]
	}
	for i, option := range product.member("options").list() {
		n := strconv.Itoa(i + 1)
		cells["option"+n], cells["value"+n] = option.member("name").text, variant.member("option"+n).text
	}
	row := make([]string, len(shopifySheet))
	for name, i := range shopifySheet {
		row[i] = cells[name]
	}
	return row
}
