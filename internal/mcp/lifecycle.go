package mcp

import (
	"context"
	"net/http"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"giftserver/internal/rpc"
)

// capabilities says what the server can do. What it does not list, it answers with -32601.
type capabilities struct {
	Tools       listCapability     `json:"tools"`
	Resources   resourceCapability `json:"resources"`
	Prompts     listCapability     `json:"prompts"`
	Completions *struct{}          `json:"completions,omitzero"`
	Logging     struct{}           `json:"logging"`
	Extensions  map[string]any     `json:"extensions,omitempty"`
}

type listCapability struct {
	ListChanged bool `json:"listChanged,omitzero"`
}

type resourceCapability struct {
	listCapability
	Subscribe bool `json:"subscribe"`
}

func (s *Server) capabilities() capabilities {
	list := func(name string) listCapability { return listCapability{s.config.changes(name)} }
	return capabilities{
		Tools:       list(ToolList),
		Resources:   resourceCapability{list(ResourceList), true},
		Prompts:     list(PromptList),
		Completions: &struct{}{},
		Extensions:  s.config.Extensions,
	}
}

type initializeResult struct {
	envelope
	ProtocolVersion string         `json:"protocolVersion"`
	Capabilities    capabilities   `json:"capabilities"`
	ServerInfo      Implementation `json:"serverInfo"`
	Instructions    string         `json:"instructions,omitzero"`
}

// initialize opens a legacy conversation. A version that is not spoken here is answered with one
// that is: clients take an error for a broken server. On a pipe it may be called again at any time.
func (s *Server) initialize(_ context.Context, c *call) (result, error) {
	var params struct {
		ProtocolVersion string         `json:"protocolVersion"`
		Capabilities    jsontext.Value `json:"capabilities"`
	}
	if err := decodeParams(c.Params, &params); err != nil {
		return nil, err
	}
	if c.Header != nil && c.conversation.client.Load() != nil {
		return nil, rpc.Refusef(http.StatusBadRequest, rpc.InvalidRequest,
			"This session has begun already; leave out %s to begin another", headerSession)
	}
	v := find(params.ProtocolVersion)
	if v == nil || v.modern {
		v = newestLegacy
	}
	c.revision = v
	c.conversation.client.Store(&client{v, params.Capabilities})
	s.remember(c.conversation)
	return &initializeResult{
		ProtocolVersion: v.name,
		Capabilities:    v.capabilities(s.capabilities()),
		ServerInfo:      v.implementation(s.config.Info),
		Instructions:    s.config.Instructions,
	}, nil
}

type discoverResult struct {
	envelope
	SupportedVersions []string     `json:"supportedVersions"`
	Capabilities      capabilities `json:"capabilities"`
	Instructions      string       `json:"instructions,omitzero"`
}

// discover tells a modern client what initialize tells a legacy one.
func (s *Server) discover(context.Context, *call) (result, error) {
	return &discoverResult{SupportedVersions: names(anyRevision), Capabilities: s.capabilities(), Instructions: s.config.Instructions}, nil
}

type emptyResult struct{ envelope }

func (s *Server) ping(context.Context, *call) (result, error) { return &emptyResult{}, nil }

// setLevel has a legacy peer sent log messages from a level on.
func (s *Server) setLevel(_ context.Context, c *call) (result, error) {
	var params struct {
		Level string `json:"level"`
	}
	if err := decodeParams(c.Params, &params); err != nil {
		return nil, err
	}
	if !slices.Contains(logLevels, params.Level) {
		return nil, rpc.Errorf(rpc.InvalidParams, "'level' in params must be one of %s", strings.Join(logLevels, ", "))
	}
	c.conversation.logLevel.Store(&params.Level)
	return &emptyResult{}, nil
}
