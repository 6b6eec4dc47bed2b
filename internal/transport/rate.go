package transport

import (
	"fmt"
	"math"
	"net/http"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

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
	limiter, ok := t.byPeer.Get(peer)
	if !ok {
		limiter = rate.NewLimiter(t.perSecond, int(math.Ceil(2*float64(t.perSecond))))
		t.byPeer.Add(peer, limiter)
	}
	now := time.Now()
	r := limiter.ReserveN(now, 1)
	if wait = r.DelayFrom(now); wait > 0 {
		r.CancelAt(now)
	}
	return wait
}

// limitRate lets through only as many messages of a peer as it may send. It comes after authenticate: a
// peer is whoever the token speaks for, whatever addresses it has, and without tokens an address.
func (h *HTTP) limitRate(next http.Handler) http.Handler {
	if h.Rate <= 0 {
		return next
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		peer := subjectOf(r)
		if peer == "" {
			peer = networkOf(r)
			if isLoopback(peer) { // A proxy here speaks for everybody.
				next.ServeHTTP(w, r)
				return
			}
		}
		if wait := h.rates.take(peer); wait > 0 {
			h.slowDown(w, r, wait)
			return
		}
		next.ServeHTTP(w, r)
	})
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
