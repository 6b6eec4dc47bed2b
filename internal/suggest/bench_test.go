package suggest_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"strings"
	"testing"

	"giftserver/internal/catalog"
	"giftserver/internal/lexicon"
	"giftserver/internal/suggest"
)

// A mall makes shops of any size that are always the same: words, brands and interests follow Zipf's
// law, as they do in the feeds of merchants, and prices spread evenly over their logarithm.
type mall struct {
	*rand.Rand
	words, brands, interests *rand.Zipf
	labels                   []string
}

func newMall() *mall {
	r := rand.New(rand.NewPCG(1, 2))
	labels := lexicon.Default().Labels(lexicon.Interest)
	return &mall{
		Rand: r, labels: labels,
		words:     rand.NewZipf(r, 1.1, 4, 50_000),
		brands:    rand.NewZipf(r, 1.2, 2, 5_000),
		interests: rand.NewZipf(r, 1.1, 8, uint64(len(labels)-1)),
	}
}

// some returns n words that nobody uses.
func (m *mall) some(n int) string {
	list := make([]string, n)
	for i := range list {
		list[i] = spell(m.words.Uint64())
	}
	return strings.Join(list, " ")
}

// prose returns n words of which every other is a common one, as in a text in English.
func (m *mall) prose(n int) string {
	list := make([]string, n)
	for i := range list {
		list[i] = anyOf(m.Rand, []string{"the", "and", "with", "for", "of", "a", "this", "in"})
		if i%2 == 0 {
			list[i] = spell(m.words.Uint64())
		}
	}
	return strings.Join(list, " ")
}

// spell makes a word of a number, of syllables.
func spell(n uint64) string {
	const syllables = "bakedilofunaporesitumovagehikozuwe"
	var b strings.Builder
	for n += 17; n > 0; n /= 17 {
		b.WriteString(syllables[n%17*2 : n%17*2+2])
	}
	return b.String()
}

func (m *mall) gift(i int) catalog.Gift {
	ages := anyOf(m.Rand, [][2]int{{0, 120}, {0, 120}, {0, 120}, {18, 120}, {3, 12}, {8, 99}})
	label := m.labels[m.interests.Uint64()]
	g := catalog.Gift{
		ID:           fmt.Sprintf("mall:%07d", i),
		Source:       "mall",
		Name:         m.some(2+m.IntN(3)) + " for " + label,
		Description:  m.prose(20+m.IntN(20)) + " " + label,
		Category:     catalog.Categories[m.IntN(len(catalog.Categories))],
		Brand:        "Brand " + spell(m.brands.Uint64()),
		Kind:         catalog.Physical,
		Price:        catalog.Money{Minor: int64(500 * math.Pow(100, m.Float64())), Currency: "USD"},
		Availability: catalog.InStock,
		URL:          fmt.Sprintf("https://mall.example/p/%d", i),
		AgeFrom:      ages[0],
		AgeTo:        ages[1],
		Tags:         strings.Fields(m.some(3)),
		Occasions:    anyOf(m.Rand, [][]string{nil, nil, {"birthday"}, {"birthday", "Christmas"}, {"wedding"}, {"birthday", "Christmas", "thank you"}}),
	}
	if m.IntN(3) > 0 {
		g.Interests = []string{label}
	}
	if m.IntN(20) == 0 {
		g.Availability = catalog.OutOfStock
	}
	if m.IntN(3) == 0 {
		stars := 3 + 2*m.Float64()
		g.Rating, g.RatingCount = &stars, m.IntN(300)
	}
	return g
}

func (m *mall) snapshot(n int) *catalog.Snapshot {
	gifts := make([]catalog.Gift, n)
	for i := range gifts {
		gifts[i] = m.gift(i)
	}
	return &catalog.Snapshot{Gifts: catalog.Pack(gifts)}
}

// brief returns a brief as shoppers write them: most name an interest, some a dislike or an age.
func (m *mall) brief() suggest.Brief {
	b := suggest.Brief{
		Occasion: anyOf(m.Rand, []string{"birthday", "Christmas", "wedding", "thank you", "40th birthday"}),
		Budget:   usd(20 + m.Int64N(200)),
		Now:      today(),
		Limit:    6,
	}
	person := anyOf(m.Rand, []string{"my sister", "a friend", "dad", "my 8-year-old nephew", "a colleague", "my wife"})
	switch m.IntN(10) {
	case 0:
		b.Recipient = person
	case 1:
		b.Recipient = person + " who loves " + m.labels[m.interests.Uint64()] + " and " + m.some(1)
	case 2:
		b.Recipient = person + ", into " + m.labels[m.interests.Uint64()] + ", no " + m.labels[m.interests.Uint64()]
	default:
		b.Recipient = person + " who loves " + m.labels[m.interests.Uint64()] + " and " + m.labels[m.interests.Uint64()]
	}
	return b
}

// sizes are the numbers of gifts that the benchmarks run with. The largest takes a minute to make.
var sizes = []int{1_000, 100_000, 1_000_000}

// BenchmarkSuggest answers ever new briefs from shops of all sizes.
func BenchmarkSuggest(b *testing.B) {
	m := newMall()
	briefs := make([]suggest.Brief, 1000)
	for i := range briefs {
		briefs[i] = m.brief()
	}
	benchmark(b, briefs)
}

// malls are the engines that the benchmarks share, as the largest takes a minute to make.
var malls = map[int]*suggest.Engine{}

// benchmark answers briefs from shops of all sizes.
func benchmark(b *testing.B, briefs []suggest.Brief) {
	for _, n := range sizes {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			if testing.Short() && n > 100_000 {
				b.Skip("takes its time")
			}
			if malls[n] == nil {
				malls[n] = suggest.New(newMall().snapshot(n), nil)
				malls[n].Prepare()
				runtime.GC()
			}
			b.ReportAllocs()
			i := 0
			for b.Loop() {
				malls[n].Suggest(briefs[i%len(briefs)])
				i++
			}
		})
	}
}

// BenchmarkIndex makes the index of a shop; B/gift is what stays of it in memory.
func BenchmarkIndex(b *testing.B) {
	for _, n := range sizes {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			if testing.Short() && n > 100_000 {
				b.Skip("takes its time")
			}
			s := newMall().snapshot(n)
			var before, after runtime.MemStats
			runtime.GC()
			runtime.ReadMemStats(&before)
			var engine *suggest.Engine
			for b.Loop() {
				engine = suggest.New(s, nil)
				engine.Prepare()
			}
			runtime.GC()
			runtime.ReadMemStats(&after)
			b.ReportMetric(float64(after.HeapAlloc-before.HeapAlloc)/float64(n), "B/gift")
			runtime.KeepAlive(engine)
		})
	}
}
