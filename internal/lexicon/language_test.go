package lexicon_test

import (
	"strings"
	"testing"

	"giftserver/internal/lexicon"
)

// A language is told where it is plain, and left open where it is not.
func TestLanguage(t *testing.T) {
	tests := []struct{ text, want string }{
		{"A handmade mug that is made for everyone who loves a good cup of coffee in the morning.", "en"},
		{"Diese Tasse ist ein schönes Geschenk zum Geburtstag für die Mutter, die gerne Kaffee trinkt.", "de"},
		{"Cette tasse est un beau cadeau d'anniversaire pour la mère qui aime le café et la cuisine.", "fr"},
		{"Questa tazza è un bel regalo di compleanno per la mamma che ama il caffè e la cucina.", "it"},
		{"Esta caneca é um belo presente de aniversário para a mãe que gosta de café e de cozinha.", "pt"},
		{"Ten kubek to piękny prezent na urodziny dla mamy, która lubi kawę i ogród.", "pl"},
		{"", "en"},
		{"Krus", ""},
		{"Подарок на день рождения для мамы, которая любит кофе", ""},
	}
	for _, tt := range tests {
		if got := lexicon.Default().Language(tt.text); got != tt.want {
			t.Errorf("Language(%q): got %q, want %q", tt.text, got, tt.want)
		}
	}
}

func TestEnglishOfThingsIn(t *testing.T) {
	tests := []struct{ language, text, want string }{
		{"de", "Schokolade", "chocolate"},
		{"pt", "bombons", "chocolate"},
		{"de", "🍫", "chocolate bar"}, // its name in the CLDR
		{"de", "Xyzzy", "Xyzzy"},
		{"en", "Gift box", "Gift box"},
		{"no such language", "Schokolade", "Schokolade"},
	}
	for _, tt := range tests {
		if got := lexicon.Default().EnglishOfThingsIn(tt.language, tt.text); !strings.EqualFold(strings.TrimSpace(got), tt.want) {
			t.Errorf("EnglishOfThingsIn(%q, %q): got %q, want %q", tt.language, tt.text, got, tt.want)
		}
	}
}
