package chaos_test

import (
	"io"
	"net"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// Connections that send a byte now and then are cut, and hold up nobody meanwhile. Streams, which are quiet for
// long as well, are spared.
func TestSlow(t *testing.T) {
	t.Parallel()
	s := serve(t)
	c := s.modernClient(t)
	stream, err := c.listen(t)
	if err != nil {
		t.Fatal(err)
	}
	defer stream.close()
	before := s.read(t)

	n := size(500, 100)
	var cut atomic.Int64
	var slow sync.WaitGroup
	for i := range n {
		conn, err := net.Dial("tcp", strings.TrimPrefix(s.url, "http://"))
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		begin := "POST /mcp HTTP/1.1\r\nHost: localhost\r\nX-Slow: "
		if i%2 == 1 {
			begin = "POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 10000\r\n\r\n"
		}
		slow.Go(func() {
			if dripsUntilCut(conn, begin) {
				cut.Add(1)
			}
		})
	}
	all := make(chan struct{})
	go func() { slow.Wait(); close(all) }()
	answers := 0
	for waiting := true; waiting; {
		if _, err := c.mixture(t.Context()); err != nil {
			t.Fatalf("beside %d slow connections: %v", n, err)
		}
		answers++
		select {
		case <-all:
			waiting = false
		case <-time.After(100 * time.Millisecond):
		}
	}
	t.Logf("%d of %d slow connections cut, %d rounds of answers meanwhile", cut.Load(), n, answers)
	if got := int(cut.Load()); got != n {
		t.Errorf("got %d connections cut, want all %d", got, n)
	}
	importInto(t, s.db, 2)
	if !stream.hears("resources/list_changed") {
		t.Errorf("the stream has ended: %v, want it spared", stream.events.Err())
	}
	s.settle(t, before)
}

// dripsUntilCut sends the beginning of a request and then a byte now and then, and reports whether the server
// hung up while it was patient.
func dripsUntilCut(conn net.Conn, begin string) bool {
	const pause = time.Second
	if _, err := io.WriteString(conn, begin); err != nil {
		return true
	}
	hungUp := make(chan struct{})
	go func() {
		defer close(hungUp)
		_, _ = io.Copy(io.Discard, conn) // It may say why.
	}()
	deadline := time.After(patience)
	for {
		select {
		case <-hungUp:
			return true
		case <-deadline:
			return false
		case <-time.After(pause):
			_, _ = io.WriteString(conn, "x") // The reader above notices when nobody is there.
		}
	}
}
