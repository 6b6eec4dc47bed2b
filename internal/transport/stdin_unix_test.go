//go:build unix

package transport_test

import (
	"errors"
	"io"
	"os"
	"runtime"
	"slices"
	"syscall"
	"testing"

	"giftserver/internal/transport"
)

// Messages come through whatever the input is, and afterwards whoever shares it finds it as it was: open, and with reads
// that wait unless it came without.
func TestStdio_input(t *testing.T) {
	tests := map[string]func() (in, host int, err error){
		"pipe": func() (int, int, error) {
			var p [2]int
			err := syscall.Pipe(p[:])
			return p[0], p[1], err
		},
		"socket": func() (int, int, error) {
			p, err := syscall.Socketpair(syscall.AF_UNIX, syscall.SOCK_STREAM, 0)
			return p[0], p[1], err
		},
		"socket that is polled": func() (int, int, error) {
			p, err := syscall.Socketpair(syscall.AF_UNIX, syscall.SOCK_STREAM, 0)
			return p[0], p[1], errors.Join(err, syscall.SetNonblock(p[0], true))
		},
		"file": func() (int, int, error) {
			name := t.TempDir() + "/messages"
			host, err := syscall.Open(name, syscall.O_CREAT|syscall.O_WRONLY, 0o600)
			if err != nil {
				return 0, 0, err
			}
			in, err := syscall.Open(name, syscall.O_RDONLY, 0)
			return in, host, err
		},
	}
	for name, open := range tests {
		t.Run(name, func(t *testing.T) {
			fd, hostFD, err := open()
			if err != nil {
				t.Fatal(err)
			}
			in, host := os.NewFile(uintptr(fd), "in"), os.NewFile(uintptr(hostFD), "host")
			defer in.Close()
			if _, err := io.WriteString(host, "a\nb\n"); err != nil {
				t.Fatal(err)
			}
			before := flagsOf(t, fd)
			out := &lastingHost{File: host}
			s := &transport.Stdio{Open: lines.open, MaxMessage: most, In: in, Out: out}
			if err := s.Serve(t.Context()); err != nil {
				t.Errorf("Serve: got %v, want nil", err)
			}
			slices.Sort(out.got)
			if want := []string{"a\n", "b\n"}; !slices.Equal(out.got, want) {
				t.Errorf("got %q, want %q", out.got, want)
			}
			collect()
			if after := flagsOf(t, fd); after&syscall.O_NONBLOCK != before&syscall.O_NONBLOCK {
				t.Errorf("got flags %#x, want %#x", after, before)
			}
		})
	}
}

// A lastingHost closes its end when it has two answers, so that the server waits for a message that never comes.
type lastingHost struct {
	*os.File
	got []string
}

func (h *lastingHost) Write(line []byte) (int, error) {
	h.got = append(h.got, string(line))
	if len(h.got) == 2 {
		return len(line), h.Close()
	}
	return len(line), nil
}

func flagsOf(t *testing.T, fd int) uintptr {
	t.Helper()
	flags, _, errno := syscall.Syscall(syscall.SYS_FCNTL, uintptr(fd), syscall.F_GETFL, 0)
	if errno != 0 {
		t.Errorf("reading the flags of the input: %v", errno)
	}
	return flags
}

// collect has the files that nobody holds any more closed.
func collect() {
	for range 2 { // Finalizers of one collection run in any order, but before those of the next.
		done := make(chan struct{})
		runtime.SetFinalizer(new([16]byte), func(*[16]byte) { close(done) })
		runtime.GC()
		<-done
	}
}
