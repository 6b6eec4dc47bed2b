package main

import "testing"

// on returns the emoji of a text as a set.
func on(emoji string) emojiSet {
	set := emojiSet{}
	for _, e := range emoji {
		set[string(e)] = true
	}
	return set
}

func TestBest(t *testing.T) {
	english := sorted(map[string]emojiSet{
		"fruit":  on("🍎🍊🍋🍌🍇"),
		"citrus": on("🍊🍋"),
		"music":  on("🎵🎸🎻🥁"),
		"band":   on("🎵🎸🎻🥁"),
	})
	tests := []struct {
		name, on, want string
	}{
		{"the same emoji", "🍎🍊🍋🍌🍇", "fruit"},
		{"2·4 of 5+4 are enough", "🍎🍊🍋🍌", "fruit"},
		{"2·3 of 5+6 are not", "🍎🍊🍋🚗🚕🚙", ""},
		{"only two in common", "🍊🍋", ""},
		{"two words as good", "🎵🎸🎻🥁", ""},
		{"none in common", "🚗🚕🚙", ""},
	}
	for _, tt := range tests {
		got := ""
		if w := best(on(tt.on), english); w != nil {
			got = w.text
		}
		if got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.name, got, tt.want)
		}
	}
}

func TestFits(t *testing.T) {
	tests := []struct {
		language, word string
		want           bool
	}{
		{"de", "Igel", true},
		{"de", "leise", false}, // no noun
		{"de", "100 Punkte", false},
		{"fr", "nid", true},
		{"fr", "as", false},
		{"fr", "arc-en-ciel", true},
		{"fr", "un chat qui rit", false},
		{"vi", "bò", false},
		{"vi", "hoa hồng", true},
		{"ja", "たこ", false}, // found in したこと
		{"ja", "ひまわり", true},
		{"ja", "卓球", true},
		{"zh", "车", false},
		{"th", "ตา", false},
	}
	for _, tt := range tests {
		if got := fits(tt.language, tt.word); got != tt.want {
			t.Errorf("fits(%s, %s): got %t, want %t", tt.language, tt.word, got, tt.want)
		}
	}
}
