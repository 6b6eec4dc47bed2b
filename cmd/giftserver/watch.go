package main

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"os"
	"strings"
	"time"

	"giftserver/internal/catalog"
	"giftserver/internal/feed"
)

// A watcher imports product files when they have changed. It looks at the files rather than have the system tell
// of changes, which it does not do on the file systems of containers and networks.
type watcher struct {
	*app
	options feed.Options
	rules   catalog.Rules
	names   []string

	seen string // how the files looked last
	done string // how those looked that were imported, or could not be
}

// watchers are what imports the files that the settings name, none if there are none.
func watchers(a *app, c *config) []func(context.Context) {
	if len(c.watch) == 0 {
		return nil
	}
	w := &watcher{app: a, options: c.feed, rules: c.rules, names: c.watch}
	return []func(context.Context){w.watch}
}

// watch imports the files at once and whenever they change, until ctx ends.
func (w *watcher) watch(ctx context.Context) {
	ticker := time.NewTicker(lookEvery)
	defer ticker.Stop()
	for {
		w.look(ctx)
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
	}
}

// look imports the files if they have changed. It waits until they look the same twice, as they may still be in the
// writing; the first time they are taken as they are.
func (w *watcher) look(ctx context.Context) {
	now := looks(w.names)
	settled := w.seen == "" || w.seen == now
	w.seen = now
	if now == w.done || !settled {
		return
	}
	if err := w.imports(ctx); !errors.Is(err, catalog.ErrBusy) {
		w.done = now // What can't be imported is tried again when it has changed, or nobody else imports.
	}
}

// looks tells how files look. One that is not there looks so.
func looks(names []string) string {
	var b strings.Builder
	for _, name := range names {
		info, err := os.Stat(name)
		if err != nil {
			fmt.Fprintln(&b, err)
			continue
		}
		fmt.Fprintln(&b, info.Size(), info.ModTime().UnixNano())
	}
	return b.String()
}

// imports imports the files and logs what came of it.
func (w *watcher) imports(ctx context.Context) error {
	into := func(ctx context.Context, source catalog.Source, gifts iter.Seq2[*catalog.Gift, error]) error {
		return w.Replace(ctx, source, w.rules, gifts)
	}
	report, err := importFiles(ctx, w.options, productFiles(nil, w.names), into)
	switch {
	case ctx.Err() != nil:
		return err
	case err != nil:
		w.log.Warn("the product files can't be imported", "source", report.Source, "error", err)
	default:
		w.log.Info("imported", "source", report.Source, "products", report.Products, "suggestable", report.Suggestable,
			"faulty", report.Faulty, "warnings", len(report.Warnings), "seconds", report.Seconds)
	}
	w.metrics.importEnded(err)
	return err
}
