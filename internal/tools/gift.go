package tools

import (
	"giftserver/internal/catalog"
)

// A giftView is a gift as JSON answers show it.
type giftView struct {
	ID           string               `json:"id"`
	Name         string               `json:"name"`
	Price        float64              `json:"price"` // major units
	Currency     string               `json:"currency"`
	PriceBasis   catalog.PriceBasis   `json:"price_basis"`
	PriceYear    int                  `json:"price_year,omitzero"` // of a typical price
	Category     string               `json:"category"`
	Brand        string               `json:"brand,omitzero"`
	Kind         catalog.Kind         `json:"kind"`
	Description  string               `json:"description"`
	Tags         []string             `json:"tags,omitempty"`
	Why          string               `json:"why,omitzero"` // in suggestions only
	Caution      string               `json:"caution,omitzero"`
	Availability catalog.Availability `json:"availability"`
	URL          string               `json:"url,omitzero"`
	Image        *imageView           `json:"image,omitzero"`
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
		Caution:      cautionOf(g),
		Availability: g.Availability,
		URL:          g.URL,
	}
	if g.PriceBasis == catalog.Typical {
		v.PriceYear = g.Priced.Year()
	}
	if g.ImageURL != "" {
		v.Image = &imageView{URL: g.ImageURL, Alt: g.ImageAlt}
	}
	return v
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

// clip shortens what is shown of a gift to a degree of detail.
func (v *giftView) clip(d detail) {
	v.Name, v.Description, v.Caution = clip(v.Name, d.name), clip(v.Description, d.description), clip(v.Caution, d.caution)
	v.Tags = v.Tags[:min(len(v.Tags), d.tags)]
}
