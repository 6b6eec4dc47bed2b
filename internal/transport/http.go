package transport

import (
	"cmp"
	"context"
	"errors"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"time"

	"github.com/go-chi/chi/v5"
	"golang.org/x/net/netutil"
)

// Endpoint is the path of the one address that messages are sent to. The older transport HTTP+SSE has
// two: a client opens a stream at the one and learns there to send its messages to the other.
const (
	Endpoint    = "/mcp"
	sseEndpoint = "/sse"
	sseMessages = "/messages"
)

// Time limits. None of them bounds how long an answer may take.
const (
	headerTimeout   = 10 * time.Second // for a client to send its headers
	bodyTimeout     = 30 * time.Second // for a client to send a whole request
	idleTimeout     = 2 * time.Minute  // for a connection without a request
	shutdownTimeout = 4 * time.Second  // for answers under way when the server stops
)

// mostHeader is the size of a request's headers in bytes, of which a token may be a large part.
const mostHeader = 32 << 10

// HTTP serves conversations by HTTP.
type HTTP struct {
	// Open begins the conversations. It is required.
	Open Opener

	// OpenSSE begins those over the older transport HTTP+SSE. Nil does not offer it.
	OpenSSE Opener

	// PreferEvents has each reply sent as a stream of events to clients that take one.
	PreferEvents bool

	// MaxMessage is the size of the largest message, in bytes. It is required.
	MaxMessage int64

	// AllowedHosts are the values of the Host header to answer to, beside the loopback names, which
	// are always allowed: "gifts.example" at any port, "gifts.example:8443" at that port alone.
	AllowedHosts []string

	// AllowedOrigins are the origins of web pages to answer to, beside those on loopback names:
	// "https://app.example". Their browsers are told so.
	AllowedOrigins []string

	// TrustedProxies are the addresses of the proxies whose X-Forwarded-For and X-Forwarded-Host count. They
	// must set these themselves: what they pass on is what a client says.
	TrustedProxies []netip.Prefix

	// WellKnown are texts that are served below /.well-known/, by their names there: what others want to find
	// at an address before they trust it.
	WellKnown map[string]string

	// Auth lets in only requests with a token that it knows. Nil lets in all.
	Auth Authenticator

	// Rate is how many requests a second the subject of a token, or without tokens an address, may send for
	// long; at once it may send twice as many. An array counts as all the messages that it holds. As many tokens
	// that are no good are checked of an address. Zero means no limit. This machine has none but that of a subject.
	Rate float64

	// SessionIdle is how long a session lasts without a request or an open stream. Zero means 24 hours.
	SessionIdle time.Duration

	// Pages answers every other path, instead of the line at / that says where to send messages.
	Pages http.Handler

	// Ready returns what keeps the server from being of use, in words for anyone who asks; nil when nothing
	// does. Without it the server is always ready.
	Ready func() error

	// Log receives what was refused. Nil means slog.Default().
	Log *slog.Logger

	connections connections
	rates       rates
	strangers   rates // of what has no good token, by address
	sessions    sessions
	streams     streams
	sse         sseConversations
}

// Serve answers requests until ctx ends, then ends the streams and lets the answers under way finish,
// for a while.
func (h *HTTP) Serve(ctx context.Context, l net.Listener) error {
	server := &http.Server{
		Handler:           h.Routes(),
		ReadHeaderTimeout: headerTimeout,
		ReadTimeout:       bodyTimeout,
		IdleTimeout:       idleTimeout,
		MaxHeaderBytes:    mostHeader,
		ErrorLog:          slog.NewLogLogger(h.log().Handler(), slog.LevelWarn),
	}
	stopped := make(chan error, 1)
	stop := context.AfterFunc(ctx, func() {
		limit, cancel := context.WithTimeout(context.WithoutCancel(ctx), shutdownTimeout)
		defer cancel()
		h.streams.stop()
		h.sessions.endAll()
		err := server.Shutdown(limit)
		if errors.Is(err, context.DeadlineExceeded) {
			err = server.Close() // Whoever is left has had its time.
		}
		stopped <- err
	})
	defer stop()
	if err := server.Serve(netutil.LimitListener(fairListener{l, h}, mostConnections)); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return <-stopped
}

// Routes returns the handler of all paths.
func (h *HTTP) Routes() http.Handler {
	h.sessions.idle = cmp.Or(h.SessionIdle, sessionIdle)
	h.connections.told.Interval = tellAgain
	h.rates.set(h.Rate)
	h.strangers.set(h.Rate)
	r := chi.NewRouter()
	r.Use(h.probes, h.metadata, h.forwarded, h.guard, h.cors())
	r.Group(func(r chi.Router) {
		r.Use(h.authenticate, h.limitRate)
		r.Post(Endpoint, h.post)
		r.Get(Endpoint, h.get)
		r.Delete(Endpoint, h.end)
		if h.OpenSSE != nil {
			r.Get(sseEndpoint, h.openSSE)
			r.Post(sseMessages, h.postSSE)
		}
	})
	for name, body := range h.WellKnown {
		r.Get("/.well-known/"+name, text(body))
	}
	if h.Pages != nil {
		r.Mount("/", h.Pages)
		return r
	}
	r.Get("/", text("giftserver speaks MCP at "+Endpoint+"\n"))
	r.Head("/", text(""))
	return r
}

// text answers with a plain text.
func text(body string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/plain; charset=utf-8")
		w.Header().Set("X-Content-Type-Options", "nosniff")
		_, _ = io.WriteString(w, body) // A client that is gone needs no answer.
	}
}

func (h *HTTP) log() *slog.Logger {
	if h.Log == nil {
		return slog.Default()
	}
	return h.Log
}
