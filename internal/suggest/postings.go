package suggest

import (
	"runtime"
	"slices"
	"strings"
	"sync"

	"giftserver/internal/catalog"
	"giftserver/internal/lexicon"
)

// How much a gift is about an interest.
const (
	declared = 1.0 // the gift says so
	implied  = 0.8 // its name or tags mean it, when it declares none
)

// usualTags is how many tags a gift may have before they are taken for stuffing: they count as text then, and
// the interests they mean count the less the more there are.
const usualTags = 12

// read reads what the gifts say. As that is most of the work of making an index, they are read in as many
// parts as there are processors.
func (ix *index) read() []part {
	const least = 1000 // gifts that are worth a part
	n := ix.snapshot.Gifts.Len()
	parts := make([]part, min(runtime.GOMAXPROCS(0), n/least+1))
	var wg sync.WaitGroup
	for i := range parts {
		wg.Go(func() { parts[i].read(ix, i*n/len(parts), (i+1)*n/len(parts)) })
	}
	wg.Wait()
	return parts
}

// join puts the parts together: the postings of each term in one list, in the order of the docs.
func (ix *index) join(parts []part) {
	ids, counts := map[string]int32{}, []int32(nil)
	ix.interests = map[string]postings{}
	for i := range parts {
		p := &parts[i]
		p.ids = make([]int32, len(p.terms))
		for stem, local := range p.terms {
			id, ok := ids[stem]
			if !ok {
				id = int32(len(counts))
				ids[stem] = id
				counts = append(counts, 0)
			}
			p.ids[local] = id
			counts[id] += p.counts[local]
		}
		for label, list := range p.interests {
			joined := ix.interests[label]
			for j := range list {
				joined.add(posting{doc: ix.numbers[list[j].doc], impact: list[j].impact})
			}
			ix.interests[label] = joined
		}
	}
	for label, list := range ix.interests {
		list.order()
		ix.interests[label] = list
	}
	lists := ix.fill(parts, counts)
	ix.words = make(map[string]postings, len(ids))
	for stem, id := range ids {
		ix.words[stem] = lists[id]
	}
}

// fill makes the lists of the terms, of which counts tells how long they are.
func (ix *index) fill(parts []part, counts []int32) []postings {
	w := newWeigher(parts, len(ix.docs))
	lists := make([]postings, len(counts))
	for id, n := range counts {
		lists[id].all = make([]posting, 0, n)
	}
	for doc, gift := range ix.gifts {
		p := partOf(parts, gift)
		local := gift - p.from
		for e := range p.entries.of(int(local)) {
			lists[p.ids[e.term]].add(posting{int32(doc), w.impact(&e.tf, &p.lengths[local]), e.tf.fields()})
		}
	}
	var others []posting
	for i := range lists {
		others = lists[i].divide(others)
	}
	return lists
}

// partOf returns the part that a gift is in.
func partOf(parts []part, gift int32) *part {
	i := len(parts) - 1
	for parts[i].from > gift {
		i--
	}
	return &parts[i]
}

// A part is what a run of gifts says.
type part struct {
	lexicon *lexicon.Lexicon
	reader  lexicon.Reader
	prose   []lexicon.Word // the description's
	from    int32          // the first gift
	doc     int32          // the one that is being read, by its number in the snapshot

	terms     map[string]int32     // by stem, the number of the term within the part
	latest    []int32              // by term, its place in the gift that had it last
	counts    []int32              // by term, how many gifts have it
	current   []entry              // the terms of the gift that is being read
	entries   entries              // those of the gifts that were read
	lengths   []lengths            // by gift
	sums      [fields]int          // of the lengths
	interests map[string][]posting // of gifts by their number
	occasions labels
	named     map[int32]labelSet       // by gift, the occasions that its name tells
	needed    map[int32]bool           // by gift, whether it is a necessity
	genders   map[int32]lexicon.Gender // by gift, of those it is named for
	ids       []int32                  // by term, its number in the index
}

func (p *part) read(ix *index, from, to int) {
	p.lexicon, p.from = ix.lexicon, int32(from)
	p.terms, p.interests = map[string]int32{}, map[string][]posting{}
	p.occasions, p.named = ix.occasions, map[int32]labelSet{}
	p.needed, p.genders = map[int32]bool{}, map[int32]lexicon.Gender{}
	p.lengths = make([]lengths, to-from)
	for i, g := range ix.snapshot.Gifts.Range(from, to) {
		p.doc = int32(i)
		p.gift(g)
		p.entries.add(p.current)
		p.current = p.current[:0]
	}
}

