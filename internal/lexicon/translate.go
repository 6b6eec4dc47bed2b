package lexicon

import (
	"maps"
	"slices"
	"strings"
)

// English returns texts about one person in words that the tables and the rest of the program
// understand. Texts in English stay as they are, and so do words that no glossary has: names, brands and
// what the languages share.
//
// The language of a text is the one that knows most of its words, English if that knows as many; the
// other texts help where that leaves two. So a word that means one thing here and another there, such as
// German "Gift", counts only among words of its language, and when nothing tells which is meant it is
// left as it is.
//
// The language is the ISO 639-1 code of the one that most of the texts' words are in; "en" when nothing
// else is told.
func (l *Lexicon) English(texts ...string) (english []string, language string) {
	read := make([]reading, len(texts))
	var totals []float64
	foreign := false
	for i, text := range texts {
		read[i] = l.readText(text)
		if totals == nil && read[i].plans != nil {
			totals = make([]float64, len(read[i].plans))
		}
		for j, p := range read[i].plans {
			if p.score > read[i].english {
				foreign = true
				totals[j] += p.score
			}
		}
	}
	if !foreign {
		return texts, "en"
	}
	english = slices.Clone(texts)
	spoken := map[string]float64{}
	for i := range read {
		if read[i].plans == nil {
			l.plan(&read[i]) // It may be English only by its looks.
		}
		if best := read[i].choose(totals); best >= 0 {
			p := &read[i].plans[best]
			english[i] = p.text(&read[i])
			spoken[l.glossaries()[best].code] += p.score
		} else {
			spoken["en"] += read[i].english
		}
	}
	return english, mostSpoken(spoken)
}

// mostSpoken returns the language with the highest score. Of equal ones it is the one that is not English,
// as words of English stand in texts of any language.
func mostSpoken(scores map[string]float64) string {
	best := "en"
	for _, language := range slices.Sorted(maps.Keys(scores)) {
		if scores[language] > scores[best] || scores[language] == scores[best] && best == "en" {
			best = language
		}
	}
	return best
}

// IsEnglish reports whether a text is more likely in English than not, for little work: of English prose
// at least a third are words that stand in any text.
func (l *Lexicon) IsEnglish(text string) bool {
	list, _ := tokens(text)
	known := 0
	for i := range list {
		if l.knownInEnglish(&list[i]) > 0 {
			known++
		}
	}
	return known*3 >= len(list)
}

// A reading is a text and what each language makes of it; no plans when it is in English.
type reading struct {
	tokens  []token
	rest    string
	strict  bool    // it is written with diacritics
	english float64 // how much of it English knows
	plans   []plan  // parallel to Lexicon.glossaries
}

// A plan is how one language reads a text.
type plan struct {
	score   float64
	matches []match // by token; without gloss where nothing begins
}

// How much a word speaks for English. The names of interests are much the same in many languages.
const (
	sureStop    = 1.0
	sureConcept = 0.5
)

// mostly is how plainly a text without diacritics is in English that needs no look at the glossaries,
// which takes its time: of so many words all but one are.
const mostly = 3

// knownInEnglish says how much a word speaks for English, 0 for nothing.
func (l *Lexicon) knownInEnglish(t *token) float64 {
	switch {
	case !isASCII(t.text):
		return 0
	case stopWords[t.text], l.friends[t.text]:
		return sureStop
	case l.english[t.text], l.english[strings.TrimSuffix(t.text, "s")]:
		return sureConcept
	}
	return 0
}

// readText finds out what each language makes of a text, unless it is plainly in English.
func (l *Lexicon) readText(text string) reading {
	var r reading
	r.tokens, r.rest = tokens(text)
	words, known, plain := 0, 0, true
	for i := range r.tokens {
		t := &r.tokens[i]
		if t.isNumber() {
			continue
		}
		words++
		weight := l.knownInEnglish(t)
		if weight > 0 && !l.friends[t.text] {
			known++
		}
		r.english += weight
		plain = plain && isASCII(t.text)
	}
	r.strict = slices.ContainsFunc(r.tokens, func(t token) bool { return t.marked != t.folded })
	if known == words || plain && known*mostly >= words*(mostly-1) {
		return r
	}
	l.plan(&r)
	return r
}

// plan finds out what each language makes of a text.
func (l *Lexicon) plan(r *reading) {
	kept := l.keep(r.tokens)
	glossaries := l.glossaries()
	r.plans = make([]plan, len(glossaries))
	for i, g := range glossaries {
		r.plans[i] = g.plan(r.tokens, kept, r.strict && g.marks)
	}
}

