package suggest_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"giftserver/internal/catalog"
	"giftserver/internal/suggest"
)

// A brief of the table is what a person might say, and what a friend who knows the shop would make of
// it. Expectations are common sense about people, so they stay as the built-in ideas change.
type spoken struct {
	occasion  string
	budget    int64 // whole dollars
	recipient string

	understood string         // what must be read out of it, in the form of reading; "" where that is not the point
	least      int            // how many of the picks must match wanted
	wanted     *regexp.Regexp // nil where anything goes
	forbidden  *regexp.Regexp // no pick may match
}

// words makes a pattern of alternatives, each of them whole words.
func words(alternatives string) *regexp.Regexp {
	return regexp.MustCompile(`(?i)\b(?:` + alternatives + `)\b`)
}

var (
	anyNuts    = words(`nuts?|almonds?|pistachios?|hazelnuts?|walnuts?|cashews?|peanuts?`)
	anyDairy   = words(`milk|cheese|cheeses|butter|dairy`)
	anyGluten  = words(`gluten|wheat|bread|sourdough|pasta|crackers|cake`)
	anyAlcohol = words(`for drinkers|wine|champagne|whisky|whiskey|bourbon|beers?|brewery|gin|rum|vodka|liqueur|cocktails?`)
	noChild    = words(`for drinkers|for adults|wine|champagne|whisky|beers?|casino`)
	forKids    = words(`toys?|teether|toddlers?|baby|weaning|nursery|for children`)
	babyThings = words(`baby|babies|newborn|weaning|teether|board book|nursery|parents|infant|child|children|toddlers?|stacking`)
	forDogs    = words(`puppy|puppies|leash|snuffle|training|collar|breed`)
	forBoth    = words(`two|couples?|wedding|home|kitchen|hosting|cooking|board|tea set|grill|house|table|pair`)
)

