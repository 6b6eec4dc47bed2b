package feed

import (
	"bufio"
	"cmp"
	"slices"
	"strconv"
	"strings"
	"time"

	"giftserver/internal/catalog"
)

// schemaorg is JSON-LD in the words of schema.org (https://schema.org/Product), in files of its own or within
// pages of HTML.
var schemaorg = format{
	name: "schemaorg",
	knows: func(head string) bool {
		if isHTML(head) {
			return true
		}
		first, _ := firstElement(head, "")
		return first.member("@type").kind != 0 || first.member("@context").kind != 0
	},
	read: func(text *bufio.Reader, s *sink) error {
		things := &things{sink: s}
		if head, _ := text.Peek(headSize); isHTML(string(head)) {
			return readScripts(text, s, things.take)
		}
		return readJSON(text, s, "", things.take)
	},
}

// productTypes are what is sold; a group is a product with variants.
var productTypes = []string{"Product", "ProductGroup", "ProductModel", "IndividualProduct", "SomeProducts"}

// isProduct reports whether a thing of JSON-LD is a product.
func isProduct(v value) bool {
	return slices.ContainsFunc(types(v), func(name string) bool { return slices.Contains(productTypes, name) })
}

// types are the types of a thing without the vocabulary that they are of.
func types(v value) []string {
	var names []string
	for _, name := range v.member("@type").texts() {
		names = append(names, name[strings.LastIndexAny(name, "/:")+1:])
	}
	return names
}

// things takes the products out of the things that JSON-LD describes.
type things struct{ *sink }

// take hands on the products in a thing: itself, or those that it is about. A page that describes something
// else is no fault of it.
func (t *things) take(line int, v value) (more bool) {
	if isProduct(v) {
		return t.product(line, v)
	}
	for _, m := range v.members {
		for _, item := range m.value.list() {
			if !t.take(line, item) {
				return false
			}
		}
	}
	return true
}

// product hands on the offers of a product and of its variants.
func (t *things) product(line int, p value) (more bool) {
	id := t.id(line, p)
	variants := p.member("hasVariant").list()
	if len(variants) == 0 {
		of := cmp.Or(p.at("isVariantOf", "productGroupID").text, p.member("inProductGroupWithID").first().text)
		return t.offers(line, p, value{}, id, of, of == "")
	}
	group := cmp.Or(p.named("productGroupID"), id)
	for i, v := range variants {
		id := cmp.Or(thingID(v), group+"#"+strconv.Itoa(i+1))
		if !t.offers(line, v, p, id, group, i == len(variants)-1) {
			return false
		}
	}
	return true
}

// id is what identifies a product, or what stays the same from import to import if the page does not say.
func (t *things) id(line int, p value) string {
	id := cmp.Or(thingID(p), p.named("productGroupID"))
	if id == "" {
		if id = cmp.Or(p.at("offers", "url").text, p.member("name").named("@value")); id != "" {
			t.guess(line, "no id; the address of the offer or the name stands for it", id)
		}
	}
	return id
}

// thingID is what identifies a product. An @id such as "#product" does so within its page alone.
func thingID(p value) string {
	for _, name := range []string{"sku", "productID", "gtin", "gtin13", "gtin14", "gtin12", "gtin8", "mpn", "@id", "url"} {
		if id := p.member(name).named("value", "@id"); id != "" && id[0] != '#' {
			return id
		}
	}
	return ""
}

// offers hands on a product once for each of its offers. Several make a group, of which the best counts. The last
// of them may be the last of the group.
func (t *things) offers(line int, p, parent value, id, group string, last bool) (more bool) {
	offers := offersOf(p)
	if len(offers) == 0 {
		offers = offersOf(parent)
	}
	if len(offers) > 1 {
		group = cmp.Or(group, id)
	}
	if len(offers) == 0 {
		offers = []value{{}} // It is reported as a product without a price.
	}
	for i, offer := range offers {
		o := t.offer(line, p, parent, offer)
		o.fields[fieldID], o.fields[fieldGroup] = id, group
		o.last = last && i == len(offers)-1
		if len(offers) > 1 {
			o.fields[fieldID] = id + "#" + cmp.Or(offer.named("sku"), strconv.Itoa(i+1))
		}
		if !t.sink.offer(o) {
			return false
		}
	}
	return true
}

// offersOf are a product's offers. Those of an aggregate count one by one where it lists them.
func offersOf(p value) []value {
	var list []value
	for _, offer := range p.member("offers").list() {
		if inner := offer.member("offers").list(); len(inner) > 0 {
			list = append(list, inner...)
		} else if offer.kind == kindObject {
			list = append(list, offer)
		}
	}
	return list
}

