package feed_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"giftserver/internal/catalog"
	"giftserver/internal/feed"
)

// Every member that says something of a gift.
func TestRead_acpMembers(t *testing.T) {
	gifts, report := mustRead(t, feed.Options{}, `{
		"metadata": {"id": "feed_1", "target_country": "US"},
		"products": [{
			"id": "p1", "title": "Chess set", "url": "https://shop.example/p1",
			"description": {"html": "<p>For the <b>club</b></p>"},
			"media": [{"type": "video", "url": "https://cdn.example/v.mp4"}, {"type": "image", "url": "https://cdn.example/p.jpg"}],
			"variants": [{
				"id": "v1", "title": "Chess set - Walnut",
				"description": {"html": "<p>no</p>", "plain": "Walnut and maple"},
				"url": "https://shop.example/p1?v=1", "barcodes": [{"type": "GTIN", "value": "00012345600012"}],
				"price": {"amount": 4990, "currency": "EUR"}, "list_price": {"amount": 9990, "currency": "EUR"},
				"unit_price": {"amount": 1, "currency": "EUR", "measure": {"value": 1, "unit": "kg"}},
				"availability": {"available": true, "status": "backorder"},
				"categories": [{"value": "Games > Chess", "taxonomy": "merchant"}, {"value": "Toys & Games > Games", "taxonomy": "google_product_category"}],
				"condition": ["refurbished"], "variant_options": [{"name": "Wood", "value": "Walnut"}],
				"media": [{"type": "image", "url": "https://cdn.example/1.jpg", "alt_text": "The board"}],
				"rating": {"value": 9, "scale_max": 10, "count": 12}, "tags": ["bestseller"],
				"seller": {"name": "Oak"}, "marketplace": {"name": "Market"}
			}]
		}]
	}`)
	rating := 4.5
	want := []*catalog.Gift{{
		ID: "shop:p1", Source: "shop", Name: "Chess set - Walnut", Description: "Walnut and maple",
		Category: "board-games", CategoryPath: "Games > Chess", Kind: catalog.Physical,
		Price: catalog.Money{Minor: 4990, Currency: "EUR"}, PriceBasis: catalog.Listed, Priced: now,
		Availability: catalog.Backorder, URL: "https://shop.example/p1?v=1",
		ImageURL: "https://cdn.example/1.jpg", ImageAlt: "The board",
		AgeFrom: 3, AgeTo: catalog.MaxAge, Tags: []string{"Walnut", "bestseller"}, Interests: []string{"chess"},
		Cautions: []string{"Back-ordered: takes longer than usual", "Refurbished"}, Rating: &rating, RatingCount: 12, Updated: now,
	}}
	if diff := cmp.Diff(want, gifts, cmpopts.EquateEmpty()); diff != "" {
		t.Errorf("gifts (-want +got):\n%s", diff)
	}
	if got := notes(report); got != nil || report.Files[0].Format != "acp" {
		t.Errorf("got %s, want acp without notes", report)
	}
}

// acpProduct is a product of an ACP feed with variants.
func acpProduct(variants ...string) string {
	return `{"id":"p","title":"Tea","variants":[` + strings.Join(variants, ",") + "]}\n"
}

// Amounts are whole numbers in minor units, not below nothing.
func TestRead_acpPrices(t *testing.T) {
	tests := []struct{ price, want, leftOut string }{
		{`{"amount":1999,"currency":"USD"}`, "shop:p Tea 19.99 USD", ""},
		{`{"amount":1999,"currency":"JPY"}`, "shop:p Tea 1999 JPY", ""},
		{`{"amount":1999,"currency":"KWD"}`, "shop:p Tea 1.999 KWD", ""},
		{`{"amount":1999}`, "shop:p Tea 19.99 GBP", ""}, // As --currency says.
		{`{"amount":19.99,"currency":"USD"}`, "", "price in minor units that is no whole number, such as 1999 for 19.99: 1"},
		{`{"amount":"19,99","currency":"USD"}`, "", "price in minor units that is no whole number, such as 1999 for 19.99: 1"},
		{`{"amount":-5,"currency":"USD"}`, "", "price that is not above zero: 1"},
		{`{"amount":0,"currency":"USD"}`, "", "price that is not above zero: 1"},
		{`{"amount":1e3,"currency":"USD"}`, "shop:p Tea 10 USD", ""},
		{`{"amount":1999.0,"currency":"USD"}`, "shop:p Tea 19.99 USD", ""},
		{`{"amount":"1.000","currency":"USD"}`, "", "price in minor units that is no whole number, such as 1999 for 19.99: 1"},
		{`{"amount":99999999999999999,"currency":"USD"}`, "", "price that is too large: 1"},
		{`{"amount":1999,"currency":"XYZ"}`, "", "price in an unknown currency: 1"},
		{`null`, "", "no price: 1"},
	}
	for _, tt := range tests {
		text := acpProduct(`{"id":"v","title":"Tea","price":`+tt.price+`,"availability":{"available":true}}`) +
			`{"id":"q","title":"Cup","variants":[{"id":"w","title":"Cup","price":{"amount":100,"currency":"USD"},"availability":{"available":true}}]}`
		gifts, report := mustRead(t, feed.Options{Currency: "GBP"}, text)
		if got := strings.Join(brief(gifts[:len(gifts)-1]), ""); got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.price, got, tt.want)
		}
		if got := strings.Join(leftOut(report), ""); got != tt.leftOut {
			t.Errorf("%s: got %q left out, want %q", tt.price, got, tt.leftOut)
		}
	}
}

