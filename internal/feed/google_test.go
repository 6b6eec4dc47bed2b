package feed_test

import (
	"fmt"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"giftserver/internal/catalog"
	"giftserver/internal/feed"
)

// row makes a feed of one product of columns and their values.
func row(fields ...string) string {
	var names, values []string
	for i := 0; i < len(fields); i += 2 {
		names, values = append(names, fields[i]), append(values, fields[i+1])
	}
	return strings.Join(names, "\t") + "\n" + strings.Join(values, "\t") + "\n"
}

// one reads a product that has a name, a price and some fields more.
func one(t *testing.T, o feed.Options, fields ...string) (*catalog.Gift, *feed.Report) {
	t.Helper()
	given := map[string]bool{}
	for i := 0; i < len(fields); i += 2 {
		given[fields[i]] = true
	}
	for _, usual := range [][2]string{{"id", "1"}, {"title", "Thing"}, {"price", "10.00 USD"}, {"availability", "in_stock"}} {
		if !given[usual[0]] {
			fields = append(fields, usual[:]...)
		}
	}
	gifts, report := mustRead(t, o, row(fields...))
	if len(gifts) != 1 {
		t.Fatalf("%q: got %d gifts, want 1: %s", fields, len(gifts), report)
	}
	return gifts[0], report
}

// Every column that says something of a gift.
func TestRead_columns(t *testing.T) {
	got, report := one(t, feed.Options{},
		"id", "SKU 7", "title", "Chess set for her birthday", "description", "<p>Walnut &amp; maple.</p><p>Hand-made</p>",
		"link", "https://shop.example/p/7?a=1#x", "image_link", "https://cdn.example/7.jpg", "additional_image_link", "https://cdn.example/8.jpg",
		"availability", "preorder", "availability_date", "2026-12-01T08:00-0500", "price", "49.90 EUR",
		"google_product_category", "Toys & Games > Games > Board Games", "product_type", "Games > Classics", "brand", "Oak & Son",
		"gtin", "00012345600012", "mpn", "X", "condition", "refurbished", "adult", "no", "age_group", "kids",
		"color", "brown", "material", "walnut", "custom_label_0", "bestseller", "custom_label_3", "Brown",
		"shipping(country:price:max_handling_time:max_transit_time)", "US:5.00 USD:2:4,CA:9.00 USD:3:9",
		"expiration_date", "2027-01-31", "average_rating", "4.5", "review_count", "12")
	// Preordered: 11 days and an hour until it is available, and 2 to handle it.
	rating, handling, transit := 4.5, 12+2, 4
	want := &catalog.Gift{
		ID: "shop:SKU 7", Source: "shop", Name: "Chess set for her birthday", Description: "Walnut & maple. Hand-made",
		Category: "board-games", CategoryPath: "Games > Classics", Brand: "Oak & Son", Kind: catalog.Physical,
		Price: catalog.Money{Minor: 4990, Currency: "EUR"}, PriceBasis: catalog.Listed, Priced: now,
		Availability: catalog.Preorder, URL: "https://shop.example/p/7?a=1#x", ImageURL: "https://cdn.example/7.jpg",
		ImageAlt: "Chess set for her birthday", AgeFrom: 5, AgeTo: 13, Tags: []string{"brown", "walnut", "bestseller"},
		Occasions: []string{"birthday"}, Interests: []string{"chess", "board games"},
		Cautions: []string{"Pre-order: available from 1 December 2026", "Refurbished"},
		Rating:   &rating, RatingCount: 12, HandlingDays: &handling, TransitDays: &transit,
		ValidUntil: time.Date(2027, time.January, 31, 0, 0, 0, 0, time.UTC), Updated: now,
	}
	if diff := cmp.Diff(want, got, cmpopts.EquateEmpty()); diff != "" {
		t.Errorf("gift (-want +got):\n%s", diff)
	}
	if got := notes(report); got != nil {
		t.Errorf("got notes %q, want none", got)
	}
}

