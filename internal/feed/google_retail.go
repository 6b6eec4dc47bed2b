package feed

import (
	"bufio"
	"cmp"
	"slices"
	"strings"

	"github.com/go-json-experiment/json"

	"giftserver/internal/catalog"
)

// googleRetail is the product catalog of Google's Retail API, now Vertex AI Search for commerce, in JSON
// (https://cloud.google.com/retail/docs/reference/rest/v2/projects.locations.catalogs.branches.products).
var googleRetail = format{
	name: "google-retail",
	knows: func(head string) bool {
		first, _ := firstElement(head, "")
		return slices.Contains(first.names(), "priceInfo")
	},
	read: readGoogleRetail,
}

// A retailProduct is a product with the members that say something of a gift. Prices are in major units.
type retailProduct struct {
	ID               string   `json:"id"`
	PrimaryProductID string   `json:"primaryProductId"`
	Title            string   `json:"title"`
	Description      string   `json:"description"`
	Categories       []string `json:"categories"`
	Brands           []string `json:"brands"`
	Tags             []string `json:"tags"`
	Materials        []string `json:"materials"`
	Patterns         []string `json:"patterns"`
	Conditions       []string `json:"conditions"`
	Availability     string   `json:"availability"`
	AvailableTime    string   `json:"availableTime"`
	ExpireTime       string   `json:"expireTime"`
	URI              string   `json:"uri"`
	URL              string   `json:"url"` // not of the format, but written for it
	Images           []struct {
		URI string `json:"uri"`
	} `json:"images"`
	PriceInfo struct {
		CurrencyCode  string `json:"currencyCode"`
		Price         value  `json:"price"`
		OriginalPrice value  `json:"originalPrice"`
		EffectiveTime string `json:"priceEffectiveTime"`
		ExpireTime    string `json:"priceExpireTime"`
	} `json:"priceInfo"`
	Rating struct {
		Average value `json:"averageRating"`
		Count   value `json:"ratingCount"`
	} `json:"rating"`
	Audience struct {
		AgeGroups []string `json:"ageGroups"`
		Genders   []string `json:"genders"`
	} `json:"audience"`
	ColorInfo struct {
		Families []string `json:"colorFamilies"`
		Colors   []string `json:"colors"`
	} `json:"colorInfo"`
	Sizes      []string `json:"sizes"`
	Attributes value    `json:"attributes"` // by name, or as a list with keys, as BigQuery exports it
}

func readGoogleRetail(text *bufio.Reader, s *sink) error {
	return readJSON(text, s, "", func(line int, v value) (more bool) {
		var p retailProduct
		if err := json.Unmarshal(v.raw, &p); err != nil {
			return s.leaveOut(line, reasonJSON, err.Error())
		}
		return s.offer(p.offer(line))
	})
}

// offer makes an offer of a product.
func (p *retailProduct) offer(line int) *offer {
	o := &offer{line: line}
	for f, text := range map[field]string{
		fieldID:            p.ID,
		fieldTitle:         p.Title,
		fieldDescription:   p.Description,
		fieldLink:          cmp.Or(p.URI, p.URL),
		fieldType:          first(p.Categories),
		fieldBrand:         first(p.Brands),
		fieldCondition:     first(p.Conditions),
		fieldAgeGroup:      first(p.Audience.AgeGroups),
		fieldGender:        first(p.Audience.Genders),
		fieldAvailability:  p.Availability,
		fieldAvailableFrom: p.AvailableTime,
		fieldExpires:       p.ExpireTime,
		fieldRating:        p.Rating.Average.text,
		fieldRatingCount:   p.Rating.Count.text,
		fieldTags:          p.tags(),
	} {
		o.set(f, text)
	}
	o.choose("Color", cmp.Or(first(p.ColorInfo.Colors), first(p.ColorInfo.Families)))
	o.choose("Size", first(p.Sizes))
	o.choose("Material", first(p.Materials))
	if p.PrimaryProductID != p.ID {
		o.set(fieldGroup, p.PrimaryProductID)
	}
	if len(p.Images) > 0 {
		o.set(fieldImage, p.Images[0].URI)
	}
	// The API takes a product that does not say it to be in stock.
	o.set(fieldAvailability, string(catalog.InStock))
	p.price(o)
	return o
}

// price fills in what an offer costs. A price that ends is one of a sale: the original one comes back then.
func (p *retailProduct) price(o *offer) {
	amount := func(v value) string {
		if v.text == "" {
			return ""
		}
		return v.text + " " + p.PriceInfo.CurrencyCode
	}
	price, original := amount(p.PriceInfo.Price), amount(p.PriceInfo.OriginalPrice)
	dates := p.PriceInfo.EffectiveTime + "/" + p.PriceInfo.ExpireTime
	if original == "" || dates == "/" {
		o.set(fieldPrice, price)
		return
	}
	o.set(fieldPrice, original)
	o.set(fieldSalePrice, price)
	o.set(fieldSaleDates, dates)
}

// tags are what a product says of itself beside its first category. Those that the shop chose come first.
func (p *retailProduct) tags() string {
	list := slices.Concat(p.Tags, p.Categories[min(1, len(p.Categories)):], p.ColorInfo.Families, p.Materials, p.Patterns)
	for _, attribute := range p.Attributes.sorted() {
		list = append(list, attribute.value.member("text").texts()...)
	}
	for _, attribute := range p.Attributes.items {
		list = append(list, attribute.at("value", "text").texts()...)
	}
	return strings.Join(list, ",")
}

// first is the first of a list, if there is one.
func first(list []string) string {
	if len(list) == 0 {
		return ""
	}
	return list[0]
}
