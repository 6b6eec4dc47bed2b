package feed_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"giftserver/internal/catalog"
	"giftserver/internal/feed"
)

// What columns and members are called tells what they say, and the report says how it was taken.
func TestRead_plainGuesses(t *testing.T) {
	gifts, report := mustRead(t, feed.Options{},
		"SKU,Product Name,Price (EUR),Product URL,imageUrl,Quantity,Vendor,Category,Tags,Details,avg\n"+
			"7,Chess set,49.90,https://shop.example/7,https://cdn.example/7.jpg,3,Oak,Games > Chess,\"wood,classic\",For the club,4\n")
	want := []*catalog.Gift{{
		ID: "shop:7", Source: "shop", Name: "Chess set", Description: "For the club", Category: "board-games", CategoryPath: "Games > Chess",
		Brand: "Oak", Kind: catalog.Physical, Price: catalog.Money{Minor: 4990, Currency: "EUR"}, PriceBasis: catalog.Listed, Priced: now,
		Availability: catalog.InStock, URL: "https://shop.example/7", ImageURL: "https://cdn.example/7.jpg", ImageAlt: "Chess set",
		AgeFrom: 3, AgeTo: catalog.MaxAge, Tags: []string{"wood", "classic"}, Interests: []string{"chess"}, Updated: now,
	}}
	if diff := cmp.Diff(want, gifts, cmpopts.EquateEmpty()); diff != "" {
		t.Errorf("gifts (-want +got):\n%s", diff)
	}
	var got []string
	for _, f := range slices.Concat(report.Guesses, report.Warnings) {
		for _, at := range f.First {
			got = append(got, f.What+": "+at.Value)
		}
	}
	wantNotes := []string{
		"column read as id: SKU", "column read as title: Product Name", "column read as price: Price (EUR)", "column read as url: Product URL",
		"column read as image: imageUrl", "column read as stock: Quantity", "column read as brand: Vendor",
		"column read as description: Details", "column that is not read: avg",
	}
	if diff := cmp.Diff(wantNotes, got); diff != "" {
		t.Errorf("notes (-want +got):\n%s", diff)
	}
}

// Members of JSON, also those of members.
func TestRead_plainMembers(t *testing.T) {
	gifts, report := mustRead(t, feed.Options{Currency: "USD"}, `{"products":[
		{"id":12345678901234567890,"title":"Mascara","category":{"id":2,"name":"Make-up"},"price":9.99,"rating":{"rate":4.5,"count":120},
		 "stock":5,"brand":"Essence","availabilityStatus":"Low Stock","minimumOrderQuantity":48,"tags":["beauty","mascara"],
		 "images":["https://cdn.example/1.png","https://cdn.example/2.png"],"thumbnail":"https://cdn.example/t.png",
		 "reviews":[{"rating":2}]}],"total":1}`)
	rating := 4.5
	want := []*catalog.Gift{{
		ID: "shop:12345678901234567890", Source: "shop", Name: "Mascara", Category: "beauty", CategoryPath: "Make-up", Brand: "Essence",
		Kind: catalog.Physical, Price: catalog.Money{Minor: 48 * 999, Currency: "USD"}, PriceBasis: catalog.Listed, Priced: now,
		Availability: catalog.InStock, ImageURL: "https://cdn.example/1.png", ImageAlt: "Mascara", AgeFrom: 3, AgeTo: catalog.MaxAge,
		Tags: []string{"beauty", "mascara"}, Interests: gifts[0].Interests, Rating: &rating, RatingCount: 120, Updated: now,
		Cautions: []string{"Sold 48 at a time; the price is for all of them"},
	}}
	if diff := cmp.Diff(want, gifts, cmpopts.EquateEmpty()); diff != "" {
		t.Errorf("gifts (-want +got):\n%s", diff)
	}
	if !strings.Contains(report.String(), `minimum order quantity, which the price counts (line 2 "48")`) {
		t.Errorf("the report does not tell of the minimum: %s", report)
	}
}

