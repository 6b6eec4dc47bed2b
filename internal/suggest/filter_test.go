package suggest_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"giftserver/internal/catalog"
	"giftserver/internal/suggest"
)

// eligible stands for no reason to leave a gift out.
const eligible suggest.ReasonOut = -1

// fate says why a brief leaves out the gift of the shop that has the id.
func fate(t *testing.T, id string, b suggest.Brief) suggest.ReasonOut {
	t.Helper()
	gifts := shop()
	i := slices.IndexFunc(gifts, func(g catalog.Gift) bool { return g.ID == id })
	if i < 0 {
		t.Fatalf("the shop has no %s", id)
	}
	a := ask(t, gifts[i:i+1], b)
	return suggest.ReasonOut(slices.Index(a.Matches.LeftOut[:], 1))
}

// A gift that everything is wrong with is counted under the first reason; as one after the other is
// put right, the next comes to light.
func TestFilter_firstReasonCounts(t *testing.T) {
	g := catalog.Gift{
		ID: "a", Name: "Plate", Category: "home", Kind: catalog.Physical, Availability: catalog.OutOfStock,
		Price: catalog.Money{Minor: 5000, Currency: "EUR"}, AgeFrom: 30, AgeTo: 40,
	}
	age := 20
	b := suggest.Brief{
		Budget: usd(10), MinBudget: usd(60), Age: &age, Avoid: []string{"plate"}, Category: "toys",
		Kinds: []catalog.Kind{catalog.Digital}, NeededBy: today(),
	}
	for _, step := range []struct {
		want suggest.ReasonOut
		mend func()
	}{
		{suggest.OutOfStock, func() { g.Availability = catalog.Preorder }},
		{suggest.OtherCurrency, func() { g.Price.Currency = "USD" }},
		{suggest.OverBudget, func() { b.Budget = usd(100) }},
		{suggest.UnderBudget, func() { b.MinBudget = usd(50) }},
		{suggest.WrongAge, func() { age = 30 }},
		{suggest.Avoided, func() { b.Avoid = nil }},
		{suggest.OtherCategory, func() { b.Category = "home" }},
		{suggest.OtherKind, func() { b.Kinds = append(b.Kinds, catalog.Physical) }},
		{suggest.TooLate, func() { b.NeededBy = today().AddDate(0, 1, 0) }},
	} {
		a := ask(t, []catalog.Gift{g}, b)
		var want suggest.Matches
		want.Considered, want.LeftOut[step.want] = 1, 1
		if diff := cmp.Diff(want, a.Matches); diff != "" {
			t.Errorf("before reason %d is put right (-want +got):\n%s", step.want, diff)
		}
		step.mend()
	}
	if got := ask(t, []catalog.Gift{g}, b).Matches.Eligible; got != 1 {
		t.Errorf("when all is right: got %d eligible, want 1", got)
	}
}

func TestFilter_money(t *testing.T) {
	money := func(minor int64, currency string) catalog.Money {
		return catalog.Money{Minor: minor, Currency: currency}
	}
	tests := []struct {
		id          string
		budget, min catalog.Money
		want        suggest.ReasonOut
	}{
		// Both ends of the range fit.
		{"mug", money(4500, "USD"), catalog.Money{}, eligible},
		{"mug", money(4499, "USD"), catalog.Money{}, suggest.OverBudget},
		{"mug", money(9000, "USD"), money(4500, "USD"), eligible},
		{"mug", money(9000, "USD"), money(4501, "USD"), suggest.UnderBudget},
		// 45 euros are not compared with any number of dollars.
		{"euro", money(9000, "USD"), catalog.Money{}, suggest.OtherCurrency},
		{"euro", money(1, "USD"), catalog.Money{}, suggest.OtherCurrency},
		{"euro", money(4500, "EUR"), catalog.Money{}, eligible},
	}
	for _, tt := range tests {
		if got := fate(t, tt.id, suggest.Brief{Budget: tt.budget, MinBudget: tt.min}); got != tt.want {
			t.Errorf("%s for %v to %v: got %d, want %d", tt.id, tt.min, tt.budget, got, tt.want)
		}
	}
}

func TestFilter_age(t *testing.T) {
	six := 6
	tests := []struct {
		id    string
		brief suggest.Brief
		want  suggest.ReasonOut
	}{
		// The robot is for 8 to 14, the rings are for up to 3.
		{"robot", suggest.Brief{}, eligible},
		{"robot", suggest.Brief{Age: &six}, suggest.WrongAge},
		{"robot", suggest.Brief{Recipient: "my 8-year-old son"}, eligible},
		{"robot", suggest.Brief{Recipient: "my 14-year-old son"}, eligible},
		{"robot", suggest.Brief{Recipient: "my 15-year-old son"}, suggest.WrongAge},
		{"robot", suggest.Brief{Recipient: "a toddler"}, suggest.WrongAge},
		{"robot", suggest.Brief{Recipient: "my grandmother"}, suggest.WrongAge},
		{"rings", suggest.Brief{Recipient: "a toddler"}, eligible},
		{"rings", suggest.Brief{Recipient: "a baby, 8 months old"}, eligible},
		{"tea", suggest.Brief{Recipient: "my grandmother"}, eligible},
	}
	for _, tt := range tests {
		if got := fate(t, tt.id, tt.brief); got != tt.want {
			t.Errorf("%s for %q: got %d, want %d", tt.id, tt.brief.Recipient, got, tt.want)
		}
	}
}