// offer reads an offer of a product, which may be a variant of another.
func (t *things) offer(line int, p, parent, terms value) *offer {
	either := func(name string) value {
		if v := p.member(name); v.kind != 0 {
			return v
		}
		return parent.member(name)
	}
	o := newTerms(line, terms)
	o.fields[fieldTitle] = either("name").named("@value")
	o.fields[fieldDescription] = either("description").named("@value")
	o.fields[fieldLink] = cmp.Or(terms.named("url"), either("url").named("@id"))
	o.fields[fieldBrand] = cmp.Or(either("brand").named("name"), either("manufacturer").named("name"))
	o.fields[fieldType] = either("category").named("name")
	o.fields[fieldTags] = strings.Join(either("keywords").texts(), ",")
	o.fields[fieldColor] = strings.Join(p.member("color").texts(), ",")
	o.fields[fieldMaterial] = strings.Join(p.member("material").texts(), ",")
	o.fields[fieldSize] = p.member("size").named("name")
	o.fields[fieldCondition] = condition(cmp.Or(terms.named("itemCondition"), either("itemCondition").text))
	image := either("image")
	o.fields[fieldImage] = image.named("url", "contentUrl", "@id")
	o.fields[fieldImageAlt] = image.at("caption").text
	audience := either("audience")
	o.fields[fieldAges] = audienceAges(audience)
	o.fields[fieldGender] = audienceGender(audience)
	rating := either("aggregateRating")
	o.fields[fieldRating] = outOfFive(rating.at("ratingValue").text, rating.at("bestRating").text)
	o.fields[fieldRatingCount] = cmp.Or(rating.at("reviewCount").text, rating.at("ratingCount").text)
	if terms.member("availability").kind == 0 && terms.kind != 0 {
		t.warn(line, "no availability; taken to be in stock", "")
	}
	return o
}

// newTerms makes an offer of what an Offer says by itself.
func newTerms(line int, terms value) *offer {
	o := &offer{line: line}
	price, currency := thingPrice(terms)
	o.fields[fieldPrice] = withCurrency(price, currency)
	o.fields[fieldAvailability] = cmp.Or(terms.member("availability").named("@id"), string(catalog.InStock))
	o.fields[fieldAvailableFrom] = terms.named("availabilityStarts")
	o.fields[fieldExpires] = endOf(cmp.Or(terms.named("priceValidUntil"), terms.named("availabilityEnds")))
	o.fields[fieldMinimum] = terms.at("eligibleQuantity", "minValue").text
	delivery := terms.at("shippingDetails", "deliveryTime")
	o.fields[fieldHandling] = delivery.at("handlingTime", "maxValue").text
	o.fields[fieldTransit] = delivery.at("transitTime", "maxValue").text
	return o
}

// thingPrice is what an offer costs: its price, the lowest of an aggregate, or that of its specification.
func thingPrice(offer value) (price, currency string) {
	currency = offer.named("priceCurrency")
	price = cmp.Or(offer.named("price"), offer.named("lowPrice"))
	for _, spec := range offer.member("priceSpecification").list() {
		text := cmp.Or(spec.named("price"), spec.named("minPrice"))
		switch {
		case text == "" || isOtherPrice(spec):
		case price == "":
			price, currency = text, cmp.Or(spec.named("priceCurrency"), currency)
		default:
			currency = cmp.Or(currency, spec.named("priceCurrency"))
		}
	}
	return price, currency
}

// isOtherPrice reports whether a specification is of a former price, of a measure, or for members alone.
func isOtherPrice(spec value) bool {
	kind := spec.named("priceType")
	switch kind[strings.LastIndexByte(kind, '/')+1:] {
	case "ListPrice", "StrikethroughPrice", "MSRP", "SRP":
		return true
	}
	return spec.member("referenceQuantity").kind != 0 || spec.member("validForMemberTier").kind != 0
}

// endOf is the end of what is valid until a day or a time. A day is over when the next begins.
func endOf(text string) string {
	day, err := time.Parse(time.DateOnly, strings.TrimSpace(text))
	if err != nil || day.Year() == never {
		return text
	}
	return day.AddDate(0, 0, 1).Format(time.RFC3339)
}

// condition is the condition of https://schema.org/UsedCondition in Google's word.
func condition(text string) string {
	return strings.ToLower(strings.TrimSuffix(text[strings.LastIndexByte(text, '/')+1:], "Condition"))
}

// audienceAges are the ages of an audience, in years.
func audienceAges(audience value) string {
	for _, a := range audience.list() {
		low := cmp.Or(a.named("suggestedMinAge"), a.at("suggestedAge", "minValue").text, a.at("requiredMinAge").text)
		high := cmp.Or(a.named("suggestedMaxAge"), a.at("suggestedAge", "maxValue").text, a.at("requiredMaxAge").text)
		if low != "" || high != "" {
			return low + "-" + high
		}
	}
	return ""
}

// audienceGender is the gender of an audience in Google's word: "male", or https://schema.org/Male.
func audienceGender(audience value) string {
	gender := audience.at("suggestedGender").text
	return strings.ToLower(gender[strings.LastIndexByte(gender, '/')+1:])
}
