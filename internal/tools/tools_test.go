package tools_test

import (
	"bytes"
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/google/go-cmp/cmp"

	"giftserver/internal/catalog"
	"giftserver/internal/mcp"
	"giftserver/internal/suggest"
	"giftserver/internal/tools"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// newServer returns the gift server on a store. With gifts, they are its whole catalog; without,
// the built-in ideas are. Its clock stands still.
func newServer(t testing.TB, gifts ...catalog.Gift) *mcp.Conversation {
	t.Helper()
	conversation, _ := newServerAndEngine(t, gifts...)
	return conversation
}

func newServerAndEngine(t testing.TB, gifts ...catalog.Gift) (*mcp.Conversation, *suggest.Engine) {
	t.Helper()
	return newServerWith(t, tools.Options{}, gifts...)
}

// newServerWith is newServer with options of the caller.
func newServerWith(t testing.TB, o tools.Options, gifts ...catalog.Gift) (*mcp.Conversation, *suggest.Engine) {
	t.Helper()
	store, err := catalog.OpenMemory(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { store.Close() })
	if len(gifts) > 0 {
		source := catalog.Source{Name: catalog.IdeasSource, Edition: "test"}
		if err := store.Replace(t.Context(), source, catalog.Rules{}, catalog.All(gifts)); err != nil {
			t.Fatal(err)
		}
	}
	snapshot, err := store.Snapshot(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	engine := suggest.New(snapshot, o.Rates)
	o.Version, o.Now = "1.2.3", noon
	server, err := tools.New(engine, store, o)
	if err != nil {
		t.Fatal(err)
	}
	return server.Open(func([]byte) {}), engine
}

func noon() time.Time { return time.Date(2026, time.December, 1, 12, 0, 0, 0, time.UTC) }

// ask sends a modern request and returns the reply.
func ask(t *testing.T, conversation *mcp.Conversation, method string, params map[string]any) []byte {
	t.Helper()
	all := map[string]any{"_meta": map[string]any{
		"io.modelcontextprotocol/protocolVersion":    "2026-07-28",
		"io.modelcontextprotocol/clientCapabilities": struct{}{},
	}}
	maps.Copy(all, params)
	message, err := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": 1, "method": method, "params": all})
	if err != nil {
		t.Fatal(err)
	}
	reply, _ := conversation.Serve(t.Context(), message, nil, nil)()
	return reply
}

// A toolReply is the reply to a call of a tool.
type toolReply struct {
	Result struct {
		Content []struct {
			Text string `json:"text"`
		} `json:"content"`
		IsError    bool           `json:"isError"`
		Structured jsontext.Value `json:"structuredContent"`
	} `json:"result"`
	Error *struct{ Message string } `json:"error"`
}

// call calls suggest_gifts.
func call(t *testing.T, conversation *mcp.Conversation, arguments string) toolReply {
	t.Helper()
	return callTool(t, conversation, "suggest_gifts", arguments)
}

func callTool(t *testing.T, conversation *mcp.Conversation, name, arguments string) toolReply {
	t.Helper()
	reply := ask(t, conversation, "tools/call", map[string]any{"name": name, "arguments": jsontext.Value(arguments)})
	var r toolReply
	if err := json.Unmarshal(reply, &r); err != nil {
		t.Fatalf("reply %s: %v", reply, err)
	}
	if r.Error != nil {
		t.Fatalf("%s %s: error %s", name, arguments, r.Error.Message)
	}
	return r
}

// golden compares what a model sees with the file that was reviewed.
func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	file := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(file, got, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatalf("%v; run make golden and review the file", err)
	}
	if diff := cmp.Diff(string(want), string(got)); diff != "" {
		t.Errorf("%s (-want +got), run make golden if this is meant:\n%s", file, diff)
	}
}

// Everything a host lists is text that models read, so its changes are reviewed as text.
func TestGolden_definitions(t *testing.T) {
	conversation := newServer(t)
	for _, method := range []string{"server/discover", "tools/list", "resources/list", "resources/templates/list", "prompts/list"} {
		reply := jsontext.Value(ask(t, conversation, method, nil))
		if err := reply.Indent(); err != nil {
			t.Fatal(err)
		}
		golden(t, strings.ReplaceAll(method, "/", "_")+".golden.json", append(reply, '\n'))
	}
}

func TestGolden_suggestGifts(t *testing.T) {
	goldenCalls(t, "suggest_gifts",
		`{"occasion":"birthday","budget":60,"recipient":"friend who loves board games"}`,
		`{"occasion":"Diwali","budget":25.5,"min_budget":5,"recipient":"my kid's teacher, allergic to nuts","language":"en"}`,
		`{"occasion":"Spieleabend","budget":50,"interests":["llamas"],"needed_by":"2026-12-03"}`,
		`{"occasion":"wedding","budget":1}`,
		`{"occasion":"birthday","budget":50,"currency":"EUR"}`,
		`{"occasion":"birthday","budget":60,"age":9,"kinds":["experience"]}`,
		`{"occasion":"birthday","budget":60,"min_budget":70}`,
		`{"occasion":"birthday","budget":60,"currency":"XXY"}`,
		`{"occasion":"birthday","budget":60,"needed_by":"2026-11-30"}`,
	)
}

func TestGolden_getGift(t *testing.T) {
	goldenCalls(t, "get_gift",
		`{"id":"ideas:catan"}`,
		`{"id":"ideas:azul"}`,
		`{"id":"ideas:sampler"}`,
		`{"id":"ideas:wine"}`,
		`{"id":"ideas:gone"}`,
		`{"id":""}`,
	)
}

func TestGolden_planGifts(t *testing.T) {
	goldenCalls(t, "plan_gifts",
		`{"occasion":"birthday","total_budget":100,"recipients":[{"name":"Anna","recipient":"friend who loves board games"},`+
			`{"recipient":"my kid's teacher, allergic to nuts","occasion":"thank you"}]}`,
		// The second can have one thing only, so the first leaves it to them.
		`{"occasion":"birthday","total_budget":90,"limit":1,"recipients":[{"name":"Anna","recipient":"friend who loves board games","share":2},`+
			`{"name":"Ben","recipient":"friend, board games","age":9,"avoid":["llamas"],"share":1}]}`,
		// Nothing is cheap enough for the third.
		`{"occasion":"birthday","total_budget":60,"recipients":[{"name":"Anna","recipient":"friend","share":1.5},{"name":"Ben","recipient":"friend","share":1.5},`+
			`{"name":"Cem","recipient":"friend","share":0.5}]}`,
		// What fits the second has gone to the first.
		`{"occasion":"birthday","total_budget":80,"kinds":["experience"],"recipients":[{"name":"Anna","recipient":"friend"},{"name":"Ben","recipient":"friend"}]}`,
		`{"occasion":"wedding","total_budget":2,"recipients":[{"name":"Anna","recipient":"friend"},{"recipient":"friend"}]}`,
		`{"occasion":"birthday","total_budget":50,"currency":"EUR","recipients":[{"name":"Anna","recipient":"friend"}]}`,
		`{"total_budget":50,"recipients":[{"recipient":"friend","occasion":"birthday"},{"recipient":"friend"}]}`,
		`{"occasion":"birthday","total_budget":50,"currency":"XXY","recipients":[{"recipient":"friend"}]}`,
		`{"occasion":"birthday","total_budget":50,"needed_by":"2026-11-30","recipients":[{"recipient":"friend"}]}`,
		`{"occasion":"birthday","total_budget":50,"recipients":[]}`,
		`{"occasion":"birthday","total_budget":50,"recipients":[{"name":"Anna","share":0}]}`,
	)
}

// goldenCalls compares what a model sees of calls of one tool, on a small catalog.
func goldenCalls(t *testing.T, name string, calls ...string) {
	t.Helper()
	conversation, _ := newServerWith(t, tools.Options{SearchTools: true}, shop...)
	var b bytes.Buffer
	for _, arguments := range calls {
		writeCall(&b, name, arguments, callTool(t, conversation, name, arguments))
	}
	golden(t, name+".golden.txt", b.Bytes())
}

// writeCall writes a call and its result for a golden file.
func writeCall(b *bytes.Buffer, name, arguments string, r toolReply) {
	fmt.Fprintf(b, "> %s %s\n\n", name, arguments)
	fmt.Fprintf(b, "isError: %v\n\n%s\n\n", r.Result.IsError, strings.TrimSpace(r.Result.Content[0].Text))
	if r.Result.Structured != nil {
		fmt.Fprintf(b, "%s\n\n", r.Result.Structured)
	}
}

// What people read is one text in each language. The catalog's own texts and what a model types stay.
func TestGolden_languages(t *testing.T) {
	conversation := newServer(t, shop...)
	for _, language := range []string{"it", "pt-BR", "vi", "es", "fr", "de"} {
		var b bytes.Buffer
		for _, c := range []struct{ tool, arguments string }{
			{"suggest_gifts", `{"occasion":"birthday","budget":60,"recipient":"friend who loves board games, allergic to nuts"}`},
			{"suggest_gifts", `{"occasion":"quiz night","budget":1000.5,"recipient":"newlyweds","interests":["tea","llamas"],"limit":1}`},
			{"suggest_gifts", `{"occasion":"thank you","budget":60,"age":9}`},
			{"suggest_gifts", `{"occasion":"wedding","budget":1}`},
			{"suggest_gifts", `{"occasion":"birthday","budget":50,"currency":"EUR"}`},
			{"suggest_gifts", `{"occasion":"birthday","budget":50,"min_budget":45,"age":9,"needed_by":"2026-12-02","category":"books"}`},
			{"get_gift", `{"id":"ideas:catan"}`},
			{"plan_gifts", `{"occasion":"Christmas","total_budget":100,"recipients":[{"recipient":"friend who loves board games"},{"recipient":"friend","share":0.01}]}`},
		} {
			arguments := strings.TrimSuffix(c.arguments, "}") + fmt.Sprintf(`,"language":%q}`, language)
			r := callTool(t, conversation, c.tool, arguments)
			fmt.Fprintf(&b, "> %s %s\n\n%s\n\n", c.tool, arguments, r.Result.Content[0].Text)
		}
		golden(t, "language_"+language+".golden.txt", b.Bytes())
	}
}

func TestGolden_resources(t *testing.T) {
	conversation := newServer(t, shop...)
	var b bytes.Buffer
	for _, uri := range []string{
		"mcp://gift-server/resources/gift_catalog",
		"mcp://gift-server/gifts/ideas:catan",
		"mcp://gift-server/gifts/ideas:sampler",
		"mcp://gift-server/categories/board-games",
		"mcp://gift-server/categories/baby",
	} {
		var r struct {
			Result struct {
				Contents []struct {
					Text string `json:"text"`
				} `json:"contents"`
			} `json:"result"`
		}
		if err := json.Unmarshal(ask(t, conversation, "resources/read", map[string]any{"uri": uri}), &r); err != nil {
			t.Fatal(err)
		}
		text := jsontext.Value(r.Result.Contents[0].Text)
		if err := text.Indent(); err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&b, "> %s\n\n%s\n\n", uri, text)
	}
	golden(t, "resources.golden.txt", b.Bytes())
}

