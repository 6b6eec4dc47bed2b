package feed

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"giftserver/internal/catalog"
)

// A survey looks for what is wrong with a shop's products as a whole, which no row shows.
type survey struct {
	gifts, images int
	tags          map[string]int // in lower case
}

const (
	// mostSurveyed is how many tags are counted. Those on most products are among the first.
	mostSurveyed = 10_000

	// enoughToSurvey is from how many products on one may speak of most of them.
	enoughToSurvey = 20

	// fewTags may stand on most products of a shop that sells one kind of thing.
	fewTags = 3
)

func newSurvey() survey { return survey{tags: map[string]int{}} }

// gift takes a gift into account.
func (s *survey) gift(g *catalog.Gift) {
	s.gifts++
	if g.ImageURL != "" {
		s.images++
	}
	for _, tag := range g.Tags {
		tag = strings.ToLower(tag)
		if _, counted := s.tags[tag]; counted || len(s.tags) < mostSurveyed {
			s.tags[tag]++
		}
	}
}

// report adds what was found to a report.
func (s *survey) report(r *Report) {
	warn := func(text string) { r.Warnings = append(r.Warnings, &Finding{What: text}) }
	if s.gifts > 0 && s.images == 0 {
		warn("no product has an image that can be shown; cards will have a drawing in its place")
	}
	if tags := s.common(); len(tags) > fewTags {
		warn(fmt.Sprintf("%d tags stand on most products, such as %q; they tell no product from another and count for little", len(tags), tags[0]))
	}
	if priceless := r.faultsOf(errNotAboveZero.Error()); priceless > 0 && priceless == r.Variants {
		warn("all prices are zero; the export may have been made without them")
	}
}

// common are the tags that more than half of the products have, sorted.
func (s *survey) common() []string {
	if s.gifts < enoughToSurvey {
		return nil
	}
	return slices.DeleteFunc(slices.Sorted(maps.Keys(s.tags)), func(tag string) bool { return 2*s.tags[tag] <= s.gifts })
}
