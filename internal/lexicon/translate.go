package lexicon

import (
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
// left as it is. Emoji of things that mean something are written as words.
//
// The language is the ISO 639-1 code of the one that most of the texts' words are in; "en" when nothing
// else is told.
func (l *Lexicon) English(texts ...string) (english []string, language string) {
	return l.translate(l.languages, texts)
}

// EnglishOfThings is [Lexicon.English] for texts about a thing for sale: its name, its categories, its description.
func (l *Lexicon) EnglishOfThings(texts ...string) (english []string, language string) {
	return l.translate(l.things, texts)
}

func (l *Lexicon) translate(from *languages, texts []string) (english []string, language string) {
	english = make([]string, len(texts))
	read := make([]reading, len(texts))
	plain := true
	for i, text := range texts {
		english[i] = l.spellOut(text)
		read[i] = from.readText(english[i])
		plain = plain && read[i].plain
	}
	if plain {
		return english, "en"
	}
	glossaries := from.candidates(read)
	totals := l.plan(read, glossaries)
	for i := range read {
		r := &read[i]
		if r.chosen = r.choose(totals); r.chosen >= 0 {
			english[i] = r.plans[r.chosen].text(r, false)
		}
	}
	l.meanCouples(read, english)
	return english, mostSpoken(read, glossaries)
}

// mostSpoken returns the language of most words. Of two that have as many it is not English, as words of
// English stand in texts of any language.
func mostSpoken(read []reading, glossaries []*glossary) string {
	english, scores := 0.0, make([]float64, len(glossaries))
	for i := range read {
		if r := &read[i]; r.chosen >= 0 {
			scores[r.chosen] += r.plans[r.chosen].score
		} else {
			english += r.english
		}
	}
	best := -1
	for i, score := range scores {
		if score > 0 && score >= english && (best < 0 || score > scores[best]) {
			best = i
		}
	}
	if best < 0 {
		return "en"
	}
	return glossaries[best].code
}

// ofCouples are the occasions at which the receiver is the partner of the giver.
var ofCouples = []string{"anniversary", "Valentine's Day"}

// meanCouples writes the texts in which somebody may be a partner or not anew, if one of all tells of an
// occasion of couples: "meine Freundin" is a girlfriend on Valentine's Day.
func (l *Lexicon) meanCouples(read []reading, english []string) {
	isOpen := func(m match) bool { return m.gloss != nil && m.couples != "" }
	tells := func(f Found) bool { return slices.Contains(ofCouples, f.Label) }
	for i := range read {
		r := &read[i]
		if r.chosen < 0 || !slices.ContainsFunc(r.plans[r.chosen].matches, isOpen) {
			continue
		}
		if slices.ContainsFunc(english, func(text string) bool { return slices.ContainsFunc(l.Find(Occasion, Words(text)), tells) }) {
			english[i] = r.plans[r.chosen].text(r, true)
		}
	}
}

// A reading is a text and what each language makes of it.
type reading struct {
	tokens  []token
	rest    string
	strict  bool    // it is written with diacritics
	english float64 // how much of it English knows
	plain   bool    // it is plainly in English
	plans   []plan  // parallel to the glossaries that were asked
	chosen  int     // the number of the plan of the language that it is in, -1 for English
}

// A plan is how one language reads a text.
type plan struct {
	score   float64
	matches []match // by token; without gloss where nothing begins
	final   bool    // as that of the glossary
}

// mostly is how plainly a text without diacritics is in English that needs no look at the glossaries,
// which takes its time: of so many words all but one are.
const mostly = 3

// readText finds out whether a text is in English.
func (ls *languages) readText(text string) reading {
	var r reading
	r.tokens, r.rest = tokens(text)
	words, known, ascii := 0, 0, true
	for i := range r.tokens {
		t := &r.tokens[i]
		if t.isNumber() {
			continue
		}
		words++
		w := ls.inEnglish(t.text)
		if w == conceptWord || w == stopWord {
			known++
		}
		r.english += w.speaks()
		r.strict = r.strict || t.folded != t.text
		ascii = ascii && isASCII(t.text)
	}
	r.plain = known == words || ascii && known*mostly >= words*(mostly-1)
	return r
}

// plan finds out what each language makes of the texts, and how much of those that it knows best.
func (l *Lexicon) plan(read []reading, glossaries []*glossary) (totals []float64) {
	totals = make([]float64, len(glossaries))
	english := 0.0
	for i := range read {
		r := &read[i] // Also one that may be English only by its looks.
		english += r.english
		kept := l.keep(r.tokens)
		matches := make([]match, len(r.tokens)*len(glossaries))
		r.plans = make([]plan, len(glossaries))
		for j, g := range glossaries {
			p := &r.plans[j]
			p.matches, matches = matches[:len(r.tokens)], matches[len(r.tokens):]
			p.read(g, r.tokens, kept, r.strict && g.marks)
		}
	}
	for j := range glossaries {
		if english > 0 && isDoubtful(read, j) {
			for i := range read {
				read[i].plans[j].score = 0
			}
		}
		for i := range read {
			if r := &read[i]; !r.plain && r.plans[j].score > r.english {
				totals[j] += r.plans[j].score
			}
		}
	}
	return totals
}

// isDoubtful reports whether a language knows no word of the texts but for derived ones that are written as
// English words could be. Beside English words that is no sign of it: "tong" is a flip-flop in French.
func isDoubtful(read []reading, language int) bool {
	for i := range read {
		for k, m := range read[i].plans[language].matches {
			if m.gloss != nil && (!m.derived || !isASCII(read[i].tokens[k].text)) {
				return false
			}
		}
	}
	return true
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

// read reads a text, but for the words that are kept.
func (p *plan) read(g *glossary, text []token, kept []bool, strict bool) {
	p.final = g.final
	for i := 0; i < len(text); {
		if kept[i] {
			i++
			continue
		}
		m, ok := g.find(text[i:], strict)
		if j, joined := g.findJoined(text[i:], strict, mostClitics); joined && (!ok || j.sure > m.sure) {
			m, ok = j, true
		}
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
			tied = tied || p.text(r, false) != b.text(r, false)
		}
	}
	if tied {
		return -1
	}
	return best
}

// text writes the text in English, as it is meant with an occasion of couples or without.
func (p *plan) text(r *reading, couples bool) string {
	out := make(sentence, 0, len(r.tokens))
	for i := 0; i < len(r.tokens); {
		m, t := &p.matches[i], &r.tokens[i]
		if m.gloss == nil {
			out.add(t, t.text)
			i++
			continue
		}
		english := m.english
		if couples && m.couples != "" {
			english = m.couples
		}
		english = strings.Replace(english, anyNumber, m.number, 1)
		i += len(m.words)
		if other, ok := strings.CutPrefix(english, owner); ok {
			if i < len(r.tokens) && p.matches[i].gloss != nil && p.matches[i].person && out.own() {
				continue
			}
			english = strings.TrimSpace(other)
		}
		out.add(t, english)
		out[len(out)-1].person = m.person
	}
	if p.final {
		out.bindBack()
	} else {
		out.bind()
	}
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
	person       bool // somebody whom a gift may be for
}

// marks puts what stands between words into its English form. An apostrophe was one of the other language.
var marks = strings.NewReplacer("'", " ", "’", " ", "、", ", ", "・", ", ", "。", ". ", "،", ", ", "؛", "; ", "؟", "? ", "।", ". ")

// add writes the English for what begins with a token. Words that had no space between them get one where
// one of them is translated.
func (s *sentence) add(t *token, english string) {
	w := written{before: t.before, text: english, translated: english != t.text}
	if t.before != " " && t.before != "" {
		w.before, w.pause = marks.Replace(t.before), t.pauses()
	}
	if w.before == "" && len(*s) > 0 && (w.translated || (*s)[len(*s)-1].translated) && !strings.HasPrefix(english, "-") {
		w.before = " "
	}
	*s = append(*s, w)
}

// leading are the words that say in English how what follows is meant.
var leading = []string{"no", "without", "dislikes", "doesn't eat", "likes", "loves"}

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