// shop is a catalog that a reader can keep in mind.
var shop = []catalog.Gift{
	{
		ID: "ideas:catan", Source: "ideas", Name: "Catan board game", Brand: "Catan Studio", Category: "board-games",
		Description: "Trade and build on an island.", Kind: catalog.Physical, Price: usd(4500), PriceBasis: catalog.Typical,
		Priced: noon(), Availability: catalog.InStock, AgeFrom: 10, AgeTo: 120, Occasions: []string{"birthday", "Christmas"},
		Interests: []string{"board games"}, Relationships: []string{"friend", "sibling"}, Tags: []string{"strategy"},
		Cautions: []string{"Needs three players", "They may own one"}, Updated: noon(),
	},
	{
		ID: "ideas:azul", Source: "ideas", Name: "Azul tile game", Category: "board-games",
		Description: "Lay tiles in the palace of Evora.", Kind: catalog.Physical, Price: usd(2999), PriceBasis: catalog.Listed,
		Priced: noon(), Availability: catalog.Backorder, AgeFrom: 8, AgeTo: 120, Occasions: []string{"birthday"},
		Interests: []string{"board games"}, Relationships: []string{"friend"}, URL: "https://shop.example/azul",
		ImageURL: "https://shop.example/azul.jpg", ImageAlt: "Blue tiles", Updated: noon(),
	},
	{
		ID: "ideas:sampler", Source: "ideas", Name: "Herbal tea sampler", Category: "coffee-tea",
		Description: "Twelve teas without caffeine.", Kind: catalog.Physical, Price: usd(1800), PriceBasis: catalog.Typical,
		Priced: noon(), Availability: catalog.InStock, AgeFrom: 12, AgeTo: 120, Occasions: []string{"Diwali", "thank you"},
		Interests: []string{"tea"}, Relationships: []string{"teacher", "friend"}, Updated: noon(), Shared: true,
	},
	{
		ID: "ideas:nuts", Source: "ideas", Name: "Roasted almonds in a tin", Category: "food",
		Description: "Salted almonds.", Kind: catalog.Physical, Price: usd(1500), PriceBasis: catalog.Typical,
		Priced: noon(), Availability: catalog.InStock, AgeFrom: 5, AgeTo: 120, Occasions: []string{"Diwali"},
		Relationships: []string{"teacher", "friend"}, Cautions: []string{"Contains nuts"}, Updated: noon(),
	},
	{
		ID: "ideas:llama", Source: "ideas", Name: "Walk with llamas", Category: "experiences",
		Description: "Two hours on a farm trail with a llama each.", Kind: catalog.Experience, Price: usd(4000), PriceBasis: catalog.Typical,
		Priced: noon(), Availability: catalog.InStock, AgeFrom: 8, AgeTo: 120, Occasions: []string{"birthday"},
		Interests: []string{"nature"}, Relationships: []string{"friend", "child"}, Updated: noon(),
	},
	{
		ID: "ideas:wine", Source: "ideas", Name: "Bottle of sparkling wine", Category: "wine-spirits",
		Description: "Dry and festive.", Kind: catalog.Physical, Price: usd(2200), PriceBasis: catalog.Typical,
		Priced: noon(), Availability: catalog.OutOfStock, AgeFrom: 21, AgeTo: 120, Restricted: catalog.Alcohol,
		Interests: []string{"wine"}, Relationships: []string{"friend", "boss"}, Updated: noon(),
	},
}

func usd(cents int64) catalog.Money { return catalog.Money{Minor: cents, Currency: "USD"} }
