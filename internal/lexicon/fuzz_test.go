package lexicon_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"giftserver/internal/lexicon"
)

// strange are texts that people do not write but programs send.
var strange = []string{
	"", "\x00", "\xff\xfe", "a\xc3(b", "\ufeff", "🎁🎁", "\u0301\u0301", "ﬁ\u0301", "Ⅷ ﬁsh", "'", "''", "a'b''c", "#", "-", "=", " / ",
	`" OR 1=1 --`, "AND NOT (", "[[[[", "l'", "40. Geburtstag", "# anni", "không", "6anni", "mag nicht", "ไทย", "น้ำชา", "日本酒", "コーヒー",
	"한국", "هَدِيَّة", "שָׁלוֹם", "ΦΊΛΟΣ", "İı", "👨‍👩‍👧", "🏴\U000E0067\U000E007F",
}

func FuzzWords(f *testing.F) {
	for _, s := range strange {
		f.Add(s)
	}
	languages := strings.Fields("ar da de el en es fi fr hu it ja nl no pt ro ru sv tr xx")
	f.Fuzz(func(t *testing.T, s string) {
		folded := lexicon.Fold(s)
		if again := lexicon.Fold(folded); again != folded && utf8.ValidString(s) {
			t.Errorf("Fold(%q): got %q, which is folded to %q", s, folded, again)
		}
		for _, language := range languages {
			if stem := lexicon.StemIn(language, folded); utf8.ValidString(s) && !utf8.ValidString(stem) {
				t.Errorf("StemIn(%s, %q): got %q, which is no UTF-8", language, folded, stem)
			}
		}
		checkEnglish(t, s)
		words := lexicon.Words(s)
		length := 0
		for _, w := range words {
			if w.Text == "" || w.Stem == "" {
				t.Errorf("Words(%q) holds an empty word", s)
			}
			if !utf8.ValidString(w.Text) || !utf8.ValidString(w.Stem) {
				t.Errorf("Words(%q) holds %q, stem %q, which is no UTF-8", s, w.Text, w.Stem)
			}
			length += len(w.Text)
		}
		// A character stands in two pairs at most, and folding makes none longer than "ﷺ" in NFKC.
		if most := 2 * 11 * len(s); length > most {
			t.Errorf("Words(%q): got %d bytes, want %d at most", s, length, most)
		}
	})
}

// checkEnglish checks that a text is translated to one that is not much longer.
func checkEnglish(t *testing.T, s string) {
	t.Helper()
	const longest = 32 // bytes of a translation
	english, language := lexicon.Default().English(s, "Geburtstag", s)
	if len(english) != 3 || language == "" {
		t.Fatalf("English(%q): got %d texts in %q, want 3 in a language", s, len(english), language)
	}
	for _, e := range english {
		if utf8.ValidString(s) && !utf8.ValidString(e) {
			t.Errorf("English(%q): got %q, which is no UTF-8", s, e)
		}
		if most := longest * (len(s) + 1); len(e) > most {
			t.Errorf("English(%q): got %d bytes, want %d at most", s, len(e), most)
		}
	}
}

// Whatever comes, it is read, and what means nothing stays.
func TestEnglish_strange(t *testing.T) {
	for _, s := range []string{
		strings.Repeat("(", 3000), strings.Repeat("\"", 2000), strings.Repeat("🎁", 500), strings.Repeat("zq", 1000), strings.Repeat("x ", 1000),
		"\x00\x00", "NOT AND OR NEAR(",
	} {
		if got := translated(s); got != s {
			t.Errorf("English(%.20q…): got %.40q…, want it unchanged", s, got)
		}
	}
}
