package clients_test

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"sync"
	"syscall"
	"testing"
	"time"
)

const (
	patience = 10 * time.Second // for whatever has to happen
	stopTime = 5 * time.Second  // for a server to end, whoever is connected
)

// A server is a running giftserver, or how to run one.
type server struct {
	cmd    *exec.Cmd
	url    string // of the endpoint, without its path
	db     string
	log    serverLog
	exited chan error
}

// newServer returns a server that is yet to be started, on a catalog of its own.
func newServer(t *testing.T, command string, args ...string) *server {
	t.Helper()
	s := &server{db: filepath.Join(t.TempDir(), "catalog.db"), exited: make(chan error, 1)}
	s.log.serving = make(chan string, 1)
	s.cmd = exec.Command(setting(t, "GIFTSERVER"), append([]string{command, "--db", s.db}, args...)...)
	s.cmd.Stderr = &s.log
	t.Cleanup(func() {
		if t.Failed() {
			t.Logf("the server's log:\n%s", s.log.String())
		}
	})
	return s
}

// serve starts a server over HTTP.
func serve(t *testing.T, args ...string) *server {
	t.Helper()
	s := newServer(t, "serve", append([]string{"--addr", "127.0.0.1:0"}, args...)...)
	if err := s.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	go func() { s.exited <- s.cmd.Wait() }()
	t.Cleanup(func() { _ = s.cmd.Process.Kill() }) // It has ended unless the test failed.
	s.url = receive(t, s.log.serving, "the server's URL")
	return s
}

// stop asks a server over HTTP to end, as a service manager does.
func (s *server) stop(t *testing.T) {
	t.Helper()
	if err := s.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	select {
	case err := <-s.exited:
		if err != nil {
			t.Errorf("the server ends with %v, want exit code 0", err)
		}
	case <-time.After(stopTime):
		t.Errorf("the server still runs %v after SIGTERM", stopTime)
	}
}

// touch changes the catalog of a running server.
func (s *server) touch(t *testing.T) {
	t.Helper()
	if out, err := exec.Command(setting(t, "GIFTSERVER_TOUCH"), "--db", s.db).CombinedOutput(); err != nil {
		t.Fatalf("changing the catalog: %v\n%s", err, out)
	}
}

// setting returns the path of a binary from the environment.
func setting(t *testing.T, name string) string {
	t.Helper()
	path := os.Getenv(name)
	if path == "" {
		t.Fatalf("set %s to the path of the built binary", name)
	}
	if _, err := os.Stat(path); errors.Is(err, os.ErrNotExist) {
		t.Fatalf("%s: %v", name, err)
	}
	return path
}

// A serverLog keeps what a server logs, and hands over the URL in it.
type serverLog struct {
	mu      sync.Mutex
	text    bytes.Buffer
	serving chan string
}

var servingURL = regexp.MustCompile(`msg=serving url=(\S+)/mcp `)

func (l *serverLog) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if m := servingURL.FindSubmatch(p); m != nil {
		l.serving <- string(m[1])
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
