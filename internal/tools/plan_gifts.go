package tools

import (
	"context"
	_ "embed" // for the schemas
	"fmt"
	"strings"

	"github.com/go-json-experiment/json"

	"giftserver/internal/catalog"
	"giftserver/internal/mcp"
	"giftserver/internal/suggest"
)

const planGiftsDescription = `Plans gifts for several people who share one budget, in one call: the family at Christmas, a team, a class. ` +
	`Use it instead of calling suggest_gifts for each of them. ` +
	`Returns for every person their part of the budget, a first choice and alternatives, each with price, reason and what to watch out for, ` +
	`and what is left of the total. Nothing over anybody's part, no product twice.`

var (
	//go:embed plan_gifts.input.json
	planGiftsInput []byte
	//go:embed plan_gifts.output.json
	planGiftsOutput []byte
)

// planArguments are the arguments of plan_gifts, in the order of the schema.
type planArguments struct {
	Recipients  []planRecipient `json:"recipients"`
	TotalBudget float64         `json:"total_budget"` // major units
	Occasion    string          `json:"occasion"`
	Currency    string          `json:"currency"`
	Kinds       []catalog.Kind  `json:"kinds"`
	NeededBy    string          `json:"needed_by"` // YYYY-MM-DD
	ExcludeIDs  []string        `json:"exclude_ids"`
	Limit       int             `json:"limit"`
	Language    string          `json:"language"`
}

type planRecipient struct {
	Name      string   `json:"name"`
	Recipient string   `json:"recipient"`
	Occasion  string   `json:"occasion"`
	Age       *int     `json:"age"` // years
	Interests []string `json:"interests"`
	Avoid     []string `json:"avoid"`
	Share     *float64 `json:"share"` // weight
}

// defaultPlanLimit is how many gifts a plan has for each person when the call does not say.
const defaultPlanLimit = 2

type planGifts struct {
	engine suggester
	voices *voices
	twins  func() map[string][]string
	Options
}

func newPlanGifts(engine suggester, vs *voices, w *widget, o Options) (mcp.Tool, error) {
	p := &planGifts{engine, vs, perSnapshot(engine, twinsOf), o}
	return newTool(mcp.Tool{
		Name:        "plan_gifts",
		Title:       "Plan gifts for several people",
		Description: planGiftsDescription,
		Meta:        w.show("Planning the gifts", "Planned the gifts"),
		Call:        p.call,
		Ask: func(c mcp.ToolCall, missing mcp.Missing) *mcp.InputRequest {
			return p.ask(c, missing, budgetQuestion{
				argument:    "total_budget",
				question:    "How much may all the gifts cost together, in ",
				title:       "Total budget",
				description: "The most to spend on all the gifts together, in ",
			})
		},
	}, planGiftsInput, planGiftsOutput)
}

func (p *planGifts) call(ctx context.Context, c mcp.ToolCall) (*mcp.ToolResult, error) {
	var args planArguments
	if err := json.Unmarshal(c.Arguments, &args); err != nil {
		return nil, fmt.Errorf("decoding arguments: %w", err)
	}
	if args.Limit == 0 {
		args.Limit = defaultPlanLimit
	}
	budget, people, err := p.budget(&args)
	if err != nil {
		return nil, err
	}
	twins := p.twins()
	pl := &planner{
		engine:  p.engine,
		people:  people,
		twins:   func(id string) []string { return twins[id] },
		holders: map[string]int{},
	}
	pl.plan(args.Limit)
	v := p.voices.of(ctx, args.Language)
	made := p.made(v, &args, budget, pl)
	// Counts alone: what was said of the people is nobody else's business.
	mcp.Log(ctx, "debug", "plan_gifts", struct {
		People int `json:"people"`
		Served int `json:"served"`
	}{len(people), made.served})
	if made.served == 0 {
		return nil, nobodyServed(v, made)
	}
	return renderPlan(v, made, args.Limit)
}

// A planBudget is the money of a plan, and how it is divided.
type planBudget struct {
	total  catalog.Money
	shares shares
}

