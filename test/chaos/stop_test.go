package chaos_test

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"
)

// ended waits for the end of the server and returns how it went.
func (s *server) ended(t *testing.T) error {
	t.Helper()
	return receive(t, s.exited, "end of the server")
}

// Told to stop, a server ends every stream as its era wants it and exits in order.
func TestStop_openStreams(t *testing.T) {
	t.Parallel()
	s := serve(t)
	streams := s.streams(t, size(1000, 100))
	ends := make(chan error, len(streams))
	for i, stream := range streams {
		go func() {
			// A stream of the modern era is the answer to a request and has a result, one of a session just ends.
			if i%2 == 0 && !stream.hears(`"result":`) {
				ends <- errors.New("the stream ended without its result")
				return
			}
			_, err := io.Copy(io.Discard, stream.body)
			ends <- errors.Join(err, stream.events.Err())
		}()
	}
	begun := time.Now()
	s.terminate(t)
	if err := s.ended(t); err != nil {
		t.Errorf("got %v, want exit code 0", err)
	}
	t.Logf("the end with %d streams took %v", len(streams), time.Since(begun))
	for range streams {
		if err := receive(t, ends, "end of a stream"); err != nil {
			t.Errorf("a stream: %v", err)
		}
	}
}

// Whoever asks a second time does not want to wait for the answers under way, however soon it is. Two signals of a kind
// at the same moment are one to the system, so these differ.
func TestStop_twice(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" {
		t.Skip("Windows has no SIGTERM")
	}
	s := serve(t)
	conn, err := net.Dial("tcp", strings.TrimPrefix(s.url, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	const half = "POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 10\r\n\r\n{"
	if _, err := io.WriteString(conn, half); err != nil {
		t.Fatal(err)
	}
	if err := s.accepted(t); err != nil {
		t.Fatal(err)
	}
	s.terminate(t)
	if err := s.cmd.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	err = s.ended(t)
	if exit, ok := errors.AsType[*exec.ExitError](err); !ok || !exit.Sys().(syscall.WaitStatus).Signaled() {
		t.Errorf("got %v, want the second signal to end it", err)
	}
}

// accepted makes a connection after all that were made before, and reports whether the server answers it.
func (s *server) accepted(t *testing.T) error {
	t.Helper()
	c := newHTTPClient(t)
	c.Transport.(*http.Transport).DisableKeepAlives = true
	resp, err := c.Get(s.url + "/healthz")
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

// After a restart the sessions are gone. Their clients learn it by 404, upon which they have to begin again
// (MCP 2025-11-25, "Session Management"), and can.
func TestStop_restart(t *testing.T) {
	t.Parallel()
	s := serve(t)
	clients := make([]*client, size(200, 20))
	for i := range clients {
		clients[i] = s.legacyClient(t)
	}
	s.terminate(t)
	if err := s.ended(t); err != nil {
		t.Fatalf("got %v, want exit code 0", err)
	}
	serveAt(t, strings.TrimPrefix(s.url, "http://"), s.db)
	for i, c := range clients {
		resp, err := c.send(t.Context(), "tools/list", map[string]any{})
		if err != nil {
			t.Fatal(err)
		}
		resp.Body.Close()
		if resp.StatusCode != http.StatusNotFound {
			t.Errorf("client %d: got %s, want 404", i, resp.Status)
		}
		if err := c.initialize(t.Context()); err != nil {
			t.Fatalf("client %d: beginning again: %v", i, err)
		}
		if _, err := c.mixture(t.Context()); err != nil {
			t.Errorf("client %d: after it has begun again: %v", i, err)
		}
	}
}

// ping is a request that every server answers.
const ping = `{"jsonrpc":"2.0","id":1,"method":"ping"}` + "\n"

// piped starts a program with pipes as its standard input and output, after which it has answered a ping.
func piped(t *testing.T, name string, args ...string) (cmd *exec.Cmd, in io.WriteCloser, out io.ReadCloser) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 2*patience)
	t.Cleanup(cancel)
	cmd = exec.CommandContext(ctx, name, args...)
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	if out, err = cmd.StdoutPipe(); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	answered := make(chan error, 1)
	go func() {
		_, err := io.WriteString(in, ping)
		if err == nil {
			_, err = io.ReadFull(out, make([]byte, len(`{"jsonrpc":"2.0","id":1,"result":{}}`+"\n")))
		}
		answered <- err
	}()
	if err := receive(t, answered, "answer to the ping"); err != nil {
		t.Fatal(err)
	}
	return cmd, in, out
}

// A host closes the input when it is done.
func TestStdio_inputCloses(t *testing.T) {
	t.Parallel()
	cmd, in, _ := piped(t, binary(t), "stdio", "--db", filepath.Join(t.TempDir(), "catalog.db"))
	if err := in.Close(); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Wait(); err != nil {
		t.Errorf("got %v, want exit code 0", err)
	}
}

// Nobody is left to read what is written, so the server must not stay.
func TestStdio_outputCloses(t *testing.T) {
	t.Parallel()
	cmd, in, out := piped(t, binary(t), "stdio", "--db", filepath.Join(t.TempDir(), "catalog.db"))
	if err := out.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := io.WriteString(in, ping); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Wait(); err == nil {
		t.Error("got exit code 0, want it to tell that the output is broken")
	}
}

// A host that is killed takes its server along.
func TestStdio_parentKilled(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" {
		t.Skip("it takes a shell and pipes with names")
	}
	// The shell passes the ping on and holds the only other end of the server's input, until it is killed.
	const host = `mkfifo "$2/in" && { "$0" stdio --db "$1" <"$2/in" & exec 3>"$2/in" >&-; read -r line; echo "$line" >&3; read -r line; }`
	folder := t.TempDir()
	cmd, _, out := piped(t, "sh", "-c", host, binary(t), filepath.Join(folder, "catalog.db"), folder)
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	closed := make(chan error, 1)
	go func() {
		_, err := io.Copy(io.Discard, out) // The server has the last hold of it.
		closed <- err
	}()
	if err := receive(t, closed, "end of the server"); err != nil {
		t.Error(err)
	}
	_ = cmd.Wait() // It was killed.
}
