package suggest_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"giftserver/internal/catalog"
	"giftserver/internal/suggest"
)

func TestRead_person(t *testing.T) {
	tests := []struct {
		occasion, recipient string
		want                suggest.Understood
	}{
		// The first relationship is the person's.
		{
			"her birthday!", "my sister and her friend, into hiking",
			suggest.Understood{Occasion: "birthday", OccasionKnown: true, Relationship: "sister", Interests: []string{"hiking"}},
		},
		// Whose teacher it is says nothing of the teacher.
		{
			"thank you", "my kid's teacher",
			suggest.Understood{
				Occasion: "thank you", OccasionKnown: true, Relationship: "teacher", Ages: &suggest.AgeRange{From: 18, To: 120},
			},
		},
		{
			"thank you", "my kids' teacher",
			suggest.Understood{
				Occasion: "thank you", OccasionKnown: true, Relationship: "teacher", Ages: &suggest.AgeRange{From: 18, To: 120},
			},
		},
		// Whom it is from is not whom it is for.
		{
			"birthday", "a gift from my kids to their grandma",
			suggest.Understood{
				Occasion: "birthday", OccasionKnown: true, Relationship: "grandmother", Ages: &suggest.AgeRange{From: 45, To: 120},
			},
		},
		// Where somebody works is no taste, even if the word is one elsewhere.
		{
			"birthday", "friend from wine marketing",
			suggest.Understood{Occasion: "birthday", OccasionKnown: true, Relationship: "friend"},
		},
		{
			"birthday", "friend who works in music but loves tea",
			suggest.Understood{Occasion: "birthday", OccasionKnown: true, Relationship: "friend", Interests: []string{"tea"}},
		},
		// An unknown occasion is kept as it was said.
		{" the  goldfish's jubilee ", "", suggest.Understood{Occasion: "the goldfish's jubilee"}},
	}
	for _, tt := range tests {
		got := ask(t, shop(), suggest.Brief{Occasion: tt.occasion, Recipient: tt.recipient}).Understood
		if diff := cmp.Diff(tt.want, got, cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("%q for %q (-want +got):\n%s", tt.occasion, tt.recipient, diff)
		}
	}
}

func TestRead_age(t *testing.T) {
	seven := 7
	exactly := func(years int) *suggest.AgeRange { return &suggest.AgeRange{From: years, To: years} }
	adult := &suggest.AgeRange{From: 18, To: 120}
	tests := []struct {
		brief suggest.Brief
		want  *suggest.AgeRange
	}{
		{suggest.Brief{Recipient: "my friend"}, nil},
		{suggest.Brief{Recipient: "a 6-year-old"}, exactly(6)},
		{suggest.Brief{Recipient: "she is 6 years old"}, exactly(6)},
		{suggest.Brief{Recipient: "nephew aged 6"}, exactly(6)},
		{suggest.Brief{Recipient: "friend turning 40"}, exactly(40)},
		{suggest.Brief{Recipient: "friend", Occasion: "40th birthday"}, exactly(40)},
		{suggest.Brief{Recipient: "8 months old"}, exactly(0)},
		{suggest.Brief{Recipient: "18 months old"}, exactly(1)},
		{suggest.Brief{Recipient: "niece, 7, loves horses"}, exactly(7)},
		// Numbers may be words, of any case.
		{suggest.Brief{Recipient: "my friend who is seventeen"}, exactly(17)},
		{suggest.Brief{Recipient: "my friend who is 17 loves tea"}, exactly(17)},
		{suggest.Brief{Recipient: "fifteen-year-old cousin"}, exactly(15)},
		{suggest.Brief{Recipient: "she turns Thirteen"}, exactly(13)},
		{suggest.Brief{Recipient: "a thirty-five-year-old friend"}, exactly(35)},
		{suggest.Brief{Recipient: "friend, sixty years old"}, exactly(60)},
		{suggest.Brief{Recipient: "friend", Occasion: "twenty-first birthday"}, exactly(21)},
		{suggest.Brief{Recipient: "friend", Occasion: "fiftieth birthday"}, exactly(50)},
		{suggest.Brief{Recipient: "friend", Occasion: "Sweet Sixteen"}, exactly(16)},
		// A number of years may be a duration.
		{suggest.Brief{Recipient: "wife of 20 years"}, adult},
		{suggest.Brief{Recipient: "friend", Occasion: "10-year anniversary"}, nil},
		{suggest.Brief{Recipient: "my husband", Occasion: "10-year anniversary"}, adult},
		// An age may be somebody else's.
		{suggest.Brief{Recipient: "mother of a 3-year-old"}, adult},
		{suggest.Brief{Recipient: "friend who has a 3-year-old"}, nil},
		{suggest.Brief{Recipient: "friend who has a toddler"}, nil},
		{suggest.Brief{Recipient: "my sister and her baby"}, nil},
		{suggest.Brief{Recipient: "friend, our son is aged 6"}, nil},
		{suggest.Brief{Recipient: "friend, our son is aged 6", Occasion: "40th birthday"}, exactly(40)},
		// The number of the birthday counts over any other.
		{suggest.Brief{Recipient: "friend, 6 years old at heart", Occasion: "40th birthday"}, exactly(40)},
		{suggest.Brief{Recipient: "13 yo boy"}, exactly(13)},
		// A number beyond all ages is none.
		{suggest.Brief{Recipient: "a 300-year-old friend"}, nil},
		// What is said outright counts over the text, and a number over a word.
		{suggest.Brief{Recipient: "a 6-year-old", Age: &seven}, exactly(7)},
		{suggest.Brief{Recipient: "my grandmother is turning 80"}, exactly(80)},
	}
	for _, tt := range tests {
		got := ask(t, shop(), tt.brief).Understood.Ages
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%+v (-want +got):\n%s", tt.brief, diff)
		}
	}
}

