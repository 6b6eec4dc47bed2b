package transport

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"mime"
	"net"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/go-chi/chi/v5"
)

// Endpoint is the path of the one address that messages are sent to.
const Endpoint = "/mcp"

// Time limits. None of them bounds how long an answer may take.
const (
	headerTimeout   = 10 * time.Second // for a client to send its headers
	bodyTimeout     = 30 * time.Second // for a client to send a whole request
	idleTimeout     = 2 * time.Minute  // for a connection without a request
	shutdownTimeout = 4 * time.Second  // for answers under way when the server stops
)

// HTTP serves a handler by HTTP.
type HTTP struct {
	// Handler answers the messages. It is required.
	Handler Handler

	// MaxMessage is the size of the largest message, in bytes. It is required.
	MaxMessage int64

	// AllowedHosts are the values of the Host header to answer to, beside the loopback names, which
	// are always allowed: "gifts.example" at any port, "gifts.example:8443" at that port alone.
	AllowedHosts []string

	// AllowedOrigins are the origins of web pages to answer to, beside those on loopback names:
	// "https://app.example". Their browsers are told so.
	AllowedOrigins []string

	// Log receives what was refused. Nil means slog.Default().
	Log *slog.Logger
}

// Serve answers requests until ctx ends, then lets the answers under way finish, for a while.
func (h *HTTP) Serve(ctx context.Context, l net.Listener) error {
	server := &http.Server{
		Handler:           h.Routes(),
		ReadHeaderTimeout: headerTimeout,
		ReadTimeout:       bodyTimeout,
		IdleTimeout:       idleTimeout,
		ErrorLog:          slog.NewLogLogger(h.log().Handler(), slog.LevelWarn),
	}
	stopped := make(chan error, 1)
	stop := context.AfterFunc(ctx, func() {
		limit, cancel := context.WithTimeout(context.WithoutCancel(ctx), shutdownTimeout)
		defer cancel()
		err := server.Shutdown(limit)
		if errors.Is(err, context.DeadlineExceeded) {
			err = server.Close() // Whoever is left has had its time.
		}
		stopped <- err
	})
	defer stop()
	if err := server.Serve(l); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return <-stopped
}

// Routes returns the handler of all paths.
func (h *HTTP) Routes() http.Handler {
	r := chi.NewRouter()
	r.Use(h.guard, h.cors())
	r.Post(Endpoint, h.post)
	r.Get("/healthz", text("ok\n"))
	r.Get("/", text("giftserver speaks MCP at "+Endpoint+"\n"))
	r.Head("/", text(""))
	return r
}

// text answers with a plain text.
func text(body string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/plain; charset=utf-8")
		_, _ = io.WriteString(w, body) // A client that is gone needs no answer.
	}
}

// post answers one message.
func (h *HTTP) post(w http.ResponseWriter, r *http.Request) {
	sse, status := negotiate(r)
	if status != 0 {
		http.Error(w, mediaTypeHelp[status], status)
		return
	}
	message, err := io.ReadAll(io.LimitReader(r.Body, h.MaxMessage+1))
	if err != nil {
		http.Error(w, "The message could not be read to its end.", http.StatusBadRequest)
		return
	}
	// The request is read. Its time limit would end a long answer too, as if the client were gone.
	_ = http.NewResponseController(w).SetReadDeadline(time.Time{}) // Not every ResponseWriter has deadlines.
	reply, status := h.Handler.Serve(r.Context(), message, r.Header)
	if int64(len(message)) > h.MaxMessage {
		w.Header().Set("Connection", "close") // Reading on only to keep the connection is no use.
	}
	write(w, reply, status, sse)
}

// write sends a reply as JSON, or as the one event of a stream.
func write(w http.ResponseWriter, reply []byte, status int, sse bool) {
	header := w.Header()
	header.Set("X-Content-Type-Options", "nosniff")
	switch {
	case reply == nil:
	case sse:
		header.Set("Content-Type", "text/event-stream")
		header.Set("Cache-Control", "no-cache, no-transform")
		header.Set("X-Accel-Buffering", "no")
		reply = append(append([]byte("event: message\ndata: "), reply...), "\n\n"...)
	default:
		header.Set("Content-Type", "application/json")
	}
	if reply != nil {
		header.Set("Content-Length", strconv.Itoa(len(reply))) // Known beforehand, so nothing is sent in chunks.
	}
	w.WriteHeader(status)
	_, _ = w.Write(reply) // A client that is gone needs no answer.
}

// mediaTypeHelp says what to do about a status of negotiate.
var mediaTypeHelp = map[int]string{
	http.StatusUnsupportedMediaType: "Send the message as Content-Type: application/json, without a Content-Encoding.",
	http.StatusNotAcceptable:        "Accept application/json or text/event-stream.",
}

// negotiate checks what the client sends and what it takes. sse is true when it takes a stream of
// events but no JSON. status is zero when both are in order.
func negotiate(r *http.Request) (sse bool, status int) {
	media, _, err := mime.ParseMediaType(strings.Join(r.Header.Values("Content-Type"), ","))
	if err != nil || media != "application/json" || strings.Join(r.Header.Values("Content-Encoding"), "") != "" {
		return false, http.StatusUnsupportedMediaType
	}
	accept := strings.Join(r.Header.Values("Accept"), ",")
	switch {
	case strings.TrimSpace(accept) == "" || accepts(accept, "application", "json"):
		return false, 0
	case accepts(accept, "text", "event-stream"):
		return true, 0
	}
	return false, http.StatusNotAcceptable
}

// accepts reports whether an Accept header takes a media type. The most specific range decides, as
// RFC 9110 §12.5.1 says; its quality is read only to tell a refusal, q=0, from the rest.
func accepts(header, kind, subtype string) bool {
	ranges := map[string]bool{}
	for item := range strings.SplitSeq(header, ",") {
		if media, params, err := mime.ParseMediaType(strings.TrimSpace(item)); err == nil {
			ranges[media] = params["q"] == "" || strings.Trim(params["q"], "0.") != ""
		}
	}
	for _, media := range []string{kind + "/" + subtype, kind + "/*", "*/*"} {
		if taken, ok := ranges[media]; ok {
			return taken
		}
	}
	return false
}

func (h *HTTP) log() *slog.Logger {
	if h.Log == nil {
		return slog.Default()
	}
	return h.Log
}
