package mcp

import (
	"maps"
	"strconv"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// The results that are asked for most write themselves, which takes a quarter of what looking at their fields
// at run time does; a text that has been encoded before is taken as it is. What they write is what the
// encoder makes of the same struct; a test compares the two. All others are left to the encoder.

// encoder has text that is no UTF-8 written with replacement characters, as package rpc does.
var encoder = json.JoinOptions(jsontext.AllowInvalidUTF8(true), json.Deterministic(true))

// appendValue appends any value as JSON. One that is JSON already is not looked at again.
func appendValue(b []byte, value any) ([]byte, error) {
	if raw, ok := value.(JSON); ok {
		return append(b, raw...), nil
	}
	encoded, err := json.Marshal(value, encoder)
	return append(b, encoded...), err
}

// appendString appends a string.
func appendString(b []byte, text string) []byte {
	b, _ = jsontext.AppendQuote(b, text) // What is no UTF-8 has been replaced.
	return b
}

// AppendJSON appends the result as JSON.
func (r *ToolResult) AppendJSON(b []byte) (_ []byte, err error) {
	if b, err = r.append(append(b, '{')); err != nil {
		return nil, err
	}
	b = append(b, `"content":[`...)
	for i := range r.Content {
		if i > 0 {
			b = append(b, ',')
		}
		if b, err = r.Content[i].append(b); err != nil {
			return nil, err
		}
	}
	b = append(b, ']')
	if r.Structured != nil {
		if b, err = appendValue(append(b, `,"structuredContent":`...), r.Structured); err != nil {
			return nil, err
		}
	}
	if r.IsError {
		return append(b, `,"isError":true}`...), nil
	}
	return append(b, `,"isError":false}`...), nil
}

// AppendJSON appends the result as JSON.
func (r *PromptResult) AppendJSON(b []byte) (_ []byte, err error) {
	if b, err = r.append(append(b, '{')); err != nil {
		return nil, err
	}
	if r.Description != "" {
		b = append(appendString(append(b, `"description":`...), r.Description), ',')
	}
	b = append(b, `"messages":[`...)
	for i := range r.Messages {
		if i > 0 {
			b = append(b, ',')
		}
		b = appendString(append(b, `{"role":`...), r.Messages[i].Role)
		if b, err = r.Messages[i].Content.append(append(b, `,"content":`...)); err != nil {
			return nil, err
		}
		b = append(b, '}')
	}
	return append(b, `]}`...), nil
}

// append appends the members that any result may have, each with a comma behind it.
func (e *envelope) append(b []byte) ([]byte, error) {
	if e.ResultType != "" {
		b = append(appendString(append(b, `"resultType":`...), e.ResultType), ',')
	}
	if e.TTLMs != nil {
		b = append(strconv.AppendInt(append(b, `"ttlMs":`...), *e.TTLMs, 10), ',')
	}
	if e.CacheScope != "" {
		b = append(appendString(append(b, `"cacheScope":`...), e.CacheScope), ',')
	}
	if e.Sealed.IsZero() {
		return b, nil
	}
	b, err := e.Sealed.append(append(b, `"_meta":`...))
	return append(b, ','), err
}

// append appends a block. Nearly all of them are text.
func (c *Content) append(b []byte) ([]byte, error) {
	if c.Type != "text" || c.Text == nil || c.Data != nil || c.Resource != nil || c.MIMEType+c.URI+c.Name != "" {
		return appendValue(b, c)
	}
	b = appendString(append(b, `{"type":"text","text":`...), *c.Text)
	if c.Annotations != nil {
		b = c.Annotations.append(append(b, `,"annotations":`...))
	}
	return append(b, '}'), nil
}

func (a *Annotations) append(b []byte) []byte {
	if len(a.Audience) == 0 {
		return append(b, `{}`...)
	}
	b = append(b, `{"audience":`...)
	between := byte('[')
	for _, role := range a.Audience {
		b = appendString(append(b, between), role)
		between = ','
	}
	return append(b, `]}`...)
}

// AppendJSON appends the result as JSON.
func (r *readResult) AppendJSON(b []byte) (_ []byte, err error) {
	if b, err = r.append(append(b, '{')); err != nil {
		return nil, err
	}
	b = append(b, `"contents":[`...)
	for i := range r.Contents {
		if i > 0 {
			b = append(b, ',')
		}
		if b, err = r.Contents[i].append(b); err != nil {
			return nil, err
		}
	}
	return append(b, `]}`...), nil
}

// append appends what a resource holds. Nearly all of it is text.
func (r *ResourceContents) append(b []byte) (_ []byte, err error) {
	if r.quoted == nil {
		return appendValue(b, r)
	}
	b = appendString(append(b, `{"uri":`...), r.URI)
	if r.MIMEType != "" {
		b = appendString(append(b, `,"mimeType":`...), r.MIMEType)
	}
	b = append(append(b, `,"text":`...), r.quoted...)
	if len(r.Meta) > 0 {
		if b, err = appendValue(append(b, `,"_meta":`...), r.Meta); err != nil {
			return nil, err
		}
	}
	return append(b, '}'), nil
}

// encoded is a result that has been encoded before.
type encoded jsontext.Value

// AppendJSON appends the result as it is.
func (e encoded) AppendJSON(b []byte) ([]byte, error) { return append(b, e...), nil }

// A sealedMeta is the _meta of a result: what the method says there, and what the revision adds.
type sealedMeta struct {
	own    map[string]any
	server jsontext.Value // who made the result; nil where the revision does not say
}

// IsZero reports whether there is nothing to say.
func (m sealedMeta) IsZero() bool { return m.own == nil && m.server == nil }

// MarshalJSONTo writes the members in the order of their names.
func (m sealedMeta) MarshalJSONTo(enc *jsontext.Encoder) error {
	b, err := m.append(nil)
	if err != nil {
		return err
	}
	return enc.WriteValue(b)
}

func (m sealedMeta) append(b []byte) ([]byte, error) {
	if m.server == nil {
		return appendValue(b, m.own)
	}
	if len(m.own) == 0 {
		b = append(b, `{"`+keyServerInfo+`":`...)
		return append(append(b, m.server...), '}'), nil
	}
	all := map[string]any{keyServerInfo: m.server}
	maps.Copy(all, m.own)
	return appendValue(b, all)
}
