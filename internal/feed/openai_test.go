package feed_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"giftserver/internal/catalog"
	"giftserver/internal/feed"
)

// The forms in which two products may come to ChatGPT, of both generations.
func TestRead_openAIForms(t *testing.T) {
	const (
		first  = `{"item_id":"1","title":"Mug","price":"12.50 USD","availability":"in_stock","is_eligible_search":true}`
		second = `{"item_id":"2","title":"Bowl","price":"8.00 USD","availability":"in_stock","is_eligible_search":"true"}`
		table  = "item_id\ttitle\turl\tprice\tavailability\tis_eligible_search\n1\tMug\t\t12.50 USD\tin_stock\ttrue\n2\tBowl\t\t8.00 USD\tin_stock\tTRUE\n"
	)
	old := strings.NewReplacer("item_id", "id", "is_eligible_search", "enable_search", "\turl\t", "\tlink\t")
	tests := map[string]string{
		"lines":                   first + "\n" + second + "\n",
		"no last line end":        first + "\n" + second,
		"blank lines":             "\ufeff\n" + first + "\r\n \r\n" + second + "\r\n\r\n",
		"gzip":                    zip(t, first+"\n"+second),
		"an array":                "[" + first + "," + second + "]",
		"an array over lines":     "[\n" + strings.ReplaceAll(first+","+second, ",", ",\n") + "\n]\n",
		"an object with products": `{"feed_id":"f","meta":{"products":[1]},"products":[` + first + "," + second + `],"count":2}`,
		"a table":                 table,
		"a table with commas":     strings.ReplaceAll(table, "\t", ","),
		"2025, lines":             old.Replace(first + "\n" + second),
		"2025, a table":           old.Replace(table),
	}
	for name, text := range tests {
		gifts, report := mustRead(t, feed.Options{}, text)
		if diff := cmp.Diff([]string{mug, bowl}, brief(gifts)); diff != "" {
			t.Errorf("%s (-want +got):\n%s%s", name, diff, report)
		}
		if got := report.Files[0].Format; got != "openai" {
			t.Errorf("%s: got format %s, want openai", name, got)
		}
	}
}

// Every member that says something of a gift, in both generations.
func TestRead_openAIFields(t *testing.T) {
	rating, handling, transit := 4.5, 2, 5
	want := []*catalog.Gift{{
		ID: "shop:7", Source: "shop", Name: "Chess set", Description: "Walnut.", Category: "board-games",
		CategoryPath: "Games > Board Games", Brand: "Oak", Kind: catalog.Physical, Price: catalog.Money{Minor: 4990, Currency: "EUR"},
		PriceBasis: catalog.Listed, Priced: now, Availability: catalog.InStock, URL: "https://shop.example/7",
		ImageURL: "https://shop.example/7.jpg", ImageAlt: "Chess set", AgeFrom: 18, AgeTo: catalog.MaxAge, Tags: []string{"brown", "walnut"},
		Interests: []string{"chess", "board games"}, Cautions: []string{"Second-hand"}, Rating: &rating, RatingCount: 12,
		HandlingDays: &handling, TransitDays: &transit, ValidUntil: time.Date(2027, time.January, 31, 0, 0, 0, 0, time.UTC), Updated: now,
	}}
	tests := map[string]string{
		"2026": `{"item_id":"7","title":"Chess set","description":"<b>Walnut.</b>","url":"https://shop.example/7",
			"image_url":"https://shop.example/7.jpg","additional_image_urls":["https://shop.example/8.jpg"],"brand":"Oak",
			"availability":"in_stock","price":"59.90 EUR","sale_price":"49.90 EUR","sale_price_start_date":"2026-11-01",
			"sale_price_end_date":"2026-11-20","product_category":"Games > Board Games","condition":"used","age_restriction":18,
			"shipping":"DE::Standard:4.90 EUR:1-2:3-5;AT::Air:9 EUR:0:1","variant_dict":{"Color":"brown","Wood":"walnut"},"star_rating":4.5,
			"review_count":12,"is_digital":false,"expiration_date":"2027-01-31","is_eligible_search":true,"target_countries":["DE"]}`,
		"2025": `{"id":"7","title":"Chess set","description":"Walnut.","link":"https://shop.example/7",
			"image_link":"https://shop.example/7.jpg","brand":"Oak","availability":"in_stock","price":"59.90 EUR",
			"sale_price":"49.90 EUR","sale_price_effective_date":"2026-11-01 / 2026-11-20","product_category":"Games > Board Games",
			"condition":"used","age_restriction":"18","shipping":["DE::Standard:4.90 EUR:2:5"],"color":"brown","material":"walnut",
			"product_review_rating":"4.5","product_review_count":"12","expiration_date":"2027-01-31","enable_search":"true"}`,
	}
	for name, text := range tests {
		gifts, report := mustRead(t, feed.Options{}, "["+text+"]")
		if diff := cmp.Diff(want, gifts, cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("%s (-want +got):\n%s%s", name, diff, report)
		}
	}
}

