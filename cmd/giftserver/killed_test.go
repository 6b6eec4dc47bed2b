package main

import (
	"database/sql"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	_ "modernc.org/sqlite" // to ask the database itself whether it is whole

	"giftserver/internal/catalog"
)

// An import that is killed at any moment leaves the old catalog or the new one, whole.
func TestImport_killed(t *testing.T) {
	const old, fresh, kills = 1500, 2000, 10
	program, err := os.Executable() // It is the giftserver when it is called that, see TestMain.
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	db := filepath.Join(folder, "gifts.db")
	files := map[int]string{old: writeProducts(t, folder, old), fresh: writeProducts(t, folder, fresh)}
	imports := func(gifts int) *exec.Cmd {
		return &exec.Cmd{Path: program, Args: []string{"giftserver", "import", files[gifts], "--db", db, "--allow-shrink"}, Env: []string{"HOME=" + folder}}
	}
	begun := time.Now()
	if out, err := imports(old).CombinedOutput(); err != nil {
		t.Fatalf("import: %v: %s", err, out)
	}
	usual := time.Since(begun)
	had, killed := old, 0
	for range kills {
		next := fresh + old - had
		cmd := imports(next)
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(rand.N(usual))
		if err := cmd.Process.Kill(); err != nil && cmd.ProcessState == nil {
			t.Fatal(err)
		}
		if err := cmd.Wait(); err != nil {
			killed++
		}
		switch got := countWhole(t, db); got {
		case had, next:
			had = got
		default:
			t.Fatalf("got %d gifts, want %d or %d", got, had, next)
		}
	}
	if killed == 0 {
		t.Errorf("all of %d imports were done before they were killed", kills)
	}
	if out, err := imports(fresh).CombinedOutput(); err != nil {
		t.Errorf("import after %d kills: %v: %s", killed, err, out)
	}
	if got := countWhole(t, db); got != fresh {
		t.Errorf("after it: got %d gifts, want %d", got, fresh)
	}
}

// writeProducts writes a file of so many products, which each cost so many cents.
func writeProducts(t *testing.T, folder string, n int) string {
	t.Helper()
	var b strings.Builder
	b.WriteString("id,title,description,price\n")
	for i := range n {
		fmt.Fprintf(&b, "%d,Mug %d,%s,%d.%02d USD\n", i, i, strings.Repeat("Stoneware for tea and coffee. ", 10), n/100, n%100)
	}
	file := filepath.Join(folder, fmt.Sprintf("%d.csv", n))
	if err := os.WriteFile(file, []byte(b.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

// countWhole counts the gifts of a catalog that is whole, all of one import.
func countWhole(t *testing.T, db string) int {
	t.Helper()
	store, err := catalog.Open(t.Context(), db)
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	snapshot, err := store.Snapshot(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, g := range snapshot.Gifts.All() {
		if g.Price.Minor != int64(snapshot.Gifts.Len()) {
			t.Fatalf("%d gifts, and one costs %d: got a mixture of two imports", snapshot.Gifts.Len(), g.Price.Minor)
		}
	}
	raw, err := sql.Open("sqlite", db)
	if err != nil {
		t.Fatal(err)
	}
	defer raw.Close()
	var verdict string
	if err := raw.QueryRowContext(t.Context(), "PRAGMA integrity_check").Scan(&verdict); err != nil || verdict != "ok" {
		t.Fatalf("integrity_check: got %q, error %v, want ok", verdict, err)
	}
	return snapshot.Gifts.Len()
}
