package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"net"
	"net/url"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"time"
)

// A server is a process that is measured.
type server struct {
	pid  int
	url  *url.URL        // nil over a pipe
	pipe *pipeConnection // nil over HTTP
	cmd  *exec.Cmd       // nil for one that was running already
}

// Limits of waiting for a server.
const (
	startLimit = 10 * time.Minute // for a catalog of a million gifts on a machine that is busy
	stopLimit  = 10 * time.Second
)

// startHTTP starts a server and waits until it takes connections. In the arguments, {addr} stands for a free
// address and {port} for its port.
func startHTTP(ctx context.Context, command []string, path string) (*server, error) {
	host, err := freeAddr()
	if err != nil {
		return nil, err
	}
	_, port, _ := strings.Cut(host, ":")
	replace := strings.NewReplacer("{addr}", host, "{port}", port)
	args := make([]string, len(command))
	for i, a := range command {
		args[i] = replace.Replace(a)
	}
	cmd := exec.CommandContext(ctx, args[0], args[1:]...)
	cmd.Stderr = os.Stderr
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	s := &server{pid: cmd.Process.Pid, url: &url.URL{Scheme: "http", Host: host, Path: path}, cmd: cmd}
	if err := s.await(ctx); err != nil {
		return nil, errors.Join(err, s.stop())
	}
	return s, nil
}

// startPipe starts a server that reads messages from its standard input.
func startPipe(ctx context.Context, command []string) (*server, error) {
	cmd := exec.CommandContext(ctx, command[0], command[1:]...)
	cmd.Stderr = os.Stderr
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	pipe := &pipeConnection{WriteCloser: in, in: bufio.NewReaderSize(out, 64<<10)}
	return &server{pid: cmd.Process.Pid, pipe: pipe, cmd: cmd}, nil
}

// await waits until the server takes connections.
func (s *server) await(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, startLimit)
	defer cancel()
	for ctx.Err() == nil {
		if c, err := net.Dial("tcp", s.url.Host); err == nil {
			return c.Close()
		}
		if alive(s.pid) != nil {
			return fmt.Errorf("%s has ended before it took connections", s.cmd)
		}
		time.Sleep(5 * time.Millisecond)
	}
	return fmt.Errorf("nothing answers at %s: %w", s.url, ctx.Err())
}

// stop ends the server and waits for its end. How it ends is not asked: a bare one knows no other way than
// the signal.
func (s *server) stop() error {
	if s.cmd == nil {
		return nil
	}
	if s.pipe != nil {
		_ = s.pipe.Close() // It may have ended by itself.
	} else if err := s.cmd.Process.Signal(syscall.SIGTERM); err != nil && !errors.Is(err, os.ErrProcessDone) {
		return err
	}
	late := time.AfterFunc(stopLimit, func() { _ = s.cmd.Process.Kill() })
	defer late.Stop()
	_ = s.cmd.Wait()
	return nil
}

// connect opens a connection for a call, and greets as the era wants it.
func (s *server) connect(e era, c call, headers []string) (connection, error) {
	var connected connection = s.pipe
	if s.pipe == nil {
		over, err := dial(s.url.Host, head(s.url.Host, s.url.Path, e, c, headers))
		if err != nil {
			return nil, err
		}
		connected = over
	}
	for _, message := range e.greeting {
		if _, err := connected.ask([]byte(message)); err != nil {
			return nil, fmt.Errorf("greeting: %w", errors.Join(err, connected.Close()))
		}
	}
	return connected, nil
}

func freeAddr() (string, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	return l.Addr().String(), l.Close()
}
