package suggest_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"giftserver/internal/catalog"
	"giftserver/internal/suggest"
)

// series returns n gifts for birthdays of one category and brand, whose names and ids differ.
func series(n int, category, brand string, interests ...string) []catalog.Gift {
	var gifts []catalog.Gift
	for i := range n {
		name := fmt.Sprintf("%s %s %02d", category, brand, i)
		gifts = append(gifts, catalog.Gift{
			ID: name, Name: name, Category: category, Brand: brand, Occasions: []string{"birthday"}, Interests: interests,
		})
	}
	return complete(gifts)
}

func TestChoose_interestsBeatEverything(t *testing.T) {
	tests := []struct {
		recipient string
		want      string
	}{
		{"friend who loves chess", "chess"},
		// Without an interest the occasion, the relationship, the price and the rating decide.
		{"friend", "scarf"},
	}
	for _, tt := range tests {
		got := picked(ask(t, shop(), suggest.Brief{Recipient: tt.recipient}))
		if len(got) == 0 || got[0] != tt.want {
			t.Errorf("%q: got %q, want %s first", tt.recipient, got, tt.want)
		}
	}
}

// Nobody of unknown taste gets a football or a robot, and a boss not what is meant for a friend.
func TestChoose_noPadding(t *testing.T) {
	for recipient, misfits := range map[string][]string{
		"friend":  {"ball", "chess", "robot"},
		"my boss": {"ball", "chess", "robot", "scarf", "tea"},
	} {
		for _, id := range picked(ask(t, shop(), suggest.Brief{Recipient: recipient})) {
			if slices.Contains(misfits, id) {
				t.Errorf("%s: got %s, for which nothing speaks", recipient, id)
			}
		}
	}
}

// What only a caution says is no reason for a gift.
func TestChoose_cautionsSpeakForNothing(t *testing.T) {
	gifts := complete([]catalog.Gift{{ID: "a", Name: "Lamp", Occasions: []string{"Eid"}, Interests: []string{"wine"}, Cautions: []string{"Holds zirconium and beryllium"}}})
	if got := picked(ask(t, gifts, suggest.Brief{Occasion: "wedding", Interests: []string{"zirconium beryllium"}})); len(got) > 0 {
		t.Errorf("got %v, want nothing", got)
	}
}

func TestChoose_rareWordsCountMore(t *testing.T) {
	gifts := append(series(9, "home", "", "tea"), series(1, "toys", "", "chess")...)
	got := picked(ask(t, gifts, suggest.Brief{Interests: []string{"tea", "chess"}}))
	if want := gifts[9].ID; got[0] != want {
		t.Errorf("got %s first, want %s, the only one for chess", got[0], want)
	}
}

