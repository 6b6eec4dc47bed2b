//go:build unix

package transport_test

import (
	"io"
	"os"
	"slices"
	"strings"
	"syscall"
	"testing"

	"giftserver/internal/transport"
)

// Messages come through whatever the input is, and afterwards whoever shares it finds it as it was: reads that wait.
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
			if err := host.Close(); err != nil {
				t.Fatal(err)
			}
			var out strings.Builder
			s := &transport.Stdio{Open: lines.open, MaxMessage: most, In: in, Out: &out}
			if err := s.Serve(t.Context()); err != nil {
				t.Errorf("Serve: got %v, want nil", err)
			}
			if got := strings.Fields(out.String()); !slices.Contains(got, "a") || !slices.Contains(got, "b") || len(got) != 2 {
				t.Errorf("got %q, want a and b", got)
			}
			flags, _, errno := syscall.Syscall(syscall.SYS_FCNTL, uintptr(fd), syscall.F_GETFL, 0)
			if errno != 0 || flags&syscall.O_NONBLOCK != 0 {
				t.Errorf("got flags %#x, %v, want reads that wait", flags, errno)
			}
		})
	}
}
