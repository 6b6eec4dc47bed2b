package main

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"giftserver/internal/mcp"
	"giftserver/internal/tools"
	"giftserver/internal/transport"
)

// An app is the gift server on a catalog.
type app struct {
	*mcp.Server
	*instruments
	*gifts
	log    *slog.Logger
	broken atomic.Bool // the catalog couldn't be read when it was looked at last
}

// newApp builds the server, watched with instruments, on gifts that are not open yet.
func newApp(p *program, c *config, i *instruments) (*app, error) {
	a := &app{instruments: i, gifts: &gifts{opened: make(chan struct{})}, log: p.logger(c)}
	var err error
	a.Server, err = tools.New(a.gifts, a.gifts, tools.Options{
		Version:      version,
		Currency:     c.currency,
		Rates:        c.rates,
		SearchTools:  c.searchTools,
		WidgetDomain: c.widgetDomain,
		Security:     c.auth.security(),
		Secret:       []byte(c.stateKey),
		Ready:        a.ask,
		Subject:      transport.Subject,
		Log:          a.log,
		Observer:     i.observer(),
	})
	return a, err
}

// openApp builds the server and opens its gifts.
func openApp(ctx context.Context, p *program, c *config, i *instruments) (*app, error) {
	a, err := newApp(p, c, i)
	if err == nil {
		err = a.open(ctx, p, c)
	}
	return a, err
}

// Close closes the gifts, if they are open, and sends what the instruments still hold.
func (a *app) Close() error {
	a.instruments.Close()
	if a.Store == nil { // They could not be opened.
		return nil
	}
	return a.Store.Close()
}

// prepare makes the index before the first request needs it.
func (a *app) prepare() {
	begun := time.Now()
	a.Prepare()
	a.metrics.indexBuilt(time.Since(begun))
}

// ready returns what keeps the server from being of use, in words for anyone.
func (a *app) ready() error {
	switch {
	case a.broken.Load():
		return errors.New("the catalog's database can't be read; the log says why")
	case a.Catalog().Gifts.Len() == 0:
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
	if a.wait(ctx) != nil {
		return
	}
	ticker := time.NewTicker(lookEvery)
	defer ticker.Stop()
	waste := true // Reading a catalog leaves more memory behind than it keeps.
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
		if waste {
			makeRoom() // Hosts start servers that are never asked for a gift.
		}
		changed, err := a.refresh(ctx)
		switch was := a.broken.Swap(err != nil); {
		case err != nil && !was && ctx.Err() == nil:
			a.log.Warn("the catalog can't be read; answers come from what is in memory", "error", err)
		case err == nil && was:
			a.log.Info("the catalog can be read again")
		}
		if changed {
			a.log.Info("the catalog has changed", "gifts", a.Catalog().Gifts.Len())
		}
		waste = changed
	}
}

// refresh reads the catalog again if its version has changed.
func (a *app) refresh(ctx context.Context) (changed bool, err error) {
	asking, done := context.WithTimeout(ctx, lookTimeout)
	defer done()
	version, err := a.Version(asking)
	if err != nil || version == a.Catalog().Version {
		return false, err
	}
	snapshot, err := a.Snapshot(ctx)
	if err != nil {
		return false, err
	}
	begun := time.Now()
	a.Use(snapshot)
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
