package feed_test

import (
	"strings"
	"testing"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/google/go-cmp/cmp"

	"giftserver/internal/feed"
)

// What programs read of a report. Three products of five can be suggested, and each of the others is left out for one
// reason, though a variant of the second is at fault too.
func TestReport_json(t *testing.T) {
	_, report := mustRead(t, feed.Options{}, "id,item_group_id,title,price,availability,image_link,colour\n"+
		"1,,Mug,12.50 USD,in_stock,https://shop.example/1.jpg,red\n"+
		"2,tee,Tee,20 USD,in_stock,,\n"+
		"3,tee,Tee,free,in_stock,,\n"+
		"4,,Bowl,8 EUR,out_of_stock,,\n"+
		"5,,Cup,,in_stock,,\n"+
		"6,,Jug,15 USD,preorder,http://shop.example/6.jpg,\n"+
		"7,,Pot\n")
	text, err := json.Marshal(report, json.Deterministic(true))
	if err != nil {
		t.Fatal(err)
	}
	want := `{"format":"google","source":"shop","files":[{"name":"feed","format":"google","encoding":"UTF-8"}],
		"rows":7,"products":5,"variants":6,"imported":4,"suggestable":3,
		"left_out":{"no price":1,"out of stock":1},
		"faulty":3,
		"errors":[
			{"line":4,"value":"free","field":"price","reason":"price that is no amount such as 15.00 USD"},
			{"line":6,"field":"price","reason":"no price"},
			{"line":8,"value":"3 columns, want 7","reason":"more or fewer columns than the header has"}],
		"currencies":{"EUR":1,"USD":3},
		"guesses":[],
		"warnings":["1 × column that is not read (line 1 \"colour\")","1 × image that is not at an absolute https address (line 7 \"http://shop.example/6.jpg\")"],
		"seconds":0}`
	got, wanted := jsontext.Value(text), jsontext.Value(want)
	if err := wanted.Compact(); err != nil {
		t.Fatal(err)
	}
	if string(got) != string(wanted) {
		t.Errorf("got  %s\nwant %s", got, wanted)
	}
}

// A report shows the first hundred errors and counts all.
func TestReport_manyErrors(t *testing.T) {
	_, report := mustRead(t, feed.Options{}, "id,title,price\n1,Mug,5 USD\n"+strings.Repeat("2,Bowl,free\n", 150))
	if len(report.Errors) != 100 || report.Faulty != 150 || report.Errors[99].Line != 102 {
		t.Errorf("got %d errors, the last %+v, of %d, want 100, line 102, of 150", len(report.Errors), report.Errors[len(report.Errors)-1], report.Faulty)
	}
	if want := "error: 150 × price that is no amount such as 15.00 USD (line 3 \"free\", "; !strings.Contains(report.String(), want) {
		t.Errorf("got %s, want %q", report, want)
	}
}

// What is wrong with a shop's products as a whole.
func TestReport_survey(t *testing.T) {
	tagged := func(n int, tags string) string {
		text := "name,price,currency,sku,tags,image\n"
		for i := range n {
			text += "Mug," + strings.Repeat("1", 2) + ".50,USD," + strings.Repeat("x", i+1) + ",\"" + tags + "\",https://shop.example/1.jpg\n"
		}
		return text
	}
	tests := []struct{ name, text, want string }{
		{"no images", "id,title,price\n1,Mug,5 USD\n", "no product has an image that can be shown"},
		{"tags on all", tagged(20, "buy gifts, gifts online, best gifts, gift shop"), `4 tags stand on most products, such as "best gifts"`},
		{"a few tags on all", tagged(20, "mugs, kitchen, cups"), ""},
		{"tags on all of a few", tagged(19, "buy gifts, gifts online, best gifts, gift shop"), ""},
		{"no prices", "id,title,price\n1,Mug,0.00 USD\n2,Cup,0 USD\n", "all prices are zero"},
	}
	for _, tt := range tests {
		_, report, _ := read(t, feed.Options{}, file("feed", tt.text))
		got := ""
		for _, f := range report.Warnings {
			if f.Count == 0 {
				got += f.What
			}
		}
		if !strings.HasPrefix(got, tt.want) || tt.want == "" && got != "" {
			t.Errorf("%s: got %q, want %q", tt.name, got, tt.want)
		}
	}
}

// Each product is suggestable or left out for one reason, whatever keeps its row from being read.
func TestReport_products(t *testing.T) {
	tests := []struct {
		name, text  string
		products    int
		suggestable int
		leftOut     map[string]int
	}{
		{
			"no ids", "id,title,price\n,Mug,5 USD\n,Cup,6 USD\n1,Jar,7 USD\n",
			3, 1,
			map[string]int{"no id, or one that is too long": 2},
		},
		{
			"prices of 0 and 1", "name,price\nMug,12.50\nCup,1\nJar,0\n",
			3, 1,
			map[string]int{"price of 1, which stands for none as a rule": 1, "price that is not above zero": 1},
		},
		{
			"a product of ACP without variants",
			`{"id":"p","title":"Tea","variants":[{"id":"1","title":"Tea","price":{"amount":1999,"currency":"USD"}}]}` + "\n" + `{"id":"q","variants":[]}`,
			2, 1,
			map[string]int{"a product without variants": 1},
		},
		{
			"a product of Shopify without variants",
			`{"products":[{"handle":"mug","title":"Mug","variants":[{"price":"12.50"}]},{"handle":"cup","title":"Cup","variants":[]}]}`,
			2, 1,
			map[string]int{"a product without variants": 1},
		},
	}
	for _, tt := range tests {
		_, report := mustRead(t, feed.Options{Currency: "USD"}, tt.text)
		if report.Products != tt.products || report.Suggestable != tt.suggestable {
			t.Errorf("%s: got %d products, %d suggestable, want %d and %d", tt.name, report.Products, report.Suggestable, tt.products, tt.suggestable)
		}
		if diff := cmp.Diff(tt.leftOut, report.LeftOut); diff != "" {
			t.Errorf("%s: left out (-want +got):\n%s", tt.name, diff)
		}
	}
}

// When nothing can be imported, the error names what stands against most of it.
func TestRead_why(t *testing.T) {
	const header = "Handle,Title,Variant Price,Variant SKU,Status\n"
	tests := []struct{ name, text, want string }{
		{"the shop's own reasons", header + "a,Mug,5,1,archived\nb,Cup,5,2,draft\nc,Jar,5,3,draft\n", "; 2 of 3 products: draft"},
		{"an error beside them", header + "a,Mug,free,1,active\nb,Cup,5,2,draft\nc,Jar,5,3,draft\n", "; 2 of 3 products: draft"},
		{"more errors", header + "a,Mug,free,1,active\nb,Cup,free,2,active\nc,Jar,5,3,draft\n", `; 2 of 3 rows: price that is no amount such as 15.00 USD (line 2 "free")`},
		{"nothing", header, "; it has no rows"},
	}
	for _, tt := range tests {
		_, _, err := read(t, feed.Options{Currency: "USD"}, file("feed", tt.text))
		if err == nil || !strings.HasSuffix(err.Error(), tt.want) {
			t.Errorf("%s: got %v, want ...%q", tt.name, err, tt.want)
		}
	}
}
