package mcp

import (
	"context"
	"errors"
	"net/url"
	"strings"
	"sync"
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

	// Meta returns what the list says of the resource for hosts that know more than MCP, as it is at the
	// moment. Nil says nothing.
	Meta func() map[string]any `json:"-"`

	// Also reports whether a URI is another name of the resource, such as the one it had in an earlier
	// release. The list does not show it. Nil knows none.
	Also func(uri string) bool `json:"-"`

	// Read returns what the resource holds. An [InputRequired] it returns becomes a question to the
	// peer.
	Read func(context.Context) (*Contents, error) `json:"-"`
}

// Contents is what a resource holds: a text or, when Blob is not nil, bytes.
//
// Its text is encoded once, so that a Read which returns the same Contents as long as the resource is the same
// saves that.
type Contents struct {
	Text string
	Blob []byte
	Meta map[string]any

	once   sync.Once
	quoted []byte // the text as JSON
}

// A Template stands for the resources whose URI it matches. The URI is literal but for one path
// variable, which is a whole segment, and an optional query:
// "mcp://host/gifts/{id}{?cursor}", "mcp://host/gifts/{id}/similar".
type Template struct {
	URITemplate string `json:"uriTemplate"` // RFC 6570
	Name        string `json:"name"`
	Title       string `json:"title,omitzero"`
	Description string `json:"description,omitzero"`
	MIMEType    string `json:"mimeType,omitzero"`

	// Read returns what the resource holds whose path variable has the given value, unescaped. It
	// returns ErrNotFound when there is none.
	Read func(ctx context.Context, value string, query url.Values) (*Contents, error) `json:"-"`

	// Complete offers values for the variables, by name. A variable without an entry has none.
	Complete map[string]Completer `json:"-"`
}

// ErrNotFound is what a template's Read returns for a resource that does not exist.
var ErrNotFound = errors.New("no such resource")

// notFoundError names the resource that does not exist. Its code differs between revisions.
type notFoundError struct{ uri string }

// Error returns the text a peer reads.
func (e *notFoundError) Error() string { return "Resource not found: " + rpc.Clip(e.uri) }

type listResourcesResult struct {
	page
	Resources []listedResource `json:"resources"`
}

// A listedResource is a resource as a list shows it.
type listedResource struct {
	Resource
	Meta map[string]any `json:"_meta,omitempty"`
}

func (s *Server) listResources(_ context.Context, c *call) (result, error) {
	page, resources, err := pageOf(s, c, s.config.Resources, c.revision.resource)
	return &listResourcesResult{page, resources}, err
}

type listTemplatesResult struct {
	page
	Templates []Template `json:"resourceTemplates"`
}

func (s *Server) listTemplates(_ context.Context, c *call) (result, error) {
	page, templates, err := pageOf(s, c, s.config.Templates, c.revision.template)
	return &listTemplatesResult{page, templates}, err
}

type readResult struct {
	envelope
	Contents []ResourceContents `json:"contents"`
}

// ResourceContents is what a resource holds on its way to the peer. One of Text and Blob is not nil.
type ResourceContents struct {
	URI      string         `json:"uri"`
	MIMEType string         `json:"mimeType,omitzero"`
	Text     *string        `json:"text,omitzero"`
	Blob     []byte         `json:"blob,omitzero"` // Base64 in JSON
	Meta     map[string]any `json:"_meta,omitempty"`

	quoted []byte // Text as JSON
}

// at returns the contents as those of a resource.
func (c *Contents) at(uri, mime string) ResourceContents {
	out := ResourceContents{URI: uri, MIMEType: mime, Blob: c.Blob, Meta: c.Meta}
	if c.Blob == nil {
		c.once.Do(func() { c.quoted = appendString(nil, c.Text) })
		out.Text, out.quoted = &c.Text, c.quoted
	}
	return out
}

func (s *Server) readResource(ctx context.Context, c *call) (result, error) {
	uri, err := stringParam(c.Request, "uri")
	if err != nil {
		return nil, err
	}
	if uri == nil {
		return nil, rpc.Errorf(rpc.InvalidParams, "Missing required property 'uri' in params (the resource to read)")
	}
	return s.withInput(ctx, c, func(ctx context.Context) (result, error) {
		mime, contents, err := s.read(ctx, *uri)
		if errors.Is(err, ErrNotFound) {
			return nil, &notFoundError{*uri}
		}
		if err != nil {
			return nil, err
		}
		return &readResult{Contents: []ResourceContents{contents.at(*uri, mime)}}, nil
	})
}

// named reports whether a URI is that of the resource or another name of it.
func (r *Resource) named(uri string) bool { return r.URI == uri || r.Also != nil && r.Also(uri) }

// read finds the resource of a URI, by its own names first and by template then.
func (s *Server) read(ctx context.Context, uri string) (mime string, contents *Contents, err error) {
	for _, r := range s.config.Resources {
		if r.named(uri) {
			contents, err = r.Read(ctx)
			return r.MIMEType, contents, err
		}
	}
	for _, t := range s.config.Templates {
		if value, query, ok := t.match(uri); ok {
			contents, err = t.Read(ctx, value, query)
			return t.MIMEType, contents, err
		}
	}
	return "", nil, ErrNotFound
}

// serves reports whether a URI is that of a resource or of one that a template stands for. Whether
// the latter exists may change with time.
func (s *Server) serves(uri string) bool {
	for _, r := range s.config.Resources {
		if r.named(uri) {
			return true
		}
	}
	for _, t := range s.config.Templates {
		if _, _, ok := t.match(uri); ok {
			return true
		}
	}
	return false
}

// match returns the path variable and the query of a URI that the template stands for. The variable
// is one path segment and may be escaped or, as people write it, not.
func (t *Template) match(uri string) (value string, query url.Values, ok bool) {
	before, after, _ := strings.Cut(t.URITemplate, "{")
	_, after, _ = strings.Cut(after, "}")
	after, _, _ = strings.Cut(after, "{?")
	path, rawQuery, _ := strings.Cut(uri, "?")
	segment, ok := strings.CutPrefix(path, before)
	if !ok {
		return "", nil, false
	}
	segment, ok = strings.CutSuffix(segment, after)
	if !ok || segment == "" || strings.Contains(segment, "/") {
		return "", nil, false
	}
	value, err := url.PathUnescape(segment)
	if err != nil || !utf8.ValidString(value) {
		return "", nil, false
	}
	query, err = url.ParseQuery(rawQuery)
	return value, query, err == nil
}
