package mcp

import (
	"context"

	"giftserver/internal/rpc"
)

// capabilities says what the server can do. What it does not list, it answers with -32601.
type capabilities struct {
	Tools     struct{} `json:"tools"`
	Resources struct{} `json:"resources"`
	Prompts   struct{} `json:"prompts"`
}

type initializeResult struct {
	envelope
	ProtocolVersion string         `json:"protocolVersion"`
	Capabilities    capabilities   `json:"capabilities"`
	ServerInfo      Implementation `json:"serverInfo"`
	Instructions    string         `json:"instructions,omitzero"`
}

// initialize opens a legacy conversation. A version that is not spoken here is answered with one
// that is: clients take an error for a broken server. It may be called again at any time.
func (s *Server) initialize(_ context.Context, c *call) (result, error) {
	var params struct {
		ProtocolVersion string `json:"protocolVersion"`
	}
	if err := decodeParams(c.Params, &params); err != nil {
		return nil, err
	}
	v := find(params.ProtocolVersion)
	if v == nil || v.modern {
		v = newestLegacy
	}
	if c.pipe != nil {
		c.pipe.agreed.Store(v)
	}
	return &initializeResult{
		ProtocolVersion: v.name,
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
	return &discoverResult{SupportedVersions: names(), Instructions: s.config.Instructions}, nil
}

type emptyResult struct{ envelope }

func (s *Server) ping(context.Context, *call) (result, error) { return &emptyResult{}, nil }

// checkCursor accepts the cursors a client can have of a list that has a single page: none. Null
// and "" count as none, as clients send them for the first page.
func checkCursor(c *call) error {
	var params struct {
		Cursor *string `json:"cursor"`
	}
	if err := decodeParams(c.Params, &params); err != nil {
		return err
	}
	if params.Cursor != nil && *params.Cursor != "" {
		return rpc.Errorf(rpc.InvalidParams, "Unknown cursor; leave it out to get the whole list")
	}
	return nil
}
