package lexicon_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"giftserver/internal/lexicon"
)

func translated(text string) string {
	texts, _ := lexicon.Default().English(text)
	return texts[0]
}

// The words of all languages lead to the same concepts, whether or not other words tell the language.
func TestEnglish_labels(t *testing.T) {
	l := lexicon.Default()
	tests := []struct {
		kind  lexicon.Kind
		texts []string // the same in each language
		want  string
	}{
		{lexicon.Occasion, []string{"Weihnachten", "Navidad", "Noël", "Natale", "Natal", "giáng sinh"}, "Christmas"},
		{lexicon.Occasion, []string{"Geburtstag", "cumpleaños", "anniversaire", "compleanno", "aniversário", "sinh nhật"}, "birthday"},
		{lexicon.Occasion, []string{"Hochzeit", "boda", "mariage", "matrimonio", "casamento", "đám cưới"}, "wedding"},
		{lexicon.Occasion, []string{"Muttertag", "día de la madre", "fête des mères", "festa della mamma", "dia das mães", "ngày của mẹ"}, "Mother's Day"},
		{lexicon.Relationship, []string{"Großmutter", "abuela", "grand-mère", "nonna", "avó", "bà nội"}, "grandmother"},
		{lexicon.Relationship, []string{"Nachbarin", "vecina", "voisine", "vicina di casa", "vizinha", "hàng xóm"}, "neighbor"},
		{lexicon.Interest, []string{"Schach", "ajedrez", "échecs", "scacchi", "xadrez", "cờ vua"}, "chess"},
		{lexicon.Interest, []string{"Wandern", "senderismo", "randonnée", "escursionismo", "trilhas", "leo núi"}, "hiking"},
		{lexicon.Interest, []string{"Fotografieren", "fotografía", "photographie", "fotografia", "nhiếp ảnh"}, "photography"},
	}
	for _, tt := range tests {
		for _, text := range tt.texts {
			english := translated(text)
			found := l.Find(tt.kind, lexicon.Words(english))
			if len(found) != 1 || found[0].Label != tt.want {
				t.Errorf("English(%q): got %q, want what means %s", text, english, tt.want)
			}
		}
	}
}

func TestEnglish(t *testing.T) {
	tests := []struct{ text, want string }{
		// English stays as it is, and so does what no glossary has.
		{"My friend’s  sister, who LOVES chess!", "My friend’s  sister, who LOVES chess!"},
		{"Zyxw", "Zyxw"},
		{"", ""},
		{"\x00 \ufeff 🎁🎁", "\x00 \ufeff 🎁🎁"},
		{"gift", "gift"},
		{"chat", "chat"},
		// Emoji stand for words in any language, with a skin tone or without.
		{"friend who loves 🎣️ and 🧗🏽", "friend who loves fishing pole and climbing 🏽"},
		{"Freundin, liebt 🐶", "friend, loves dog"},
		// An accent says which of two languages a word is of.
		{"aniversário", "birthday"},
		{"aniversario", "anniversary"},
		// So do marks that tell Vietnamese words apart, wherever they are typed.
		{"nuôi chó", "dogs"},
		{"tranh sơn dầu hoà nhạc", "painting concerts"},
		// Negation stands in front in English.
		{"Schokolade mag er nicht", "no chocolate likes"},
		// Joined words are taken apart, with what joins them.
		{"Schokoladenliebhaberin", "chocolate lover"},
		{"Haselnussallergie", "hazelnuts allergy"},
		{"achtjährige", "8-year-old"},
		{"7-jähriger Junge", "7-year-old little boy"},
		// A number may stand first in the translation.
		{"Baby, 6 Monate alt", "baby, 6 months old"},
	}
	for _, tt := range tests {
		got := strings.Join(strings.Fields(translated(tt.text)), " ")
		if want := strings.Join(strings.Fields(tt.want), " "); got != want {
			t.Errorf("English(%q): got %q, want %q", tt.text, got, want)
		}
	}
}

// The language is that of most words, whatever else stands among them.
func TestEnglish_language(t *testing.T) {
	tests := []struct {
		texts []string
		want  string
	}{
		{nil, "en"},
		{[]string{"", "\xff 🎁 ((("}, "en"},
		{[]string{"birthday", "my sister who loves gardening"}, "en"},
		{[]string{"Geburtstag", "meine Schwester, sie liebt Gartenarbeit"}, "de"},
		{[]string{"birthday", "mi hermana, le encanta la jardinería"}, "es"},
		{[]string{"anniversaire", "mon frère, pour ses 30 ans", "jazz"}, "fr"},
		{[]string{"compleanno", "mia sorella ama il giardinaggio"}, "it"},
		{[]string{"誕生日", "母、ガーデニングが好き"}, "ja"},
		{[]string{"verjaardag", "oma die graag breit"}, "nl"},
		{[]string{"urodziny", "babcia, która lubi ogród"}, "pl"},
		{[]string{"Natal", "avô que não gosta de chocolate"}, "pt"},
		{[]string{"sinh nhật", "mẹ thích nấu ăn và cây cảnh"}, "vi"},
		{[]string{"生日", "妈妈喜欢园艺"}, "zh"},
	}
	for _, tt := range tests {
		if _, got := lexicon.Default().English(tt.texts...); got != tt.want {
			t.Errorf("English(%q): got language %s, want %s", tt.texts, got, tt.want)
		}
	}
}

