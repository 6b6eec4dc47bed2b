package transport

import (
	"context"
	"crypto/rand"
	"net/http"
	"sync"
)

// sseConversations holds the conversations of the older transport, by the id in their address.
type sseConversations struct {
	mu   sync.Mutex
	byID map[string]*sseConversation
}

// An sseConversation is one over HTTP+SSE: the client's messages come by POST, and all that it is told
// goes out on its one stream.
type sseConversation struct {
	Conversation
	ctx     context.Context // of the stream
	subject string          // whose it is; "" without authentication
	events  stream
	answers answers
}

// openSSE opens a conversation. Its stream begins with the address to send messages to.
func (h *HTTP) openSSE(w http.ResponseWriter, r *http.Request) {
	c := &sseConversation{ctx: r.Context(), subject: Subject(r.Context()), answers: newAnswers()}
	c.Conversation = h.OpenSSE(c.events.offer)
	open, err := h.streams.enter(r, func() {
		c.Close()
		go func() {
			c.answers.Wait()
			c.events.end()
		}()
	})
	if err != nil {
		c.Close()
		http.Error(w, err.Error(), http.StatusServiceUnavailable)
		return
	}
	defer h.streams.leave(open)
	id := rand.Text()
	h.sse.add(id, c)
	defer h.sse.remove(id)
	defer c.events.end()
	defer c.Close()
	address := sseMessages + "?sessionId=" + id
	_ = c.events.follow(r.Context(), w, 0, string(appendEvent(nil, "endpoint", []byte(address)))) // The client is gone.
}

// postSSE takes a message in. The reply goes out on the stream.
func (h *HTTP) postSSE(w http.ResponseWriter, r *http.Request) {
	id := r.URL.Query().Get("sessionId")
	c := h.sse.get(id)
	switch {
	case id == "":
		http.Error(w, "Open a stream at "+sseEndpoint+" first; it says where to send messages.", http.StatusBadRequest)
		return
	case c == nil || c.subject != Subject(r.Context()): // To anybody else it does not exist.
		http.Error(w, "This stream does not exist, or not any more.", http.StatusNotFound)
		return
	case !isJSON(r):
		http.Error(w, mediaTypeHelp[http.StatusUnsupportedMediaType], http.StatusUnsupportedMediaType)
		return
	}
	message, ok := h.read(w, r)
	if !ok {
		return
	}
	c.answers.begin(c.ctx, c.Serve(c.ctx, message, nil, c.events.put), func(reply []byte) {
		_ = c.events.put(reply) // A client that is gone needs no reply.
	})
	w.WriteHeader(http.StatusAccepted)
}

func (t *sseConversations) add(id string, c *sseConversation) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.byID == nil {
		t.byID = map[string]*sseConversation{}
	}
	t.byID[id] = c
}

func (t *sseConversations) get(id string) *sseConversation {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.byID[id]
}

func (t *sseConversations) remove(id string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	delete(t.byID, id)
}