// The names of a generation say nothing in the other.
func TestRead_openAIGenerations(t *testing.T) {
	tests := map[string]string{
		"2026 in 2025": `{"id":"1","title":"Mug","price":"12.50 USD","availability":"in_stock","enable_search":true,"url":"https://shop.example/1","group_id":"a","star_rating":5}`,
		"2025 in 2026": `{"item_id":"1","title":"Mug","price":"12.50 USD","availability":"in_stock","link":"https://shop.example/1","item_group_id":"a","average_rating":5}`,
	}
	for name, text := range tests {
		gifts, _ := mustRead(t, feed.Options{}, text)
		if got := gifts[0]; got.ID != "shop:1" || got.URL != "" || got.Rating != nil {
			t.Errorf("%s: got %+v, want neither link, group nor rating", name, got)
		}
	}
}

// Rows of a group are one product, but those that say that they have no variants.
func TestRead_openAIGroups(t *testing.T) {
	const table = "item_id,title,price,availability,group_id,listing_has_variations,variant_dict\n" +
		`1,Mug,12.50 USD,in_stock,mugs,true,"{""color"":""Red"",""size"":""10""}"` + "\n" +
		`2,Mug,12.50 USD,in_stock,mugs,true,` + "\n" +
		`3,Bowl,8 USD,in_stock,bowls,false,` + "\n" +
		`4,Dish,9 USD,in_stock,bowls,false,` + "\n"
	gifts, _ := mustRead(t, feed.Options{}, table)
	want := []string{"shop:3 Bowl 8 USD", "shop:4 Dish 9 USD", "shop:mugs Mug 12.5 USD"}
	if diff := cmp.Diff(want, brief(gifts)); diff != "" {
		t.Errorf("gifts (-want +got):\n%s", diff)
	}
	if got := strings.Join(gifts[2].Tags, ","); got != "Red,10" {
		t.Errorf("got tags %q, want what is in variant_dict", got)
	}
}

