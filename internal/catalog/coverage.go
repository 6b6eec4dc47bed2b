package catalog

// Bands names the price bands of a Coverage, the cheapest first: 20-50 is from 20 to less than 50, 100-250
// includes both. The numbers are major units of whichever currency, since a band only puts together what
// costs about the same.
var Bands = [...]string{"under 20", "20-50", "50-100", "100-250", "over 250"}

// ByBand holds the number of gifts in each of Bands.
type ByBand [len(Bands)]int

// Sum returns the number of gifts in all bands.
func (b ByBand) Sum() int {
	sum := 0
	for _, n := range b {
		sum += n
	}
	return sum
}

// A Coverage counts gifts by interest and price, so that one sees where a catalog has little to offer.
type Coverage struct {
	Currency        string             // of the prices
	Interests       []InterestCoverage // ordered by label, without regard to case
	NoInterest      ByBand             // gifts that are about nothing in particular
	All             ByBand             // every gift once, however many interests it has
	OtherCurrencies int                // gifts priced in another currency, which are in no band
}

// An InterestCoverage counts the gifts of one interest.
type InterestCoverage struct {
	Interest string
	Gifts    ByBand
}

// Coverage counts the gifts of a snapshot. As in Summary, the bands are those of the given currency, or of
// the most frequent one when nothing is priced in it. Interests that are expected are listed even if no
// gift has them.
func (s *Snapshot) Coverage(currency string, expected []string) Coverage {
	c := Coverage{Currency: s.Currency(currency)}
	labels, gifts := set{}, map[string]*ByBand{}
	labels.add(expected...)
	for _, g := range s.Gifts.All() {
		labels.add(g.Interests...)
	}
	c.Interests = make([]InterestCoverage, len(labels))
	for i, label := range labels.sorted() {
		c.Interests[i].Interest = label
		gifts[label] = &c.Interests[i].Gifts
	}
	for _, g := range s.Gifts.All() {
		c.count(g, gifts)
	}
	return c
}

// count counts one gift, also in what its interests have.
func (c *Coverage) count(g *Gift, gifts map[string]*ByBand) {
	if g.Price.Currency != c.Currency {
		c.OtherCurrencies++
		return
	}
	band := bandOf(g.Price)
	c.All[band]++
	if len(g.Interests) == 0 {
		c.NoInterest[band]++
	}
	for _, label := range g.Interests {
		gifts[label][band]++
	}
}

// bandOf returns the place of a price in Bands.
func bandOf(m Money) int {
	switch major := m.Major(); {
	case major < 20:
		return 0
	case major < 50:
		return 1
	case major < 100:
		return 2
	case major <= 250:
		return 3
	}
	return 4
}
