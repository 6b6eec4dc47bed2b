package tools

import (
	"iter"
	"maps"
	"slices"
	"sync/atomic"

	"giftserver/internal/catalog"
	"giftserver/internal/mcp"
)

// What is offered while a person types an argument comes from the catalog as it stands, where it knows.

func occasions(engine suggester) mcp.Completer {
	return ofGifts(engine, func(g *catalog.Gift) []string { return g.Occasions })
}

func relationships(engine suggester) mcp.Completer {
	return ofGifts(engine, func(g *catalog.Gift) []string { return g.Relationships })
}

func giftNames(engine suggester) mcp.Completer {
	return ofGifts(engine, func(g *catalog.Gift) []string { return []string{g.Name} })
}

// ofGifts offers what the gifts of the catalog have, sorted.
func ofGifts(engine suggester, values func(*catalog.Gift) []string) mcp.Completer {
	all := perSnapshot(engine, func(c *catalog.Snapshot) []string {
		distinct := map[string]struct{}{}
		for _, g := range c.Gifts.All() {
			for _, value := range values(g) {
				distinct[value] = struct{}{}
			}
		}
		return slices.Sorted(maps.Keys(distinct))
	})
	return mcp.Among(func() iter.Seq[string] { return slices.Values(all()) })
}

// perSnapshot returns what of makes of the catalog as it stands. It is made once for each snapshot.
func perSnapshot[T any](engine suggester, of func(*catalog.Snapshot) T) func() T {
	type product struct {
		snapshot *catalog.Snapshot
		value    T
	}
	var last atomic.Pointer[product]
	return func() T {
		snapshot := engine.Catalog()
		if p := last.Load(); p != nil && p.snapshot == snapshot {
			return p.value
		}
		p := &product{snapshot, of(snapshot)}
		last.Store(p)
		return p.value
	}
}

// oneOf offers values that do not depend on the catalog.
func oneOf(list ...string) mcp.Completer {
	return mcp.Among(func() iter.Seq[string] { return slices.Values(list) })
}