// What the price of a plain file is, and when it could mean two amounts.
func TestRead_plainPrices(t *testing.T) {
	tests := []struct {
		name, text string
		currency   string
		unit       feed.PriceUnit
		want       string // the first gift's
		leftOut    string
	}{
		{"decimals", "name,price\nMug,12.50\n", "USD", "", "12.5 USD", ""},
		{"a currency in a column", "name,price,currency\nMug,105000,VND\n", "USD", "", "105000 VND", ""},
		{"a currency in brackets", "name,Price (₹)\nMug,1499\n", "", "", "1499 INR", ""},
		{"a currency in words", "name,price_in_kes\nMug,6800\n", "", "", "6800 KES", ""},
		{"another in the price", "name,Price (₹)\nMug,$12.50 USD\n", "", "", "12.5 USD", ""},
		{"a sign for several currencies", "name,Price ($)\nMug,12.50\n", "CAD", "", "12.5 CAD", ""},
		{"no currency", "name,price\nMug,12.50\n", "", "", "", "price without a currency (name it with --currency): 2"},
		{"a currency per row", "name,price,currency\nMug,12.50,SGD\nCup,347,IDR\n", "", "", "12.5 SGD", ""},
		{"cents by name", "name,price_cents\nMug,1250\n", "USD", "", "12.5 USD", ""},
		{"cents as told", "name,price\nMug,1250\n", "USD", feed.MinorUnit, "12.5 USD", ""},
		{"dollars as told", "name,price\nMug,1250\n", "USD", feed.MajorUnit, "1250 USD", ""},
		{"whole, and nothing shows which", "name,price\nMug,3500\nCup,1500\n", "USD", "", "", "price that could mean two amounts, as 3500 may be 3500.00 or 35.00 (say which with --price-unit): 2 3"},
		{"whole, no currency at all", "name,price\nMug,3500\nCup,1500\n", "", "", "", "price without a currency (name it with --currency): 2 3"},
		{"whole, of a currency without cents", "name,price\nMug,3500\n", "JPY", "", "3500 JPY", ""},
		{"whole, another has decimals", "name,price\nMug,3500\nCup,15.50\n", "USD", "", "3500 USD", ""},
		{"whole, another is small", "name,price\nMug,3500\nCup,15\n", "USD", "", "3500 USD", ""},
		{"a member amount", `[{"name":"Mug","price":{"amount":3500,"currency":"USD"}},{"name":"Cup","price":{"amount":90,"currency":"USD"}}]`, "", "", "", "price that could mean two amounts, as 3500 may be 3500.00 or 35.00 (say which with --price-unit): 1 1"},
		{"a member amount with decimals", `[{"name":"Mug","price":{"amount":35.5,"currency":"USD"}}]`, "", "", "35.5 USD", ""},
		{"a price of 1", "name,price\nMug,12.50\nCup,1\nJar,1.00\nPot,10\n", "USD", "", "12.5 USD", "price of 1, which stands for none as a rule: 3 4"},
		{"a price of 0", "name,price\nMug,12.50\nCup,0\n", "USD", "", "12.5 USD", "price that is not above zero: 3"},
		{"a minimum quantity beyond all prices", "name,price,moq\nMug,12.50,1\nCup,9999999999.00,2147483647\n", "USD", "", "12.5 USD", "price that is too large: 3"},
	}
	for _, tt := range tests {
		gifts, report, err := read(t, feed.Options{Currency: tt.currency, PriceUnit: tt.unit}, file("feed", tt.text))
		got := ""
		if len(gifts) > 0 {
			got = strings.TrimPrefix(brief(gifts[:1])[0], "shop:Mug Mug ")
		}
		if got != tt.want || (err != nil) != (tt.want == "") {
			t.Errorf("%s: got %q and error %v, want %q", tt.name, got, err, tt.want)
		}
		if left := strings.Join(leftOut(report), ", "); left != tt.leftOut {
			t.Errorf("%s: left out %q, want %q", tt.name, left, tt.leftOut)
		}
	}
}

