package suggest_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"giftserver/internal/catalog"
	"giftserver/internal/suggest"
)

// BenchmarkSuggest_distinct answers briefs in five languages of which hardly two are equal.
func BenchmarkSuggest_distinct(b *testing.B) {
	r := rand.New(rand.NewPCG(9, 9))
	briefs := make([]suggest.Brief, 5000)
	for i := range briefs {
		briefs[i] = distinctBrief(r)
	}
	benchmark(b, briefs)
}

// BenchmarkSuggest_worst answers the briefs that cost the most, one after the other.
func BenchmarkSuggest_worst(b *testing.B) {
	for _, w := range worstBriefs() {
		b.Run(w.name, func(b *testing.B) { benchmark(b, []suggest.Brief{w.Brief}) })
	}
}

// A tongue holds the words that briefs in one language are made of.
type tongue struct {
	occasions, people, tastes []string
	loves, and, no            string
	aged                      string // a person and a number
}

var tongues = []tongue{
	{
		occasions: []string{"birthday", "Christmas", "40th birthday", "wedding", "housewarming", "thank you", "retirement", "anniversary", "graduation", "Mother's Day", "just because", "new job"},
		people:    []string{"my sister", "a friend", "my dad", "my wife", "my nephew", "a colleague", "my boss", "grandma", "our neighbor", "my best friend", "my son", "a teacher"},
		tastes:    []string{"chess", "board games", "gardening", "tea", "coffee", "baking", "cooking", "hiking", "guitar", "fishing", "painting", "wine", "reading", "cycling", "yoga", "photography", "lego", "knitting", "camping", "football", "candles", "jewelry", "travel", "dogs", "vintage lamps", "birdwatching", "chocolate", "pottery"},
		loves:     " who loves ", and: " and ", no: ", no ", aged: "%s, %d years old",
	},
	{
		occasions: []string{"Geburtstag", "Weihnachten", "Hochzeit", "Einzug", "Muttertag", "40. Geburtstag"},
		people:    []string{"meine Schwester", "ein Freund", "mein Vater", "meine Frau", "mein Neffe", "eine Kollegin", "Oma"},
		tastes:    []string{"Schach", "Brettspiele", "Gartenarbeit", "Tee", "Kaffee", "Backen", "Kochen", "Wandern", "Gitarre", "Angeln", "Malen", "Wein", "Lesen", "Yoga", "Fotografie", "Stricken", "Camping"},
		loves:     ", liebt ", and: " und ", no: ", keine ", aged: "%s, %d Jahre alt",
	},
	{
		occasions: []string{"cumpleaños", "Navidad", "boda", "Día de la Madre", "graduación"},
		people:    []string{"mi hermana", "un amigo", "mi padre", "mi esposa", "mi sobrino", "una colega", "mi abuela"},
		tastes:    []string{"el ajedrez", "los juegos de mesa", "la jardinería", "el té", "el café", "la repostería", "cocinar", "el senderismo", "la guitarra", "la pesca", "la pintura", "el vino", "la lectura", "el yoga"},
		loves:     ", le encanta ", and: " y ", no: ", sin ", aged: "%s, %d años",
	},
	{
		occasions: []string{"anniversaire", "Noël", "mariage", "fête des mères", "crémaillère"},
		people:    []string{"ma sœur", "un ami", "mon père", "ma femme", "mon neveu", "une collègue", "ma grand-mère"},
		tastes:    []string{"les échecs", "les jeux de société", "le jardinage", "le thé", "le café", "la pâtisserie", "la cuisine", "la randonnée", "la guitare", "la pêche", "la peinture", "le vin", "la lecture", "le yoga"},
		loves:     " qui aime ", and: " et ", no: ", pas de ", aged: "%s, %d ans",
	},
	{
		occasions: []string{"誕生日", "クリスマス", "結婚式", "母の日"},
		people:    []string{"姉", "友達", "父", "妻", "甥", "同僚", "祖母"},
		tastes:    []string{"チェス", "ボードゲーム", "ガーデニング", "お茶", "コーヒー", "お菓子作り", "料理", "ハイキング", "ギター", "釣り", "絵画", "ワイン", "読書", "ヨガ"},
		loves:     "、好きなのは", and: "と", no: "、苦手なのは", aged: "%s、%d歳",
	},
}

// distinctBrief makes up a brief: hardly any two of some thousands are equal.
func distinctBrief(r *rand.Rand) suggest.Brief {
	t := &tongues[max(0, r.IntN(len(tongues)*2)-len(tongues))]
	b := suggest.Brief{
		Occasion:  anyOf(r, t.occasions),
		Recipient: anyOf(r, t.people),
		Budget:    catalog.FloorMoney(float64(10+r.IntN(190)), "USD"),
		Now:       today(),
		Limit:     6,
	}
	if r.IntN(3) == 0 {
		b.Recipient = fmt.Sprintf(t.aged, b.Recipient, 4+r.IntN(80))
	}
	switch r.IntN(10) {
	case 0:
	case 1, 2, 3:
		b.Interests = some(r, 4, t.tastes)
	case 4:
		b.Avoid = some(r, 3, t.tastes)
		b.Recipient += t.loves + anyOf(r, t.tastes)
	default:
		b.Recipient += t.loves + anyOf(r, t.tastes) + t.and + anyOf(r, t.tastes)
		if r.IntN(4) == 0 {
			b.Recipient += t.no + anyOf(r, t.tastes)
		}
	}
	return b
}

