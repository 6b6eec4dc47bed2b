package catalog

import "time"

// A Kind says what one gets.
type Kind string

// The kinds of gift.
const (
	Physical   Kind = "physical"
	Experience Kind = "experience"
	Digital    Kind = "digital"
)

// A PriceBasis says what a price rests on.
type PriceBasis string

const (
	// Typical is the usual street price of an idea in the year it was priced.
	Typical PriceBasis = "typical"
	// Listed is the price a merchant asks.
	Listed PriceBasis = "listed"
)

// An Availability says whether a gift can be had.
type Availability string

// The availabilities, as Google Merchant names them.
const (
	InStock    Availability = "in_stock"
	Preorder   Availability = "preorder"
	Backorder  Availability = "backorder"
	OutOfStock Availability = "out_of_stock"
)

// A Restriction keeps a gift from those it is not for.
type Restriction string

// The restrictions.
const (
	Unrestricted Restriction = ""
	Alcohol      Restriction = "alcohol"
	Adult        Restriction = "adult"
)

// MaxAge stands for no upper bound of an age range, in years.
const MaxAge = 120

// A Gift is one thing that can be suggested. Strings and lists are empty where there is nothing to
// say.
type Gift struct {
	ID           string // source, colon, the product's id there: "ideas:catan"
	Source       string
	Name         string
	Description  string
	Category     string // one of Categories
	CategoryPath string // the merchant's own: "Toys > Games"
	Brand        string
	Kind         Kind
	Price        Money
	PriceTo      int64 // what the dearest choice costs, minor units; 0 when all cost the same
	PriceBasis   PriceBasis
	Priced       time.Time // when Price was true; only the year counts for Typical
	Availability Availability
	URL          string // absolute http or https
	ImageURL     string // absolute https
	ImageAlt     string
	AgeFrom      int // years, inclusive
	AgeTo        int // years, inclusive; MaxAge for no upper bound
	Restricted   Restriction
	Personalised bool
	Shared       bool // made to be used by two or more together

	Tags          []string
	Occasions     []string // labels of package lexicon, as are the next two
	Interests     []string
	Relationships []string
	Cautions      []string // sentences a giver should know, without the full stop at their ends
	Options       []Option

	Rating       *float64 // 0 to 5
	RatingCount  int
	HandlingDays *int // until it is sent
	TransitDays  *int // on its way
	ValidUntil   time.Time
	Updated      time.Time
}

// An Option is what one chooses of a gift when buying it, such as its size.
type Option struct {
	Name   string   `json:"name"`
	Values []string `json:"values"` // two or more; MoreValues at the end stands for those that are not named
}

// MoreValues stands for the values of an option that are not named, as there are too many.
const MoreValues = "…"

// Categories are the fixed categories, sorted. A merchant's own categories are mapped to them.
var Categories = []string{
	"arts-crafts", "baby", "beauty", "board-games", "books", "charity", "coffee-tea", "electronics",
	"experiences", "fashion", "fitness", "food", "garden-plants", "gift-cards", "home", "jewelry",
	"keepsakes", "kitchen", "music", "outdoors", "pets", "photography", "pop-culture", "science",
	"stationery", "subscriptions", "tools", "toys", "travel", "video-games", "wellness", "wine-spirits",
}
