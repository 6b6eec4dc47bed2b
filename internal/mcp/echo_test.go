package mcp_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/textproto"
	"net/url"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"giftserver/internal/mcp"
)

const modern = "2026-07-28"

var legacy = []string{"2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"}

// revisions is what the server speaks, newest first.
var revisions = append([]string{modern}, legacy...)

// envelope is the _meta that every modern request carries.
const envelope = `"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}`

// shorthand is that of the protocol's own texts: META/x is a reserved key. MODERN is envelope.
var shorthand = strings.NewReplacer("MODERN", envelope, "META/", "io.modelcontextprotocol/")

// echoInput has a property for each rule that an argument can violate.
const echoInput = `{"type":"object","additionalProperties":false,"required":["text"],"properties":{
	"text":{"type":"string","minLength":2,"maxLength":20},
	"size":{"type":"string","enum":["small","large"]},
	"day":{"type":"string","format":"date"},
	"code":{"type":"string","pattern":"^[A-Z]+$"},
	"price":{"type":"number","exclusiveMinimum":0,"maximum":1000},
	"year":{"type":"integer","minimum":1900},
	"words":{"type":"array","items":{"type":"string"},"minItems":2,"maxItems":3}}}`

// echo answers with its arguments.
func echo(_ context.Context, call mcp.ToolCall) (*mcp.ToolResult, error) {
	return &mcp.ToolResult{
		Content:    []mcp.Content{mcp.Text("echo", "user")},
		Structured: call.Arguments,
	}, nil
}

// newEcho returns the server that most tests ask. It has one of each thing a server can have.
func newEcho(t testing.TB) *mcp.Server {
	t.Helper()
	return newServer(t, echoConfig(t))
}

// echoConfig is what that server is made of.
func echoConfig(t testing.TB) mcp.Config {
	t.Helper()
	return mcp.Config{
		Info:         mcp.Implementation{Name: "echo", Title: "Echo", Version: "1.0.0", Description: "Says it again"},
		Instructions: "Call echo.",
		Changes:      []string{mcp.ResourceList},
		Tools: []mcp.Tool{{
			Name: "echo", Title: "Echo", Description: "Repeats", Call: echo,
			Input: schema(t, echoInput), Output: schema(t, `{"type":"object"}`),
			Annotations: &mcp.ToolAnnotations{ReadOnly: true},
			Meta:        map[string]any{"example/icon": "e"},
			Security:    []mcp.SecurityScheme{{Type: "oauth2", Scopes: []string{"a", "b"}}},
		}},
		Resources: []mcp.Resource{{
			URI: "mcp://echo/list", Name: "list", Title: "List", Description: "All", MIMEType: "text/plain",
			Read: func(context.Context) (*mcp.Contents, error) { return &mcp.Contents{Text: "a, b"}, nil },
		}},
		Templates: []mcp.Template{{
			URITemplate: "mcp://echo/items/{id}{?size}", Name: "item", Title: "Item", MIMEType: "text/plain", Read: readItem,
		}},
		Prompts: []mcp.Prompt{
			{Name: "greet", Title: "Greet", Description: "Greets", Get: greet, Arguments: []mcp.PromptArgument{
				{Name: "who", Title: "Who", Required: true}, {Name: "tone", Description: "How"},
			}},
			{Name: "wave", Description: "Waves", Get: greet},
		},
	}
}

// readItem knows every item but "gone", and cannot read "broken".
func readItem(_ context.Context, id string, query url.Values) (*mcp.Contents, error) {
	switch id {
	case "gone":
		return nil, fmt.Errorf("looking up %s: %w", id, mcp.ErrNotFound)
	case "broken":
		return nil, errors.New("secret: disk on fire")
	}
	return &mcp.Contents{Text: "item " + id + query.Get("size")}, nil
}

func greet(_ context.Context, arguments map[string]string) (*mcp.PromptResult, error) {
	text := fmt.Sprintf("%d: %s, %s", len(arguments), arguments["who"], arguments["tone"])
	return &mcp.PromptResult{Messages: []mcp.PromptMessage{{Role: "user", Content: mcp.Text(text)}}}, nil
}

func newServer(t testing.TB, c mcp.Config) *mcp.Server {
	t.Helper()
	s, err := mcp.New(c)
	if err != nil {
		t.Fatalf("New: %v", err)
	}
	return s
}

func schema(t testing.TB, source string) *mcp.Schema {
	t.Helper()
	s, err := mcp.CompileSchema([]byte(source))
	if err != nil {
		t.Fatalf("CompileSchema(%s): %v", source, err)
	}
	return s
}

// A reply is what came back to one message.
type reply struct {
	Status int            `json:"-"`
	ID     jsontext.Value `json:"id"`
	Result map[string]any `json:"result"`
	Error  struct {
		Code    int            `json:"code"`
		Message string         `json:"message"`
		Data    map[string]any `json:"data"`
	} `json:"error"`
}

// serve sends one message, written in shorthand, and reads the reply. Whatever the reply is, it
// holds no null: clients drop a whole message for one.
func serve(t *testing.T, c *mcp.Conversation, message string, header http.Header) reply {
	t.Helper()
	raw, status := c.Serve(t.Context(), []byte(shorthand.Replace(message)), header, nil)()
	r := reply{Status: status}
	if raw == nil {
		return r
	}
	if err := json.Unmarshal(raw, &r); err != nil {
		t.Fatalf("%s\ngot %s: %v", message, raw, err)
	}
	for d := jsontext.NewDecoder(strings.NewReader(string(raw))); ; {
		token, err := d.ReadToken()
		if err != nil {
			return r
		}
		if token.Kind() == 'n' {
			t.Errorf("%s\ngot null at %s in %s", message, d.StackPointer(), raw)
		}
	}
}

// parseHeader reads header lines as net/http does, which makes names canonical and trims values.
func parseHeader(t testing.TB, lines string) http.Header {
	t.Helper()
	h, err := textproto.NewReader(bufio.NewReader(strings.NewReader(lines + "\n\n"))).ReadMIMEHeader()
	if err != nil && !errors.Is(err, io.EOF) {
		t.Fatalf("header %q: %v", lines, err)
	}
	return http.Header(h)
}

// open begins a conversation whose peer is told nothing.
func open(s *mcp.Server) *mcp.Conversation { return s.Open(func([]byte) {}) }

// ask sends one request over HTTP as a client of the revision would, with the headers it wants.
// params is the text of the object without its braces.
func ask(t *testing.T, s *mcp.Server, revision, method, params string) reply {
	t.Helper()
	header := http.Header{}
	header.Set("MCP-Protocol-Version", revision)
	if revision == modern {
		var named struct {
			Name any `json:"name"`
			URI  any `json:"uri"`
		}
		if err := json.Unmarshal([]byte("{"+params+"}"), &named); err != nil {
			t.Fatalf("params %s: %v", params, err)
		}
		header.Set("Mcp-Method", method)
		for _, value := range []any{named.Name, named.URI} {
			if name, ok := value.(string); ok {
				header.Set("Mcp-Name", name)
			}
		}
		params = strings.TrimSuffix("MODERN,"+params, ",")
	}
	return serve(t, open(s), request(method, params), header)
}

func request(method, params string) string {
	return fmt.Sprintf(`{"jsonrpc":"2.0","id":7,"method":%q,"params":{%s}}`, method, params)
}

// object reads JSON that a test expects.
func object(t *testing.T, text string) map[string]any {
	t.Helper()
	var m map[string]any
	if err := json.Unmarshal([]byte(shorthand.Replace(text)), &m); err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return m
}
