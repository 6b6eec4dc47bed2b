package feed

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"giftserver/internal/catalog"
)

// Products make the same gifts whether they fit into memory or rest in a file in between, wherever their variants stand.
func TestVariants_resting(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	whole, parted := newVariants(), newVariants()
	parted.most = 3
	defer parted.discard()
	for i := range 500 {
		group := fmt.Sprintf("g%d", random.IntN(20))
		for _, v := range []*variants{&whole, &parted} {
			g := &catalog.Gift{
				Name: fmt.Sprintf("Tee %d <é>", i), Price: catalog.Money{Minor: 100 + int64(i*7919%300), Currency: "USD"}, Availability: catalog.InStock,
				Options: []catalog.Option{{Name: "Size", Values: []string{fmt.Sprint(i % 5)}}},
			}
			if !v.add(group, g) {
				t.Fatalf("%s: refused", g.Name)
			}
		}
		if i == 250 && !parted.has(group) {
			t.Errorf("%s is not known any more", group)
		}
	}
	byID := func(v *variants) map[string]*catalog.Gift {
		gifts := map[string]*catalog.Gift{}
		for g := range v.gifts("shop") {
			if gifts[g.ID] != nil {
				t.Errorf("%s comes twice", g.ID)
			}
			gifts[g.ID] = g
		}
		return gifts
	}
	want, got := byID(&whole), byID(&parted)
	if diff := cmp.Diff(want, got, cmpopts.EquateEmpty()); diff != "" || len(got) != 20 || parted.err != nil {
		t.Errorf("%d gifts, error %v (-want +got):\n%s", len(got), parted.err, diff)
	}
}

// Where there is no place for a file, all products stay in memory.
func TestVariants_noPlace(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir()+"/none")
	v := newVariants()
	v.most = 1
	for i := range 3 {
		v.add(fmt.Sprint(i), &catalog.Gift{})
	}
	if n := len(v.products); n != 3 || v.err != nil {
		t.Errorf("got %d products in memory, error %v, want 3", n, v.err)
	}
}
