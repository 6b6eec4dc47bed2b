package main

import (
	"runtime/debug"
	"slices"
	"testing"

	"github.com/go-json-experiment/json"

	"giftserver/bench/briefs"
	"giftserver/internal/catalog"
	"giftserver/internal/suggest"
)

// allocations are how often a suggestion allocates, on average of many briefs: in the engine alone, and from the bytes
// of a request to the bytes of its reply, all that Go's own server does included. To set them anew, write down what this
// gets:
//
//	go test -run TestAllocations -v ./cmd/giftserver
var allocations = map[string]float64{
	"engine": 82,
	"http":   236,
	"stdio":  187,
}

// A change must not make more than a tenth more garbage than was found good. Allocations are counted, since time depends
// on the machine.
func TestAllocations(t *testing.T) {
	if build, ok := debug.ReadBuildInfo(); ok && slices.Contains(build.Settings, debug.BuildSetting{Key: "-race", Value: "true"}) {
		t.Skip("the race detector allocates too")
	}
	const n = 300
	list := briefs.Make(2*n + 1) // Each is asked once, those of the second half after others have filled what is kept.
	a := prepared(t)
	for name, ask := range map[string]func(){
		"engine": asking(t, a.Engine, list),
		"http":   overHTTP(t, a, "tools/call", "suggest_gifts", suggestions(list)),
		"stdio":  overStdio(t, a, "tools/call", suggestions(list)),
	} {
		for range n {
			ask()
		}
		got, want := testing.AllocsPerRun(n, ask), allocations[name]
		t.Logf("%q: %.0f", name, got)
		if most := want * 1.1; got > most {
			t.Errorf("%s: got %.0f allocations for each suggestion, want %.0f, or %.0f at most", name, got, want, most)
		}
	}
}

// asking asks the engine for one brief after the other.
func asking(tb testing.TB, engine *suggest.Engine, list []string) func() {
	tb.Helper()
	read := make([]suggest.Brief, len(list))
	for i, arguments := range list {
		var asked struct {
			Occasion  string `json:"occasion"`
			Budget    int64  `json:"budget"`
			Recipient string `json:"recipient"`
		}
		if err := json.Unmarshal([]byte(arguments), &asked); err != nil {
			tb.Fatal(err)
		}
		read[i] = suggest.Brief{
			Occasion: asked.Occasion, Recipient: asked.Recipient, Limit: 6,
			Budget: catalog.Money{Minor: 100 * asked.Budget, Currency: "USD"},
		}
	}
	return inTurn(read, func(b suggest.Brief) {
		if len(engine.Suggest(b).Picks) == 0 {
			tb.Errorf("got no gift for %q", b.Recipient)
		}
	})
}

// inTurn returns a function that does f with the next of a list.
func inTurn[T any](list []T, f func(T)) func() {
	next := 0
	return func() {
		f(list[next%len(list)])
		next++
	}
}
