package suggest

import (
	"regexp"
	"strconv"

	"giftserver/internal/catalog"
)

// The ways in which people write an age: "6-year-old", "aged 6", "turning 40", "40th birthday",
// "niece, 7". A number of years alone is a duration: "wife of 20 years".
var (
	birthdays = regexp.MustCompile(`(?i)\b(\d{1,3})(?:st|nd|rd|th)\s+birthday\b`)
	aged      = regexp.MustCompile(`(?i)\b(?:age|aged|turns|turning|turned)\s+(\d{1,3})\b`)
	yearsOld  = regexp.MustCompile(`(?i)\b(\d{1,3})\s*-?\s*(?:(?:years?|yrs?)\s*-?\s*old|yo|y/o)\b`)
	alone     = regexp.MustCompile(`,\s*(\d{1,2})\s*(?:,|$)`)
	monthsOld = regexp.MustCompile(`(?i)\b(\d{1,2})\s*-?\s*months?\s*-?\s*old\b`)

	// somebodyElse ends a text after which an age is another person's: "mother of a", "and her".
	somebodyElse = regexp.MustCompile(`(?i)\b(?:(?:of|has|have|with)\s+(?:an?\s+|two\s+|three\s+)?|(?:and|our)\s+(?:her|his|their|our)?\s*|whose\s+\S+\s+is\s+|son\s+is\s+|daughter\s+is\s+)$`)
)

// readAge finds a person's age in a text, in years.
func readAge(text string) (age int, ok bool) {
	if m := monthsOld.FindStringSubmatchIndex(text); m != nil && !somebodyElse.MatchString(text[:m[0]]) {
		months, _ := strconv.Atoi(text[m[2]:m[3]]) // The pattern takes digits only.
		return months / 12, true
	}
	for _, form := range []*regexp.Regexp{birthdays, aged, yearsOld, alone} {
		m := form.FindStringSubmatchIndex(text)
		if m == nil || somebodyElse.MatchString(text[:m[0]]) {
			continue
		}
		if age, _ := strconv.Atoi(text[m[2]:m[3]]); age <= catalog.MaxAge {
			return age, true
		}
	}
	return 0, false
}
