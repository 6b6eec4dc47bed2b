package feed

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"

	"golang.org/x/net/html"
)

// isHTML reports whether a text that begins like this is a page, or a piece of one with JSON-LD in it.
func isHTML(head string) bool {
	head = strings.ToLower(strings.TrimLeft(head, "\ufeff \n\t"))
	begins := func(tag string) bool { return strings.HasPrefix(head, tag) }
	isFeed := begins("<?xml") || begins("<rss") || begins("<feed")
	return begins("<!doctype html") || begins("<html") || begins("<") && !isFeed && strings.Contains(head, linkedData)
}

// linkedData is the type of scripts that hold JSON-LD.
const linkedData = "application/ld+json"

// readScripts hands on what the scripts of JSON-LD in a page hold. One that is broken is left out.
func readScripts(text io.Reader, s *sink, take taker) error {
	z := html.NewTokenizer(text)
	z.SetMaxBuf(maxRecord)
	inScript, found, line := false, false, 1
	for {
		kind := z.Next()
		begins := line
		line += bytes.Count(z.Raw(), []byte{'\n'})
		switch {
		case kind == html.ErrorToken && errors.Is(z.Err(), io.EOF):
			if !found {
				s.warn(1, "page without a script of type "+linkedData+", which is all that is read of one", "")
			}
			return nil
		case kind == html.ErrorToken:
			return fmt.Errorf("line %d: %w", begins, z.Err())
		case kind == html.StartTagToken:
			inScript = isLinkedData(z)
		case kind == html.TextToken && inScript:
			found = true
			if !readScript(bytes.Clone(z.Text()), begins, s, take) {
				return nil
			}
		default:
			inScript = false
		}
	}
}

// isLinkedData reports whether a tag begins a script of JSON-LD.
func isLinkedData(z *html.Tokenizer) bool {
	name, more := z.TagName()
	if string(name) != "script" {
		return false
	}
	for more {
		var key, text []byte
		key, text, more = z.TagAttr()
		kind, _, _ := strings.Cut(string(text), ";")
		if string(key) == "type" && strings.EqualFold(strings.TrimSpace(kind), linkedData) {
			return true
		}
	}
	return false
}

// readScript hands on the things in a script, each with the line that it begins on.
func readScript(text []byte, line int, s *sink, take taker) (more bool) {
	text = []byte(spaced(unwrapScript(string(text), &line)))
	v, err := parseValue(text)
	if err != nil || v.kind != kindArray {
		return takeProduct(s, line, v, err, take)
	}
	for _, item := range v.items {
		if !take(line, item) {
			return false
		}
	}
	return true
}

// spaced writes a space for each control character. JSON allows none within its texts, where pages often have line
// ends, and elsewhere they are nothing but space.
func spaced(text string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' {
			return ' '
		}
		return r
	}, text)
}

// unwrapScript takes off the comments by which old browsers were kept from reading a script, and counts the
// lines before it.
func unwrapScript(text string, line *int) string {
	rest := strings.TrimLeft(text, " \n\t")
	for _, mark := range []string{"<!--", "//<![CDATA[", "// <![CDATA[", "/*<![CDATA[*/", "<![CDATA["} {
		rest = strings.TrimLeft(strings.TrimPrefix(rest, mark), " \n\t")
	}
	*line += strings.Count(text[:len(text)-len(rest)], "\n")
	for _, mark := range []string{"-->", "//]]>", "// ]]>", "/*]]>*/", "]]>", "//"} {
		rest = strings.TrimRight(strings.TrimSuffix(rest, mark), " \n\t")
	}
	return strings.TrimSuffix(rest, ";")
}
