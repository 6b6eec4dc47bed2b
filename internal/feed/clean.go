package feed

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
	"golang.org/x/text/unicode/norm"
)

// clean returns plain text in one line: HTML, entities and links in Markdown become what they show, control
// and invisible characters go, and the rest is in Unicode's form NFC.
func clean(text string) string {
	// Feeds that went through several programs have entities of entities.
	const mostLayers = 4
	for range mostLayers {
		if !strings.ContainsAny(text, "<&") {
			break
		}
		plain := plainText(text)
		if plain == text {
			break
		}
		text = plain
	}
	if strings.Contains(text, "](") {
		text = markdownLink.ReplaceAllString(text, "$1")
	}
	return oneLine(visible(text))
}

// markdownLink is a link or an image in Markdown, which hosts would show as such.
var markdownLink = regexp.MustCompile(`!?\[([^\]]*)\]\([^)]*\)`)

// oneLine makes each run of spaces one space.
func oneLine(text string) string {
	if !strings.Contains(text, "  ") {
		return strings.TrimSpace(text)
	}
	return strings.Join(strings.Fields(text), " ")
}

// plainText returns what a piece of HTML shows. What only looks like a tag, as in "a <b", stays.
func plainText(text string) string {
	if !strings.Contains(text, "<") {
		return html.UnescapeString(text)
	}
	var b strings.Builder
	z := html.NewTokenizer(strings.NewReader(text))
	z.AllowCDATA(true)
	hidden := false // in a script or style
	for {
		kind := z.Next()
		raw := string(z.Raw())
		switch kind {
		case html.ErrorToken:
			b.WriteString(raw) // What begins like a tag and does not end.
			return b.String()
		case html.TextToken:
			if !hidden {
				b.Write(z.Text())
			}
		case html.StartTagToken, html.EndTagToken, html.SelfClosingTagToken:
			name, _ := z.TagName()
			switch tag := atom.Lookup(name); {
			case tag == 0:
				b.WriteString(raw)
			case tag == atom.Script || tag == atom.Style:
				hidden = kind == html.StartTagToken
			case !inline[tag]:
				b.WriteByte(' ')
			}
		}
	}
}

// inline are the elements that stand within a word or sentence.
var inline = map[atom.Atom]bool{
	atom.A: true, atom.Abbr: true, atom.B: true, atom.Em: true, atom.Font: true, atom.I: true, atom.Mark: true, atom.S: true,
	atom.Small: true, atom.Span: true, atom.Strong: true, atom.Sub: true, atom.Sup: true, atom.U: true,
}

// The characters that spell the flags of England, Scotland and Wales: a black flag, some tags and the tag
// that ends them.
const (
	blackFlag = '\U0001F3F4'
	firstTag  = '\U000E0020'
	endOfTags = '\U000E007F'
	mostTags  = 7
)

// visible takes out what can't be seen: models would read it, and the people who check a text would not.
// In UTF-8 that is in order, it also composes characters (NFC).
func visible(text string) string {
	if isPrintable(text) {
		return text
	}
	var b strings.Builder
	b.Grow(len(text))
	last, tags := ' ', 0 // tags is how many more may follow a flag
	for _, r := range norm.NFC.String(text) {
		switch {
		case unicode.IsSpace(r):
			r = ' '
		case r >= firstTag && r <= endOfTags && tags > 0:
			tags--
		case r == utf8.RuneError, isHidden(r) && !shapes(r, last):
			continue
		case r == blackFlag:
			tags = mostTags
		default:
			tags = 0
		}
		b.WriteRune(r)
		last = r
	}
	return b.String()
}

// isPrintable reports whether a text is of ASCII that can be seen.
func isPrintable(text string) bool {
	for i := range len(text) {
		if text[i] < ' ' || text[i] >= 0x7f {
			return false
		}
	}
	return true
}

// isHidden reports whether a character shows nothing by itself.
func isHidden(r rune) bool {
	return r > 0x7e && unicode.In(r, unicode.Variation_Selector, unicode.Other_Default_Ignorable_Code_Point) ||
		!unicode.IsGraphic(r) || r == '\u2800' // a pattern of Braille without dots
}

const (
	nonJoiner = '\u200c'
	joiner    = '\u200d'
	asText    = '\ufe0e'
	asEmoji   = '\ufe0f'
)

// shapes reports whether a hidden character changes the look of the one before it: it makes one emoji of
// several, chooses its form, or joins and parts the letters of scripts that need it.
func shapes(r, last rune) bool {
	switch r {
	case asText, asEmoji:
		return unicode.IsSymbol(last) || unicode.IsPunct(last) || unicode.IsDigit(last)
	case joiner:
		return last == asEmoji || unicode.IsSymbol(last) || unicode.In(last, joining...)
	case nonJoiner:
		return unicode.In(last, joining...)
	}
	return false
}

// joining are the scripts in which joiners matter.
var joining = []*unicode.RangeTable{
	unicode.Arabic, unicode.Bengali, unicode.Devanagari, unicode.Gujarati, unicode.Gurmukhi, unicode.Kannada, unicode.Khmer,
	unicode.Malayalam, unicode.Oriya, unicode.Sinhala, unicode.Tamil, unicode.Telugu,
}
