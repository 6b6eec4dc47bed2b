// Package feed turns merchants' product files into gifts. It stands between a file and the catalog:
// it knows package catalog, whose gifts it makes, and package lexicon, which tells what a product is
// about, and nothing of the protocol.
//
// A file passes through these steps, piece by piece, so that its size does not matter:
//
//	open.go       bytes to text: UTF-8, UTF-16, windows-1252, line ends; unpack.go for gzip and zip
//	format.go     which format it is, told by its content
//	table.go      text to records, for delimited formats, with sheet.go for their headers
//	elements.go   text to values, for JSON, with jsonl.go for lines of it
//	columns.go    records to offers, by the names of the format
//	google.go     the formats: google_xml.go, google_retail.go, openai.go, acp.go and schemaorg.go, too;
//	              shopify.go, with shopify_json.go, and woocommerce.go, which bring the rows of a product
//	              together; and plain.go, for what is in no format
//	gift.go       offers to gifts, with clean.go for texts, money.go for prices, links.go, reader.go and
//	              category.go for what a product is and for whom
//	collector.go  gifts of all files to one list, with sightings.go for repeated ids, variants.go and rest.go
//	              for the variants of a product, report.go and survey.go for what to say of them
//
// pipeline.go has the steps run at the same time. Another format needs a row in the list of formats and a
// function that makes offers of a text; the rest is the same for all.
//
//	gifts, report := feed.Read(ctx, files, feed.Options{Source: "shop", Now: time.Now()})
//	err := store.Replace(ctx, catalog.Source{Name: "shop"}, catalog.Rules{}, gifts)
//	fmt.Println(report.Rows, report.Imported)
package feed
