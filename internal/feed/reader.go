package feed

import (
	"cmp"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"giftserver/internal/catalog"
	"giftserver/internal/lexicon"
)

// A reader finds out what a product is, and for whom, from its category, its name and its tags.
type reader struct {
	lexicon *lexicon.Lexicon
	classes *classes
	words   lexicon.Reader
	known   map[phrase][]lexicon.Word // what many products have in common: categories and tags
	alcohol map[string]bool           // stems of words for it
}

// A phrase is a short text and its language.
type phrase struct{ language, text string }

// A reader remembers so many phrases of so many bytes, at most.
const (
	mostPhrases   = 1 << 12
	longestPhrase = 100
)

func newReader() *reader {
	r := &reader{lexicon: lexicon.Default(), classes: defaultClasses(), known: map[phrase][]lexicon.Word{}, alcohol: map[string]bool{}}
	for _, stem := range r.lexicon.Holding(lexicon.Stem("alcohol")) {
		r.alcohol[stem] = true
	}
	return r
}

// describe fills in what a gift is, and for whom.
func (r *reader) describe(g *catalog.Gift, o *offer) {
	own, google := clean(o.fields[fieldType]), clean(o.fields[fieldCategory])
	t := r.read(g, own, google)
	c := r.class(own, google, t)
	g.CategoryPath = own
	if own == "" {
		g.CategoryPath = google
		if _, err := strconv.Atoi(google); err == nil {
			g.CategoryPath = c.path
		}
	}
	telling := t.telling()
	g.Category, g.Kind, g.Restricted = c.category, c.kind, r.restriction(c, telling)
	if isYes(o.fields[fieldAdult]) {
		g.Restricted = catalog.Adult
	}
	if g.Kind == catalog.Physical && isYes(o.fields[fieldDigital]) {
		g.Kind = catalog.Digital
	}
	g.AgeFrom, g.AgeTo = ages(g, o, &t)
	if buyer, err := strconv.Atoi(strings.TrimRight(o.fields[fieldMinAge], "+ ")); err == nil {
		g.AgeFrom = max(g.AgeFrom, min(buyer, catalog.MaxAge))
		g.AgeTo = max(g.AgeFrom, g.AgeTo)
	}
	g.Occasions = r.labels(lexicon.Occasion, telling)
	g.Interests = r.labels(lexicon.Interest, telling)
	g.Personalised = slices.ContainsFunc(t.name, func(w lexicon.Word) bool { return personal()[w.Stem] })
	g.Rating, g.RatingCount = rating(o.fields[fieldRating], o.fields[fieldRatingCount])
}

// restriction is what keeps a product of a class from some people, by that and what its texts tell.
func (r *reader) restriction(c *class, telling [][]lexicon.Word) catalog.Restriction {
	told := c.category
	if c == &fallback {
		told = ""
	}
	namesAdult := func(words []lexicon.Word) bool { return r.classes.namesAdult(words, told) }
	switch {
	case c.restricted == catalog.Adult, slices.ContainsFunc(telling, namesAdult):
		return catalog.Adult
	case isAlcoholFree(telling):
		return catalog.Unrestricted
	case !holdsNone[told] && r.holdsAlcohol(telling), household[told] && r.classes.isDrink(telling[0]):
		return catalog.Alcohol
	}
	return c.restricted
}

// texts are the words of a product's texts, in English.
type texts struct {
	name, taxonomy []lexicon.Word
	own            [][]lexicon.Word // the parts of the shop's own category
	tags           [][]lexicon.Word
	headFirst      bool // the language names what a thing is before all else of it
}

// headFirst are the languages that do.
var headFirst = map[string]bool{
	"ar": true, "cs": true, "el": true, "es": true, "fr": true, "he": true, "id": true, "it": true, "pl": true, "pt": true,
	"ro": true, "ru": true, "th": true, "uk": true, "vi": true,
}

// read splits the texts of a product into words, in English if they are in another language that is
// understood. The description tells which, as names are short.
func (r *reader) read(g *catalog.Gift, own, google string) texts {
	parts := strings.Split(own, ">")
	language := "en"
	list := append([]string{g.Name, lastOf(google)}, append(parts, g.Tags...)...)
	judged := shorten(g.Description, enoughToJudge)
	switch {
	case judged == "":
		language = ""
	case !r.lexicon.IsEnglish(judged, r.words.Words(judged)):
		language = r.lexicon.Language(judged)
	}
	names := headFirst[language]
	if language == "" { // All of the texts together may tell.
		list, language = r.lexicon.EnglishOfThings(append(list, judged)...)
		list, names, language = list[:len(list)-1], headFirst[language], "en"
	}
	words := [][]lexicon.Word{r.split(language, list[0])}
	for _, text := range list[1:] {
		words = append(words, r.phrase(language, text))
	}
	return texts{words[0], words[1], words[2 : 2+len(parts)], words[2+len(parts):], names}
}

