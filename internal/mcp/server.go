package mcp

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"regexp"
	"slices"
	"sync"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"giftserver/internal/rpc"
)

// Implementation names a program, as clients show it.
type Implementation struct {
	Name        string `json:"name"`
	Title       string `json:"title,omitzero"`
	Version     string `json:"version"`
	Description string `json:"description,omitzero"`
}

// Config is what a server is made of.
type Config struct {
	// Info names the server. Name and Version are required.
	Info Implementation

	// Instructions tell a model when to use the server. The first 512 characters should stand
	// alone, since some hosts cut there.
	Instructions string

	// Tools, Resources, Templates and Prompts are listed in the order given here.
	Tools     []Tool
	Resources []Resource
	Templates []Template
	Prompts   []Prompt

	// Changes names the lists that may change while the server runs: [ToolList], [PromptList],
	// [ResourceList]. Clients are told to expect it.
	Changes []string

	// Extensions are the settings of the extensions of MCP that the server keeps to, by identifier. One without
	// settings has an empty object.
	Extensions map[string]any

	// PageSize is how many entries a page of a list holds. Zero means 100.
	PageSize int

	// Ready waits until what tools, resources and prompts work with is there, or says why it never will be. It is
	// asked by every request that needs them; lists of definitions do not. Nil means that all is there.
	Ready func(context.Context) error

	// Secret protects what is handed to clients for safekeeping. Instances with the same secret accept
	// each other's. Empty means one that no other process has.
	Secret []byte

	// Subject returns who sent a request, by the context it is served with; "" if nobody knows. What a client
	// keeps of questions is good for the one who was asked. Nil means that nobody ever knows.
	Subject func(context.Context) string

	// Log receives faults. Nil means slog.Default().
	Log *slog.Logger

	// Observer is told of every request. Nil stands for nobody.
	Observer Observer

	// Now tells the time. Nil means time.Now.
	Now func() time.Time
}

// changes reports whether a list may change while the server runs.
func (c *Config) changes(list string) bool { return slices.Contains(c.Changes, list) }

// A Server answers MCP requests in every revision it knows. It is safe for concurrent use.
type Server struct {
	config Config
	sealer *sealer
	named  map[*revision]jsontext.Value // who the server is, as a modern result says it
	lists  lists

	mu            sync.Mutex
	peers         map[*Conversation]struct{} // those that have initialized
	subscriptions map[*subscription]struct{}
}

// toolName is the form of a tool name that every host accepts; the specification also allows dots.
var toolName = regexp.MustCompile(`^[A-Za-z0-9_-]{1,64}$`)

// New returns a server, or says what is wrong with the configuration.
func New(c Config) (*Server, error) {
	if c.Info.Name == "" || c.Info.Version == "" {
		return nil, errors.New("the server needs a name and a version")
	}
	seen := map[string]bool{}
	for _, p := range c.parts() {
		key := p.kind + " " + p.name
		switch {
		case !p.whole:
			return nil, fmt.Errorf("%s %q lacks a name, a description, a schema or its function", p.kind, p.name)
		case seen[key]:
			return nil, fmt.Errorf("%s %q is given twice", p.kind, p.name)
		case p.kind == "tool" && !toolName.MatchString(p.name):
			return nil, fmt.Errorf("tool %q: want a name of 1 to 64 of A-Z a-z 0-9 _ -", p.name)
		}
		seen[key] = true
	}
	if c.Now == nil {
		c.Now = time.Now
	}
	if c.PageSize == 0 {
		c.PageSize = defaultPageSize
	}
	s := &Server{
		config:        c,
		sealer:        newSealer(c.Secret, c.Now),
		named:         map[*revision]jsontext.Value{},
		lists:         lists{encoded: map[listKey]encoded{}},
		peers:         map[*Conversation]struct{}{},
		subscriptions: map[*subscription]struct{}{},
	}
	for i := range revisions {
		v := &revisions[i]
		name, err := json.Marshal(v.implementation(c.Info))
		if err != nil {
			return nil, fmt.Errorf("encoding the server's name: %w", err)
		}
		s.named[v] = name
	}
	return s, nil
}

// A part is something that a server offers under a name.
type part struct {
	kind, name string
	whole      bool // has all that it needs
}

func (c *Config) parts() []part {
	var parts []part
	for _, t := range c.Tools {
		parts = append(parts, part{"tool", t.Name, t.Description != "" && t.Input != nil && t.Call != nil})
	}
	for _, r := range c.Resources {
		parts = append(parts, part{"resource", r.URI, r.URI != "" && r.Name != "" && r.Read != nil})
	}
	for _, t := range c.Templates {
		parts = append(parts, part{"template", t.URITemplate, t.URITemplate != "" && t.Name != "" && t.Read != nil})
	}
	for _, p := range c.Prompts {
		parts = append(parts, part{"prompt", p.Name, p.Name != "" && p.Description != "" && p.Get != nil})
	}
	return parts
}

// route admits a request and finds its method.
func (c *Conversation) route(r *rpc.Request) (rpc.Route, error) {
	v, meta, err := c.admit(r)
	if err != nil {
		return rpc.Route{}, err
	}
	m := methods[r.Method]
	if !m.in(v) {
		m = method{serve: (*Server).unknown, inOrder: true}
	}
	s := c.server
	asked := &call{Request: r, revision: v, meta: meta, conversation: c}
	handle := func(ctx context.Context) (any, error) {
		if m.waits && s.config.Ready != nil {
			if err := s.config.Ready(ctx); err != nil {
				return nil, err
			}
		}
		if m.fixed {
			if list, ok := s.lists.get(asked); ok {
				return list, nil
			}
		}
		res, err := m.serve(s, ctx, asked)
		if err != nil {
			s.report(ctx, asked, err)
			return nil, v.refuse(err)
		}
		v.seal(res, m.keep, s.named[v])
		if m.fixed {
			return s.lists.keep(asked, res)
		}
		return res, nil
	}
	// A client whose connection breaks has not taken its request back where there are sessions.
	inSession := r.Header != nil && c.client.Load() != nil
	route := rpc.Route{Handler: handle, InOrder: m.inOrder, Detached: inSession && !v.modern}
	if o := s.config.Observer; o != nil {
		asked.observe(o, &route)
	}
	return route, nil
}

// unknown answers a method that the revision does not have.
func (s *Server) unknown(_ context.Context, c *call) (result, error) {
	e := rpc.NotFound(c.Method)
	e.Status = c.revision.unknownMethod
	return nil, e
}