// A word that is a thing as well as what somebody does is a taste only where it is the thing.
func TestRead_verbs(t *testing.T) {
	tests := []struct {
		recipient string
		want      []string
	}{
		{"friend who collects watches", []string{"watches"}},
		{"friend, loves watches and chess", []string{"watches", "chess"}},
		{"friend who watches chess every night", []string{"chess"}},
		{"he watches the chess, loves tea", []string{"chess", "tea"}},
	}
	for _, tt := range tests {
		got := ask(t, shop(), suggest.Brief{Recipient: tt.recipient}).Understood.Interests
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%q: interests (-want +got):\n%s", tt.recipient, diff)
		}
	}
}

// Who has lost somebody is not told what to like; who has lost a key is.
func TestRead_losses(t *testing.T) {
	tests := []struct {
		recipient string
		want      []string
	}{
		{"neighbor who lost her husband to football", nil},
		{"friend whose dog died at football", nil},
		{"friend who lost her dog", nil},
		{"friend who lost her keys and loves tea", []string{"tea"}},
		{"friend who passed her exam, loves chess", []string{"chess"}},
	}
	for _, tt := range tests {
		got := ask(t, shop(), suggest.Brief{Recipient: tt.recipient}).Understood.Interests
		if diff := cmp.Diff(tt.want, got, cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("%q: interests (-want +got):\n%s", tt.recipient, diff)
		}
	}
}