// The unit of prices is told by the first 256 products. Later ones do not change what was said of those.
func TestRead_plainUnitLate(t *testing.T) {
	text := "name,price\n" + strings.Repeat("Mug,3500\n", 256) + "Cup,12.50\n"
	gifts, report := mustRead(t, feed.Options{Currency: "USD"}, text)
	if diff := cmp.Diff([]string{"shop:Cup Cup 12.5 USD"}, brief(gifts)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if got := report.Faulty; got != 256 {
		t.Errorf("got %d left out, want 256", got)
	}
}

func TestRead_plainAvailability(t *testing.T) {
	tests := []struct{ columns, values, want string }{
		{"", "", "in_stock"},
		{",stock", ",3", "in_stock"},
		{",stock", ",0", "out_of_stock"},
		{",stock", ",-1", "out_of_stock"},
		{",in_stock", ",true", "in_stock"},
		{",in_stock", ",FALSE", "out_of_stock"},
		{",availability", ",Sold out", "out_of_stock"},
		{",availability,stock", ",Low Stock,2", "in_stock"},
		{",Bestand", ",ja", "in_stock"},
		{",Bestand", ",Nicht vorrätig", "out_of_stock"},
		{",availability", ",Épuisé", "out_of_stock"},
		{",availability", ",Não", "out_of_stock"},
		{",availability", ",В наличии", "in_stock"},
		{",availability,stock", ",In Stock,0", "out_of_stock"},
		{",availability,stock", ",preorder,0", "preorder"},
		{",availability", ",maybe", "unknown availability: 2"},
		{",availability", ",", "unknown availability: 2"},
		{",status", ",active", "in_stock"},
		{",status", ",draft", "not to be suggested, as the file says × 1"},
		{",In Stock?", ",FALSE", "out_of_stock"},
		{",status", ",Sold Out", "out_of_stock"},
		{",status,stock", ",in stock,0", "out_of_stock"},
		{",countInStock", ",0", "out_of_stock"},
		{",published", ",false", "not to be suggested, as the file says × 1"},
	}
	for _, tt := range tests {
		gifts, report, _ := read(t, feed.Options{}, file("feed", "name,price,currency"+tt.columns+"\nMug,12.50,USD"+tt.values+"\n"))
		got := strings.Join(leftOut(report), "")
		if len(gifts) > 0 {
			got += string(gifts[0].Availability)
		}
		if got != tt.want {
			t.Errorf("%q, %q: got %q, want %q", tt.columns, tt.values, got, tt.want)
		}
	}
}

// The names of columns in the languages of the shops, with and without accents.
func TestRead_plainLanguages(t *testing.T) {
	tests := map[string]string{
		"de": "Artikelnummer;Bezeichnung;Beschreibung;Preis (€);Bestand;Kategorie;Marke;Bild",
		"es": "referencia;nombre;descripción;precio €;existencias;categoría;marca;imagen",
		"fr": "référence;nom;description;Prix TTC (€);stock;catégorie;marque;image",
		"it": "codice;nome;descrizione;prezzo €;giacenza;categoria;marca;immagine",
		"nl": "artikelnr;naam;omschrijving;prijs €;voorraad;categorie;merk;afbeelding",
		"pl": "id;nazwa;opis;cena €;stan magazynowy;kategoria;marka;zdjęcie",
		"pt": "código;nome;descricao;preço €;estoque;categoria;marca;imagem",
		"ru": "артикул;наименование;описание;цена €;остаток;категория;бренд;фото",
	}
	for name, header := range tests {
		gifts, report := mustRead(t, feed.Options{}, header+"\n1;Mug;Blue.;12,50;0;Home|Mugs;Oak;https://cdn.example/1.jpg\n")
		want := []*catalog.Gift{{
			ID: "shop:1", Name: "Mug", Description: "Blue.", Price: catalog.Money{Minor: 1250, Currency: "EUR"}, Availability: catalog.OutOfStock,
			CategoryPath: "Home > Mugs", Brand: "Oak", ImageURL: "https://cdn.example/1.jpg",
		}}
		said := cmpopts.IgnoreFields(catalog.Gift{}, "Source", "Category", "Kind", "PriceBasis", "Priced", "ImageAlt", "AgeFrom", "AgeTo", "Updated")
		if diff := cmp.Diff(want, gifts, said, cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("%s (-want +got):\n%s%s", name, diff, report)
		}
	}
}

// A remark in brackets changes nothing of what a column says, but of prices.
func TestRead_plainRemarks(t *testing.T) {
	gifts, _ := mustRead(t, feed.Options{Currency: "USD"}, "Name (English),Tags (comma separated),Price (per 100 g),Price\nMug,\"tea, blue\",99.00,12.50\n")
	if g := gifts[0]; g.Name != "Mug" || strings.Join(g.Tags, ",") != "tea,blue" || g.Price.Minor != 1250 {
		t.Errorf("got %q, tags %q, %v, want Mug with two tags at 12.50", g.Name, g.Tags, g.Price)
	}
}

// What a marketplace shows: a former price, a current one, and counts with marks between thousands.
func TestRead_plainMarketplace(t *testing.T) {
	gifts, _ := mustRead(t, feed.Options{}, "product_id,product_name,category,discounted_price,actual_price,rating,rating_count,img_link\n"+
		"B07,Cable,Computers|Cables,₹399,\"₹1,099\",4.2,\"24,269\",https://cdn.example/1.jpg\n")
	g := gifts[0]
	if g.Price != (catalog.Money{Minor: 39900, Currency: "INR"}) || g.RatingCount != 24269 || g.CategoryPath != "Computers > Cables" {
		t.Errorf("got %v, %d ratings, %q, want 399 INR, 24269, Computers > Cables", g.Price, g.RatingCount, g.CategoryPath)
	}
}

// A table in Google's own columns is read as such, and one with other names is not.
func TestRead_plainOrGoogle(t *testing.T) {
	tests := map[string]string{
		"id,title,price":                  "google",
		"id,title,price,image_link":       "google",
		"id,title,price,image_url":        "csv",
		"id,title,price,stock":            "csv",
		"name,price":                      "csv",
		"item_id,title,price,url,stock":   "openai",
		"id,title,description,price,link": "google",
		"id,title,description,price,link,image_link,availability,quantity,currency": "google",
	}
	for header, want := range tests {
		values := strings.NewReplacer("price", "5.50 USD", "availability", "in stock").Replace(header)
		_, report, _ := read(t, feed.Options{}, file("feed", header+"\n"+values+"\n"))
		if got := report.Files[0].Format; got != want {
			t.Errorf("%s: got %s, want %s", header, got, want)
		}
	}
}