// budget reads the arguments into a brief for each person, with their part of the total.
func (p *planGifts) budget(a *planArguments) (planBudget, []planned, error) {
	var budget planBudget
	people := make([]planned, len(a.Recipients))
	weights := make([]float64, len(a.Recipients))
	for i, r := range a.Recipients {
		occasion := r.Occasion
		if strings.TrimSpace(occasion) == "" {
			occasion = a.Occasion
		}
		if strings.TrimSpace(occasion) == "" {
			return budget, nil, failf("'recipients[%d]' has no 'occasion', and neither has the plan. "+
				"Say what the gifts are for, such as Christmas, in the plan's 'occasion' or in that of each recipient.", i)
		}
		weights[i] = 1
		if r.Share != nil {
			weights[i] = *r.Share
		}
		if !(weights[i] > 0) { // A number may be too small to be told from 0.
			return budget, nil, failf("'recipients[%d].share' must be greater than 0, such as 1 or 2.", i)
		}
		brief, err := p.brief(&suggestArguments{
			Occasion:   occasion,
			Budget:     a.TotalBudget,
			Recipient:  r.Recipient,
			Currency:   a.Currency,
			Age:        r.Age,
			Interests:  r.Interests,
			Avoid:      r.Avoid,
			Kinds:      a.Kinds,
			NeededBy:   a.NeededBy,
			ExcludeIDs: a.ExcludeIDs,
		})
		if err != nil {
			return budget, nil, err
		}
		people[i].brief = brief
	}
	budget.total = people[0].brief.Budget // The schema wants one recipient at least.
	budget.shares = newShares(weights)
	for i, part := range budget.shares.split(budget.total.Minor) {
		people[i].brief.Budget.Minor = part
	}
	return budget, people, nil
}

// A madePlan is a plan as it is told of.
type madePlan struct {
	total       catalog.Money
	cost        catalog.Money // of the first choices
	approximate bool          // the price of a first choice is known only about
	served      int           // how many people get something
	people      []madeFor
}

// A madeFor is what a plan has for one person.
type madeFor struct {
	planned
	name    string
	problem string // why there is nothing, and what to do
}

// made gathers what there is to tell of a plan.
func (p *planGifts) made(v *voice, a *planArguments, budget planBudget, pl *planner) *madePlan {
	m := &madePlan{total: budget.total, cost: catalog.Money{Currency: budget.total.Currency}}
	for i, person := range pl.people {
		one := madeFor{planned: person, name: strings.Join(strings.Fields(a.Recipients[i].Name), " ")}
		if one.name == "" {
			one.name = fmt.Sprintf(v.plan.unnamed, i+1)
		}
		if len(person.picks) > 0 {
			m.served++
			m.cost.Minor += v.costOf(person.picks[0].Gift, m.cost.Currency).Minor
			m.approximate = m.approximate || v.approximate(person.picks[0], m.cost.Currency)
		} else {
			one.problem = p.problem(v, budget, pl, i)
		}
		m.people = append(m.people, one)
	}
	return m
}

// problem says why there is nothing for somebody, and the nearest way out. The counts are those of the
// whole catalog; what others have been given is no way out.
func (p *planGifts) problem(v *voice, budget planBudget, pl *planner, i int) string {
	b := &pl.people[i].brief
	raise := func(price catalog.Money) string { return v.raisedBudget(budget, i, price) }
	alone := pl.ask(i, 1, func(string) bool { return false })
	left := pl.ask(i, 1, func(string) bool { return true })
	if len(alone.Picks) == 0 {
		alone.Nearest = left.Nearest
		return v.nothingFits(b, &alone, p.main(), raise)
	}
	text := fmt.Sprintf(v.plan.taken, v.occasion(&alone.Understood), v.money.Format(b.Budget)) + " "
	if left.Nearest == nil {
		return text + fmt.Sprintf(v.noMatch.again, v.otherThings(b))
	}
	c := v.costOf(left.Nearest, b.Budget.Currency)
	return text + fmt.Sprintf(v.plan.otherCheapest, v.amount(c), v.ideas.Of(left.Nearest), raise(c.Money))
}

// otherThings lists the changes that may bring somebody a gift who comes too late for all that fits.
func (v *voice) otherThings(b *suggest.Brief) string {
	changes := v.plan.otherInterests
	if len(b.Kinds) > 0 {
		changes += v.or + v.changes[suggest.OtherKind]
	}
	if len(b.Exclude) > 0 {
		changes += v.or + v.plan.lessExcluded
	}
	return changes
}

// raisedBudget says with which arguments somebody's part makes room for a price.
func (v *voice) raisedBudget(budget planBudget, i int, price catalog.Money) string {
	const mostTotal = 1_000_000_000 // major units, as the schema has it
	total, ok := budget.shares.totalFor(i, price.Minor)
	needed := catalog.Money{Minor: total, Currency: price.Currency}.Major()
	if !ok || needed > mostTotal { // A share can be so small that no total helps.
		return v.plan.moreShare
	}
	change := fmt.Sprintf(v.plan.total, decimal(needed))
	if price.Minor > budget.total.Minor || len(budget.shares.weights) == 1 {
		return change
	}
	return change + v.or + v.plan.moreShare
}

// nobodyServed tells a model why there is nothing for anybody.
func nobodyServed(v *voice, m *madePlan) error {
	var t strings.Builder
	t.WriteString(v.plan.nobody)
	for _, one := range m.people {
		fmt.Fprintf(&t, "\n\n%s%s %s", clip(one.name, 60), v.colon, clip(one.problem, mostProblem))
	}
	return &mcp.Failure{Text: t.String()}
}
