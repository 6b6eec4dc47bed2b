package tools

import (
	"giftserver/internal/catalog"
	"giftserver/internal/suggest"
)

// phrases are what the server itself says in an answer, in one language. They are chosen so that nothing
// put into them has to be inflected. %s stands for a name of the tables in data, a text as it was given
// or a price, %d for a number; each has the same of them in every language. What a model has to type, such
// as exclude_ids, is never translated.
type phrases struct {
	and       string // before the last of a list
	or        string // between ways out
	colon     string // before what follows on its own lines
	semicolon string // between reasons
	why, note string // of a gift, a line each

	summary  summaryPhrases
	reason   reasonPhrases
	price    pricePhrases
	noMatch  noMatchPhrases
	plan     planPhrases
	gift     giftPhrases
	leftOut  [reasonsOut]string // how many gifts each filter kept out
	changes  [reasonsOut]string // what to change so that they fit; "" where that is the budget's to say
	currency string             // the change for suggest.OtherCurrency, with the catalog's currency
}

// reasonsOut is how many reasons there are to leave a gift out.
const reasonsOut = len(suggest.Matches{}.LeftOut)

// summaryPhrases are the parts of "6 ideas for a birthday, up to $100, for a friend who likes chess".
type summaryPhrases struct {
	idea, ideas     string // with the occasion; one of them, or several
	anyOccasion     string // in the place of an occasion
	otherOccasion   string // an occasion that is in no table
	upTo            string
	person          string
	likes, theyLike string // behind a person, or several
	someone         string // the person of whom only the tastes are known
	without         string // what is avoided
	offTopic        string // that nothing is about what the person likes
	forMost         string // that nothing is known of the person
}

// reasonPhrases say what speaks for a gift.
type reasonPhrases struct {
	interest           string
	occasion           string
	relationship       string
	age                string // with one of the next two
	ages, agesFrom     string
	inTime             string
	inside, wellInside string // the budget
}

// pricePhrases say what a price rests on.
type pricePhrases struct {
	about     string
	from      string // before the price of the cheapest choice
	listed    string // the note below prices of a shop, with their day, as YYYY-MM-DD
	typical   string // the note below prices that are about so much, with the year
	converted string // the same with the day of the rates, as YYYY-MM-DD
	both      string // the same with both
}

// noMatchPhrases say why there is no gift.
type noMatchPhrases struct {
	empty     string // the catalog
	none      string // with occasion and budget
	counts    string // what became of how many gifts
	eligible  string // how many have nothing that speaks for them
	cheapest  string // with price, name and the way out
	again     string // with the way out
	budget    string // the way out: the least that helps
	otherwise string // the way out when no filter is to blame
}

// planPhrases are those of plan_gifts.
type planPhrases struct {
	person, people   string // begins the summary: one of them or several, with the total
	costs, cost      string // of one first choice, or several
	all              string // that this uses up the total
	leaves, leave    string // of one first choice, or several
	nothing          string // with the names of those for whom nothing fits
	unnamed          string // with the place in the list
	first            string // the note below a plan with alternatives
	nobody           string // that nothing fits anybody
	taken            string // with occasion and part of the budget
	otherCheapest    string // with price, name and the way out
	otherInterests   string // a way out, as are those below
	lessExcluded     string
	total, moreShare string
}

// giftPhrases are those of get_gift.
type giftPhrases struct {
	typical                                  string // behind a price, with the year
	asked                                    string // behind a price of a shop, with its day
	note, availability, ages                 string // the names of the facts, as are those below
	suits, interests, goodFor                string
	personalised, shared                     string
	brand, category, kind, tags, buy, id     string
	options                                  string
	isPersonalised, isShared                 string // what these mean
	inStock, preorder, backorder, outOfStock string
	physical, experience, digital            string
}

func (p *giftPhrases) availabilityOf(a catalog.Availability) string {
	switch a {
	case catalog.InStock:
		return p.inStock
	case catalog.Preorder:
		return p.preorder
	case catalog.Backorder:
		return p.backorder
	case catalog.OutOfStock:
		return p.outOfStock
	}
	return string(a)
}

func (p *giftPhrases) kindOf(k catalog.Kind) string {
	switch k {
	case catalog.Physical:
		return p.physical
	case catalog.Experience:
		return p.experience
	case catalog.Digital:
		return p.digital
	}
	return string(k)
}

// languages are those that answers can be in, by their tag.
var languages = map[string]*phrases{
	"en": &english,
	"it": &italian,
	"pt": &portuguese,
	"vi": &vietnamese,
	"es": &spanish,
	"fr": &french,
	"de": &german,
}
