// Package catalog holds the gifts: what one is, where they are stored, and what is in the catalog.
//
// SQLite is the system of record. Suggestions are not answered from it: package suggest builds an
// index from a [Snapshot] and the database is asked again only for single gifts and pages. [Store]
// is what the rest of the program sees, so that another database can stand behind it.
//
// The built-in ideas (ideas/*.json, one file for each category) are the source "ideas". They are
// loaded into every database that has none or an older edition of them. What they are called in other
// languages (names/*.tsv) stays out of the database, since it belongs to an answer: [IdeaNames].
//
//	store, err := catalog.Open(ctx, "gifts.db")
//	snapshot, err := store.Snapshot(ctx)
//	fmt.Println(snapshot.Gifts.Len(), snapshot.Summary("USD").Price)
package catalog