// phrase is split for texts that may come again.
func (r *reader) phrase(language, text string) []lexicon.Word {
	words, ok := r.known[phrase{language, text}]
	if ok {
		return words
	}
	if len(text) > longestPhrase {
		return r.split(language, text)
	}
	if len(r.known) == mostPhrases {
		clear(r.known)
	}
	text = strings.Clone(text) // It is remembered with its words, and the row that it is a part of should not be.
	words = r.split(language, text)
	r.known[phrase{language, text}] = words
	return words
}

// split splits a text in a language into its words, in English.
func (r *reader) split(language, text string) []lexicon.Word {
	if language != "en" {
		text = r.lexicon.EnglishOfThingsIn(language, text)
	}
	return slices.Clone(r.words.Words(text))
}

// enoughToJudge is how much of a text shows its language, in characters.
const enoughToJudge = 200

// telling are the texts that say what a product is about, and no more than that: of categories, whose
// first parts name many things, the last. What is newly arrived in a shop is not for those who had a child.
func (t *texts) telling() [][]lexicon.Word {
	list := append([][]lexicon.Word{t.name, t.taxonomy, t.own[len(t.own)-1]}, t.tags...)
	return slices.DeleteFunc(list, func(words []lexicon.Word) bool { return stems(words) == newArrivals() })
}

var newArrivals = sync.OnceValue(func() string { return stems(lexicon.Words("new arrivals")) })

// vague is the branch of Google's taxonomy in which shops put what they find no other for.
const vague = "Business & Industrial"

// class finds what a product is: by Google's category, which shops also use for their own, by the words of
// the own one, the last of which are the closest, by the name, or by the tags.
func (r *reader) class(own, google string, t texts) *class {
	told := cmp.Or(r.classes.byTaxonomy(google), r.classes.byTaxonomy(own))
	if told != nil && told.path != vague {
		return told
	}
	for _, words := range slices.Backward(t.own) {
		if c := r.classes.byWords(words, t.headFirst); c != nil {
			return c
		}
	}
	if isForPets(t.name) {
		return r.classes.phrases[lexicon.Stem("pet")]
	}
	for _, words := range append([][]lexicon.Word{t.name}, t.tags...) {
		if c := r.classes.byWords(words, t.headFirst); c != nil {
			return c
		}
	}
	return cmp.Or(told, &fallback)
}

// keepers are the stems of words for people, behind a word for their animals.
var keepers = stemSet("lover owner person people parent mom mum dad lady fan")

// isForPets reports whether a name says that a thing is for animals: "costume for dogs and cats", but not "mug for dog
// lovers".
func isForPets(name []lexicon.Word) bool {
	for i, w := range name {
		if i == 0 || name[i-1].Text != "for" || w.Stem != "pet" && w.Stem != "dog" && w.Stem != "cat" {
			continue
		}
		if i+1 == len(name) || !keepers()[name[i+1].Stem] {
			return true
		}
	}
	return false
}

// stemSet holds the stems of words. It is made when it is first used: most processes import nothing.
func stemSet(words string) func() map[string]bool {
	return sync.OnceValue(func() map[string]bool {
		set := map[string]bool{}
		for _, w := range lexicon.Words(words) {
			set[w.Stem] = true
		}
		return set
	})
}

// lastOf is the last part of a category path.
func lastOf(path string) string { return path[strings.LastIndexByte(path, '>')+1:] }

// holdsNone are the categories in which a word for alcohol or tobacco is a colour or a scent, or says what a thing
// is used with: champagne sofas and wine glasses.
var holdsNone = map[string]bool{
	"beauty": true, "electronics": true, "fashion": true, "home": true, "jewelry": true, "kitchen": true,
}

// household are those of them in which shops put bottles, too, as gifts for the bar.
var household = map[string]bool{"home": true, "kitchen": true}

// holdsAlcohol reports whether texts say that something holds alcohol.
func (r *reader) holdsAlcohol(texts [][]lexicon.Word) bool {
	return slices.ContainsFunc(texts, func(words []lexicon.Word) bool {
		return slices.ContainsFunc(words, func(w lexicon.Word) bool { return r.alcohol[w.Stem] })
	})
}

// isAlcoholFree reports whether texts say that there is no alcohol in it.
func isAlcoholFree(texts [][]lexicon.Word) bool {
	for _, words := range texts {
		for i, w := range words {
			switch {
			case w.Text == "nonalcoholic", w.Text == "alkoholfrei",
				w.Text == "alcohol" && i+1 < len(words) && words[i+1].Text == "free",
				w.Text == "alcoholic" && i > 0 && words[i-1].Text == "non":
				return true
			}
		}
	}
	return false
}

// mostLabels keeps a product that names everything from being found for everything.
const mostLabels = 4

// labels are the concepts that texts mean, a few at most. The first of the texts is the name of a product. One of the
// others that means several interests is the name of a department, "Home, kitchen and garden", and tells of none. Of a
// word in them with two meanings, such as pets, the one counts that is known already.
func (r *reader) labels(kind lexicon.Kind, texts [][]lexicon.Word) []string {
	var list []string
	for i, words := range texts {
		found := r.lexicon.Find(kind, words)
		isOther := func(f lexicon.Found) bool { return f.From != found[0].From && f.Label != found[0].Label }
		if i > 0 && kind == lexicon.Interest && slices.ContainsFunc(found, isOther) {
			continue
		}
		known := list
		for _, f := range found {
			isMeant := func(other lexicon.Found) bool { return other.From == f.From && slices.Contains(known, other.Label) }
			if len(list) < mostLabels && !slices.Contains(list, f.Label) && !slices.ContainsFunc(found, isMeant) {
				list = append(list, f.Label)
			}
		}
	}
	return list
}

