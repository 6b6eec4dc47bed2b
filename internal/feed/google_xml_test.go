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

// rss makes a feed of what stands in its channel.
func rss(channel string) string {
	return `<?xml version="1.0"?><rss version="2.0" xmlns:g="http://base.google.com/ns/1.0"><channel>` + channel + "</channel></rss>"
}

// mugItem and bowlItem are two products.
const (
	mugItem  = "<item><g:id>1</g:id><g:title>Mug</g:title><g:price>12.50 USD</g:price><g:availability>in_stock</g:availability></item>"
	bowlItem = "<item><g:id>2</g:id><g:title>Bowl</g:title><g:price>8.00 USD</g:price><g:availability>in stock</g:availability></item>"
)

// The forms in which two products may come in XML.
func TestRead_xmlForms(t *testing.T) {
	feedText := rss(mugItem + bowlItem)
	tests := map[string]string{
		"RSS":                 feedText,
		"lines":               strings.ReplaceAll(feedText, ">", ">\r\n"),
		"byte order mark":     "\ufeff" + feedText,
		"UTF-16":              utf16("\ufeff"+strings.Replace(feedText, `"1.0"?`, `"1.0" encoding="UTF-16"?`, 1), 0),
		"gzip":                zip(t, feedText),
		"no declaration":      strings.TrimPrefix(feedText, `<?xml version="1.0"?>`),
		"another prefix":      strings.NewReplacer("g:", "product:", "xmlns:g", "xmlns:product").Replace(feedText),
		"Google's by default": strings.NewReplacer("xmlns:g", "xmlns", "g:", "").Replace(feedText),
		"titles of RSS":       strings.ReplaceAll(feedText, "g:title", "title"),
		"Google's title first": strings.NewReplacer("<g:title>", "<title>SEO mug</title><g:title>",
			"</g:title>", "</g:title><title>SEO bowl</title>").Replace(feedText),
		"CDATA": strings.NewReplacer("<g:title>", "<g:title><![CDATA[ ", "</g:title>", "]]></g:title>").Replace(feedText),
		"the elements of others": strings.ReplaceAll(feedText, "<g:id>",
			`<x:price xmlns:x="https://other.example/">1 EUR</x:price><price>2 EUR</price><g:unheard>3</g:unheard><g:id>`),
		"elements within": strings.ReplaceAll(feedText, "<g:id>",
			"<g:installment><g:months>6</g:months><g:amount>2 USD</g:amount></g:installment>"+
				"<g:shipping><g:country>US</g:country><g:price>0.00 USD</g:price></g:shipping><g:id>"),
		"comments": strings.ReplaceAll(feedText, "12.50", "12<!-- old: 10 -->.50"),
		"Atom": `<feed xmlns="http://www.w3.org/2005/Atom" xmlns:g="http://base.google.com/ns/1.0"><title>Shop</title><id>urn:shop</id>` +
			strings.NewReplacer("item>", "entry>", "<g:id>", "<id>urn:x</id><g:id>", "g:title", "title").Replace(mugItem+bowlItem) + "</feed>",
		"no prefix": strings.NewReplacer("g:", "", "<g:price>", "<shipping><country>US</country><price>3 USD</price></shipping><price>").Replace(feedText),
		"no prefix in Atom": `<feed xmlns="http://www.w3.org/2005/Atom"><title>Shop</title><id>urn:shop</id>` +
			strings.NewReplacer("item>", "entry>", "g:", "").Replace(mugItem+bowlItem) + "</feed>",
		"a prefix of another address": strings.Replace(feedText, "http://base.google.com/ns/1.0", "http://google.com", 1),
		"a prefix that is not bound":  strings.Replace(feedText, ` xmlns:g="http://base.google.com/ns/1.0"`, "", 1),
		"a document type":             strings.Replace(feedText, "<rss", `<!DOCTYPE rss PUBLIC "-//X//DTD RSS//EN" "https://other.example/rss.dtd"><rss`, 1),
	}
	for name, text := range tests {
		gifts, report := mustRead(t, feed.Options{}, text)
		if diff := cmp.Diff([]string{mug, bowl}, brief(gifts)); diff != "" {
			t.Errorf("%s (-want +got):\n%s%s", name, diff, report)
		}
		if got := report.Files[0].Format; got != "google-xml" {
			t.Errorf("%s: got format %s, want google-xml", name, got)
		}
	}
}

