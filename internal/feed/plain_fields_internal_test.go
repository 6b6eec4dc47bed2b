package feed

import "testing"

// Each name stands for one field, and each field has names.
func TestPlainNames(t *testing.T) {
	names, err := loadPlainNames()
	if err != nil {
		t.Fatal(err)
	}
	named := map[string]bool{}
	for _, n := range names {
		named[n.key] = true
	}
	for _, p := range plainFields {
		if !named[p.key] {
			t.Errorf("%s: got no names", p.key)
		}
	}
	tests := map[string]string{
		"Price (₹)": "price", "priceInUSD": "price", "Beschreibung": "description", "DESCRIPCIÓN": "description", "In Stock ?": "availability",
		"Tags [comma]": "tags", "Price (per 100 g)": "", "Title €": "", "weight": "", "": "",
	}
	for header, want := range tests {
		if got := namedColumn(header).key; got != want {
			t.Errorf("%q: got %q, want %q", header, got, want)
		}
	}
}

// Each phrase has one meaning, of the four that there are.
func TestStockWords(t *testing.T) {
	words, err := loadStockWords()
	if err != nil {
		t.Fatal(err)
	}
	for phrase, meaning := range words {
		switch meaning {
		case "yes", "no", "in_stock", "out_of_stock":
		default:
			t.Errorf("%s: got the meaning %s", phrase, meaning)
		}
	}
	for phrase, want := range map[string]string{"si": "yes", "nao": "no", "verfugbar": "in_stock", "нет в наличии": "out_of_stock", "preorder": ""} {
		if got := words[phrase]; got != want {
			t.Errorf("%s: got %q, want %q", phrase, got, want)
		}
	}
}
