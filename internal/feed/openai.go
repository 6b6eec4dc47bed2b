package feed

import (
	"bufio"
	"errors"
	"maps"
	"slices"
	"strings"
)

// openAI is the product feed for ChatGPT (https://developers.openai.com/commerce/specs/file-upload/products), as a
// table or in JSON. There are two generations of it, and the names of one mean nothing in the other.
var openAI = format{name: "openai", knows: func(head string) bool { return openAINames(head) != nil }, read: readOpenAI}

// notSaid are the words that the format forbids, and that shops write nevertheless, for no value.
var notSaid = map[string]bool{"null": true, "n/a": true, "unknown": true}

// openAI2025 are the names of September 2025: those of Google, and some more.
var openAI2025 = vocabulary{
	fields: extended(googleColumns, map[string]field{
		"enable_search":    fieldListed,
		"delete_flag":      fieldDeleted,
		"product_category": fieldType,
		"age_restriction":  fieldMinAge,

		"enable_checkout":    fieldIgnored,
		"inventory_quantity": fieldIgnored,
		"seller_name":        fieldIgnored,
		"seller_url":         fieldIgnored,
		"return_policy":      fieldIgnored,
		"return_window":      fieldIgnored,
	}),
	required: googleNames.required,
	shipping: openAIShipping,
	absent:   notSaid,
}

// openAI2026 are the names since February 2026.
var openAI2026 = vocabulary{
	fields: map[string]field{
		"item_id":               fieldID,
		"group_id":              fieldGroup,
		"title":                 fieldTitle,
		"description":           fieldDescription,
		"url":                   fieldLink,
		"image_url":             fieldImage,
		"availability":          fieldAvailability,
		"availability_date":     fieldAvailableFrom,
		"expiration_date":       fieldExpires,
		"price":                 fieldPrice,
		"sale_price":            fieldSalePrice,
		"sale_price_start_date": fieldSaleFrom,
		"sale_price_end_date":   fieldSaleUntil,
		"product_category":      fieldType,
		"brand":                 fieldBrand,
		"condition":             fieldCondition,
		"age_group":             fieldAgeGroup,
		"age_restriction":       fieldMinAge,
		"gender":                fieldGender,
		"shipping":              fieldShipping,
		"star_rating":           fieldRating,
		"review_count":          fieldRatingCount,
		"color":                 fieldColor,
		"size":                  fieldSize,
		"material":              fieldMaterial,
		"variant_dict":          fieldTags,
		"is_digital":            fieldDigital,
		"is_eligible_search":    fieldListed,
		"delete_flag":           fieldDeleted,

		"listing_has_variations": fieldVaries,

		"accepts_exchanges":       fieldIgnored,
		"accepts_returns":         fieldIgnored,
		"additional_image_urls":   fieldIgnored,
		"gtin":                    fieldIgnored,
		"is_ads_eligible":         fieldIgnored,
		"is_eligible_checkout":    fieldIgnored,
		"mpn":                     fieldIgnored,
		"return_deadline_in_days": fieldIgnored,
		"return_policy":           fieldIgnored,
		"seller_name":             fieldIgnored,
		"seller_url":              fieldIgnored,
		"sku":                     fieldIgnored,
		"store_country":           fieldIgnored,
		"target_countries":        fieldIgnored,
	},
	required: []string{"item_id", "title", "price"},
	shipping: openAIShipping,
	absent:   notSaid,
}

// openAIShipping are the parts of a shipping service.
var openAIShipping = []string{"country", "region", "service_class", "price", "max_handling_time", "max_transit_time"}

// extended returns a vocabulary with more names.
func extended(fields, more map[string]field) map[string]field {
	fields = maps.Clone(fields)
	maps.Copy(fields, more)
	return fields
}

// openAINames is the generation that a text is of, nil if it is of none. A table in Google's own names is
// Google's.
func openAINames(head string) *vocabulary {
	if isJSON(head) {
		first, _ := firstElement(head, "")
		switch names := first.names(); {
		case slices.Contains(names, "item_id"):
			return &openAI2026
		case slices.Contains(names, "enable_search"), len(openAI2025.missing(names)) == 0 && slices.Contains(names, "link"):
			return &openAI2025
		}
		return nil
	}
	if slices.Contains(columnNames(headerOf(head, openAI2026.known)), "item_id") {
		return &openAI2026
	}
	if slices.Contains(columnNames(headerOf(head, openAI2025.known)), "enable_search") {
		return &openAI2025
	}
	return nil
}

func readOpenAI(text *bufio.Reader, s *sink) error {
	peeked, _ := text.Peek(headSize)
	head := string(peeked)
	v := openAINames(head)
	switch {
	case v == nil:
		return errors.New("it names no fields of the product feed for ChatGPT; wanted are at least " + strings.Join(openAI2026.required, ", "))
	case !isJSON(head):
		return readTable(text, s, v)
	}
	// As in a table, the first object tells whether the file says which products may be found. If so, those
	// that do not say it may not.
	first, _ := firstElement(head, "")
	flagged := slices.ContainsFunc(first.names(), func(name string) bool { return v.fields[name] == fieldListed })
	return readJSON(text, s, "", func(line int, product value) (more bool) {
		o := v.offer(line, product)
		if flagged && o.fields[fieldListed] == "" {
			o.fields[fieldWithheld] = leftUnlisted
		}
		return s.offer(o)
	})
}

// offer makes an offer of a product whose members have the names of the vocabulary.
func (v *vocabulary) offer(line int, product value) *offer {
	o := &offer{line: line}
	for _, m := range product.sorted() {
		if f, known := v.fields[m.name]; known {
			o.set(f, v.text(f, m.value.all()))
		}
	}
	o.shippingDays(v.shipping)
	return o
}
