package tools_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/go-json-experiment/json"
	"github.com/google/go-cmp/cmp"

	"giftserver/internal/catalog"
	"giftserver/internal/mcp"
	"giftserver/internal/tools"
)

// A listed is a tool or a resource in a list.
type listed struct {
	Name, URI, MIMEType string
	Meta                map[string]any `json:"_meta"`
}

// list returns what a list of the server holds, for a client of a revision.
func list(t *testing.T, conversation *mcp.Conversation, revision, method string) []listed {
	t.Helper()
	var r struct {
		Result struct{ Tools, Resources []listed }
	}
	if err := json.Unmarshal(askIn(t, conversation, revision, method), &r, json.MatchCaseInsensitiveNames(true)); err != nil {
		t.Fatal(err)
	}
	return append(r.Result.Tools, r.Result.Resources...)
}

// askIn sends a request without params in a revision. A legacy conversation begins with initialize.
func askIn(t *testing.T, conversation *mcp.Conversation, revision, method string) []byte {
	t.Helper()
	if revision == "2026-07-28" {
		return ask(t, conversation, method, nil)
	}
	hello := fmt.Sprintf(`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":%q,"capabilities":{}}}`, revision)
	reply, _ := conversation.Serve(t.Context(), []byte(hello), nil, nil)()
	if method != "initialize" {
		reply, _ = conversation.Serve(t.Context(), fmt.Appendf(nil, `{"jsonrpc":"2.0","id":2,"method":%q}`, method), nil, nil)()
	}
	return reply
}

func listedWidget(t *testing.T, conversation *mcp.Conversation) listed {
	t.Helper()
	resources := list(t, conversation, "2026-07-28", "resources/list")
	i := slices.IndexFunc(resources, func(r listed) bool { return r.MIMEType == "text/html;profile=mcp-app" })
	if i < 0 {
		t.Fatalf("got the resources %v, none of them a widget", resources)
	}
	return resources[i]
}

// Both tools lead to the widget that is listed, by every name that hosts look for, and the others to none.
func TestWidget_ofTools(t *testing.T) {
	for _, revision := range []string{"2026-07-28", "2025-11-25", "2025-06-18"} {
		conversation, _ := newServerWith(t, tools.Options{SearchTools: true}, shop...)
		widget := listedWidget(t, conversation)
		shown := 0
		for _, tool := range list(t, conversation, revision, "tools/list") {
			if tool.Name != "suggest_gifts" && tool.Name != "plan_gifts" {
				if tool.Meta != nil {
					t.Errorf("%s in %s: got %v, want no _meta", tool.Name, revision, tool.Meta)
				}
				continue
			}
			shown++
			for _, status := range []string{"openai/toolInvocation/invoking", "openai/toolInvocation/invoked"} {
				if text, _ := tool.Meta[status].(string); text == "" || len([]rune(text)) > 64 {
					t.Errorf("%s in %s: got %s %q, want 1 to 64 characters", tool.Name, revision, status, text)
				}
				delete(tool.Meta, status)
			}
			want := map[string]any{
				"ui":                      map[string]any{"resourceUri": widget.URI},
				"ui/resourceUri":          widget.URI,
				"openai/outputTemplate":   widget.URI,
				"openai/widgetAccessible": true,
			}
			if diff := cmp.Diff(want, tool.Meta); diff != "" {
				t.Errorf("%s in %s: _meta (-want +got):\n%s", tool.Name, revision, diff)
			}
		}
		if shown != 2 {
			t.Errorf("%s: got %d tools with a widget, want 2", revision, shown)
		}
	}
}

// uiKeys are what the specification of MCP Apps (2026-01-26) has in _meta.ui of tools and resources, "domain"
// aside: Claude shows no widget whose domain is not its own.
var uiKeys = map[string][]string{
	"ui":  {"resourceUri", "visibility", "csp", "permissions", "prefersBorder"},
	"csp": {"connectDomains", "resourceDomains", "frameDomains", "baseUriDomains"},
}

// Hosts pass over what they do not know, and then show nothing. So whatever is said of a widget is known.
func TestWidget_knownKeys(t *testing.T) {
	for _, revision := range []string{"2026-07-28", "2025-11-25", "2025-06-18"} {
		conversation, _ := newServerWith(t, tools.Options{SearchTools: true, WidgetDomain: "https://gifts.example"}, shop...)
		found := 0
		for _, method := range []string{"tools/list", "resources/list"} {
			for _, entry := range list(t, conversation, revision, method) {
				found += checkKnown(t, entry.Name, "ui", entry.Meta["ui"])
			}
		}
		widget, _ := readWidget(t, conversation, currentWidget)
		if found += checkKnown(t, "resources/read", "ui", widget.Meta["ui"]); found != 4 {
			t.Errorf("%s: got %d of _meta.ui, want those of 2 tools, a list and a resource", revision, found)
		}
	}
}

