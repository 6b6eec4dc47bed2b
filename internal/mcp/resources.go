package mcp

import (
	"context"
	"errors"
	"net/url"
	"strings"
	"unicode/utf8"

	"giftserver/internal/rpc"
)

// A Resource is something a client can read by its URI.
type Resource struct {
	URI         string `json:"uri"`
	Name        string `json:"name"`
	Title       string `json:"title,omitzero"`
	Description string `json:"description,omitzero"`
	MIMEType    string `json:"mimeType,omitzero"`

	// Read returns the text of the resource.
	Read func(context.Context) (string, error) `json:"-"`
}

// A Template stands for the resources whose URI it matches. The URI must be literal up to its one
// path variable, which comes last before an optional query: "mcp://host/gifts/{id}{?cursor}".
type Template struct {
	URITemplate string `json:"uriTemplate"` // RFC 6570
	Name        string `json:"name"`
	Title       string `json:"title,omitzero"`
	Description string `json:"description,omitzero"`
	MIMEType    string `json:"mimeType,omitzero"`

	// Read returns the text of the resource whose path variable has the given value, unescaped. It
	// returns ErrNotFound when there is none.
	Read func(ctx context.Context, value string, query url.Values) (string, error) `json:"-"`
}

// ErrNotFound is what a template's Read returns for a resource that does not exist.
var ErrNotFound = errors.New("no such resource")

// notFoundError names the resource that does not exist. Its code differs between revisions.
type notFoundError struct{ uri string }

// Error returns the text a peer reads.
func (e *notFoundError) Error() string { return "Resource not found: " + rpc.Clip(e.uri) }

type listResourcesResult struct {
	envelope
	Resources []Resource `json:"resources"`
}

func (s *Server) listResources(_ context.Context, c *call) (result, error) {
	if err := checkCursor(c); err != nil {
		return nil, err
	}
	return &listResourcesResult{Resources: each(s.config.Resources, c.revision.resource)}, nil
}

type listTemplatesResult struct {
	envelope
	Templates []Template `json:"resourceTemplates"`
}

func (s *Server) listTemplates(_ context.Context, c *call) (result, error) {
	if err := checkCursor(c); err != nil {
		return nil, err
	}
	return &listTemplatesResult{Templates: each(s.config.Templates, c.revision.template)}, nil
}

type readResult struct {
	envelope
	Contents []contents `json:"contents"`
}

type contents struct {
	URI      string `json:"uri"`
	MIMEType string `json:"mimeType,omitzero"`
	Text     string `json:"text"`
}

func (s *Server) readResource(ctx context.Context, c *call) (result, error) {
	var params struct {
		URI *string `json:"uri"`
	}
	if err := decodeParams(c.Params, &params); err != nil {
		return nil, err
	}
	if params.URI == nil {
		return nil, rpc.Errorf(rpc.InvalidParams, "Missing required property 'uri' in params (the resource to read)")
	}
	mime, text, err := s.read(ctx, *params.URI)
	if errors.Is(err, ErrNotFound) {
		return nil, &notFoundError{*params.URI}
	}
	if err != nil {
		return nil, err
	}
	return &readResult{Contents: []contents{{URI: *params.URI, MIMEType: mime, Text: text}}}, nil
}

// read finds the resource of a URI, by its exact URI first and by template then.
func (s *Server) read(ctx context.Context, uri string) (mime, text string, err error) {
	for _, r := range s.config.Resources {
		if r.URI == uri {
			text, err = r.Read(ctx)
			return r.MIMEType, text, err
		}
	}
	for _, t := range s.config.Templates {
		if value, query, ok := t.match(uri); ok {
			text, err = t.Read(ctx, value, query)
			return t.MIMEType, text, err
		}
	}
	return "", "", ErrNotFound
}

// match returns the path variable and the query of a URI that the template stands for. The variable
// is one path segment and may be escaped or, as people write it, not.
func (t *Template) match(uri string) (value string, query url.Values, ok bool) {
	literal, _, _ := strings.Cut(t.URITemplate, "{")
	rest, ok := strings.CutPrefix(uri, literal)
	if !ok {
		return "", nil, false
	}
	segment, rawQuery, _ := strings.Cut(rest, "?")
	if segment == "" || strings.Contains(segment, "/") {
		return "", nil, false
	}
	value, err := url.PathUnescape(segment)
	if err != nil || !utf8.ValidString(value) {
		return "", nil, false
	}
	query, err = url.ParseQuery(rawQuery)
	return value, query, err == nil
}
