package suggest

import (
	"math/rand/v2"
	"regexp/syntax"
	"slices"
	"strings"
	"testing"
)

// Whatever an expression matches has one of its hints, or a match would be overlooked.
func TestPattern_hints(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, p := range append(slices.Clone(agePatterns), grade, monthsOld, somebodyElse, ofSomebodyElse, abstinent, urgent) {
		expression, err := syntax.Parse(p.compiled().String(), syntax.Perl)
		if err != nil {
			t.Fatal(err)
		}
		for range 2000 {
			text := strings.ToLower(matching(r, expression))
			if m := p.compiled().FindStringIndex(text); m != nil && p.find(text) == nil {
				t.Fatalf("%s matches %q, which has none of its hints %q", expression, text, p.hints)
			}
		}
	}
}

// matching makes a text that an expression matches, as far as its anchors allow.
func matching(r *rand.Rand, e *syntax.Regexp) string {
	repeat := func(least, most int) string {
		var b strings.Builder
		for range least + r.IntN(most-least+1) {
			b.WriteString(matching(r, e.Sub[0]))
		}
		return b.String()
	}
	switch e.Op {
	case syntax.OpLiteral:
		return string(e.Rune)
	case syntax.OpCharClass:
		i := 2 * r.IntN(len(e.Rune)/2)
		return string(e.Rune[i] + r.Int32N(e.Rune[i+1]-e.Rune[i]+1))
	case syntax.OpAlternate:
		return matching(r, e.Sub[r.IntN(len(e.Sub))])
	case syntax.OpQuest:
		return repeat(0, 1)
	case syntax.OpStar:
		return repeat(0, 2)
	case syntax.OpPlus:
		return repeat(1, 2)
	case syntax.OpRepeat:
		return repeat(e.Min, max(e.Min, e.Max))
	case syntax.OpConcat, syntax.OpCapture:
		var b strings.Builder
		for _, sub := range e.Sub {
			b.WriteString(matching(r, sub))
		}
		return b.String()
	}
	return "" // an anchor
}
