package mcp

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"regexp"
	"sync/atomic"

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

	// Log receives faults. Nil means slog.Default().
	Log *slog.Logger
}

// A Server answers MCP requests in every revision it knows. It does not change after New and is
// safe for concurrent use.
type Server struct {
	config Config
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
	return &Server{config: c}, nil
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

// A pipe is a connection to one peer, such as a stdio process. It remembers the legacy revision
// that initialize agreed on; HTTP requests stand alone and have none.
type pipe struct {
	agreed atomic.Pointer[revision]
}

// HTTP returns the dispatcher for requests that each stand alone and come with headers.
func (s *Server) HTTP() *rpc.Mux { return s.mux(nil) }

// Stdio returns the dispatcher for one process at the other end of a pipe.
func (s *Server) Stdio() *rpc.Mux { return s.mux(&pipe{}) }

func (s *Server) mux(p *pipe) *rpc.Mux {
	return &rpc.Mux{
		Route: func(r *rpc.Request) (rpc.Handler, error) { return s.route(p, r) },
		Log:   s.config.Log,
	}
}

// route admits a request and finds its method.
func (s *Server) route(p *pipe, r *rpc.Request) (rpc.Handler, error) {
	v, meta, err := admit(p, r)
	if err != nil {
		return nil, err
	}
	m := methods[r.Method]
	if !m.in(v) {
		e := rpc.NotFound(r.Method)
		e.Status = v.unknownMethod
		return nil, e
	}
	return func(ctx context.Context) (any, error) {
		res, err := m.serve(s, ctx, &call{Request: r, revision: v, meta: meta, pipe: p})
		if err != nil {
			return nil, v.refuse(err)
		}
		v.seal(res, m.keep, s.config.Info)
		return res, nil
	}, nil
}
