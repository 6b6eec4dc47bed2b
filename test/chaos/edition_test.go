package chaos_test

import (
	"database/sql"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	_ "modernc.org/sqlite" // to ask the database itself whether it is whole
)

// An edition is one of two catalogs of the same shop. Every gift says in its name and in the cents of its
// price of which it is, and each edition has a number of gifts of its own, so that a mixture shows.
type edition int

func (e edition) gifts() int     { return 1000 + 500*int(e) }
func (e edition) other() edition { return 3 - e }

// file writes the products of an edition.
func (e edition) file(t *testing.T) string {
	t.Helper()
	var b strings.Builder
	b.WriteString("id,title,description,price,category\n")
	for i := range e.gifts() {
		fmt.Fprintf(&b, "%d,Board game %d of edition %d,For friends who meet to play.,%d.0%d USD,Board Games\n", i, i, e, 10+i%80, e)
	}
	file := filepath.Join(t.TempDir(), fmt.Sprintf("edition-%d.csv", e))
	if err := os.WriteFile(file, []byte(b.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

// importer is an import that is yet to be started.
func importer(t *testing.T, db, file string) *exec.Cmd {
	t.Helper()
	return exec.Command(binary(t), "import", file, "--db", db, "--allow-shrink")
}

// importInto imports an edition.
func importInto(t *testing.T, db string, e edition) {
	t.Helper()
	if out, err := importer(t, db, e.file(t)).CombinedOutput(); err != nil {
		t.Fatalf("importing edition %d: %v\n%s", e, err, out)
	}
}

// editionIn returns the edition of a database that is whole.
func editionIn(t *testing.T, db string) edition {
	t.Helper()
	raw, err := sql.Open("sqlite", "file:"+url.PathEscape(db)+"?_pragma=busy_timeout(5000)")
	if err != nil {
		t.Fatal(err)
	}
	defer raw.Close()
	var verdict string
	if err := raw.QueryRowContext(t.Context(), "PRAGMA integrity_check").Scan(&verdict); err != nil || verdict != "ok" {
		t.Fatalf("integrity_check: got %q, error %v, want ok", verdict, err)
	}
	var gifts int
	var least, most, first, last edition
	const query = `SELECT count(*), min(price % 100), max(price % 100), min(substr(name, -1)), max(substr(name, -1)) FROM gift`
	if err := raw.QueryRowContext(t.Context(), query).Scan(&gifts, &least, &most, &first, &last); err != nil {
		t.Fatal(err)
	}
	if least != most || least != first || least != last || gifts != least.gifts() {
		t.Fatalf("got %d gifts of editions %d to %d by price, %d to %d by name, want one whole edition", gifts, least, most, first, last)
	}
	return least
}

// marks are where an answer says of which edition it is: in the name of a gift, in its price, in the range of
// prices and in the number of gifts of the catalog.
var marks = regexp.MustCompile(`of edition (\d)|\d\.0([12])\b|count\\":(\d+)`)

// editionOf returns the edition that an answer is from.
func editionOf(answer string) (edition, error) {
	seen := map[string]bool{}
	for _, m := range marks.FindAllStringSubmatch(answer, -1) {
		mark := m[1] + m[2]
		for e := range edition(3) {
			if m[3] == fmt.Sprint(e.gifts()) {
				mark = fmt.Sprint(int(e))
			}
		}
		seen[mark] = true
	}
	for e := edition(1); e <= 2; e++ {
		if seen[fmt.Sprint(int(e))] && len(seen) == 1 {
			return e, nil
		}
	}
	return 0, fmt.Errorf("got marks %v, want those of one edition, in %.2000s", seen, answer)
}
