package feed_test

import (
	"fmt"
	"net/url"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"giftserver/internal/catalog"
	"giftserver/internal/feed"
)

// export makes a CSV of rows, each of which has columns and their values; every column is in the header.
func export(rows ...[]string) string {
	var header []string
	at := map[string]int{}
	for _, row := range rows {
		for i := 0; i < len(row); i += 2 {
			if _, known := at[row[i]]; !known {
				at[row[i]] = len(header)
				header = append(header, row[i])
			}
		}
	}
	lines := []string{quoted(header)}
	for _, row := range rows {
		values := make([]string, len(header))
		for i := 0; i < len(row); i += 2 {
			values[at[row[i]]] = row[i+1]
		}
		lines = append(lines, quoted(values))
	}
	return strings.Join(lines, "\n") + "\n"
}

func quoted(values []string) string {
	var list []string
	for _, v := range values {
		list = append(list, `"`+strings.ReplaceAll(v, `"`, `""`)+`"`)
	}
	return strings.Join(list, ",")
}

// shopUSD are the options for a shop in dollars at an address.
func shopUSD(t *testing.T) feed.Options {
	t.Helper()
	base, err := url.Parse("https://shop.example")
	if err != nil {
		t.Fatal(err)
	}
	return feed.Options{Currency: "USD", BaseURL: base}
}

// wantRead reads a text and checks what became of it: the gifts in brief and what was left out.
func wantRead(t *testing.T, name string, o feed.Options, text string, want []string, leftOutWant string) *feed.Report {
	t.Helper()
	gifts, report, err := read(t, o, file("feed", text))
	if err != nil && len(want) > 0 {
		t.Errorf("%s: %v", name, err)
	}
	if diff := cmp.Diff(want, brief(gifts), cmpopts.EquateEmpty()); diff != "" {
		t.Errorf("%s (-want +got):\n%s", name, diff)
	}
	if got := strings.Join(leftOut(report), "; "); got != leftOutWant {
		t.Errorf("%s: got %q left out, want %q", name, got, leftOutWant)
	}
	return report
}

const shopifyHeader = "Handle,Title,Published,Option1 Name,Option1 Value,Variant SKU,Variant Inventory Tracker,Variant Inventory Qty,Variant Inventory Policy,Variant Price,Image Src,Status\n"

const newShopifyHeader = "Title,URL handle,Published on online store,Status,SKU,Option1 name,Option1 value,Price,Inventory tracker,Inventory quantity,Continue selling when out of stock,Product image URL\n"