// checkKnown checks the names in an object and those in it, and returns 1 if there is one.
func checkKnown(t *testing.T, where, name string, value any) int {
	t.Helper()
	object, ok := value.(map[string]any)
	if !ok {
		return 0
	}
	for key, inner := range object {
		if !slices.Contains(uiKeys[name], key) {
			t.Errorf("%s: %s has %q", where, name, key)
		}
		checkKnown(t, where, key, inner)
	}
	return 1
}

// The widget may load pictures from where the catalog has them, and may lead to its shops. What it may not is
// said too, since hosts warn of what is left out.
func TestWidget_domains(t *testing.T) {
	var gifts []catalog.Gift
	add := func(times int, url, image string) {
		for range times {
			g := shop[0]
			g.ID, g.URL, g.ImageURL = fmt.Sprintf("ideas:%03d", len(gifts)), url, image
			gifts = append(gifts, g)
		}
	}
	add(2, "https://shop.example/a?b=c", "https://pictures.example:8443/1.jpg")
	add(3, "https://other.example/", "https://cdn.example/2.jpg")
	add(1, "http://plain.example/", "https://cdn.example/3.jpg")
	add(1, "", "")
	// A host that would begin another rule of the policy, or stand for many, is left out.
	add(1, "https://x;script-src/", "https://*/")
	for i := range 40 {
		add(1, "", fmt.Sprintf("https://z%02d.example/", i))
	}
	conversation := newServer(t, gifts...)

	images := []any{"https://cdn.example", "https://pictures.example:8443"}
	for i := range 30 { // 32 in all
		images = append(images, fmt.Sprintf("https://z%02d.example", i))
	}
	none := []any{}
	wantUI := map[string]any{
		"csp":           map[string]any{"connectDomains": none, "resourceDomains": images, "frameDomains": none, "baseUriDomains": none},
		"prefersBorder": false,
	}
	wantCSP := map[string]any{
		"connect_domains": none, "resource_domains": images, "frame_domains": none,
		"redirect_domains": []any{"https://other.example", "https://shop.example"},
	}
	read, _ := readWidget(t, conversation, currentWidget)
	for where, meta := range map[string]map[string]any{"resources/list": listedWidget(t, conversation).Meta, "resources/read": read.Meta} {
		if diff := cmp.Diff(wantUI, meta["ui"]); diff != "" {
			t.Errorf("%s: ui (-want +got):\n%s", where, diff)
		}
		if diff := cmp.Diff(wantCSP, meta["openai/widgetCSP"]); diff != "" {
			t.Errorf("%s: openai/widgetCSP (-want +got):\n%s", where, diff)
		}
		if text, _ := meta["openai/widgetDescription"].(string); text == "" {
			t.Errorf("%s has no openai/widgetDescription", where)
		}
	}
}

// A change of the catalog changes what the widget may load, without a new start.
func TestWidget_domainsFollow(t *testing.T) {
	conversation, engine := newServerAndEngine(t, shop[0])
	domains := func() any {
		ui, _ := listedWidget(t, conversation).Meta["ui"].(map[string]any)
		return ui["csp"].(map[string]any)["resourceDomains"]
	}
	if diff := cmp.Diff([]any{}, domains()); diff != "" {
		t.Errorf("before (-want +got):\n%s", diff)
	}
	engine.Use(&catalog.Snapshot{Version: 2, Gifts: catalog.Pack(shop[1:2])})
	if diff := cmp.Diff([]any{"https://shop.example"}, domains()); diff != "" {
		t.Errorf("after (-want +got):\n%s", diff)
	}
}

// The domain of a widget goes to ChatGPT, by the name that ChatGPT alone reads, and only when there is one.
func TestWidget_domain(t *testing.T) {
	for _, domain := range []string{"", "https://gifts.example"} {
		conversation, _ := newServerWith(t, tools.Options{WidgetDomain: domain}, shop...)
		read, _ := readWidget(t, conversation, currentWidget)
		for _, meta := range []map[string]any{listedWidget(t, conversation).Meta, read.Meta} {
			if got, ok := meta["openai/widgetDomain"]; ok != (domain != "") || ok && got != domain {
				t.Errorf("got the domain %v, want %q", got, domain)
			}
		}
	}
}

// A host learns in its first answer that widgets are spoken here.
func TestWidget_extension(t *testing.T) {
	for revision, method := range map[string]string{"2026-07-28": "server/discover", "2025-11-25": "initialize", "2025-06-18": "initialize"} {
		var r struct {
			Result struct {
				Capabilities struct {
					Extensions map[string]any `json:"extensions"`
				} `json:"capabilities"`
			} `json:"result"`
		}
		if err := json.Unmarshal(askIn(t, newServer(t, shop...), revision, method), &r); err != nil {
			t.Fatal(err)
		}
		want := map[string]any{"io.modelcontextprotocol/ui": map[string]any{}}
		if diff := cmp.Diff(want, r.Result.Capabilities.Extensions); diff != "" {
			t.Errorf("%s (-want +got):\n%s", revision, diff)
		}
	}
}
