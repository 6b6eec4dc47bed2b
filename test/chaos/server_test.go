// Package chaos_test does to a running giftserver what happens to servers: processes are killed, disks fill,
// clients stall, leave or come all at once. It starts the binary that GIFTSERVER names and looks at it from
// outside, by its answers, log and metrics. With -short there is less of everything.
package chaos_test

import (
	"bufio"
	"bytes"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// patience is how long to wait for whatever has to happen. It is no promise of the server: that a machine is
// busy is no fault.
const patience = time.Minute

// size is how much of something there is, in the long form of a test or the short one.
func size[T any](long, short T) T {
	if testing.Short() {
		return short
	}
	return long
}

// A server is a running giftserver over HTTP on a catalog of its own.
type server struct {
	cmd     *exec.Cmd
	url     string // without a path
	metrics string // the URL of its metrics
	db      string
	log     serverLog
	exited  chan error
}

// binary is the giftserver to test. Without one there is no test.
func binary(t *testing.T) string {
	t.Helper()
	path := os.Getenv("GIFTSERVER")
	if path == "" {
		t.Skip("GIFTSERVER does not name the built binary, so there is nothing to trouble")
	}
	return path
}

// serve starts a server on a catalog that holds one edition.
func serve(t *testing.T) *server {
	t.Helper()
	db := filepath.Join(t.TempDir(), "catalog.db")
	importInto(t, db, 1)
	return serveAt(t, "127.0.0.1:0", db)
}

// serveAt starts a server on an address and a catalog.
func serveAt(t *testing.T, address, db string) *server {
	t.Helper()
	s := &server{db: db, exited: make(chan error, 1)}
	s.log.serving = make(chan [2]string, 1)
	s.cmd = exec.Command(binary(t), "serve", "--addr", address, "--metrics-addr", "127.0.0.1:0", "--db", db)
	s.cmd.Stderr = &s.log
	if err := s.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	go func() { s.exited <- s.cmd.Wait() }()
	t.Cleanup(func() {
		_ = s.cmd.Process.Kill() // Many tests have ended it.
		if t.Failed() {
			t.Logf("the server's log:\n%s", s.log.String())
		}
	})
	urls := receive(t, s.log.serving, "the server's URL")
	s.url, s.metrics = urls[0], urls[1]
	return s
}

// terminate asks the server to end, as a service manager does.
func (s *server) terminate(t *testing.T) {
	t.Helper()
	if err := s.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
}

// A reading is what a server holds at one moment.
type reading struct {
	goroutines, files int
	memory            int // resident, in MB; 0 on systems that do not tell
}

// read asks the metrics.
func (s *server) read(t *testing.T) reading {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, s.metrics, nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Close = true // The connection would count.
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	values := map[string]float64{}
	for lines := bufio.NewScanner(resp.Body); lines.Scan(); {
		if name, value, ok := strings.Cut(lines.Text(), " "); ok {
			values[name], _ = strconv.ParseFloat(value, 64) // Comments are none of the names below.
		}
	}
	return reading{
		goroutines: int(values["go_goroutines"]),
		files:      int(values["process_open_fds"]),
		memory:     int(values["process_resident_memory_bytes"] / 1e6),
	}
}

// settle waits until the server holds no more than before, the few aside that its pool of connections to the
// database and the looking itself may add.
func (s *server) settle(t *testing.T, before reading) {
	t.Helper()
	const few = 16
	now := s.read(t)
	for begun := time.Now(); now.goroutines > before.goroutines+few || now.files > before.files+few; now = s.read(t) {
		if time.Since(begun) > patience {
			t.Errorf("%v after everybody has left: got %+v, want as before %+v", patience, now, before)
			break
		}
		time.Sleep(100 * time.Millisecond)
	}
	t.Logf("before: %+v, after: %+v", before, now)
}

// A serverLog keeps what a server logs, and hands over the URLs in it.
type serverLog struct {
	mu      sync.Mutex
	text    bytes.Buffer
	serving chan [2]string // of the server and of its metrics
}

var servingURL = regexp.MustCompile(`msg=serving url=(\S+)/mcp .*metrics=(\S+)`)

func (l *serverLog) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if m := servingURL.FindSubmatch(p); m != nil {
		l.serving <- [2]string{string(m[1]), string(m[2])}
	}
	return l.text.Write(p)
}

func (l *serverLog) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

// receive returns what comes next from a channel.
func receive[T any](t *testing.T, from <-chan T, what string) T {
	t.Helper()
	select {
	case v := <-from:
		return v
	case <-time.After(patience):
		t.Fatalf("got no %s within %v", what, patience)
		panic("unreachable")
	}
}

// eventually waits until something is so.
func eventually(t *testing.T, what string, so func() bool) {
	t.Helper()
	for begun := time.Now(); !so(); time.Sleep(50 * time.Millisecond) {
		if time.Since(begun) > patience {
			t.Fatalf("not within %v: %s", patience, what)
		}
	}
}
