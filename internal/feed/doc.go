// Package feed turns merchants' product files into gifts. It stands between a file and the catalog:
// it may know package catalog, whose gifts it makes, and package lexicon, which tells what a product
// is about, and nothing of the protocol.
//
// Its readers come with the command import; so far the catalog holds the built-in ideas alone.
package feed
