package feed

import (
	"bufio"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/runes"
	"golang.org/x/text/transform"
)

// googleXML is the feed of Google Merchant Center in XML: RSS 2.0 or Atom whose items have elements of
// Google's namespace (https://support.google.com/merchants/answer/160589).
var googleXML = format{name: "google-xml", knows: isFeedXML, read: readGoogleXML}

// The namespaces, by which elements are known whatever their prefix.
const (
	spaceGoogle = "http://base.google.com/ns/1.0"
	spaceAtom   = "http://www.w3.org/2005/Atom"
	spaceRSS    = "" // RSS 2.0 has none.

	prefixGoogle = "g" // the prefix of Google's namespace in all its examples
)

// feedField is what an element that is not of Google's namespace says of an item. Beside the words of RSS and Atom
// these are Google's own without their prefix, as some shops write them.
func feedField(n xml.Name) (f field, known bool) {
	switch {
	case n.Space != spaceRSS && n.Space != spaceAtom:
		return fieldIgnored, false
	case n.Local == "summary", n.Local == "content":
		return fieldDescription, true
	}
	f, known = openAI2025.fields[n.Local]
	return f, known
}

// isFeedXML reports whether a text begins like a feed in XML.
func isFeedXML(head string) bool {
	head = strings.TrimLeft(head, "\ufeff\n\t ")
	return strings.HasPrefix(head, "<") &&
		(strings.Contains(head, "<rss") || strings.Contains(head, "<feed") || strings.Contains(head, spaceGoogle))
}

// An xmlFeed reads a feed token by token.
type xmlFeed struct {
	*xml.Decoder
	text  *bounded
	bound string // the namespace that the feed itself binds Google's prefix to
}

// isGoogles reports whether a name is of Google's namespace, or of what a feed takes for it: a prefix that is bound to
// another address, or to none, stands for Google's nevertheless.
func (x *xmlFeed) isGoogles(n xml.Name) bool {
	return n.Space == spaceGoogle || n.Space == prefixGoogle || n.Space != "" && n.Space == x.bound
}

// bind takes over what the attributes of an element bind Google's prefix to.
func (x *xmlFeed) bind(attributes []xml.Attr) {
	for _, a := range attributes {
		if a.Name.Space == "xmlns" && a.Name.Local == prefixGoogle {
			x.bound = a.Value
		}
	}
}

// newXMLFeed returns a reader of a text that is in UTF-8 already, whatever encoding it declares. Like the
// programs that shops check their feeds with, it takes the entities of HTML and a stray "&", and what XML
// does not allow at all becomes a space or the sign of a character that is lost.
func newXMLFeed(text *bufio.Reader) *xmlFeed {
	b := &bounded{in: transform.NewReader(text, runes.Map(func(r rune) rune {
		if r < ' ' && r != '\n' && r != '\t' || r == '\ufffe' || r == '\uffff' {
			return ' '
		}
		return r
	}))}
	d := xml.NewDecoder(b)
	d.Strict = false
	d.Entity = xml.HTMLEntity
	d.CharsetReader = func(_ string, in io.Reader) (io.Reader, error) { return in, nil }
	return &xmlFeed{Decoder: d, text: b}
}

func readGoogleXML(text *bufio.Reader, s *sink) error {
	x := newXMLFeed(text)
	found := false
	for more := true; more; {
		x.text.next()
		t, err := x.Token()
		switch {
		case errors.Is(err, io.EOF) && !found:
			return errors.New("it holds no products; they are wanted as elements <item> of RSS or <entry> of Atom")
		case errors.Is(err, io.EOF):
			return nil
		}
		line, _ := x.InputPos()
		switch t := t.(type) {
		case xml.Directive:
			err = refuseEntities(t)
		case xml.StartElement:
			x.bind(t.Attr)
			if isItem(t.Name) {
				found = true
				more, err = x.item(line, s)
			}
		}
		if err != nil {
			return x.fault(err)
		}
	}
	return nil
}

