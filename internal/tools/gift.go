package tools

import (
	"strings"
	"time"

	"giftserver/internal/catalog"
)

// A giftView is a gift as JSON answers show it.
type giftView struct {
	ID           string               `json:"id"`
	Name         string               `json:"name"`
	Price        float64              `json:"price"` // major units
	Currency     string               `json:"currency"`
	Approximate  bool                 `json:"approximate,omitzero"` // converted from Original
	Original     *moneyView           `json:"original,omitzero"`
	PriceBasis   catalog.PriceBasis   `json:"price_basis"`
	PriceYear    int                  `json:"price_year,omitzero"`  // of a typical price
	AsOf         string               `json:"as_of,omitzero"`       // of a listed price, YYYY-MM-DD
	PriceRange   *rangeView           `json:"price_range,omitzero"` // of what costs more or less as one chooses
	Category     string               `json:"category"`
	Brand        string               `json:"brand,omitzero"`
	Kind         catalog.Kind         `json:"kind,omitzero"`
	Description  string               `json:"description,omitzero"`
	Tags         []string             `json:"tags,omitempty"`
	Options      []string             `json:"options,omitempty"` // "Size: S, M, L"
	Why          string               `json:"why,omitzero"`      // in suggestions only
	Caution      string               `json:"caution,omitzero"`
	Availability catalog.Availability `json:"availability,omitzero"`
	URL          string               `json:"url,omitzero"`
	Image        imageView            `json:"image,omitzero"`
}

type moneyView struct {
	Price    float64 `json:"price"` // major units
	Currency string  `json:"currency"`
}

type rangeView struct {
	Min float64 `json:"min"` // major units, as price
	Max float64 `json:"max"`
}

type imageView struct {
	URL string `json:"url"`
	Alt string `json:"alt"`
}

func viewGift(g *catalog.Gift) giftView {
	v := giftView{
		ID:           g.ID,
		Name:         g.Name,
		Price:        g.Price.Major(),
		Currency:     g.Price.Currency,
		PriceBasis:   g.PriceBasis,
		Category:     g.Category,
		Brand:        g.Brand,
		Kind:         g.Kind,
		Description:  g.Description,
		Tags:         g.Tags,
		Options:      optionsOf(g),
		Caution:      cautionOf(g),
		Availability: g.Availability,
		URL:          g.URL,
	}
	v.PriceYear, v.AsOf = yearOf(g), dateOf(g)
	if g.ImageURL != "" {
		v.Image = imageView{URL: g.ImageURL, Alt: g.ImageAlt}
	}
	return v
}

// optionsOf writes what there is to choose of a gift.
func optionsOf(g *catalog.Gift) []string {
	var list []string
	for _, option := range g.Options {
		list = append(list, option.Name+": "+strings.Join(option.Values, ", "))
	}
	return list
}

func cautionOf(g *catalog.Gift) string { return strings.Join(g.Cautions, ". ") }

// yearOf is the year for which the price of a gift is typical, 0 for a listed price.
func yearOf(g *catalog.Gift) int {
	if g.PriceBasis != catalog.Typical {
		return 0
	}
	return g.Priced.Year()
}

// dateOf is the day on which a shop asked the price of a gift, "" for a typical price.
func dateOf(g *catalog.Gift) string {
	if g.PriceBasis != catalog.Listed {
		return ""
	}
	return g.Priced.Format(time.DateOnly)
}

// A fullGift is all that a giver may want to know of a gift.
type fullGift struct {
	giftView
	Occasions     []string `json:"occasions,omitempty"`
	Interests     []string `json:"interests,omitempty"`
	Relationships []string `json:"relationships,omitempty"`
	Ages          ageView  `json:"ages"`
	Personalised  bool     `json:"personalised,omitzero"`
	Shared        bool     `json:"shared,omitzero"`
}

func viewFullGift(g *catalog.Gift) fullGift {
	return fullGift{
		giftView:      viewGift(g),
		Occasions:     g.Occasions,
		Interests:     g.Interests,
		Relationships: g.Relationships,
		Ages:          ageView{From: g.AgeFrom, To: g.AgeTo},
		Personalised:  g.Personalised,
		Shared:        g.Shared,
	}
}

// showAs shows what a gift costs, perhaps in another currency than its own.
func (v *giftView) showAs(c cost) {
	if c.converted {
		v.Price, v.Currency, v.Approximate = c.Major(), c.Currency, true
		v.Original = &moneyView{c.asked.Major(), c.asked.Currency}
	}
	if c.to.Minor > 0 {
		v.PriceRange = &rangeView{c.Major(), c.to.Major()}
	}
}

// lean leaves out what get_gift tells and most can do without. That something cannot be had at once stays.
func (v *giftView) lean() {
	v.Brand, v.Kind, v.Tags, v.Options, v.Image, v.PriceYear, v.AsOf = "", "", nil, nil, imageView{}, 0, ""
	if v.Availability == catalog.InStock {
		v.Availability = ""
	}
}

// mostOption is how much of an option is shown, in characters.
const mostOption = 80

// clip shortens what is shown of a gift to a degree of detail.
func (v *giftView) clip(d detail) {
	v.Name, v.Description, v.Caution = clip(v.Name, d.name), clip(v.Description, d.description), clip(v.Caution, d.caution)
	v.Tags = v.Tags[:min(len(v.Tags), d.tags)]
	v.Options = v.Options[:min(len(v.Options), d.options)]
	for i := range v.Options {
		v.Options[i] = clip(v.Options[i], mostOption)
	}
}
