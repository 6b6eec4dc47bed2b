package tools

import (
	"cmp"
	"context"
	"strings"
	"sync"

	"golang.org/x/text/language"

	"giftserver/internal/catalog"
	"giftserver/internal/mcp"
)

// A voice is how answers sound to those who read one language in one region.
type voice struct {
	*phrases
	occasions, relationships, interests, avoided map[string]string // names by label
	several                                      map[string]string // has the relationships of more than one person
	ideas                                        catalog.IdeaNames
	money                                        *catalog.Formatter
	rates                                        *catalog.Rates // nil without
}

// voices are made when they are first asked for. They are safe for concurrent use.
type voices struct {
	names func() *names // read for the first of them
	rates *catalog.Rates

	mu    sync.Mutex
	known map[string]*voice            // by tag as it came and by locale; at most mostVoices
	ideas map[string]catalog.IdeaNames // by language
}

// mostVoices is how many tags are remembered. There are more than anybody uses, and all are forgotten when
// there is no room.
const mostVoices = 64

func newVoices(rates *catalog.Rates) *voices {
	read := sync.OnceValue(func() *names {
		n, err := loadNames()
		if err != nil {
			panic(err) // The tables are part of the program, and a test reads them.
		}
		return n
	})
	return &voices{names: read, rates: rates, known: map[string]*voice{}, ideas: map[string]catalog.IdeaNames{}}
}

// of returns the voice for a call: that of the tag, else of the locale that the host says its user has,
// else English.
func (vs *voices) of(ctx context.Context, tag string) *voice {
	tag = cmp.Or(strings.TrimSpace(tag), mcp.Locale(ctx))
	tag = tag[:min(len(tag), longestTag)]
	vs.mu.Lock()
	defer vs.mu.Unlock()
	v := vs.known[tag]
	if v != nil {
		return v
	}
	if len(vs.known)+2 > mostVoices {
		clear(vs.known)
	}
	spoken, locale := localeOf(tag)
	if v = vs.known[locale]; v == nil {
		v = vs.newVoice(spoken, locale)
		vs.known[locale] = v
	}
	vs.known[strings.Clone(tag)] = v // It may be the beginning of a long text, which is not kept.
	return v
}

// longestTag is how much of a tag is read, in bytes. RFC 5646 (§4.4.1) expects none that is longer, and
// language and region stand in front.
const longestTag = 35

// localeOf reads a BCP 47 tag: which of the languages it is best answered in, and the locale for money.
// What is wrong with a tag is left out of it, and what is no tag at all is English.
func localeOf(tag string) (spoken, locale string) {
	t, _ := language.Parse(tag) // It returns what it could read, whatever the error.
	base, script, region := t.Raw()
	t, err := language.Raw.Compose(base, script, region)
	if err != nil || t == language.Und {
		return "en", "en"
	}
	spoken = base.String()
	if languages[spoken] == nil {
		spoken = "en"
	}
	return spoken, t.String()
}

func (vs *voices) newVoice(spoken, locale string) *voice {
	n := vs.names()
	return &voice{
		phrases:       languages[spoken],
		occasions:     n.occasions[spoken],
		relationships: n.relationships[spoken],
		interests:     n.interests[spoken],
		avoided:       n.avoided[spoken],
		several:       n.relationships[several],
		ideas:         vs.ideasIn(spoken),
		money:         catalog.NewFormatter(locale),
		rates:         vs.rates,
	}
}

// ideasIn returns the names of the ideas in a language, for all its regions.
func (vs *voices) ideasIn(spoken string) catalog.IdeaNames {
	names, known := vs.ideas[spoken]
	if !known {
		names = catalog.IdeaNamesIn(spoken)
		vs.ideas[spoken] = names
	}
	return names
}

// named returns what labels are called, those without a name as they are.
func named(labels []string, names map[string]string) []string {
	list := make([]string, len(labels))
	for i, label := range labels {
		list[i] = cmp.Or(names[label], label)
	}
	return list
}

// list lists up to most texts: "a, b and c".
func (v *voice) list(texts []string, most int) string {
	texts = texts[:min(len(texts), most)]
	if len(texts) == 1 {
		return clip(texts[0], 60)
	}
	var b strings.Builder
	if len(texts) > 1 {
		b.Grow(100)
	}
	for i, text := range texts {
		switch i {
		case 0:
		case len(texts) - 1:
			b.WriteString(v.and)
		default:
			b.WriteString(", ")
		}
		b.WriteString(clip(text, 60))
	}
	return b.String()
}

// likesOf lists the first interests by their names.
func (v *voice) likesOf(interests []string) string { return v.list(named(interests, v.interests), 3) }

// avoidedOf lists what is to be avoided by its names. One thing stands for all of its kind: a nut is among
// the nuts.
func (v *voice) avoidedOf(things []string) string {
	list := make([]string, len(things))
	for i, thing := range things {
		list[i] = cmp.Or(v.avoided[thing], v.avoided[thing+"s"], v.interests[thing], thing)
	}
	return v.list(list, 5)
}
