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