// personal are the stems of words for what is made for one person.
var personal = stemSet("personalised personalized engraved monogrammed")

// ageGroups are Google's (https://support.google.com/merchants/answer/6324463), in years.
var ageGroups = map[string][2]int{
	"newborn": {0, 1}, "infant": {0, 1}, "toddler": {1, 5}, "kids": {5, 13}, "adult": {13, catalog.MaxAge},
}

// The youngest that a product is for when its feed does not say. Things that are not made for babies may
// have small parts (EN 71-1, 16 CFR 1501); the ages for alcohol and adult things are those of the strictest
// countries.
const (
	youngest        = 3
	youngestAdult   = 18
	youngestAlcohol = 21
)

// ages are the ages that a gift is for, in years.
func ages(g *catalog.Gift, o *offer, t *texts) (from, to int) {
	from, to = youngest, catalog.MaxAge
	group := strings.ToLower(strings.TrimSpace(o.fields[fieldAgeGroup]))
	if g.Category == "baby" {
		from = 0
	}
	if known, ok := ageGroups[cmp.Or(group, t.ageGroup())]; ok {
		from, to = known[0], known[1]
	}
	if m := agesInName().FindStringSubmatch(g.Name); m != nil && group == "" {
		from, to = ageSpan(m[1]+"-"+m[2], from, to)
	}
	from, to = ageSpan(o.fields[fieldAges], from, to)
	switch g.Restricted {
	case catalog.Adult:
		from = max(from, youngestAdult)
	case catalog.Alcohol:
		from = max(from, youngestAlcohol)
	}
	return from, max(from, to)
}

// agesInName finds the ages that a name gives: "2 a 6 anos", "ages 3-6", "8-12 years", "ab 3 bis 6 Jahren".
var agesInName = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?i)\b(\d{1,2})\s*(?:-|–|a|à|to|bis|tot|do|до|đến)\s*(\d{1,2})\s*(?:years?|yrs?|anos|años|ans|anni|jahren?|jaar|lat|лет|tuổi)`)
})

// groupWords are the words that name an age group, by stem.
var groupWords = map[string]string{
	"newborn": "newborn", "infant": "infant", "toddler": "toddler", "kid": "kids", "child": "kids", "children": "kids",
	"boy": "kids", "girl": "kids", lexicon.Stem("men"): "adult", lexicon.Stem("women"): "adult",
}

// ageGroup returns the one of ageGroups that a product's texts tell, "" for none. Babies are spoken of by that word
// alone; children and men also where no thing is for them, so only "kids' hoodie", "hoodie for kids" and a category or
// tag for kids count.
func (t *texts) ageGroup() string {
	for i, w := range t.name {
		group := groupWords[w.Stem]
		before := ""
		if i > 0 {
			before = t.name[i-1].Text
		}
		switch {
		case group == "":
		case group != "kids" && group != "adult", w.Owner && before != "my", i == 0, before == "for" && (i+1 == len(t.name) || t.name[i+1].Stopword):
			return group
		}
	}
	for _, words := range slices.Concat(t.own, t.tags) {
		for _, w := range words {
			if group := groupWords[w.Stem]; group != "" && (len(words) == 1 || w.Owner) {
				return group
			}
		}
	}
	return ""
}

// ageSpan reads "8-12", "8-" or "8", in years. What it does not say stays as it is.
func ageSpan(text string, from, to int) (int, int) {
	low, high, _ := strings.Cut(text, "-")
	if n, err := strconv.ParseFloat(strings.TrimSpace(low), 64); err == nil && n >= 0 && n <= catalog.MaxAge {
		from = int(math.Ceil(n))
	}
	if n, err := strconv.ParseFloat(strings.TrimSpace(high), 64); err == nil && n >= 0 && n <= catalog.MaxAge {
		to = int(n)
	}
	return from, to
}

// isYes reads what feeds write for true.
func isYes(text string) bool {
	switch strings.ToLower(strings.TrimSpace(text)) {
	case "yes", "true", "1", "y":
		return true
	}
	return false
}

// isNo reads what exports write for false.
func isNo(text string) bool {
	switch strings.ToLower(strings.TrimSpace(text)) {
	case "no", "false", "0", "n", "-1":
		return true
	}
	return false
}

// rating reads an average of 0 to 5 and the number of ratings behind it.
func rating(average, count string) (*float64, int) {
	n, _ := strconv.Atoi(strings.TrimSpace(count))
	r, err := strconv.ParseFloat(strings.Replace(strings.TrimSpace(average), ",", ".", 1), 64)
	if err != nil || !(r > 0 && r <= 5) {
		return nil, 0
	}
	return &r, max(0, n)
}
