package feed_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"giftserver/internal/catalog"
	"giftserver/internal/feed"
)

// Every member that says something of a gift.
func TestRead_retailFields(t *testing.T) {
	gifts, report := mustRead(t, feed.Options{}, `[{"id":"7","primaryProductId":"7","type":"PRIMARY","title":"Land &amp; Sea tote",
		"description":"Canvas.","categories":["Bags > Totes","Sale"],"brands":["Oak","Elm"],"tags":["beach"],"availability":"IN_STOCK",
		"uri":"https://shop.example/7","images":[{"uri":"https://shop.example/7.jpg","height":100},{"uri":"https://shop.example/8.jpg"}],
		"priceInfo":{"currencyCode":"USD","price":18.5,"originalPrice":25,"cost":4},"rating":{"averageRating":4.5,"ratingCount":12},
		"audience":{"genders":["unisex"],"ageGroups":["kids"]},"colorInfo":{"colorFamilies":["Blue"],"colors":["Sea"]},"sizes":["M"],
		"materials":["cotton"],"conditions":["NEW"],"attributes":{"style":{"text":["maritime"]},"litres":{"numbers":[12]}},
		"expireTime":"2027-01-31T00:00:00Z","languageCode":"en"}]`)
	rating := 4.5
	want := &catalog.Gift{
		ID: "shop:7", Source: "shop", Name: "Land & Sea tote", Description: "Canvas.", CategoryPath: "Bags > Totes", Brand: "Oak",
		Price: catalog.Money{Minor: 1850, Currency: "USD"}, PriceBasis: catalog.Listed, Priced: now, Availability: catalog.InStock,
		URL: "https://shop.example/7", ImageURL: "https://shop.example/7.jpg", ImageAlt: "Land & Sea tote", AgeFrom: 5, AgeTo: 13,
		Tags: []string{"beach", "Sale", "Blue", "cotton", "maritime"}, Rating: &rating, RatingCount: 12,
		ValidUntil: time.Date(2027, time.January, 31, 0, 0, 0, 0, time.UTC), Updated: now,
	}
	// What a bag is, and for whom, is told by the reader of all formats.
	ignore := cmpopts.IgnoreFields(catalog.Gift{}, "Category", "Kind", "Interests", "Occasions")
	if diff := cmp.Diff(want, gifts[0], ignore, cmpopts.EquateEmpty()); diff != "" {
		t.Errorf("gift (-want +got):\n%s", diff)
	}
	if got := report.Files[0].Format; got != "google-retail" {
		t.Errorf("got format %s, want google-retail", got)
	}
}

// BigQuery exports the attributes as a list with keys, and some write url for uri.
func TestRead_retailOtherShapes(t *testing.T) {
	gifts, _ := mustRead(t, feed.Options{}, `{"id":"1","title":"Tote","url":"https://shop.example/1","priceInfo":{"currencyCode":"USD","price":18},"attributes":[{"key":"style","value":{"text":["maritime"]}},{"key":"litres","value":{"numbers":[12]}}]}`)
	if diff := cmp.Diff([]string{"maritime"}, gifts[0].Tags); diff != "" {
		t.Errorf("tags (-want +got):\n%s", diff)
	}
	if got, want := gifts[0].URL, "https://shop.example/1"; got != want {
		t.Errorf("got link %q, want %q", got, want)
	}
}

// What a single member makes of a product, on 20 November 2026.
func TestRead_retailValues(t *testing.T) {
	tests := []struct{ members, want string }{
		{`"priceInfo":{"currencyCode":"USD","price":18}`, "shop:1 1800 USD in_stock"},
		{`"priceInfo":{"currencyCode":"JPY","price":1980}`, "shop:1 1980 JPY in_stock"},
		{`"priceInfo":{"currencyCode":"KWD","price":1.250}`, "shop:1 1250 KWD in_stock"},
		{`"priceInfo":{"price":18}`, "shop:1 1800 EUR in_stock"},
		{`"priceInfo":{"currencyCode":"USD","price":0}`, "price that is not above zero"},
		{`"priceInfo":{"currencyCode":"USD"}`, "no price"},
		{`"priceInfo":{"currencyCode":"USD","price":12.989999771118164}`, "price with more decimals than its currency has"},
		{`"priceInfo":{"currencyCode":"USD","price":8,"originalPrice":9,"priceExpireTime":"2026-11-20T12:00:00Z"}`, "shop:1 900 USD in_stock"},
		{`"priceInfo":{"currencyCode":"USD","price":8,"originalPrice":9,"priceExpireTime":"2026-11-20T12:00:01Z"}`, "shop:1 800 USD in_stock"},
		{`"priceInfo":{"currencyCode":"USD","price":8,"originalPrice":9,"priceEffectiveTime":"2026-11-21T00:00:00Z"}`, "shop:1 900 USD in_stock"},
		{`"priceInfo":{"currencyCode":"USD","price":18},"availability":"OUT_OF_STOCK"`, "shop:1 1800 USD out_of_stock"},
		{`"priceInfo":{"currencyCode":"USD","price":18},"availability":"PREORDER"`, "shop:1 1800 USD preorder"},
		{`"priceInfo":{"currencyCode":"USD","price":18},"availability":"MAYBE"`, "unknown availability"},
		{`"priceInfo":{"currencyCode":"USD","price":18},"primaryProductId":"tote"`, "shop:tote 1800 USD in_stock"},
		{`"priceInfo":{"currencyCode":"USD","price":18},"title":"Twice"`, "no JSON object that is in order"},
		{`"priceInfo":{"currencyCode":"USD","price":18},"tags":"one"`, "no JSON object that is in order"},
	}
	for _, tt := range tests {
		text := `{"id":"1","title":"Tote",` + tt.members + "}"
		gifts, report, _ := read(t, feed.Options{Currency: "EUR"}, file("feed", text))
		got := ""
		for _, g := range gifts {
			got = fmt.Sprintf("%s %d %s %s", g.ID, g.Price.Minor, g.Price.Currency, g.Availability)
		}
		for _, e := range report.Errors {
			got = e.Reason
		}
		if got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.members, got, tt.want)
		}
	}
}
