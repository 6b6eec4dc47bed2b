package feed_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"giftserver/internal/feed"
)

// What there is to choose of a product, and from what to what it costs, in each format that says so.
func TestRead_options(t *testing.T) {
	const (
		google = "id,item_group_id,title,price,availability,color,size,material\n"
		acp    = `{"id":"p","title":"Tee","variants":[{"id":"a","title":"Tee","price":{"amount":900,"currency":"USD"},"variant_options":[{"name":"Size","value":"S"}]},
			{"id":"b","title":"Tee","price":{"amount":1200,"currency":"USD"},"variant_options":[{"name":"Size","value":"M"}]}]}`
		things = `{"@type":"ProductGroup","productGroupID":"p","name":"Tee","hasVariant":[
			{"@type":"Product","sku":"a","size":"S","color":"red","offers":{"price":9,"priceCurrency":"USD"}},
			{"@type":"Product","sku":"b","size":"M","color":"red","offers":{"price":12,"priceCurrency":"USD"}}]}`
		retail = `[{"id":"a","primaryProductId":"p","title":"Tee","sizes":["S"],"colorInfo":{"colors":["Ruby"],"colorFamilies":["red"]},"priceInfo":{"currencyCode":"USD","price":9}},
			{"id":"b","primaryProductId":"p","title":"Tee","sizes":["M"],"colorInfo":{"colors":["Coral"],"colorFamilies":["red"]},"priceInfo":{"currencyCode":"USD","price":12}}]`
	)
	tests := []struct{ name, text, want string }{
		{"values once, in their order", google + "a,p,Tee,9 USD,in_stock,red,M,wool\nb,p,Tee,12 USD,in_stock,blue,M,wool\nc,p,Tee,10 USD,in_stock,Red,S,wool\n", "9 to 12; Color: red, blue; Size: M, S"},
		{"only of what can be had", google + "a,p,Tee,9 USD,out_of_stock,red,,\nb,p,Tee,12 USD,in_stock,blue,,\nc,p,Tee,12 USD,in_stock,green,,\nd,p,Tee,20 USD,out_of_stock,pink,,\n", "12 to 12; Color: blue, green"},
		{"no other variant", google + "a,p,Tee,9 USD,in_stock,red,M,\n", "9 to 9"},
		{"no product of variants", google + "a,,Tee,9 USD,in_stock,red,M,\n", "9 to 9"},
		{"Shopify", shopifyHeader + "tee,Tee,true,Size,L,,,,,12.50,,active\ntee,,,,S,,,,,9,,\n", "9 to 12.5; Size: L, S"},
		{"Shopify without options", shopifyHeader + "tee,Tee,true,Title,Default Title,,,,,12.50,,active\n", "12.5 to 12.5"},
		{"WooCommerce", strings.TrimSuffix(wooHeader, "\n") + ",Attribute 1 name,Attribute 1 value(s)\n" +
			"1,variable,M,Tee,1,visible,1,,0,,,,Size,\"L, S\"\n2,variation,,Tee - L,1,visible,1,,0,,12.50,M,Size,L\n3,variation,,Tee - S,1,visible,1,,0,,9,M,Size,S\n", "9 to 12.5; Size: L, S"},
		{"ACP", acp, "9 to 12; Size: S, M"},
		{"schema.org", things, "9 to 12; Size: S, M"},
		{"Retail", retail, "9 to 12; Color: Ruby, Coral; Size: S, M"},
		{"a table of one's own", "sku,parent_id,name,price,currency,colour\na,p,Tee,9.00,USD,red\nb,p,Tee,12.00,USD,blue\n", "9 to 12; Color: red, blue"},
	}
	for _, tt := range tests {
		o := feed.Options{}
		if strings.HasPrefix(tt.name, "Shopify") || tt.name == "WooCommerce" {
			o.Currency = "USD"
		}
		gifts, _ := mustRead(t, o, tt.text)
		g := gifts[0]
		to := g.Price
		if g.PriceTo > 0 {
			to.Minor = g.PriceTo
		}
		got := fmt.Sprintf("%v to %v", g.Price.Major(), to.Major())
		for _, option := range g.Options {
			got += "; " + option.Name + ": " + strings.Join(option.Values, ", ")
		}
		if diff := cmp.Diff(tt.want, got); diff != "" || len(gifts) != 1 {
			t.Errorf("%s: %d gifts (-want +got):\n%s", tt.name, len(gifts), diff)
		}
	}
}

// Of many values the first twelve are named, and that there are more.
func TestRead_manyValues(t *testing.T) {
	for n, want := range map[int]string{12: "1 2 3 4 5 6 7 8 9 10 11 12", 13: "1 2 3 4 5 6 7 8 9 10 11 12 …", 15: "1 2 3 4 5 6 7 8 9 10 11 12 …"} {
		text := "id,item_group_id,title,price,availability,size\n"
		for i := range n {
			text += fmt.Sprintf("%d,p,Tee,9 USD,in_stock,%d\n", i+100, i+1)
		}
		gifts, _ := mustRead(t, feed.Options{}, text)
		if got := gifts[0].Options; len(got) != 1 || strings.Join(got[0].Values, " ") != want {
			t.Errorf("%d sizes: got %v, want %s", n, got, want)
		}
	}
}
