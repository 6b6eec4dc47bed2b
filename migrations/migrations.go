// Package migrations holds the schema of the catalog's database as numbered SQL files.
//
// The files are named NNNN_what_it_does.sql, counted from 0001 without a gap. They only go forward,
// and one that has been released never changes: a database remembers in PRAGMA user_version how
// many it has seen, and package catalog applies the rest in one transaction.
package migrations

import (
	"embed"
	"io/fs"
)

//go:embed *.sql
var files embed.FS

// A Migration is one file.
type Migration struct {
	Name string // of the file
	SQL  string
}

// All returns the migrations in order.
func All() ([]Migration, error) {
	entries, err := fs.ReadDir(files, ".") // Sorted by name.
	if err != nil {
		return nil, err
	}
	all := make([]Migration, len(entries))
	for i, e := range entries {
		b, err := files.ReadFile(e.Name())
		if err != nil {
			return nil, err
		}
		all[i] = Migration{Name: e.Name(), SQL: string(b)}
	}
	return all, nil
}
