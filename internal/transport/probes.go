package transport

import "net/http"

// Probes answers GET /healthz, which says that the server is alive, and GET /readyz, which says whether it is of
// use, and hands all else to next. ready returns what keeps the server from being of use, nil when nothing does;
// its text is for anyone who asks.
//
// No host or origin is asked for: who looks after servers calls them by whatever address they have, and there is
// nothing to learn here that a stranger may not know.
func Probes(ready func() error, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var trouble error
		switch reads := r.Method == http.MethodGet || r.Method == http.MethodHead; {
		case reads && r.URL.Path == "/healthz":
		case reads && r.URL.Path == "/readyz":
			trouble = ready()
		default:
			next.ServeHTTP(w, r)
			return
		}
		w.Header().Set("Cache-Control", "no-store")
		if trouble != nil {
			http.Error(w, trouble.Error(), http.StatusServiceUnavailable)
			return
		}
		text("ok\n")(w, r)
	})
}

func (h *HTTP) probes(next http.Handler) http.Handler {
	ready := h.Ready
	if ready == nil {
		ready = func() error { return nil }
	}
	return Probes(ready, next)
}

// Guard lets through to next only requests to a host and from an origin that are allowed.
func (h *HTTP) Guard(next http.Handler) http.Handler { return h.guard(next) }

// A Load is what a server has open at one moment, and what it has refused until then.
type Load struct {
	Streams  int // of events, on their way to a client, those of HTTP+SSE among them
	Sessions int // of Streamable HTTP
	TooFast  int // requests that were refused for the rate they came at
	Crowded  int // connections that were refused because their address had too many
}

// Load says what is open now and what was refused.
func (h *HTTP) Load() Load {
	return Load{h.streams.count(), h.sessions.count(), int(h.rates.refused.Load()), int(h.connections.refused.Load())}
}

func (l *streams) count() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return len(l.open)
}

func (t *sessions) count() int {
	t.mu.Lock()
	defer t.mu.Unlock()
	return len(t.byID)
}