func TestRead_acpAvailability(t *testing.T) {
	tests := []struct {
		availability string
		want         catalog.Availability
	}{
		{`{"available":true}`, catalog.InStock},
		{`{"available":true,"status":"in_stock"}`, catalog.InStock},
		{`{"available":false}`, catalog.OutOfStock},
		{`{"available":false,"status":"in_stock"}`, catalog.OutOfStock},
		{`{"available":true,"status":"preorder"}`, catalog.Preorder},
		{`{"available":true,"status":"ships_soon"}`, catalog.InStock},
		{`{"status":"discontinued"}`, catalog.OutOfStock},
		{`null`, catalog.InStock},
	}
	for _, tt := range tests {
		gifts, _ := mustRead(t, feed.Options{}, acpProduct(`{"id":"v","title":"Tea","price":{"amount":1999,"currency":"USD"},"availability":`+tt.availability+"}"))
		if got := gifts[0].Availability; got != tt.want {
			t.Errorf("%s: got %s, want %s", tt.availability, got, tt.want)
		}
	}
}

// Variants are one product, which the cheapest that can be had stands for. What one lacks, the product says.
func TestRead_acpVariants(t *testing.T) {
	const price = `"price":{"amount":1999,"currency":"USD"},"availability":{"available":true}`
	tests := []struct {
		name, text string
		want       []string
		leftOut    string
	}{
		{"the cheapest", acpProduct(`{"id":"1","title":"Tea, large",`+price+`}`, `{"id":"2","title":"Tea, small","price":{"amount":999,"currency":"USD"}}`), []string{"shop:p Tea, small 9.99 USD"}, ""},
		{"the one there is", acpProduct(`{"id":"1","title":"Tea, large",`+price+`}`, `{"id":"2","title":"Tea, small","price":{"amount":999,"currency":"USD"},"availability":{"available":false}}`), []string{"shop:p Tea, large 19.99 USD"}, ""},
		{"a title of its own", acpProduct(`{"id":"1","title":"Green / Large",` + price + `}`), []string{"shop:p Tea, Green / Large 19.99 USD"}, ""},
		{"no title of its own", acpProduct(`{"id":"1","title":"Default Title",` + price + `}`), []string{"shop:p Tea 19.99 USD"}, ""},
		{"another currency", acpProduct(`{"id":"1","title":"Tea",`+price+`}`, `{"id":"2","title":"Tea","price":{"amount":1,"currency":"EUR"}}`), []string{"shop:p Tea 19.99 USD"}, "another currency than the other variants of the product: 1"},
		{"no variants", acpProduct(`{"id":"1","title":"Tea",`+price+`}`) + `{"id":"q","title":"Cup","variants":[]}`, []string{"shop:p Tea 19.99 USD"}, "a product without variants: 2"},
		{"a repeated product", acpProduct(`{"id":"1","title":"Tea",`+price+`}`) + acpProduct(`{"id":"2","title":"Tea",`+price+`}`), []string{"shop:p Tea 19.99 USD"}, "repeated id: 2"},
		{"a product again that had no price", acpProduct(`{"id":"1","title":"Tea"}`) + acpProduct(`{"id":"2","title":"Tea",`+price+`}`), []string{"shop:p Tea 19.99 USD"}, "no price: 1"},
		{"variants without ids", acpProduct(`{"title":"Tea",`+price+`}`, `{"title":"Tea",`+price+`}`), []string{"shop:p Tea 19.99 USD"}, ""},
		{"variants numbered anew", acpProduct(`{"id":"1","title":"Tea",`+price+`}`) + strings.Replace(acpProduct(`{"id":"1","title":"Tea",`+price+`}`), `"p"`, `"q"`, 1), []string{"shop:p Tea 19.99 USD", "shop:q Tea 19.99 USD"}, ""},
		{"a repeated id", acpProduct(`{"id":"1","title":"Tea",`+price+`}`, `{"id":"1","title":"Tea",`+price+`}`), []string{"shop:p Tea 19.99 USD"}, "repeated id: 1"},
	}
	for _, tt := range tests {
		gifts, report := mustRead(t, feed.Options{}, tt.text)
		if diff := cmp.Diff(tt.want, brief(gifts)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
		if got := strings.Join(leftOut(report), ", "); got != tt.leftOut {
			t.Errorf("%s: got %q left out, want %q", tt.name, got, tt.leftOut)
		}
	}
}

// Descriptions become plain text, whichever form they have.
func TestRead_acpDescriptions(t *testing.T) {
	tests := []struct{ description, want string }{
		{`{"plain":"Ten bags"}`, "Ten bags"},
		{`{"html":"<p>Ten <b>bags</b></p><script>x()</script>"}`, "Ten bags"},
		{`{"markdown":"# Tea\n\nTen **bags** of [green](https://evil.example) tea\n\n- one\n- two"}`, "Ten bags of green tea one two"},
		{`{"markdown":"<script>x()</script>\n\nTen <b>bags</b> ![](https://evil.example/x.png)"}`, "Ten bags"},
		{`"Ten bags"`, "Ten bags"},
		{`{}`, ""},
	}
	for _, tt := range tests {
		gifts, _ := mustRead(t, feed.Options{}, acpProduct(`{"id":"v","title":"Tea","price":{"amount":1999,"currency":"USD"},"description":`+tt.description+"}"))
		if got := gifts[0].Description; got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.description, got, tt.want)
		}
	}
}
