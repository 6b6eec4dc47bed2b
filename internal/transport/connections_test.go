package transport_test

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"

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
