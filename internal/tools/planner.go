package tools

import (
	"slices"

	"giftserver/internal/catalog"
	"giftserver/internal/suggest"
)

// A planner finds gifts for several people so that no two of them get the same product. As long as there
// is a way to give everybody something, it gives everybody something: whoever comes later may take what
// another has, if that one finds something else (the augmenting paths of bipartite matching).
type planner struct {
	engine suggester
	people []planned

	// twins returns the ids of the other gifts that bear the name of a gift.
	twins func(id string) []string

	// holders says who has a gift, by its id and those of its twins.
	holders map[string]int
}

// A planned person is one whom a plan has gifts for.
type planned struct {
	brief      suggest.Brief
	picks      []suggest.Pick // the choice first, then alternatives
	understood suggest.Understood
}

// plan fills the picks of everybody. First each gets one gift, then up to limit.
func (p *planner) plan(limit int) {
	for i := range p.people {
		p.give(i, map[string]bool{})
	}
	for i := range p.people {
		person := &p.people[i]
		if len(person.picks) == 0 || limit == 1 {
			continue
		}
		others := p.ask(i, limit, func(id string) bool { return p.holders[id] != i })
		for _, pick := range others.Picks {
			if _, held := p.holders[pick.ID]; !held && len(person.picks) < limit {
				p.hold(i, pick)
			}
		}
	}
}

// give finds a first gift for somebody, and reports whether there is one. What is in seen is out of the
// question.
func (p *planner) give(i int, seen map[string]bool) bool {
	free := p.ask(i, 1, func(string) bool { return true }, seen)
	p.people[i].understood = free.Understood
	if len(free.Picks) > 0 {
		p.take(i, free.Picks[0])
		return true
	}
	for {
		fitting := p.ask(i, mostAsked, func(string) bool { return false }, seen).Picks
		if len(fitting) == 0 {
			return false
		}
		for _, pick := range fitting {
			if seen[pick.ID] {
				continue
			}
			p.each(pick.ID, func(id string) { seen[id] = true })
			holder, held := p.holders[pick.ID]
			if held && p.give(holder, seen) {
				p.take(i, pick)
				return true
			}
		}
	}
}

// mostAsked is how many gifts the engine is asked for where every one may help.
const mostAsked = 20

// ask asks the engine for gifts for somebody, without those held gifts that are not wanted and those of
// the given sets.
func (p *planner) ask(i, limit int, unwanted func(id string) bool, without ...map[string]bool) suggest.Answer {
	b := p.people[i].brief
	b.Limit = limit
	b.Exclude = slices.Clone(b.Exclude)
	for id := range p.holders {
		if unwanted(id) {
			b.Exclude = append(b.Exclude, id)
		}
	}
	for _, set := range without {
		for id := range set {
			b.Exclude = append(b.Exclude, id)
		}
	}
	return p.engine.Suggest(b)
}

// take gives somebody a gift instead of what they have.
func (p *planner) take(i int, pick suggest.Pick) {
	for _, old := range p.people[i].picks {
		p.each(old.ID, func(id string) { delete(p.holders, id) })
	}
	p.people[i].picks = nil
	p.hold(i, pick)
}

// hold gives somebody one gift more.
func (p *planner) hold(i int, pick suggest.Pick) {
	p.people[i].picks = append(p.people[i].picks, pick)
	p.each(pick.ID, func(id string) { p.holders[id] = i })
}

// each calls f with the ids of a gift and its twins.
func (p *planner) each(id string, f func(id string)) {
	f(id)
	for _, twin := range p.twins(id) {
		f(twin)
	}
}

// twinsOf groups the gifts that bear one name: they are variants of one product. Most names stand alone.
func twinsOf(c *catalog.Snapshot) map[string][]string {
	named := make(map[string][]string, c.Gifts.Len())
	for _, g := range c.Gifts.All() {
		name := suggest.ProductName(g.Name)
		named[name] = append(named[name], g.ID)
	}
	twins := map[string][]string{}
	for _, ids := range named {
		if len(ids) < 2 {
			continue
		}
		for _, id := range ids {
			twins[id] = ids
		}
	}
	return twins
}