// Every element that says something of a gift.
func TestRead_xmlElements(t *testing.T) {
	gifts, report := mustRead(t, feed.Options{}, rss(`<item>
		<g:id>SKU 7</g:id><title>Mum &amp; Dad chess set</title><description>&lt;p&gt;Walnut &amp;amp; maple.&lt;/p&gt;</description>
		<link>https://shop.example/p/7?a=1&amp;b=ü</link><g:image_link>https://cdn.example/لعبة.jpg</g:image_link>
		<g:additional_image_link>https://cdn.example/8.jpg</g:additional_image_link>
		<g:shipping><g:country>US</g:country><g:service>Air</g:service><g:price>5.00 USD</g:price>
			<g:max_handling_time>2</g:max_handling_time><g:max_transit_time>4</g:max_transit_time></g:shipping>
		<g:shipping><g:country>CA</g:country><g:price>9.00 USD</g:price><g:max_transit_time>9</g:max_transit_time></g:shipping>
		<g:availability>in stock</g:availability><g:price>320.00 AED</g:price><g:sale_price>300.00 AED</g:sale_price>
		<g:sale_price_effective_date>2026-11-01/2026-11-30</g:sale_price_effective_date>
		<g:google_product_category>1246</g:google_product_category>
		<g:product_type>Games &gt; Classics</g:product_type><g:product_type>Sale</g:product_type>
		<g:brand>شطرنج</g:brand><g:condition>used</g:condition><g:age_group>kids</g:age_group><g:gtin>0001</g:gtin>
		<g:custom_label_0>bestseller</g:custom_label_0><g:color>brown</g:color></item>`))
	handling, transit := 2, 4
	want := []*catalog.Gift{{
		ID: "shop:SKU 7", Source: "shop", Name: "Mum & Dad chess set", Description: "Walnut & maple.",
		Category: "board-games", CategoryPath: "Games > Classics", Brand: "شطرنج", Kind: catalog.Physical,
		Price: catalog.Money{Minor: 30000, Currency: "AED"}, PriceBasis: catalog.Listed, Priced: now, Availability: catalog.InStock,
		URL: "https://shop.example/p/7?a=1&b=ü", ImageURL: "https://cdn.example/%D9%84%D8%B9%D8%A8%D8%A9.jpg",
		ImageAlt: "Mum & Dad chess set", AgeFrom: 5, AgeTo: 13, Tags: []string{"brown", "bestseller"},
		Interests: []string{"chess"}, Cautions: []string{"Second-hand"},
		HandlingDays: &handling, TransitDays: &transit, ValidUntil: time.Time{}, Updated: now,
	}}
	if diff := cmp.Diff(want, gifts, cmpopts.EquateEmpty()); diff != "" {
		t.Errorf("gift (-want +got):\n%s%s", diff, report)
	}
}

func TestRead_xmlLinksOfAtom(t *testing.T) {
	gifts, _ := mustRead(t, feed.Options{}, `<feed xmlns="http://www.w3.org/2005/Atom" xmlns:g="http://base.google.com/ns/1.0"><entry>
		<link rel="self" href="https://shop.example/atom"/><link href="https://shop.example/1"/><link rel="edit" href="https://shop.example/edit"/>
		<title>Mug</title><summary>Blue.</summary><g:id>1</g:id><g:price>9 USD</g:price><g:availability>in_stock</g:availability></entry></feed>`)
	if got := gifts[0]; got.URL != "https://shop.example/1" || got.Description != "Blue." {
		t.Errorf("got %q, %q, want the page's link and the summary", got.URL, got.Description)
	}
}

// Feeds that are not in order, as far as what is meant is beyond doubt.
func TestRead_xmlRepaired(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"declared ISO-8859-1", `<?xml version="1.0" encoding="ISO-8859-1"?>` + strings.Replace(rss(mugItem), "Mug", "Caf\xe9", 1)[len(`<?xml version="1.0"?>`):], "Café"},
		{"declared Shift_JIS", `<?xml version='1.0' encoding='Shift_JIS'?>` + strings.Replace(rss(mugItem), "Mug", "\x83\x4a\x83\x62\x83\x76", 1)[len(`<?xml version="1.0"?>`):], "カップ"},
		{"an entity of HTML", strings.Replace(rss(mugItem), "Mug", "Caf&eacute;&nbsp;mug", 1), "Café mug"},
		{"a stray ampersand", strings.Replace(rss(mugItem), "Mug", "Mum & Dad", 1), "Mum & Dad"},
		{"an entity of entities", strings.Replace(rss(mugItem), "Mug", "Mum &amp;amp; Dad", 1), "Mum & Dad"},
		{"a control character", strings.Replace(rss(mugItem), "Mug", "Blue\vmug", 1), "Blue mug"},
		{"an unknown entity", strings.Replace(rss(mugItem), "Mug", "Mug &brand;", 1), "Mug &brand;"},
	}
	for _, tt := range tests {
		gifts, _ := mustRead(t, feed.Options{}, tt.text)
		if got := gifts[0].Name; got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.name, got, tt.want)
		}
	}
}

