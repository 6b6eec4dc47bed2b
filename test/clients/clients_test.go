// Package clients_test has official MCP clients, which others wrote, talk to the built giftserver. Here
// is the one for Go; those for TypeScript are in the scripts beside it.
package clients_test

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

const (
	catalogURI = "mcp://gift-server/resources/gift_catalog"
	giftURI    = "mcp://gift-server/gifts/{id}"
	categories = "mcp://gift-server/categories/{category}{?cursor}"
)

// newest is the revision that needs no initialize. The client looks for it by itself.
const newest = "2026-07-28"

// transports are the ways to connect, each with the newest revision that it knows.
var transports = []struct {
	name, newest string
	connect      func(*testing.T) (*server, mcp.Transport)
}{
	{"http", newest, func(t *testing.T) (*server, mcp.Transport) {
		s := serve(t)
		return s, &mcp.StreamableClientTransport{Endpoint: s.url + "/mcp"}
	}},
	{"events", newest, func(t *testing.T) (*server, mcp.Transport) {
		s := serve(t, "--post-answers", "sse")
		return s, &mcp.StreamableClientTransport{Endpoint: s.url + "/mcp"}
	}},
	{"sse", "2025-11-25", func(t *testing.T) (*server, mcp.Transport) {
		s := serve(t)
		return s, &mcp.SSEClientTransport{Endpoint: s.url + "/sse"}
	}},
	{"stdio", newest, func(t *testing.T) (*server, mcp.Transport) {
		s := newServer(t, "stdio")
		return s, &mcp.CommandTransport{Command: s.cmd}
	}},
}

func TestGoClient(t *testing.T) {
	if os.Getenv("GIFTSERVER") == "" {
		t.Skip("GIFTSERVER does not name the built binary, so there is nothing to talk to")
	}
	for _, tr := range transports {
		for _, asked := range []string{"", "2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"} {
			name, want := asked, asked
			if asked == "" {
				name, want = "unasked", tr.newest
			}
			t.Run(tr.name+"/"+name, func(t *testing.T) {
				t.Parallel()
				p := &peer{
					questions: make(chan question, 1),
					updated:   make(chan string, 10),
					changed:   make(chan struct{}, 10),
					heard:     make(chan struct{}, 10),
				}
				var transport mcp.Transport
				p.server, transport = tr.connect(t)
				p.connect(t, transport, asked)
				if got := p.revision(); got != want {
					t.Fatalf("got revision %q, want %q", got, want)
				}
				t.Run("list", p.list)
				t.Run("call", p.call)
				t.Run("read", p.read)
				t.Run("get", p.get)
				t.Run("complete", p.complete)
				t.Run("subscribe", p.subscribe)
				t.Run("elicit", p.elicit)
				t.Run("cancel", p.cancel)
				t.Run("stop", p.stop)
			})
		}
	}
}

