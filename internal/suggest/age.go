package suggest

import (
	"iter"
	"strconv"
	"strings"
	"sync"
	"unicode"

	"giftserver/internal/catalog"
)

// The words of the numbers that ages are written with, and of those that birthdays are.
const (
	teens        = `one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen`
	teenOrdinals = `first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|twelfth|thirteenth|fourteenth|fifteenth|` +
		`sixteenth|seventeenth|eighteenth|nineteenth`
	tens        = `twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety`
	tenOrdinals = `twentieth|thirtieth|fortieth|fiftieth|sixtieth|seventieth|eightieth|ninetieth`
)

// years matches an age as it is written, in figures or in words: "thirty-five". ordinal matches that of a birthday.
const (
	years   = `(\d{1,3}|(?:(?:` + tens + `)[\s-]+)?(?:` + teens + `)|` + tens + `)`
	ordinal = `((?:(?:` + tens + `)[\s-]+)?(?:` + teenOrdinals + `)|` + tenOrdinals + `)`
)

// numbers are what the words are worth.
var numbers = sync.OnceValue(func() map[string]int {
	worth := map[string]int{}
	for _, list := range []string{teens, teenOrdinals} {
		for i, word := range strings.Split(list, "|") {
			worth[word] = i + 1
		}
	}
	for _, list := range []string{tens, tenOrdinals} {
		for i, word := range strings.Split(list, "|") {
			worth[word] = 10 * (i + 2)
		}
	}
	return worth
})

// persons are the words that an age stands behind: "niece, 7", "student 15".
const persons = `son|daughter|niece|nephew|grandson|granddaughter|godson|goddaughter|boy|girl|kid|child|brother|sister|cousin|` +
	`student|pupil|babysitter|teen|teenager|tween|toddler|au pair|classmate|dad|mum|mom|mother|father|grandma|grandpa|granny|` +
	`uncle|aunt|friend|colleague|coworker|boss|neighbou?r|wife|husband|boyfriend|girlfriend|man|woman|lady|guy`

// agePatterns are the ways in which people write an age, the surest first. A number of years alone is
// none but a duration: "wife of 20 years".
var agePatterns = []*pattern{
	newPattern(`\bsweet\s+(16|sixteen)\b`, "sweet"),
	// 40th birthday
	newPattern(`\b(\d{1,3})(?:st|nd|rd|th)\s+(?:birthday|bday)\b`, "birthday", "bday"),
	// aged 6, turning 40
	newPattern(`\b(?:age|aged|turns|turning|turned)\s*:?\s*`+years+`\b`, "age", "turn"),
	// 6-year-old, 8 yo, 15 y.o.
	newPattern(`\b`+years+`(?:\s*-?\s*and\s*-?\s*a\s*-?\s*half)?\s*-?\s*(?:(?:years?|yrs?)\s*-?\s*old\b|y\s?/?\.?o\b)`, "y"),
	// she's 3
	newPattern(`\b(?:she|he|they|who)(?:'s|'ll\s+be|\s+is|\s+are|\s+will\s+be|\s+just\s+turned)\s+(?:now\s+|only\s+|almost\s+)?`+years+
		`(?:\s*[,.;)]|\s+(?:and|but|who|next|this|on|in|loves?|likes?|enjoys?)\b|\s*$)`, "'s", "'ll", "is", "are", "will", "just"),
	// niece, 7
	newPattern(`\b(?:` + persons + `)\s*[,(]?\s*(\d{1,2})\b`),
	// boy of 8
	newPattern(`\b(?:son|daughter|niece|nephew|grandson|granddaughter|boy|girl|kid|child|toddler)\s+of\s+`+years+`\b`, "of"),
	// my nephew is three
	newPattern(`\b(?:son|daughter|niece|nephew|grandson|granddaughter|boy|girl|kid|child)\s+(?:is|turns|will\s+be)\s+`+years+`\b`, "is", "turns", "will"),
	// a friend, 7
	newPattern(`,\s*(\d{1,2})\s*(?:,|$)`, ","),
	// first birthday
	newPattern(`\b`+ordinal+`\s+(?:birthday|bday)(?:\s+(?:of|for|party)\b|\s*[,.;]|\s*$)`, "birthday", "bday"),
}

var (
	grade     = newPattern(`\b(\d{1,2}|first|second|third|fourth|fifth|sixth|seventh|eighth)(?:st|nd|rd|th)?[\s-]+grade(?:r|rs)?\b`, "grade")
	monthsOld = newPattern(`\b(\d{1,2})\s*-?\s*months?\s*-?\s*old\b`, "month")

	// somebodyElse ends a text after which an age is another person's: "mother of a", "and her".
	somebodyElse = newPattern(`\b(?:` +
		`(?:of|has|have|with)\s+(?:an?|my|our|two|three)?\s*,?|` +
		`(?:and|our|whose)\s+(?:her|his|their|our|my)?|` +
		`(?:her|his|their|our|whose|two|three)\s+(?:kids?|children|sons?|daughters?|twins)\s+(?:is|are)?` +
		`)\s*$`)
)

// ofSomebodyElse begins a text before which an age is another person's: "my 7-year-old's teacher", "5th
// grade teacher".
var ofSomebodyElse = newPattern(`^(?:'s\b|\s*(?:teacher|class|coach)\b)`)

// plain writes what the patterns look for in one way.
var plain = strings.NewReplacer("’", "'")

// firstGradeAge is the age of most pupils of the first grade, in years.
const firstGradeAge = 6

// readAge finds a person's age in a text, in years.
func readAge(text string) (age int, ok bool) {
	text = strings.ToLower(text)
	if !strings.ContainsAny(text, "0123456789") && !hasNumberWord(text) {
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
	for word := range wordsOf(text) {
		if numbers()[word] > 0 {
			return true
		}
	}
	return false
}

// wordsOf yields the words of a text.
func wordsOf(text string) iter.Seq[string] {
	return strings.FieldsFuncSeq(text, func(r rune) bool { return !unicode.IsLetter(r) })
}

// firstNumber returns the number of the first match of a pattern, unless it is another person's.
func firstNumber(form *pattern, text string) (n int, ok bool) {
	m := form.find(text)
	if m == nil || somebodyElse.matches(text[:m[0]]) || ofSomebodyElse.matches(text[m[1]:]) {
		return 0, false
	}
	return parseYears(text[m[2]:m[3]])
}

// parseYears reads a number of years, in figures or in words.
func parseYears(text string) (n int, ok bool) {
	if n, err := strconv.Atoi(text); err == nil {
		return n, n <= catalog.MaxAge
	}
	for word := range wordsOf(text) {
		n += numbers()[word]
	}
	return n, n > 0
}