func TestChoose_spammedTagsCountLittle(t *testing.T) {
	gifts := complete([]catalog.Gift{
		{ID: "a", Name: "Plate", Category: "home", Tags: []string{"origami"}},
		{ID: "b", Name: "Bowl", Category: "home", Tags: []string{"origami"}},
	})
	for i := range 100 {
		gifts[0].Tags = append(gifts[0].Tags, fmt.Sprint("keyword", i))
	}
	got := picked(ask(t, gifts, suggest.Brief{Interests: []string{"origami"}}))
	if want := []string{"b", "a"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// What is named as for men or women is nothing for the others, and stays back where nothing tells; a taste for it counts
// more.
func TestChoose_gender(t *testing.T) {
	gifts := complete([]catalog.Gift{
		{ID: "beard", Name: "Beard oil", Category: "beauty", Occasions: []string{"birthday"}},
		{ID: "blouse", Name: "Blouse", Category: "fashion", Occasions: []string{"birthday"}, Tags: []string{"Women"}},
		{ID: "earrings", Name: "Silver earrings", Category: "jewelry", Occasions: []string{"birthday"}, Interests: []string{"jewelry"}},
		{ID: "mug", Name: "Mug for women and men", Category: "home", Occasions: []string{"birthday"}},
	})
	tests := []struct {
		recipient string
		want      []string
		first     string
	}{
		{"my brother", []string{"beard", "mug"}, ""},
		{"grandma", []string{"blouse", "earrings", "mug"}, ""},
		{"a friend, she is 40", []string{"blouse", "earrings", "mug"}, ""},
		{"a friend", []string{"beard", "blouse", "earrings", "mug"}, "mug"},
		{"my brother, who loves jewelry", []string{"beard", "earrings", "mug"}, "earrings"},
	}
	for _, tt := range tests {
		got := picked(ask(t, gifts, suggest.Brief{Recipient: tt.recipient}))
		if tt.first != "" && got[0] != tt.first {
			t.Errorf("%s: got %q, want %q first", tt.recipient, got, tt.first)
		}
		slices.Sort(got)
		if !slices.Equal(got, tt.want) {
			t.Errorf("%s: got %q, want %q in any order", tt.recipient, got, tt.want)
		}
	}
}

// Where the gifts for an interest do not fill a handful, their neighbours come before all else.
func TestChoose_neighbours(t *testing.T) {
	gifts := slices.Concat(series(1, "music", "", "piano"), series(3, "music", ""), series(9, "home", ""))
	gifts[0].Price = usd(200)
	got := ask(t, gifts, suggest.Brief{Interests: []string{"piano"}})
	for i, p := range got.Picks[:3] {
		if p.Category != "music" {
			t.Errorf("got %s as number %d, want something for musicians", p.Name, i+1)
		}
	}
}

func TestChoose_giftCards(t *testing.T) {
	tests := []struct {
		brief suggest.Brief
		want  bool
	}{
		{suggest.Brief{Recipient: "friend who loves reading"}, false},
		{suggest.Brief{Recipient: "a gift card for a friend who loves reading"}, true},
		{suggest.Brief{Recipient: "a voucher, my friend loves reading"}, true},
		{suggest.Brief{Recipient: "friend who loves reading", Category: "gift-cards"}, true},
		{suggest.Brief{Recipient: "friend who loves reading", Interests: []string{"gift cards"}}, true},
		// Only what comes by e-mail arrives today, and the other thing that does is wine.
		{suggest.Brief{Recipient: "friend who loves reading and wine", NeededBy: today()}, false},
		{suggest.Brief{Recipient: "friend who loves reading, no wine", NeededBy: today()}, true},
	}
	for _, tt := range tests {
		if got := picked(ask(t, shop(), tt.brief)); slices.Contains(got, "card") != tt.want {
			t.Errorf("%+v: got %q, want the gift card in it: %t", tt.brief, got, tt.want)
		}
	}
}

func TestChoose_caps(t *testing.T) {
	puzzles := func(n int, category, brand string) []catalog.Gift { return series(n, category, brand, "puzzles") }
	tests := []struct {
		name  string
		gifts []catalog.Gift
		brief suggest.Brief
		want  map[string]int // how many of which category or brand
	}{
		{
			"no category takes more than two thirds",
			slices.Concat(puzzles(8, "board-games", ""), puzzles(2, "toys", "")),
			suggest.Brief{Interests: []string{"puzzles"}},
			map[string]int{"board-games": 4, "toys": 2},
		},
		{
			"no brand takes more than two places",
			slices.Concat(puzzles(8, "board-games", "Acme"), puzzles(3, "toys", "Bolt"), puzzles(2, "home", "Coil")),
			suggest.Brief{Interests: []string{"puzzles"}},
			map[string]int{"board-games": 2, "Acme": 2, "toys": 2, "Bolt": 2, "home": 2, "Coil": 2},
		},
		{
			"interests that leave nothing else lift both caps",
			slices.Concat(puzzles(8, "board-games", "Acme"), series(3, "home", "Bolt")),
			suggest.Brief{Interests: []string{"puzzles"}},
			map[string]int{"board-games": 6, "Acme": 6},
		},
		{
			"a shop that has nothing else lifts them for a handful",
			series(8, "home", ""),
			suggest.Brief{},
			map[string]int{"home": 5},
		},
		{
			"a category that was asked for may fill the answer",
			series(8, "home", ""),
			suggest.Brief{Category: "home"},
			map[string]int{"home": 6},
		},
	}
	for _, tt := range tests {
		tt.brief.Limit = 6
		got := map[string]int{}
		for _, p := range ask(t, tt.gifts, tt.brief).Picks {
			got[p.Category]++
			if p.Brand != "" {
				got[p.Brand]++
			}
		}
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
	}
}

func TestChoose_oneOfEachName(t *testing.T) {
	gifts := series(3, "home", "")
	gifts[0].Name, gifts[1].Name, gifts[2].Name = "Café Set", "CAFE SET", "Cafe Set Two"
	got := picked(ask(t, gifts, suggest.Brief{}))
	if len(got) != 2 || !slices.Contains(got, gifts[2].ID) {
		t.Errorf("got %q, want the one of its own name and one of the others", got)
	}
}

func TestReasons_matchedFactsOnly(t *testing.T) {
	inBudget := suggest.Reason{Kind: suggest.InsideBudget}
	tests := []struct {
		id    string
		brief suggest.Brief
		want  []suggest.Reason
	}{
		{"tea", suggest.Brief{Recipient: "friend who loves tea and chess"}, []suggest.Reason{
			{Kind: suggest.MatchesInterest, Label: "tea"}, {Kind: suggest.SuitsRelationship, Label: "friend"}, inBudget,
		}},
		{"chess", suggest.Brief{Recipient: "friend who loves tea and chess", NeededBy: today().AddDate(0, 1, 0)}, []suggest.Reason{
			{Kind: suggest.MatchesInterest, Label: "chess"}, {Kind: suggest.ArrivesInTime}, inBudget,
		}},
		{"scarf", suggest.Brief{Occasion: "bday", Recipient: "my best friend"}, []suggest.Reason{
			{Kind: suggest.SuitsOccasion, Label: "birthday"}, {Kind: suggest.SuitsRelationship, Label: "best friend"}, inBudget,
		}},
		// Of several occasions it is the gift's own that speaks for it.
		{"scarf", suggest.Brief{Occasion: "Christmas and birthday", Recipient: "my friend"}, []suggest.Reason{
			{Kind: suggest.SuitsOccasion, Label: "birthday"}, {Kind: suggest.SuitsRelationship, Label: "friend"}, inBudget,
		}},
		// A gift that fits every age says nothing about this one.
		{"robot", suggest.Brief{Recipient: "a 9-year-old who loves robotics"}, []suggest.Reason{
			{Kind: suggest.MatchesInterest, Label: "robotics"}, {Kind: suggest.SuitsAge}, inBudget,
		}},
		{"mug", suggest.Brief{Recipient: "a 9-year-old", Exclude: []string{"robot"}}, []suggest.Reason{inBudget}},
	}
	for _, tt := range tests {
		a := ask(t, shop(), tt.brief)
		i := slices.Index(picked(a), tt.id)
		if i < 0 {
			t.Errorf("%+v: got %q, want %s in it", tt.brief, picked(a), tt.id)
			continue
		}
		if diff := cmp.Diff(tt.want, a.Picks[i].Reasons); diff != "" {
			t.Errorf("%s for %+v (-want +got):\n%s", tt.id, tt.brief, diff)
		}
	}
}

func TestNearest(t *testing.T) {
	const none = ""
	tests := []struct {
		name  string
		gifts []catalog.Gift
		brief suggest.Brief
		want  string
	}{
		// The globe costs $2 and is sold out, the chess set costs $9 and suits only who loves chess.
		{"only the budget keeps it out", shop(), suggest.Brief{Recipient: "friend who loves chess", Budget: usd(5)}, "chess"},
		{"the first by id of those at $45", series(3, "home", ""), suggest.Brief{Budget: usd(5)}, "home  00"},
		{"nobody offers that", shop(), suggest.Brief{Budget: usd(5), Category: "pets"}, none},
		{"it is avoided", shop(), suggest.Brief{Recipient: "friend", Budget: usd(5), Category: "board-games", Avoid: []string{"chess"}}, none},
		{"there are gifts", shop(), suggest.Brief{Recipient: "friend", Budget: usd(50)}, none},
		{"it is for animals, and would not be suggested", complete([]catalog.Gift{
			{ID: "toy", Name: "Chess toy", Category: "pets", Price: usd(9)},
		}), suggest.Brief{Recipient: "friend who loves chess", Budget: usd(5)}, none},
		{"the cheapest where there is no budget", complete([]catalog.Gift{
			{ID: "a", Name: "Candle", Category: "home", Price: usd(45)},
			{ID: "b", Name: "Lamp", Category: "home", Price: usd(9), Occasions: []string{"birthday"}},
		}), suggest.Brief{Occasion: "birthday", Recipient: "friend", Budget: usd(0)}, "b"},
	}
	for _, tt := range tests {
		got := none
		if g := ask(t, tt.gifts, tt.brief).Nearest; g != nil {
			got = g.ID
		}
		if got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.name, got, tt.want)
		}
	}
}

