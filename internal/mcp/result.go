package mcp

// A result is what a method answers. Methods fill in the content; the revision seals it.
type result interface{ head() *envelope }

// envelope holds the members that any result may have.
type envelope struct {
	ResultType string         `json:"resultType,omitzero"`
	TTLMs      *int64         `json:"ttlMs,omitzero"` // milliseconds
	CacheScope string         `json:"cacheScope,omitzero"`
	Meta       map[string]any `json:"_meta,omitzero"`
}

func (e *envelope) head() *envelope { return e }

// Content is a block of text in a tool's result or a prompt's message.
type Content struct {
	Type        string       `json:"type"`
	Text        string       `json:"text"`
	Annotations *Annotations `json:"annotations,omitzero"`
}

// Annotations say whom a block is for: "user", "assistant" or both.
type Annotations struct {
	Audience []string `json:"audience,omitempty"`
}

// Text returns a block of text; with an audience it is meant for those alone.
func Text(text string, audience ...string) Content {
	c := Content{Type: "text", Text: text}
	if len(audience) > 0 {
		c.Annotations = &Annotations{Audience: audience}
	}
	return c
}
