package feed_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"giftserver/internal/catalog"
	"giftserver/internal/feed"
)

// Every property that says something of a gift.
func TestRead_schemaorgProperties(t *testing.T) {
	gifts, report := mustRead(t, feed.Options{}, `{
		"@context": "https://schema.org", "@type": "Product", "@id": "https://shop.example/7#product",
		"name": "Chess set", "sku": "SKU 7", "gtin13": "0001234560001", "url": "https://shop.example/7",
		"description": "<p>Walnut &amp; maple</p>", "brand": {"@type": "Brand", "name": "Oak & Son"},
		"category": "Games > Chess", "keywords": ["wood", "classic"], "color": "brown",
		"image": [{"@type": "ImageObject", "url": "https://cdn.example/7.jpg", "caption": "The board"}, "https://cdn.example/8.jpg"],
		"audience": {"@type": "PeopleAudience", "suggestedMinAge": 8, "suggestedMaxAge": "99"},
		"aggregateRating": {"@type": "AggregateRating", "ratingValue": "9", "bestRating": "10", "reviewCount": 12},
		"isRelatedTo": {"@type": "Product", "name": "Clock", "sku": "8", "offers": {"price": "5", "priceCurrency": "USD"}},
		"offers": {
			"@type": "Offer", "url": "https://shop.example/7?buy", "price": 49.9, "priceCurrency": "EUR",
			"availability": "https://schema.org/BackOrder", "itemCondition": "https://schema.org/RefurbishedCondition",
			"priceValidUntil": "2026-12-31",
			"shippingDetails": {"@type": "OfferShippingDetails", "deliveryTime": {"handlingTime": {"minValue": 0, "maxValue": 2}, "transitTime": {"maxValue": 4}}}
		}
	}`)
	rating, handling, transit := 4.5, 2, 4
	want := []*catalog.Gift{{
		ID: "shop:SKU 7", Source: "shop", Name: "Chess set", Description: "Walnut & maple", Category: "board-games",
		CategoryPath: "Games > Chess", Brand: "Oak & Son", Kind: catalog.Physical, Price: catalog.Money{Minor: 4990, Currency: "EUR"},
		PriceBasis: catalog.Listed, Priced: now, Availability: catalog.Backorder, URL: "https://shop.example/7?buy",
		ImageURL: "https://cdn.example/7.jpg", ImageAlt: "The board", AgeFrom: 8, AgeTo: 99, Tags: []string{"brown", "wood", "classic"},
		Interests: []string{"chess"}, Cautions: []string{"Back-ordered: takes longer than usual", "Refurbished"},
		Rating: &rating, RatingCount: 12, HandlingDays: &handling, TransitDays: &transit,
		ValidUntil: time.Date(2027, time.January, 1, 0, 0, 0, 0, time.UTC), Updated: now, // A day ends when the next begins.
	}}
	if diff := cmp.Diff(want, gifts, cmpopts.EquateEmpty()); diff != "" {
		t.Errorf("gifts (-want +got):\n%s", diff)
	}
	if got := notes(report); got != nil || report.Files[0].Format != "schemaorg" {
		t.Errorf("got %s, want schemaorg without notes", report)
	}
}

