package mcp

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"sync"

	"github.com/go-json-experiment/json/jsontext"

	"giftserver/internal/rpc"
)

const (
	keySubscriptionID = "io.modelcontextprotocol/subscriptionId"

	mostSubscribed = 1000 // resources that one peer may subscribe to
	mostListening  = 100  // streams of changes that one peer may have open
)

// The names of what can be listed, as in the notifications of a change.
const (
	ToolList     = "tools"
	PromptList   = "prompts"
	ResourceList = "resources"
)

// A change is something that peers may want to be told.
type change struct {
	method string
	uri    string // of the resource that was updated; "" for a change of a list
}

// changeParams are the parameters of the notification.
type changeParams struct {
	Meta map[string]jsontext.Value `json:"_meta,omitempty"`
	URI  string                    `json:"uri,omitzero"`
}

// A subscription is one open stream of changes.
type subscription struct {
	asked listenFilter
	wake  chan struct{} // holds one element while something is pending

	mu      sync.Mutex
	pending []change // each stands once, however often it happened
}

// A listenFilter says which changes a peer wants to be told.
type listenFilter struct {
	Tools     bool     `json:"toolsListChanged,omitzero"`
	Prompts   bool     `json:"promptsListChanged,omitzero"`
	Resources bool     `json:"resourcesListChanged,omitzero"`
	Updates   []string `json:"resourceSubscriptions,omitempty"`
}

type acknowledgement struct {
	Meta          map[string]jsontext.Value `json:"_meta"`
	Notifications listenFilter              `json:"notifications"`
}

// listen keeps a stream of changes open until the peer ends it, or the conversation does.
func (s *Server) listen(ctx context.Context, c *call) (result, error) {
	var params struct {
		Notifications *listenFilter `json:"notifications"`
	}
	if err := decodeParams(c.Params, &params); err != nil {
		return nil, err
	}
	if params.Notifications == nil {
		return nil, rpc.Errorf(rpc.InvalidParams, "Missing required property 'notifications' in params (the changes to be told of)")
	}
	if n := len(params.Notifications.Updates); n > mostSubscribed {
		return nil, rpc.Errorf(rpc.InvalidParams, "'resourceSubscriptions' may name %d resources, got %d", mostSubscribed, n)
	}
	defer c.conversation.listening.Add(-1)
	if c.conversation.listening.Add(1) > mostListening {
		return nil, rpc.Refusef(http.StatusServiceUnavailable, rpc.InternalError,
			"There are %d subscriptions open on this connection; end one first", mostListening)
	}
	sub := &subscription{asked: s.honoured(*params.Notifications), wake: make(chan struct{}, 1)}
	s.subscribe(sub) // Before the acknowledgement, so that no change is missed after it.
	defer s.unsubscribe(sub)
	meta := map[string]jsontext.Value{keySubscriptionID: c.ID}
	if err := c.Notify("notifications/subscriptions/acknowledged", acknowledgement{meta, sub.asked}); err != nil {
		return nil, noStream(err)
	}
	for {
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-c.conversation.closed:
			return &emptyResult{envelope{Meta: map[string]any{keySubscriptionID: c.ID}}}, nil
		case <-sub.wake:
			for _, ch := range sub.take() {
				if err := c.Notify(ch.method, changeParams{meta, ch.uri}); err != nil {
					return nil, err
				}
			}
		}
	}
}

// noStream is the error for a peer that can't be sent a stream. A transport may say by a Status method
// which HTTP status goes with the reason.
func noStream(err error) error {
	status, code := http.StatusNotAcceptable, rpc.InvalidRequest
	if e, ok := errors.AsType[interface {
		error
		Status() int
	}](err); ok {
		status = e.Status()
	}
	if status >= http.StatusInternalServerError {
		code = rpc.InternalError // The client did nothing wrong.
	}
	return rpc.Refusef(status, code, "A subscription is answered by a stream of events: %v", err)
}

// honoured is the part of a filter that this server can serve.
func (s *Server) honoured(asked listenFilter) listenFilter {
	return listenFilter{
		Tools:     asked.Tools && s.config.changes(ToolList),
		Prompts:   asked.Prompts && s.config.changes(PromptList),
		Resources: asked.Resources && s.config.changes(ResourceList),
		Updates:   slices.DeleteFunc(slices.Compact(slices.Sorted(slices.Values(asked.Updates))), func(uri string) bool { return !s.serves(uri) }),
	}
}

// wants reports whether a change is one that was asked for.
func (f *listenFilter) wants(ch change) bool {
	switch ch.method {
	case listChanged(ToolList):
		return f.Tools
	case listChanged(PromptList):
		return f.Prompts
	case listChanged(ResourceList):
		return f.Resources
	}
	return slices.Contains(f.Updates, ch.uri)
}

