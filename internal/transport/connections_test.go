package transport_test

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"giftserver/internal/transport"
)

// Headers may be as large as a large token makes them, not larger.
func TestHTTP_headerSize(t *testing.T) {
	tests := []struct {
		size   int // bytes
		status int
	}{
		{20 << 10, http.StatusOK},
		{40 << 10, http.StatusRequestHeaderFieldsTooLarge},
	}
	for _, tt := range tests {
		bubble(t, fmt.Sprint(tt.size), func(t *testing.T) {
			client := connect(t, answering([]byte("{}"), http.StatusOK))
			go func() {
				_, _ = io.WriteString(client, postHead+"Content-Length: 2\r\nX: "+strings.Repeat("x", tt.size)+"\r\n\r\n{}")
			}()
			answer, err := http.ReadResponse(bufio.NewReader(client), nil)
			if err != nil {
				t.Fatal(err)
			}
			defer answer.Body.Close()
			expect(t, "the request", answer.StatusCode, tt.status)
		})
	}
}

// There may be 8,192 connections. One more waits until one of them ends.
func TestHTTP_mostConnections(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		listener, served := make(pipes), make(chan error, 1)
		go func() { served <- answering(nil, http.StatusOK).Serve(ctx, listener) }()
		clients := make([]net.Conn, 8192)
		for i := range clients {
			var server net.Conn
			clients[i], server = net.Pipe()
			listener <- server
		}
		client, server := net.Pipe()
		taken := make(chan struct{})
		go func() {
			listener <- server
			close(taken)
		}()
		isTaken := func() bool {
			synctest.Wait()
			select {
			case <-taken:
				return true
			default:
				return false
			}
		}
		if isTaken() {
			t.Error("a connection more was taken in")
		}
		clients[7].Close()
		if !isTaken() {
			t.Error("when one has ended, the next was not taken in")
		}
		for _, c := range append(clients, client) {
			c.Close()
		}
		cancel()
		if err := <-served; err != nil {
			t.Errorf("Serve: got %v, want nil", err)
		}
	})
}

// With IPv6, whoever has one address has all of its network, which may have no more streams than one.
func TestStreams_mostOfNetwork(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newClient(t, &transport.HTTP{OpenSSE: newStage(t).open})
		open := func(address string) *exchange { return c.from(address).send(http.MethodGet, "/sse", "") }
		for i := range 256 {
			if x := open(fmt.Sprintf("[2001:db8::%x]:1", i)); x.over() {
				t.Fatalf("stream %d: got status %d and %q, want it open", i, x.status, x.body())
			}
		}
		checkRefused(t, open("[2001:db8::ffff:1]:1"))
		if x := open("[2001:db8:0:1::1]:1"); x.over() {
			t.Errorf("stream of another network: got status %d and %q, want it open", x.status, x.body())
		}
	})
}

// A pipeFrom is a connection from an address.
type pipeFrom struct {
	net.Conn
	address string
}

func (p pipeFrom) RemoteAddr() net.Addr {
	return net.TCPAddrFromAddrPort(netip.MustParseAddrPort(p.address))
}

// One address may have 512 connections. One more is closed at once, so that nobody else waits for it, until one of
// them ends. With IPv6 an address has all of its network; this machine and trusted proxies speak for everybody.
func TestHTTP_mostConnectionsOfAddress(t *testing.T) {
	tests := []struct {
		address, next string
		closed        bool
	}{
		{"192.0.2.1:1", "192.0.2.1:2", true},
		{"192.0.2.1:1", "192.0.2.2:1", false},
		{"[::ffff:192.0.2.1]:1", "192.0.2.1:1", true},
		{"[2001:db8::1]:1", "[2001:db8::2]:1", true},
		{"[2001:db8::1]:1", "[2001:db8:0:1::1]:1", false},
		{"127.0.0.1:1", "127.0.0.1:1", false},
		{"[::1]:1", "[::1]:1", false},
		{"10.1.2.3:1", "10.1.2.3:1", false},
	}
	for _, tt := range tests {
		bubble(t, tt.address+" "+tt.next, func(t *testing.T) {
			var log bytes.Buffer
			h := answering(nil, http.StatusOK)
			h.TrustedProxies = []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8")}
			h.Log = slog.New(slog.NewTextHandler(&log, nil))
			ctx, cancel := context.WithCancel(t.Context())
			listener, served := make(pipes), make(chan error, 1)
			go func() { served <- h.Serve(ctx, listener) }()
			connect := func(address string) net.Conn {
				client, server := net.Pipe()
				listener <- pipeFrom{server, address}
				synctest.Wait()
				return client
			}
			isClosed := func(c net.Conn) bool {
				_ = c.SetReadDeadline(time.Now().Add(time.Second))
				_, err := c.Read(make([]byte, 1))
				return errors.Is(err, io.EOF)
			}
			all := make([]net.Conn, 512)
			for i := range all {
				all[i] = connect(tt.address)
			}
			if isClosed(all[0]) || isClosed(all[511]) {
				t.Error("one of the first 512 was closed")
			}
			all = append(all, connect(tt.next))
			if got := isClosed(all[512]); got != tt.closed {
				t.Errorf("one more of %s: closed %t, want %t", tt.next, got, tt.closed)
			}
			if got := h.Load().Crowded == 1 && strings.Contains(log.String(), "--trusted-proxies"); got != tt.closed {
				t.Errorf("refused and logged %t, want %t: %s", got, tt.closed, log.String())
			}
			all[7].Close()
			synctest.Wait()
			all = append(all, connect(tt.next))
			if isClosed(all[513]) {
				t.Error("when one has ended, the next was closed")
			}
			for _, c := range all {
				c.Close()
			}
			cancel()
			if err := <-served; err != nil {
				t.Errorf("Serve: got %v, want nil", err)
			}
		})
	}
}
