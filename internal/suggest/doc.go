// Package suggest is the engine: a brief goes in, ranked gifts come out, each with the facts that
// speak for it.
//
// An [Engine] answers from an index in memory that is built from a catalog.Snapshot and never
// changes; a new snapshot replaces it whole, so a request sees one version of the catalog and waits
// for nothing. The steps of an answer: read the brief (read.go, likes.go, age.go, avoid.go), drop what
// must not be suggested and count why (filter.go), score what is left (score.go), choose a varied
// handful (choose.go).
//
// The engine never goes over the budget and never pads its answer with gifts that nothing in the
// brief speaks for. Equal briefs get equal answers.
//
//	engine := suggest.New(snapshot, nil)
//	answer := engine.Suggest(suggest.Brief{Occasion: "birthday", Recipient: "friend who loves chess",
//		Budget: catalog.FloorMoney(50, "USD"), Limit: 6})
package suggest
