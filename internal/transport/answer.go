package transport

import (
	"bytes"
	"io"
	"mime"
	"net/http"
	"strconv"
	"strings"
	"sync"
)

// headerSession names the header that carries the id of a session.
const headerSession = "Mcp-Session-Id"

// post answers one message.
func (h *HTTP) post(w http.ResponseWriter, r *http.Request) {
	form, status := h.negotiate(r)
	if status != 0 {
		http.Error(w, mediaTypeHelp[status], status)
		return
	}
	message, ok := h.read(w, r)
	if !ok {
		return
	}
	if s, _ := h.sessions.enter(r); s != nil {
		defer h.sessions.leave(s)
		h.postInSession(w, r, s, message, form)
		return
	}
	s := &session{}
	s.Conversation = h.Open(s.tell)
	a := &answer{h: h, w: w, r: r, form: form, conversation: s.Conversation}
	reply, status := s.Serve(r.Context(), message, r.Header, a.emit)()
	if in, resumable := s.Session(r.Header); in {
		h.sessions.add(s, r, resumable)
		w.Header().Set(headerSession, s.id)
	} else {
		s.Close()
	}
	a.finish(reply, status)
}

// read returns the body of a request, of one that is too long as much as shows that it is. It answers
// itself and reports false if the body can't be read. At the end of the body net/http lifts its time
// limit, so that it does not end a long answer; where the end is not reached, the limit must stay.
func (h *HTTP) read(w http.ResponseWriter, r *http.Request) (message []byte, ok bool) {
	var body bytes.Buffer
	if n := r.ContentLength; n > 0 && n <= mostExpected {
		body.Grow(int(n) + bytes.MinRead) // Room to see the end.
	}
	_, err := body.ReadFrom(&io.LimitedReader{R: r.Body, N: h.MaxMessage + 1})
	message = body.Bytes()
	if err != nil {
		http.Error(w, "The message could not be read to its end.", http.StatusBadRequest)
		return nil, false
	}
	if int64(len(message)) > h.MaxMessage {
		w.Header().Set("Connection", "close") // Reading on only to keep the connection is no use.
	}
	h.chargeArray(r, message)
	return message, true
}

// mostExpected is the size up to which a client is believed how long its message will be, in bytes.
const mostExpected = 64 << 10

// An answer is the response to a message that stands alone. It becomes a stream of events with the first
// message that is sent ahead of the reply.
type answer struct {
	h    *HTTP
	w    http.ResponseWriter
	r    *http.Request
	form form

	conversation Conversation

	mu      sync.Mutex
	events  *stream // nil until there is one
	open    *openStream
	written chan struct{} // closed when the events have been written
}

