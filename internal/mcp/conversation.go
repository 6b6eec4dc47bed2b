package mcp

import (
	"net/http"
	"sync"
	"sync/atomic"

	"github.com/go-json-experiment/json/jsontext"

	"giftserver/internal/rpc"
)

// headerSession names the header in which a legacy HTTP client repeats which session it belongs to.
const headerSession = "Mcp-Session-Id"

// A Conversation is what one peer and this server say to each other: over a pipe or a stream as long
// as it is open, over HTTP for one request, or for all requests of a legacy session. It remembers
// what initialize and the methods after it have settled; modern requests neither use nor change that.
type Conversation struct {
	rpc.Mux
	server *Server

	// tell sends what belongs to no request. It must not wait for the peer.
	tell func(message []byte)

	// legacyOnly is set on a transport that modern revisions do not know.
	legacyOnly bool

	client    atomic.Pointer[client] // nil until initialize
	logLevel  atomic.Pointer[string] // nil until logging/setLevel
	listening atomic.Int32           // how many streams of changes are open

	mu         sync.Mutex
	subscribed []string // URIs of resources

	closing sync.Once
	closed  chan struct{}
}

// A client is what initialize has settled.
type client struct {
	revision     *revision
	capabilities jsontext.Value
}

// Open begins a conversation. tell sends the peer what belongs to none of its requests; it must not
// wait for the peer. Close ends it.
func (s *Server) Open(tell func(message []byte)) *Conversation {
	c := &Conversation{server: s, tell: tell, closed: make(chan struct{})}
	c.Route = c.route
	c.Notified = c.notified
	c.Check = c.lost
	c.Batches = c.batches
	c.Log = s.config.Log
	if o := s.config.Observer; o != nil {
		c.Refused = func(method string, err error) { o.Refused(nameOf(method), outcomeOf(nil, err)) }
	}
	return c
}

// OpenLegacy begins a conversation on a transport that is older than the modern era.
func (s *Server) OpenLegacy(tell func(message []byte)) *Conversation {
	c := s.Open(tell)
	c.legacyOnly = true
	return c
}

// Session reports whether initialize has begun a session in this conversation, to which a message with
// such a header belongs, and whether its peer knows how to resume a stream that broke.
func (c *Conversation) Session(header map[string][]string) (in, resumable bool) {
	p := c.client.Load()
	if p == nil {
		return false, false
	}
	version, given, err := single(header, headerVersion)
	if v := find(version); err != nil || given && (v == nil || v.modern) {
		return false, false
	}
	return true, p.revision.resumable
}

// Close ends the conversation: streams of changes get their result, the peer is asked and told nothing
// more. What is being answered is answered.
func (c *Conversation) Close() {
	c.closing.Do(func() {
		close(c.closed)
		c.Mux.Close()
		if c.client.Load() != nil {
			c.server.forget(c)
		}
	})
}

// spoken returns the legacy revision of a message in this conversation that does not claim one.
func (c *Conversation) spoken() *revision {
	if p := c.client.Load(); p != nil {
		return p.revision
	}
	return nil
}

// batches reports whether several messages may come in an array.
func (c *Conversation) batches(header map[string][]string) bool {
	v := c.spoken()
	if v == nil {
		version, _, _ := single(header, headerVersion)
		v = find(version)
	}
	return v != nil && v.batches
}

// lost says that a message belongs to a session which does not exist here, or not any more. Clients
// begin a new one when they see the status.
func (c *Conversation) lost(header map[string][]string) error {
	if _, given, _ := single(header, headerSession); !given || c.client.Load() != nil {
		return nil
	}
	return rpc.Refusef(http.StatusNotFound, rpc.InvalidRequest, "This session does not exist, or not any more; call initialize to begin one")
}

// notified acts on a notification. Nothing about it can be wrong but its session and its header: what
// this server does not know it ignores.
func (c *Conversation) notified(r *rpc.Request) error {
	m, err := readMeta(r)
	version, given, _ := single(r.Header, headerVersion)
	if modern := err == nil && m.Version != nil || looksModern(version); !modern || c.legacyOnly {
		if given && find(version) == nil {
			return unsupported(version)
		}
		if err := c.lost(r.Header); err != nil {
			return err
		}
	}
	if r.Method != "notifications/cancelled" {
		return nil
	}
	var params struct {
		RequestID jsontext.Value `json:"requestId"`
	}
	if decodeParams(r.Params, &params) == nil && rpc.ValidID(params.RequestID) {
		c.Cancel(params.RequestID)
	}
	return nil
}
