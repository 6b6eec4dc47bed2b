package suggest

import (
	"testing"

	"giftserver/internal/lexicon"
)

// A label beyond the bits of a labelSet would silently match nothing.
func TestLabelSet_holdsAllLabels(t *testing.T) {
	const bits = 64
	for _, kind := range []lexicon.Kind{lexicon.Occasion, lexicon.Relationship} {
		if n := len(lexicon.Default().Labels(kind)); n > bits {
			t.Errorf("kind %d has %d labels, want %d at most", kind, n, bits)
		}
	}
}
