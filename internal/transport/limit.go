package transport

import (
	"context"
	"fmt"
	"net/http"
	"sync"
	"time"
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
	close   func()      // asks for its end
	expiry  *time.Timer // of the token that it was opened with, nil when that has none
}

// tooMany says that a stream can't be opened because so many are.
func tooMany(most int) error {
	return &streamError{fmt.Sprintf("%d streams are open already; close one and try again", most), http.StatusServiceUnavailable}
}

// enter counts in the stream of one more request. closing asks for its end when the server stops, or the
// token that came with the request expires.
func (l *streams) enter(r *http.Request, closing func()) (*openStream, error) {
	address := networkOf(addressOf(r))
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
	s := &openStream{address: address, close: closing}
	if expiry := identityOf(r.Context()).expiry; !expiry.IsZero() {
		s.expiry = time.AfterFunc(time.Until(expiry), closing)
	}
	l.open[s] = struct{}{}
	l.byAddr[address]++
	return s, nil
}

// leave counts a stream out.
func (l *streams) leave(s *openStream) {
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.open, s)
	if s.expiry != nil {
		s.expiry.Stop()
	}
	if l.byAddr[s.address]--; l.byAddr[s.address] == 0 {
		delete(l.byAddr, s.address)
	}
}

// untilExpiry returns a context that ends with the token of the request that has ctx. It is for readers who
// only lose the connection by it, and may come back with a newer token.
func untilExpiry(ctx context.Context) (context.Context, context.CancelFunc) {
	if expiry := identityOf(ctx).expiry; !expiry.IsZero() {
		return context.WithDeadline(ctx, expiry)
	}
	return ctx, func() {}
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
