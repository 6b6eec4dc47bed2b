package feed

import (
	"bufio"
	"bytes"
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/yuin/goldmark"

	"giftserver/internal/catalog"
)

// acp is the product feed of the Agentic Commerce Protocol (https://agenticcommerce.dev, schema.feed.json of
// 2026-04-17) and the catalog of the Universal Commerce Protocol (https://ucp.dev, 2026-04-08): products with
// their variants, whose prices are whole numbers of minor units.
var acp = format{
	name: "acp",
	knows: func(head string) bool {
		first, _ := firstElement(head, "")
		return first.member("variants").kind == kindArray && first.member("id").kind != 0 && first.member("@type").kind == 0 && !isShopifys(first)
	},
	read: func(text *bufio.Reader, s *sink) error {
		return readJSON(text, s, "", func(line int, v value) bool { return acpProduct(s, line, v) })
	},
}

// acpProduct hands on the variants of a product.
func acpProduct(s *sink, line int, product value) (more bool) {
	variants := product.member("variants").items
	if len(variants) == 0 {
		return refuseWithout(s, line, product.member("id").text)
	}
	for i, v := range variants {
		o := acpOffer(s, line, product, v)
		o.fields[fieldID] = acpID(product, v, i)
		o.last = i == len(variants)-1
		if !s.offer(o) {
			return false
		}
	}
	return true
}

// refuseWithout reports a product that lists no variants, and so no price.
func refuseWithout(s *sink, line int, id string) (more bool) {
	o := &offer{line: line}
	o.fields[fieldID] = id
	return s.refuse(o, reasonNoVariant, id)
}

// acpOffer makes an offer of a variant. What it does not say of itself, its product says.
func acpOffer(s *sink, line int, product, variant value) *offer {
	either := func(name string) value {
		if v := variant.member(name); v.kind != 0 && (v.kind != kindArray || len(v.items) > 0) {
			return v
		}
		return product.member(name)
	}
	price := variant.member("price")
	o := &offer{line: line, unit: minor}
	o.fields[fieldGroup] = product.member("id").text
	o.fields[fieldTitle] = acpTitle(product.member("title").text, variant.member("title").text)
	o.fields[fieldDescription] = acpDescription(either("description"))
	o.fields[fieldLink] = either("url").text
	o.fields[fieldPrice] = withCurrency(price.member("amount").text, price.member("currency").text)
	o.fields[fieldAvailability] = acpAvailability(s, line, variant.member("availability"))
	o.fields[fieldCondition] = either("condition").first().text
	o.fields[fieldBrand] = either("brand").named("name")
	o.fields[fieldTags] = strings.Join(acpTags(variant, product), ",")
	for _, name := range optionNames {
		for _, option := range variant.member(name).items {
			o.choose(option.member("name").text, optionValue(option))
		}
	}
	acpCategories(o, either("categories"))
	acpImage(o, either("media"))
	rating := either("rating")
	o.fields[fieldRating] = outOfFive(rating.member("value").text, rating.member("scale_max").text)
	o.fields[fieldRatingCount] = rating.member("count").text
	return o
}

// acpID is the id of a variant, which is the nth of its product. Some shops number the variants of each product anew,
// or not at all.
func acpID(product, variant value, n int) string {
	id := product.member("id").text
	if id == "" {
		return variant.member("id").text
	}
	return id + "#" + cmp.Or(variant.member("id").text, strconv.Itoa(n+1))
}

// acpTitle is the name of a variant. UCP names the variant alone, "Red / Small", ACP the product with it.
func acpTitle(product, variant string) string {
	const unnamed = "Default Title" // What shops of Shopify call the only variant.
	switch {
	case variant == "" || variant == unnamed:
		return product
	case strings.Contains(strings.ToLower(variant), strings.ToLower(product)):
		return variant
	}
	return product + ", " + variant
}

// acpDescription is a description in the plainest of its forms.
func acpDescription(v value) string {
	if markdown := v.member("markdown").text; markdown != "" && v.member("plain").text == "" && v.member("html").text == "" {
		return fromMarkdown(markdown)
	}
	return cmp.Or(v.member("plain").text, v.member("html").text, v.text)
}

// fromMarkdown makes HTML of Markdown. HTML within it is left out.
func fromMarkdown(text string) string {
	var b bytes.Buffer
	if err := goldmark.Convert([]byte(shorten(text, 2*maxDescription)), &b); err != nil {
		return text
	}
	return b.String()
}

// acpAvailability reads whether a variant can be bought, and how. Of what can be bought the status need not be known.
func acpAvailability(s *sink, line int, v value) string {
	available, status := v.member("available"), v.member("status").text
	switch _, known := availability(status); {
	case available.isFalse():
		return string(catalog.OutOfStock)
	case known, status != "" && !isYes(available.text):
		return status
	case available.kind == 0:
		s.warn(line, "no availability; taken to be in stock", "")
	}
	return string(catalog.InStock)
}

// acpTags are a variant's options, colour and size, and what else it is tagged with.
func acpTags(variant, product value) []string {
	var tags []string
	for _, name := range optionNames {
		for _, option := range variant.member(name).items {
			tags = append(tags, optionValue(option))
		}
	}
	return slices.Concat(tags, variant.member("tags").texts(), product.member("tags").texts())
}

// optionNames are what a variant's options are called, in ACP and in the revisions of UCP.
var optionNames = []string{"variant_options", "selected_options", "options"}

func optionValue(option value) string {
	return cmp.Or(option.member("value").text, option.member("label").text)
}

// acpCategories reads categories, each of some taxonomy.
func acpCategories(o *offer, categories value) {
	for _, c := range categories.list() {
		f := fieldType
		if strings.Contains(strings.ToLower(c.member("taxonomy").text), "google") {
			f = fieldCategory
		}
		o.fields[f] = cmp.Or(o.fields[f], c.named("value"))
	}
}

// acpImage takes the first image among media.
func acpImage(o *offer, media value) {
	for _, m := range media.list() {
		if kind := m.member("type").text; kind == "" || strings.EqualFold(kind, "image") {
			o.fields[fieldImage], o.fields[fieldImageAlt] = m.named("url"), m.member("alt_text").text
			return
		}
	}
}

// outOfFive brings a rating to the usual scale. One on a scale that can't be read says nothing.
func outOfFive(rating, best string) string {
	if best == "" {
		return rating
	}
	r, err := strconv.ParseFloat(rating, 64)
	most, err2 := strconv.ParseFloat(best, 64)
	if err != nil || err2 != nil || !(most > 0) {
		return ""
	}
	return strconv.FormatFloat(5*r/most, 'f', -1, 64)
}