var briefs = []spoken{
	// What somebody can't have is looked for under all its names, in cautions too.
	{
		"birthday", 60, "friend who is allergic to nuts and loves baking", "friend, loves baking, not nuts",
		3, words(`baking|bak(?:e|er|ery)|bread|dough`), anyNuts,
	},
	{"thank you", 60, "colleague with a nut allergy who has a sweet tooth", "", 0, nil, anyNuts},
	{"Eid", 60, "neighbor, allergic to nuts", "neighbor, not nuts", 0, nil, anyNuts},
	{"birthday", 50, "8-year-old nephew with a peanut allergy", "nephew, 8, not peanut", 0, nil, anyNuts},
	{
		"thank you", 60, "friend who can't have dairy or nuts", "friend, not dairy, nuts",
		0, nil, words(`milk|cheese|butter|almonds?|hazelnuts?|pistachios?`),
	},
	{
		"birthday", 100, "mom, dairy allergy, loves cooking", "mother, 18-120, loves cooking, not dairy",
		3, words(`cook(?:s|ing)?|kitchen|spices?|grill\w*`), anyDairy,
	},
	{"birthday", 60, "sister who is lactose intolerant and loves chocolate", "", 0, nil, anyDairy},
	{"host gift", 80, "our host, she is gluten-free", "", 0, nil, anyGluten},
	{"get well", 90, "aunt who is allergic to gluten", "aunt, 18-120, not gluten", 0, nil, anyGluten},
	{
		"housewarming", 60, "my brother can't eat gluten, loves cooking", "brother, loves cooking, not gluten",
		3, words(`cook(?:s|ing)?|kitchen`), anyGluten,
	},

	// An age is written in many ways.
	{"birthday", 60, "my daughter, she's 3", "daughter, 3", 0, nil, noChild},
	{"birthday", 60, "my son (5)", "son, 5", 0, nil, noChild},
	{"birthday", 60, "my nephew is three", "nephew, 3", 0, nil, noChild},
	{"Christmas", 60, "five year old girl", "child, 5", 0, nil, noChild},
	{"birthday", 60, "my cousin, 15 y.o.", "cousin, 15", 0, nil, noChild},
	{"birthday", 60, "my 10yo grandson", "grandson, 10", 0, nil, noChild},
	{"first birthday", 60, "my granddaughter", "granddaughter, 1", 2, babyThings, noChild},
	{"birthday", 60, "8th grader who loves science", "13, loves science", 3, words(`science|chemistry|experiments?|electronics`), noChild},
	{"birthday", 60, "niece, 7", "niece, 7", 0, nil, noChild},
	{"Christmas", 60, "a baby boy, 18 months old", "baby, 1", 2, babyThings, noChild},
	{"birthday", 60, "she just turned 9 and loves horses", "9, loves horse riding", 2, words(`horses?|riding|stable|pony`), noChild},
	{"birthday", 60, "a first grader who loves dinosaurs", "6, loves dinosaurs", 1, words(`dinosaurs?`), noChild},
	{"birthday", 100, "friend turning 40", "friend, 40", 0, nil, forKids},
	{"40th birthday", 100, "my wife", "wife, 40", 0, nil, forKids},
	{"birthday", 100, "grandma is turning 80", "grandmother, 80", 0, nil, forKids},

	// An age may be another person's, who gets nothing.
	{"Mother's Day", 60, "mother of a 3-year-old", "mother, 18-120", 0, nil, forKids},
	{"birthday", 60, "friend, her kids are aged 6 and 9", "friend", 0, nil, words(`toys|baby|toddlers?`)},
	{"birthday", 50, "from me and my 5 year old son to grandma who loves tea", "grandmother, 45-120, loves tea", 2, words(`tea`), forKids},
	{"birthday", 60, "dad of three kids aged 2, 5 and 8", "father, 18-120", 0, nil, forKids},
	{"thank you", 60, "the babysitter who looks after our 2-year-old", "babysitter, 13-120", 0, nil, forKids},

	// There are many ways to say that somebody drinks no alcohol. Whoever likes guests would get glasses.
	{"birthday", 60, "friend who doesn't drink but loves hosting", "friend, loves hosting, not alcohol", 0, nil, anyAlcohol},
	{"birthday", 80, "my sober brother who loves hosting", "brother, loves hosting, not alcohol", 0, nil, anyAlcohol},
	{"birthday", 80, "my pregnant sister, she loves hosting", "sister, loves hosting, not alcohol", 0, nil, anyAlcohol},
	{
		"birthday", 80, "my uncle, a recovering alcoholic who loves cooking", "uncle, 18-120, loves cooking, not alcohol",
		3, words(`cook(?:s|ing)?|kitchen`), anyAlcohol,
	},
	{
		"birthday", 60, "colleague who loves hosting, I don't want anything with alcohol", "colleague, 18-120, loves hosting, not alcohol",
		0, nil, anyAlcohol,
	},
	{
		"housewarming", 60, "friends who are teetotal and love hosting", "friend, loves hosting, not alcohol",
		2, words(`hosting|home|board|candles`), anyAlcohol,
	},
	{
		"birthday", 60, "my dad avoids alcohol, loves barbecue", "father, 18-120, loves barbecue, not alcohol",
		3, words(`barbecue|grill\w*|charcoal|smoking`), anyAlcohol,
	},
	{"birthday", 60, "friend, nothing alcoholic, loves hosting", "", 0, nil, anyAlcohol},
	{"Eid", 60, "our host, who loves hosting", "", 0, nil, anyAlcohol},
	{"baby shower", 60, "friend who loves wine", "", 3, babyThings, anyAlcohol},
	{"birthday", 60, "17-year-old cousin who loves hosting", "cousin, 17, loves hosting", 0, nil, anyAlcohol},
	{"graduation", 80, "high school senior who loves hosting", "", 0, nil, words(`for drinkers`)},
	{"16th birthday", 60, "our neighbor who loves cocktails", "", 0, nil, anyAlcohol},
	{"birthday", 60, "my niece who loves wine", "", 0, nil, words(`for drinkers`)},

	// A list of dislikes goes on to its end, and a taste after it counts.
	{
		"birthday", 80, "friend who hates football, golf and fishing but loves cooking", "friend, loves cooking, not football, golf, fishing",
		3, words(`cook(?:s|ing)?|kitchen`), words(`football|golf|fishing`),
	},
	{
		"birthday", 60, "my dad doesn't like coffee, tea or chocolate", "father, 18-120, not coffee, tea, chocolate",
		0, nil, words(`coffee|tea|chocolate`),
	},
	{"birthday", 60, "aunt who dislikes jewelry and perfume", "aunt, 18-120, not jewelry, perfume", 0, nil, words(`jewelry|perfume|necklace|earrings`)},
	{
		"birthday", 60, "sister who isn't into makeup, loves hiking", "sister, loves hiking, not makeup",
		2, words(`hik(?:ing|er|es)|backpacking|trails?`), words(`makeup|lipsticks?|eyeshadow`),
	},
	{
		"birthday", 80, "my wife, she doesn't want flowers, candles or jewelry", "wife, 18-120, not flowers, candles, jewelry",
		0, nil, words(`flowers?|bouquet|candles?|jewelry|earrings`),
	},

	// What somebody has is not given twice, and is a taste all the same.
	{"birthday", 60, "friend who already has Catan, loves board games", "friend, loves board games, not catan", 4, words(`board-games`), words(`catan`)},
	{
		"birthday", 150, "my dad already owns a Kindle, loves reading", "father, 18-120, loves reading, not kindle",
		4, words(`books?|reading|audiobooks?|novel`), words(`kindle`),
	},
	{"birthday", 60, "my brother has enough mugs, loves coffee", "brother, loves coffee, not mugs", 3, words(`coffee`), words(`mugs?`)},
	{"birthday", 80, "sister who already has a yoga mat, loves yoga", "sister, loves yoga, not yoga mat", 2, words(`yoga`), words(`yoga mat`)},

	// Who wants a gift card gets one; who wants none, none.
	{"birthday", 60, "my teenage nephew who just wants a gift card", "", 2, words(`gift-cards`), anyAlcohol},
	{"birthday", 60, "coworker, prefers a gift card for coffee", "", 2, words(`gift-cards|coffee`), nil},
	{"birthday", 60, "friend, no gift cards please, loves reading", "", 3, words(`books?|reading`), words(`gift-cards`)},

	// A loss is no taste, and a grave occasion no time for things to play with.
	{"sympathy", 80, "friend whose dog died", "friend", 2, words(`flowers?|bouquet|tea|memorial|comfort|condolence|donation|trees`), forDogs},
	{"just because", 60, "friend whose dog died", "friend", 0, nil, forDogs},
	{
		"sympathy", 80, "neighbor who lost her husband", "neighbor",
		2, words(`flowers?|bouquet|tea|memorial|comfort|condolence|orchid`), words(`tracker|party|game`),
	},
	{
		"sympathy", 80, "colleague whose mother passed away", "colleague, 18-120",
		2, words(`flowers?|bouquet|tea|memorial|comfort|condolence|orchid`), words(`party|games?`),
	},
	{"get well", 60, "friend after surgery who loves reading", "friend, loves reading", 3, words(`books?|reading`), words(`anatomy|surgery game`)},

	// Some occasions are about more than the person who is named.
	{"wedding", 100, "my cousin", "cousin", 3, forBoth, forKids},
	{"wedding", 100, "my niece", "", 3, forBoth, forKids},
	{"new baby", 80, "my best friend", "best friend", 4, babyThings, anyAlcohol},
	{"baby shower", 60, "coworker", "", 4, babyThings, anyAlcohol},
	{"anniversary", 120, "mom and dad", "parent, 18-120", 2, forBoth, forKids},
	{"housewarming", 60, "our new neighbors", "neighbor", 3, words(`home|plants?|kitchen|hosting|candle|house`), forKids},
	{"christening", 60, "my godson", "", 3, babyThings, anyAlcohol},

	// What must be there at once comes by e-mail.
	{
		"birthday", 60, "friend who loves music, need it last minute by email", "friend, loves music",
		1, words(`music|drum\w*|danc\w*`), words(`is physical`),
	},
	{"last-minute birthday", 80, "my brother", "brother", 0, nil, words(`is physical`)},
	{"birthday", 80, "mom who loves reading, must be sent by e-mail today", "", 1, words(`reading|books?|audiobooks?`), words(`is physical`)},

	// A word that looks like another is not that.
	{"birthday", 60, "friend who loves coffee", "friend, loves coffee", 4, words(`coffee`), words(`coffee table book`)},
	{"birthday", 60, "nephew who loves trains", "nephew, loves trains", 2, words(`trains?|railway`), words(`training|trainers?`)},
	{"birthday", 60, "friend who loves bass guitar", "friend, loves guitar", 3, words(`guitars?`), words(`fish|fishing|tackle`)},
	{
		"birthday", 60, "brother who loves rock music", "brother, loves music",
		3, words(`music|concerts?|drums?|vinyl`), words(`geodes?|climbing|minerals`),
	},
	{"birthday", 60, "uncle who loves fishing", "uncle, 18-120, loves fishing", 3, words(`fish|fishing|fly-tying`), words(`aquariums?|betta`)},
}

