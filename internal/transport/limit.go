package transport

import (
	"fmt"
	"net/http"
	"sync"
)

// Limits of streams that are open at the same time.
const (
	mostStreams        = 4096 // in all
	mostStreamsAddress = 256  // of one address
)

// streams counts the streams that are open, and holds the conversations they belong to so that they can
// be ended.
type streams struct {
	mu       sync.Mutex
	open     map[*openStream]struct{}
	byAddr   map[string]int
	stopping bool
}

// An openStream is one stream of events on its way to a client.
type openStream struct {
	address string
	close   func() // asks for its end
}

// tooMany says that a stream can't be opened because so many are.
func tooMany(most int) error {
	return &streamError{fmt.Sprintf("%d streams are open already; close one and try again", most), http.StatusServiceUnavailable}
}

// enter counts one more stream in. closing asks for its end when the server stops.
func (l *streams) enter(address string, closing func()) (*openStream, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	switch {
	case l.stopping:
		return nil, &streamError{"the server is stopping", http.StatusServiceUnavailable}
	case len(l.open) >= mostStreams:
		return nil, tooMany(mostStreams)
	case l.byAddr[address] >= mostStreamsAddress && !isLoopback(address): // A proxy here speaks for everybody.
		return nil, tooMany(mostStreamsAddress)
	}
	if l.open == nil {
		l.open, l.byAddr = map[*openStream]struct{}{}, map[string]int{}
	}
	s := &openStream{address, closing}
	l.open[s] = struct{}{}
	l.byAddr[address]++
	return s, nil
}

// leave counts a stream out.
func (l *streams) leave(s *openStream) {
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.open, s)
	if l.byAddr[s.address]--; l.byAddr[s.address] == 0 {
		delete(l.byAddr, s.address)
	}
}

// stop asks for the end of all streams and lets no more in.
func (l *streams) stop() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.stopping = true
	for s := range l.open {
		s.close()
	}
}
