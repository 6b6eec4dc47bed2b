package mcp

import (
	"errors"
	"net/http"
	"slices"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"giftserver/internal/rpc"
)

// A revision is one revision of MCP, and what sets it apart. Every difference between revisions is
// a field here; adding a revision is adding a row to revisions and, if it brings a new kind of
// difference, a field that all rows fill.
type revision struct {
	name string

	// modern requests carry their version and capabilities themselves, and modern results say what
	// type they are and how long they may be kept. Legacy ones begin with initialize.
	modern bool

	// toolErrors: arguments that violate a tool's schema are a result with isError, so that the
	// model reads them and mends the call (SEP-1303). Otherwise they are the error -32602.
	toolErrors bool

	// notFound is the code for a resource that does not exist.
	notFound rpc.Code

	// unknownMethod is the HTTP status that goes with -32601.
	unknownMethod int

	annotations bool // tools carry annotations
	titles      bool // definitions carry a title, and _meta
	structured  bool // tools have an output schema, and results structuredContent
	described   bool // an implementation carries a description
	audio       bool // content may be audio
	links       bool // content may be a link to a resource
	completions bool // the capability to complete arguments is declared
	messages    bool // progress comes with a message
	elicits     bool // a legacy server may ask the person something
	batches     bool // several messages may come in an array
	resumable   bool // clients know the first event of a stream, which only carries an id, and how to resume
}

const codeResourceNotFound rpc.Code = -32002 // legacy only

// revisions holds what this server speaks, newest first.
var revisions = []revision{
	{
		name: "2026-07-28", modern: true, toolErrors: true, notFound: rpc.InvalidParams, unknownMethod: http.StatusNotFound,
		annotations: true, titles: true, structured: true, described: true, audio: true, links: true,
		completions: true, messages: true,
	},
	{
		name: "2025-11-25", toolErrors: true, notFound: codeResourceNotFound, unknownMethod: http.StatusOK,
		annotations: true, titles: true, structured: true, described: true, audio: true, links: true,
		completions: true, messages: true, elicits: true, resumable: true,
	},
	{
		name: "2025-06-18", notFound: codeResourceNotFound, unknownMethod: http.StatusOK,
		annotations: true, titles: true, structured: true, audio: true, links: true,
		completions: true, messages: true, elicits: true,
	},
	{
		name: "2025-03-26", notFound: codeResourceNotFound, unknownMethod: http.StatusOK,
		annotations: true, audio: true,
		completions: true, messages: true, batches: true,
	},
	{
		name: "2024-11-05", notFound: codeResourceNotFound, unknownMethod: http.StatusOK,
	},
}

var (
	// modern is the revision that needs no handshake.
	modern = find("2026-07-28")

	// newestLegacy is what initialize agrees on when it is asked for something else.
	newestLegacy = find("2025-11-25")

	// assumed is the revision of a message that says nothing of itself: a bare message sent by
	// hand, or a client that leaves out the version header, which the specification reads so.
	assumed = find("2025-03-26")
)

// find returns the revision of that name, nil when this server does not speak it.
func find(name string) *revision {
	if i := slices.IndexFunc(revisions, func(r revision) bool { return r.name == name }); i >= 0 {
		return &revisions[i]
	}
	return nil
}

// names lists the revisions of a kind, newest first.
func names(kind func(*revision) bool) []string {
	var list []string
	for i := range revisions {
		if kind(&revisions[i]) {
			list = append(list, revisions[i].name)
		}
	}
	return list
}

func anyRevision(*revision) bool { return true }

// looksModern reports whether a version string is the first modern revision or a later date. It
// only tells the eras apart; whether a version is spoken here is for find alone, since comparing
// strings would take "v999" or "draft" for the newest.
func looksModern(version string) bool {
	_, err := time.Parse(time.DateOnly, version)
	return err == nil && version >= modern.name
}

