package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/santhosh-tekuri/jsonschema/v6"
)

// schemas checks the messages of a server in one conversation against the protocol's JSON Schemas. It
// checks nothing when there are none.
type schemas struct {
	folder    string
	revision  string            // of messages that do not claim one
	requested map[string]string // id of a request -> its method
	spoken    map[string]string // id of a request -> its revision
}

func newSchemas(t *testing.T) *schemas {
	t.Helper()
	return &schemas{os.Getenv("MCP_SCHEMAS"), "2025-03-26", map[string]string{}, map[string]string{}}
}

// wireMessage is what any message may have.
type wireMessage struct {
	ID     jsontext.Value `json:"id"`
	Method string         `json:"method"`
	Result jsontext.Value `json:"result"`
	Error  jsontext.Value `json:"error"`
	Params struct {
		Meta map[string]jsontext.Value `json:"_meta"`
	} `json:"params"`
}

// sent notes a message of the client.
func (s *schemas) sent(message string) {
	var batch []jsontext.Value
	if json.Unmarshal([]byte(message), &batch) == nil {
		for _, element := range batch {
			s.sent(string(element))
		}
		return
	}
	var m wireMessage
	if json.Unmarshal([]byte(message), &m) != nil || m.Method == "" {
		return
	}
	revision := s.revision
	switch {
	case claims(message):
		revision = "2026-07-28"
	case m.Method == "initialize":
		revision = versionOf(message)
		s.revision = revision
	}
	s.requested[string(m.ID)], s.spoken[string(m.ID)] = m.Method, revision
}

// resultNames are the results in the schemas, by method.
var resultNames = map[string]string{
	"initialize": "InitializeResult", "server/discover": "DiscoverResult", "tools/list": "ListToolsResult",
	"tools/call": "CallToolResult", "resources/list": "ListResourcesResult", "resources/templates/list": "ListResourceTemplatesResult",
	"resources/read": "ReadResourceResult", "resources/get": "ReadResourceResult", "prompts/list": "ListPromptsResult",
	"prompts/get": "GetPromptResult", "completion/complete": "CompleteResult", "ping": "EmptyResult",
	"logging/setLevel": "EmptyResult", "resources/subscribe": "EmptyResult", "resources/unsubscribe": "EmptyResult",
	"subscriptions/listen": "SubscriptionsListenResult",
}

// check checks a message of the server.
func (s *schemas) check(t *testing.T, message string) {
	t.Helper()
	var batch []jsontext.Value
	if json.Unmarshal([]byte(message), &batch) == nil {
		for _, element := range batch {
			s.check(t, string(element))
		}
		return
	}
	var m wireMessage
	if err := json.Unmarshal([]byte(message), &m); err != nil {
		t.Errorf("message %q: %v", message, err)
		return
	}
	revision, ok := s.spoken[string(m.ID)]
	if !ok || m.Method != "" {
		revision = s.revision
		if strings.Contains(message, "io.modelcontextprotocol/subscriptionId") {
			revision = "2026-07-28"
		}
	}
	modernNames := revision >= "2025-11-25"
	switch {
	case m.Error != nil && m.ID == nil && !modernNames: // These schemas have no form for it.
	case m.Error != nil && modernNames:
		s.validate(t, revision, "JSONRPCErrorResponse", message)
	case m.Error != nil:
		s.validate(t, revision, "JSONRPCError", message)
	case m.Method != "" && m.ID == nil:
		s.validate(t, revision, "ServerNotification", message)
	case m.Method != "":
		s.validate(t, revision, "ServerRequest", message)
	default:
		name := resultNames[s.requested[string(m.ID)]]
		if strings.Contains(message, `"resultType":"input_required"`) {
			name = "InputRequiredResult"
		}
		s.validate(t, revision, name, string(m.Result))
	}
}

func (s *schemas) validate(t *testing.T, revision, definition, text string) {
	t.Helper()
	file := filepath.Join(s.folder, revision+".json")
	b, err := os.ReadFile(file)
	if s.folder == "" || os.IsNotExist(err) && revision == "2024-11-05" { // Not everybody has the oldest.
		return
	}
	if err != nil {
		t.Fatal(err)
	}
	keyword := "$defs"
	if strings.Contains(string(b[:200]), `"definitions"`) {
		keyword = "definitions"
	}
	doc, err := jsonschema.UnmarshalJSON(strings.NewReader(string(b)))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	// The library's own check of this format takes a query for a brace that is never closed.
	c.RegisterFormat(&jsonschema.Format{Name: "uri-template", Validate: func(any) error { return nil }})
	if err := c.AddResource("schema.json", doc); err != nil {
		t.Fatal(err)
	}
	compiled, err := c.Compile("schema.json#/" + keyword + "/" + definition)
	if err != nil {
		t.Fatal(err)
	}
	value, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	if err := compiled.Validate(value); err != nil {
		t.Errorf("%s is no %s of %s: %v", text, definition, revision, err)
	}
}