func TestRead_xmlRowErrors(t *testing.T) {
	tests := []struct{ name, item, want string }{
		{"not UTF-8", strings.Replace(bowlItem, "Bowl", "Caf\xe9 é", 1), "text that is not in UTF-8: 3"},
		{"only a price for shipping", strings.NewReplacer("<g:price>", "<g:shipping><g:price>", "</g:price>", "</g:price></g:shipping>").Replace(bowlItem), "no price: 3"},
		{"no id", strings.NewReplacer("<g:id>", "<guid>", "</g:id>", "</guid>").Replace(bowlItem), "no id, or one that is too long: 3"},
		{"not for search", strings.Replace(bowlItem, "<g:price>", "<enable_search>false</enable_search><g:price>", 1), "not to be suggested, as the file says × 1"},
		{"no availability", strings.NewReplacer("<g:availability>", "<!--", "</g:availability>", "-->").Replace(bowlItem), "unknown availability: 3"},
	}
	for _, tt := range tests {
		gifts, report := mustRead(t, feed.Options{}, rss("\n"+mugItem+"\n"+tt.item))
		if diff := cmp.Diff([]string{mug}, brief(gifts)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
		if got := strings.Join(leftOut(report), "; "); got != tt.want {
			t.Errorf("%s: got %q left out, want %q", tt.name, got, tt.want)
		}
	}
}

// What is no feed in order brings nothing, and entities are never expanded.
func TestRead_xmlFileErrors(t *testing.T) {
	whole := rss("\n" + mugItem + "\n" + bowlItem)
	const bomb = `<!DOCTYPE rss [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>`
	const external = `<!DOCTYPE rss [<!ENTITY f SYSTEM "file:///etc/passwd">]>`
	tests := []struct{ name, text, want string }{
		{"an entity bomb", strings.Replace(whole, "<rss", bomb+"<rss", 1), "line 1: it declares entities of its own"},
		{"an external entity", strings.Replace(whole, "<rss", external+"<rss", 1), "line 1: it declares entities of its own"},
		{"cut between items", whole[:len(whole)-len("</channel></rss>")], "line 3: the file is cut"},
		{"cut in an item", whole[:len(whole)-40], "line 3: the file is cut"},
		{"cut in a tag", whole[:strings.LastIndex(whole, "price>")], "line 3: the file is cut"},
		{"an item without an end", rss("\n" + strings.TrimSuffix(mugItem, "</item>") + "\n" + bowlItem), "line 3: an item begins within another"},
		{"an endless element", rss("\n<item><g:title>" + strings.Repeat("Mug", 1<<20) + "</g:title></item>"), "line 2: a record of more than 1048576 bytes"},
		{"endless elements", rss("\n<item>" + strings.Repeat("<g:x>", 1<<20)), "line 2: a record of more than 1048576 bytes"},
		{"an unknown encoding", strings.Replace(whole, `"1.0"?`, `"1.0" encoding="EBCDIC-1"?`, 1), `it declares the encoding "EBCDIC-1", which is not known here; save it in UTF-8`},
		{"no products", rss("<title>News</title>"), "it holds no products; they are wanted as elements <item> of RSS or <entry> of Atom"},
		{"XML of another kind", "<yml_catalog><shop/></yml_catalog>", "no format that is known here"},
		{"another vocabulary", strings.ReplaceAll(whole, "g:", "x:"), "2 of 2 rows: no id"},
	}
	for _, tt := range tests {
		gifts, _, err := read(t, feed.Options{}, file("feed", tt.text))
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: got %d gifts and error %v, want error %q", tt.name, len(gifts), err, tt.want)
		}
	}
}
