package catalog_test

import (
	"fmt"
	"path/filepath"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"giftserver/internal/catalog"
)

// several are more gifts than one pack holds, and no multiple of that.
const several = 9_000

// manyGifts returns gifts ordered by id, some with everything that a gift can have.
func manyGifts(n int) []catalog.Gift {
	list := make([]catalog.Gift, n)
	for i := range list {
		id := fmt.Sprintf("%06d", i)
		list[i] = gift("shop", id)
		if i%3 == 0 {
			list[i] = fullGift()
			list[i].ID = "shop:" + id
		}
		list[i].Price.Minor = int64(n)
		list[i].PriceTo = 0
	}
	return list
}

func TestPack(t *testing.T) {
	for _, want := range [][]catalog.Gift{nil, {{}}, {fullGift(), gift("shop", "bare")}, manyGifts(several)} {
		gifts := catalog.Pack(want)
		if got := gifts.Len(); got != len(want) {
			t.Errorf("Len: got %d, want %d", got, len(want))
		}
		if diff := cmp.Diff(want, gifts.List(), cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("List of %d (-want +got):\n%s", len(want), diff)
		}
	}
}

func TestGifts_one(t *testing.T) {
	list := manyGifts(several)
	gifts := catalog.Pack(list)
	for _, i := range []int{0, 1, 4095, 4096, 8191, 8192, several - 1} {
		if diff := cmp.Diff(list[i], *gifts.At(i), cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("At(%d) (-want +got):\n%s", i, diff)
		}
		if got := gifts.ID(i); got != list[i].ID {
			t.Errorf("ID(%d): got %s, want %s", i, got, list[i].ID)
		}
		if got, found := gifts.Find(list[i].ID); got != i || !found {
			t.Errorf("Find(%s): got %d, %v, want %d, true", list[i].ID, got, found, i)
		}
	}
	for _, id := range []string{"", "shop:", "shop:0000001", "shop:999999", "tea"} {
		if i, found := gifts.Find(id); found {
			t.Errorf("Find(%s): got %d, want none", id, i)
		}
	}
}

func TestGifts_range(t *testing.T) {
	gifts := catalog.Pack(manyGifts(several))
	next := 4000
	for i, g := range gifts.Range(next, 4200) {
		if i != next || g.ID != gifts.ID(i) {
			t.Fatalf("got number %d, gift %s, want %d, %s", i, g.ID, next, gifts.ID(next))
		}
		next++
	}
	if next != 4200 {
		t.Errorf("got gifts up to %d, want 4200", next)
	}
}

// However many a catalog has, they are read in the order of their ids.
func TestSnapshot_size(t *testing.T) {
	s := newStore(t)
	for _, n := range []int{0, 4096, 4097, several} {
		want := manyGifts(n)
		mustReplace(t, s, catalog.Source{Name: "shop"}, want...)
		if diff := cmp.Diff(want, mustSnapshot(t, s).Gifts.List(), cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("%d gifts (-want +got):\n%s", n, diff)
		}
	}
}

// A snapshot that is read in parts while another process imports is of one version: here each gift costs as much as
// there are gifts.
func TestSnapshot_duringReplace(t *testing.T) {
	path := filepath.Join(t.TempDir(), "gifts.db")
	s, other := mustOpen(t, path), mustOpen(t, path)
	shops := [][]catalog.Gift{manyGifts(5_000), manyGifts(several)}
	mustReplace(t, s, catalog.Source{Name: catalog.IdeasSource, Edition: "9999-12-31"})
	mustReplace(t, s, catalog.Source{Name: "shop"}, shops[0]...)
	var importing sync.WaitGroup
	defer importing.Wait()
	importing.Go(func() {
		for i := range 3 {
			rules := catalog.Rules{KeepIdeas: true, AllowShrink: true}
			if err := other.Replace(t.Context(), catalog.Source{Name: "shop"}, rules, catalog.All(shops[i%2])); err != nil {
				t.Errorf("Replace: %v", err)
			}
		}
	})
	for range 10 {
		gifts := mustSnapshot(t, s).Gifts
		for _, g := range gifts.All() {
			if g.Price.Minor != int64(gifts.Len()) {
				t.Fatalf("%d gifts, and %s is of %d", gifts.Len(), g.ID, g.Price.Minor)
			}
		}
	}
}
