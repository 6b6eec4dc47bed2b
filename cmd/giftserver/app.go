package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"giftserver/internal/catalog"
	"giftserver/internal/mcp"
	"giftserver/internal/suggest"
	"giftserver/internal/tools"
)

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

// An app is the gift server on a catalog.
type app struct {
	*mcp.Server
	*instruments
	store  catalog.Store
	engine *suggest.Engine
	log    *slog.Logger
	broken atomic.Bool // the catalog couldn't be read when it was looked at last
}

// openApp opens the catalog and builds the server on it, watched with instruments.
func openApp(ctx context.Context, p *program, c *config, i *instruments) (*app, error) {
	store, snapshot, err := openCatalog(ctx, p, c)
	if err != nil {
		return nil, err
	}
	a := &app{instruments: i, store: store, engine: suggest.New(snapshot, c.rates), log: p.logger(c)}
	a.Server, err = tools.New(a.engine, store, tools.Options{
		Version:      version,
		Currency:     c.currency,
		Rates:        c.rates,
		SearchTools:  c.searchTools,
		WidgetDomain: c.widgetDomain,
		Security:     c.auth.security(),
		Secret:       []byte(c.stateKey),
		Log:          a.log,
		Observer:     i.observer(),
	})
	if err != nil {
		return nil, errors.Join(err, store.Close())
	}
	return a, nil
}

// Close closes the catalog and sends what the instruments still hold.
func (a *app) Close() error {
	a.instruments.Close()
	return a.store.Close()
}

// prepare makes the index before the first request needs it.
func (a *app) prepare() {
	begun := time.Now()
	a.engine.Prepare()
	a.metrics.indexBuilt(time.Since(begun))
}

// ready returns what keeps the server from being of use, in words for anyone.
func (a *app) ready() error {
	switch {
	case a.broken.Load():
		return errors.New("the catalog's database can't be read; the log says why")
	case a.engine.Catalog().Gifts.Len() == 0:
		return errors.New("the catalog is empty")
	}
	return nil
}

// Looks at the catalog's version.
const (
	lookEvery   = time.Second
	lookTimeout = 5 * time.Second // for the database to say it
)

// follow has the engine answer from the catalog as it stands, whichever process changes it, until ctx
// ends. While the catalog can't be read, the engine goes on with what it has.
func (a *app) follow(ctx context.Context) {
	ticker := time.NewTicker(lookEvery)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
		changed, err := a.refresh(ctx)
		switch was := a.broken.Swap(err != nil); {
		case err != nil && !was && ctx.Err() == nil:
			a.log.Warn("the catalog can't be read; answers come from what is in memory", "error", err)
		case err == nil && was:
			a.log.Info("the catalog can be read again")
		}
		if changed {
			a.log.Info("the catalog has changed", "gifts", a.engine.Catalog().Gifts.Len())
		}
	}
}

// refresh reads the catalog again if its version has changed.
func (a *app) refresh(ctx context.Context) (changed bool, err error) {
	asking, done := context.WithTimeout(ctx, lookTimeout)
	defer done()
	version, err := a.store.Version(asking)
	if err != nil || version == a.engine.Catalog().Version {
		return false, err
	}
	snapshot, err := a.store.Snapshot(ctx)
	if err != nil {
		return false, err
	}
	begun := time.Now()
	a.engine.Use(snapshot)
	a.metrics.indexBuilt(time.Since(begun))
	tools.CatalogChanged(a.Server)
	return true, nil
}

// following runs f while the engine follows the catalog, and whatever else goes on beside it.
func (a *app) following(ctx context.Context, f func(context.Context) error, beside ...func(context.Context)) error {
	following, stop := context.WithCancel(ctx)
	var wg sync.WaitGroup
	for _, g := range append(beside, a.follow) {
		wg.Go(func() { g(following) })
	}
	defer wg.Wait()
	defer stop()
	return f(ctx)
}
