package lexicon_test

import (
	"testing"

	"giftserver/internal/lexicon"
)

// What people leave out, or type in another way, makes no difference.
func TestFold(t *testing.T) {
	tests := []struct{ text, want string }{
		{"Crème BRÛLÉE", "creme brulee"},
		{"cre\u0300me", "creme"},
		{"Straße STRASSE ẞ", "strasse strasse ss"},
		{"Đặng, Øl, Łódź, Þór", "dang, ol, lodz, thor"},
		{"İstanbul IŞIK ışık", "istanbul isik isik"},
		// Width, ligatures and figures.
		{"ＬＥＧＯ ﬁn ｶﾞ", "lego fin ガ"},
		{"٤٠ ۴۰ ४० ๔๐", "40 40 40 40"},
		{"don’t", "don't"},
		// Greek: the sigma at the end of a word, and the accent.
		{"ΦΊΛΟΣ φίλος", "φιλοσ φιλοσ"},
		// Cyrillic: ё is often typed as е; й and ї are letters of their own.
		{"Ёлка Йод їжа", "елка йод їжа"},
		// Hebrew points.
		{"שָׁלוֹם", "שלום"},
		// Arabic: vowels, the long line, and letters that have several forms.
		{"هَدِيَّة", "هديه"},
		{"أحمد إلى آخر ٱلله", "احمد الي اخر الله"},
		{"هـــديـــة", "هديه"},
		// Vowels of other scripts stay.
		{"हिन्दी ไทย", "हिन्दी ไทย"},
		{"한국어", "한국어"},
		// What only tells how a text is shown.
		{"co\u00adop \u200bx\ufe0f", "coop x"},
	}
	for _, tt := range tests {
		if got := lexicon.Fold(tt.text); got != tt.want {
			t.Errorf("Fold(%q): got %q, want %q", tt.text, got, tt.want)
		}
	}
}
