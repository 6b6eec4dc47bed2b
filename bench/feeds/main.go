// Feeds writes product files of any size, to measure imports with:
//
//	go run ./bench/feeds -format google -language de -rows 1000000 > /tmp/google-de.tsv
//	time -v giftserver import --db /tmp/gifts.db /tmp/google-de.tsv
//
// A row takes about 500 bytes, and the same flags always write the same file. Each row of a feed for Google is
// a product; an export from Shopify has three rows for each, its sizes, and needs --currency.
package main

import (
	"bufio"
	"encoding/csv"
	"flag"
	"fmt"
	"log"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
)

func main() {
	format := flag.String("format", "google", "google or shopify")
	language := flag.String("language", "en", "of the products: en, terse (English without sentences), de or pt")
	rows := flag.Int("rows", 1_000_000, "rows to write, the header aside")
	flag.Parse()
	words, ok := shops[*language]
	write, known := writers[*format]
	if !ok || !known {
		log.Fatalf("there is no format %q or no language %q; -help lists them", *format, *language)
	}
	out := bufio.NewWriter(os.Stdout)
	w := csv.NewWriter(out)
	write(w, &shop{words: words, random: rand.New(rand.NewPCG(1, 1))}, *rows)
	w.Flush()
	if err := w.Error(); err != nil {
		log.Fatal(err)
	}
}

// writers are the formats. They leave errors to the csv.Writer, which keeps the first.
var writers = map[string]func(w *csv.Writer, s *shop, rows int){"google": google, "shopify": shopify}

// google writes a feed for Google Merchant Center.
func google(w *csv.Writer, s *shop, rows int) {
	const length = 300 // of a description, so that a row has 500 bytes
	w.Comma = '\t'
	_ = w.Write(strings.Fields("id title description link image_link price availability brand product_type"))
	for i := range rows {
		id := "sku-" + strconv.Itoa(i)
		_ = w.Write([]string{
			id, s.title(), s.text(length), "https://shop.example/p/" + id, "https://shop.example/i/" + id + ".jpg",
			s.price() + " EUR", "in_stock", s.brand(), s.pick(s.words.types),
		})
	}
}

// shopify writes an export of products from Shopify.
func shopify(w *csv.Writer, s *shop, rows int) {
	const length, sizes = 1000, 3 // so that a product's rows have 1,500 bytes
	_ = w.Write([]string{
		"Handle", "Title", "Body (HTML)", "Vendor", "Type", "Tags", "Published", "Option1 Name", "Option1 Value",
		"Variant SKU", "Variant Inventory Tracker", "Variant Inventory Qty", "Variant Inventory Policy", "Variant Price", "Image Src", "Status",
	})
	for i := range rows {
		handle := "product-" + strconv.Itoa(i/sizes)
		row := []string{
			handle, "", "", "", "", "", "", "", "SML"[i%sizes : i%sizes+1], handle + strconv.Itoa(i%sizes),
			"shopify", "7", "deny", s.price(), "https://cdn.shop.example/s/files/1/0000/0001/" + handle + ".jpg", "active",
		}
		if i%sizes == 0 {
			copy(row[1:], []string{s.title(), "<p>" + s.text(length) + "</p>", s.brand(), s.pick(s.words.types), s.pick(s.words.nouns), "true", "Size"})
		}
		_ = w.Write(row)
	}
}

// A shop makes up products.
type shop struct {
	words  words
	random *rand.Rand
}

func (s *shop) pick(list []string) string { return list[s.random.IntN(len(list))] }

func (s *shop) title() string {
	return s.pick(s.words.adjectives) + " " + s.pick(s.words.nouns) + " " + s.pick(s.words.uses) + " " + s.brand()
}

func (s *shop) brand() string { return fmt.Sprintf("Brand%d", s.random.IntN(500)) }

func (s *shop) price() string {
	return fmt.Sprintf("%d.%02d", 5+s.random.IntN(200), s.random.IntN(100))
}

// text is a description of at least a length, in bytes.
func (s *shop) text(length int) string {
	var b strings.Builder
	for b.Len() < length {
		fmt.Fprintf(&b, s.pick(s.words.sentences), s.pick(s.words.adjectives), s.pick(s.words.nouns), s.pick(s.words.uses))
		b.WriteByte(' ')
	}
	return b.String()
}