func TestRead_availability(t *testing.T) {
	tests := map[string]catalog.Availability{
		"in_stock": catalog.InStock, "in stock": catalog.InStock, "IN_STOCK": catalog.InStock,
		"https://schema.org/InStock": catalog.InStock, "limited_stock": catalog.InStock,
		"out_of_stock": catalog.OutOfStock, "Out of stock": catalog.OutOfStock, "discontinued": catalog.OutOfStock,
		"available for order": catalog.InStock, "preorder": catalog.Preorder, "pre_order": catalog.Preorder, "backorder": catalog.Backorder,
	}
	for text, want := range tests {
		if g, _ := one(t, feed.Options{}, "availability", text); g.Availability != want {
			t.Errorf("%q: got %s, want %s", text, g.Availability, want)
		}
	}
	gifts, report := mustRead(t, feed.Options{}, "id,title,price\n1,Mug,12.50 USD\n")
	if gifts[0].Availability != catalog.InStock || len(notes(report)) != 1 {
		t.Errorf("without the column: got %s, notes %q, want %s and a note", gifts[0].Availability, notes(report), catalog.InStock)
	}
}

// A sale price counts within its dates. All are imported on 20 November 2026 at noon, UTC.
func TestRead_salePrice(t *testing.T) {
	tests := []struct {
		sale, dates string
		want        int64 // cents; the price is 10.00 USD
		note        string
	}{
		{"8.00 USD", "", 800, ""},
		{"8.00", "", 800, ""},
		{"8.00 USD", "2026-11-01/2026-11-30", 800, ""},
		{"8.00 USD", "2026-11-01/2026-11-20", 800, ""},
		{"8.00 USD", "2026-11-01/2026-11-19", 1000, ""},
		{"8.00 USD", "2026-11-21/2026-11-30", 1000, ""},
		{"8.00 USD", "2026-11-20T06:59-0500/2026-11-30T00:00-0500", 800, ""},
		{"8.00 USD", "2026-11-20T07:01-0500/2026-11-30T00:00-0500", 1000, ""},
		{"8.00 USD", "2026-11-20T00:00:00Z/2026-11-20T12:00:00Z", 1000, ""},
		{"8.00 USD", "2026-11-20T00:00:00Z, 2026-11-20T12:00:01Z", 800, ""},
		{"10.00 USD", "", 1000, ""},
		{"12.00 USD", "", 1000, ""},
		{"8.00 EUR", "", 1000, "sale price that can't be read: 2"},
		{"cheap", "", 1000, "sale price that can't be read: 2"},
		{"8.00 USD", "soon", 1000, "sale dates that can't be read: 2"},
	}
	for _, tt := range tests {
		g, report := one(t, feed.Options{}, "sale_price", tt.sale, "sale_price_effective_date", tt.dates)
		if got := strings.Join(notes(report), "; "); g.Price.Minor != tt.want || got != tt.note {
			t.Errorf("%s in %q: got %d, notes %q, want %d, %q", tt.sale, tt.dates, g.Price.Minor, got, tt.want, tt.note)
		}
	}
}