func (p *peer) list(t *testing.T) {
	if got := p.InitializeResult().ServerInfo; got == nil || got.Name != "giftserver" {
		t.Errorf("got server %+v, want giftserver", got)
	}
	tools, err := p.ListTools(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, tool := range tools.Tools {
		names = append(names, tool.Name)
	}
	if want := []string{"suggest_gifts", "get_gift", "plan_gifts"}; !slices.Equal(names, want) {
		t.Fatalf("got tools %v, want %v", names, want)
	}
	tool := tools.Tools[0]
	if got := tool.OutputSchema != nil; got != p.structured() {
		t.Errorf("got an output schema: %v, want %v", got, p.structured())
	}
	if got, want := tool.Annotations != nil, p.revision() >= "2025-03-26"; got != want {
		t.Errorf("got annotations: %v, want %v", got, want)
	}
	resources, err := p.ListResources(t.Context(), nil)
	if err != nil || len(resources.Resources) != 2 || resources.Resources[0].URI != catalogURI || !strings.HasPrefix(resources.Resources[1].URI, "ui://") {
		t.Errorf("got resources %+v and %v, want %s and the widget", resources, err, catalogURI)
	}
	templates, err := p.ListResourceTemplates(t.Context(), nil)
	if err != nil || len(templates.ResourceTemplates) != 2 ||
		templates.ResourceTemplates[0].URITemplate != giftURI || templates.ResourceTemplates[1].URITemplate != categories {
		t.Errorf("got templates %+v and %v, want %s and %s", templates, err, giftURI, categories)
	}
	prompts, err := p.ListPrompts(t.Context(), nil)
	if err != nil || len(prompts.Prompts) != 2 || prompts.Prompts[0].Name != "gift_congrats_style" {
		t.Errorf("got prompts %+v and %v, want gift_congrats_style and another", prompts, err)
	}
}

// fits checks that there are gifts, none of them above the budget, and that both forms of the result
// tell of them.
func (p *peer) fits(t *testing.T, s suggestion, budget float64) {
	t.Helper()
	if s.err != nil || s.IsError || len(s.Content) != 2 {
		t.Fatalf("got %+v and %v, want two blocks of content", s.CallToolResult, s.err)
	}
	text, facts := textOf(t, s.Content[0]), textOf(t, s.Content[1])
	if p.structured() {
		b, err := json.Marshal(s.StructuredContent)
		if err != nil {
			t.Fatal(err)
		}
		facts = string(b)
	} else if s.StructuredContent != nil {
		t.Errorf("got structured content %v, which revision %s does not have", s.StructuredContent, p.revision())
	}
	var got struct {
		Gifts []struct {
			Name     string
			Price    float64
			Currency string
			Category string
		}
	}
	if err := json.Unmarshal([]byte(facts), &got); err != nil || len(got.Gifts) == 0 {
		t.Fatalf("got %s and %v, want gifts", facts, err)
	}
	games := false
	for _, g := range got.Gifts {
		if g.Price <= 0 || g.Price > budget || g.Currency != "USD" {
			t.Errorf("%s: got price %v %s, want one up to %v USD", g.Name, g.Price, g.Currency, budget)
		}
		if !strings.Contains(text, g.Name) {
			t.Errorf("%s is not in the text:\n%s", g.Name, text)
		}
		games = games || g.Category == "board-games"
	}
	if !games {
		t.Errorf("got no board game in %s", facts)
	}
}

func (p *peer) call(t *testing.T) {
	p.fits(t, receive(t, p.suggest(t.Context(), 50), "result"), 50)
}

func (p *peer) read(t *testing.T) {
	res, err := p.ReadResource(t.Context(), &mcp.ReadResourceParams{URI: catalogURI})
	if err != nil || len(res.Contents) != 1 {
		t.Fatalf("got %+v and %v, want one resource", res, err)
	}
	var catalog struct {
		Categories []string
		Count      int
	}
	if err := json.Unmarshal([]byte(res.Contents[0].Text), &catalog); err != nil {
		t.Fatal(err)
	}
	if res.Contents[0].URI != catalogURI || catalog.Count < 700 || !slices.Contains(catalog.Categories, "board-games") {
		t.Errorf("got %s with %d gifts in %q, want the built-in ideas", res.Contents[0].URI, catalog.Count, catalog.Categories)
	}
	want := int64(-32002)
	if p.modern() {
		want = jsonrpc.CodeInvalidParams
	}
	_, err = p.ReadResource(t.Context(), &mcp.ReadResourceParams{URI: "mcp://gift-server/gifts/ideas:none"})
	if e, ok := errors.AsType[*jsonrpc.Error](err); !ok || e.Code != want {
		t.Errorf("reading what does not exist: got %v, want error %d", err, want)
	}
}

func (p *peer) get(t *testing.T) {
	res, err := p.GetPrompt(t.Context(), &mcp.GetPromptParams{
		Name: "gift_congrats_style", Arguments: map[string]string{"occasion": "name day", "sender": "Ada"},
	})
	if err != nil || len(res.Messages) != 1 || res.Messages[0].Role != "user" {
		t.Fatalf("got %+v and %v, want one message of the user", res, err)
	}
	for _, want := range []string{"gift card", "occasion: name day", "sender: Ada"} {
		if got := textOf(t, res.Messages[0].Content); !strings.Contains(got, want) {
			t.Errorf("got %q, want %q in it", got, want)
		}
	}
}

func (p *peer) complete(t *testing.T) {
	for _, tt := range []struct {
		ref                   mcp.CompleteReference
		argument, value, want string
	}{
		{mcp.CompleteReference{Type: "ref/prompt", Name: "gift_congrats_style"}, "occasion", "birth", "birthday"},
		{mcp.CompleteReference{Type: "ref/resource", URI: categories}, "category", "board", "board-games"},
	} {
		res, err := p.Complete(t.Context(), &mcp.CompleteParams{
			Ref: &tt.ref, Argument: mcp.CompleteParamsArgument{Name: tt.argument, Value: tt.value},
		})
		if err != nil || !slices.Equal(res.Completion.Values, []string{tt.want}) {
			t.Errorf("%s: got %+v and %v, want %s", tt.argument, res, err, tt.want)
		}
	}
}

func (p *peer) subscribe(t *testing.T) {
	if err := p.Subscribe(t.Context(), &mcp.SubscribeParams{URI: catalogURI}); err != nil {
		t.Fatal(err)
	}
	if p.modern() {
		receive(t, p.heard, "acknowledgement of the subscription")
	}
	p.server.touch(t)
	if got := receive(t, p.updated, "update"); got != catalogURI {
		t.Errorf("got an update of %s, want %s", got, catalogURI)
	}
	receive(t, p.changed, "change of the list")

	if err := p.Unsubscribe(t.Context(), &mcp.UnsubscribeParams{URI: catalogURI}); err != nil {
		t.Fatal(err)
	}
	const settle = 300 * time.Millisecond // Nothing says that a modern subscription has ended, or that nothing more comes.
	time.Sleep(settle)
	p.server.touch(t)
	receive(t, p.changed, "change of the list")
	select {
	case got := <-p.updated:
		t.Errorf("got an update of %s after the subscription has ended", got)
	case <-time.After(settle):
	}
}

// elicit calls without a budget, for which the server asks the person where the revision lets it.
func (p *peer) elicit(t *testing.T) {
	done := p.suggest(t.Context(), 0)
	if !p.structured() {
		s := receive(t, done, "result")
		if e, ok := errors.AsType[*jsonrpc.Error](s.err); !ok || e.Code != jsonrpc.CodeInvalidParams || !strings.Contains(e.Message, "budget") {
			t.Errorf("got %+v and %v, want an error about the budget", s.CallToolResult, s.err)
		}
		return
	}
	q := p.asked(t, done)
	if schema, err := json.Marshal(q.RequestedSchema); err != nil || q.Message == "" || !strings.Contains(string(schema), `"budget"`) {
		t.Errorf("got question %q with form %s, want one for the budget", q.Message, schema)
	}
	q.answer <- accepted(40)
	p.fits(t, receive(t, done, "result"), 40)
}

// cancel gives up a call for which the person has not answered yet. What the person says too late must
// disturb nobody.
func (p *peer) cancel(t *testing.T) {
	if !p.structured() {
		t.Skip("nothing in this revision takes long enough")
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	done := p.suggest(ctx, 0)
	q := p.asked(t, done)
	cancel()
	if s := receive(t, done, "end of the call"); !errors.Is(s.err, context.Canceled) {
		t.Fatalf("got %+v and %v, want the call cancelled", s.CallToolResult, s.err)
	}
	q.answer <- accepted(40)
	t.Run("elicit again", p.elicit)
}

// stop ends the server while somebody listens and, over HTTP, while it waits for the person's answer.
func (p *peer) stop(t *testing.T) {
	if err := p.Subscribe(t.Context(), &mcp.SubscribeParams{URI: catalogURI}); err != nil {
		t.Fatal(err)
	}
	switch {
	case p.server.url == "":
		p.stopStdio(t)
	case p.structured():
		done := p.suggest(t.Context(), 0)
		q := p.asked(t, done)
		p.server.stop(t)
		q.answer <- accepted(40)
		receive(t, done, "end of the call")
	default:
		p.server.stop(t)
	}
}

// stopStdio closes the pipe, upon which the server has to end by itself.
func (p *peer) stopStdio(t *testing.T) {
	began := time.Now()
	if err := p.Close(); err != nil {
		t.Errorf("the server ends with %v, want exit code 0", err)
	}
	if took := time.Since(began); took >= stopTime {
		t.Errorf("the server took %v to end, want less than %v", took, stopTime)
	}
}
