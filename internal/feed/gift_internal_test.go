package feed

import (
	"testing"
	"time"

	"giftserver/internal/catalog"
)

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

func TestDays(t *testing.T) {
	tests := []struct {
		text string
		want int // -1 for none
	}{
		{" 3 ", 3},
		{"0", 0},
		{"", -1},
		{"-1", -1},
		{"2-5", -1},
		// Two of them must have a sum.
		{"9223372036854775807", mostDays},
	}
	for _, tt := range tests {
		got := -1
		if n := days(tt.text); n != nil {
			got = *n
		}
		if got != tt.want {
			t.Errorf("%q: got %d, want %d", tt.text, got, tt.want)
		}
	}
}

// A date in the last year is one that never comes, also where that is in the next year already.
func TestMaker_validUntil(t *testing.T) {
	tests := []struct {
		text  string
		want  time.Time
		notes int
	}{
		{"2027-01-31", time.Date(2027, time.January, 31, 0, 0, 0, 0, time.UTC), 0},
		{"9998-12-31T23:59:59Z", time.Date(9998, time.December, 31, 23, 59, 59, 0, time.UTC), 0},
		{"9999-12-31", time.Time{}, 0},
		{"9999-12-31T23:59:59-05:00", time.Time{}, 0},
		{endOf("9999-12-31"), time.Time{}, 0},
		{"soon", time.Time{}, 1},
	}
	for _, tt := range tests {
		m, g, o := maker{}, catalog.Gift{}, offer{}
		o.fields[fieldExpires] = tt.text
		m.delivery(&g, &o)
		if !g.ValidUntil.Equal(tt.want) || len(m.notes) != tt.notes {
			t.Errorf("%s: got %v, notes %v, want %v, %d notes", tt.text, g.ValidUntil, m.notes, tt.want, tt.notes)
		}
	}
}
