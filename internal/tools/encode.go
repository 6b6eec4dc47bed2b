package tools

import (
	"strconv"
	"sync"

	"github.com/go-json-experiment/json/jsontext"
)

// The views write their JSON themselves, since every answer holds it twice and an encoder that looks at their
// fields at run time takes most of the time of an answer. What they write is what json.Marshal makes of the
// same view; a test compares the two.

// A view is what an answer shows, as JSON.
type view interface{ write(w *jsonWriter) }

// A jsonWriter is JSON that is being written. Names are texts of this program that need no escapes.
type jsonWriter []byte

// next begins a member of an object or an element of a list.
func (w *jsonWriter) next() {
	if last := (*w)[len(*w)-1]; last != '{' && last != '[' {
		*w = append(*w, ',')
	}
}

func (w *jsonWriter) open(bracket byte) { *w = append(*w, bracket) }

func (w *jsonWriter) close(bracket byte) { *w = append(*w, bracket) }

// name begins a member; what is written next is its value.
func (w *jsonWriter) name(name string) {
	w.next()
	*w = append(*w, '"')
	*w = append(*w, name...)
	*w = append(*w, `":`...)
}

func (w *jsonWriter) string(text string) {
	*w, _ = jsontext.AppendQuote(*w, text) // What is no UTF-8 has been replaced.
}

func (w *jsonWriter) text(name, text string) {
	w.name(name)
	w.string(text)
}

func (w *jsonWriter) number(name string, x float64) {
	w.name(name)
	*w = jsontext.AppendFloat(*w, x, 64)
}

func (w *jsonWriter) integer(name string, n int) {
	w.name(name)
	*w = strconv.AppendInt(*w, int64(n), 10)
}

func (w *jsonWriter) list(name string, texts []string) {
	w.name(name)
	w.open('[')
	for _, text := range texts {
		w.next()
		w.string(text)
	}
	w.close(']')
}

// view writes an object as a member.
func (w *jsonWriter) view(name string, v view) {
	w.name(name)
	v.write(w)
}

// The functions below leave a member out that has nothing to say.

func (w *jsonWriter) anyText(name, text string) {
	if text != "" {
		w.text(name, text)
	}
}

func (w *jsonWriter) anyInteger(name string, n int) {
	if n != 0 {
		w.integer(name, n)
	}
}

func (w *jsonWriter) anyNumber(name string, x float64) {
	if x != 0 {
		w.number(name, x)
	}
}

func (w *jsonWriter) anyList(name string, texts []string) {
	if len(texts) > 0 {
		w.list(name, texts)
	}
}

func (w *jsonWriter) ifTrue(name string, is bool) {
	if is {
		w.name(name)
		*w = append(*w, "true"...)
	}
}

// jsonOf returns the JSON of a view.
func jsonOf(v view) string {
	w := writers.Get().(*jsonWriter)
	*w = (*w)[:0]
	v.write(w)
	text := string(*w)
	if cap(*w) <= 2*maxResult {
		writers.Put(w)
	}
	return text
}

// writers saves answers from growing to their size step by step.
var writers = sync.Pool{New: func() any { return new(jsonWriter) }}

func writeGifts(w *jsonWriter, gifts []giftView) {
	w.name("gifts")
	w.open('[')
	for i := range gifts {
		w.next()
		gifts[i].write(w)
	}
	w.close(']')
}

func (v *giftView) write(w *jsonWriter) {
	w.open('{')
	v.members(w)
	w.close('}')
}

func (v *giftView) members(w *jsonWriter) {
	w.text("id", v.ID)
	w.text("name", v.Name)
	w.number("price", v.Price)
	w.text("currency", v.Currency)
	w.ifTrue("approximate", v.Approximate)
	if v.Original != nil {
		w.view("original", v.Original)
	}
	w.text("price_basis", string(v.PriceBasis))
	w.anyInteger("price_year", v.PriceYear)
	w.anyText("as_of", v.AsOf)
	if v.PriceRange != nil {
		w.view("price_range", v.PriceRange)
	}
	w.text("category", v.Category)
	w.anyText("brand", v.Brand)
	w.anyText("kind", string(v.Kind))
	w.anyText("description", v.Description)
	w.anyList("tags", v.Tags)
	w.anyList("options", v.Options)
	w.anyText("why", v.Why)
	w.anyText("caution", v.Caution)
	w.anyText("availability", string(v.Availability))
	w.anyText("url", v.URL)
	if v.Image != (imageView{}) {
		w.view("image", &v.Image)
	}
}

