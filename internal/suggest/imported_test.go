package suggest_test

import (
	"slices"
	"testing"

	"giftserver/internal/catalog"
	"giftserver/internal/suggest"
)

// imported returns gifts as an import leaves them: a shop says what its products are, and not whom they are for.
func imported(gifts ...catalog.Gift) []catalog.Gift {
	for i := range gifts {
		gifts[i].PriceBasis = catalog.Listed
	}
	return complete(gifts)
}

// Nobody wishes for a spare part, though the shop has it on a shelf that suits; who asks for it gets it, behind what is
// a gift.
func TestSuggest_necessities(t *testing.T) {
	gifts := imported(
		catalog.Gift{ID: "bracket", Name: "Wall bracket, large", Category: "electronics", Tags: []string{"photography"}},
		catalog.Gift{ID: "candle", Name: "Candle with a replacement wick", Category: "home"},
		catalog.Gift{ID: "chess", Name: "Chess set", Category: "board-games"},
		catalog.Gift{ID: "nozzle", Name: "Bocal de Alta Pressão", Category: "garden-plants", Tags: []string{"Casa", "Cozinha e culinária"}, Interests: []string{"cooking"}},
		catalog.Gift{ID: "piece", Name: "Chess replacement pieces", Category: "board-games", Interests: []string{"chess"}},
	)
	tests := []struct {
		recipient, category string
		want                []string
	}{
		{"a friend", "", []string{"candle", "chess"}},
		{"a friend who loves cooking", "", []string{"candle", "chess"}},
		{"a friend who loves photography", "", []string{"candle", "chess"}},
		{"a friend who loves chess", "", []string{"candle", "chess", "piece"}},
		{"a friend", "garden-plants", []string{"nozzle"}},
	}
	for _, tt := range tests {
		got := picked(ask(t, gifts, suggest.Brief{Recipient: tt.recipient, Category: tt.category}))
		if len(got) == 3 && (got[0] != "chess" || got[1] != "piece") {
			t.Errorf("%s: got %q, want the chess set first and its spare parts next", tt.recipient, got)
		}
		slices.Sort(got)
		if !slices.Equal(got, tt.want) {
			t.Errorf("%s: got %q, want %q in any order", tt.recipient, got, tt.want)
		}
	}
}

// Things for animals are for those who keep some, whatever else they are about.
func TestSuggest_pets(t *testing.T) {
	gifts := imported(
		catalog.Gift{ID: "costume", Name: "Dinosaur costume for dogs", Category: "pets", Interests: []string{"dinosaurs", "dogs"}},
		catalog.Gift{ID: "bowl", Name: "Bowl", Category: "pets"},
		catalog.Gift{ID: "toy", Name: "Rubber dinosaur", Category: "toys", Interests: []string{"dinosaurs"}, Tags: []string{"Pets"}},
		catalog.Gift{ID: "mug", Name: "Mug", Category: "kitchen"},
	)
	tests := []struct {
		recipient, category string
		want                []string
	}{
		{"a friend", "", []string{"mug"}},
		{"a friend who loves dinosaurs", "", []string{"mug", "toy"}},
		{"a friend without pets", "", []string{"mug"}},
		{"a friend who has a dog", "", []string{"bowl", "costume", "mug"}},
		{"a friend with a hamster", "", []string{"bowl", "mug"}},
		{"a friend", "pets", []string{"bowl", "costume"}},
	}
	for _, tt := range tests {
		got := picked(ask(t, gifts, suggest.Brief{Recipient: tt.recipient, Category: tt.category}))
		slices.Sort(got)
		if !slices.Equal(got, tt.want) {
			t.Errorf("%s: got %q, want %q in any order", tt.recipient, got, tt.want)
		}
	}
}

// Some occasions tell whom they are for: a mother is a woman, and a baby no grown-up.
func TestSuggest_occasionTellsWhom(t *testing.T) {
	gifts := imported(
		catalog.Gift{ID: "blouse", Name: "Women's blouse", Category: "fashion", AgeFrom: 13, AgeTo: catalog.MaxAge},
		catalog.Gift{ID: "tuxedo", Name: "Men's tuxedo", Category: "fashion", AgeFrom: 13, AgeTo: catalog.MaxAge},
		catalog.Gift{ID: "mug", Name: "Mug", Category: "kitchen"},
	)
	tests := []struct {
		occasion string
		want     []string
	}{
		{"Mother's Day", []string{"blouse", "mug"}},
		{"Dia dos Pais", []string{"mug", "tuxedo"}},
		{"baby shower", []string{"mug"}},
	}
	for _, tt := range tests {
		got := picked(ask(t, gifts, suggest.Brief{Occasion: tt.occasion}))
		slices.Sort(got)
		if !slices.Equal(got, tt.want) {
			t.Errorf("%s: got %q, want %q in any order", tt.occasion, got, tt.want)
		}
	}
}