// seal completes a result for the revision: what kind it is, how long it may be kept (nil for
// results that are never cached) and who made it, as JSON. Legacy results carry none of this.
func (v *revision) seal(res result, keep *time.Duration, server jsontext.Value) {
	e := res.head()
	e.Sealed.own = e.Meta
	if !v.modern {
		return
	}
	if e.ResultType == "" {
		e.ResultType = "complete"
	}
	if keep != nil && e.ResultType == "complete" {
		ms := keep.Milliseconds()
		e.TTLMs, e.CacheScope = &ms, "public"
	}
	e.Sealed.server = server
}

// refuse translates an error of a method into the error that the revision has for it. A fault
// passes through.
func (v *revision) refuse(err error) error {
	if e, ok := errors.AsType[*notFoundError](err); ok {
		return &rpc.Error{Code: v.notFound, Message: e.Error(), Data: map[string]string{"uri": e.uri}}
	}
	if e, ok := errors.AsType[*ArgumentError](err); ok {
		return rpc.Errorf(rpc.InvalidParams, "%s", e.Error())
	}
	if e, ok := errors.AsType[*MissingCapability](err); ok && v.modern {
		return e.refusal()
	} else if ok {
		return rpc.Errorf(rpc.InvalidParams, "%s", e.Error())
	}
	if e, ok := errors.AsType[*Failure](err); ok {
		return rpc.Errorf(rpc.InternalError, "%s", e.Text)
	}
	return err
}

// implementation, tool, toolResult and so on leave out what the revision does not know.

func (v *revision) implementation(i Implementation) Implementation {
	if !v.titles {
		i.Title = ""
	}
	if !v.described {
		i.Description = ""
	}
	return i
}

func (v *revision) tool(t Tool) Tool {
	if !v.annotations {
		t.Annotations = nil
	}
	if !v.titles {
		t.Title, t.Security, t.Meta = "", nil, nil
	}
	if !v.structured {
		t.Output = nil
	}
	return t
}

func (v *revision) toolResult(r ToolResult) *ToolResult {
	if !v.structured {
		r.Structured = nil
	}
	if !v.audio || !v.links {
		r.Content = slices.Clone(r.Content)
		for i, c := range r.Content {
			r.Content[i] = v.content(c)
		}
	}
	return &r
}

func (v *revision) promptResult(r PromptResult) *PromptResult {
	if !v.audio || !v.links {
		r.Messages = slices.Clone(r.Messages)
		for i, m := range r.Messages {
			r.Messages[i].Content = v.content(m.Content)
		}
	}
	return &r
}

// content puts a line of text in the place of a block of a kind that the revision does not know.
func (v *revision) content(c Content) Content {
	switch {
	case c.Type == "audio" && !v.audio:
		return Text("(a sound, " + c.MIMEType + ")")
	case c.Type == "resource_link" && !v.links:
		return Text(c.Name + ": " + c.URI)
	}
	return c
}

func (v *revision) capabilities(c capabilities) capabilities {
	if !v.completions {
		c.Completions = nil
	}
	if !v.titles { // An extension shows in _meta alone.
		c.Extensions = nil
	}
	return c
}

func (v *revision) progress(p progressParams) progressParams {
	if !v.messages {
		p.Message = ""
	}
	return p
}

func (v *revision) resource(r Resource) listedResource {
	listed := listedResource{Resource: r}
	switch {
	case !v.titles:
		listed.Title = ""
	case r.Meta != nil:
		listed.Meta = r.Meta()
	}
	return listed
}

func (v *revision) template(t Template) Template {
	if !v.titles {
		t.Title = ""
	}
	return t
}

func (v *revision) prompt(p Prompt) Prompt {
	if v.titles {
		return p
	}
	p.Title = ""
	p.Arguments = slices.Clone(p.Arguments)
	for i := range p.Arguments {
		p.Arguments[i].Title = ""
	}
	return p
}
