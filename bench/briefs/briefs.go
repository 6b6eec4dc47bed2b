// Package briefs makes up what shoppers ask for, so that servers can be measured with more different briefs
// than any cache holds.
//
//	for _, arguments := range briefs.Make(20_000) {
//		// {"occasion":"birthday","budget":80,"recipient":"my dad, who loves chess and tea"}
//	}
package briefs

import (
	"fmt"
	"math/rand/v2"
)

// Make returns n briefs, each as the JSON of the arguments of suggest_gifts: occasion, budget in whole units
// of whatever currency the server has, and recipient, in several languages. No two are the same; the same n
// makes the same ones.
func Make(n int) []string {
	random := rand.New(rand.NewPCG(1, 2))
	known := make(map[string]bool, n)
	briefs := make([]string, 0, n)
	for len(briefs) < n {
		brief := tongues[random.IntN(len(tongues))].brief(random)
		if !known[brief] {
			known[brief] = true
			briefs = append(briefs, brief)
		}
	}
	return briefs
}

// brief makes up one brief. It has the arguments that every server for gifts takes.
func (t *tongue) brief(random *rand.Rand) string {
	pick := func(list []string) string { return list[random.IntN(len(list))] }
	one, other := pick(t.interests), pick(t.interests)
	for other == one { // Nobody loves tea, but no tea.
		other = pick(t.interests)
	}
	who := fmt.Sprintf(pick(t.loves), pick(t.people), one, other)
	if age := 3 + random.IntN(85); random.IntN(2) == 0 {
		who += fmt.Sprintf(t.age, age)
	}
	budget := 10 * (2 + random.IntN(30))
	return fmt.Sprintf(`{"occasion":%q,"budget":%d,"recipient":%q}`, pick(t.occasions), budget, who)
}