// gift reads a gift.
func (p *part) gift(g *catalog.Gift) {
	p.prose = append(p.prose[:0], p.reader.Words(g.Description)...)
	foreign := g.Description == "" || !p.lexicon.IsEnglish(g.Description, p.prose)
	english := []string{g.Name}
	if foreign {
		english, _ = p.lexicon.EnglishOfThings(slices.Concat([]string{g.Name, g.Description}, g.Tags)...)
	}
	imply := p.labels(g, english[0])
	p.texts(g.Name, g.Tags, imply)
	p.words(inText, p.prose)
	if foreign {
		// What is understood of a brief is in English, so a gift must be too. It keeps its own words, for
		// what no glossary has.
		p.texts(english[0], english[2:], imply)
		p.field(inText, english[1])
	}
	if p.genders[p.doc] == lexicon.Female|lexicon.Male {
		delete(p.genders, p.doc) // What is for both is for all.
	}
	for _, option := range g.Options {
		for _, value := range option.Values {
			p.field(inText, value)
		}
	}
	for _, caution := range g.Cautions {
		p.field(inCautions, caution)
		if foreign {
			english, _ := p.lexicon.EnglishOfThings(caution)
			p.field(inCautions, english[0])
		}
	}
}

// labels reads what a gift says in no language, or in any, and tells whether interests are still to be read out of its
// texts. A nozzle is nothing for a cook, though the shop has it on the shelf for kitchens: a necessity is about what its
// name, here in English, says.
func (p *part) labels(g *catalog.Gift, name string) (imply bool) {
	imply = len(g.Interests) == 0
	if words := p.reader.Words(name); g.PriceBasis == catalog.Listed && p.lexicon.IsNecessity(words) {
		p.needed[p.doc], imply = true, false
		p.imply(words, implied)
	}
	for _, label := range g.Interests {
		if !p.needed[p.doc] {
			p.mean(label, declared)
		}
		p.field(inCautions, label) // Who avoids robots avoids robotics.
	}
	p.field(inBrand, g.Brand)
	p.field(p.shelfField(), g.CategoryPath)
	p.field(inCautions, string(g.Restricted))
	return imply
}

// shelfField is the field that the gift's tags and categories are read into: those of a necessity do not name it.
func (p *part) shelfField() field {
	if p.needed[p.doc] {
		return inText
	}
	return inTags
}

// texts reads what names a gift in one language; imply says whether interests are read out of it.
func (p *part) texts(name string, tags []string, imply bool) {
	in, damping := p.shelfField(), float32(1)
	if len(tags) > usualTags {
		in, damping = inText, usualTags/float32(len(tags))
	}
	words := p.field(inName, name)
	for _, f := range p.lexicon.Find(lexicon.Occasion, words) {
		p.named[p.doc] |= p.occasions.set(f.Label)
	}
	if imply {
		p.imply(words, implied)
	}
	for _, tag := range tags {
		if words := p.field(in, tag); imply {
			p.imply(words, implied*damping)
		}
	}
}

// field reads a field and returns its words, which are valid until the next field is read.
func (p *part) field(f field, text string) []lexicon.Word {
	words := p.reader.Words(text)
	p.words(f, words)
	return words
}

// words reads the words of a field. Whom a gift is for, words tell that mean nothing else.
func (p *part) words(f field, words []lexicon.Word) {
	for i := range words {
		if named.has(f) {
			p.meant(words[i].Stem)
		}
		switch {
		case words[i].Stopword:
		case isAbsent(words, i):
			p.add(inAbsence, words[i].Stem)
		default:
			p.add(f, words[i].Stem)
		}
	}
}

// meant notes whom a gift is for that is named by a word.
func (p *part) meant(stem string) {
	if g := p.lexicon.GiftGender(stem); g != lexicon.AnyGender {
		p.genders[p.doc] |= g
	}
}

// isAbsent reports whether a gift is said to be without what word i means: "gluten-free", "no nuts", "free from
// milk". Of a list only the first item is believed.
func isAbsent(words []lexicon.Word, i int) bool {
	if i+1 < len(words) && words[i+1].Hyphen && words[i+1].Text == "free" {
		return true
	}
	if i == 0 || words[i].Pause != lexicon.NoPause {
		return false
	}
	switch words[i-1].Text {
	case "no", "non", "without":
		return true
	case "from", "of":
		return i > 1 && words[i-2].Text == "free"
	}
	return false
}

// add counts a term in a field of the gift.
func (p *part) add(f field, stem string) {
	term, ok := p.terms[stem]
	if !ok {
		term = int32(len(p.latest))
		p.terms[strings.Clone(stem)] = term // It may be part of a longer text.
		p.latest = append(p.latest, 0)
		p.counts = append(p.counts, 0)
	}
	if last := int(p.latest[term]); last >= len(p.current) || p.current[last].term != term {
		p.latest[term] = int32(len(p.current))
		p.counts[term]++
		p.current = append(p.current, entry{term: term})
	}
	p.current[p.latest[term]].tf.add(f)
	p.sums[f]++
	if n := &p.lengths[p.doc-p.from][f]; *n < 1<<16-1 {
		*n++
	}
}

// imply adds the interests that words mean.
func (p *part) imply(words []lexicon.Word, impact float32) {
	for _, f := range p.lexicon.Find(lexicon.Interest, words) {
		p.mean(f.Label, impact)
	}
}

// mean notes that the gift is about an interest.
func (p *part) mean(label string, impact float32) {
	list := p.interests[label]
	if n := len(list); n > 0 && list[n-1].doc == p.doc {
		list[n-1].impact = max(list[n-1].impact, impact)
		return
	}
	p.interests[label] = append(list, posting{doc: p.doc, impact: impact})
}
