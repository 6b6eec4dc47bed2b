package suggest_test

import (
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"giftserver/internal/catalog"
	"giftserver/internal/suggest"
)

// shop is the catalog of most tests, ordered by id. What a gift does not say is as complete makes it.
func shop() []catalog.Gift {
	days := func(n int) *int { return &n }
	rating := func(stars float64) *float64 { return &stars }
	friends := []string{"friend"}
	return complete([]catalog.Gift{
		{ID: "ball", Name: "Match ball", Category: "fitness", Interests: []string{"football"}, Occasions: []string{"birthday"}},
		{ID: "card", Name: "Bookshop gift card", Category: "gift-cards", Kind: catalog.Digital, Interests: []string{"reading"}},
		// Nothing but interests speaks for the chess set.
		{
			ID: "chess", Name: "Travel chess set", Category: "board-games", Price: usd(9), Interests: []string{"chess"},
			Occasions: []string{"retirement"}, Relationships: []string{"grandparent"}, Rating: rating(1), RatingCount: 500,
		},
		{
			ID: "chocolate", Name: "Dark bars", Category: "food", Interests: []string{"chocolate"},
			Cautions: []string{"May contain nuts and dairy."},
		},
		{ID: "cover", Name: "Leather cover for a Kindle", Category: "electronics", Interests: []string{"travel"}},
		{ID: "euro", Name: "Fondue pot", Category: "kitchen", Price: catalog.Money{Minor: 4500, Currency: "EUR"}},
		{ID: "mug", Name: "Mug with a photo", Description: "With a card for a few words.", Category: "keepsakes", Personalised: true},
		{ID: "novel", Name: "The long novel", Category: "books", Interests: []string{"reading"}, HandlingDays: days(1), TransitDays: days(2)},
		// The ages of the next two allow children, so that only the restriction keeps them away.
		{ID: "oil", Name: "Body oil for two", Category: "wellness", Restricted: catalog.Adult},
		{ID: "rings", Name: "Stacking rings", Category: "toys", AgeTo: 3},
		{ID: "robot", Name: "Walking robot kit", Category: "science", AgeFrom: 8, AgeTo: 14, Interests: []string{"robotics"}},
		// Everything but interests speaks for the scarf.
		{
			ID: "scarf", Name: "Red wool scarf", Category: "fashion", Price: usd(90), Interests: []string{"fashion"},
			Occasions: []string{"birthday"}, Relationships: friends, Rating: rating(5), RatingCount: 500,
		},
		{ID: "soldout", Name: "Globe", Category: "home", Availability: catalog.OutOfStock, Price: usd(2)},
		{ID: "tea", Name: "Loose leaves", Category: "coffee-tea", Interests: []string{"tea"}, Relationships: []string{"friend", "teacher"}},
		{ID: "wine", Name: "Tasting evening", Category: "experiences", Kind: catalog.Experience, Restricted: catalog.Alcohol, Interests: []string{"wine"}},
	})
}

// complete fills in what every gift has: it is physical, in stock, for all ages and costs $45.
func complete(gifts []catalog.Gift) []catalog.Gift {
	for i := range gifts {
		g := &gifts[i]
		if g.Kind == "" {
			g.Kind = catalog.Physical
		}
		if g.Price.Currency == "" {
			g.Price = usd(45)
		}
		if g.Availability == "" {
			g.Availability = catalog.InStock
		}
		if g.AgeTo == 0 {
			g.AgeTo = catalog.MaxAge
		}
	}
	return gifts
}

func usd(dollars int64) catalog.Money { return catalog.Money{Minor: 100 * dollars, Currency: "USD"} }

// today is late on a Tuesday, since only days count.
func today() time.Time { return time.Date(2026, time.December, 1, 23, 30, 0, 0, time.UTC) }

func newEngine(gifts []catalog.Gift) *suggest.Engine {
	return suggest.New(&catalog.Snapshot{Gifts: catalog.Pack(gifts)}, nil)
}

// ask asks for gifts. What a brief does not say: a birthday, up to $100, as many gifts as may be.
func ask(t *testing.T, gifts []catalog.Gift, b suggest.Brief) suggest.Answer {
	t.Helper()
	if b.Occasion == "" {
		b.Occasion = "birthday"
	}
	if b.Budget.Currency == "" {
		b.Budget = usd(100)
	}
	if b.Limit == 0 {
		b.Limit = 20
	}
	b.Now = today()
	a := newEngine(gifts).Suggest(b)
	checkCounts(t, a, len(gifts))
	return a
}

// checkCounts checks that every gift of the catalog was counted once.
func checkCounts(t *testing.T, a suggest.Answer, gifts int) {
	t.Helper()
	sum := a.Matches.Eligible
	for _, n := range a.Matches.LeftOut {
		sum += n
	}
	if a.Matches.Considered != gifts || sum != gifts {
		t.Errorf("got %d considered and %d counted, want %d: %+v", a.Matches.Considered, sum, gifts, a.Matches)
	}
}

func picked(a suggest.Answer) []string {
	var ids []string
	for _, p := range a.Picks {
		ids = append(ids, p.ID)
	}
	return ids
}

func TestSuggest_deterministic(t *testing.T) {
	for _, b := range []suggest.Brief{
		{Recipient: "friend who loves tea, novels, chess and wool", Interests: []string{"robots", "wine"}},
		// Several gifts score the same for this one.
		{Recipient: "a 30-year-old"},
	} {
		want := ask(t, shop(), b)
		for seed := range uint64(50) {
			// The order in which a snapshot holds its gifts is no reason either.
			gifts := shop()
			rand.New(rand.NewPCG(seed, 1)).Shuffle(len(gifts), func(i, j int) { gifts[i], gifts[j] = gifts[j], gifts[i] })
			if diff := cmp.Diff(want, ask(t, gifts, b)); diff != "" {
				t.Fatalf("%q got another answer (-first +later):\n%s", b.Recipient, diff)
			}
		}
	}
}

func TestUse_swapsTheCatalog(t *testing.T) {
	b := suggest.Brief{Recipient: "friend who loves tea", Budget: usd(100), Limit: 20}
	first, second := &catalog.Snapshot{Gifts: catalog.Pack(shop())}, &catalog.Snapshot{Version: 1}
	gifts := shop()
	for i := range gifts {
		gifts[i].ID = "new " + gifts[i].ID
	}
	second.Gifts = catalog.Pack(gifts)
	e := suggest.New(first, nil)
	old := picked(e.Suggest(b))
	e.Use(second)
	renamed := picked(e.Suggest(b))
	if e.Catalog() != second {
		t.Error("Catalog: got another snapshot, want the one in use")
	}

	// A swap under way never shows: each answer is wholly of one catalog.
	var wg sync.WaitGroup
	wg.Go(func() {
		for range 50 {
			e.Use(first)
			e.Use(second)
		}
	})
	wg.Go(func() {
		for range 200 {
			if got := picked(e.Suggest(b)); !slices.Equal(got, old) && !slices.Equal(got, renamed) {
				t.Errorf("got %q, want %q or %q", got, old, renamed)
			}
		}
	})
	wg.Wait()
}