// emit sends a message ahead of the reply.
func (a *answer) emit(message []byte) error {
	if len(message) == 0 {
		return nil // Nobody could come back.
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.events == nil {
		if !a.form.takesEvents {
			return errNoEvents
		}
		open, err := a.h.streams.enter(a.r, a.conversation.Close)
		if err != nil {
			return err
		}
		a.open, a.events, a.written = open, &stream{}, make(chan struct{})
		go a.follow()
	}
	return a.events.put(message)
}

// errNoEvents says that the client takes JSON alone.
var errNoEvents = &streamError{"accept text/event-stream", http.StatusNotAcceptable}

// follow writes the events. A reader that is gone, or too slow, ends the conversation.
func (a *answer) follow() {
	defer close(a.written)
	if err := a.events.follow(a.r.Context(), a.w, 0, ""); err != nil {
		a.events.end()
		a.conversation.Close()
	}
}

// finish sends the reply and waits until it is written.
func (a *answer) finish(reply []byte, status int) {
	a.mu.Lock()
	events := a.events
	a.mu.Unlock()
	if events == nil {
		write(a.w, reply, status, a.form)
		recycle(a.conversation, reply)
		return
	}
	if reply != nil {
		_ = events.put(reply) // A reader that is gone needs no reply.
	}
	events.end()
	<-a.written
	a.h.streams.leave(a.open)
}

// postInSession answers a message of a session. The answer is made to its end even if the connection
// breaks; where the client knows how, it can come back for it.
func (h *HTTP) postInSession(w http.ResponseWriter, r *http.Request, s *session, message []byte, form form) {
	events := h.sessions.stream(s)
	answer := s.Serve(r.Context(), message, r.Header, func(message []byte) error {
		if !form.takesEvents {
			return errNoEvents
		}
		return events.put(message)
	})
	var reply []byte
	var status int
	done := make(chan struct{})
	go func() {
		defer close(done)
		reply, status = answer()
		streamed := form.events(reply, status) || events.any()
		if streamed && reply != nil {
			_ = events.put(reply) // The stream ends with it.
		}
		events.end()
		h.sessions.finish(s, events, streamed)
	}()
	if !events.begun() {
		<-done
		write(w, reply, status, form)
		return
	}
	h.follow(w, r, events, 0)
}

// follow sends a reader the events of a session's stream.
func (h *HTTP) follow(w http.ResponseWriter, r *http.Request, events *stream, had int) {
	open, err := h.streams.enter(r, func() {})
	if err != nil {
		events.turnAway()
		http.Error(w, err.Error(), http.StatusServiceUnavailable)
		return
	}
	defer h.streams.leave(open)
	_ = events.follow(r.Context(), w, had, "") // A reader that is gone comes back or not.
}

// get opens the stream of what a session's client is to be told outside of its requests, or goes on with
// a stream that broke.
func (h *HTTP) get(w http.ResponseWriter, r *http.Request) {
	s := h.session(w, r)
	if s == nil {
		return
	}
	defer h.sessions.leave(s)
	if !accepts(listOf(r, "Accept"), "text", "event-stream") {
		http.Error(w, "Accept text/event-stream.", http.StatusNotAcceptable)
		return
	}
	events, had := h.sessions.resume(s, r.Header.Get("Last-Event-ID"))
	if events == nil || events.over(had) {
		// There is nothing more to come. A client that is not told so asks on and on.
		w.WriteHeader(http.StatusNoContent)
		return
	}
	ctx, cancel := untilExpiry(r.Context())
	defer cancel()
	h.follow(w, r.WithContext(ctx), events, had)
}

// end ends a session.
func (h *HTTP) end(w http.ResponseWriter, r *http.Request) {
	s := h.session(w, r)
	if s == nil {
		return
	}
	defer h.sessions.leave(s)
	h.sessions.end(s.id)
	w.WriteHeader(http.StatusNoContent)
}

// session returns the session that a request other than POST belongs to. If there is none, it answers
// itself: without a session there is nothing here but POST.
func (h *HTTP) session(w http.ResponseWriter, r *http.Request) *session {
	s, lost := h.sessions.enter(r)
	switch {
	case s != nil:
	case lost:
		http.Error(w, "This session does not exist, or not any more.", http.StatusNotFound)
	default:
		w.Header().Set("Allow", http.MethodPost)
		http.Error(w, "Send messages with POST.", http.StatusMethodNotAllowed)
	}
	return s
}

// A form says in which form a client takes its answers.
type form struct {
	takesEvents bool // it takes a stream of events
	wantsEvents bool // that is how it is answered even when a reply is all there is
}

// events reports whether a reply goes out as a stream of events although nothing came before it. An
// error with a status of its own does not: a stream begins with 200.
func (f form) events(reply []byte, status int) bool {
	return f.wantsEvents && reply != nil && status == http.StatusOK
}

// write sends a reply as JSON, or as the one event of a stream.
func write(w http.ResponseWriter, reply []byte, status int, form form) {
	header := w.Header()
	header.Set("X-Content-Type-Options", "nosniff")
	switch {
	case reply == nil:
	case form.events(reply, status):
		header.Set("Content-Type", "text/event-stream")
		header.Set("Cache-Control", "no-cache, no-transform")
		header.Set("X-Accel-Buffering", "no")
		reply = appendEvent(nil, "message", reply)
	default:
		header.Set("Content-Type", "application/json")
	}
	if reply != nil {
		header.Set("Content-Length", strconv.Itoa(len(reply))) // Known beforehand, so nothing is sent in chunks.
	}
	w.WriteHeader(status)
	if reply != nil {
		e := newEventWriter(w)
		e.buf = reply
		_ = e.flush() // A client that is gone, or does not read on, needs no answer.
		e.end()
	}
}

// mediaTypeHelp says what to do about a status of negotiate.
var mediaTypeHelp = map[int]string{
	http.StatusUnsupportedMediaType: "Send the message as Content-Type: application/json, without a Content-Encoding.",
	http.StatusNotAcceptable:        "Accept application/json or text/event-stream.",
}

// negotiate checks what the client sends and what it takes. status is zero when both are in order.
func (h *HTTP) negotiate(r *http.Request) (f form, status int) {
	if !isJSON(r) {
		return form{}, http.StatusUnsupportedMediaType
	}
	accept := listOf(r, "Accept")
	if strings.TrimSpace(accept) == "" {
		accept = "*/*"
	}
	f.takesEvents = accepts(accept, "text", "event-stream")
	switch {
	case accepts(accept, "application", "json"):
		f.wantsEvents = f.takesEvents && h.PreferEvents
	case f.takesEvents:
		f.wantsEvents = true
	default:
		return form{}, http.StatusNotAcceptable
	}
	return f, 0
}

// isJSON reports whether a request brings JSON as it is.
func isJSON(r *http.Request) bool {
	media, _, err := mediaType(listOf(r, "Content-Type"))
	return err == nil && media == "application/json" && listOf(r, "Content-Encoding") == ""
}

// listOf returns the value of a header that may be sent in several lines.
func listOf(r *http.Request, header string) string {
	values := r.Header.Values(header)
	if len(values) == 1 {
		return values[0]
	}
	return strings.Join(values, ",")
}

// mediaType reads a media type with its parameters. Most have none.
func mediaType(text string) (media string, params map[string]string, err error) {
	switch text = strings.TrimSpace(text); text {
	case "application/json", "text/event-stream", "*/*":
		return text, nil, nil
	}
	return mime.ParseMediaType(text)
}

// accepts reports whether an Accept header takes a media type. The most specific range decides, as
// RFC 9110 §12.5.1 says; its quality is read only to tell a refusal, q=0, from the rest. One that is both
// refused and not, as when a proxy adds to the header, is taken.
func accepts(header, kind, subtype string) (taken bool) {
	exact, closest := kind+"/"+subtype, 0
	for item := range strings.SplitSeq(header, ",") {
		media, params, err := mediaType(item)
		if err != nil {
			continue
		}
		specific := 0
		switch media {
		case exact:
			specific = 3
		case kind + "/*":
			specific = 2
		case "*/*":
			specific = 1
		}
		if specific > 0 && specific >= closest {
			wanted := params["q"] == "" || strings.Trim(params["q"], "0.") != ""
			closest, taken = specific, wanted || taken && specific == closest
		}
	}
	return taken
}