func TestFilter_restricted(t *testing.T) {
	seventeen, eighteen := 17, 18
	tests := []struct {
		brief     suggest.Brief
		wine, oil suggest.ReasonOut
	}{
		{suggest.Brief{Recipient: "my wife, who loves wine"}, eligible, eligible},
		{suggest.Brief{Recipient: "boyfriend", Age: &eighteen}, eligible, eligible},
		// Adult things are for partners, not for a friend or a boss.
		{suggest.Brief{Recipient: "friend who loves wine"}, eligible, suggest.WrongAge},
		{suggest.Brief{Age: &eighteen}, eligible, suggest.WrongAge},
		{suggest.Brief{Age: &seventeen}, suggest.WrongAge, suggest.WrongAge},
		// Whoever may be a child is taken for one, whatever they are said to love.
		{suggest.Brief{Recipient: "my niece, she loves wine"}, suggest.WrongAge, suggest.WrongAge},
		{suggest.Brief{Recipient: "our grandson"}, suggest.WrongAge, suggest.WrongAge},
		{suggest.Brief{Recipient: "a teenager"}, suggest.WrongAge, suggest.WrongAge},
		{suggest.Brief{Recipient: "a boy who loves wine"}, suggest.WrongAge, suggest.WrongAge},
		{suggest.Brief{Recipient: "my 30-year-old son"}, eligible, suggest.WrongAge},
		{suggest.Brief{Recipient: "wife who loves wine", Avoid: []string{"alcohol"}}, suggest.Avoided, eligible},
		{suggest.Brief{Recipient: "husband, no alcohol please"}, suggest.Avoided, eligible},
		{suggest.Brief{Recipient: "girlfriend", Avoid: []string{"adult things"}}, eligible, suggest.Avoided},
		// Whatever the guest loves, the gift is for a baby.
		{suggest.Brief{Occasion: "baby shower", Recipient: "friend who loves wine"}, suggest.WrongAge, suggest.WrongAge},
	}
	for _, tt := range tests {
		if got := fate(t, "wine", tt.brief); got != tt.wine {
			t.Errorf("wine for %+v: got %d, want %d", tt.brief, got, tt.wine)
		}
		if got := fate(t, "oil", tt.brief); got != tt.oil {
			t.Errorf("oil for %+v: got %d, want %d", tt.brief, got, tt.oil)
		}
	}
}

func TestFilter_avoid(t *testing.T) {
	tests := []struct {
		id    string
		avoid []string
		want  suggest.ReasonOut
	}{
		// No word of the ball says soccer, but that is another name of its interest.
		{"ball", []string{"soccer"}, suggest.Avoided},
		{"scarf", []string{"soccer"}, eligible},
		// All words of one entry must be there, in any form; of several entries, one.
		{"scarf", []string{"Scarves, woolly ones", "wool scarfs"}, suggest.Avoided},
		{"scarf", []string{"wool socks"}, eligible},
		{"scarf", []string{"socks", "wool"}, suggest.Avoided},
		{"chocolate", []string{"nut"}, suggest.Avoided},
		// A gift card is a thing of its own; other gifts come with a card, too.
		{"card", []string{"gift cards"}, suggest.Avoided},
		{"mug", []string{"gift cards"}, eligible},
		// A word that says nothing leaves nothing out.
		{"scarf", []string{"", "  ", "the", "🎁"}, eligible},
	}
	for _, tt := range tests {
		if got := fate(t, tt.id, suggest.Brief{Avoid: tt.avoid}); got != tt.want {
			t.Errorf("%s when %q is avoided: got %d, want %d", tt.id, tt.avoid, got, tt.want)
		}
	}
}