func TestRead_links(t *testing.T) {
	base, err := url.Parse("https://shop.example/en/")
	if err != nil {
		t.Fatal(err)
	}
	tests := []struct{ link, image, wantLink, wantImage string }{
		{"https://shop.example/a b", "https://cdn.example/ü.jpg", "https://shop.example/a%20b", "https://cdn.example/%C3%BC.jpg"},
		{"http://shop.example/", "http://cdn.example/a.jpg", "http://shop.example/", ""},
		{"p/1", "/i/1.jpg", "https://shop.example/en/p/1", "https://shop.example/i/1.jpg"},
		{"//other.example/p", "https://a.example/1.jpg,https://a.example/2.jpg", "https://other.example/p", "https://a.example/1.jpg"},
		{"www.shop.example/p/1", "//cdn.example/1.jpg", "https://www.shop.example/p/1", "https://cdn.example/1.jpg"},
		{"shop.example/p/1", "shop.example/1.jpg", "https://shop.example/p/1", "https://shop.example/1.jpg"},
		{"", `["https://a.example/1.jpg", "https://a.example/2.jpg"]`, "", "https://a.example/1.jpg"},
		{"", "['https://a.example/1.jpg']", "", "https://a.example/1.jpg"},
		{"", "https://a.example/1.jpg | https://a.example/2.jpg", "", "https://a.example/1.jpg"},
		{"", "https://a.example/1.jpg?v=1;http://a.example/2.jpg", "", "https://a.example/1.jpg?v=1"},
		{"", "https://a.example/?url=https://b.example/1.jpg", "", "https://a.example/?url=https://b.example/1.jpg"},
		{"", "https://a.example/w,h=200/1.jpg", "", "https://a.example/w,h=200/1.jpg"},
		{"javascript:alert(1)", "data:image/png;base64,AA==", "", ""},
		{"https://user:word@shop.example/", "ftp://shop.example/a.jpg", "", ""},
		{"https:///path", "https://", "", ""},
		{"http://[::1", "file:///etc/passwd", "", ""},
	}
	for _, tt := range tests {
		g, _ := one(t, feed.Options{BaseURL: base}, "link", tt.link, "image_link", tt.image)
		if g.URL != tt.wantLink || g.ImageURL != tt.wantImage {
			t.Errorf("%q, %q: got %q, %q, want %q, %q", tt.link, tt.image, g.URL, g.ImageURL, tt.wantLink, tt.wantImage)
		}
	}
	if g, _ := one(t, feed.Options{}, "link", "www.shop.example/p/1", "image_link", "//cdn.example/1.jpg"); g.URL != "https://www.shop.example/p/1" || g.ImageURL == "" {
		t.Errorf("hosts without a base: got %q, %q, want both in https", g.URL, g.ImageURL)
	}
	g, report := one(t, feed.Options{}, "link", "/p/1")
	if g.URL != "" || len(notes(report)) != 1 {
		t.Errorf("relative without a base: got %q, notes %q, want no link and a note", g.URL, notes(report))
	}
}

