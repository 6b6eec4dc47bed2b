package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A database whose first pages are whole opens like any other; that the rest can't be read comes out
// only when the gifts are. In the default place that is no reason to fail.
func TestOpenCatalog_damaged(t *testing.T) {
	home := t.TempDir()
	file := filepath.Join(home, "giftserver", "catalog.db")
	var stderr bytes.Buffer
	p := &program{env: lookup(map[string]string{"XDG_DATA_HOME": home}), stderr: &stderr}
	whole := countGifts(t, p, &config{})
	if stderr.Len() > 0 {
		t.Errorf("stderr of the first start: got %q, want nothing", &stderr)
	}
	damage(t, file)

	if got := countGifts(t, p, &config{}); got != whole {
		t.Errorf("got %d gifts from memory, want %d", got, whole)
	}
	for _, want := range []string{file, "going on with the built-in ideas in memory", "choose a file with --db"} {
		if !strings.Contains(stderr.String(), want) {
			t.Errorf("stderr: got %q, want %q in it", &stderr, want)
		}
	}

	// One that was asked for has to work, and must not be mended behind its owner's back.
	before, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	_, _, err = openCatalog(t.Context(), p, &config{db: file})
	if err == nil || !strings.Contains(err.Error(), file) || !strings.Contains(err.Error(), "choose another file with --db") {
		t.Errorf("with --db: got error %v, want one that names the file and what to do", err)
	}
	if after, err := os.ReadFile(file); err != nil || !bytes.Equal(before, after) {
		t.Errorf("the damaged file changed, error %v", err)
	}
}

// countGifts opens the catalog that the settings name, as each command does, and counts.
func countGifts(t *testing.T, p *program, c *config) int {
	t.Helper()
	store, snapshot, err := openCatalog(t.Context(), p, c)
	if err != nil {
		t.Fatalf("openCatalog: %v", err)
	}
	if err := store.Close(); err != nil {
		t.Fatalf("Close: %v", err)
	}
	return snapshot.Gifts.Len()
}

// damage overwrites a database file behind the first pages, which hold its schema.
func damage(t *testing.T, file string) {
	t.Helper()
	const start = 16 * 4096
	b, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if len(b) < 2*start {
		t.Fatalf("got a database of %d bytes, want one that goes on behind its first pages", len(b))
	}
	for i := start; i < len(b); i++ {
		b[i] = 0xa5
	}
	if err := os.WriteFile(file, b, 0o600); err != nil {
		t.Fatal(err)
	}
}
