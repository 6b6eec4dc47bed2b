package transport

import (
	"bytes"
	"context"
	"errors"
	"net/http"
	"slices"
	"strconv"
	"sync"
	"time"
)

// Limits of a stream of events.
const (
	keepAlive     = 20 * time.Second       // between two signs of life on a stream with nothing to say
	writeTimeout  = 30 * time.Second       // for a reader to take one event
	retryAfter    = 500 * time.Millisecond // for a client to come back to a stream that was interrupted
	mostEvents    = 1000                   // kept for a reader that is slow or gone
	mostEventSize = 8 << 20                // of all of them together, in bytes
)

// errLagging says that a reader has missed events because it did not take them in time.
var errLagging = errors.New("the reader is too slow")

// A stream is a row of messages on their way to one reader after another. Writing never waits for
// reading but where a sender asks for it: whoever reads too slowly loses the stream, and nobody else
// notices. The zero stream is ready for use.
type stream struct {
	// name begins the ids of the events; "" for a stream that can't be resumed, whose events have no
	// ids and are forgotten when they are sent.
	name string

	mu             sync.Mutex
	events         [][]byte
	first          int           // how many events stood before events[0]
	size           int           // of events, in bytes
	sent           int           // how many events a reader has had at most
	ended          bool          // nothing will be added
	interrupted    bool          // the reader is to go and come back later
	wasInterrupted bool          // one was told to
	changed        chan struct{} // closed at the next change; nil when nobody waits for it
	readers        []*int        // for each who reads now, how many events it has had; the last one gets the next
	met            bool          // there has been a reader
}

// resumable reports whether a reader can come back.
func (s *stream) resumable() bool { return s.name != "" }

// put puts a message on the stream, or says that it has ended. It lets a reader who is there, or about to
// come, catch up first. An empty message interrupts a stream that can be resumed: its reader is sent away
// and comes back for what follows.
func (s *stream) put(message []byte) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	for !s.fits(message) && !s.ended && (!s.met || len(s.readers) > 0) {
		changed := s.change()
		s.mu.Unlock()
		<-changed
		s.mu.Lock()
	}
	return s.append(message)
}

// offer puts a message on the stream that is not worth the loss of another.
func (s *stream) offer(message []byte) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.fits(message) {
		_ = s.append(message) // A stream that has ended needs no news.
	}
}

// tell puts a message on the stream that says nothing more when it is said twice. When there is no room,
// the oldest one goes.
func (s *stream) tell(message []byte) {
	s.mu.Lock()
	defer s.mu.Unlock()
	unread := s.events[max(0, s.sent-s.first):]
	if !slices.ContainsFunc(unread, func(event []byte) bool { return bytes.Equal(event, message) }) {
		_ = s.append(message) // A stream that has ended needs no news.
	}
}

// The caller of append, fits, drop, wake, change and some holds mu.

func (s *stream) append(message []byte) error {
	switch {
	case s.ended:
		return &streamError{"the stream has ended", http.StatusServiceUnavailable}
	case len(message) == 0:
		s.interrupted = s.resumable()
		s.wasInterrupted = s.wasInterrupted || s.interrupted
	default:
		s.events = append(s.events, message)
		s.size += len(message)
		for len(s.events) > mostEvents || s.size > mostEventSize && len(s.events) > 1 {
			s.drop()
		}
	}
	s.wake()
	return nil
}

// fits reports whether there is room for a message beside those that no reader has had.
func (s *stream) fits(message []byte) bool {
	unread := s.events[max(0, s.sent-s.first):]
	size := len(message)
	for _, event := range unread {
		size += len(event)
	}
	return len(unread) == 0 || len(unread) < mostEvents && size <= mostEventSize
}

// turnAway says that the reader who was about to come can't.
func (s *stream) turnAway() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.met = true
	s.wake()
}

// A streamError says why something can't be sent on a stream.
type streamError struct {
	text   string
	status int
}

// Error returns the reason.
func (e *streamError) Error() string { return e.text }

// Status returns the HTTP status that goes with the reason.
func (e *streamError) Status() int { return e.status }

// end says that the stream is complete.
func (s *stream) end() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.ended = true
	s.wake()
}

func (s *stream) drop() {
	s.size -= len(s.events[0])
	s.events[0] = nil
	s.events = s.events[1:]
	s.first++
}

func (s *stream) wake() {
	if s.changed != nil {
		close(s.changed)
		s.changed = nil
	}
}

// change returns what is closed at the next change.
func (s *stream) change() <-chan struct{} {
	if s.changed == nil {
		s.changed = make(chan struct{})
	}
	return s.changed
}

// some reports whether there is, or was, something for a reader.
func (s *stream) some() bool { return s.wasInterrupted || s.first+len(s.events) > 0 }

// any is some for a caller that does not hold mu.
func (s *stream) any() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.some()
}

// over reports whether a reader that has had so many events has had all there will ever be.
func (s *stream) over(had int) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.ended && had >= s.first+len(s.events)
}

// bytes is the size of what the stream keeps.
func (s *stream) bytes() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.size
}

// begun waits until there is something to read and reports true, or false when there never will be.
func (s *stream) begun() bool {
	for {
		s.mu.Lock()
		some, ended, changed := s.some(), s.ended, s.change()
		s.mu.Unlock()
		if some || ended {
			return some
		}
		<-changed
	}
}

