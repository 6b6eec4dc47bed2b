package lexicon

import (
	"slices"
	"testing"
)

// A text loads the glossaries that it may be read by, and no others.
func TestCandidates_lazy(t *testing.T) {
	tests := []struct {
		text  string
		needs string
		most  int
	}{
		{"my sister who loves tea", "", 0},
		{"my sister loves zxywq vbnmk qwrtz", "", few},
		{"meine Schwester, sie liebt Gartenarbeit", "de", few},
		{"Whiskyliebhaber", "de", few},
		{"母、ガーデニングが好き", "ja", 1},
		{"妈妈喜欢园艺", "zh", 2}, // Han alone may be Japanese.
	}
	for _, tt := range tests {
		l, err := load()
		if err != nil {
			t.Fatal(err)
		}
		l.English(tt.text)
		var loaded []string
		for _, g := range l.languages.glossaries {
			if g.words != nil {
				loaded = append(loaded, g.code)
			}
		}
		if len(loaded) > tt.most || tt.needs != "" && !slices.Contains(loaded, tt.needs) {
			t.Errorf("%q: loaded %q, want %d at most, %s among them", tt.text, loaded, tt.most, tt.needs)
		}
	}
}