// What a text says against something must never count for it.
func TestRead_dislikes(t *testing.T) {
	tests := []struct {
		recipient string
		avoid     []string // a word of each entry of Understood.Avoid
		interests []string
		out, in   string // a gift that is left out, if any, and one that is not
	}{
		{"friend, no chocolate", []string{"chocolate"}, nil, "chocolate", "tea"},
		{"friend allergic to nuts and dairy", []string{"nuts", "dairy"}, nil, "chocolate", "tea"},
		{"friend who hates football but loves tea", []string{"football"}, []string{"tea"}, "ball", "tea"},
		{"friend who loves tea, hates football", []string{"football"}, []string{"tea"}, "ball", "tea"},
		{"my friend doesn't drink", []string{"alcohol"}, nil, "wine", "tea"},
		{"my friend doesn’t drink, loves tea", []string{"alcohol"}, []string{"tea"}, "wine", "tea"},
		{"friend, already has a Kindle", []string{"kindle"}, nil, "cover", "tea"},
		// Who has an e-reader is a reader.
		{"friend who loves reading, already has a Kindle", []string{"kindle"}, []string{"reading"}, "cover", "novel"},
		{"friend who doesn't drink and loves tea", []string{"alcohol"}, []string{"tea"}, "wine", "tea"},
		{"friend who doesn't drink but loves tea", []string{"alcohol"}, []string{"tea"}, "wine", "tea"},
		{"friend who doesn't drink and plays chess", []string{"alcohol"}, []string{"chess"}, "wine", "chess"},
		{"friends who don't drink", []string{"alcohol"}, nil, "wine", "tea"},
		{"my friend never drinks", []string{"alcohol"}, nil, "wine", "tea"},
		{"friend allergic to nuts, dairy and soy", []string{"nuts", "dairy", "soy"}, nil, "chocolate", "tea"},
		{"friend who has a nut allergy", []string{"nut"}, nil, "chocolate", "tea"},
		{"my friend doesn't drink anymore, likes tea", []string{"alcohol"}, []string{"tea"}, "wine", "tea"},
		{"friend who borrowed our chess set, likes tea", nil, []string{"tea"}, "", "tea"},
		// Conditions, fears and what is over.
		{"friend, sensitive to nuts", []string{"nuts"}, nil, "chocolate", "tea"},
		{"friend, afraid of football, loves tea", []string{"football"}, []string{"tea"}, "ball", "tea"},
		{"friend who used to love football, likes tea", nil, []string{"tea"}, "", "tea"},
		{"friend with cirrhosis, likes tea", []string{"alcohol"}, []string{"tea"}, "wine", "tea"},
		{"my pregnant friend", []string{"alcohol"}, nil, "wine", "tea"},
		{"they already have everything, like chess and tea", nil, []string{"chess", "tea"}, "", "tea"},
		{"friend who isn't into football", []string{"football"}, nil, "ball", "tea"},
		{"friend who likes neither coffee nor tea", []string{"coffee", "tea"}, nil, "tea", "novel"},
		// How much somebody does not like a thing makes it no taste.
		{"friend who is not really into football, loves tea", []string{"football"}, []string{"tea"}, "ball", "tea"},
		{"friend, not particularly fond of football", []string{"football"}, nil, "ball", "tea"},
		{"my friend would never say no to tea", nil, []string{"tea"}, "", "tea"},
		{"friend who isn't that keen on football", []string{"football"}, nil, "ball", "tea"},
		{"she is not a very big fan of football but loves tea", []string{"football"}, []string{"tea"}, "ball", "tea"},
		{"my friend doesn't really like football", []string{"football"}, nil, "ball", "tea"},
		{"friend who never liked football", []string{"football"}, nil, "ball", "tea"},
		{"friend, doesn't love football, likes tea", []string{"football"}, []string{"tea"}, "ball", "tea"},
		{"my friend couldn't care less about football", []string{"football"}, nil, "ball", "tea"},
		{"friend who has nothing against tea", nil, []string{"tea"}, "", "tea"},
		{"nobody loves tea more than my friend", nil, []string{"tea"}, "", "tea"},
		// Two negations are a taste, and so is what nothing is better than.
		{"friend who can't start the day without a proper tea", nil, []string{"tea"}, "", "tea"},
		{"friend who can't live without chess, no football", []string{"football"}, []string{"chess"}, "ball", "chess"},
		{"friend who never goes anywhere without a novel to read", nil, []string{"reading"}, "", "novel"},
		{"friend, no day without tea", nil, []string{"tea"}, "", "tea"},
		{"my friend likes nothing more than a good tea", nil, []string{"tea"}, "", "tea"},
		{"nothing makes my friend happier than chess", nil, []string{"chess"}, "", "chess"},
		{"friend who has everything but adores chess", nil, []string{"chess"}, "", "chess"},
		{"friend who loves not only tea but also chess", nil, []string{"tea", "chess"}, "", "chess"},
		{"friend, tea without sugar", []string{"sugar"}, []string{"tea"}, "", "tea"},
		// A list of foods ends where something begins that nobody eats.
		{"friend who doesn't eat chocolate, hiking every week, loves tea", []string{"chocolate"}, []string{"hiking", "tea"}, "chocolate", "tea"},
		{"friend, can't have dairy, lives on tea and chess", []string{"dairy"}, []string{"tea", "chess"}, "chocolate", "chess"},
		// What is not known is nothing to keep away from.
		{"friend, not sure if it should be tea", nil, []string{"tea"}, "", "tea"},
		{"friend, likes tea, nothing too expensive", nil, []string{"tea"}, "", "tea"},
	}
	for _, tt := range tests {
		b := suggest.Brief{Recipient: tt.recipient}
		got := ask(t, shop(), b).Understood
		if !slices.EqualFunc(got.Avoid, tt.avoid, strings.Contains) {
			t.Errorf("%q: got to avoid %q, want %q", tt.recipient, got.Avoid, tt.avoid)
		}
		if diff := cmp.Diff(tt.interests, got.Interests); diff != "" {
			t.Errorf("%q: interests (-want +got):\n%s", tt.recipient, diff)
		}
		if got := fate(t, tt.in, b); got != eligible {
			t.Errorf("%s for %q: got %d, want it eligible", tt.in, tt.recipient, got)
		}
		if tt.out == "" {
			continue
		}
		if got := fate(t, tt.out, b); got != suggest.Avoided {
			t.Errorf("%s for %q: got %d, want it avoided", tt.out, tt.recipient, got)
		}
	}
}

