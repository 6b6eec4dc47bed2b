package suggest

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"giftserver/internal/catalog"
	"giftserver/internal/lexicon"
)

// Whatever is skipped on the way, the order is that of all gifts scored and sorted.
func TestRank_asIfAllWereSorted(t *testing.T) {
	for seed := range uint64(300) {
		r := rand.New(rand.NewPCG(seed, 3))
		ix := newIndex(lexicon.Default(), nil, &catalog.Snapshot{Gifts: catalog.Pack(manyGifts(r))})
		s := ix.borrow()
		q := read(ix, &s.reader, &Brief{
			Occasion: "birthday", Recipient: "my sister who loves chess, no football", Limit: 6,
			Budget: catalog.Money{Minor: r.Int64N(10_000), Currency: "USD"},
		})
		ix.strike(q, s)
		m := ix.stand(q, s)
		ix.match(q, s)
		var others []candidate
		offers := ix.offers(q, s, false)
		for _, suiting := range []bool{true, false} {
			others = slices.AppendSeq(others, ix.others(q, s, offers, suiting))
		}
		wantMatched, wantOthers, eligible := exhaustive(ix, q, s)
		if got := slices.Collect(ix.best(q.lot, s.matched)); !slices.Equal(docs(got), docs(wantMatched)) {
			t.Fatalf("seed %d: got %v for the interests, want %v", seed, docs(got), docs(wantMatched))
		}
		if !slices.Equal(docs(others), docs(wantOthers)) {
			t.Fatalf("seed %d: got %v of the others, want %v", seed, docs(others), docs(wantOthers))
		}
		if m.Eligible != eligible {
			t.Fatalf("seed %d: got %d eligible gifts, want %d", seed, m.Eligible, eligible)
		}
	}
}

func manyGifts(r *rand.Rand) []catalog.Gift {
	gifts := make([]catalog.Gift, r.IntN(200))
	for i := range gifts {
		word := []string{"chess", "football", "tea", "lamp"}[r.IntN(4)]
		stars := 5 * r.Float64()
		gifts[i] = catalog.Gift{
			ID: fmt.Sprintf("%03d", i), Name: fmt.Sprint(word, " ", r.IntN(50)),
			Category: catalog.Categories[r.IntN(3)], AgeTo: catalog.MaxAge, Availability: catalog.InStock,
			Price:  catalog.Money{Minor: 500 * r.Int64N(20), Currency: []string{"USD", "EUR"}[r.IntN(2)]},
			Rating: &stars, RatingCount: r.IntN(3) * 100,
			Occasions: [][]string{nil, {"birthday"}, {"wedding"}}[r.IntN(3)],
		}
	}
	return gifts
}

// exhaustive scores all gifts and sorts them: those that meet an interest, and the others, of which those that
// suit the occasion come first.
func exhaustive(ix *index, q *query, s *scratch) (matched, others []candidate, eligible int) {
	for i := range ix.docs {
		doc := int32(i)
		w := &ix.rows[ix.docs[i].row]
		t := &ix.shelves[w.shelf].traits
		d := &ix.docs[i]
		switch r := q.ranges[t.currency]; {
		case q.objection(t) != fits, d.price < r.from, d.price > r.to, s.out[doc]:
			continue
		}
		eligible++
		c := candidate{doc: doc, score: d.score(s.tallies[doc].worth, ix.fit(q, w), q.ranges[t.currency].to)}
		switch {
		case s.tallies[doc].worth > 0:
			matched = append(matched, c)
		case ix.speaksFor(q, w):
			if slices.Contains(q.near, t.category) {
				c.score += partNear
			}
			others = append(others, c)
		}
	}
	better := func(a, b candidate) int { return ix.compare(q.lot, &a, &b) }
	slices.SortFunc(matched, better)
	slices.SortFunc(others, better)
	suits := func(c candidate) bool { return ix.rows[ix.docs[c.doc].row].occasions&q.occasions != 0 }
	slices.SortStableFunc(others, func(a, b candidate) int {
		switch {
		case suits(a) == suits(b):
			return 0
		case suits(a):
			return -1
		}
		return 1
	})
	return matched, others, eligible
}

func docs(list []candidate) []int32 {
	numbers := make([]int32, len(list))
	for i, c := range list {
		numbers[i] = c.doc
	}
	return numbers
}
