package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"

	"giftserver/internal/catalog"
	"giftserver/internal/lexicon"
	"giftserver/internal/suggest"
)

// gifts are a catalog and the engine that answers from it. They may be opened while the server answers already what
// needs no gifts; nobody uses them before they are open.
type gifts struct {
	catalog.Store
	*suggest.Engine

	opened chan struct{} // closed when they are open, or can't be
	err    error         // why they can't be
}

// open opens the gifts that the settings name.
func (g *gifts) open(ctx context.Context, p *program, c *config) error {
	defer close(g.opened)
	store, snapshot, err := openCatalog(ctx, p, c)
	if err != nil {
		g.err = err
		return err
	}
	g.Store, g.Engine = store, suggest.New(snapshot, c.rates)
	return nil
}

// wait waits until the gifts are open.
func (g *gifts) wait(ctx context.Context) error {
	select {
	case <-g.opened:
		return g.err
	case <-ctx.Done():
		return ctx.Err()
	}
}

// ask waits until the gifts are open, for a request that is about them. Most such requests are briefs, so if there is
// something to wait for, the words that briefs are read by are learnt meanwhile.
func (g *gifts) ask(ctx context.Context) error {
	select {
	case <-g.opened:
		return g.err
	default:
	}
	lexicon.Default()
	return g.wait(ctx)
}

// settle waits until suggestions take no longer than usual: the gifts are open, and their index is made.
func (g *gifts) settle(ctx context.Context) {
	if g.wait(ctx) == nil {
		g.Prepare()
	}
}

// openCatalog opens the catalog that the settings name and reads it. The default one falls back to
// memory, so that a first start works on any machine; one that was asked for has to work.
func openCatalog(ctx context.Context, p *program, c *config) (catalog.Store, *catalog.Snapshot, error) {
	if c.db != "" {
		store, snapshot, err := readCatalog(ctx, c.db)
		if err != nil {
			return nil, nil, fmt.Errorf("%w; choose another file with --db", err)
		}
		return store, snapshot, nil
	}
	file, err := defaultCatalog(p.env)
	if err == nil {
		var store catalog.Store
		var snapshot *catalog.Snapshot
		if store, snapshot, err = readCatalog(ctx, file); err == nil {
			return store, snapshot, nil
		}
	}
	if ctx.Err() != nil { // Nobody wants them any more.
		return nil, nil, err
	}
	fmt.Fprintf(p.stderr, "giftserver: %v; going on with the built-in ideas in memory (choose a file with --db)\n", err)
	return readCatalog(ctx, ":memory:")
}

func readCatalog(ctx context.Context, file string) (catalog.Store, *catalog.Snapshot, error) {
	store, err := catalog.Open(ctx, file)
	if err != nil {
		return nil, nil, err
	}
	snapshot, err := store.Snapshot(ctx)
	if err != nil {
		return nil, nil, errors.Join(fmt.Errorf("opening catalog %s: %w", file, err), store.Close())
	}
	return store, snapshot, nil
}

// openFile opens the catalog to change it. Unlike a server that needs a file: what goes into memory is gone.
func openFile(ctx context.Context, p *program, c *config) (catalog.Store, error) {
	file := c.db
	if file == "" {
		var err error
		if file, err = defaultCatalog(p.env); err != nil {
			return nil, fmt.Errorf("%w; choose a file for the catalog with --db", err)
		}
	}
	store, err := catalog.Open(ctx, file)
	if err != nil {
		return nil, fmt.Errorf("%w; choose another file with --db", err)
	}
	return store, nil
}

// defaultCatalog is the file of the catalog when none is named.
func defaultCatalog(env func(string) (string, bool)) (string, error) {
	folder, err := dataFolder(env)
	return filepath.Join(folder, "giftserver", "catalog.db"), err
}

// dataFolder is where programs keep a user's data on this system.
func dataFolder(env func(string) (string, bool)) (string, error) {
	if folder, _ := env("XDG_DATA_HOME"); filepath.IsAbs(folder) {
		return folder, nil
	}
	if runtime.GOOS == "darwin" || runtime.GOOS == "windows" {
		return os.UserConfigDir()
	}
	home, _ := env("HOME")
	if home == "" {
		return "", errors.New("HOME is not set")
	}
	return filepath.Join(home, ".local", "share"), nil
}
