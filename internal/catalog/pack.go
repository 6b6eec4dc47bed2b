package catalog

import (
	"encoding/binary"
	"math"
	"strings"
	"time"
)

// packSize is how many gifts a pack holds. Each pack has a table of its own for repeated words, so there should be many
// gifts in it; and one in the making takes twice its memory, so there should not be too many.
const packSize = 4096

// A pack holds gifts in a row. Texts stand in one string, of which those of a gift that was unpacked are parts. The
// numbers say how long they are, and which words a gift has.
type pack struct {
	texts   string
	numbers []byte   // varints
	words   []string // what many gifts have in common, each once
	starts  []start  // by gift
}

// A start is where a gift begins in the texts and the numbers of its pack.
type start struct{ text, number uint32 }

// A packer makes packs.
type packer struct {
	full    []pack
	texts   []byte
	numbers []byte
	words   []string
	known   map[string]int64 // by word, its place among them
	starts  []start
}

// gifts returns what was added. Nothing may be added after that.
func (p *packer) gifts() Gifts {
	g := Gifts{count: len(p.full)*packSize + len(p.starts)}
	p.close()
	g.packs = p.full
	return g
}

// close ends a pack. What grew with it is copied, so that no memory stays unused.
func (p *packer) close() {
	if len(p.starts) == 0 {
		return
	}
	p.full = append(p.full, pack{
		texts:   string(p.texts),
		numbers: append([]byte(nil), p.numbers...),
		words:   append([]string(nil), p.words...),
		starts:  append([]start(nil), p.starts...),
	})
	p.texts, p.numbers, p.words, p.starts = p.texts[:0], p.numbers[:0], p.words[:0], p.starts[:0]
	clear(p.known)
}

// add packs a gift. Its fields come in the order in which unpack takes them.
func (p *packer) add(g *Gift) {
	if len(p.starts) == packSize {
		p.close()
	}
	p.starts = append(p.starts, start{uint32(len(p.texts)), uint32(len(p.numbers))})
	for _, text := range [...]string{g.ID, g.Name, g.Description, g.URL, g.ImageURL, g.ImageAlt} {
		p.text(text)
	}
	for _, word := range [...]string{
		g.Source, g.Category, g.CategoryPath, g.Brand, string(g.Kind), g.Price.Currency, string(g.PriceBasis),
		string(g.Availability), string(g.Restricted),
	} {
		p.word(word)
	}
	for _, n := range [...]int64{
		g.Price.Minor, g.PriceTo, int64(g.AgeFrom), int64(g.AgeTo), int64(g.RatingCount), g.Priced.Unix(),
		g.ValidUntil.Unix(), g.Updated.Unix(),
	} {
		p.number(n)
	}
	p.flag(g.Personalised)
	p.flag(g.Shared)
	p.rating(g.Rating)
	p.days(g.HandlingDays)
	p.days(g.TransitDays)
	p.list(g.Tags, p.text)
	for _, list := range [...][]string{g.Occasions, g.Interests, g.Relationships, g.Cautions} {
		p.list(list, p.word)
	}
	p.number(int64(len(g.Options)))
	for _, option := range g.Options {
		p.word(option.Name)
		p.list(option.Values, p.word)
	}
}

func (p *packer) number(n int64) { p.numbers = binary.AppendVarint(p.numbers, n) }

func (p *packer) text(text string) {
	p.number(int64(len(text)))
	p.texts = append(p.texts, text...)
}

func (p *packer) word(word string) {
	n, ok := p.known[word]
	if !ok {
		n = int64(len(p.words))
		word = strings.Clone(word) // It may be part of a longer text.
		p.words = append(p.words, word)
		if p.known == nil {
			p.known = map[string]int64{}
		}
		p.known[word] = n
	}
	p.number(n)
}

func (p *packer) flag(on bool) {
	var n int64
	if on {
		n = 1
	}
	p.number(n)
}

func (p *packer) rating(rating *float64) {
	if p.flag(rating != nil); rating != nil {
		p.numbers = binary.LittleEndian.AppendUint64(p.numbers, math.Float64bits(*rating))
	}
}

func (p *packer) days(days *int) {
	if p.flag(days != nil); days != nil {
		p.number(int64(*days))
	}
}

func (p *packer) list(list []string, add func(string)) {
	p.number(int64(len(list)))
	for _, s := range list {
		add(s)
	}
}

// An unpacker reads a gift.
type unpacker struct {
	texts   string
	numbers []byte
	words   []string
	spare   []string // room for lists, which have a few values each
}

// unpack reads gift i of a pack.
func (k *pack) unpack(i int, g *Gift) {
	u := k.at(i)
	for _, text := range [...]*string{&g.ID, &g.Name, &g.Description, &g.URL, &g.ImageURL, &g.ImageAlt} {
		*text = u.text()
	}
	for _, word := range [...]*string{
		&g.Source, &g.Category, &g.CategoryPath, &g.Brand, (*string)(&g.Kind), &g.Price.Currency, (*string)(&g.PriceBasis),
		(*string)(&g.Availability), (*string)(&g.Restricted),
	} {
		*word = u.word()
	}
	g.Price.Minor, g.PriceTo = u.number(), u.number()
	g.AgeFrom, g.AgeTo, g.RatingCount = int(u.number()), int(u.number()), int(u.number())
	g.Priced, g.ValidUntil, g.Updated = u.time(), u.time(), u.time()
	g.Personalised, g.Shared = u.flag(), u.flag()
	g.Rating, g.HandlingDays, g.TransitDays = u.rating(), u.days(), u.days()
	g.Tags = u.list(u.text)
	g.Occasions, g.Interests, g.Relationships, g.Cautions = u.list(u.word), u.list(u.word), u.list(u.word), u.list(u.word)
	g.Options = nil
	for range u.number() {
		g.Options = append(g.Options, Option{Name: u.word(), Values: u.list(u.word)})
	}
}

// at reads from where gift i begins.
func (k *pack) at(i int) unpacker {
	return unpacker{texts: k.texts[k.starts[i].text:], numbers: k.numbers[k.starts[i].number:], words: k.words}
}

// id reads no more than the id of gift i, which stands first.
func (k *pack) id(i int) string {
	u := k.at(i)
	return u.text()
}

func (u *unpacker) number() int64 {
	n, size := binary.Varint(u.numbers)
	u.numbers = u.numbers[size:]
	return n
}

func (u *unpacker) text() string {
	n := u.number()
	text := u.texts[:n]
	u.texts = u.texts[n:]
	return text
}

func (u *unpacker) word() string { return u.words[u.number()] }

func (u *unpacker) flag() bool { return u.number() != 0 }

func (u *unpacker) time() time.Time { return time.Unix(u.number(), 0).UTC() }

func (u *unpacker) rating() *float64 {
	if !u.flag() {
		return nil
	}
	rating := math.Float64frombits(binary.LittleEndian.Uint64(u.numbers))
	u.numbers = u.numbers[8:]
	return &rating
}

func (u *unpacker) days() *int {
	if !u.flag() {
		return nil
	}
	days := int(u.number())
	return &days
}

func (u *unpacker) list(next func() string) []string {
	n := int(u.number())
	if n == 0 {
		return nil
	}
	if n > len(u.spare) {
		u.spare = make([]string, max(n, 16))
	}
	list := u.spare[:n:n]
	u.spare = u.spare[n:]
	for i := range list {
		list[i] = next()
	}
	return list
}
