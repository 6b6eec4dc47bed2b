package main

import (
	"bytes"
	"context"
	"iter"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"giftserver/internal/catalog"
	"giftserver/internal/feed"
)

// A takingStore counts the gifts that are put into it, or is busy.
type takingStore struct {
	catalog.Store
	busy  bool
	gifts int
}

// Replace implements catalog.Store.
func (s *takingStore) Replace(_ context.Context, _ catalog.Source, _ catalog.Rules, gifts iter.Seq2[*catalog.Gift, error]) error {
	if s.busy {
		return catalog.ErrBusy
	}
	n := 0
	for _, err := range gifts {
		if err != nil {
			return err
		}
		n++
	}
	s.gifts = n
	return nil
}

// Files are imported at the first look, and then when they have looked the same twice since they changed. What can't be
// imported waits for the next change, unless another import was in the way.
func TestWatcher_look(t *testing.T) {
	file := filepath.Join(t.TempDir(), "feed.csv")
	header := "id,title,price\n"
	row := "1,Mug,5 USD\n"
	var log bytes.Buffer
	store := &takingStore{}
	w := &watcher{
		app:     &app{instruments: &instruments{}, gifts: &gifts{Store: store}, log: slog.New(slog.NewTextHandler(&log, nil))},
		options: feed.Options{Source: "shop", Format: feed.Auto},
		names:   []string{file},
	}
	tests := []struct {
		step  string
		text  string // of the file; "-" to remove it, "" to leave it
		busy  bool
		want  string // what is logged
		gifts int    // in the store
	}{
		{"first look", header + row, false, "imported", 1},
		{"no change", "", false, "", 1},
		{"in the writing", header + row + "2,Cup,6", false, "", 1},
		{"written", header + row + "2,Cup,6 USD\n", false, "", 1},
		{"settled", "", false, "imported", 2},
		{"gone", "-", false, "", 2},
		{"still gone", "", false, "no such file", 2},
		{"gone for long", "", false, "", 2},
		{"back", header + row, false, "", 2},
		{"back and busy", "", true, "another import", 2},
		{"not busy any more", "", false, "imported", 1},
		{"no products", "nothing\n", false, "", 1},
		{"still none", "", false, "no format that is known", 1},
		{"none for long", "", false, "", 1},
	}
	for _, tt := range tests {
		var err error
		switch tt.text {
		case "":
		case "-":
			err = os.Remove(file)
		default:
			err = os.WriteFile(file, []byte(tt.text), 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
		store.busy = tt.busy
		log.Reset()
		w.look(t.Context())
		if got := log.String(); !strings.Contains(got, tt.want) || (got == "") != (tt.want == "") || store.gifts != tt.gifts {
			t.Errorf("%s: got %d gifts, log %q, want %d, %q", tt.step, store.gifts, got, tt.gifts, tt.want)
		}
	}
}
