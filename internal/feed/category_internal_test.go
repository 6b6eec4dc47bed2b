package feed

import (
	"slices"
	"testing"

	"giftserver/internal/catalog"
)

func TestClasses_tables(t *testing.T) {
	classes, err := loadClasses()
	if err != nil {
		t.Fatal(err)
	}
	used := map[string]bool{}
	check := func(from string, c *class) {
		used[c.category] = true
		if !slices.Contains(catalog.Categories, c.category) {
			t.Errorf("%s: got category %q, want one of catalog.Categories", from, c.category)
		}
		if !slices.Contains([]catalog.Restriction{catalog.Unrestricted, catalog.Alcohol, catalog.Adult}, c.restricted) {
			t.Errorf("%s: got unknown restriction %q", from, c.restricted)
		}
		if !slices.Contains([]catalog.Kind{catalog.Physical, catalog.Experience, catalog.Digital}, c.kind) {
			t.Errorf("%s: got unknown kind %q", from, c.kind)
		}
	}
	for path, c := range classes.branches {
		check(path, c)
	}
	for phrase, c := range classes.phrases {
		check(phrase, c)
	}
	for _, category := range catalog.Categories {
		if !used[category] {
			t.Errorf("nothing leads to the category %s", category)
		}
	}
	// The taxonomy of 2021-09-21 has 5,595 categories.
	if got, want := len(classes.numbers), 5595; got != want {
		t.Errorf("got %d numbers, want %d", got, want)
	}
}

// The numbers are those of Google's published taxonomy.
func TestByTaxonomy(t *testing.T) {
	tests := []struct{ text, want string }{
		{"1239", "toys"},        // Toys & Games
		{"3793", "board-games"}, // Toys & Games > Games
		{"1246", "board-games"}, // Toys & Games > Games > Board Games
		{"188", "jewelry"},      // Apparel & Accessories > Jewelry
		{"201", "jewelry"},      // Apparel & Accessories > Jewelry > Watches
		{"1604", "fashion"},     // Apparel & Accessories > Clothing
		{"53", "gift-cards"},    // Arts & Entertainment > Party & Celebration > Gift Giving > Gift Cards & Certificates
		{"421", "wine-spirits"}, // Food, Beverages & Tobacco > Beverages > Alcoholic Beverages > Wine
		{"736", "coffee-tea"},   // Home & Garden > Kitchen & Dining > Kitchen Appliances > Coffee Makers & Espresso Machines
		{"784", "books"},        // Media > Books
		{"1294", "video-games"}, // Electronics > Video Game Consoles
		{"9999999", ""},
		{"Media > Books", "books"},
		{"Media > Books > Poetry", "books"},
		{"home & garden > kitchen & dining > Mugs", "kitchen"},
		{"Home & Garden>Plants", "garden-plants"},
		{"Our shop > Mugs", ""},
		{"", ""},
	}
	for _, tt := range tests {
		got := ""
		if c := defaultClasses().byTaxonomy(tt.text); c != nil {
			got = c.category
		}
		if got != tt.want {
			t.Errorf("%q: got %q, want %q", tt.text, got, tt.want)
		}
	}
}
