package feed_test

import (
	"strings"
	"testing"

	"giftserver/internal/feed"
)

// Whatever a file holds, it is read to its end or refused, each row makes a gift or is left out with a
// reason, and what is shown of a gift is in order.
func FuzzRead(f *testing.F) {
	for _, seed := range []string{
		"id\ttitle\tprice\n1\tMug\t12.50 USD\n",
		"id,title,price,item_group_id\n1,\"Mug\n\"\"large\"\"\",12.50,a\n2,Mug,13.00,a\n1,Bowl,8,\n",
		"sep=;\r\nid;title;price\r\n1;Caf\xe9 \xe9;12,50 EUR\r\n",
		"\xff\xfei\x00d\x00\n\x00",
		"\x1f\x8b\x08\x00",
		shopifyHeader + "mug,Mug,true,Size,L,,shopify,0,deny,12.50,,active\nmug,,,,S,,,,,9,,\nmug,,,,,,,,,,https://a.example/1,\n,Bowl,,,,,,,,8,,draft\n",
		newShopifyHeader + "Mug,,TRUE,Active,,,,12.50,shopify,3,DENY,\n",
		wooHeader + "2,variation,,Mug - L,1,visible,1,,0,,12.50,M\n1,variable,M,Mug,1,visible,1,,0,,,\n3,simple,M,Mug,,,,0,1,1,\"2,5\",id:1\n",
		"\n\t\ufeffID;Тип;Имя;Базовая цена\n1;simple;Кружка;12,5\n1;grouped;;\n",
		"id\ttitle\tprice\n1\t\"Mug\t1 USD\n2\t17\"\t2 USD",
		rss(mugItem + bowlItem),
		rss("<item><g:shipping><g:price>0 USD</g:price></g:shipping><title>a & b<![CDATA[c]]></titel></item>"),
		`<?xml version="1.0" encoding="latin1"?><!DOCTYPE rss [<!ENTITY a "b">]><rss>&a;</rss>`,
		mugLine + "\n" + bowlLine + "\n{",
		`{"products":[` + mugLine + `,{"item_id":"1","item_id":2},3]}`,
		`{"id":"1","title":"Mug","link":"x","price":1e1,"enable_search":"n/a","variant_dict":{"a":["b",1.5,null]}}`,
		`[{"id":"1","title":"Mug","priceInfo":{"currencyCode":"USD","price":1.5,"originalPrice":2,"priceExpireTime":"2027-01-01"}}]`,
		"name,Price (₹),stock\nMug,1499,3\nCup,1,0\n",
		`{"products":[{"id":"p","title":"Tea","variants":[{"id":"v","title":"Tea","price":{"amount":1999,"currency":"USD"},"availability":{"available":true}}]}]}`,
		"{\"id\":1,\"title\":\"Mug\",\"price\":9.99}\n{\"id\":2,\"title\":\n",
		`{"@graph":[{"@type":"ProductGroup","productGroupID":"g","name":"Mug","hasVariant":[{"@type":"Product","sku":"1","offers":[{"price":"5","priceCurrency":"EUR"}]}]}]}`,
		"<html><script type=\"application/ld+json\">[{\"@type\":\"Product\",\"name\":\"Mug\",\"offers\":{\"price\":5}}]</script>",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		gifts, report, err := read(t, feed.Options{Currency: "EUR"}, file("feed", text))
		left := 0
		for _, count := range report.LeftOut {
			left += count
		}
		if err == nil && (len(gifts) == 0 || report.Imported != len(gifts) || report.Imported+report.Faulty > report.Rows || report.Suggestable+left != report.Products) {
			t.Errorf("%q: got %d gifts and %s", text, len(gifts), report)
		}
		ids := map[string]bool{}
		for _, g := range gifts {
			if ids[g.ID] || !strings.HasPrefix(g.ID, "shop:") || g.Name == "" || g.Price.Minor <= 0 || g.AgeTo < g.AgeFrom {
				t.Errorf("%q: got %+v", text, g)
			}
			ids[g.ID] = true
		}
	})
}

// Whatever a map holds, it is read or refused, and so is a file by it.
func FuzzReadMap(f *testing.F) {
	f.Add("title = name\nprice = VK\n", "id,name,VK\n1,Mug,5\n")
	f.Add("products = /data\ntitle = /a~1b/0\nprice=/p\n", `{"data":[{"a/b":["Mug"],"p":5.5}]}`)
	f.Fuzz(func(t *testing.T, mapping, text string) {
		m, err := feed.ReadMap(strings.NewReader(mapping))
		if err != nil {
			return
		}
		gifts, report, err := read(t, feed.Options{Currency: "EUR", Map: m}, file("feed", text))
		if err == nil && (len(gifts) == 0 || report.Imported != len(gifts)) {
			t.Errorf("%q, %q: got %d gifts and %s", mapping, text, len(gifts), report)
		}
	})
}
