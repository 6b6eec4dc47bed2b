package main

import (
	"fmt"
	"math/rand/v2"
)

// makeBriefs makes up n briefs, as the arguments of suggest_gifts: no two the same, and the same ones each
// time. 200 asked in rotation may all be in a cache; 20,000 are not.
func makeBriefs(n int) []string {
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
	who := fmt.Sprintf(pick(t.loves), pick(t.people), pick(t.interests), pick(t.interests))
	if age := 3 + random.IntN(85); random.IntN(2) == 0 {
		who += fmt.Sprintf(t.age, age)
	}
	budget := 10 * (2 + random.IntN(30))
	return fmt.Sprintf(`{"occasion":%q,"budget":%d,"recipient":%q}`, pick(t.occasions), budget, who)
}
