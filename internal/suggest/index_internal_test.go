package suggest

import (
	"fmt"
	"maps"
	"runtime"
	"slices"
	"strings"
	"testing"

	"giftserver/internal/catalog"
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

// Equal catalogs make equal indexes, however many processors read them.
func TestIndex_sameInParts(t *testing.T) {
	gifts := make([]catalog.Gift, 7000)
	for i := range gifts {
		gifts[i] = catalog.Gift{ID: fmt.Sprintf("%04d", i), Name: "chess" + strings.Repeat(" lamp", i%7), Description: strings.Repeat("tea ", i%11)}
	}
	index := func(processors int) map[string]postings {
		defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(processors))
		return newIndex(lexicon.Default(), nil, &catalog.Snapshot{Gifts: catalog.Pack(gifts)}).words
	}
	equal := func(a, b postings) bool { return a.names == b.names && a.most == b.most && slices.Equal(a.all, b.all) }
	want := index(1)
	for _, processors := range []int{2, 3, 7} {
		if !maps.EqualFunc(index(processors), want, equal) {
			t.Errorf("with %d processors the words are other ones, or weigh something else", processors)
		}
	}
}
