package briefs_test

import (
	"slices"
	"testing"

	"github.com/go-json-experiment/json"

	"giftserver/bench/briefs"
)

// There are as many different briefs as were asked for, each with what a server must have, and the same ones again.
func TestMake(t *testing.T) {
	const n = 20_000
	list := briefs.Make(n)
	known := map[string]bool{}
	for _, text := range list {
		known[text] = true
		var b struct {
			Occasion, Recipient string
			Budget              float64
		}
		if err := json.Unmarshal([]byte(text), &b, json.MatchCaseInsensitiveNames(true)); err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		if b.Occasion == "" || b.Recipient == "" || b.Budget <= 0 {
			t.Errorf("got %s, want an occasion, a recipient and a budget", text)
		}
	}
	if len(known) != n {
		t.Errorf("got %d different briefs, want %d", len(known), n)
	}
	if !slices.Equal(briefs.Make(n), list) {
		t.Error("got other briefs the second time")
	}
}
