package chaos_test

import (
	"database/sql"
	"errors"
	"io"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
)

// What happens to a database file below a running server, and how it is undone. The server goes on answering
// from memory. When it can't read the database it says so at /readyz, and in the log once that it can't and once
// that it can again.
var troubles = []struct {
	name    string
	unready bool
	befall  func(t *testing.T, db string) (undo func())
}{
	{"removed", true, remove},
	{"truncated", true, func(t *testing.T, db string) func() { return overwrite(t, db, nil) }},
	{"replaced by garbage", true, func(t *testing.T, db string) func() {
		return overwrite(t, db, []byte(strings.Repeat("This is no database. ", 10_000)))
	}},
	{"read-only", false, protect},
	{"locked", false, lock},
}

func TestDatabase(t *testing.T) {
	t.Parallel()
	for _, tt := range troubles {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s := serve(t)
			undo := tt.befall(t, s.db)
			if tt.unready {
				eventually(t, "/readyz says that the database can't be read", func() bool { return !s.ready(t) })
			}
			if got, err := s.modernClient(t).edition(t.Context(), suggestion); err != nil || got != 1 {
				t.Errorf("from memory: got edition %d, error %v, want edition 1", got, err)
			}
			if !tt.unready && !s.ready(t) {
				t.Error("/readyz says that the database can't be read, want it read")
			}
			undo()
			eventually(t, "/readyz says that the server is well", func() bool { return s.ready(t) })
			importInto(t, s.db, 2)
			s.serves(t, 2)
			want := 0
			if tt.unready {
				want = 1
			}
			for _, line := range []string{"the catalog can't be read", "the catalog can be read again"} {
				if got := strings.Count(s.log.String(), line); got != want {
					t.Errorf("got %d lines in the log that %s, want %d:\n%s", got, line, want, s.log.String())
				}
			}
		})
	}
}

// ready asks the server whether it is of use. If it is not because of the database, it has to say so.
func (s *server) ready(t *testing.T) bool {
	t.Helper()
	resp, err := newHTTPClient(t).Get(s.url + "/readyz")
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	words, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	if resp.StatusCode != http.StatusOK && !strings.Contains(string(words), "database can't be read") {
		t.Errorf("/readyz: got %s, %q, want it to tell of the database", resp.Status, words)
	}
	return resp.StatusCode == http.StatusOK
}

// remove moves a file away.
func remove(t *testing.T, db string) func() {
	move := func(from, to string) {
		if err := os.Rename(from, to); err != nil {
			t.Fatal(err)
		}
	}
	move(db, db+".away")
	return func() { move(db+".away", db) }
}

// overwrite writes something else into a file.
func overwrite(t *testing.T, db string, content []byte) func() {
	whole, err := os.ReadFile(db)
	if err != nil {
		t.Fatal(err)
	}
	write := func(b []byte) {
		if err := os.WriteFile(db, b, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write(content)
	return func() { write(whole) }
}

// protect forbids to write to a file.
func protect(t *testing.T, db string) func() {
	mode := func(m os.FileMode) {
		if err := os.Chmod(db, m); err != nil {
			t.Fatal(err)
		}
	}
	mode(0o400)
	return func() { mode(0o600) }
}

// lock holds the strongest lock that another program can take. An import says that it has to wait.
func lock(t *testing.T, db string) func() {
	raw, err := sql.Open("sqlite", "file:"+url.PathEscape(db))
	if err != nil {
		t.Fatal(err)
	}
	raw.SetMaxOpenConns(1)
	if _, err := raw.ExecContext(t.Context(), "BEGIN EXCLUSIVE"); err != nil {
		t.Fatal(err)
	}
	out, err := importer(t, db, edition(2).file(t)).CombinedOutput()
	if err == nil || !strings.Contains(string(out), "locked by another process") {
		t.Errorf("importing into a locked catalog: got %q, error %v, want it refused with the reason", out, err)
	}
	return func() { raw.Close() }
}

// An import for which the disk is too small says so, and leaves the catalog as it was.
func TestImport_fullDisk(t *testing.T) {
	t.Parallel()
	if runtime.GOOS != "linux" || os.Geteuid() != 0 {
		t.Skip("only root on Linux can make a disk that is small")
	}
	binary(t) // Without it nothing is to be mounted.
	file, disk := edition(2).file(t), t.TempDir()
	if out, err := exec.Command("mount", "-t", "tmpfs", "-o", "size=32m", "tmpfs", disk).CombinedOutput(); err != nil {
		t.Skipf("mounting a small disk: %v: %s", err, out)
	}
	t.Cleanup(func() {
		if out, err := exec.Command("umount", "--lazy", disk).CombinedOutput(); err != nil {
			t.Errorf("unmounting it: %v: %s", err, out)
		}
	})
	db := filepath.Join(disk, "catalog.db")
	importInto(t, db, 1)
	s := serveAt(t, "127.0.0.1:0", db)
	filler := fill(t, disk)
	out, err := importer(t, db, file).CombinedOutput()
	if err == nil || !strings.Contains(string(out), "full") {
		t.Errorf("importing: got %q, error %v, want it to say that the disk is full", out, err)
	}
	if got := editionIn(t, db); got != 1 {
		t.Errorf("got edition %d, want the old one", got)
	}
	if _, err := s.modernClient(t).mixture(t.Context()); err != nil {
		t.Errorf("asking with a full disk: %v", err)
	}
	if !s.ready(t) {
		t.Error("/readyz says that the database can't be read, want it read")
	}
	if err := os.Remove(filler); err != nil {
		t.Fatal(err)
	}
	importInto(t, db, 2)
	s.serves(t, 2)
}

// fill writes a file that takes all the room that a disk has left.
func fill(t *testing.T, disk string) (name string) {
	t.Helper()
	filler, err := os.Create(filepath.Join(disk, "filler"))
	if err != nil {
		t.Fatal(err)
	}
	defer filler.Close()
	for block := make([]byte, 4096); err == nil; {
		_, err = filler.Write(block)
	}
	if !errors.Is(err, syscall.ENOSPC) {
		t.Fatalf("filling the disk: got %v, want %v", err, syscall.ENOSPC)
	}
	return filler.Name()
}
