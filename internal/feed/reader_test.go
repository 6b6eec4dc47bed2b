package feed_test

import (
	"strings"
	"testing"

	"giftserver/internal/catalog"
	"giftserver/internal/feed"
)

func TestRead_category(t *testing.T) {
	tests := []struct {
		google, own, title string
		want               string // category, kind, restriction
		path               string
	}{
		// Google's category tells most surely, then the shop's own, then the name.
		{"Media > Books", "Kitchen", "Mug", "books physical", "Kitchen"},
		{"784", "", "Mug", "books physical", "Media"},
		{"", "Toys & Games > Puzzles", "Mug", "board-games physical", "Toys & Games > Puzzles"},
		{"", "Gifts > Jewellery > Sale", "Thing", "jewelry physical", "Gifts > Jewellery > Sale"},
		{"", "", "Thing", "home physical", ""},
		// The head of a name is what a thing is.
		{"", "", "Tea mug for dad", "kitchen physical", ""},
		{"", "", "Chess set with tea bags", "board-games physical", ""},
		{"", "", "Board games calendar", "stationery physical", ""},
		{"", "", "For book lovers: scented candle", "books physical", ""},
		{"", "", "Dog leash, brown leather", "pets physical", ""},
		{"", "", "Äthiopischer Kaffee für Papa", "coffee-tea physical", ""},
		{"", "", "Gift card 50", "gift-cards digital", ""},
		{"Arts & Entertainment > Event Tickets", "", "Jazz night", "experiences experience", "Arts & Entertainment > Event Tickets"},
		{"Software > Computer Software", "", "Photo editor", "electronics digital", "Software > Computer Software"},
		// Alcohol and what is for adults.
		{"421", "", "Chianti Classico", "wine-spirits physical alcohol", "Food, Beverages & Tobacco > Beverages > Alcoholic Beverages"},
		{"", "", "Single malt whisky", "wine-spirits physical alcohol", ""},
		{"Food, Beverages & Tobacco > Food Items > Candy & Chocolate", "", "Whisky truffles", "food physical alcohol", "Food, Beverages & Tobacco > Food Items > Candy & Chocolate"},
		{"Food, Beverages & Tobacco > Beverages", "", "Alcohol-free gin", "food physical", "Food, Beverages & Tobacco > Beverages"},
		{"", "", "Non-alcoholic sparkling wine", "wine-spirits physical", ""},
		{"", "", "Whisky tasting for two", "experiences experience alcohol", ""},
		{"", "", "Beer advent calendar", "stationery physical alcohol", ""},
		{"", "", "Thing with bitters", "home physical alcohol", ""},
		{"Furniture", "", "Champagne sofa", "home physical", "Furniture"},
		{"", "", "Wine glass", "kitchen physical", ""},
		{"772", "", "Thing", "wellness physical adult", "Mature"},
		// Intimate wear is for nobody but a partner.
		{"", "", "Lace lingerie set", "fashion physical adult", ""},
		{"", "", "Bra with a magic top", "fashion physical adult", ""},
		{"", "", "Sports bra", "fashion physical", ""},
		{"214", "", "Thing", "fashion physical adult", "Apparel & Accessories > Clothing > Underwear & Socks > Bras"},
		{"", "", "Vibration sensor", "home physical", ""},
		{"", "", "Vape pen", "stationery physical adult", ""},
		{"", "", "Cigars, box of 10", "food physical adult", ""},
		{"", "Clothing", "Tobacco brown coat", "fashion physical", "Clothing"},
		{"", "", "Prosecco and chocolates hamper", "food physical alcohol", ""},
		{"", "", "Chocolate gift box", "food physical", ""},
		// A bottle is one wherever the shop puts it, and a colour, a scent or a glass is none.
		{"", "Kitchen", "Whisky gift set with two tumblers", "kitchen physical alcohol", "Kitchen"},
		{"", "", "Jack Daniel's 70cl", "wine-spirits physical alcohol", ""},
		{"Furniture", "", "Champagne coloured sofa", "home physical", "Furniture"},
		{"", "Home", "Velvet armchair champagne", "home physical", "Home"},
		{"", "Kitchen", "Wine glasses, set of 6", "kitchen physical", "Kitchen"},
		{"", "Kitchen", "Whisky tumbler set (glasses only)", "kitchen physical", "Kitchen"},
		{"", "Home", "Rum raisin candle", "home physical", "Home"},
		{"", "", "Guinness T-shirt", "fashion physical", ""},
		{"", "Home", "Lingerie set", "fashion physical adult", "Home"},
		{"Toys & Games > Games", "", "Naughty dice", "board-games physical adult", "Toys & Games > Games"},
		{"", "", "Naughty or nice socks", "fashion physical", ""},
		{"", "", "Lingerie bag", "fashion physical", ""},
		// What is for animals, its name says.
		{"", "", "Costume for dogs and cats", "pets physical", ""},
		{"", "", "Mug for dog lovers", "kitchen physical", ""},
		// Into the last of Google's branches shops put what they find no other for.
		{"Business & Industrial", "", "Blender", "kitchen physical", "Business & Industrial"},
		{"Business & Industrial", "", "Thing", "tools physical", "Business & Industrial"},
	}
	for _, tt := range tests {
		g, _ := one(t, feed.Options{}, "google_product_category", tt.google, "product_type", tt.own, "title", tt.title)
		got := strings.TrimSpace(g.Category + " " + string(g.Kind) + " " + string(g.Restricted))
		if got != tt.want || g.CategoryPath != tt.path {
			t.Errorf("%q, %q, %q: got %q, %q, want %q, %q", tt.google, tt.own, tt.title, got, g.CategoryPath, tt.want, tt.path)
		}
	}
}

