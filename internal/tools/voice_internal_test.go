package tools

import (
	"fmt"
	"os"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"giftserver/internal/catalog"
	"giftserver/internal/lexicon"
)

// others are the languages beside English.
var others = []string{"it", "pt", "vi", "es", "fr", "de"}

// No language lacks a phrase that English has, and each phrase has room for the same.
func TestPhrases_complete(t *testing.T) {
	if len(languages) != len(others)+1 {
		t.Fatalf("got %d languages, want English and %v", len(languages), others)
	}
	for _, tag := range others {
		comparePhrases(t, tag, reflect.ValueOf(english), reflect.ValueOf(*languages[tag]))
	}
}

// Nor does one lack the names of the built-in ideas; package catalog checks that they are complete.
func TestIdeaNames_everyLanguage(t *testing.T) {
	idea := catalog.Gift{ID: "ideas:latte-art-class-two", Source: catalog.IdeasSource, Name: "Latte art class for two"}
	for _, tag := range others {
		if got := catalog.IdeaNamesIn(tag).Of(&idea); got == idea.Name {
			t.Errorf("%s: got %q, want a name in that language", tag, got)
		}
	}
}

var verb = regexp.MustCompile(`%[a-z]`)

func comparePhrases(t *testing.T, path string, english, other reflect.Value) {
	t.Helper()
	switch english.Kind() {
	case reflect.Struct:
		for i := range english.NumField() {
			comparePhrases(t, path+"."+english.Type().Field(i).Name, english.Field(i), other.Field(i))
		}
	case reflect.Array:
		for i := range english.Len() {
			comparePhrases(t, fmt.Sprintf("%s[%d]", path, i), english.Index(i), other.Index(i))
		}
	case reflect.String:
		got, want := other.String(), english.String()
		if (got == "") != (want == "") || !slices.Equal(verb.FindAllString(got, -1), verb.FindAllString(want, -1)) {
			t.Errorf("%s is %q, in English %q", path, got, want)
		}
	default:
		t.Errorf("%s is a %s, want phrases only", path, english.Kind())
	}
}

// The arrays have a phrase for each reason to leave a gift out.
func TestPhrases_leftOut(t *testing.T) {
	for reason, phrase := range english.leftOut {
		if phrase == "" {
			t.Errorf("there is no phrase for reason %d", reason)
		}
	}
}

// The notes about prices quote the words that prices are written with.
func TestPhrases_about(t *testing.T) {
	for tag, p := range languages {
		word := strings.TrimSpace(strings.Replace(p.price.about, "%s", "", 1))
		for _, note := range []string{p.price.typical, p.price.converted, p.price.both} {
			if !strings.Contains(note, word) {
				t.Errorf("%s: %q does not quote %q", tag, note, word)
			}
		}
	}
}

// Every label that an answer may show has a name in every language.
func TestNames_complete(t *testing.T) {
	n, err := loadNames()
	if err != nil {
		t.Fatal(err)
	}
	withEnglish := append([]string{"en"}, others...)
	checkNames(t, "occasions", n.occasions, withEnglish, lexicon.Default().Labels(lexicon.Occasion))
	checkNames(t, "relationships", n.relationships, withEnglish, relationshipLabels(t))
	checkNames(t, "interests", n.interests, others, append(slices.Clone(lexicon.Default().Labels(lexicon.Interest)), "gift cards"))
	var avoided []string
	for label := range n.avoided["it"] {
		avoided = append(avoided, label)
	}
	checkNames(t, "avoided", n.avoided, others, avoided)
}

func checkNames(t *testing.T, file string, names table, tags, labels []string) {
	t.Helper()
	for _, tag := range tags {
		for _, label := range labels {
			if names[tag][label] == "" {
				t.Errorf("%s.tsv: %q has no name in %s", file, label, tag)
			}
		}
	}
	for label := range names[tags[0]] {
		if !slices.Contains(labels, label) {
			t.Errorf("%s.tsv names %q, which is no label", file, label)
		}
	}
}

// relationshipLabels are the labels of gifts, which are groups, and those of briefs, which the lexicon has in
// its table alone.
func relationshipLabels(t *testing.T) []string {
	t.Helper()
	text, err := os.ReadFile("../lexicon/data/relationships.tsv")
	if err != nil {
		t.Fatal(err)
	}
	labels := slices.Clone(lexicon.Default().Labels(lexicon.Relationship))
	for line := range strings.Lines(string(text)) {
		if label, _, ok := strings.Cut(line, "\t"); ok && !strings.HasPrefix(line, "#") {
			labels = append(labels, label)
		}
	}
	return labels
}

func TestLocaleOf(t *testing.T) {
	tests := []struct{ tag, spoken, locale string }{
		{"en", "en", "en"},
		{"en-GB", "en", "en-GB"},
		{"pt", "pt", "pt"},
		{"pt-BR", "pt", "pt-BR"},
		{"pt-PT", "pt", "pt-PT"},
		{"PT-br", "pt", "pt-BR"},
		{"es-419", "es", "es-419"},
		{"de-Latn-CH-1996", "de", "de-Latn-CH"},
		{"de-DE-u-co-phonebk", "de", "de-DE"},
		{"vi-x-south", "vi", "vi"},
		// Programs write locales so.
		{"it_IT", "it", "it-IT"},
		{"fr_FR.UTF-8", "fr", "fr"},
		// Another language has English words, and money as its readers write it.
		{"zh-Hant", "en", "zh-Hant"},
		{"zh-Hant-TW", "en", "zh-Hant-TW"},
		{"ja-JP", "en", "ja-JP"},
		// The former tag of Hebrew.
		{"iw", "en", "he"},
		// No tags.
		{"", "en", "en"},
		{"*", "en", "en"},
		{"xx", "en", "en"},
		{"Deutsch", "en", "en"},
		{"x-deutsch", "en", "en"},
		{"de, en;q=0.5", "en", "en"},
		{strings.Repeat("en-", 10_000), "en", "en"},
		{"de\x00\xff", "en", "en"},
	}
	for _, tt := range tests {
		spoken, locale := localeOf(tt.tag)
		if spoken != tt.spoken || locale != tt.locale {
			t.Errorf("%.40q: got %s, %s, want %s, %s", tt.tag, spoken, locale, tt.spoken, tt.locale)
		}
	}
}

// Tags come from outside: whatever comes, there is a voice, and not without end. One locale has one.
func TestVoices(t *testing.T) {
	vs := newVoices(nil)
	if vs.of(t.Context(), "pt_BR") != vs.of(t.Context(), " pt-br") || vs.of(t.Context(), "pt-PT") == vs.of(t.Context(), "pt-BR") {
		t.Error("voices are not told apart by their locale")
	}
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			for a := 'A'; a <= 'Z'; a++ {
				for b := 'A'; b <= 'Z'; b++ {
					if v := vs.of(t.Context(), "de-"+string(a)+string(b)); v.phrases != &german {
						t.Errorf("got other phrases for de-%c%c", a, b)
					}
				}
			}
		})
	}
	wg.Wait()
	vs.of(t.Context(), strings.Repeat("x", 1_000_000))
	if v := vs.of(t.Context(), "de-AT-"+strings.Repeat("x-", 1_000_000)); v.phrases != &german || v != vs.of(t.Context(), "de-AT") {
		t.Error("a long tag is not read from its beginning")
	}
	if n := len(vs.known); n > mostVoices {
		t.Errorf("got %d tags remembered, want %d at most", n, mostVoices)
	}
	for tag := range vs.known {
		if len(tag) > longestTag {
			t.Errorf("a tag of %d bytes is remembered", len(tag))
		}
	}
}
