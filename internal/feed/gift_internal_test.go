package feed

import "testing"

func TestWithoutTitle(t *testing.T) {
	tests := []struct{ description, name, want string }{
		{"MOEDOR ELÉTRICO Com sensor de gravidade.", "Moedor elétrico", "Com sensor de gravidade."},
		{"Chess set - Walnut and maple.", "Chess set", "Walnut and maple."},
		{"Chess set: walnut and maple.", "Chess set", "Chess set: walnut and maple."}, // The sentence needs it.
		{"Chess set for two.", "Chess set", "Chess set for two."},
		{"Chess sets. For two.", "Chess set", "Chess sets. For two."},
		{"Chess set", "Chess set", "Chess set"},
		{"Chess set.", "Chess set", "Chess set."},
		{"国际象棋 两人游戏", "国际象棋", "国际象棋 两人游戏"}, // No case tells a heading from a sentence.
		{"For two.", "Chess set", "For two."},
		{"", "Chess set", ""},
	}
	for _, tt := range tests {
		if got := withoutTitle(tt.description, tt.name); got != tt.want {
			t.Errorf("%q of %q: got %q, want %q", tt.description, tt.name, got, tt.want)
		}
	}
}
