package feed

import (
	"bufio"
	"slices"
)

// google is the delimited feed of Google Merchant Center
// (https://support.google.com/merchants/answer/7052112). Tabs are its delimiter; commas and semicolons
// come from spreadsheets.
var google = format{
	name:  "google",
	knows: func(head string) bool { return isGoogles(headerOf(head, googleNames.known)) },
	read:  func(text *bufio.Reader, s *sink) error { return readTable(text, s, &googleNames) },
}

var googleNames = vocabulary{fields: googleColumns, required: []string{"id", "title", "price"}, shipping: shippingParts}

// googleColumns are the columns that say something of a gift, and those that say nothing.
var googleColumns = map[string]field{
	"id":                        fieldID,
	"item_group_id":             fieldGroup,
	"title":                     fieldTitle,
	"description":               fieldDescription,
	"link":                      fieldLink,
	"image_link":                fieldImage,
	"availability":              fieldAvailability,
	"availability_date":         fieldAvailableFrom,
	"price":                     fieldPrice,
	"sale_price":                fieldSalePrice,
	"sale_price_effective_date": fieldSaleDates,
	"expiration_date":           fieldExpires,
	"google_product_category":   fieldCategory,
	"product_type":              fieldType,
	"brand":                     fieldBrand,
	"condition":                 fieldCondition,
	"adult":                     fieldAdult,
	"age_group":                 fieldAgeGroup,
	"gender":                    fieldGender,
	"max_handling_time":         fieldHandling,
	"max_transit_time":          fieldTransit,
	"shipping":                  fieldShipping,
	"product_review_rating":     fieldRating,
	"average_rating":            fieldRating,
	"rating":                    fieldRating,
	"product_review_count":      fieldRatingCount,
	"review_count":              fieldRatingCount,
	"rating_count":              fieldRatingCount,
	"color":                     fieldColor,
	"size":                      fieldSize,
	"material":                  fieldMaterial,
	"pattern":                   fieldPattern,
	"custom_label_0":            fieldTags,
	"custom_label_1":            fieldTags,
	"custom_label_2":            fieldTags,
	"custom_label_3":            fieldTags,
	"custom_label_4":            fieldTags,

	"additional_image_link": fieldIgnored,
	"gtin":                  fieldIgnored,
	"identifier_exists":     fieldIgnored,
	"is_bundle":             fieldIgnored,
	"min_handling_time":     fieldIgnored,
	"min_transit_time":      fieldIgnored,
	"mobile_link":           fieldIgnored,
	"mpn":                   fieldIgnored,
	"multipack":             fieldIgnored,
	"shipping_weight":       fieldIgnored,
	"tax":                   fieldIgnored,
}

// shippingParts are the parts of a shipping service when the header does not name them.
var shippingParts = []string{
	"country", "region", "service", "price", "min_handling_time", "max_handling_time", "min_transit_time", "max_transit_time",
}

// googleRequires are the columns that every feed for Google has (https://support.google.com/merchants/answer/7052112).
var googleRequires = []string{"id", "title", "description", "link", "image_link", "availability", "price"}

// isGoogles reports whether a header is that of a feed for Google, rather than a plain table with some of its names.
func isGoogles(header []string) bool {
	has := 0
	for _, name := range columnNames(header) {
		if slices.Contains(googleRequires, name) {
			has++
		}
	}
	return has > len(googleRequires)/2+1 || len(header) > 0 && googleNames.known(header) >= knowsPlain(header)
}
