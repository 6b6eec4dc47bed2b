package mcp

import "github.com/go-json-experiment/json/jsontext"

// A result is what a method answers. Methods fill in the content; the revision seals it.
type result interface{ head() *envelope }

// envelope holds the members that any result may have.
type envelope struct {
	ResultType string     `json:"resultType,omitzero"`
	TTLMs      *int64     `json:"ttlMs,omitzero"` // milliseconds
	CacheScope string     `json:"cacheScope,omitzero"`
	Sealed     sealedMeta `json:"_meta,omitzero"`

	// Meta is what the method says in _meta.
	Meta map[string]any `json:"-"`
}

func (e *envelope) head() *envelope { return e }

// Content is a block in a tool's result or a prompt's message. [Text] and the functions beside it make
// one.
type Content struct {
	Type        string            `json:"type"`
	Text        *string           `json:"text,omitzero"`
	Data        []byte            `json:"data,omitzero"` // Base64 in JSON
	MIMEType    string            `json:"mimeType,omitzero"`
	Resource    *ResourceContents `json:"resource,omitzero"`
	URI         string            `json:"uri,omitzero"`
	Name        string            `json:"name,omitzero"`
	Annotations *Annotations      `json:"annotations,omitzero"`
}

// Annotations say whom a block is for: "user", "assistant" or both.
type Annotations struct {
	Audience []string `json:"audience,omitempty"`
}

// Text returns a block of text; with an audience it is meant for those alone.
func Text(text string, audience ...string) Content {
	c := Content{Type: "text", Text: &text}
	if len(audience) > 0 {
		c.Annotations = &Annotations{Audience: audience}
	}
	return c
}

// JSON is a text of JSON, which is sent as it is: [ToolResult.Structured] may be one, beside a [Text] that says
// the same.
type JSON string

// MarshalJSONTo writes the text.
func (j JSON) MarshalJSONTo(enc *jsontext.Encoder) error { return enc.WriteValue(jsontext.Value(j)) }

// Image returns a picture.
func Image(data []byte, mime string) Content {
	return Content{Type: "image", Data: data, MIMEType: mime}
}

// Audio returns a sound. A revision that knows none gets a line of text in its place.
func Audio(data []byte, mime string) Content {
	return Content{Type: "audio", Data: data, MIMEType: mime}
}

// Embedded returns what a resource holds as part of the message.
func Embedded(uri, mime string, contents *Contents) Content {
	at := contents.at(uri, mime)
	return Content{Type: "resource", Resource: &at}
}

// Link returns a pointer to a resource that can be read. A revision that knows none gets a line of text
// in its place.
func Link(uri, name, mime string) Content {
	return Content{Type: "resource_link", URI: uri, Name: name, MIMEType: mime}
}
