// Touch makes a catalog a version newer and leaves its gifts as they are, so that a test can see a
// running server notice a change: go run ./test/touch --db FILE
package main

import (
	"context"
	"database/sql"
	"errors"
	"flag"
	"fmt"
	"net/url"
	"os"
	"slices"

	"giftserver/internal/catalog"
)

func main() {
	file := flag.String("db", "", "`file` of the catalog")
	flag.Parse()
	if *file == "" || flag.NArg() > 0 {
		flag.Usage()
		os.Exit(2)
	}
	if err := touch(context.Background(), *file); err != nil {
		fmt.Fprintf(os.Stderr, "touch: %v\n", err)
		os.Exit(1)
	}
}

// touch replaces the built-in ideas in a catalog with themselves.
func touch(ctx context.Context, file string) error {
	// A catalog that is created here is one that no server looks at.
	if _, err := os.Stat(file); err != nil {
		return err
	}
	store, err := catalog.Open(ctx, file)
	if err != nil {
		return err
	}
	err = replaceIdeas(ctx, store, file)
	return errors.Join(err, store.Close())
}

func replaceIdeas(ctx context.Context, store catalog.Store, file string) error {
	snapshot, err := store.Snapshot(ctx)
	if err != nil {
		return err
	}
	edition, err := ideasEdition(ctx, file)
	if err != nil {
		return err
	}
	ideas := slices.DeleteFunc(snapshot.Gifts.List(), func(g catalog.Gift) bool { return g.Source != catalog.IdeasSource })
	if err := store.Replace(ctx, catalog.Source{Name: catalog.IdeasSource, Edition: edition}, catalog.Rules{}, catalog.All(ideas)); err != nil {
		return err
	}
	version, err := store.Version(ctx)
	if err == nil && version <= snapshot.Version {
		err = fmt.Errorf("the version is still %d", version)
	}
	return err
}

// ideasEdition reads which edition of the ideas a catalog holds, which a store does not tell. It has to
// stay: with an older one the next program to start would load its own ideas, with a newer one no later
// program would.
func ideasEdition(ctx context.Context, file string) (edition string, err error) {
	db, err := sql.Open("sqlite", "file:"+url.PathEscape(file)+"?_pragma=busy_timeout(5000)")
	if err != nil {
		return "", err
	}
	defer db.Close()
	err = db.QueryRowContext(ctx, `SELECT edition FROM source WHERE name = ?`, catalog.IdeasSource).Scan(&edition)
	return edition, err
}
