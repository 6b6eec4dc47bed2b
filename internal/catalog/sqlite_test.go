package catalog_test

import (
	"database/sql"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"giftserver/internal/catalog"
)

// mustExec runs SQL on a database file past package catalog, as another program would.
func mustExec(t *testing.T, path, query string) {
	t.Helper()
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.ExecContext(t.Context(), query); err != nil {
		t.Fatalf("%s: %v", query, err)
	}
}

func mustRead(t *testing.T, path string) string {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func mustClose(t *testing.T, s catalog.Store) {
	t.Helper()
	if err := s.Close(); err != nil {
		t.Fatalf("Close: %v", err)
	}
}

func TestOpen_anyLegalPath(t *testing.T) {
	for _, name := range []string{
		"a?b.db", "a#b.db", "a%20b 100%.db", "file:x.db", "new folder/?mode=memory/ü+&=;.db",
	} {
		dir := t.TempDir()
		s := mustOpen(t, filepath.Join(dir, name))
		mustReplace(t, s, catalog.Source{Name: "shop"}, gift("shop", "a"))
		mustClose(t, s)
		var files []string
		err := filepath.WalkDir(dir, func(path string, entry os.DirEntry, err error) error {
			if err == nil && !entry.IsDir() {
				files = append(files, path)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff([]string{filepath.Join(dir, name)}, files); diff != "" {
			t.Errorf("files after closing %q (-want +got):\n%s", name, diff)
		}
		if _, err := mustOpen(t, filepath.Join(dir, name)).Gift(t.Context(), "shop:a"); err != nil {
			t.Errorf("%q opened again: %v", name, err)
		}
	}
}

func TestOpen_refusesNewer(t *testing.T) {
	path := filepath.Join(t.TempDir(), "gifts.db")
	mustClose(t, mustOpen(t, path))
	mustExec(t, path, `PRAGMA user_version = 9999`)
	before := mustRead(t, path)
	if _, err := catalog.Open(t.Context(), path); !errors.Is(err, catalog.ErrNewer) {
		t.Errorf("Open: got %v, want ErrNewer", err)
	}
	if mustRead(t, path) != before {
		t.Error("the refused database changed")
	}
}

func TestOpen_refusesForeign(t *testing.T) {
	for name, query := range map[string]string{
		"no mark":        `CREATE TABLE gift (id TEXT)`,
		"another's mark": `CREATE TABLE notes (body TEXT); PRAGMA application_id = 1; PRAGMA user_version = 1`,
		// A view is another program's work as much as a table is.
		"no table": `CREATE VIEW one AS SELECT 1`,
	} {
		path := filepath.Join(t.TempDir(), "other.db")
		mustExec(t, path, query)
		before := mustRead(t, path)
		if _, err := catalog.Open(t.Context(), path); !errors.Is(err, catalog.ErrForeign) {
			t.Errorf("%s: got %v, want ErrForeign", name, err)
		}
		if mustRead(t, path) != before {
			t.Errorf("%s: the refused database changed", name)
		}
	}
}

func TestOpen_refusesText(t *testing.T) {
	path := filepath.Join(t.TempDir(), "gifts.db")
	const text = "id,title,price\n1,Not a database,19.99 USD\n"
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := catalog.Open(t.Context(), path); err == nil {
		t.Error("Open: got no error")
	}
	if diff := cmp.Diff(text, mustRead(t, path)); diff != "" {
		t.Errorf("the text changed (-before +after):\n%s", diff)
	}
}

// A server and an import may start at the same moment on a machine that has no catalog yet.
func TestOpen_severalAtOnce(t *testing.T) {
	path := filepath.Join(t.TempDir(), "gifts.db")
	const stores = 4
	errs := make([]error, stores)
	var wg sync.WaitGroup
	for i := range stores {
		wg.Go(func() {
			s, err := catalog.Open(t.Context(), path)
			if err != nil {
				errs[i] = err
				return
			}
			defer s.Close()
			source := fmt.Sprint("shop", i)
			errs[i] = s.Replace(t.Context(), catalog.Source{Name: source}, catalog.Rules{}, catalog.All([]catalog.Gift{gift(source, "a")}))
		})
	}
	wg.Wait()
	if err := errors.Join(errs...); err != nil {
		t.Fatal(err)
	}
	s := mustOpen(t, path)
	for i := range stores {
		if _, err := s.Gift(t.Context(), fmt.Sprintf("shop%d:a", i)); err != nil {
			t.Errorf("store %d: %v", i, err)
		}
	}
}

func TestOpen_againReloadsNothing(t *testing.T) {
	path := filepath.Join(t.TempDir(), "gifts.db")
	s := mustOpen(t, path)
	before := mustSnapshot(t, s)
	mustClose(t, s)
	if diff := cmp.Diff(before, mustSnapshot(t, mustOpen(t, path)), unpacked); diff != "" {
		t.Errorf("the catalog changed (-before +after):\n%s", diff)
	}
}

func TestOpen_editionOfIdeas(t *testing.T) {
	built := builtIn(t)
	own := []catalog.Gift{gift(catalog.IdeasSource, "own")}
	for edition, want := range map[string][]catalog.Gift{"2000-01-01": built, "9999-12-31": own} {
		path := filepath.Join(t.TempDir(), "gifts.db")
		s := mustOpen(t, path)
		mustReplace(t, s, catalog.Source{Name: catalog.IdeasSource, Edition: edition}, own...)
		mustClose(t, s)
		got := mustSnapshot(t, mustOpen(t, path)).Gifts.List()
		if diff := cmp.Diff(ids(want), ids(got)); diff != "" {
			t.Errorf("opened with edition %s (-want +got):\n%s", edition, diff)
		}
	}
}

// SQLite's own name for a database in memory is no file.
func TestOpen_memory(t *testing.T) {
	t.Chdir(t.TempDir())
	if s := mustOpen(t, ":memory:"); mustSnapshot(t, s).Gifts.Len() == 0 {
		t.Error("it has no ideas")
	}
	if files, err := os.ReadDir("."); len(files) > 0 || err != nil {
		t.Errorf("got files %v, error %v, want none", files, err)
	}
}

func TestOpenMemory(t *testing.T) {
	var stores [2]catalog.Store
	for i := range stores {
		s, err := catalog.OpenMemory(t.Context())
		if err != nil {
			t.Fatalf("OpenMemory: %v", err)
		}
		defer s.Close()
		stores[i] = s
	}
	ideas := mustSnapshot(t, stores[0]).Gifts.Len()
	if ideas == 0 {
		t.Error("it has no ideas")
	}
	// Each has a memory of its own.
	mustReplace(t, stores[0], catalog.Source{Name: "shop"}, gift("shop", "a"))
	for i, want := range []int{ideas + 1, ideas} {
		if got := mustSnapshot(t, stores[i]).Gifts.Len(); got != want {
			t.Errorf("store %d: got %d gifts, want %d", i, got, want)
		}
	}
}

// Hosts start a server for each of their windows, all at once. However many find the catalog without
// its ideas, they are loaded once.
func TestOpen_severalProcesses(t *testing.T) {
	const variable = "GIFTSERVER_TEST_CATALOG"
	if path := os.Getenv(variable); path != "" { // One of the processes below.
		mustClose(t, mustOpen(t, path))
		return
	}
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "gifts.db")
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			cmd := exec.CommandContext(t.Context(), program, "-test.run=^"+t.Name()+"$")
			cmd.Env = append(os.Environ(), variable+"="+path)
			if out, err := cmd.CombinedOutput(); err != nil {
				t.Errorf("another process: %v\n%s", err, out)
			}
		})
	}
	wg.Wait()
	snapshot := mustSnapshot(t, mustOpen(t, path))
	if snapshot.Version != 1 {
		t.Errorf("got version %d, want 1", snapshot.Version)
	}
	if diff := cmp.Diff(ids(builtIn(t)), ids(snapshot.Gifts.List())); diff != "" {
		t.Errorf("ideas (-built in +loaded):\n%s", diff)
	}
}

// A catalog whose file is gone, or another, says so rather than go on with what nobody can change any more.
func TestVersion_moved(t *testing.T) {
	file := filepath.Join(t.TempDir(), "gifts.db")
	store := mustOpen(t, file)
	steps := []struct {
		name string
		do   func() error
		want error
	}{
		{"as it was opened", func() error { return nil }, nil},
		{"moved away", func() error { return os.Rename(file, file+".old") }, catalog.ErrMoved},
		{"another in its place", func() error { return os.WriteFile(file, nil, 0o600) }, catalog.ErrMoved},
		{"put back", func() error { return os.Rename(file+".old", file) }, nil},
	}
	for _, step := range steps {
		if err := step.do(); err != nil {
			t.Fatal(err)
		}
		if _, err := store.Version(t.Context()); !errors.Is(err, step.want) {
			t.Errorf("%s: got error %v, want %v", step.name, err, step.want)
		}
	}
}
