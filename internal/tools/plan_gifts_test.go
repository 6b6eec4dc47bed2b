package tools_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"

	"giftserver/internal/catalog"
	"giftserver/internal/suggest"
)

// A plannedGift and a planReply are what the tests read of a plan.
type plannedGift struct {
	ID       string  `json:"id"`
	Name     string  `json:"name"`
	Price    float64 `json:"price"`
	Currency string  `json:"currency"`
}

type planReply struct {
	People []struct {
		Name    string        `json:"name"`
		Budget  float64       `json:"budget"`
		Gifts   []plannedGift `json:"gifts"`
		Problem string        `json:"problem"`
	} `json:"people"`
	Total struct {
		Budget   float64 `json:"budget"`
		Cost     float64 `json:"cost"`
		LeftOver float64 `json:"left_over"`
	} `json:"total"`
}

// Whatever is asked of whatever catalog, a plan keeps to the money, gives no product twice, gives nobody
// what they must not get, and leaves nobody out for whom there is a way.
func TestPlanGifts_properties(t *testing.T) {
	schema := outputSchema(t, "plan_gifts")
	answered, unserved := 0, 0
	for seed := range uint64(12) {
		r := rand.New(rand.NewPCG(seed, 1))
		gifts := []catalog.Gift{randomGift(r, 0)}
		for i := range r.IntN(40) {
			gifts = append(gifts, randomGift(r, i+1))
		}
		conversation, engine := newServerAndEngine(t, gifts...)
		for range 25 {
			a := randomPlan(r)
			arguments, err := json.Marshal(a)
			if err != nil {
				t.Fatal(err)
			}
			reply := callTool(t, conversation, "plan_gifts", string(arguments))
			again := callTool(t, conversation, "plan_gifts", string(arguments))
			if string(reply.Result.Structured) != string(again.Result.Structured) || reply.Result.Content[0] != again.Result.Content[0] {
				t.Errorf("got two answers to one plan:\n%+v\n%+v", reply.Result, again.Result)
			}
			var plan planReply
			if !reply.Result.IsError {
				answered++
				checkForm(t, schema, reply)
				if err := json.Unmarshal(reply.Result.Structured, &plan); err != nil {
					t.Fatal(err)
				}
				checkMoney(t, a, plan)
				checkGifts(t, a, plan, gifts)
			}
			served := servedOf(t, reply)
			unserved += len(a.Recipients) - served
			if !reply.Result.IsError {
				if want := mostServed(engine, a, plan); served != want {
					t.Errorf("got gifts for %d of %d people, want for %d", served, len(a.Recipients), want)
				}
			}
			if t.Failed() {
				t.Fatalf("seed %d: %s\n%s", seed, arguments, reply.Result.Structured)
			}
		}
	}
	if answered < 150 || unserved < 150 {
		t.Errorf("got %d answers and %d people without a gift, so too little was checked", answered, unserved)
	}
}

// cents turns major units into cents.
func cents(major float64) int64 { return int64(math.Round(major * 100)) }

func checkMoney(t *testing.T, a planArguments, plan planReply) {
	t.Helper()
	parts, cost, dearest := int64(0), int64(0), int64(0)
	for _, p := range plan.People {
		parts += cents(p.Budget)
		most := int64(0)
		for i, g := range p.Gifts {
			if g.Price > p.Budget || g.Currency != "USD" {
				t.Errorf("got %+v for %s, who has %v USD", g, p.Name, p.Budget)
			}
			if i == 0 {
				cost += cents(g.Price)
			}
			most = max(most, cents(g.Price))
		}
		dearest += most
	}
	total := cents(a.TotalBudget)
	if parts != total || dearest > total || cents(plan.Total.Budget) != total {
		t.Errorf("got parts of %d and gifts of up to %d cents of %v, want %d", parts, dearest, plan.Total.Budget, total)
	}
	if cents(plan.Total.Cost) != cost || cents(plan.Total.LeftOver) != total-cost {
		t.Errorf("got a cost of %v and %v left over, want %d and %d cents", plan.Total.Cost, plan.Total.LeftOver, cost, total-cost)
	}
}

func checkGifts(t *testing.T, a planArguments, plan planReply, gifts []catalog.Gift) {
	t.Helper()
	byID, names := map[string]catalog.Gift{}, map[string]string{}
	for _, g := range gifts {
		byID[g.ID] = g
	}
	for i, p := range plan.People {
		who := a.Recipients[i]
		if p.Name != who.Name || len(p.Gifts) > a.Limit || (len(p.Gifts) == 0) != (p.Problem != "") {
			t.Errorf("got %+v for %+v", p, who)
		}
		for _, shown := range p.Gifts {
			g := byID[shown.ID]
			if wrong := objection(&g, a, who); wrong != "" {
				t.Errorf("got %+v for %+v, which %s", g, who, wrong)
			}
			name := strings.ToLower(g.Name)
			if other, ok := names[name]; ok {
				t.Errorf("got %s for %s and for %s", g.Name, other, p.Name)
			}
			names[name] = p.Name
		}
	}
}