// next returns what a reader has to do: send an event, after which it has had so many, or wait for a
// change when event is nil and done is false.
func (s *stream) next(at *int) (event []byte, had int, changed <-chan struct{}, done bool, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case s.readers[len(s.readers)-1] != at:
		return nil, 0, s.change(), s.ended, nil
	case *at < s.first:
		return nil, 0, nil, true, errLagging
	case *at < s.first+len(s.events):
		event = s.events[*at-s.first]
		*at++
		if *at > s.sent {
			s.sent = *at
			s.wake() // There is room for another one.
		}
		if !s.resumable() {
			s.drop()
		}
		return event, *at, nil, false, nil
	case s.interrupted:
		s.interrupted = false
		return nil, 0, nil, true, nil
	}
	return nil, 0, s.change(), s.ended, nil
}

// unread stands for the number of events that readers have had so far, whoever they were.
const unread = -1

// join enters a reader that has had so many events. It returns where the stream keeps that number, which
// is the stream's to read and write, and the number.
func (s *stream) join(had int) (reader *int, at int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if had == unread {
		had = s.sent
	}
	at = min(max(had, s.first), s.first+len(s.events))
	reader = new(at)
	s.readers = append(s.readers, reader)
	s.met = true
	return reader, at
}

func (s *stream) part(at *int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	i := slices.Index(s.readers, at)
	s.readers = slices.Delete(s.readers, i, i+1)
	if n := len(s.readers); i == n && n > 0 {
		*s.readers[n-1] = s.sent // The reader before it takes over.
	}
	s.wake()
}

// follow sends a reader that has had so many events the rest, until the stream or ctx ends. The header
// must not have been written; prelude follows it.
func (s *stream) follow(ctx context.Context, w http.ResponseWriter, had int, prelude string) error {
	reader, had := s.join(had)
	defer s.part(reader)
	out := newEventWriter(w)
	defer out.end()
	if err := out.begin(s.name, had, prelude); err != nil {
		return err
	}
	alive := time.NewTimer(keepAlive)
	defer alive.Stop()
	for {
		event, had, changed, done, err := s.next(reader)
		switch {
		case event != nil:
			err = out.event(s.name, had, event)
			alive.Reset(keepAlive)
		case done:
			return err
		default:
			select {
			case <-ctx.Done():
				return ctx.Err()
			case <-changed:
			case <-alive.C:
				err = out.comment()
				alive.Reset(keepAlive)
			}
		}
		if err != nil {
			return err
		}
	}
}

// An eventWriter writes the events of one response (HTML Standard, "Server-sent events").
type eventWriter struct {
	w       http.ResponseWriter
	control *http.ResponseController
	buf     []byte
}

func newEventWriter(w http.ResponseWriter) *eventWriter {
	return &eventWriter{w: w, control: http.NewResponseController(w)}
}

// begin sends the header. On a stream that can be resumed, an event without data follows, which only
// tells the reader where it is and when to come back.
func (e *eventWriter) begin(name string, had int, prelude string) error {
	header := e.w.Header()
	header.Set("Content-Type", "text/event-stream")
	header.Set("Cache-Control", "no-cache, no-transform")
	header.Set("X-Accel-Buffering", "no")
	header.Set("X-Content-Type-Options", "nosniff")
	e.w.WriteHeader(http.StatusOK)
	e.buf = append(e.buf[:0], prelude...)
	if name != "" {
		e.buf = appendID(e.buf, name, had)
		e.buf = append(e.buf, "retry: "...)
		e.buf = strconv.AppendInt(e.buf, retryAfter.Milliseconds(), 10)
		e.buf = append(e.buf, "\ndata: \n\n"...)
	}
	return e.flush()
}

// event sends a message. JSON holds no line breaks, so it is one line. had is how many events the
// reader has had with this one.
func (e *eventWriter) event(name string, had int, message []byte) error {
	e.buf = e.buf[:0]
	if name != "" {
		e.buf = appendID(e.buf, name, had)
	}
	e.buf = appendEvent(e.buf, "message", message)
	return e.flush()
}

// comment sends a sign of life.
func (e *eventWriter) comment() error {
	e.buf = append(e.buf[:0], ":\n\n"...)
	return e.flush()
}

// flush sends the buffer, within the time that a reader has for one event.
func (e *eventWriter) flush() error {
	_ = e.control.SetWriteDeadline(time.Now().Add(writeTimeout)) // Not every ResponseWriter has deadlines.
	if _, err := e.w.Write(e.buf); err != nil {
		return err
	}
	return e.control.Flush()
}

// end lifts the limit, which is not for the next response on the connection.
func (e *eventWriter) end() { _ = e.control.SetWriteDeadline(time.Time{}) }

func appendEvent(b []byte, kind string, data []byte) []byte {
	b = append(b, "event: "...)
	b = append(b, kind...)
	b = append(b, "\ndata: "...)
	b = append(b, data...)
	return append(b, "\n\n"...)
}

// appendID writes the id of an event: which stream it is of, and how many events of it the reader has
// had.
func appendID(b []byte, name string, had int) []byte {
	b = append(b, "id: "...)
	b = append(b, name...)
	b = append(b, '-')
	b = strconv.AppendInt(b, int64(had), 10)
	return append(b, '\n')
}