// A shop says what its products are and not whom they are for, so what anybody may like is for everybody; what is for
// children's parents is not for children, and what is named for another occasion not for this one.
func TestChoose_shop(t *testing.T) {
	gifts := complete([]catalog.Gift{
		{ID: "candle", Name: "Candle in a jar", Category: "home", AgeFrom: 3},
		{ID: "clubs", Name: "Putter", Category: "fitness", Interests: []string{"golf"}},
		{ID: "lantern", Name: "Ramadan lantern", Category: "home"},
		{ID: "puzzle", Name: "Floor puzzle", Category: "toys", AgeFrom: 3, AgeTo: 8},
		{ID: "scarf", Name: "Scarf", Category: "fashion"},
	})
	tests := []struct {
		occasion, recipient string
		want                []string // sorted
	}{
		{"birthday", "sister", []string{"candle", "scarf"}},
		{"birthday", "daughter, 4", []string{"puzzle", "scarf"}},
		{"Eid", "neighbor", []string{"candle", "lantern", "scarf"}},
		{"birthday", "boss who plays golf", []string{"candle", "clubs", "scarf"}},
	}
	for _, tt := range tests {
		got := slices.Sorted(slices.Values(picked(ask(t, gifts, suggest.Brief{Occasion: tt.occasion, Recipient: tt.recipient}))))
		got = slices.DeleteFunc(got, func(id string) bool { return id == "puzzle" && tt.recipient != "daughter, 4" })
		if !slices.Equal(got, tt.want) {
			t.Errorf("%s for %s: got %q, want %q", tt.occasion, tt.recipient, got, tt.want)
		}
	}
}

