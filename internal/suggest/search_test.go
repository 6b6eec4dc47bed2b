package suggest_test

import (
	"slices"
	"testing"

	"giftserver/internal/catalog"
)

func TestSearch(t *testing.T) {
	engine := newEngine(complete([]catalog.Gift{
		{ID: "a", Name: "Laptop bag", Brand: "Acme", Description: "For laptops up to 15 inches."},
		{ID: "b", Name: "Laptop stand", Description: "Of aluminium."},
		{ID: "c", Name: "Tote", Description: "A bag of canvas."},
		{ID: "d", Name: "Teapot", Tags: []string{"ceramics"}, Cautions: []string{"Not for a laptop."}},
		{ID: "e", Name: "Globe", Availability: catalog.OutOfStock},
		{ID: "f", Name: "Chess set", CategoryPath: "Toys > Strategy"},
	}))
	tests := []struct {
		query string
		want  []string
	}{
		// What has all the words comes first, and a name counts more than a description.
		{"laptop bag", []string{"a", "b", "c"}},
		{"bags", []string{"a", "c"}},
		{"ACME", []string{"a"}},
		{"ceramic", []string{"d"}},
		{"strategy", []string{"f"}},
		// It is no matter of shopping: what is sold out is found.
		{"globe", []string{"e"}},
		// In another language, and misspelt.
		{"Schach", []string{"f"}},
		{"teapto", []string{"d"}},
		{"glboe", []string{"e"}},
		{"aluminum", []string{"b"}},
		{"ceram", []string{"d"}},
		// Words that are everywhere and words that are nowhere find nothing.
		{"for a", nil},
		{"zeppelin", nil},
		{`"' OR 1=1 -- (((( NEAR * ^`, nil},
		{"", nil},
	}
	for _, tt := range tests {
		var got []string
		for _, g := range engine.Search(tt.query, 10) {
			got = append(got, g.ID)
		}
		if !slices.Equal(got, tt.want) {
			t.Errorf("%q: got %q, want %q", tt.query, got, tt.want)
		}
	}
	if got := engine.Search("laptop", 0); len(got) != 0 {
		t.Errorf("got %d gifts, want none", len(got))
	}
	if got := engine.Search("laptop", 1); len(got) != 1 {
		t.Errorf("got %d gifts, want as many as the limit", len(got))
	}
}
