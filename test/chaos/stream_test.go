package chaos_test

import (
	"bufio"
	"cmp"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"
)

// A stream is an open stream of events.
type stream struct {
	body   io.ReadCloser
	events *bufio.Scanner
	drop   context.CancelFunc
}

// listen opens a stream of changes of the modern era, of the list of resources and of the resources named. It
// returns when the server has acknowledged it.
func (c *client) listen(t *testing.T, uris ...string) (*stream, error) {
	t.Helper()
	filter := map[string]any{"resourcesListChanged": true, "resourceSubscriptions": uris}
	return open(t, "acknowledged", func(ctx context.Context) (*http.Response, error) {
		return c.send(ctx, "subscriptions/listen", map[string]any{"notifications": filter})
	})
}

// get opens the stream of a session. It returns when the server has said where in it the client is.
func (c *client) get(t *testing.T) (*stream, error) {
	t.Helper()
	return open(t, "id:", func(ctx context.Context) (*http.Response, error) {
		r, err := http.NewRequestWithContext(ctx, http.MethodGet, c.endpoint, nil)
		if err != nil {
			return nil, err
		}
		r.Header = http.Header{"Accept": {"text/event-stream"}, "Mcp-Session-Id": {c.session}, "Mcp-Protocol-Version": {c.revision}}
		return c.Do(r)
	})
}

// open opens a stream and waits for its first line with a mark.
func open(t *testing.T, first string, send func(context.Context) (*http.Response, error)) (*stream, error) {
	t.Helper()
	ctx, drop := context.WithCancel(t.Context())
	resp, err := send(ctx) //nolint:bodyclose // The stream closes it.
	if err != nil {
		drop()
		return nil, err
	}
	s := &stream{resp.Body, bufio.NewScanner(resp.Body), drop}
	s.events.Buffer(nil, 1<<20) // An acknowledgement names all resources.
	if !s.hears(first) {
		s.close()
		return nil, fmt.Errorf("got status %s, want a stream that begins with %q: %w", resp.Status, first, cmp.Or(s.events.Err(), io.EOF))
	}
	return s, nil
}

// hears reads to the next line with a mark, and reports false when the stream ends before.
func (s *stream) hears(mark string) bool {
	for s.events.Scan() {
		if strings.Contains(s.events.Text(), mark) {
			return true
		}
	}
	return false
}

// close drops the stream.
func (s *stream) close() {
	s.drop()
	s.body.Close()
}

// streams opens so many streams, of both eras in turn, and returns them when all of them are open.
func (s *server) streams(t *testing.T, n int) []*stream {
	t.Helper()
	const atOnce = 32
	streams, slots := make([]*stream, n), make(chan struct{}, atOnce)
	var opening sync.WaitGroup
	for i := range streams {
		c := &client{Client: newHTTPClient(t), endpoint: s.url + "/mcp", revision: modern}
		opening.Go(func() {
			slots <- struct{}{}
			defer func() { <-slots }()
			var err error
			if i%2 == 0 {
				streams[i], err = c.listen(t)
			} else {
				c.revision = legacy
				if err = c.initialize(t.Context()); err == nil {
					streams[i], err = c.get(t)
				}
			}
			if err != nil {
				t.Errorf("stream %d: %v", i, err)
			}
		})
	}
	opening.Wait()
	if t.Failed() {
		t.FailNow()
	}
	return streams
}

// Streams that are dropped leave nothing behind.
func TestStreams_dropped(t *testing.T) {
	t.Parallel()
	s := serve(t)
	before := s.read(t)
	streams := s.streams(t, size(2000, 300))
	full := s.read(t)
	if more := full.files - before.files; full.files > 0 && more < len(streams) {
		t.Errorf("got %d more files open, want one for each of %d streams", more, len(streams))
	}
	if grown := full.memory - before.memory; grown > 0 {
		t.Logf("%d streams take %d MB: %d per 100 MB", len(streams), grown, 100*len(streams)/grown)
	}
	for _, stream := range streams {
		stream.close()
	}
	s.settle(t, before)
}

// A reader that stalls holds up nobody and costs no more memory than its stream may hold.
func TestStreams_stalled(t *testing.T) {
	t.Parallel()
	s := serve(t)
	const readers, mostSubscribed, mostMemory = 5, 1000, 100
	uris := make([]string, mostSubscribed) // Each of them is an event at each change.
	for i := range uris {
		uris[i] = fmt.Sprintf("mcp://gift-server/gifts/shop:%d", i)
	}
	slow := s.modernClient(t)
	slow.Transport.(*http.Transport).DialContext = dialNarrow
	stalled, err := slow.listen(t, uris...)
	if err != nil {
		t.Fatal(err)
	}
	defer stalled.close()
	var others []*stream
	for range readers {
		stream, err := s.modernClient(t).listen(t)
		if err != nil {
			t.Fatal(err)
		}
		defer stream.close()
		others = append(others, stream)
	}
	before := s.read(t)
	changes := size(60, 12)
	next := edition(2)
	for change := range changes {
		importInto(t, s.db, next)
		next = next.other()
		for i, stream := range others {
			heard := make(chan bool, 1)
			go func() { heard <- stream.hears("resources/list_changed") }()
			if !receive(t, heard, fmt.Sprintf("change %d at reader %d", change, i)) {
				t.Fatalf("reader %d: its stream ended at change %d", i, change)
			}
		}
	}
	after := s.read(t)
	t.Logf("memory: %d MB before %d changes, %d after", before.memory, changes, after.memory)
	if grown := after.memory - before.memory; grown > mostMemory {
		t.Errorf("memory grew by %d MB, want %d at most", grown, mostMemory)
	}
}

// dialNarrow connects with so small a buffer that a reader that stalls is noticed.
func dialNarrow(ctx context.Context, network, address string) (net.Conn, error) {
	conn, err := (&net.Dialer{}).DialContext(ctx, network, address)
	if tcp, ok := conn.(*net.TCPConn); ok {
		err = tcp.SetReadBuffer(4 << 10)
	}
	return conn, err
}
