package transport

import (
	"crypto/rand"
	"net"
	"net/http"
	"net/netip"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

// Limits of sessions.
const (
	sessionIdle         = 24 * time.Hour // as SessionIdle; long, since many clients don't begin anew
	mostSessions        = 10_000         // in all; beyond, the one that has been idle longest ends
	mostSessionsAddress = 1000           // of one address, likewise
	mostFinished        = 32             // streams of a session that are kept for resuming when complete
	mostFinishedSize    = 1 << 20        // of all their events together, in bytes
	keepFinished        = time.Minute    // for a client to come back for one
)

// A session is a conversation that goes on over several HTTP requests.
type session struct {
	Conversation
	id      string
	address string
	subject string // whose it is; "" without authentication
	notices stream // what belongs to no request

	// The fields below are guarded by the mutex of sessions.
	streams  map[string]*stream
	finished []*stream // those that are complete, oldest first
	named    int       // how many streams have been named
	busy     int       // requests and streams that are open now
	used     time.Time
	expiry   *time.Timer
}

// sessions holds the sessions that exist, by id.
type sessions struct {
	idle time.Duration

	mu   sync.Mutex
	byID map[string]*session
}

// tell sends the client what belongs to none of its requests.
func (s *session) tell(message []byte) {
	s.notices.tell(message)
}

// add makes a session of a conversation and gives it an id that nobody can guess.
func (t *sessions) add(s *session, r *http.Request, resumable bool) {
	s.id = rand.Text()
	s.address, s.subject = networkOf(addressOf(r)), Subject(r.Context())
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.byID == nil {
		t.byID = map[string]*session{}
	}
	t.evict(s.address)
	s.used = time.Now()
	if resumable {
		s.streams = map[string]*stream{}
		s.notices.name = "0"
		s.streams["0"] = &s.notices
	}
	s.expiry = time.AfterFunc(t.idle, func() { t.expire(s) })
	t.byID[s.id] = s
}

// evict makes room for one more session of an address. The caller holds mu.
func (t *sessions) evict(address string) {
	var oldest, oldestHere *session
	here := 0
	if len(t.byID) < mostSessionsAddress {
		return
	}
	shared := isLoopback(address) // A proxy on this machine speaks for everybody.
	for _, s := range t.byID {
		if oldest == nil || s.idlerThan(oldest) {
			oldest = s
		}
		if s.address != address {
			continue
		}
		here++
		if oldestHere == nil || s.idlerThan(oldestHere) {
			oldestHere = s
		}
	}
	switch {
	case here >= mostSessionsAddress && !shared:
		t.remove(oldestHere)
	case len(t.byID) >= mostSessions:
		t.remove(oldest)
	}
}

// idlerThan reports whether a session has been idle for longer than another.
func (s *session) idlerThan(other *session) bool {
	if (s.busy == 0) != (other.busy == 0) {
		return s.busy == 0
	}
	return s.used.Before(other.used)
}

// expire ends a session that has been idle for its time.
func (t *sessions) expire(s *session) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if s.busy == 0 {
		t.remove(s)
	}
}

// remove ends a session. The caller holds mu.
func (t *sessions) remove(s *session) {
	if t.byID[s.id] != s {
		return
	}
	delete(t.byID, s.id)
	s.expiry.Stop()
	s.Close()
	s.notices.end()
}

// end ends the session of an id, if there is one.
func (t *sessions) end(id string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if s := t.byID[id]; s != nil {
		t.remove(s)
	}
}

// endAll ends every session.
func (t *sessions) endAll() {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, s := range t.byID {
		t.remove(s)
	}
}

// enter returns the session that a request belongs to, nil when there is none. It does not expire
// until the request leaves it. lost reports whether the request names one that does not exist, which a
// session of somebody else does not either.
func (t *sessions) enter(r *http.Request) (s *session, lost bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	s = t.byID[r.Header.Get(headerSession)]
	if s == nil || s.subject != Subject(r.Context()) {
		return nil, len(r.Header.Values(headerSession)) > 0
	}
	if in, _ := s.Session(r.Header); !in {
		return nil, false
	}
	s.busy++
	s.expiry.Stop()
	return s, false
}

// leave ends a request's stay in its session.
func (t *sessions) leave(s *session) {
	t.mu.Lock()
	defer t.mu.Unlock()
	s.busy--
	s.used = time.Now()
	if s.busy == 0 && t.byID[s.id] == s {
		s.expiry.Reset(t.idle)
	}
}

// stream returns a stream for the answer to one request of the session.
func (t *sessions) stream(s *session) *stream {
	t.mu.Lock()
	defer t.mu.Unlock()
	if s.streams == nil {
		return &stream{}
	}
	s.named++
	name := strconv.Itoa(s.named)
	s.streams[name] = &stream{name: name}
	return s.streams[name]
}

// finish says that a stream is complete. It is kept for a while if a reader could come back for it.
func (t *sessions) finish(s *session, done *stream, keep bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if !keep {
		delete(s.streams, done.name)
		return
	}
	s.finished = append(s.finished, done)
	size := 0
	for _, st := range s.finished {
		size += st.bytes()
	}
	for len(s.finished) > mostFinished || size > mostFinishedSize && len(s.finished) > 1 {
		size -= s.finished[0].bytes()
		s.drop(s.finished[0])
	}
	time.AfterFunc(keepFinished, func() {
		t.mu.Lock()
		defer t.mu.Unlock()
		s.drop(done)
	})
}

// drop forgets a stream that is complete. The caller holds mu of sessions.
func (s *session) drop(done *stream) {
	delete(s.streams, done.name)
	s.finished = slices.DeleteFunc(s.finished, func(st *stream) bool { return st == done })
}

// resume returns the stream that an event id names and how many of its events the reader has had; nil
// when it is not kept any more. What is no id of ours stands for the session's notices that nobody has
// had.
func (t *sessions) resume(s *session, eventID string) (*stream, int) {
	name, number, _ := strings.Cut(eventID, "-")
	had, err := strconv.Atoi(number)
	t.mu.Lock()
	defer t.mu.Unlock()
	if err != nil || had < 0 || s.streams == nil {
		return &s.notices, unread
	}
	return s.streams[name], had
}

// addressOf is the address that a request comes from, without the port.
func addressOf(r *http.Request) string { return withoutPort(r.RemoteAddr) }

func withoutPort(address string) string {
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		return address
	}
	return host
}

// networkOf is for whom an address counts, for what one may have of something: for itself, but of IPv6 for the
// network of 64 bits, of which whoever has one address has all.
func networkOf(address string) string {
	ip, err := netip.ParseAddr(address)
	if err != nil || ip.Is4() || ip.Is4In6() || ip.IsLoopback() {
		return address
	}
	return netip.PrefixFrom(ip.WithZone(""), 64).Masked().String()
}
