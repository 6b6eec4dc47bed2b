package suggest

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"giftserver/internal/catalog"
)

// years matches an age as it is written, in figures or, as people do for children, in words.
const years = `(\d{1,3}|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)`

// persons are the words that an age stands behind: "niece, 7", "student 15".
const persons = `son|daughter|niece|nephew|grandson|granddaughter|godson|goddaughter|boy|girl|kid|child|brother|sister|cousin|` +
	`student|pupil|babysitter|teen|teenager|tween|toddler|au pair|classmate|dad|mum|mom|mother|father|grandma|grandpa|granny|` +
	`uncle|aunt|friend|colleague|coworker|boss|neighbou?r|wife|husband|boyfriend|girlfriend|man|woman|lady|guy`

// ordinals are the words for the birthdays that have a word.
var ordinals = []string{"first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh", "twelfth"}

// numbers are the words of years.
var numbers = []string{"one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"}

// agePatterns are the ways in which people write an age, the surest first. A number of years alone is
// none but a duration: "wife of 20 years".
var agePatterns = compileAll(
	`\bsweet\s+(16)\b`,
	`\b(\d{1,3})(?:st|nd|rd|th)\s+(?:birthday|bday)\b`,                                                      // 40th birthday
	`\b(?:age|aged|turns|turning|turned)\s*:?\s*`+years+`\b`,                                                // aged 6, turning 40
	`\b`+years+`(?:\s*-?\s*and\s*-?\s*a\s*-?\s*half)?\s*-?\s*(?:(?:years?|yrs?)\s*-?\s*old\b|y\s?/?\.?o\b)`, // 6-year-old, 8 yo, 15 y.o.
	`\b(?:she|he|they|who)(?:'s|'ll\s+be|\s+is|\s+are|\s+will\s+be|\s+just\s+turned)\s+(?:now\s+|only\s+|almost\s+)?`+years+`(?:\s*[,.;)]|\s+(?:and|next|this|on|in)\b|\s*$)`, // she's 3
	`\b(?:`+persons+`)\s*[,(]?\s*(\d{1,2})\b`, // niece, 7
	`\b(?:son|daughter|niece|nephew|grandson|granddaughter|boy|girl|kid|child)\s+(?:is|turns|will\s+be)\s+`+years+`\b`, // my nephew is three
	`,\s*(\d{1,2})\s*(?:,|$)`, // a friend, 7
	`\b(`+strings.Join(ordinals, "|")+`)\s+(?:birthday|bday)(?:\s+(?:of|for|party)\b|\s*[,.;]|\s*$)`, // first birthday
)

var (
	grade     = regexp.MustCompile(`(?i)\b(\d{1,2}|first|second|third|fourth|fifth|sixth|seventh|eighth)(?:st|nd|rd|th)?[\s-]+grade(?:r|rs)?\b`)
	monthsOld = regexp.MustCompile(`(?i)\b(\d{1,2})\s*-?\s*months?\s*-?\s*old\b`)

	// somebodyElse ends a text after which an age is another person's: "mother of a", "and her".
	somebodyElse = regexp.MustCompile(`(?i)\b(?:` +
		`(?:of|has|have|with)\s+(?:an?|my|our|two|three)?\s*,?|` +
		`(?:and|our|whose)\s+(?:her|his|their|our|my)?|` +
		`(?:her|his|their|our|whose|two|three)\s+(?:kids?|children|sons?|daughters?|twins)\s+(?:is|are)?` +
		`)\s*$`)
)

// ofSomebodyElse begins a text before which an age is another person's: "my 7-year-old's teacher", "5th
// grade teacher".
var ofSomebodyElse = regexp.MustCompile(`(?i)^(?:'s\b|\s*(?:teacher|class|coach)\b)`)

func compileAll(patterns ...string) []*regexp.Regexp {
	list := make([]*regexp.Regexp, len(patterns))
	for i, p := range patterns {
		list[i] = regexp.MustCompile(`(?i)` + p)
	}
	return list
}

// plain writes what the patterns look for in one way.
var plain = strings.NewReplacer("’", "'", "sixteen", "16")

// firstGradeAge is the age of most pupils of the first grade, in years.
const firstGradeAge = 6

// readAge finds a person's age in a text, in years.
func readAge(text string) (age int, ok bool) {
	if !strings.ContainsAny(text, "0123456789") && !hasNumberWord(text) && !strings.Contains(text, "sixteen") {
		return 0, false // Most texts hold no age, and the patterns take their time.
	}
	text = plain.Replace(text)
	if months, ok := firstNumber(monthsOld, text); ok {
		return months / 12, true
	}
	if year, ok := firstNumber(grade, text); ok {
		return year + firstGradeAge - 1, true
	}
	for _, form := range agePatterns {
		if age, ok := firstNumber(form, text); ok {
			return age, true
		}
	}
	return 0, false
}

// hasNumberWord reports whether a number stands in a text as a word.
func hasNumberWord(text string) bool {
	for word := range strings.FieldsFuncSeq(text, func(r rune) bool { return !unicode.IsLetter(r) }) {
		same := func(number string) bool { return strings.EqualFold(word, number) }
		if slices.ContainsFunc(numbers, same) || slices.ContainsFunc(ordinals, same) {
			return true
		}
	}
	return false
}

// firstNumber returns the number of the first match of a pattern, unless it is another person's.
func firstNumber(form *regexp.Regexp, text string) (n int, ok bool) {
	m := form.FindStringSubmatchIndex(text)
	if m == nil || somebodyElse.MatchString(text[:m[0]]) || ofSomebodyElse.MatchString(text[m[1]:]) {
		return 0, false
	}
	word := strings.ToLower(text[m[2]:m[3]])
	for i := range numbers {
		if word == numbers[i] || word == ordinals[i] {
			return i + 1, true
		}
	}
	n, err := strconv.Atoi(word)
	return n, err == nil && n <= catalog.MaxAge
}
