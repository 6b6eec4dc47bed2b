// Package feed turns merchants' product files into gifts. It stands between a file and the catalog:
// it knows package catalog, whose gifts it makes, and package lexicon, which tells what a product is
// about, and nothing of the protocol.
//
// A file passes through these steps, row by row, so that its size does not matter:
//
//	open.go      bytes to text: gzip, UTF-8, UTF-16, windows-1252, line ends
//	format.go    which format it is, told by its content
//	table.go     text to records, for delimited formats
//	google.go    records to offers, by the columns of the format
//	gift.go      offers to gifts: text, money, links, category and so on
//	variants.go  gifts of one product to one
//
// Another format needs a row in the list of formats and a function that makes offers of a file. What
// follows is the same for all.
//
//	gifts, report := feed.Read(ctx, files, feed.Options{Source: "shop", Now: time.Now()})
//	err := store.Replace(ctx, catalog.Source{Name: "shop"}, catalog.Rules{}, gifts)
//	fmt.Println(report.Rows, report.Imported)
package feed