// The rows of an export, and the products that they make.
func TestRead_shopifyRows(t *testing.T) {
	tests := []struct {
		name, text string
		rows       int
		want       []string
		leftOut    string
	}{
		{"one", shopifyHeader + "mug,Mug,true,Title,Default Title,,,1,deny,12.50,,active\n", 1, []string{"shop:mug Mug 12.5 USD"}, ""},
		{"template", newShopifyHeader + "Mug,mug,TRUE,Active,,Title,Default Title,12.50,shopify,3,DENY,\n", 1, []string{"shop:mug Mug 12.5 USD"}, ""},
		{"template without a handle", newShopifyHeader + "Tea Mug,,TRUE,Active,,,,12.50,,,,\nBowl,,,,,,,8,,,,\n", 2, []string{"shop:tea-mug Tea Mug 12.5 USD", "shop:bowl Bowl 8 USD"}, ""},
		{"only images more", shopifyHeader + "mug,Mug,true,,,,,,,12.50,https://cdn.example/1.jpg,active\nmug,,,,,,,,,,https://cdn.example/2.jpg,\nmug,,,,,,,,,,https://cdn.example/3.jpg,\n", 3, []string{"shop:mug Mug 12.5 USD"}, ""},
		{"cheapest variant", shopifyHeader + "mug,Mug,true,Size,L,,,,,12.50,,active\nmug,,,,S,,,,,9,,\nmug,,,,,,,,,,https://cdn.example/3.jpg,\n", 3, []string{"shop:mug Mug 9 USD"}, ""},
		{"cheapest that can be had", shopifyHeader + "mug,Mug,true,Size,L,,shopify,2,deny,12.50,,active\nmug,,,,S,,shopify,0,deny,9,,\n", 2, []string{"shop:mug Mug 12.5 USD"}, ""},
		{"variant without a price", shopifyHeader + "mug,Mug,true,Size,L,,,,,12.50,,active\nmug,,,,S,,,,,,,\n", 2, []string{"shop:mug Mug 12.5 USD"}, "no price: 3"},
		{"no price", shopifyHeader + "mug,Mug,true,,,,,,,,,active\nbowl,Bowl,true,,,,,,,8,,active\n", 2, []string{"shop:bowl Bowl 8 USD"}, "no price: 2"},
		{
			"status", shopifyHeader + "a,A,true,,,,,,,1,,draft\nb,B,true,,,,,,,1,,archived\nc,C,true,,,,,,,1,,Active\nd,D,true,,,,,,,1,,unlisted\ne,E,true,,,,,,,1,,gone\n", 5,
			[]string{"shop:c C 1 USD"},
			"archived × 1; draft × 1; not active × 1; unlisted × 1",
		},
		{"all variants of a draft", shopifyHeader + "a,A,true,Size,L,,,,,1,,draft\na,,,,S,,,,,1,,\nb,B,true,,,,,,,1,,\n", 3, []string{"shop:b B 1 USD"}, "draft × 1"},
		{"not published", shopifyHeader + "a,A,FALSE,,,,,,,1,,active\nb,B,TRUE,,,,,,,1,,active\n", 2, []string{"shop:b B 1 USD"}, "not published × 1"},
		{"neither handle nor title", shopifyHeader + ",,true,,,,,,,1,,active\nb,B,,,,,,,,1,,\n", 2, []string{"shop:b B 1 USD"}, "no id, or one that is too long: 2"},
		{"rows apart", shopifyHeader + "a,A,,Size,L,,,,,3,,\nb,B,,,,,,,,1,,\na,,,,S,,,,,2,,\n", 3, []string{"shop:a A 3 USD", "shop:b B 1 USD"}, "no title: 4"},
		{"lines within, mixed line ends", "Handle,Title,Body (HTML),Variant Price\r\nmug,Mug,\"<p>One</p>\r\n<p>Two</p>\n\",12.50\nbowl,Bowl,,8\r\ncup,Cup,,cheap\n", 3, []string{"shop:mug Mug 12.5 USD", "shop:bowl Bowl 8 USD"}, "price that is no amount such as 15.00 USD: 6"},
		{"headers of Matrixify", "ID,Handle,Command,Title,Body HTML,Status,Published,Variant Price\n1,mug,MERGE,Mug,<b>Big</b>,Active,TRUE,12.50\n", 1, []string{"shop:mug Mug 12.5 USD"}, ""},
		{"semicolons", strings.ReplaceAll(shopifyHeader+"mug,Mug,true,,,,,,,12.50,,\n", ",", ";"), 1, []string{"shop:mug Mug 12.5 USD"}, ""},
		{"tabs", strings.ReplaceAll(shopifyHeader+"mug,Mug,true,,,,,,,12.50,,\n", ",", "\t"), 1, []string{"shop:mug Mug 12.5 USD"}, ""},
		{"a spreadsheet's hint", "\ufeffsep=;\r\n" + strings.ReplaceAll(shopifyHeader+"mug,Mug,true,,,,,,,12.50,,\n", ",", ";"), 1, []string{"shop:mug Mug 12.5 USD"}, ""},
	}
	for _, tt := range tests {
		o := shopUSD(t)
		report := wantRead(t, tt.name, o, tt.text, tt.want, tt.leftOut)
		if report.Files[0].Format != "shopify" || report.Rows != tt.rows {
			t.Errorf("%s: got %s, want shopify and %d rows", tt.name, report, tt.rows)
		}
	}
}

