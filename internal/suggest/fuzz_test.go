package suggest_test

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"giftserver/internal/catalog"
	"giftserver/internal/suggest"
)

// Whatever is said, the answer is the same each time and keeps the promises that hold for every brief.
func FuzzSuggest(f *testing.F) {
	engine := newEngine(shop())
	f.Add("birthday", "friend, 7, who can't live without chess, allergic to nuts", "tea", "wine", int64(5000), uint8(255), uint8(0))
	f.Add("sinh nhật", "bé trai 6 tuổi mê khủng long", "", "", int64(1), uint8(6), uint8(2))
	f.Add("\x00", "\xff[[[[((\"' OR NEAR/*", "🎣", "no not never without than nothing", int64(-1), uint8(0), uint8(3))
	f.Add("Weihnachten", "Schokoladenfan, keine Nüsse; nicht über 10 €", "Lesen", "Schokolade", int64(9000), uint8(120), uint8(30))
	f.Add("誕生日", "チョコが好きな母、アレルギー：ナッツ", "読書", "", int64(9223372036854775807), uint8(17), uint8(1))
	f.Add("عيد ميلاد", "صديقي الذي يحب الشطرنج", "شطرنج", "خمر", int64(4500), uint8(200), uint8(4))
	f.Fuzz(func(t *testing.T, occasion, recipient, interest, avoid string, budget int64, years, hurry uint8) {
		b := suggest.Brief{
			Occasion: occasion, Recipient: recipient, Interests: []string{interest}, Avoid: []string{avoid}, Exclude: []string{"chess"},
			Budget: catalog.Money{Minor: budget, Currency: "USD"}, NeededBy: today().AddDate(0, 0, int(hurry)), Now: today(), Limit: 6,
		}
		age := -1
		if years <= catalog.MaxAge {
			age = int(years)
			b.Age = &age
		}
		a := engine.Suggest(b)
		checkCounts(t, a, len(shop()))
		for _, p := range a.Picks {
			if wrong := objection(p.Gift, b, nil, age); wrong != "" {
				t.Errorf("got %+v, which %s", *p.Gift, wrong)
			}
			if p.HandlingDays != nil && p.TransitDays != nil && *p.HandlingDays+*p.TransitDays > int(hurry) {
				t.Errorf("got %s, which can't be there in %d days", p.ID, hurry)
			}
		}
		if len(a.Picks) > b.Limit || len(a.Picks) > 0 && a.Nearest != nil {
			t.Errorf("got %d gifts and the nearest one that does not fit: %v", len(a.Picks), a.Nearest)
		}
		if diff := cmp.Diff(picked(a), picked(engine.Suggest(b))); diff != "" {
			t.Errorf("asked twice (-first +second):\n%s", diff)
		}
		found := map[string]bool{}
		for _, g := range engine.Search(recipient, 10) {
			if found[g.ID] = true; !slices.ContainsFunc(shop(), func(s catalog.Gift) bool { return s.ID == g.ID }) {
				t.Errorf("found %s, which the shop does not have", g.ID)
			}
		}
		if len(found) > 10 {
			t.Errorf("found %d gifts, want 10 at most", len(found))
		}
	})
}
