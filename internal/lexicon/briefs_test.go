package lexicon_test

import (
	"slices"
	"strings"
	"testing"

	"giftserver/internal/lexicon"
)

// A spokenBrief is a brief as people write it in their language, and what must be found in it.
type spokenBrief struct {
	occasion, recipient string
	wantOccasion        string
	wantPerson          string   // the first relationship; "" where that is not the point
	wantInterests       []string // among those found
	wantWords           []string // in the English: ages, and what somebody can't have
}

// inEnglish returns an occasion and who the gift is for in English, with single spaces.
func inEnglish(occasion, recipient string) (englishOccasion, englishRecipient string) {
	texts, _ := lexicon.Default().English(occasion, recipient)
	return strings.Join(strings.Fields(texts[0]), " "), strings.Join(strings.Fields(texts[1]), " ")
}

// labels returns the labels of a kind that a text means.
func labels(kind lexicon.Kind, text string) []string {
	var list []string
	for _, f := range lexicon.Default().Find(kind, lexicon.Words(text)) {
		list = append(list, f.Label)
	}
	return list
}

func checkBriefs(t *testing.T, tests []spokenBrief) {
	t.Helper()
	for _, tt := range tests {
		occasion, recipient := inEnglish(tt.occasion, tt.recipient)
		if got := labels(lexicon.Occasion, occasion); !slices.Contains(got, tt.wantOccasion) {
			t.Errorf("%q: got occasions %q in %q, want %s", tt.occasion, got, occasion, tt.wantOccasion)
		}
		if got := labels(lexicon.Relationship, recipient); tt.wantPerson != "" && (len(got) == 0 || got[0] != tt.wantPerson) {
			t.Errorf("%q: got %q in %q, want %q first", tt.recipient, got, recipient, tt.wantPerson)
		}
		interests := labels(lexicon.Interest, recipient)
		for _, want := range tt.wantInterests {
			if !slices.Contains(interests, want) {
				t.Errorf("%q: got interests %q in %q, want %s", tt.recipient, interests, recipient, want)
			}
		}
		for _, want := range tt.wantWords {
			if said := occasion + " " + recipient; !strings.Contains(said, want) {
				t.Errorf("%q: got %q, want %q in it", tt.recipient, said, want)
			}
		}
	}
}