// What neither a category nor the name tells, a tag may. A description shows in which language the rest is.
func TestRead_categoryOfTags(t *testing.T) {
	tests := []struct{ title, description, tags, want string }{
		{"Thing", "", "new,Pets", "pets"},
		{"Mug", "", "Pets", "kitchen"},
		{"Calcinha Malu", "Uma calcinha de renda para o seu dia a dia, com um conforto que você nunca viu.", "", "fashion adult"},
	}
	for _, tt := range tests {
		g, _ := one(t, feed.Options{}, "title", tt.title, "description", tt.description, "custom_label_0", tt.tags)
		if got := strings.TrimSpace(g.Category + " " + string(g.Restricted)); got != tt.want {
			t.Errorf("%q, %q, %q: got %s, want %s", tt.title, tt.description, tt.tags, got, tt.want)
		}
	}
}

// Shops name their categories and products in their own language, which may put first what a thing is.
func TestRead_categoryInLanguages(t *testing.T) {
	tests := []struct{ own, title, want string }{
		{"Casa e Cozinha > Utensílios", "Espátula de silicone", "kitchen"},
		{"Moda > Feminina > Vestidos", "Vestido longo floral", "fashion"},
		{"", "Suporte de mesa para relógio", "home"},
		{"", "Tênis Feminino Casual", "fashion"},
		{"", "Raquete de tênis", "fitness"},
		{"Spielzeug", "Holzeisenbahn", "toys"},
		{"Küche & Haushalt > Messer", "Kochmesser 20 cm", "kitchen"},
		{"Damen > Kleider", "Sommerkleid blau", "fashion"},
		{"Schmuck", "Kette aus Silber", "jewelry"},
		{"Getränke > Wein", "Riesling 0,75 l", "wine-spirits alcohol"},
		{"Hogar y Cocina > Menaje", "Juego de sartenes", "kitchen"},
		{"Juguetes", "Coche teledirigido", "toys"},
		{"Mascotas", "Cama", "pets"},
		{"Maison > Décoration", "Bougie parfumée", "home"},
		{"Bijoux", "Collier en argent", "jewelry"},
		{"Vêtements > Femme > Robes", "Robe longue", "fashion"},
		{"Casa > Cucina", "Padella antiaderente", "kitchen"},
		{"Giocattoli", "Bambola", "toys"},
		{"Speelgoed", "Pop", "toys"},
		{"Keuken", "Pannenset", "kitchen"},
		{"Zabawki", "Lalka", "toys"},
		{"Odzież > Damska > Sukienki", "Sukienka", "fashion"},
		{"Игрушки", "Кукла", "toys"},
		{"Украшения", "Серьги", "jewelry"},
		{"Đồ chơi", "Búp bê", "toys"},
		{"Thời trang nữ > Váy", "Váy hoa", "fashion"},
		{"ペット", "首輪", "pets"},
	}
	for _, tt := range tests {
		g, _ := one(t, feed.Options{}, "product_type", tt.own, "title", tt.title)
		if got := strings.TrimSpace(g.Category + " " + string(g.Restricted)); got != tt.want {
			t.Errorf("%q, %q: got %q, want %q", tt.own, tt.title, got, tt.want)
		}
	}
}