func TestFilter_wishes(t *testing.T) {
	day := func(n int) time.Time { return time.Date(2026, time.December, n, 0, 0, 0, 0, time.UTC) }
	tests := []struct {
		id    string
		brief suggest.Brief
		want  suggest.ReasonOut
	}{
		{"tea", suggest.Brief{Exclude: []string{"mug", "tea"}}, suggest.Avoided},
		{"tea", suggest.Brief{Category: "coffee-tea"}, eligible},
		{"tea", suggest.Brief{Category: "books"}, suggest.OtherCategory},
		{"tea", suggest.Brief{Kinds: []catalog.Kind{catalog.Digital, catalog.Experience}}, suggest.OtherKind},
		{"wine", suggest.Brief{Kinds: []catalog.Kind{catalog.Digital, catalog.Experience}}, eligible},
		// The novel is sent after one day and two days on its way; today is the first.
		{"novel", suggest.Brief{NeededBy: day(4)}, eligible},
		{"novel", suggest.Brief{NeededBy: day(3)}, suggest.TooLate},
		// What is made with a photo takes longer than the same thing without.
		{"rings", suggest.Brief{NeededBy: day(8)}, eligible},
		{"mug", suggest.Brief{NeededBy: day(8)}, suggest.TooLate},
		// A voucher comes by e-mail, and for a day that has passed it still comes today.
		{"wine", suggest.Brief{NeededBy: day(1)}, eligible},
		{"card", suggest.Brief{NeededBy: day(1).AddDate(-1, 0, 0)}, eligible},
		{"novel", suggest.Brief{NeededBy: day(1).AddDate(-1, 0, 0)}, suggest.TooLate},
	}
	for _, tt := range tests {
		if got := fate(t, tt.id, tt.brief); got != tt.want {
			t.Errorf("%s for %+v: got %d, want %d", tt.id, tt.brief, got, tt.want)
		}
	}
}

func TestFilter_offerEnds(t *testing.T) {
	for until, want := range map[time.Time]int{{}: 1, today(): 1, today().Add(-time.Second): 0} {
		gifts := complete([]catalog.Gift{{ID: "a", Name: "Plate", Category: "home", ValidUntil: until}})
		if got := ask(t, gifts, suggest.Brief{}).Matches.Eligible; got != want {
			t.Errorf("valid until %v: got %d eligible, want %d", until, got, want)
		}
	}
}

// A gift that says what is not in it is no risk, and one for vegans suits them whatever its text names.
func TestFilter_freeOf(t *testing.T) {
	gift := func(name, description string, tags ...string) catalog.Gift {
		return complete([]catalog.Gift{{ID: "a", Name: name, Description: description, Category: "food", Tags: tags}})[0]
	}
	tests := []struct {
		gift      catalog.Gift
		recipient string
		want      suggest.ReasonOut
	}{
		{gift("Biscuits", "With wheat."), "friend with celiac disease", suggest.Avoided},
		{gift("Gluten-free biscuits", "Of rice."), "friend with celiac disease", eligible},
		{gift("Biscuits", "Without gluten."), "friend, allergic to gluten", eligible},
		{gift("Biscuits", "Free from gluten."), "friend, no gluten", eligible},
		{gift("Biscuits", "No nuts, but milk."), "friend, allergic to milk", suggest.Avoided},
		{gift("Hat", "Of merino wool."), "vegan friend", suggest.Avoided},
		{gift("Honey", "In a jar."), "friend who is vegan", suggest.Avoided},
		{gift("Vegan fudge", "Tastes of butter and milk."), "vegan friend", eligible},
		{gift("Cheese board", "Of oak."), "vegetarian friend", eligible},
		{gift("Salami", "Of pork."), "vegetarian friend", suggest.Avoided},
		{gift("Salami", "Of pork."), "my Muslim neighbor", suggest.Avoided},
		{gift("Salami", "Of pork."), "neighbor who keeps kosher", suggest.Avoided},
	}
	for _, tt := range tests {
		a := ask(t, []catalog.Gift{tt.gift}, suggest.Brief{Recipient: tt.recipient})
		if got := suggest.ReasonOut(slices.Index(a.Matches.LeftOut[:], 1)); got != tt.want {
			t.Errorf("%s for %q: got %d, want %d", tt.gift.Name, tt.recipient, got, tt.want)
		}
	}
}

// With rates, a gift in another currency is within the budget when what it costs in the budget's currency is.
func TestFilter_rates(t *testing.T) {
	rates, err := catalog.ReadRates(strings.NewReader(`{"base":"EUR","date":"2026-11-30","rates":{"USD":1.25}}`))
	if err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		price catalog.Money
		want  suggest.ReasonOut
	}{
		{catalog.Money{Minor: 4000, Currency: "EUR"}, eligible}, // exactly 50 dollars
		{catalog.Money{Minor: 4001, Currency: "EUR"}, suggest.OverBudget},
		{catalog.Money{Minor: 1600, Currency: "EUR"}, eligible}, // exactly 20 dollars
		{catalog.Money{Minor: 1599, Currency: "EUR"}, suggest.UnderBudget},
		{usd(50), eligible},
		{catalog.Money{Minor: 5000, Currency: "JPY"}, suggest.OtherCurrency},
	}
	for _, tt := range tests {
		gifts := complete([]catalog.Gift{{ID: "a", Name: "Plate", Category: "home", Price: tt.price}})
		engine := suggest.New(&catalog.Snapshot{Gifts: catalog.Pack(gifts)}, rates)
		a := engine.Suggest(suggest.Brief{Occasion: "birthday", Budget: usd(50), MinBudget: usd(20), Limit: 6})
		if got := suggest.ReasonOut(slices.Index(a.Matches.LeftOut[:], 1)); got != tt.want {
			t.Errorf("%+v: got %d, want %d", tt.price, got, tt.want)
		}
	}
}
