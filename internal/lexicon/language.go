package lexicon

import "slices"

// How many more words of a text a language has to know than any other so that no closer look would tell otherwise: a
// few, and a quarter of what the other knows.
const (
	fewMore     = 3
	quarterMore = 1.25
)

// Language tells which language a text is in as an ISO 639-1 code, for a tenth of the work of English. It returns ""
// where only a closer look can tell: a few words, kindred languages and scripts other than Latin.
func (l *Lexicon) Language(text string) string {
	r := l.languages.readText(text)
	switch {
	case r.plain:
		return "en"
	case l.languages.script(r.tokens) != 0:
		return ""
	}
	votes := make([]int, len(l.languages.glossaries))
	l.languages.vote(l.languages.latin[0](), r.tokens, votes)
	best := slices.Index(votes, slices.Max(votes))
	most := float64(votes[best])
	votes[best] = 0
	switch second := max(r.english, float64(slices.Max(votes))); {
	case most >= max(second+fewMore, second*quarterMore):
		return l.languages.glossaries[best].code
	case r.english >= max(most+fewMore, most*quarterMore):
		return "en"
	}
	return ""
}

// EnglishOfThingsIn returns a text of which the language is known in words of English, as EnglishOfThings does.
func (l *Lexicon) EnglishOfThingsIn(language, text string) string {
	text = l.spellOut(text)
	r := l.things.readText(text)
	i := slices.IndexFunc(l.things.glossaries, func(g *glossary) bool { return g.code == language })
	if r.plain || i < 0 {
		return text
	}
	g := l.things.glossaries[i].load()
	p := plan{matches: make([]match, len(r.tokens))}
	if p.read(g, r.tokens, l.keep(r.tokens), r.strict && g.marks); p.score < r.english {
		return text
	}
	return p.text(&r, false)
}