type worstBrief struct {
	name string
	suggest.Brief
}

// worstBriefs are those that cost the most.
func worstBriefs() []worstBrief {
	most := func(n float64) catalog.Money { return catalog.FloorMoney(n, "USD") }
	en := tongues[0].tastes
	var mixed []string
	for i := range 20 {
		mixed = append(mixed, tongues[i%5].tastes[i%14]+" "+tongues[(i+1)%5].tastes[(i+3)%14])
	}
	text := func(parts ...string) string {
		var b strings.Builder
		for i := 0; b.Len() < 1900; i++ {
			b.WriteString(parts[i%len(parts)])
			b.WriteString(", ")
		}
		return b.String()
	}
	list := []worstBrief{
		{"generic", suggest.Brief{Occasion: "birthday", Recipient: "a friend", Budget: most(100), Limit: 6}},
		{"generic20", suggest.Brief{Occasion: "birthday", Recipient: "a friend", Budget: most(100), Limit: 20}},
		{"chess", suggest.Brief{Occasion: "birthday", Recipient: "a friend who loves chess", Budget: most(100), Limit: 6}},
		{"interests20", suggest.Brief{Occasion: "birthday", Recipient: "a friend", Interests: en[:20], Budget: most(200), Limit: 20}},
		{"words20", suggest.Brief{Occasion: "birthday", Recipient: "a friend", Budget: most(200), Limit: 20, Interests: strings.Fields("handmade joy lovely small large blue red engraved classic modern elegant sturdy soft sustainable wood ceramic engraving cotton kids box")}},
		{"mixed20", suggest.Brief{Occasion: "Geburtstag", Recipient: "ma sœur", Interests: mixed, Avoid: mixed[:3], Budget: most(200), Limit: 20}},
		{"avoid20", suggest.Brief{Occasion: "birthday", Recipient: "a friend who loves chess", Avoid: append([]string{"wood", "small", "red", "joy"}, en[1:17]...), Budget: most(200), Limit: 6}},
		{"avoidall", suggest.Brief{Occasion: "birthday", Recipient: "a friend who loves chess", Avoid: []string{"wood", "ceramic", "cotton", "kids", "garden", "kitchen", "travel", "engraving"}, Budget: most(200), Limit: 6}},
		{"long en", suggest.Brief{Occasion: "birthday", Recipient: text(en...), Budget: most(200), Limit: 6}},
		{"long prose", suggest.Brief{Occasion: "birthday", Recipient: text("my sister who recently moved to a new flat and spends her evenings with a sturdy lamp", "she likes handmade soft things made of wood", "turning forty this year"), Budget: most(200), Limit: 6}},
		{"long de", suggest.Brief{Occasion: "Geburtstag", Recipient: text(tongues[1].tastes...), Budget: most(200), Limit: 6}},
		{"long dejoin", suggest.Brief{Occasion: "Geburtstag", Recipient: text("Donaudampfschifffahrtskapitän", "Schokoladenliebhaberin", "Kaffeetrinkergemeinschaft"), Budget: most(200), Limit: 6}},
		{"long ja", suggest.Brief{Occasion: "誕生日", Recipient: text(tongues[4].tastes...), Budget: most(200), Limit: 6}},
		{"long ar", suggest.Brief{Occasion: "عيد ميلاد", Recipient: text("وللأختي التي تحب القراءة والشاي", "وبالمطبخ والطبخ"), Budget: most(200), Limit: 6}},
		{"long mixed", suggest.Brief{Occasion: "birthday", Recipient: text("échecs", "Gartenarbeit", "ajedrez", "チェス", "šachy", "scacchi", "шахматы", "sjakk"), Budget: most(200), Limit: 6}},
		{"long digits", suggest.Brief{Occasion: "birthday", Recipient: text("three of 7", "seven and 9 and a half years"), Budget: most(200), Limit: 6}},
		{"long not", suggest.Brief{Occasion: "birthday", Recipient: text("not so very really much"), Budget: most(200), Limit: 6}},
		{"long one", suggest.Brief{Occasion: "birthday", Recipient: strings.Repeat("a ", 990), Budget: most(200), Limit: 6}},
		{"nothing", suggest.Brief{Occasion: "birthday", Recipient: "a friend who loves chess", Budget: most(1), Limit: 6}},
		{"currency", suggest.Brief{Occasion: "birthday", Recipient: "a friend who loves chess", Budget: catalog.FloorMoney(50, "EUR"), Limit: 6}},
		{"sympathy", suggest.Brief{Occasion: "sympathy", Recipient: "a friend who loves chess", Budget: most(100), Limit: 6}},
		{"kids", suggest.Brief{Occasion: "birthday", Recipient: "my 6 year old son", Budget: most(30), Limit: 6}},
	}
	for i := range list {
		list[i].Now = today()
	}
	return list
}
