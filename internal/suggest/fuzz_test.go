package suggest_test

import (
	"testing"

	"giftserver/internal/catalog"
	"giftserver/internal/suggest"
)

// Whatever is said, the answer keeps the promises that hold for every brief.
func FuzzSuggest(f *testing.F) {
	engine := newEngine(shop())
	f.Add("birthday", "friend, 7, who can't live without chess, allergic to nuts", "tea", "wine", int64(5000))
	f.Add("sinh nhật", "bé trai 6 tuổi mê khủng long", "", "", int64(1))
	f.Add("\x00", "\xff[[[[((\"' OR NEAR/*", "🎣", "no not never without than nothing", int64(-1))
	f.Fuzz(func(t *testing.T, occasion, recipient, interest, avoid string, budget int64) {
		b := suggest.Brief{
			Occasion: occasion, Recipient: recipient, Interests: []string{interest}, Avoid: []string{avoid},
			Budget: catalog.Money{Minor: budget, Currency: "USD"}, Now: today(), Limit: 6,
		}
		a := engine.Suggest(b)
		checkCounts(t, a, len(shop()))
		for _, p := range a.Picks {
			if p.Price.Currency != "USD" || p.Price.Minor > budget {
				t.Errorf("got %s for %d %s, want at most %d USD", p.ID, p.Price.Minor, p.Price.Currency, budget)
			}
		}
		if len(a.Picks) > 0 && a.Nearest != nil {
			t.Error("got gifts and the nearest one that does not fit")
		}
		engine.Search(recipient, 10)
	})
}