// keep marks the words of English phrases, which stay in any language: "mê escape room".
func (l *Lexicon) keep(text []token) []bool {
	kept := make([]bool, len(text))
	for i := range text {
		for _, p := range l.compounds[text[i].text] {
			if len(p.words) > len(text)-i {
				continue
			}
			same := true
			for j, w := range p.words[1:] {
				t := &text[i+1+j]
				same = same && !t.pauses() && (t.text == w.Text || Stem(t.text) == w.Stem)
			}
			for j := range p.words {
				kept[i+j] = kept[i+j] || same
			}
		}
	}
	return kept
}

// plan reads a text, but for the words that are kept.
func (g *glossary) plan(text []token, kept []bool, strict bool) plan {
	p := plan{matches: make([]match, len(text))}
	for i := 0; i < len(text); {
		if kept[i] {
			i++
			continue
		}
		m, ok := g.find(text[i:], strict)
		if !ok || m.isNumber() {
			m, ok = g.split(&text[i])
		}
		if !ok {
			i++
			continue
		}
		p.matches[i] = m
		p.score += m.sure * float64(len(m.words))
		i += len(m.words)
	}
	return p
}

// choose returns the number of the language that the text is in, -1 for English and when nothing tells.
// The totals of all texts decide between languages that know as much of this one.
func (r *reading) choose(totals []float64) int {
	best, tied := -1, false
	for i := range r.plans {
		p := &r.plans[i]
		if p.score < r.english || p.score == r.english && totals[i] == 0 {
			continue
		}
		if best < 0 {
			best = i
			continue
		}
		b := &r.plans[best]
		switch {
		case p.score > b.score, p.score == b.score && totals[i] > totals[best]:
			best, tied = i, false
		case p.score == b.score && totals[i] == totals[best]:
			tied = tied || p.text(r) != b.text(r)
		}
	}
	if tied {
		return -1
	}
	return best
}

// text writes the text in English.
func (p *plan) text(r *reading) string {
	var out sentence
	for i := 0; i < len(r.tokens); {
		m, t := &p.matches[i], &r.tokens[i]
		if m.gloss == nil {
			out.add(t, t.text)
			i++
			continue
		}
		out.add(t, strings.ReplaceAll(m.english, anyNumber, m.number))
		i += len(m.words)
	}
	out.bind()
	var b strings.Builder
	for _, w := range out {
		b.WriteString(w.before)
		b.WriteString(w.text)
	}
	return strings.TrimSpace(b.String() + r.rest)
}

// A sentence is a text that is being written.
type sentence []written

// A written word is one of the English text.
type written struct {
	before, text string
	pause        bool
	translated   bool
}

// marks puts what stands between words into its English form. An apostrophe was one of the other language.
var marks = strings.NewReplacer("'", " ", "’", " ", "、", ", ", "。", ". ")

// add writes the English for what begins with a token. Words that had no space between them get one where
// one of them is translated.
func (s *sentence) add(t *token, english string) {
	w := written{marks.Replace(t.before), english, t.pauses(), english != t.text}
	if w.before == "" && len(*s) > 0 && (w.translated || (*s)[len(*s)-1].translated) && !strings.HasPrefix(english, "-") {
		w.before = " "
	}
	*s = append(*s, w)
}

// leading are the words that say in English how what follows is meant.
var leading = []string{"no", "dislikes", "doesn't eat", "likes", "loves"}

// parts are the words that begin a clause.
var parts = []string{"and", "but", "who", "because"}

// bind moves a verb or a negation that stands behind its object to where English has it: "der Schokolade
// liebt", "Schokolade mag sie nicht", "el chocolate no le gusta".
func (s sentence) bind() {
	for i, w := range s {
		if !slices.Contains(leading, w.text) || !s.endsClause(i) {
			continue
		}
		start := i
		for start > 0 && !s[start].pause && !slices.Contains(parts, s[start-1].text) {
			start--
		}
		for j := i; j > start; j-- {
			s[j].text = s[j-1].text
		}
		s[start].text = w.text
	}
}

// endsClause reports whether nothing that is said stands between word i and the end of its clause.
func (s sentence) endsClause(i int) bool {
	for _, w := range s[i+1:] {
		if w.pause || slices.Contains(parts, w.text) {
			return true
		}
		if w.text != "" {
			return false
		}
	}
	return true
}
