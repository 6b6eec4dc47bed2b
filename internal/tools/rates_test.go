package tools_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"

	"giftserver/internal/catalog"
	"giftserver/internal/tools"
)

// newAbroad returns a server for which a euro is 1.25 dollars.
func newAbroad(t *testing.T, gifts ...catalog.Gift) func(name, arguments string) toolReply {
	t.Helper()
	rates, err := catalog.ReadRates(strings.NewReader(`{"base":"EUR","date":"2026-11-30","rates":{"USD":1.25}}`))
	if err != nil {
		t.Fatal(err)
	}
	conversation, _ := newServerWith(t, tools.Options{Rates: rates}, gifts...)
	return func(name, arguments string) toolReply { return callTool(t, conversation, name, arguments) }
}

// Prices are shown in the currency of the budget, with what the shop asks behind them.
func TestGolden_rates(t *testing.T) {
	ask := newAbroad(t, shop...)
	var b bytes.Buffer
	for _, c := range []struct{ tool, arguments string }{
		{"suggest_gifts", `{"occasion":"birthday","budget":40,"currency":"EUR","recipient":"friend who loves board games"}`},
		{"suggest_gifts", `{"occasion":"birthday","budget":40,"currency":"EUR","recipient":"friend who loves board games","limit":2,"language":"de"}`},
		{"suggest_gifts", `{"occasion":"birthday","budget":10,"currency":"EUR","recipient":"friend who loves board games"}`},
		{"plan_gifts", `{"occasion":"birthday","total_budget":80,"currency":"EUR","recipients":[{"recipient":"friend who loves board games","share":9},{"recipient":"friend","share":1}]}`},
		// There is nothing to convert to.
		{"get_gift", `{"id":"ideas:azul"}`},
	} {
		writeCall(&b, c.tool, c.arguments, ask(c.tool, c.arguments))
	}
	golden(t, "rates.golden.txt", b.Bytes())
}

// Converted answers satisfy the schemas too, and their sums add up.
func TestRates_promises(t *testing.T) {
	ask := newAbroad(t)
	r := ask("suggest_gifts", `{"occasion":"birthday","budget":40,"currency":"EUR","recipient":"friend who loves tea","limit":20}`)
	checkForm(t, outputSchema(t, "suggest_gifts"), r)
	r = ask("plan_gifts", `{"occasion":"Christmas","total_budget":100,"currency":"EUR","recipients":[{"recipient":"friend"},{"recipient":"sister"}]}`)
	checkForm(t, outputSchema(t, "plan_gifts"), r)
	var plan struct {
		People []struct {
			Gifts []struct {
				Price       float64 `json:"price"`
				Currency    string  `json:"currency"`
				Approximate bool    `json:"approximate"`
				Original    struct {
					Price    float64 `json:"price"`
					Currency string  `json:"currency"`
				} `json:"original"`
			} `json:"gifts"`
		} `json:"people"`
		Total struct {
			Cost     float64 `json:"cost"`
			LeftOver float64 `json:"left_over"`
		} `json:"total"`
	}
	if err := json.Unmarshal(r.Result.Structured, &plan); err != nil {
		t.Fatal(err)
	}
	cost := int64(0)
	for _, p := range plan.People {
		cost += cents(p.Gifts[0].Price)
		for _, g := range p.Gifts {
			// 5 cents are 4, and what is between is rounded up.
			if want := (cents(g.Original.Price)*4 + 4) / 5; cents(g.Price) != want || g.Currency != "EUR" || g.Original.Currency != "USD" || !g.Approximate {
				t.Errorf("got %+v, want a price of %d cents", g, want)
			}
		}
	}
	if cents(plan.Total.Cost) != cost || cents(plan.Total.LeftOver) != 10_000-cost {
		t.Errorf("got %+v, want a cost of %d cents", plan.Total, cost)
	}
}

// A budget without a currency is in the server's, or the catalog's where that has nothing in the server's.
func TestSuggestGifts_budgetCurrency(t *testing.T) {
	gift := func(currency string) catalog.Gift {
		return catalog.Gift{
			ID: "ideas:tea", Source: catalog.IdeasSource, Name: "Tea", Description: "Green tea.", Category: "coffee-tea", Kind: catalog.Physical,
			Price: catalog.Money{Minor: 1000, Currency: currency}, PriceBasis: catalog.Listed, Availability: catalog.InStock,
			AgeTo: catalog.MaxAge,
		}
	}
	for currency, want := range map[string]string{"USD": "$10", "EUR": "€10"} {
		conversation := newServer(t, gift(currency))
		got := callTool(t, conversation, "suggest_gifts", `{"occasion":"birthday","budget":40,"recipient":"friend who loves tea"}`)
		if text := got.Result.Content[0].Text; got.Result.IsError || !strings.Contains(text, want) {
			t.Errorf("%s: got %q, want tea for %s", currency, text, want)
		}
	}
}

// What comes in several forms is shown from the cheapest of them, with what there is to choose, as of the day of the
// shop's price.
func TestSuggestGifts_options(t *testing.T) {
	tee := catalog.Gift{
		ID: "ideas:tee", Source: "ideas", Name: "Chess tee", Description: "For the club.", Category: "fashion", Kind: catalog.Physical,
		Price: usd(2000), PriceTo: 2500, PriceBasis: catalog.Listed, Priced: noon(), Availability: catalog.InStock, AgeTo: catalog.MaxAge,
		Interests: []string{"chess"}, Options: []catalog.Option{{Name: "Size", Values: []string{"S", "M"}}, {Name: "Color", Values: []string{"red", "blue"}}},
	}
	ask := newAbroad(t, tee)
	tests := []struct {
		tool, arguments string
		want            []string
	}{
		{"suggest_gifts", `{"occasion":"birthday","budget":30,"recipient":"friend who loves chess"}`, []string{
			"1. Chess tee, from $20. For the club.", "\n\nShop prices as of 2026-12-01.\n",
			`"as_of":"2026-12-01","price_range":{"min":20,"max":25}`, `"options":["Size: S, M","Color: red, blue"]`,
		}},
		{"suggest_gifts", `{"occasion":"birthday","budget":30,"currency":"EUR","recipient":"friend who loves chess"}`, []string{
			"1. Chess tee, from about €16 ($20).", `"price_range":{"min":16,"max":20}`,
		}},
		{"get_gift", `{"id":"ideas:tee"}`, []string{"Chess tee, from $20 (as of 2026-12-01).", "- Options: Size: S, M; Color: red, blue\n", `"price_range":{"min":20,"max":25}`}},
	}
	for _, tt := range tests {
		r := ask(tt.tool, tt.arguments)
		checkForm(t, outputSchema(t, tt.tool), r)
		var all strings.Builder
		for _, c := range r.Result.Content {
			all.WriteString(c.Text)
		}
		for _, want := range tt.want {
			if !strings.Contains(all.String(), want) {
				t.Errorf("%s %s: got %s, want %q in it", tt.tool, tt.arguments, all.String(), want)
			}
		}
	}
}
