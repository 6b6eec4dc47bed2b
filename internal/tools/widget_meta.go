package tools

import (
	"cmp"
	"context"
	"maps"
	"net/url"
	"regexp"
	"slices"

	"giftserver/internal/catalog"
	"giftserver/internal/mcp"
)

// widgetType is the media type by which hosts know a widget that speaks MCP Apps.
const widgetType = "text/html;profile=mcp-app"

// widgetExtension is what clients and servers call MCP Apps in their capabilities.
const widgetExtension = "io.modelcontextprotocol/ui"

// widgetDescription is for the model, which need not repeat what the person sees.
const widgetDescription = "Shows the gifts as cards with picture, price, reason and caution. The person can open the shop, ask for others, " +
	"change the budget, compare two gifts and choose one, so there is no need to list the gifts again: say which one to look at first, and why."

// show has hosts draw the results of the tool with the widget. The texts stand there while it runs and
// after; hosts take 64 characters at most.
func (w *widget) show(invoking, invoked string) map[string]any {
	return map[string]any{
		"ui":                             map[string]any{"resourceUri": w.uri},
		"ui/resourceUri":                 w.uri, // As it was called before the specification was final.
		"openai/outputTemplate":          w.uri,
		"openai/toolInvocation/invoking": invoking,
		"openai/toolInvocation/invoked":  invoked,
		"openai/widgetAccessible":        true,
	}
}

// anyWidget matches the addresses that the widget has or had. A conversation that began before a release
// asks for the address it knows, and is shown the widget of today.
var anyWidget = regexp.MustCompile(`^ui://gift-server/suggestions(?:-[0-9a-f]{1,64})?\.html$`)

// resource is the widget as a resource. domain is the origin that ChatGPT serves it from, "" for its usual.
func (w *widget) resource(engine suggester, domain string) mcp.Resource {
	meta := perSnapshot(engine, func(c *catalog.Snapshot) map[string]any { return widgetMeta(c, domain) })
	return mcp.Resource{
		URI:         w.uri,
		Name:        "suggestions",
		Title:       "Gift cards",
		Description: "What hosts show of suggest_gifts and plan_gifts: the gifts as cards.",
		MIMEType:    widgetType,
		Meta:        meta,
		Also:        anyWidget.MatchString,
		Read: func(context.Context) (*mcp.Contents, error) {
			return &mcp.Contents{Text: w.html, Meta: meta()}, nil
		},
	}
}

// widgetMeta tells hosts how to show the widget, and what it may load and open. It has no "domain": Claude
// shows no widget with one that is not its own, and ChatGPT reads its own name for it too.
func widgetMeta(c *catalog.Snapshot, domain string) map[string]any {
	images := origins(c, func(g *catalog.Gift) string { return g.ImageURL })
	meta := map[string]any{
		"ui": map[string]any{
			"csp": map[string]any{
				"connectDomains": []string{}, "resourceDomains": images, "frameDomains": []string{}, "baseUriDomains": []string{},
			},
			"prefersBorder": false,
		},
		"openai/widgetDescription":   widgetDescription,
		"openai/widgetPrefersBorder": false,
		"openai/widgetCSP": map[string]any{
			"connect_domains": []string{}, "resource_domains": images, "frame_domains": []string{},
			"redirect_domains": origins(c, func(g *catalog.Gift) string { return g.URL }),
		},
	}
	if domain != "" {
		meta["openai/widgetDomain"] = domain
	}
	return meta
}

// mostOrigins is how many origins a policy names. The policy of a host is a header, which has to stay short;
// a catalog of one shop has its pictures at one or two.
const mostOrigins = 32

// plainHost is a host that can stand in a policy. A URL may have one with a semicolon, which would begin
// another rule there.
var plainHost = regexp.MustCompile(`^[A-Za-z0-9.-]+(?::\d+)?$`)

// origins lists the https origins of an address that gifts have, the most frequent first.
func origins(c *catalog.Snapshot, address func(*catalog.Gift) string) []string {
	count := map[string]int{}
	for _, g := range c.Gifts.All() {
		u, err := url.Parse(address(g))
		if err == nil && u.Scheme == "https" && plainHost.MatchString(u.Host) {
			count["https://"+u.Host]++
		}
	}
	list := slices.SortedFunc(maps.Keys(count), func(a, b string) int {
		return cmp.Or(cmp.Compare(count[b], count[a]), cmp.Compare(a, b))
	})
	if list == nil {
		return []string{}
	}
	return list[:min(len(list), mostOrigins)]
}
