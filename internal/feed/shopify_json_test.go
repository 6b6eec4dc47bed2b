package feed_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"giftserver/internal/catalog"
	"giftserver/internal/feed"
)

// shopifyProduct is a product of Shopify in JSON, with more members and a list of variants.
func shopifyProduct(members, variants string) string {
	return `{"products":[{"id":1,"handle":"mug","title":"Mug",` + members + `"variants":[` + variants + `]}]}`
}

// What a storefront shows at /products.json.
func TestRead_shopifyStorefront(t *testing.T) {
	gifts, report := mustRead(t, shopUSD(t), `{"products":[{"id":7,"title":"Chess set","handle":"chess-set","body_html":"<p>Walnut &amp; maple</p>",
		"published_at":"2026-01-02T10:00:00-05:00","vendor":"Oak & Son","product_type":"Games > Classics","tags":["birthday","chess"],
		"variants":[
			{"id":71,"title":"Brown","option1":"Brown","sku":"B","available":false,"price":"39.90","compare_at_price":null},
			{"id":72,"title":"Black","option1":"Black","sku":"K","available":true,"price":"49.90","compare_at_price":"80.00"}],
		"images":[{"id":1,"src":"https://cdn.example/1.jpg"},{"id":2,"src":"https://cdn.example/2.jpg"}],
		"options":[{"name":"Colour","position":1,"values":["Brown","Black"]}]}]}`)
	want := []*catalog.Gift{{
		ID: "shop:chess-set", Source: "shop", Name: "Chess set", Description: "Walnut & maple",
		Category: "board-games", CategoryPath: "Games > Classics", Brand: "Oak & Son", Kind: catalog.Physical,
		Price: catalog.Money{Minor: 4990, Currency: "USD"}, PriceBasis: catalog.Listed, Priced: now, Availability: catalog.InStock,
		URL: "https://shop.example/products/chess-set", ImageURL: "https://cdn.example/1.jpg", ImageAlt: "Chess set",
		AgeFrom: 3, AgeTo: catalog.MaxAge, Tags: []string{"birthday", "chess"}, Occasions: []string{"birthday"}, Interests: []string{"chess"},
		Updated: now,
	}}
	if diff := cmp.Diff(want, gifts, cmpopts.EquateEmpty()); diff != "" {
		t.Errorf("gifts (-want +got):\n%s", diff)
	}
	if report.Files[0].Format != "shopify" || report.Rows != 2 || report.Products != 1 {
		t.Errorf("got %s, want shopify, 2 rows and 1 product", report)
	}
}

// What the Admin API says beside it.
func TestRead_shopifyAdmin(t *testing.T) {
	tests := []struct{ name, members, variant, want string }{
		{"not counted", "", `"inventory_management":null,"inventory_quantity":0`, "in_stock"},
		{"counted", "", `"inventory_management":"shopify","inventory_quantity":3,"inventory_policy":"deny"`, "in_stock"},
		{"none left", "", `"inventory_management":"shopify","inventory_quantity":0,"inventory_policy":"deny"`, "out_of_stock"},
		{"oversold", "", `"inventory_management":"shopify","inventory_quantity":0,"inventory_policy":"continue"`, "in_stock"},
		{"draft", `"status":"draft",`, `"sku":"M"`, "draft × 1"},
		{"not published", `"published_at":null,`, `"sku":"M"`, "not published × 1"},
		{"tags in a text", `"status":"active","tags":"tea, blue",`, `"available":true`, "in_stock tea,blue"},
	}
	for _, tt := range tests {
		gifts, report, _ := read(t, shopUSD(t), file("feed", shopifyProduct(tt.members, `{"id":2,"price":"12.50",`+tt.variant+`}`)))
		got := strings.Join(leftOut(report), "")
		for _, g := range gifts {
			got = strings.TrimSpace(string(g.Availability) + " " + strings.Join(g.Tags, ","))
		}
		if got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.name, got, tt.want)
		}
	}
}

func TestRead_shopifyJSONErrors(t *testing.T) {
	const price = `{"id":2,"price":"12.50"}`
	_, _, err := read(t, feed.Options{}, file("feed", shopifyProduct("", price)))
	if want := "an export from Shopify has no currency"; err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("no currency: got error %v, want %q", err, want)
	}
	wantRead(t, "no variants", shopUSD(t), strings.Replace(shopifyProduct("", price), "]}]}", `]},{"handle":"cup","title":"Cup","variants":[]}]}`, 1),
		[]string{"shop:mug Mug 12.5 USD"}, "a product without variants: 1")
}