func TestBriefs(t *testing.T) {
	engine := builtIn(t)
	for _, tt := range briefs {
		a := engine.Suggest(suggest.Brief{Occasion: tt.occasion, Recipient: tt.recipient, Budget: usd(tt.budget), Limit: 6, Now: today()})
		if got := reading(a.Understood); tt.understood != "" && got != tt.understood {
			t.Errorf("%s, %q: understood %q, want %q", tt.occasion, tt.recipient, got, tt.understood)
		}
		if len(a.Picks) == 0 {
			t.Errorf("%s, %q: got no gifts", tt.occasion, tt.recipient)
		}
		var names []string
		matching := 0
		for _, p := range a.Picks {
			names = append(names, p.Name)
			about := description(p.Gift)
			if tt.wanted != nil && tt.wanted.MatchString(about) {
				matching++
			}
			if tt.forbidden == nil {
				continue
			}
			if word := tt.forbidden.FindString(about + "; " + contents(p.Gift)); word != "" {
				t.Errorf("%s, %q: got %s, want nothing with %q", tt.occasion, tt.recipient, p.Name, word)
			}
		}
		if matching < tt.least {
			t.Errorf("%s, %q: got %q, want at least %d that match %s", tt.occasion, tt.recipient, names, tt.least, tt.wanted)
		}
	}
}

