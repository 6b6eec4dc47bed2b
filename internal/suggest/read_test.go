package suggest_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

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

// What a text says against something must never count for it.
func TestRead_dislikes(t *testing.T) {
	tests := []struct {
		recipient string
		avoid     []string // a word of each entry of Understood.Avoid
		interests []string
		out, in   string // a gift that is left out and one that is not
	}{
		{"friend, no chocolate", []string{"chocolate"}, nil, "chocolate", "tea"},
		{"friend allergic to nuts and dairy", []string{"nuts", "dairy"}, nil, "chocolate", "tea"},
		{"friend who hates football but loves tea", []string{"football"}, []string{"tea"}, "ball", "tea"},
		{"friend who loves tea, hates football", []string{"football"}, []string{"tea"}, "ball", "tea"},
		{"my friend doesn't drink", []string{"alcohol"}, nil, "wine", "tea"},
		{"my friend doesn’t drink, loves tea", []string{"alcohol"}, []string{"tea"}, "wine", "tea"},
		{"friend, already has a Kindle", []string{"kindle"}, nil, "cover", "tea"},
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
		if got := fate(t, tt.out, b); got != suggest.Avoided {
			t.Errorf("%s for %q: got %d, want it avoided", tt.out, tt.recipient, got)
		}
		if got := fate(t, tt.in, b); got != eligible {
			t.Errorf("%s for %q: got %d, want it eligible", tt.in, tt.recipient, got)
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
