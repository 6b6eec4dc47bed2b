package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"

	"giftserver/internal/catalog"
	"giftserver/internal/mcp"
	"giftserver/internal/suggest"
	"giftserver/internal/tools"
)

// openStore opens the catalog that the settings name. The default one falls back to memory, so that
// a first start works on any machine; one that was asked for has to work.
func openStore(ctx context.Context, p *program, c *config) (catalog.Store, error) {
	if c.db != "" {
		store, err := catalog.Open(ctx, c.db)
		if err != nil {
			return nil, fmt.Errorf("%w; choose another file with --db", err)
		}
		return store, nil
	}
	folder, err := dataFolder(p.env)
	if err == nil {
		var store catalog.Store
		if store, err = catalog.Open(ctx, filepath.Join(folder, "giftserver", "catalog.db")); err == nil {
			return store, nil
		}
	}
	fmt.Fprintf(p.stderr, "giftserver: %v; going on with the built-in ideas in memory (choose a file with --db)\n", err)
	return catalog.OpenMemory(ctx)
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

// newServer builds the gift server on a store.
func newServer(ctx context.Context, p *program, c *config, store catalog.Store) (*mcp.Server, *suggest.Engine, error) {
	snapshot, err := store.Snapshot(ctx)
	if err != nil {
		return nil, nil, err
	}
	engine := suggest.New(snapshot)
	server, err := tools.New(engine, store, tools.Options{Version: version, Currency: c.currency, Log: p.logger(c)})
	return server, engine, err
}