// Only what the shop lets be found is imported. Where the first product says it, all must.
func TestRead_openAIEligible(t *testing.T) {
	const line = `{"item_id":"%d","title":"Mug","price":"9 USD","availability":"in_stock"%s}` + "\n"
	tests := []struct {
		flags string // of three products, each behind its comma
		want  string
	}{
		{"||", "123"},
		{`,"is_eligible_search":true|,"is_eligible_search":"true"|,"is_eligible_search":"TRUE"`, "123"},
		{`,"is_eligible_search":true|,"is_eligible_search":false|,"is_eligible_search":"FALSE"`, "1"},
		{`,"is_eligible_search":true|,"is_eligible_search":""|,"is_eligible_search":"n/a"`, "1"},
		{`,"is_eligible_search":true||,"is_eligible_search":null`, "1"},
		{`|,"is_eligible_search":false|`, "13"},
		{`|,"delete_flag":true|,"delete_flag":false`, "13"},
	}
	for _, tt := range tests {
		var text strings.Builder
		for i, flag := range strings.Split(tt.flags, "|") {
			fmt.Fprintf(&text, line, i+1, flag)
		}
		gifts, report := mustRead(t, feed.Options{}, text.String())
		got := ""
		for _, g := range gifts {
			got += strings.TrimPrefix(g.ID, "shop:")
		}
		if got != tt.want || report.Products != 3 {
			t.Errorf("%s: got %q of %d, want %q of 3", tt.flags, got, report.Products, tt.want)
		}
	}
	const table = "item_id,title,price,is_eligible_search\n1,Mug,12.50 USD,true\n2,Bowl,8 USD,false\n3,Cup,8 USD,\n"
	gifts, report := mustRead(t, feed.Options{}, table)
	if diff := cmp.Diff([]string{mug}, brief(gifts)); diff != "" {
		t.Errorf("table (-want +got):\n%s", diff)
	}
	if got, want := strings.Join(leftOut(report), "; "), "not to be suggested, as the file says × 2"; got != want {
		t.Errorf("table: got %q left out, want %q", got, want)
	}
}

// What a single member makes of a product.
func TestRead_openAIValues(t *testing.T) {
	tests := []struct {
		members string // beside the id and the title
		want    string // price, availability, brand, kind, the youngest age
	}{
		{`"price":"9 USD","availability":"pre_order"`, "900 USD preorder  physical 3"},
		{`"price":"9 USD","availability":"unknown"`, "unknown availability"},
		{`"price":"9 USD","availability":"in_stock","brand":"N/A"`, "900 USD in_stock  physical 3"},
		{`"price":"9 USD","availability":"in_stock","brand":null`, "900 USD in_stock  physical 3"},
		{`"price":"9 USD","availability":"in_stock","brand":"Oak"`, "900 USD in_stock Oak physical 3"},
		{`"price":"9 USD","availability":"in_stock","is_digital":true`, "900 USD in_stock  digital 3"},
		{`"price":"9 USD","availability":"in_stock","age_restriction":21`, "900 USD in_stock  physical 21"},
		{`"price":"9 USD","availability":"in_stock","age_restriction":"18+"`, "900 USD in_stock  physical 18"},
		{`"price":"9 USD","availability":"in_stock","sale_price":"8 USD","sale_price_start_date":"2026-11-21"`, "900 USD in_stock  physical 3"},
		{`"price":"9 USD","availability":"in_stock","sale_price":"8 USD","sale_price_end_date":"2026-11-20"`, "800 USD in_stock  physical 3"},
		{`"price":9.5,"availability":"in_stock"`, "950 EUR in_stock  physical 3"},
		{`"price":1.250,"availability":"in_stock"`, "125 EUR in_stock  physical 3"},
		{`"price":1.25e1,"availability":"in_stock"`, "1250 EUR in_stock  physical 3"},
		{`"price":1.234,"availability":"in_stock"`, "price with more decimals than its currency has"},
		{`"price":"1.234","availability":"in_stock"`, "price that could mean two amounts, as 1.234 may be 1234.00 or 1.23"},
		{`"price":{"amount":9},"availability":"in_stock"`, "900 EUR in_stock  physical 3"},
		{`"price":true,"availability":"in_stock"`, "price that is no amount such as 15.00 USD"},
	}
	for _, tt := range tests {
		gifts, report, _ := read(t, feed.Options{Currency: "EUR"}, file("feed", `{"item_id":"1","title":"Thing",`+tt.members+"}"))
		got := ""
		for _, g := range gifts {
			got = fmt.Sprintf("%d %s %s %s %s %d", g.Price.Minor, g.Price.Currency, g.Availability, g.Brand, g.Kind, g.AgeFrom)
		}
		for reason := range report.LeftOut {
			if got == "" {
				got = reason
			}
		}
		if got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.members, got, tt.want)
		}
	}
}