func (v *moneyView) write(w *jsonWriter) {
	w.open('{')
	w.number("price", v.Price)
	w.text("currency", v.Currency)
	w.close('}')
}

func (v *rangeView) write(w *jsonWriter) {
	w.open('{')
	w.number("min", v.Min)
	w.number("max", v.Max)
	w.close('}')
}

func (v *imageView) write(w *jsonWriter) {
	w.open('{')
	w.text("url", v.URL)
	w.text("alt", v.Alt)
	w.close('}')
}

func (v *ageView) write(w *jsonWriter) {
	w.open('{')
	w.integer("from", v.From)
	w.integer("to", v.To)
	w.close('}')
}

func (v *fullGift) write(w *jsonWriter) {
	w.open('{')
	v.members(w)
	w.anyList("occasions", v.Occasions)
	w.anyList("interests", v.Interests)
	w.anyList("relationships", v.Relationships)
	w.view("ages", &v.Ages)
	w.ifTrue("personalised", v.Personalised)
	w.ifTrue("shared", v.Shared)
	w.close('}')
}

func (s *suggestions) write(w *jsonWriter) {
	w.open('{')
	w.text("summary", s.Summary)
	writeGifts(w, s.Gifts)
	w.view("understood", &s.Understood)
	w.view("matches", &s.Matches)
	w.close('}')
}

func (v *understoodView) write(w *jsonWriter) {
	w.open('{')
	w.text("occasion", v.Occasion)
	w.anyText("relationship", v.Relationship)
	if v.Age != nil {
		w.view("age", v.Age)
	}
	w.list("interests", v.Interests)
	w.list("avoid", v.Avoid)
	w.view("budget", &v.Budget)
	w.close('}')
}

func (v *budgetView) write(w *jsonWriter) {
	w.open('{')
	w.number("max", v.Max)
	w.anyNumber("min", v.Min)
	w.text("currency", v.Currency)
	w.close('}')
}

func (v *matchesView) write(w *jsonWriter) {
	w.open('{')
	w.integer("considered", v.Considered)
	w.integer("eligible", v.Eligible)
	w.view("left_out", &v.LeftOut)
	w.close('}')
}

func (v *leftOutView) write(w *jsonWriter) {
	w.open('{')
	w.integer("out_of_stock", v.OutOfStock)
	w.integer("other_currency", v.OtherCurrency)
	w.integer("over_budget", v.OverBudget)
	w.integer("under_budget", v.UnderBudget)
	w.integer("wrong_age", v.WrongAge)
	w.integer("avoided", v.Avoided)
	w.integer("other_category", v.OtherCategory)
	w.integer("other_kind", v.OtherKind)
	w.integer("too_late", v.TooLate)
	w.close('}')
}

func (p *planView) write(w *jsonWriter) {
	w.open('{')
	w.text("summary", p.Summary)
	w.name("people")
	w.open('[')
	for i := range p.People {
		w.next()
		p.People[i].write(w)
	}
	w.close(']')
	w.view("total", &p.Total)
	w.close('}')
}

func (v *personView) write(w *jsonWriter) {
	w.open('{')
	w.text("name", v.Name)
	w.number("budget", v.Budget)
	w.anyText("summary", v.Summary)
	writeGifts(w, v.Gifts)
	w.anyText("problem", v.Problem)
	w.close('}')
}

func (v *totalView) write(w *jsonWriter) {
	w.open('{')
	w.number("budget", v.Budget)
	w.number("cost", v.Cost)
	w.number("left_over", v.LeftOver)
	w.text("currency", v.Currency)
	w.close('}')
}