// Each of several interests gets its share of an answer.
func TestBriefs_share(t *testing.T) {
	engine := builtIn(t)
	for recipient, interests := range map[string][]string{
		"friend who loves hiking, chess and photography":  {"hiking", "chess", "photography"},
		"dad who loves golf, jazz and history":            {"golf", "music", "history"},
		"sister who is into yoga and baking":              {"yoga", "baking"},
		"my aunt enjoys gardening, birds and watercolour": {"gardening", "birdwatching", "watercolour"},
	} {
		const limit = 6
		picks := engine.Suggest(suggest.Brief{Occasion: "birthday", Recipient: recipient, Budget: usd(80), Limit: limit, Now: today()}).Picks
		for _, interest := range interests {
			got := 0
			for _, p := range picks {
				for _, r := range p.Reasons {
					if r.Kind == suggest.MatchesInterest && r.Label == interest {
						got++
					}
				}
			}
			if want := limit/len(interests) - 1; got < want {
				t.Errorf("%q: got %d gifts for %s, want at least %d", recipient, got, interest, want)
			}
		}
	}
}

// A gift that is only broad enough for everybody is no comfort: without a taste, what is suggested at a
// grave occasion is meant for it.
func TestBriefs_grave(t *testing.T) {
	engine := builtIn(t)
	for _, occasion := range []string{"sympathy", "get well"} {
		for _, recipient := range []string{"", "my boss", "a coworker of mine", "neighbor", "my aunt", "friend whose dog died"} {
			b := suggest.Brief{Occasion: occasion, Recipient: recipient, Budget: usd(100), Limit: 20, Now: today()}
			for _, p := range engine.Suggest(b).Picks {
				if got := strings.Join(p.Occasions, ", "); !strings.Contains(got, occasion) {
					t.Errorf("%s, %q: got %s, which is for %s", occasion, recipient, p.Name, got)
				}
			}
		}
	}
}

// builtIn returns an engine on the built-in ideas.
func builtIn(t *testing.T) *suggest.Engine {
	t.Helper()
	s, err := catalog.OpenMemory(t.Context())
	if err != nil {
		t.Fatalf("OpenMemory: %v", err)
	}
	defer s.Close()
	snapshot, err := s.Snapshot(t.Context())
	if err != nil {
		t.Fatalf("Snapshot: %v", err)
	}
	return suggest.New(snapshot, nil)
}

// description is what the patterns look at: all that a gift says of itself but its cautions.
func description(g *catalog.Gift) string {
	limits := map[catalog.Restriction]string{catalog.Alcohol: "for drinkers", catalog.Adult: "for adults"}
	return fmt.Sprintf("%s; %s; is %s; %s; %s; %s",
		g.Name, g.Category, g.Kind, limits[g.Restricted], g.Description, strings.Join(g.Tags, ", "))
}

// contents is what the cautions of a gift say is in it. Other cautions may name whom it is not for.
func contents(g *catalog.Gift) string {
	var list []string
	for _, c := range g.Cautions {
		if strings.Contains(strings.ToLower(c), "contain") {
			list = append(list, c)
		}
	}
	return strings.Join(list, "; ")
}

// reading writes what was understood of a person: "niece, 7, loves chess, tea, not nuts".
func reading(u suggest.Understood) string {
	var parts []string
	if u.Relationship != "" {
		parts = append(parts, u.Relationship)
	}
	switch {
	case u.Ages == nil:
	case u.Ages.From == u.Ages.To:
		parts = append(parts, fmt.Sprint(u.Ages.From))
	default:
		parts = append(parts, fmt.Sprintf("%d-%d", u.Ages.From, u.Ages.To))
	}
	if len(u.Interests) > 0 {
		parts = append(parts, "loves "+strings.Join(u.Interests, ", "))
	}
	if len(u.Avoid) > 0 {
		parts = append(parts, "not "+strings.Join(u.Avoid, ", "))
	}
	return strings.Join(parts, ", ")
}