// What Shopify sells: a variant that is not counted, of which there is one, or that may be sold without.
func TestRead_shopifyStock(t *testing.T) {
	tests := []struct {
		tracker, quantity, policy string
		want                      catalog.Availability
	}{
		{"shopify", "2", "deny", catalog.InStock},
		{"shopify", "0", "deny", catalog.OutOfStock},
		{"shopify", "-1", "deny", catalog.OutOfStock},
		{"shopify", "", "deny", catalog.OutOfStock},
		{"shopify", "0", "continue", catalog.InStock},
		{"shopify", "0", "CONTINUE", catalog.InStock},
		{"shopify", "0", "TRUE", catalog.InStock},
		{"", "0", "deny", catalog.InStock},
		{"", "", "", catalog.InStock},
	}
	for _, tt := range tests {
		for _, text := range []string{
			shopifyHeader + fmt.Sprintf("mug,Mug,true,,,,%s,%s,%s,12.50,,active\n", tt.tracker, tt.quantity, tt.policy),
			newShopifyHeader + fmt.Sprintf("Mug,mug,TRUE,Active,,,,12.50,%s,%s,%s,\n", tt.tracker, tt.quantity, tt.policy),
		} {
			gifts, _ := mustRead(t, shopUSD(t), text)
			if got := gifts[0].Availability; got != tt.want {
				t.Errorf("%+v: got %s, want %s", tt, got, tt.want)
			}
		}
	}
	for quantity, want := range map[string]catalog.Availability{"0": catalog.OutOfStock, "2": catalog.InStock, "": catalog.InStock} {
		gifts, _ := mustRead(t, shopUSD(t), "Title,URL handle,Price,Inventory quantity\nMug,mug,12.50,"+quantity+"\n")
		if got := gifts[0].Availability; got != want {
			t.Errorf("quantity %q without a column of trackers: got %s, want %s", quantity, got, want)
		}
	}
	gifts, report := mustRead(t, shopUSD(t), "Handle,Title,Variant Inventory Tracker,Variant Price\nmug,Mug,shopify,12.50\n")
	if gifts[0].Availability != catalog.InStock || len(notes(report)) != 1 {
		t.Errorf("without quantities: got %s, notes %q, want %s and a note", gifts[0].Availability, notes(report), catalog.InStock)
	}
}

// Every column that says something of a gift, and columns that say nothing.
func TestRead_shopifyColumns(t *testing.T) {
	text := export([]string{
		"Handle", "cr%me brûlée", "Title", "Chess set", "Body (HTML)", "<p>Walnut &amp; maple</p>", "Vendor", "Oak & Son",
		"Product Category", "Home & Garden", "Type", "Games > Classics", "Tags", "birthday, chess , birthday",
		"Option1 Name", "Colour", "Option1 Value", "Brown", "Option2 Name", "Size", "Option2 Value", "L", "Variant Price", "49.90", "Variant Compare At Price", "80.00",
		"Image Src", "https://cdn.example/1.jpg?v=1", "Image Position", "1", "Image Alt Text", "Board in its box", "Gift Card", "false",
		"Google Shopping / Google Product Category", "Toys & Games > Games > Board Games", "Google Shopping / Gender", "Female",
		"Google Shopping / Age Group", "Kids", "Google Shopping / Condition", "used",
		"Shape (product.metafields.shopify.shape)", "square", "Price / Canada", "1", "Included / Canada", "true",
	}, []string{"Handle", "cr%me brûlée", "Option1 Value", "Black", "Option2 Value", "L", "Variant Price", "59.90", "Image Src", "https://cdn.example/2.jpg", "Variant Image", "https://cdn.example/3.jpg"})
	gifts, report := mustRead(t, shopUSD(t), text)
	want := []*catalog.Gift{{
		ID: "shop:cr%me brûlée", Source: "shop", Name: "Chess set", Description: "Walnut & maple",
		Category: "board-games", CategoryPath: "Games > Classics", Brand: "Oak & Son", Kind: catalog.Physical,
		Price: catalog.Money{Minor: 4990, Currency: "USD"}, PriceTo: 5990, PriceBasis: catalog.Listed, Priced: now, Availability: catalog.InStock,
		Options: []catalog.Option{{Name: "Colour", Values: []string{"Brown", "Black"}}},
		URL:     "https://shop.example/products/cr%25me%20br%C3%BBl%C3%A9e", ImageURL: "https://cdn.example/1.jpg?v=1", ImageAlt: "Board in its box",
		AgeFrom: 5, AgeTo: 13, Tags: []string{"girls", "birthday", "chess"}, Occasions: []string{"birthday"}, Interests: []string{"chess", "board games"},
		Cautions: []string{"Second-hand"}, Updated: now,
	}}
	if diff := cmp.Diff(want, gifts, cmpopts.EquateEmpty()); diff != "" {
		t.Errorf("gifts (-want +got):\n%s", diff)
	}
	if got, want := strings.Join(notes(report), "; "), "no column of quantities; all products are taken to be in stock: 1"; got != want {
		t.Errorf("got notes %q, want %q", got, want)
	}
}