// objection says what is wrong with a gift for a person, "" if nothing is.
func objection(g *catalog.Gift, a planArguments, p planRecipient) string {
	said := strings.ToLower(strings.Join(append([]string{g.Name, g.Description}, g.Cautions...), " "))
	switch {
	case g.Availability == catalog.OutOfStock:
		return "is out of stock"
	case slices.Contains(a.ExcludeIDs, g.ID):
		return "was excluded"
	case len(a.Kinds) > 0 && !slices.Contains(a.Kinds, g.Kind):
		return "is of another kind"
	case p.age >= 0 && (p.age < g.AgeFrom || p.age > g.AgeTo):
		return "is for another age"
	case p.age >= 0 && p.age < 18 && g.Restricted != catalog.Unrestricted:
		return "is not for minors"
	case slices.ContainsFunc(p.against, func(noun string) bool { return strings.Contains(said, noun) }):
		return "was to be avoided"
	}
	return ""
}

// mostServed counts how many people can get something, no product twice: it asks the engine for all that
// fits each of them and matches people with products.
func mostServed(engine *suggest.Engine, a planArguments, plan planReply) int {
	fitting := make([][]string, len(a.Recipients)) // names in lower case
	for i, p := range a.Recipients {
		b := suggest.Brief{
			Occasion: a.Occasion, Recipient: p.Recipient, Budget: usd(cents(plan.People[i].Budget)), MinBudget: usd(0), Age: p.Age, Avoid: p.Avoid,
			Kinds: a.Kinds, Exclude: slices.Clone(a.ExcludeIDs), Now: noon(), Limit: 20,
		}
		for {
			picks := engine.Suggest(b).Picks
			if len(picks) == 0 {
				break
			}
			for _, pick := range picks {
				b.Exclude = append(b.Exclude, pick.ID)
				fitting[i] = append(fitting[i], strings.ToLower(pick.Name))
			}
		}
	}
	holders, served := map[string]int{}, 0
	var give func(i int, seen map[string]bool) bool
	give = func(i int, seen map[string]bool) bool {
		for _, name := range fitting[i] {
			if seen[name] {
				continue
			}
			seen[name] = true
			if holder, held := holders[name]; !held || give(holder, seen) {
				holders[name] = i
				return true
			}
		}
		return false
	}
	for i := range fitting {
		if give(i, map[string]bool{}) {
			served++
		}
	}
	return served
}

// Where a plan comes to its limits, everybody keeps a gift, and the result stays small.
func TestPlanGifts_longTexts(t *testing.T) {
	gifts := make([]catalog.Gift, 80)
	for i := range gifts {
		gifts[i] = shop[0]
		gifts[i].ID = fmt.Sprintf("ideas:%02d", i)
		gifts[i].Name = fmt.Sprintf("Board game %d %s", i, strings.Repeat("\"遊び", 100))
		gifts[i].Brand = fmt.Sprint(i)
		gifts[i].Description = strings.Repeat("とても 長い ", 500)
		gifts[i].Cautions = []string{strings.Repeat("注意 ", 200)}
		gifts[i].URL = "https://shop.example/" + strings.Repeat("x", 1000)
	}
	conversation := newServer(t, gifts...)
	var a planArguments
	a.Occasion, a.TotalBudget, a.Limit = "誕生日"+strings.Repeat("🎂", 150), 12*45, 5
	for range 12 {
		a.Recipients = append(a.Recipients, planRecipient{
			Name: strings.Repeat("名", 100), Recipient: "friend who loves board games", Share: 1,
			Avoid: slices.Repeat([]string{strings.Repeat("蛇", 100)}, 20),
		})
	}
	arguments, err := json.Marshal(a)
	if err != nil {
		t.Fatal(err)
	}
	r := callTool(t, conversation, "plan_gifts", string(arguments))
	checkForm(t, outputSchema(t, "plan_gifts"), r)
	var plan planReply
	if err := json.Unmarshal(r.Result.Structured, &plan); err != nil {
		t.Fatal(err)
	}
	for _, p := range plan.People {
		if len(p.Gifts) == 0 {
			t.Errorf("got nothing for %s: %s", p.Name, p.Problem)
		}
	}
}

