package feed_test

import (
	"bytes"
	"compress/gzip"
	"net/url"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"giftserver/internal/catalog"
	"giftserver/internal/feed"
)

// Whatever a file holds, and as whatever format it is read, it is read to its end or refused; each row
// makes a gift or is left out with a reason, and what is shown of a gift is in order. Packed, the file is
// the same.
func FuzzRead(f *testing.F) {
	formats := append([]string{feed.Auto}, feed.Formats()...)
	for _, seed := range []struct{ format, text string }{
		{"google", "id\ttitle\tprice\n1\tMug\t12.50 USD\n"},
		{"google", "id,title,price,item_group_id\n1,\"Mug\n\"\"large\"\"\",12.50,a\n2,Mug,13.00,a\n1,Bowl,8,\n"},
		{"google", "sep=;\r\nid;title;price\r\n1;Caf\xe9 \xe9;12,50 EUR\r\n"},
		{"google", "id\ttitle\tprice\n1\t\"Mug\t1 USD\n2\t17\"\t2 USD"},
		{"google", "id\ttitle\tprice\tavailability\tavailability_date\tmax_handling_time\tshipping(country:max_transit_time)\tsale_price\tsale_price_effective_date\n" +
			"1\tMug\t9 USD\tpreorder\t2026-12-24T08:00-0500\t9223372036854775807\tUS:1-3,DE:5\t8 USD\t2026-11-01/2026-12-31\n"},
		{feed.Auto, "\xff\xfei\x00d\x00\n\x00"},
		{feed.Auto, "\x1f\x8b\x08\x00"},
		{feed.Auto, "PK\x03\x04"},
		{"shopify", shopifyHeader + "mug,Mug,true,Size,L,,shopify,0,deny,12.50,,active\nmug,,,,S,,,,,9,,\nmug,,,,,,,,,,https://a.example/1,\n,Bowl,,,,,,,,8,,draft\n"},
		{"shopify", newShopifyHeader + "Mug,,TRUE,Active,,,,12.50,shopify,3,DENY,\n"},
		{"shopify", `{"products":[{"id":1,"handle":"mug","title":"Mug","body_html":"<p>x","variants":[{"id":2,"price":"12.50","option1":"L","available":true}],"options":[{"name":"Size"}],"images":[{"src":"//a.example/1.jpg"}]}]}`},
		{"woocommerce", wooHeader + "2,variation,,Mug - L,1,visible,1,,0,,12.50,M\n1,variable,M,Mug,1,visible,1,,0,,,\n3,simple,M,Mug,,,,0,1,1,\"2,5\",id:1\n"},
		{"woocommerce", "\n\t\ufeffID;Тип;Имя;Базовая цена\n1;simple;Кружка;12,5\n1;grouped;;\n"},
		{"google-xml", rss(mugItem + bowlItem)},
		{"google-xml", rss("<item><g:shipping><g:price>0 USD</g:price></g:shipping><title>a & b<![CDATA[c]]></titel></item>")},
		{"google-xml", `<?xml version="1.0" encoding="latin1"?><!DOCTYPE rss [<!ENTITY a "b">]><rss>&a;</rss>`},
		{"openai", mugLine + "\n" + bowlLine + "\n{"},
		{"openai", `{"products":[` + mugLine + `,{"item_id":"1","item_id":2},3]}`},
		{"openai", `{"id":"1","title":"Mug","link":"x","price":1e1,"enable_search":"n/a","variant_dict":{"a":["b",1.5,null]}}`},
		{"google-retail", `[{"id":"1","title":"Mug","priceInfo":{"currencyCode":"USD","price":1.5,"originalPrice":2,"priceExpireTime":"2027-01-01"}}]`},
		{"csv", "name,Price (₹),stock\nMug,1499,3\nCup,1,0\n"},
		{"csv", "Artikel;VK-Preis;Lagerbestand;Bild\nTasse;1.234,50;nein;www.a.example/1.jpg|http://b.example\n"},
		{"acp", `{"products":[{"id":"p","title":"Tea","variants":[{"id":"v","title":"Tea","price":{"amount":1999,"currency":"USD"},"availability":{"available":true}}]}]}`},
		{"json", "{\"id\":1,\"title\":\"Mug\",\"price\":9.99}\n{\"id\":2,\"title\":\n"},
		{"schemaorg", `{"@graph":[{"@type":"ProductGroup","productGroupID":"g","name":"Mug","hasVariant":[{"@type":"Product","sku":"1","offers":[{"price":"5","priceCurrency":"EUR"}]}]}]}`},
		{"schemaorg", "<html><script type=\"application/ld+json\">[{\"@type\":\"Product\",\"name\":\"Mug\",\"offers\":{\"price\":5}}]</script>"},
	} {
		f.Add(uint8(max(0, slices.Index(formats, seed.format))), false, seed.text)
		f.Add(uint8(0), true, seed.text)
	}
	base, err := url.Parse("https://shop.example/all/")
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, format uint8, packed bool, text string) {
		o := feed.Options{Currency: "EUR", Format: formats[int(format)%len(formats)], BaseURL: base}
		gifts, report, err := read(t, o, file("feed", text))
		left := 0
		for _, count := range report.LeftOut {
			left += count
		}
		if err == nil && (len(gifts) == 0 || report.Imported != len(gifts) || report.Imported+report.Faulty > report.Rows || report.Suggestable+left != report.Products) {
			t.Errorf("%q: got %d gifts and %s", text, len(gifts), report)
		}
		ids, size := map[string]bool{}, 0
		for _, g := range gifts {
			checkGift(t, text, g)
			if size += len(g.Name) + len(g.Description); ids[g.ID] {
				t.Errorf("%q: got the id %q twice", text, g.ID)
			}
			ids[g.ID] = true
		}
		if most := 1000 + 20*len(text)*max(1, len(gifts)); size > most {
			t.Errorf("%q: got %d bytes of texts, want %d at most", text, size, most)
		}
		if isPacked := strings.HasPrefix(text, "\x1f\x8b") || strings.HasPrefix(text, "PK"); packed && !isPacked {
			again, _, errAgain := read(t, o, file("feed", pack(t, text)))
			if diff := cmp.Diff(brief(gifts), brief(again)); diff != "" || (err == nil) != (errAgain == nil) {
				t.Errorf("%q: packed, got error %v, without %v, gifts (-without +packed):\n%s", text, errAgain, err, diff)
			}
		}
	})
}