// Variants are one product: the cheapest that can be had stands for it.
func TestRead_variants(t *testing.T) {
	const header = "id,item_group_id,title,price,availability\n"
	tests := []struct {
		name, rows string
		want       []string
		leftOut    string
	}{
		{"cheapest", "1,shirt,Shirt L,12 USD,in_stock\n2,shirt,Shirt S,9 USD,in_stock\n3,,Mug,5 USD,in_stock\n", []string{"shop:3 Mug 5 USD", "shop:shirt Shirt S 9 USD"}, ""},
		{"in stock", "1,shirt,Shirt L,12 USD,in_stock\n2,shirt,Shirt S,9 USD,out_of_stock\n", []string{"shop:shirt Shirt L 12 USD"}, ""},
		{"sooner", "1,shirt,Shirt L,12 USD,out_of_stock\n2,shirt,Shirt S,15 USD,preorder\n", []string{"shop:shirt Shirt S 15 USD"}, ""},
		{"first of equals", "1,shirt,Shirt L,9 USD,in_stock\n2,shirt,Shirt S,9 USD,in_stock\n", []string{"shop:shirt Shirt L 9 USD"}, ""},
		{"two groups", "1,a,Shirt,9 USD,in_stock\n2,b,Mug,5 USD,in_stock\n3,a,Shirt,8 USD,in_stock\n", []string{"shop:a Shirt 8 USD", "shop:b Mug 5 USD"}, ""},
		{"another currency", "1,shirt,Shirt,9 USD,in_stock\n2,shirt,Shirt,5 EUR,in_stock\n", []string{"shop:shirt Shirt 9 USD"}, "another currency than the other variants of the product: 3"},
		{"a variant twice", "1,shirt,Shirt,9 USD,in_stock\n1,shirt,Shirt,5 USD,in_stock\n", []string{"shop:shirt Shirt 9 USD"}, "repeated id: 3"},
		{"the product behind its variants", "1,shirt,Shirt,9 USD,in_stock\nshirt,,Shirt,8 USD,in_stock\n", []string{"shop:shirt Shirt 8 USD"}, ""},
		{"the product before its variants", "shirt,,Shirt,8 USD,in_stock\n1,shirt,Shirt,5 USD,in_stock\n", []string{"shop:shirt Shirt 8 USD"}, "repeated id: 3"},
	}
	for _, tt := range tests {
		gifts, report := mustRead(t, feed.Options{}, header+tt.rows)
		if diff := cmp.Diff(tt.want, brief(gifts)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
		if got := strings.Join(leftOut(report), "; "); got != tt.leftOut {
			t.Errorf("%s: got %q left out, want %q", tt.name, got, tt.leftOut)
		}
		if rows := strings.Count(tt.rows, "\n"); report.Rows != rows || report.Products != len(tt.want) || report.Imported != len(tt.want) {
			t.Errorf("%s: got %s, want %d rows and %d products", tt.name, report, rows, len(tt.want))
		}
	}
}

// Several files are one list.
func TestRead_files(t *testing.T) {
	gifts, report, err := read(t, feed.Options{Currency: "CHF"},
		file("a.tsv", "id\ttitle\tprice\n1\tMug\t12.50 USD\n2\tBowl\t8\n"), file("b.csv", "id,title,price\n1,Other,9 USD\n3,Cup,1000 JPY\n"))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{mug, "shop:2 Bowl 8 CHF", "shop:3 Cup 1000 JPY"}, brief(gifts)); diff != "" {
		t.Errorf("gifts (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(map[string]int{"USD": 1, "CHF": 1, "JPY": 1}, report.Currencies); diff != "" {
		t.Errorf("currencies (-want +got):\n%s", diff)
	}
	want := "error: 1 × repeated id (b.csv line 2 \"1, as in a.tsv line 2\")\n"
	if got := report.String(); !strings.Contains(got, want) {
		t.Errorf("report: got\n%swant it to hold %q", got, want)
	}
}

// What is not there yet is not promised for before it is. Today is 20 November.
func TestRead_availableFrom(t *testing.T) {
	tests := []struct {
		availability, from, handling string
		days                         string // handling and transit
		caution                      string
	}{
		{"in_stock", "", "", "", ""},
		{"in_stock", "2026-12-01", "", "", ""},
		{"preorder", "2026-11-30T12:00Z", "", "10 5", "Pre-order: available from 30 November 2026"},
		{"backorder", "2026-11-30T12:00Z", "3", "13 5", "Back-ordered: available from 30 November 2026"},
		{"preorder", "2026-11-01", "", "0 5", "Pre-order: available from 1 November 2026"},
		{"preorder", "", "", "", "Pre-order: not available yet"},
		{"backorder", "soon", "", "", "Back-ordered: takes longer than usual"},
	}
	for _, tt := range tests {
		g, _ := one(t, feed.Options{}, "availability", tt.availability, "availability_date", tt.from, "max_handling_time", tt.handling)
		days := ""
		if g.HandlingDays != nil && g.TransitDays != nil {
			days = fmt.Sprint(*g.HandlingDays, *g.TransitDays)
		}
		if got := strings.Join(g.Cautions, " "); days != tt.days || got != tt.caution {
			t.Errorf("%s from %q: got days %q, caution %q, want %q, %q", tt.availability, tt.from, days, got, tt.days, tt.caution)
		}
	}
}

func TestRead_windows1252(t *testing.T) {
	gifts, report := mustRead(t, feed.Options{}, "id,title,price\n1,Caf\xe9 \x80 10,9 USD\n")
	if got, want := gifts[0].Name, "Café € 10"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got, want := report.Files[0].Encoding, "windows-1252, as it is not UTF-8"; got != want {
		t.Errorf("report: got encoding %q, want %q", got, want)
	}
}