// A name of a thing in some language is one only where nothing speaks for English, or more for the language.
func TestEnglish_derived(t *testing.T) {
	tests := []struct{ texts, want []string }{
		{[]string{"hérisson"}, []string{"hedgehog"}},
		{[]string{"Igel"}, []string{"hedgehog"}},
		{[]string{"Geburtstag", "Igel"}, []string{"birthday", "hedgehog"}},
		{[]string{"birthday", "hérisson"}, []string{"birthday", "hedgehog"}},
		{[]string{"birthday", "Igel"}, []string{"birthday", "Igel"}},
		{[]string{"sister who loves tea", "tong"}, []string{"sister who loves tea", "tong"}},
		// Other forms are found by the stem, and parts of joined words if they are long enough.
		{[]string{"Freundin, mithai"}, []string{"friend, mithai"}},
		{[]string{"Freundin liebt Schmetterlingsbücher"}, []string{"friend loves butterfly book"}},
		{[]string{"Freundin sammelt Schmetterlinge"}, []string{"friend collects butterfly"}},
		{[]string{"誕生日", "彗星が好き"}, []string{"birthday", "likes comet"}},
	}
	for _, tt := range tests {
		got, _ := lexicon.Default().English(tt.texts...)
		for i := range got {
			got[i] = strings.Join(strings.Fields(got[i]), " ")
		}
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("English(%q) (-want +got):\n%s", tt.texts, diff)
		}
	}
}

func TestStemIn(t *testing.T) {
	// Each pair are forms of one word.
	tests := []struct{ language, word, other string }{
		{"de", "katzen", "katze"},
		{"en", "loving", "loved"},
		{"es", "gatos", "gato"},
		{"ru", "кошками", "кошка"},
		{"sv", "katterna", "katter"},
	}
	for _, tt := range tests {
		if got, want := lexicon.StemIn(tt.language, tt.word), lexicon.StemIn(tt.language, tt.other); got != want {
			t.Errorf("StemIn(%s, %s): got %s, want %s as for %s", tt.language, tt.word, got, want, tt.other)
		}
	}
	for _, language := range []string{"", "vi", "xx"} {
		if got := lexicon.StemIn(language, "cats"); got != "cats" {
			t.Errorf("StemIn(%q, cats): got %s, want cats", language, got)
		}
	}
}

// Who is a friend and who a partner may stand in another text.
func TestEnglish_couples(t *testing.T) {
	tests := []struct{ occasion, recipient, want string }{
		{"Geburtstag", "mein Freund liebt Schach", "friend"},
		{"Valentinstag", "mein Freund liebt Schach", "boyfriend"},
		{"Jahrestag", "für meine Freundin", "girlfriend"},
		{"Valentinstag", "ein Freund, der Schach liebt", "friend"},
		{"Valentinstag", "Freund, der Schach liebt", "friend"},
		{"Hochzeitstag", "meine Freundin und ihr Mann", "friend"},
		{"Weihnachten", "mein fester Freund", "boyfriend"},
		{"Saint-Valentin", "ma copine", "girlfriend"},
		{"anniversaire", "une copine de lycée", "friend"},
		{"anniversaire", "mon copain", "boyfriend"},
		{"cumpleaños", "mi novia", "girlfriend"},
		{"boda", "los novios", "couple"},
		{"compleanno", "ragazza di 15 anni", ""},
		{"compleanno", "il mio ragazzo", "boyfriend"},
		{"San Valentino", "ragazza", "girlfriend"},
		{"aniversário", "meu namorado", "boyfriend"},
	}
	for _, tt := range tests {
		l := lexicon.Default()
		english, _ := l.English(tt.occasion, tt.recipient)
		got := ""
		if found := l.Find(lexicon.Relationship, lexicon.Words(english[1])); len(found) > 0 {
			got = found[0].Label
		}
		if got != tt.want {
			t.Errorf("%s, %q: got %q, who is %q, want %q", tt.occasion, tt.recipient, english, got, tt.want)
		}
	}
}
