package catalog

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"time"

	"modernc.org/sqlite" // also the driver "sqlite", in pure Go
	sqlite3 "modernc.org/sqlite/lib"

	"giftserver/migrations"
)

// applicationID marks a database as a gift catalog ("gift" in ASCII), so that no other program's
// file is ever filled with our tables.
const applicationID = 0x67696674

// ErrNewer says that a database was written by a newer program than this.
var ErrNewer = errors.New("it was written by a newer giftserver than this one")

// ErrForeign says that a database belongs to some other program.
var ErrForeign = errors.New("it is another program's database")

// ErrMoved says that the file of a catalog has been removed or replaced while it was open.
var ErrMoved = errors.New("the catalog's file is not the one that was opened; put it back, or start again with the new one")

// sqliteStore keeps the catalog in one SQLite file. What is served is read through a handle that
// cannot write.
type sqliteStore struct {
	write *sql.DB // one connection, whose transactions take the write lock at once
	read  *sql.DB // query_only

	path string // "" in memory
	file os.FileInfo
}

// Open opens or creates the catalog in an SQLite file, brings its schema up to date and loads the
// built-in ideas if it has none or older ones. Any legal file path works.
func Open(ctx context.Context, path string) (Store, error) {
	if path == ":memory:" { // As SQLite itself would read it.
		return OpenMemory(ctx)
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return nil, fmt.Errorf("opening catalog %s: %w", path, err)
	}
	// SQLite reads the name as a URI, where ? and # would end the path.
	name := "file:" + url.PathEscape(path)
	s, err := open(ctx, name+"?"+pragmas(true), name+"?"+pragmas(false))
	if isBusy(err) {
		err = ErrBusy
	}
	if err != nil {
		return nil, fmt.Errorf("opening catalog %s: %w", path, err)
	}
	s.path = path
	if s.file, err = os.Stat(path); err != nil {
		return nil, errors.Join(fmt.Errorf("opening catalog: %w", err), s.Close())
	}
	return s, nil
}

// OpenMemory opens a catalog that lives in memory, with the built-in ideas in it.
func OpenMemory(ctx context.Context) (Store, error) {
	// Every connection to :memory: has a database of its own, so there can be only one.
	s, err := open(ctx, "file::memory:?_pragma=foreign_keys(1)", "")
	if err != nil {
		return nil, fmt.Errorf("opening catalog in memory: %w", err)
	}
	return s, nil
}

// pragmas is what every connection to a file is set to.
func pragmas(writer bool) string {
	q := url.Values{"_pragma": {"busy_timeout(5000)", "synchronous(NORMAL)", "foreign_keys(1)"}}
	if writer {
		q.Set("_txlock", "immediate")
		q.Add("_pragma", "ignore_check_constraints(1)") // See Gift.check.
	} else {
		q.Add("_pragma", "query_only(1)")
	}
	return q.Encode()
}

// open opens a store by its data source names. Without one for reading, the writer's only
// connection serves for both.
func open(ctx context.Context, write, read string) (*sqliteStore, error) {
	w, err := sql.Open("sqlite", write)
	if err != nil {
		return nil, err
	}
	w.SetMaxOpenConns(1)
	s := &sqliteStore{write: w, read: w}
	if err := migrate(ctx, w); err != nil {
		return nil, errors.Join(err, s.Close())
	}
	if err := useWAL(ctx, w); err != nil {
		return nil, errors.Join(err, s.Close())
	}
	if read != "" {
		if s.read, err = sql.Open("sqlite", read); err != nil {
			return nil, errors.Join(err, w.Close())
		}
		s.read.SetMaxOpenConns(max(4, runtime.NumCPU()))
	}
	if err := s.loadIdeas(ctx); err != nil {
		return nil, errors.Join(err, s.Close())
	}
	return s, nil
}

// migrate applies the migrations that the database has not seen, all in one transaction.
func migrate(ctx context.Context, db *sql.DB) error {
	all, err := migrations.All()
	if err != nil {
		return err
	}
	// Most databases are up to date, and to see that needs no lock, which an import may hold for long.
	if seen, err := schemaVersion(ctx, db); err != nil || seen == len(all) {
		return err
	}
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	seen, err := schemaVersion(ctx, tx)
	switch {
	case err != nil:
		return err
	case seen > len(all):
		return ErrNewer
	case seen == len(all):
		return nil
	}
	for _, m := range all[seen:] {
		if _, err := tx.ExecContext(ctx, m.SQL); err != nil {
			return fmt.Errorf("migration %s: %w", m.Name, err)
		}
	}
	// PRAGMA takes no parameters; both values are numbers of our own.
	mark := fmt.Sprintf("PRAGMA user_version = %d; PRAGMA application_id = %d", len(all), applicationID)
	if _, err := tx.ExecContext(ctx, mark); err != nil {
		return err
	}
	return tx.Commit()
}

// useWAL sets the mode in which readers and a writer get along. It is a mark in the file, so it is set
// only when the file has proved to be ours. SQLite does not wait for a lock here, which other
// processes that start at the same time may hold, so this does.
func useWAL(ctx context.Context, db *sql.DB) error {
	const patience, pause = 5 * time.Second, 20 * time.Millisecond
	for waited := time.Duration(0); ; waited += pause {
		_, err := db.ExecContext(ctx, "PRAGMA journal_mode = WAL")
		if !isBusy(err) || waited >= patience {
			return err
		}
		time.Sleep(pause)
	}
}

// isBusy reports whether SQLite waited for a lock in vain.
func isBusy(err error) bool {
	e, ok := errors.AsType[*sqlite.Error](err)
	return ok && e.Code()&0xff == sqlite3.SQLITE_BUSY
}

// schemaVersion returns how many migrations a database has seen, none for an empty one.
func schemaVersion(ctx context.Context, q queryer) (int, error) {
	var version, application, tables int
	const query = `
		SELECT
		  (SELECT user_version FROM pragma_user_version),
		  (SELECT application_id FROM pragma_application_id),
		  (SELECT count(*) FROM sqlite_schema)`
	if err := q.QueryRowContext(ctx, query).Scan(&version, &application, &tables); err != nil {
		return 0, err
	}
	if tables > 0 && application != applicationID {
		return 0, ErrForeign
	}
	return version, nil
}

// Close closes both handles.
func (s *sqliteStore) Close() error {
	err := s.write.Close()
	if s.read != s.write {
		err = errors.Join(err, s.read.Close())
	}
	return err
}