// refuseEntities refuses a document type with entities of its own. Nothing would read them, but a file that
// has them is made to harm whoever does.
func refuseEntities(d xml.Directive) error {
	if strings.Contains(strings.ToUpper(string(d)), "ENTITY") {
		return errors.New("it declares entities of its own, which no product feed needs; take its DOCTYPE out")
	}
	return nil
}

// isItem reports whether an element is a product.
func isItem(n xml.Name) bool {
	switch n.Local {
	case "item":
		return n.Space == spaceRSS || n.Space == spaceGoogle
	case "entry":
		return n.Space == spaceAtom
	}
	return false
}

// fault says of an error where in the file it is.
func (x *xmlFeed) fault(err error) error {
	line, _ := x.InputPos()
	if syntax, ok := errors.AsType[*xml.SyntaxError](err); ok {
		if err = errors.New(syntax.Msg); syntax.Msg == "unexpected EOF" {
			err = errors.New("the file is cut: it ends within an element")
		}
	}
	return fmt.Errorf("line %d: %w", line, err)
}

// item reads an item, whose start has been read, and hands on its offer.
func (x *xmlFeed) item(line int, s *sink) (more bool, err error) {
	o, plain := &offer{line: line}, &offer{}
	for {
		t, err := x.Token()
		if err != nil {
			return false, err
		}
		switch t := t.(type) {
		case xml.StartElement:
			if err := x.element(t, o, plain); err != nil {
				return false, err
			}
		case xml.EndElement:
			for f, text := range plain.fields {
				if o.fields[f] == "" && text != "" {
					o.set(field(f), text)
				}
			}
			o.shippingDays(shippingParts)
			if strings.ContainsRune(strings.Join(o.fields[:], ""), utf8.RuneError) {
				return s.leaveOut(line, reasonEncoding, o.fields[fieldID]), nil
			}
			return s.offer(o), nil
		}
	}
}

// element reads an element of an item to its end.
func (x *xmlFeed) element(start xml.StartElement, o, plain *offer) error {
	f, known := feedField(start.Name)
	if x.isGoogles(start.Name) {
		f, known = openAI2025.fields[start.Name.Local]
		plain = o
	}
	switch {
	case isItem(start.Name):
		return errors.New("an item begins within another; the one before has no end")
	case !known:
		return x.Skip()
	case f == fieldShipping:
		return x.shipping(o)
	case start.Name == xml.Name{Space: spaceAtom, Local: "link"}:
		plain.set(fieldLink, pageLink(start.Attr))
		return x.Skip()
	}
	text, err := x.value()
	plain.set(f, text)
	return err
}

// pageLink is the address of a product's page if a link of Atom has it.
func pageLink(attributes []xml.Attr) string {
	address := ""
	for _, a := range attributes {
		switch {
		case a.Name.Local == "href":
			address = a.Value
		case a.Name.Local == "rel" && a.Value != "alternate":
			return ""
		}
	}
	return address
}

// value is the text of an element, with that of the elements in it, to its end.
func (x *xmlFeed) value() (string, error) {
	var b strings.Builder
	for depth := 1; depth > 0; {
		t, err := x.Token()
		if err != nil {
			return "", err
		}
		switch t := t.(type) {
		case xml.CharData:
			b.Write(t)
		case xml.StartElement:
			depth++
			b.WriteByte(' ')
		case xml.EndElement:
			depth--
			b.WriteByte(' ')
		}
	}
	return strings.TrimSpace(b.String()), nil
}

// shipping reads a shipping service into the form that it has in tables. Its elements are called as those of
// the product, but say other things: its price is not what the product costs. Only its days matter.
func (x *xmlFeed) shipping(o *offer) error {
	parts := make([]string, len(shippingParts))
	for {
		t, err := x.Token()
		if err != nil {
			return err
		}
		switch t := t.(type) {
		case xml.StartElement:
			text, err := x.value()
			if err != nil {
				return err
			}
			if i := slices.Index(shippingParts, t.Name.Local); i >= 0 && strings.HasPrefix(t.Name.Local, "max_") {
				parts[i] = text
			}
		case xml.EndElement:
			o.set(fieldShipping, strings.Join(parts, ":"))
			return nil
		}
	}
}
