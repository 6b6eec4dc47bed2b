package transport

import (
	"bytes"
	"cmp"
	"fmt"
	"math"
	"net/http"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/hashicorp/golang-lru/v2/simplelru"
	"golang.org/x/time/rate"
)

// Limits of what is kept about rates.
const (
	mostRates = 10_000      // peers; beyond, the one that has sent nothing for longest begins anew
	tellAgain = time.Minute // between two lines of the log
)

// rates hold how much each peer may send now. The zero rates let through everything.
type rates struct {
	perSecond rate.Limit
	refused   atomic.Int64
	told      rate.Sometimes

	mu     sync.Mutex
	byPeer *simplelru.LRU[string, *rate.Limiter]
}

// set has each peer send so many messages a second from now on, zero for no limit.
func (t *rates) set(perSecond float64) {
	t.perSecond = rate.Limit(perSecond)
	t.told.Interval = tellAgain
	t.byPeer, _ = simplelru.NewLRU[string, *rate.Limiter](mostRates, nil) // It fails only for a size of none.
}

// take counts a message of a peer. wait is how long it came too early, zero when it did not: then it has
// taken nothing.
func (t *rates) take(peer string) (wait time.Duration) {
	t.mu.Lock()
	defer t.mu.Unlock()
	now := time.Now()
	r := t.of(peer).ReserveN(now, 1)
	if wait = r.DelayFrom(now); wait > 0 {
		r.CancelAt(now)
	}
	return wait
}

// wait is how long a message that came now would come too early.
func (t *rates) wait(peer string) time.Duration {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.perSecond == 0 || peer == "" || !t.byPeer.Contains(peer) {
		return 0
	}
	lacking := 1 - t.of(peer).TokensAt(time.Now())
	return max(0, time.Duration(lacking/float64(t.perSecond)*float64(time.Second)))
}

// charge counts messages that were let through. What they take too much has to be waited for afterwards.
func (t *rates) charge(peer string, messages int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.perSecond == 0 || peer == "" {
		return
	}
	limiter, now := t.of(peer), time.Now()
	for messages > 0 {
		some := min(messages, limiter.Burst()) // A limiter takes no more at a time, but any number of times.
		limiter.ReserveN(now, some)
		messages -= some
	}
}

// of returns the limiter of a peer. The caller holds mu.
func (t *rates) of(peer string) *rate.Limiter {
	limiter, ok := t.byPeer.Get(peer)
	if !ok {
		limiter = rate.NewLimiter(t.perSecond, int(math.Ceil(2*float64(t.perSecond))))
		t.byPeer.Add(peer, limiter)
	}
	return limiter
}

// peerOf is for whom a request counts: for whomever its token speaks, whatever addresses that has, and without
// tokens for its address. It is "" for whoever has no limit.
func peerOf(r *http.Request) string { return cmp.Or(Subject(r.Context()), stranger(r)) }

// stranger is for whom a request counts while its token is not known to be good.
func stranger(r *http.Request) string {
	network := networkOf(addressOf(r))
	if isLoopback(network) { // A proxy here speaks for everybody.
		return ""
	}
	return network
}

// limitRate lets through only as many requests of a peer as it may send. It comes after authenticate.
func (h *HTTP) limitRate(next http.Handler) http.Handler {
	if h.Rate <= 0 {
		return next
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if peer := peerOf(r); peer != "" {
			if wait := h.rates.take(peer); wait > 0 {
				h.slowDown(w, r, wait)
				return
			}
		}
		next.ServeHTTP(w, r)
	})
}

// mostCounted is how many messages of an array count. One with more is refused by whoever takes arrays.
const mostCounted = 100

// chargeArray counts the messages that a request brought in an array, but for the first, which limitRate has
// counted. How many there are is known only when it has been read, so it is let through like one message, and
// the rest has to be waited for.
func (h *HTTP) chargeArray(r *http.Request, message []byte) {
	if h.Rate <= 0 || jsontext.Value(message).Kind() != '[' {
		return
	}
	dec := jsontext.NewDecoder(bytes.NewReader(message), jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
	_, err := dec.ReadToken()
	n := 0
	for err == nil && n < mostCounted && dec.PeekKind() != ']' {
		if err = dec.SkipValue(); err == nil {
			n++
		}
	}
	h.rates.charge(peerOf(r), n-1)
}

// tooFast is the error of JSON-RPC that answers a message that came too early. It has no id, since the
// message has not been read, and a code outside of those that JSON-RPC keeps for itself.
const tooFast = `{"jsonrpc":"2.0","error":{"code":429,"message":"too many requests: at most %[1]s a second are answered; ` +
	`this one was not; wait %[2]d s, then send it again","data":{"retryAfter":%[2]d}}}`

// slowDown answers a message that came too early. The log has one line for many of them, or it would be
// the next to overflow.
func (h *HTTP) slowDown(w http.ResponseWriter, r *http.Request, wait time.Duration) {
	h.rates.refused.Add(1)
	h.rates.told.Do(func() {
		h.log().WarnContext(r.Context(), "refused rate", "address", addressOf(r), "setting", "--rate-limit")
	})
	seconds := int(math.Ceil(wait.Seconds()))
	w.Header().Set("Retry-After", strconv.Itoa(seconds))
	perSecond := strconv.FormatFloat(h.Rate, 'f', -1, 64)
	write(w, fmt.Appendf(nil, tooFast, perSecond, seconds), http.StatusTooManyRequests, form{})
}