// What to avoid may be said as one says it of the recipient: as a list, or by a condition.
func TestRead_avoid(t *testing.T) {
	tests := []struct{ avoid, out, in string }{
		{"feathers, nuts", "chocolate", "tea"},
		{"nuts and feathers", "chocolate", "tea"},
		{"nut and soy allergies", "chocolate", "tea"},
		{"is pregnant", "wine", "tea"},
		{"one year sober", "wine", "tea"},
	}
	for _, tt := range tests {
		b := suggest.Brief{Avoid: []string{tt.avoid}}
		if got := fate(t, tt.out, b); got != suggest.Avoided {
			t.Errorf("%s for %q: got %d, want it avoided", tt.out, tt.avoid, got)
		}
		if got := fate(t, tt.in, b); got != eligible {
			t.Errorf("%s for %q: got %d, want it eligible", tt.in, tt.avoid, got)
		}
	}
}

// A condition tells what to keep away from wherever it stands, but no diet of those who avoid its food.
func TestRead_avoidConditions(t *testing.T) {
	gifts := complete([]catalog.Gift{{ID: "biscuits", Name: "Butter biscuits of wheat", Category: "food"}, {ID: "vegan", Name: "Vegan sausage", Category: "food"}})
	for avoid, want := range map[string][]string{"celiac disease": {"vegan"}, "vegan food": {"biscuits"}} {
		got := picked(ask(t, gifts, suggest.Brief{Category: "food", Avoid: []string{avoid}}))
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("avoiding %q (-want +got):\n%s", avoid, diff)
		}
	}
}

// Who the occasion is for may be a child, if the recipient is not told to be somebody else, and may drink no alcohol.
func TestRead_personOfTheOccasion(t *testing.T) {
	tests := []struct {
		occasion, recipient string
		want                suggest.ReasonOut // for wine
	}{
		{"my daughter's birthday", "", suggest.WrongAge},
		{"kids party", "loves tea", suggest.WrongAge},
		{"my daughter's birthday", "my boss", eligible},
		{"my daughter's 30th birthday", "", eligible},
		{"birthday", "a girl; my neighbour", suggest.WrongAge},
		{"birthday", "a boy. My friend's friend", suggest.WrongAge},
		{"birthday", "underage friend", suggest.WrongAge},
		{"graduation", "high school graduate", suggest.WrongAge},
		{"one year sober", "friend", suggest.Avoided},
		{"sobriety anniversary", "friend", suggest.Avoided},
	}
	for _, tt := range tests {
		if got := fate(t, "wine", suggest.Brief{Occasion: tt.occasion, Recipient: tt.recipient}); got != tt.want {
			t.Errorf("wine for %q, %q: got %d, want %d", tt.occasion, tt.recipient, got, tt.want)
		}
	}
}

func TestRead_noise(t *testing.T) {
	for name, noise := range map[string]string{
		"empty":         "",
		"NUL":           "\x00\x00",
		"brackets":      strings.Repeat("[", 3000),
		"emoji":         "🎁🎂👩‍👩‍👧‍👦🇺🇦",
		"one long word": strings.Repeat("a", 2000),
		"many words":    strings.Repeat("no not 6 ", 222),
		"not UTF-8":     "\xff\xfe\x80",
		"apostrophes":   strings.Repeat("'", 2000),
	} {
		e := newEngine(shop())
		for field, b := range map[string]suggest.Brief{
			"occasion":  {Occasion: noise, Recipient: "friend"},
			"recipient": {Occasion: "birthday", Recipient: noise},
			"interests": {Occasion: "birthday", Interests: []string{noise}},
			"avoid":     {Occasion: "birthday", Avoid: []string{noise}},
			"all":       {Occasion: noise, Recipient: noise, Interests: []string{noise}, Avoid: []string{noise}, Category: noise},
		} {
			b.Budget, b.Limit = usd(100), 20
			a := e.Suggest(b)
			checkCounts(t, a, len(shop()))
			if len(a.Picks) == 0 && b.Category == "" {
				t.Errorf("%s as %s: got no gifts", name, field)
			}
		}
	}
}