// The places in which JSON-LD may hold a product.
func TestRead_schemaorgForms(t *testing.T) {
	const one = `{"@type":"Product","sku":"1","name":"Mug","offers":{"price":"12.50","priceCurrency":"USD","availability":"InStock"}}`
	const two = `{"@type":"Product","sku":"2","name":"Bowl","offers":{"price":8,"priceCurrency":"USD","availability":"http://schema.org/InStock"}}`
	const page = "<!doctype html>\n<html><head><title>1 < 2</title>\n"
	script := func(text string) string { return `<script type="application/ld+json">` + text + "</script>\n" }
	tests := map[string]string{
		"an array":            "[" + one + "," + two + "]",
		"a graph":             `{"@context":"https://schema.org","@graph":[{"@type":"WebSite","name":"Shop"},` + one + "," + two + "]}",
		"lines":               one + "\n" + two + "\n",
		"a list of items":     `{"@type":"ItemList","itemListElement":[{"@type":"ListItem","position":1,"item":` + one + `},` + two + "]}",
		"the page's subject":  `{"@type":"WebPage","breadcrumb":{"@type":"BreadcrumbList","itemListElement":[{"@type":"ListItem"}]},"mainEntity":[` + one + "," + two + "]}",
		"several types":       "[" + strings.Replace(one, `"Product"`, `["Product","Book"]`, 1) + "," + two + "]",
		"types by address":    "[" + strings.Replace(one, `"Product"`, `"https://schema.org/Product"`, 1) + "," + strings.Replace(two, `"Product"`, `"schema:Product"`, 1) + "]",
		"scripts of a page":   page + script(one) + "<script>if (a < b) {}</script>" + script("\n"+two+"\n"),
		"a graph in a page":   page + script(`{"@graph":[`+one+","+two+"]}"),
		"an array in a page":  page + script("["+one+","+two+"]"),
		"a page's attributes": page + `<SCRIPT id=x TYPE='application/ld+json; charset=utf-8' data-x="1">` + one + "</SCRIPT>" + script(two),
		"commented scripts":   page + script("<!--\n"+one+"\n-->") + script("\n//<![CDATA[\n"+two+"\n//]]>\n"),
		"no document":         `<div>` + script(one) + script(two),
	}
	for name, text := range tests {
		gifts, report := mustRead(t, feed.Options{}, text)
		if diff := cmp.Diff([]string{mug, bowl}, brief(gifts)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
		if got := leftOut(report); got != nil || report.Files[0].Format != "schemaorg" {
			t.Errorf("%s: got %s, want schemaorg and nothing left out", name, report)
		}
	}
}

// The prices that offers may have.
func TestRead_schemaorgOffers(t *testing.T) {
	const stock = `"priceCurrency":"USD","availability":"InStock"`
	tests := []struct{ name, offers, want, leftOut string }{
		{"text", `{"price":"12.50",` + stock + `}`, "12.5 USD in_stock", ""},
		{"a number", `{"price":12.50,` + stock + `}`, "12.5 USD in_stock", ""},
		{"a sign", `{"price":"$12.50",` + stock + `}`, "12.5 USD in_stock", ""},
		{"lowest of several", `{"@type":"AggregateOffer","lowPrice":8,"highPrice":20,"offerCount":3,` + stock + `}`, "8 USD in_stock", ""},
		{"several, listed", `{"@type":"AggregateOffer","lowPrice":1,"offers":[{"price":20,` + stock + `},{"price":9,` + stock + `}],"priceCurrency":"USD"}`, "9 USD in_stock", ""},
		{"an array, the best there is", `[{"price":5,"priceCurrency":"USD","availability":"SoldOut"},{"price":9,` + stock + `}]`, "9 USD in_stock", ""},
		{"a specification", `{` + stock + `,"priceSpecification":{"price":"12.50","priceCurrency":"USD"}}`, "12.5 USD in_stock", ""},
		{"former and unit prices", `{` + stock + `,"priceSpecification":[{"price":20,"priceType":"https://schema.org/StrikethroughPrice"},{"price":3,"referenceQuantity":{"value":100}},{"price":12.50,"priceCurrency":"USD"}]}`, "12.5 USD in_stock", ""},
		{"a null specification", `{"price":"12.50",` + stock + `,"priceSpecification":null}`, "12.5 USD in_stock", ""},
		{"sold by the half dozen", `{"price":5,` + stock + `,"eligibleQuantity":{"@type":"QuantitativeValue","minValue":6}}`, "30 USD in_stock", ""},
		{"a discount on many", `[{"price":5,` + stock + `},{"price":4,` + stock + `,"eligibleQuantity":{"minValue":6}}]`, "5 USD in_stock", ""},
		{"no availability", `{"price":"12.50","priceCurrency":"USD"}`, "12.5 USD in_stock", ""},
		{"out of stock", `{"price":"12.50","priceCurrency":"USD","availability":"https://schema.org/OutOfStock"}`, "12.5 USD out_of_stock", ""},
		{"two amounts", `{"price":"1.234",` + stock + `}`, "", "price that could mean two amounts, as 1.234 may be 1234.00 or 1.23: 1"},
		{"no currency", `{"price":"12.50","availability":"InStock"}`, "", "price without a currency (name it with --currency): 1"},
		{"no price", `{` + stock + `}`, "", "no price: 1"},
		{"no offers", `[]`, "", "no price: 1"},
		{"an unknown availability", `{"price":5,"priceCurrency":"USD","availability":"https://schema.org/Maybe"}`, "", "unknown availability: 1"},
	}
	for _, tt := range tests {
		text := `[{"@type":"Product","sku":"1","name":"Mug","offers":` + tt.offers + `},{"@type":"Product","sku":"2","name":"Bowl","offers":{"price":8,` + stock + `}}]`
		gifts, report := mustRead(t, feed.Options{}, text)
		var got []string
		for _, g := range gifts {
			if g.ID == "shop:1" {
				got = append(got, strings.TrimPrefix(brief([]*catalog.Gift{g})[0], "shop:1 Mug ")+" "+string(g.Availability))
			}
		}
		if strings.Join(got, ", ") != tt.want || strings.Join(leftOut(report), ", ") != tt.leftOut {
			t.Errorf("%s: got %q, left out %q, want %q, %q", tt.name, got, leftOut(report), tt.want, tt.leftOut)
		}
	}
}

// An offer counts through the day that it is valid until; one that has ended can't be suggested.
func TestRead_schemaorgEnded(t *testing.T) {
	for until, want := range map[string]int{
		"2025-11-29": 1, "2026-11-19": 1, "2026-11-20": 0, "2026-11-20T11:59:59Z": 1, "2027-01-31": 0,
	} {
		gifts, report := mustRead(t, feed.Options{}, `{"@type":"Product","sku":"1","name":"Mug","offers":{"price":8,"priceCurrency":"USD","availability":"InStock","priceValidUntil":"`+until+`"}}`)
		if got := report.LeftOut["no longer offered"]; got != want || report.Suggestable != 1-want {
			t.Errorf("until %s: got %d left out and %d suggestable, want %d left out", until, got, report.Suggestable, want)
		}
		if ended := !gifts[0].ValidUntil.After(now); ended != (want > 0) {
			t.Errorf("until %s: got valid until %v", until, gifts[0].ValidUntil)
		}
	}
}

// A group of variants is one product. What a variant lacks, the group says.
func TestRead_schemaorgGroups(t *testing.T) {
	const offer = `"offers":{"price":12.50,"priceCurrency":"USD","availability":"InStock"}`
	const sale = `"offers":{"price":8,"priceCurrency":"USD","availability":"InStock"}`
	tests := map[string]string{
		"variants within": `{"@type":"ProductGroup","productGroupID":"1","name":"Bowl","brand":{"name":"Oak"},"hasVariant":[
			{"@type":"Product","sku":"a","color":"red",` + offer + `},{"@type":"Product","sku":"b","color":"blue",` + sale + `}]}`,
		"variants that name it": `[{"@type":"Product","sku":"a","name":"Bowl","brand":"Oak","isVariantOf":{"@type":"ProductGroup","productGroupID":"1"},` + offer + `},
			{"@type":"Product","sku":"b","name":"Bowl","brand":"Oak","inProductGroupWithID":"1",` + sale + "}]",
		"variants without ids": `{"@type":"ProductGroup","productGroupID":"1","name":"Bowl","brand":"Oak","hasVariant":[
			{"@type":"Product","name":"Bowl",` + offer + `},{"@type":"Product","name":"Bowl",` + sale + `}]}`,
		"the offer of the group": `{"@type":"ProductGroup","productGroupID":"1","name":"Bowl","brand":"Oak",` + sale + `,"hasVariant":[{"@type":"Product","sku":"a"}]}`,
	}
	for name, text := range tests {
		gifts, report := mustRead(t, feed.Options{}, text)
		if diff := cmp.Diff([]string{"shop:1 Bowl 8 USD"}, brief(gifts)); diff != "" || gifts[0].Brand != "Oak" {
			t.Errorf("%s: brand %q (-want +got):\n%s%s", name, gifts[0].Brand, diff, report)
		}
	}
}

// Line ends within the texts of a script are spaces, and everything else is as JSON says.
func TestRead_schemaorgLines(t *testing.T) {
	gifts, report := mustRead(t, feed.Options{}, "<html><script type=\"application/ld+json\">\n{\"@type\":\"Product\",\n\t\"sku\":\"1\",\"name\":\"Mug\",\"description\":\"Blue\r\n\tand big\","+
		"\"audience\":{\"suggestedGender\":\"https://schema.org/Female\",\"suggestedMinAge\":13},\"offers\":{\"price\":12.50,\"priceCurrency\":\"USD\"}}\n</script></html>")
	if len(gifts) != 1 || gifts[0].Description != "Blue and big" || strings.Join(gifts[0].Tags, ",") != "women" {
		t.Errorf("got %v: %s", gifts, report)
	}
}

// What has no id is known by the address of its offer, or else by its name.
func TestRead_schemaorgNoID(t *testing.T) {
	const offer = `{"price":8,"priceCurrency":"USD","availability":"InStock"`
	tests := map[string]string{
		`{"@type":"Product","name":"Bowl","offers":` + offer + `,"url":"https://shop.example/bowl"}}`:                                                               "shop:https://shop.example/bowl Bowl 8 USD",
		`{"@type":"Product","@id":"#product","name":"Bowl","offers":` + offer + `}}`:                                                                                "shop:Bowl Bowl 8 USD",
		`{"@type":"ProductGroup","name":"Bowl","hasVariant":[{"sku":"a","name":"Bowl","offers":` + offer + `}},{"sku":"b","name":"Bowl","offers":` + offer + `}}]}`: "shop:Bowl Bowl 8 USD",
	}
	for text, want := range tests {
		gifts, report := mustRead(t, feed.Options{}, text)
		if diff := cmp.Diff([]string{want}, brief(gifts)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", text, diff)
		}
		if got, want := strings.Join(notes(report), ""), "no id; the address of the offer or the name stands for it: 1"; got != want {
			t.Errorf("%s: got note %q, want %q", text, got, want)
		}
	}
}

// A script that is broken is left out, with its line; a page without products is none.
func TestRead_schemaorgFaults(t *testing.T) {
	const product = `{"@type":"Product","sku":"1","name":"Mug","offers":{"price":"12.50","priceCurrency":"USD"}}`
	text := "<html>\n<script type=\"application/ld+json\">\n\n{\"@type\":\"Product\",}\n</script>\n<script type=\"application/ld+json\">" + product + "</script></html>"
	gifts, report := mustRead(t, feed.Options{}, text)
	if diff := cmp.Diff([]string{mug}, brief(gifts)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if got, want := strings.Join(leftOut(report), ""), "no JSON object that is in order: 4"; got != want {
		t.Errorf("got %q left out, want %q", got, want)
	}
	_, report, _ = read(t, feed.Options{}, file("feed", "<html><body>Hello</body></html>"))
	if got, want := strings.Join(notes(report), ""), "page without a script of type application/ld+json, which is all that is read of one: 1"; got != want {
		t.Errorf("a page without scripts: got note %q, want %q", got, want)
	}
	for _, text := range []string{
		"<html><body>Hello</body></html>",
		`{"@context":{"gr":"http://purl.org/goodrelations/v1#"},"@type":"gr:Offering","gr:name":"Car"}`,
	} {
		if _, _, err := read(t, feed.Options{}, file("feed", text)); err == nil || !strings.Contains(err.Error(), "no product in it can be imported; it has no rows") {
			t.Errorf("%s: got error %v", text, err)
		}
	}
}
