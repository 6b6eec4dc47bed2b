package feed_test

import (
	"io"
	"strings"
	"testing"
	"time"

	"giftserver/internal/feed"
)

// A row of a usual length, read to the end of its gift.
func BenchmarkRead(b *testing.B) {
	const header = "id\ttitle\tdescription\tlink\timage_link\tprice\tavailability\tbrand\tproduct_type\n"
	row := "Walnut chess set with folding board\t" + strings.Repeat("Hand-carved pieces in a lined box. ", 12) +
		"\thttps://shop.example/p/1\thttps://shop.example/i/1.jpg\t49.90 USD\tin_stock\tOak & Son\tGames > Board games\n"
	var text strings.Builder
	text.WriteString(header)
	for i := range b.N {
		text.WriteString(strings.Repeat("x", i%7))
		text.WriteString(time.Duration(i).String())
		text.WriteByte('\t')
		text.WriteString(row)
	}
	files := []feed.File{{Name: "b.tsv", Open: func() (io.ReadCloser, error) { return io.NopCloser(strings.NewReader(text.String())), nil }}}
	b.ReportAllocs()
	b.ResetTimer()
	gifts, report := feed.Read(b.Context(), files, feed.Options{Source: "shop", Format: feed.Auto})
	for _, err := range gifts {
		if err != nil {
			b.Fatal(err)
		}
	}
	if report.Imported != b.N {
		b.Fatalf("got %d gifts, want %d: %s", report.Imported, b.N, report)
	}
}
