package main

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"net"
	"path/filepath"
	"strconv"
	"testing"

	"giftserver/internal/rpc"
	"giftserver/internal/transport"
)

// What is here asks a server in this process over the wire and allocates nothing itself, so that what is counted is the
// server's.

// prepared opens the server with the built-in ideas.
func prepared(tb testing.TB) *app {
	tb.Helper()
	c := &config{db: filepath.Join(tb.TempDir(), "gifts.db"), currency: "USD"}
	a, err := openApp(tb.Context(), &program{stderr: io.Discard}, c, &instruments{})
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { a.Close() })
	a.prepare()
	return a
}

// suggestions makes the params of tools/call from the arguments of suggest_gifts.
func suggestions(arguments []string) []string {
	list := make([]string, len(arguments))
	for i, a := range arguments {
		list[i] = `"name":"suggest_gifts","arguments":` + a
	}
	return list
}

// modernRequest writes a modern request with an id of its own.
func modernRequest(id int, method, params string) []byte {
	const meta = `"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}`
	if params != "" {
		params = "," + params
	}
	return fmt.Appendf(nil, `{"jsonrpc":"2.0","id":%d,"method":%q,"params":{%s%s}}`, id, method, meta, params)
}

// overHTTP sends a method over a connection, with the next params at each call.
func overHTTP(tb testing.TB, a *app, method, name string, params []string) func() {
	tb.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		tb.Fatal(err)
	}
	running(tb, func(ctx context.Context) error { return a.http(&config{}).Serve(ctx, listener) })
	conn, err := net.Dial("tcp", listener.Addr().String())
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { conn.Close() })
	list := make([][]byte, len(params))
	for i, p := range params {
		body := modernRequest(i, method, p)
		list[i] = fmt.Appendf(nil, "POST /mcp HTTP/1.1\r\nHost: %s\r\nContent-Type: application/json\r\nAccept: application/json, text/event-stream\r\n"+
			"MCP-Protocol-Version: 2026-07-28\r\nMcp-Method: %s\r\nMcp-Name: %s\r\nContent-Length: %d\r\n\r\n%s",
			listener.Addr(), method, name, len(body), body)
	}
	in, reply := bufio.NewReader(conn), make([]byte, 1<<20)
	return inTurn(list, func(message []byte) {
		if _, err := conn.Write(message); err != nil {
			tb.Fatal(err)
		}
		checkReply(tb, message, readHTTP(tb, in, reply))
	})
}

// readHTTP reads one answer into a buffer and returns its body.
func readHTTP(tb testing.TB, in *bufio.Reader, reply []byte) []byte {
	const lengthIs = "Content-Length: "
	length := 0
	for {
		line, err := in.ReadSlice('\n')
		if err != nil {
			tb.Fatal(err)
		}
		line = bytes.TrimRight(line, "\r\n")
		if len(line) == 0 {
			break
		}
		if bytes.HasPrefix(line, []byte(lengthIs)) {
			if length, err = strconv.Atoi(string(line[len(lengthIs):])); err != nil {
				tb.Fatal(err)
			}
		}
	}
	if _, err := io.ReadFull(in, reply[:length]); err != nil {
		tb.Fatal(err)
	}
	return reply[:length]
}

// overStdio sends a method over a pipe, with the next params at each call.
func overStdio(tb testing.TB, a *app, method string, params []string) func() {
	tb.Helper()
	theirs, toServer := io.Pipe()
	fromServer, ours := io.Pipe()
	s := &transport.Stdio{Open: a.opener(a.Open, &config{}), MaxMessage: rpc.MaxMessage, In: theirs, Out: ours}
	running(tb, s.Serve)
	list := make([][]byte, len(params))
	for i, p := range params {
		list[i] = append(modernRequest(i, method, p), '\n')
	}
	in := bufio.NewReaderSize(fromServer, 1<<20)
	return inTurn(list, func(message []byte) {
		if _, err := toServer.Write(message); err != nil {
			tb.Fatal(err)
		}
		reply, err := in.ReadSlice('\n')
		if err != nil {
			tb.Fatal(err)
		}
		checkReply(tb, message, reply)
	})
}

// running serves until the end of the test.
func running(tb testing.TB, serve func(context.Context) error) {
	ctx, stop := context.WithCancel(tb.Context())
	ended := make(chan error, 1)
	go func() { ended <- serve(ctx) }()
	tb.Cleanup(func() {
		stop()
		if err := <-ended; err != nil {
			tb.Errorf("serving: %v", err)
		}
	})
}

// checkReply fails the test unless there was an answer: a failure would be cheap.
func checkReply(tb testing.TB, message, reply []byte) {
	if !bytes.Contains(reply, []byte(`"resultType":"complete"`)) || bytes.Contains(reply, []byte(`"isError":true`)) {
		tb.Fatalf("got %.500s for %s", reply, message)
	}
}