func TestRead_about(t *testing.T) {
	tests := []struct {
		title, own, tags     string
		interests, occasions string
	}{
		{"Thing", "", "", "", ""},
		{"Chess clock", "", "", "chess", ""},
		{"Thing", "Garden > Games > Chess", "", "chess", ""},
		{"Thing", "", "astronomy,Christmas", "astronomy", "Christmas"},
		{"Wedding album", "", "", "", "wedding"},
		// A department is about none of what it names.
		{"Sneakers", "Home > Cooking & Gardening", "Cooking and gardening,tabletop", "sneakers, board games, role-playing games", ""},
		{"Thing", "", "birthday and Christmas", "", "birthday, Christmas"},
		// Nobody had a child because something is new in the shop, and of two meanings the name's counts.
		{"Thing", "", "new-arrival", "", ""},
		{"Cat tree", "", "Pets", "cats", ""},
		// In the name of a product a ball is none, and sneakers no sport.
		{"Bola azul", "", "", "", ""},
		{"Bola de futebol", "", "", "football", ""},
		{"Tênis de couro", "", "", "sneakers", ""},
		{"Kochmesser", "", "", "cooking", ""},
		// What names everything is about nothing much.
		{"Chess, poker, yoga, fishing, knitting and baking calendar", "", "", "chess, card games, yoga, fishing", ""},
	}
	for _, tt := range tests {
		g, _ := one(t, feed.Options{}, "title", tt.title, "product_type", tt.own, "custom_label_0", tt.tags)
		if got := strings.Join(g.Interests, ", "); got != tt.interests {
			t.Errorf("%q: got interests %q, want %q", tt.title, got, tt.interests)
		}
		if got := strings.Join(g.Occasions, ", "); got != tt.occasions {
			t.Errorf("%q: got occasions %q, want %q", tt.title, got, tt.occasions)
		}
	}
}

// The groups are Google's: newborns up to 3 months, infants 3 to 12 months, toddlers 1 to 5 years, kids 5
// to 13 years, adults teens and up.
func TestRead_ages(t *testing.T) {
	tests := []struct {
		group, title, category, adult string
		from, to                      int
	}{
		{"newborn", "Hat", "", "", 0, 1},
		{"Infant", "Hat", "", "", 0, 1},
		{"toddler", "Hat", "", "", 1, 5},
		{"kids", "Hat", "", "", 5, 13},
		{"adult", "Hat", "", "", 13, catalog.MaxAge},
		{"", "Hat", "", "", 3, catalog.MaxAge},
		{"", "Toddler hat", "", "", 1, 5},
		{"kids", "Toddler hat", "", "", 5, 13},
		{"", "Kids' hat", "", "", 5, 13},
		{"", "Hat for children", "", "", 5, 13},
		{"", "Chapéu infantil", "", "", 5, 13},
		{"", "Brinquedo infantil 3 a 6 anos", "", "", 3, 6},
		{"", "Puzzle, ages 8-12 years", "", "", 8, 12},
		{"", "Women's hat", "", "", 13, catalog.MaxAge},
		{"", "Mug: best mum of three kids", "", "", 3, catalog.MaxAge},
		{"", "X-Men figure", "", "", 3, catalog.MaxAge},
		{"", "Rattle", "537", "", 0, catalog.MaxAge}, // Baby & Toddler
		{"", "Wine", "421", "", 21, catalog.MaxAge},
		{"adult", "Thing", "", "yes", 18, catalog.MaxAge},
		{"kids", "Thing", "", "TRUE", 18, 18},
	}
	for _, tt := range tests {
		g, _ := one(t, feed.Options{}, "age_group", tt.group, "title", tt.title, "google_product_category", tt.category, "adult", tt.adult)
		if g.AgeFrom != tt.from || g.AgeTo != tt.to {
			t.Errorf("%q, %q: got %d to %d, want %d to %d", tt.group, tt.title, g.AgeFrom, g.AgeTo, tt.from, tt.to)
		}
	}
}
