package catalog_test

import (
	"path/filepath"
	"strconv"
	"testing"

	"giftserver/internal/catalog"
)

// Gifts per second that go into a file.
func BenchmarkReplace(b *testing.B) {
	s, err := catalog.Open(b.Context(), filepath.Join(b.TempDir(), "gifts.db"))
	if err != nil {
		b.Fatal(err)
	}
	defer s.Close()
	gifts := make([]catalog.Gift, b.N)
	for i := range gifts {
		g := fullGift()
		g.ID, g.Interests = "shop:SKU"+strconv.Itoa(i), nil
		gifts[i] = g
	}
	b.ReportAllocs()
	b.ResetTimer()
	if err := s.Replace(b.Context(), catalog.Source{Name: "shop"}, catalog.Rules{}, catalog.All(gifts)); err != nil {
		b.Fatal(err)
	}
}