// The largest plan on the built-in ideas shows all that was asked for.
func TestPlanGifts_twelve(t *testing.T) {
	conversation, schema := newServer(t), outputSchema(t, "plan_gifts")
	numbered := regexp.MustCompile(`(?m)^\d+\. `)
	a := planArguments{Occasion: "Christmas", TotalBudget: 600}
	for _, recipient := range []string{
		"my wife, loves pottery", "dad who grills", "mom, gardening and crime novels", "6-year-old son, dinosaurs", "teenage daughter, K-pop",
		"grandmother who knits", "brother, board games", "sister-in-law, yoga", "my boss", "the neighbors", "my kid's teacher", "mail carrier",
	} {
		a.Recipients = append(a.Recipients, planRecipient{Recipient: recipient, Share: 1})
	}
	for limit, want := range map[int]int{1: 12, 2: 24, 5: 24} {
		a.Limit = limit
		arguments, err := json.Marshal(a)
		if err != nil {
			t.Fatal(err)
		}
		r := callTool(t, conversation, "plan_gifts", string(arguments))
		checkForm(t, schema, r)
		if got := len(numbered.FindAllString(r.Result.Content[0].Text, -1)); got < want {
			t.Errorf("with a limit of %d: got %d gifts, want %d or more", limit, got, want)
		}
	}
}

// The way out that a plan names for somebody works.
func TestPlanGifts_wayOut(t *testing.T) {
	conversation := newServer(t)
	wayOut := regexp.MustCompile(`total_budget of at least ([\d.]*\d)`)
	named := 0
	for _, recipients := range []string{
		`[{"recipient":"teacher"},{"recipient":"sister who likes wine","share":3}]`,
		`[{"recipient":"my 4-year-old nephew"},{"recipient":"my 4-year-old niece"},{"recipient":"their baby sister, 1 year old","share":0.3}]`,
		`[{"recipient":"boss"}]`,
		`[{"recipient":"dad who loves fishing","share":1.1},{"recipient":"mom","share":0.7},{"recipient":"brother"}]`,
	} {
		for _, total := range []string{"1", "4.99", "15", "30"} {
			r := callTool(t, conversation, "plan_gifts", fmt.Sprintf(`{"occasion":"birthday","total_budget":%s,"recipients":%s}`, total, recipients))
			for _, m := range wayOut.FindAllStringSubmatch(r.Result.Content[0].Text, -1) {
				named++
				again := callTool(t, conversation, "plan_gifts", fmt.Sprintf(`{"occasion":"birthday","total_budget":%s,"recipients":%s}`, m[1], recipients))
				if before, after := servedOf(t, r), servedOf(t, again); after <= before {
					t.Errorf("%s within %s: %d get a gift; with a total_budget of %s it is %d", recipients, total, before, m[1], after)
				}
			}
		}
	}
	if named < 15 {
		t.Errorf("got %d ways out, so too little was checked", named)
	}
}

// servedOf counts the people for whom a plan has something.
func servedOf(t *testing.T, r toolReply) (served int) {
	t.Helper()
	if r.Result.IsError {
		return 0
	}
	var plan planReply
	if err := json.Unmarshal(r.Result.Structured, &plan); err != nil {
		t.Fatal(err)
	}
	for _, p := range plan.People {
		if len(p.Gifts) > 0 {
			served++
		}
	}
	return served
}

// Gifts of one name are variants of one product, whatever their ids are.
func TestPlanGifts_variants(t *testing.T) {
	small, large := shop[0], shop[0]
	small.ID, small.Name = "ideas:small", "Board game shirt"
	large.ID, large.Name = "ideas:large", "BOARD GAME SHIRT"
	r := callTool(t, newServer(t, small, large), "plan_gifts", `{"occasion":"birthday","total_budget":100,"recipients":[`+
		`{"name":"Anna","recipient":"friend, board games"},{"name":"Ben","recipient":"friend, board games"}]}`)
	var plan planReply
	if err := json.Unmarshal(r.Result.Structured, &plan); err != nil {
		t.Fatalf("%v in %+v", err, r.Result)
	}
	if len(plan.People[0].Gifts) != 1 || len(plan.People[1].Gifts) != 0 {
		t.Errorf("got %+v, want one shirt for Anna and nothing for Ben", plan.People)
	}
}

// Whoever comes first leaves the one gift that fits another, if they can have something else.
func TestPlanGifts_givesWay(t *testing.T) {
	// Both want the tea most; Ben, who is nine, must not have what is for ages 10 and up.
	tea, catan := shop[2], shop[0]
	tea.AgeFrom, tea.Price = 5, usd(4500)
	r := callTool(t, newServer(t, tea, catan), "plan_gifts", `{"occasion":"birthday","total_budget":100,"recipients":[`+
		`{"name":"Anna","recipient":"friend who loves tea"},{"name":"Ben","recipient":"loves tea","age":9}]}`)
	var plan planReply
	if err := json.Unmarshal(r.Result.Structured, &plan); err != nil {
		t.Fatalf("%v in %+v", err, r.Result)
	}
	var got []string
	for _, p := range plan.People {
		for _, g := range p.Gifts {
			got = append(got, p.Name+": "+g.ID)
		}
	}
	if want := []string{"Anna: ideas:catan", "Ben: ideas:sampler"}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}
