package mcp

import (
	"context"
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
	Config
}

// toolName is the form of a tool name that every host accepts; the specification also allows dots.
var toolName = regexp.MustCompile(`^[A-Za-z0-9_-]{1,64}$`)

// New returns a server, or says what is wrong with the configuration.
func New(c Config) (*Server, error) {
	if c.Info.Name == "" || c.Info.Version == "" {
		return nil, fmt.Errorf("the server needs a name and a version")
	}
	seen := map[string]bool{}
	for _, t := range c.Tools {
		switch {
		case !toolName.MatchString(t.Name):
			return nil, fmt.Errorf("tool name %q: want 1 to 64 of A-Z a-z 0-9 _ -", t.Name)
		case seen[t.Name]:
			return nil, fmt.Errorf("tool %s is given twice", t.Name)
		case t.Input == nil || t.Description == "" || t.Call == nil:
			return nil, fmt.Errorf("tool %s needs a description, an input schema and a function", t.Name)
		}
		seen[t.Name] = true
	}
	return &Server{Config: c}, nil
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
		Log:   s.Log,
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
		v.seal(res, m.keep, s.Info)
		return res, nil
	}, nil
}
