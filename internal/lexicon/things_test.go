package lexicon_test

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"giftserver/internal/lexicon"
)

// What a word means in a brief, it need not mean in the name of a thing for sale.
func TestEnglishOfThings(t *testing.T) {
	tests := []struct{ text, person, thing string }{
		{"Tênis e relógio", "tennis and watches", "sneakers and watch"},
		{"Fantasia de gato", "fantasy of cats", "costume of cat"},
		{"Garden hose", "Garden hose", "Garden hose"},
		{"Workshop", "course", "Workshop"},
	}
	for _, tt := range tests {
		person, _ := lexicon.Default().English(tt.text)
		thing, _ := lexicon.Default().EnglishOfThings(tt.text)
		if person[0] != tt.person || thing[0] != tt.thing {
			t.Errorf("%q: got %q of a person, %q of a thing, want %q, %q", tt.text, person[0], thing[0], tt.person, tt.thing)
		}
	}
}

func TestIsNecessity(t *testing.T) {
	tests := []struct {
		name string
		want bool
	}{
		{"HEPA filter, pack of 3", true},
		{"Toner cartridges", true},
		{"Replacement strap for watches", true},
		{"Vacuum cleaner", true},
		{"Watch with replacement strap", false},
		{"Coffee filter holder", false},
		{"Cable knit sweater", false},
		{"Remote control car", false},
		{"", false},
	}
	for _, tt := range tests {
		if got := lexicon.Default().IsNecessity(lexicon.Words(tt.name)); got != tt.want {
			t.Errorf("%q: got %t, want %t", tt.name, got, tt.want)
		}
	}
}

// Each language says spare parts, supplies and chores, and each of its words leads to one that is known for it.
func TestIsNecessity_languages(t *testing.T) {
	for _, name := range []string{
		"Ersatzfilter", "Druckerpatrone schwarz", "Waschmittel 2 kg", "Peças de reposição", "Bocal de Alta Pressão", "Aspirador de pó",
		"Recambio de filtro", "Detergente líquido", "Pièce détachée", "Ampoule", "Pezzo di ricambio", "Lampadina", "Stofzuiger",
		"Vuilniszakken", "Części zamienne", "Odkurzacz", "Запчасти", "Пылесос", "Phụ tùng xe", "Máy hút bụi",
	} {
		english, _ := lexicon.Default().EnglishOfThings(name)
		if !lexicon.Default().IsNecessity(lexicon.Words(english[0])) {
			t.Errorf("%q: got %q, which is no necessity, want one", name, english[0])
		}
	}
}

// A phrase has one translation: of two, the second would never be used.
func TestGoods_phrasesOnce(t *testing.T) {
	paths, err := filepath.Glob("data/goods/*.tsv")
	if err != nil || len(paths) == 0 {
		t.Fatalf("got no glossaries: %v", err)
	}
	for _, path := range paths {
		if _, err := os.Stat(filepath.Join("data/languages", filepath.Base(path))); err != nil {
			t.Errorf("%s: got no glossary of the language: %v", path, err)
		}
		checkPhrasesOnce(t, "goods/"+filepath.Base(path))
	}
}

func TestGiftGender(t *testing.T) {
	tests := []struct {
		word string
		want lexicon.Gender
	}{
		{"women's", lexicon.Female},
		{"earrings", lexicon.Female},
		{"boys", lexicon.Male},
		{"mug", lexicon.AnyGender},
	}
	for _, tt := range tests {
		if got := lexicon.Default().GiftGender(lexicon.Stem(tt.word)); got != tt.want {
			t.Errorf("%q: got %v, want %v", tt.word, got, tt.want)
		}
	}
}

func TestHead(t *testing.T) {
	for text, want := range map[string]int{"": 0, "tea mug for dad": 2, "dog leash, brown": 2, "blue chess set": 3, "for dad": 0} {
		if got := lexicon.Head(slices.Clone(lexicon.Words(text))); got != want {
			t.Errorf("%q: got %d words, want %d", text, got, want)
		}
	}
}
