// Package suggest is the engine: a brief goes in, ranked gifts come out, each with the facts that
// speak for it.
//
// An [Engine] answers from an index in memory that is built from a catalog.Snapshot and never
// changes; a new snapshot replaces it whole, so a request sees one version of the catalog and waits
// for nothing. The index (index.go) has the words of the gifts (postings.go, entries.go, fields.go, list.go) and the
// gifts on shelves, which are looked at as a whole (shelf.go). Its docs are the gifts in the order of their shelves and
// prices, so that what a brief may cost is a stretch, and all else is passed over.
//
// The steps of an answer: read the brief (read.go, person.go, age.go, tastes.go, moods.go, conditions.go,
// avoid.go) into what it asks for (term.go), drop what must not be suggested and count why (filter.go, bits.go), go
// through the gifts that have a term (sweep.go), score those that could be among the best (score.go, rank.go), choose a
// varied handful (choose.go) or tell what a little more money would bring (nearest.go). [Engine.Search] only looks for
// words (search.go).
//
// The engine never goes over the budget and never pads its answer with gifts that nothing in the
// brief speaks for. Equal briefs get equal answers.
//
//	engine := suggest.New(snapshot, nil)
//	answer := engine.Suggest(suggest.Brief{Occasion: "birthday", Recipient: "friend who loves chess",
//		Budget: catalog.FloorMoney(50, "USD"), Limit: 6})
package suggest
