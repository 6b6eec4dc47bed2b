package tools

import (
	"fmt"
	"strings"

	"giftserver/internal/catalog"
	"giftserver/internal/mcp"
	"giftserver/internal/suggest"
)

// planView is the structured result of plan_gifts; plan_gifts.output.json describes it.
type planView struct {
	Summary string       `json:"summary"`
	People  []personView `json:"people"`
	Total   totalView    `json:"total"`
}

type personView struct {
	Name    string     `json:"name"`
	Budget  float64    `json:"budget"` // major units
	Summary string     `json:"summary,omitzero"`
	Gifts   []giftView `json:"gifts"`
	Problem string     `json:"problem,omitzero"`
}

type totalView struct {
	Budget   float64 `json:"budget"` // major units
	Cost     float64 `json:"cost"`
	LeftOver float64 `json:"left_over"`
	Currency string  `json:"currency"`
}

// mostProblem bounds the text that says why there is nothing for a person, in characters.
const mostProblem = 600

// A planDetail says how much of a plan is shown.
type planDetail struct {
	detail
	most    int  // gifts for each person
	person  int  // their name, in characters
	summary int  // in characters
	why     int  // in characters
	lean    bool // without what get_gift tells
	links   bool
}

// planDetails returns the degrees of detail of a plan, the best first: shorter texts are better than fewer
// alternatives. The choice of each person always stays; at last only what nobody can do without is left
// of it.
func planDetails(limit int) []planDetail {
	var list []planDetail
	for most := limit; most > 0; most-- {
		d := planDetail{most: most, person: 100, summary: 600, why: 600, links: true}
		for _, d.detail = range details[:2] {
			list = append(list, d)
		}
		d.lean = true
		for _, d.detail = range details[1:] {
			list = append(list, d)
		}
	}
	return append(list,
		planDetail{detail: detail{name: 60, description: 40, caution: 60}, most: 1, person: 60, summary: 200, why: 120, lean: true},
		planDetail{detail: detail{name: 40, description: 20, caution: 40}, most: 1, person: 30, summary: 80, why: 60, lean: true},
	)
}

// renderPlan writes a plan for the model, for people and for programs.
func renderPlan(v *voice, m *madePlan, limit int) (*mcp.ToolResult, error) {
	degrees := planDetails(limit)
	return fit(len(degrees), func(step int) (*mcp.ToolResult, int, error) {
		view := viewPlan(v, m, &degrees[step])
		return newResult(proseOfPlan(v, m, &view), &view)
	})
}

func viewPlan(v *voice, m *madePlan, d *planDetail) planView {
	left := catalog.Money{Minor: m.total.Minor - m.cost.Minor, Currency: m.total.Currency}
	plan := planView{
		Total: totalView{Budget: m.total.Major(), Cost: m.cost.Major(), LeftOver: left.Major(), Currency: m.total.Currency},
	}
	var without []string
	for i := range m.people {
		one := &m.people[i]
		shown := suggest.Answer{Picks: one.picks[:min(len(one.picks), d.most)], Understood: one.understood}
		person := personView{
			Name:    clip(one.name, d.person),
			Budget:  one.brief.Budget.Major(),
			Gifts:   viewPicks(v, &one.brief, shown.Picks, d.detail),
			Problem: clip(one.problem, mostProblem),
		}
		if one.problem == "" {
			person.Summary = clip(v.summarize(&one.brief, &shown), d.summary)
		} else {
			without = append(without, one.name)
		}
		for j := range person.Gifts {
			d.shorten(&person.Gifts[j], j == 0)
		}
		plan.People = append(plan.People, person)
	}
	plan.Summary = v.summarizePlan(m, left, without)
	return plan
}

// shorten leaves out of a gift what a degree of detail does not show. Of alternatives, a lean plan names
// only what they are, what they cost and what to watch out for.
func (d *planDetail) shorten(g *giftView, choice bool) {
	g.Why = clip(g.Why, d.why)
	if d.lean {
		g.lean()
	}
	if d.lean && !choice {
		g.Description, g.Why = "", ""
	}
	if !d.links {
		g.URL = ""
	}
}

// summarizePlan says in one sentence what became of the budget: "A plan for 3 people within $150: the
// first choices cost about $85 together and leave about $65; nothing fits Ben".
func (v *voice) summarizePlan(m *madePlan, left catalog.Money, without []string) string {
	var s strings.Builder
	p := &v.plan
	amount := func(a catalog.Money) string {
		if m.approximate {
			return fmt.Sprintf(v.price.about, v.money.Format(a))
		}
		return v.money.Format(a)
	}
	if len(m.people) == 1 {
		fmt.Fprintf(&s, p.person, v.money.Format(m.total))
	} else {
		fmt.Fprintf(&s, p.people, len(m.people), v.money.Format(m.total))
	}
	cost, leave := p.cost, p.leave
	if m.served == 1 {
		cost, leave = p.costs, p.leaves
	}
	fmt.Fprintf(&s, cost, amount(m.cost))
	if left.Minor == 0 {
		s.WriteString(p.all)
	} else {
		fmt.Fprintf(&s, leave, amount(left))
	}
	if len(without) > 0 {
		fmt.Fprintf(&s, p.nothing, v.list(without, len(without)))
	}
	return s.String()
}

// proseOfPlan writes a plan as a text that can be read aloud or quoted.
func proseOfPlan(v *voice, m *madePlan, plan *planView) string {
	var b strings.Builder
	b.Grow(8192)
	b.WriteString(plan.Summary + ".\n")
	var note priceNote
	alternatives := false
	for i := range plan.People {
		person := &plan.People[i]
		if person.Problem != "" {
			fmt.Fprintf(&b, "\n%s%s %s\n", person.Name, v.colon, person.Problem)
			continue
		}
		fmt.Fprintf(&b, "\n%s%s %s%s\n", person.Name, v.colon, person.Summary, v.colon)
		v.writeGifts(&b, &note, person.Gifts, m.people[i].picks)
		alternatives = alternatives || len(person.Gifts) > 1
	}
	if alternatives {
		b.WriteString("\n" + v.plan.first + "\n")
	}
	v.writeNote(&b, note)
	return b.String()
}