// A word that tells an interest and names a thing asks for the thing.
func TestChoose_namedThings(t *testing.T) {
	gifts := append(series(30, "home", "", "home decor"), complete([]catalog.Gift{
		{ID: "candles", Name: "Two beeswax candles", Category: "home", Interests: []string{"sustainability"}},
	})...)
	got := picked(ask(t, gifts, suggest.Brief{Recipient: "sister who loves candles"}))
	if len(got) < 2 || got[0] != "candles" {
		t.Errorf("got %q, want candles first and other things for the home behind them", got)
	}
}

// Of somebody of unknown age, what suits most adults comes before what suits few.
func TestChoose_unknownAge(t *testing.T) {
	gifts := complete([]catalog.Gift{
		{ID: "lamp", Name: "Lamp", Category: "electronics", AgeFrom: 60},
		{ID: "mug", Name: "Mug", Category: "kitchen", AgeFrom: 10},
		{ID: "skin", Name: "Teenage skin set", Category: "beauty", AgeFrom: 12, AgeTo: 25},
	})
	for _, recipient := range []string{"friend", "my uncle"} {
		got := picked(ask(t, gifts, suggest.Brief{Recipient: recipient}))
		if len(got) == 0 || got[0] != "mug" {
			t.Errorf("%s: got %q, want the mug first", recipient, got)
		}
	}
	got := picked(ask(t, gifts, suggest.Brief{Recipient: "friend, 70"}))
	if len(got) == 0 || got[0] != "lamp" {
		t.Errorf("at 70: got %q, want the lamp first", got)
	}
}