// checkGift checks what every gift promises to the rest of the program.
func checkGift(t *testing.T, text string, g *catalog.Gift) {
	t.Helper()
	if !strings.HasPrefix(g.ID, "shop:") || g.Name == "" || g.Price.Minor <= 0 || !catalog.ValidCurrency(g.Price.Currency) {
		t.Errorf("%q: got %+v", text, g)
	}
	if g.AgeFrom < 0 || g.AgeTo < g.AgeFrom || g.AgeTo > catalog.MaxAge || !slices.Contains(catalog.Categories, g.Category) || g.PriceTo != 0 && g.PriceTo < g.Price.Minor {
		t.Errorf("%q: got %+v", text, g)
	}
	shown := slices.Concat([]string{g.ID, g.Name, g.Description, g.Brand, g.CategoryPath, g.ImageAlt}, g.Tags, g.Cautions)
	for _, s := range shown {
		if !utf8.ValidString(s) || strings.ContainsFunc(s, unicode.IsControl) {
			t.Errorf("%q: got the text %q", text, s)
		}
	}
	for _, link := range []string{g.URL, g.ImageURL} {
		if u, err := url.Parse(link); link != "" && (err != nil || u.Scheme != "https" && u.Scheme != "http" || u.Host == "" || u.User != nil || strings.ContainsFunc(link, unicode.IsControl)) {
			t.Errorf("%q: got the link %q", text, link)
		}
	}
	for _, days := range []*int{g.HandlingDays, g.TransitDays} {
		if days != nil && (*days < 0 || *days > 1_000_000) {
			t.Errorf("%q: takes %d days", text, *days)
		}
	}
}

// pack packs a text with gzip.
func pack(t *testing.T, text string) string {
	t.Helper()
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	if _, err := z.Write([]byte(text)); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
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