// put notes a change that is to be told. It never waits.
func (sub *subscription) put(ch change) {
	sub.mu.Lock()
	defer sub.mu.Unlock()
	if !sub.asked.wants(ch) || slices.Contains(sub.pending, ch) {
		return
	}
	sub.pending = append(sub.pending, ch)
	select {
	case sub.wake <- struct{}{}:
	default:
	}
}

// take returns what is to be told.
func (sub *subscription) take() []change {
	sub.mu.Lock()
	defer sub.mu.Unlock()
	pending := sub.pending
	sub.pending = nil
	return pending
}

func listChanged(list string) string { return "notifications/" + list + "/list_changed" }

// ListChanged tells those who want to know that a list has changed: [ToolList], [PromptList] or
// [ResourceList]. It must be one of Config.Changes.
func (s *Server) ListChanged(list string) {
	ch := change{method: listChanged(list)}
	subscriptions, peers := s.audience()
	for _, sub := range subscriptions {
		sub.put(ch)
	}
	for _, c := range peers {
		c.say(ch)
	}
}

// Updated tells those who subscribed to a resource that it has changed. changed reports whether that
// of a URI has.
func (s *Server) Updated(changed func(uri string) bool) {
	const method = "notifications/resources/updated"
	subscriptions, peers := s.audience()
	for _, sub := range subscriptions {
		for _, uri := range sub.asked.Updates {
			if changed(uri) {
				sub.put(change{method, uri})
			}
		}
	}
	for _, c := range peers {
		c.mu.Lock()
		uris := slices.Clone(c.subscribed)
		c.mu.Unlock()
		for _, uri := range uris {
			if changed(uri) {
				c.say(change{method, uri})
			}
		}
	}
}

// say tells a legacy peer of a change, outside of any request.
func (c *Conversation) say(ch change) {
	message, err := rpc.Notification(ch.method, changeParams{URI: ch.uri})
	if err == nil {
		c.tell(message)
	}
}

// audience returns whoever may have to be told of a change.
func (s *Server) audience() (subscriptions []*subscription, peers []*Conversation) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for sub := range s.subscriptions {
		subscriptions = append(subscriptions, sub)
	}
	for c := range s.peers {
		peers = append(peers, c)
	}
	return subscriptions, peers
}

func (s *Server) subscribe(sub *subscription) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.subscriptions[sub] = struct{}{}
}

func (s *Server) unsubscribe(sub *subscription) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.subscriptions, sub)
}

// remember has a legacy peer told of changes from now on.
func (s *Server) remember(c *Conversation) {
	s.mu.Lock()
	defer s.mu.Unlock()
	select {
	case <-c.closed: // It has been forgotten already.
	default:
		s.peers[c] = struct{}{}
	}
}

func (s *Server) forget(c *Conversation) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.peers, c)
}

// subscribeResource has a legacy peer told when a resource changes.
func (s *Server) subscribeResource(_ context.Context, c *call) (result, error) {
	uri, err := c.subscribable(s)
	if err != nil {
		return nil, err
	}
	p := c.conversation
	p.mu.Lock()
	defer p.mu.Unlock()
	switch {
	case slices.Contains(p.subscribed, uri):
	case len(p.subscribed) >= mostSubscribed:
		return nil, rpc.Errorf(rpc.InvalidParams, "There are %d subscriptions in this session; end one first", mostSubscribed)
	default:
		p.subscribed = append(p.subscribed, uri)
	}
	return &emptyResult{}, nil
}

// unsubscribeResource ends what subscribeResource began.
func (s *Server) unsubscribeResource(_ context.Context, c *call) (result, error) {
	uri, err := c.subscribable(s)
	if err != nil {
		return nil, err
	}
	p := c.conversation
	p.mu.Lock()
	defer p.mu.Unlock()
	p.subscribed = slices.DeleteFunc(p.subscribed, func(s string) bool { return s == uri })
	return &emptyResult{}, nil
}

// subscribable returns the URI of a request that subscribes, or says why it can't.
func (c *call) subscribable(s *Server) (uri string, err error) {
	var params struct {
		URI *string `json:"uri"`
	}
	if err := decodeParams(c.Params, &params); err != nil {
		return "", err
	}
	switch {
	case params.URI == nil:
		return "", rpc.Errorf(rpc.InvalidParams, "Missing required property 'uri' in params (the resource to be told of)")
	case !c.lasting():
		return "", rpc.Refusef(http.StatusBadRequest, rpc.InvalidRequest,
			"A subscription needs a session: call initialize and send its %s header along", headerSession)
	case !s.serves(*params.URI):
		return "", &notFoundError{*params.URI}
	}
	return *params.URI, nil
}