func TestRead_shopifyMeaning(t *testing.T) {
	tests := []struct {
		name    string
		columns []string
		want    string // category, kind, ages, tags
	}{
		{"gift card", []string{"Gift Card", "true", "Type", "Clothing"}, "gift-cards digital 3-120"},
		{"template's gift card", []string{"Gift card", "TRUE"}, "gift-cards digital 3-120"},
		{"Uncategorized", []string{"Product Category", "Uncategorized", "Type", "Mug"}, "kitchen physical 3-120"},
		{"category", []string{"Product Category", "Toys & Games > Puzzles"}, "board-games physical 3-120"},
		{"metafields", []string{"Age group (product.metafields.shopify.age-group)", "adults", "Target gender (product.metafields.shopify.target-gender)", "male"}, "home physical 13-120 men"},
		{"metafields for all", []string{"Age group (product.metafields.shopify.age-group)", "adults; kids", "Target gender (product.metafields.shopify.target-gender)", "unisex"}, "home physical 3-120"},
		{"tags of apps", []string{"Tags", "app_import_8828, filter:blue, tea"}, "coffee-tea physical 3-120 tea"},
		{"spam in tags", []string{"Tags", strings.Repeat("buy it, buy it in town, ", 200) + strings.Repeat("x", 500)}, "home physical 3-120 buy it,buy it in town," + strings.Repeat("x", 99) + "…"},
	}
	for _, tt := range tests {
		gifts, _ := mustRead(t, shopUSD(t), export(append([]string{"Handle", "x", "Title", "Thing", "Variant Price", "5"}, tt.columns...)))
		g := gifts[0]
		got := strings.TrimSpace(fmt.Sprintf("%s %s %d-%d %s", g.Category, g.Kind, g.AgeFrom, g.AgeTo, strings.Join(g.Tags, ",")))
		if got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.name, got, tt.want)
		}
	}
}

func TestRead_shopifyFileErrors(t *testing.T) {
	tests := []struct{ name, currency, format, text, want string }{
		{"no currency", "", "", shopifyHeader + "mug,Mug,true,,,,,,,12.50,,\n", "an export from Shopify has no currency; name the one that the shop sells in, such as --currency EUR"},
		{"an inventory", "USD", "", "Handle,Title,Option1 Name,Option1 Value,SKU,Location,On hand\nmug,Mug,,,,Shop,1\n", "line 1: there is no column Variant Price or Price"},
		{"another file", "USD", "shopify", "id,title,price\n1,Mug,9 USD\n", "its first line names no columns of an export from Shopify"},
		{"all drafts", "USD", "", shopifyHeader + "mug,Mug,true,,,,,,,12.50,,draft\n", `no product in it can be imported; 1 of 1 products: draft`},
		{"cut", "USD", "", shopifyHeader + "mug,Mug,true,,,,,,,12.50,,\nbowl,Bo", "the file is cut: its last line, 3, ends after 2 of 12 columns"},
	}
	for _, tt := range tests {
		_, _, err := read(t, feed.Options{Currency: tt.currency, Format: tt.format}, file("feed", tt.text))
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: got error %v, want %q", tt.name, err, tt.want)
		}
	}
}

// A product has a bounded number of variants, so that a file of one product does not fill the memory.
func TestRead_shopifyMostVariants(t *testing.T) {
	text := shopifyHeader + "mug,Mug,true,Size,0,,,,,12.50,,\n"
	for i := range 2048 {
		text += fmt.Sprintf("mug,,,,%d,,,,,12.50,,\n", i+1)
	}
	wantRead(t, "2049 variants", shopUSD(t), text, []string{"shop:mug Mug 12.5 USD"}, "more variants of a product than Shopify has: 2050")
}

// A product is handed on with its last row, so that an export of any size needs little memory, and one of its name
// that comes later is repeated.
func TestRead_shopifyOrder(t *testing.T) {
	text := export(
		[]string{"Handle", "mug", "Title", "Mug", "Option1 Name", "Size", "Option1 Value", "S", "Variant Price", "9"},
		[]string{"Handle", "mug", "Option1 Value", "L", "Variant Price", "8"},
		[]string{"Handle", "bowl", "Title", "Bowl", "Variant Price", "7"},
		[]string{"Handle", "mug", "Title", "Cup", "Option1 Name", "Size", "Option1 Value", "S", "Variant Price", "6"},
		[]string{"Handle", "mug", "Option1 Value", "L", "Variant Price", "5"},
	)
	gifts, report := mustRead(t, shopUSD(t), text)
	if diff := cmp.Diff([]string{"shop:mug Mug 8 USD", "shop:bowl Bowl 7 USD"}, brief(gifts)); diff != "" {
		t.Errorf("gifts (-want +got):\n%s", diff)
	}
	if report.Products != 2 || report.Variants != 3 || report.Faulty != 2 {
		t.Errorf("got %d products, %d variants and %d rows with errors, want 2, 3 and 2", report.Products, report.Variants, report.Faulty)
	}
}
