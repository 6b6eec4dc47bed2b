package mcp

import (
	"encoding/base64"
	"net/url"
	"reflect"
	"strings"
	"testing"
	"time"
	"unicode/utf8"
)

// wrap writes a text as a header does that can't hold it as it is.
func wrap(text string) string {
	return "=?base64?" + base64.StdEncoding.EncodeToString([]byte(text)) + "?="
}

// A value that is wrapped means the one text that is wrapped so; every other one means itself.
func FuzzDecodeSentinel(f *testing.F) {
	for _, seed := range []string{
		"", "echo", "=?base64?ZWNobw==?=", "=?base64??=", "=?base64?=", "=?BASE64?ZWNobw==?=", "=?base64?ZWNobw?=", "=?base64?ZWNobx==?=",
		"=?base64?ZWN\nobw==?=", "=?base64?/w==?=", "=?base64?_-==?=", "=?base64?PT9iYXNlNjQ/ZWNobw==?=?=", " =?base64?ZWNobw==?=",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, value string) {
		text, ok := decodeSentinel(value)
		inner := strings.TrimSuffix(strings.TrimPrefix(value, "=?base64?"), "?=")
		decoded, err := base64.StdEncoding.DecodeString(inner)
		switch isWrapped := value == "=?base64?"+inner+"?="; {
		case !isWrapped:
			if !ok || text != value {
				t.Errorf("%q: got %q, %t, want it as it is", value, text, ok)
			}
		case ok && (wrap(text) != value || !utf8.ValidString(text)):
			t.Errorf("%q: got %q, which is wrapped as %q", value, text, wrap(text))
		case !ok && err == nil && wrap(string(decoded)) == value && utf8.Valid(decoded):
			t.Errorf("%q: refused, want %q", value, decoded)
		}
		if again, ok := decodeSentinel(wrap(value)); ok != utf8.ValidString(value) || ok && again != value {
			t.Errorf("%q wrapped: got %q, %t", value, again, ok)
		}
	})
}

// What was sealed comes back for its purpose and in time, and nothing else does: no text of which a
// character is another one, missing or too many, and none that somebody else has sealed.
func FuzzSealer_open(f *testing.F) {
	f.Add("cursor tools/list", "100", uint16(0), byte('A'))
	f.Add("state tools/call 00", `{"step":2}`, uint16(70), byte('\n'))
	f.Add("", "", uint16(12), byte('='))
	f.Add("cursor ", "\xff\x00", uint16(53), byte('_'))
	now := time.Date(2026, time.July, 28, 12, 0, 0, 0, time.UTC)
	s, stranger := newSealer([]byte("secret"), func() time.Time { return now }), newSealer([]byte("another"), time.Now)
	f.Fuzz(func(t *testing.T, purpose, text string, place uint16, character byte) {
		const keep = time.Minute
		now := now
		s.now = func() time.Time { return now }
		sealed := s.seal(purpose, text, keep)
		if got, err := s.open(purpose, sealed); err != nil || got != text {
			t.Errorf("seal(%q, %q): got %q back, error %v", purpose, text, got, err)
		}
		at := int(place) % len(sealed)
		for _, other := range []string{
			text, sealed[:at], sealed[:at] + sealed[at+1:], sealed[:at] + string(character) + sealed[at:],
			sealed[:at] + string([]byte{character}) + sealed[at+1:], sealed + string([]byte{character}), stranger.seal(purpose, text, keep),
		} {
			if got, err := s.open(purpose, other); err == nil && other != sealed {
				t.Errorf("%q: opened to %q, though only %q was sealed", other, got, sealed)
			}
		}
		if got, err := s.open(purpose+string(character), sealed); err == nil {
			t.Errorf("seal(%q, %q): got %q for another purpose", purpose, text, got)
		}
		if now = now.Add(keep + time.Second); purpose != "" {
			if got, err := s.open(purpose, sealed); err == nil {
				t.Errorf("seal(%q, %q): got %q when it is too late", purpose, text, got)
			}
		}
	})
}

// A URI that a template matches is one that the template makes of what is found in it, up to the way
// in which it is escaped; and what the template makes of any text, it finds again.
func FuzzTemplate_match(f *testing.F) {
	for _, uri := range []string{
		"mcp://echo/items/a", "mcp://echo/items/%C3%A9?size=XL", "mcp://echo/items/é", "mcp://echo/items/a%2Fb/similar", "mcp://echo/items/",
		"mcp://echo/items//similar", "mcp://echo/items/a?size=%zz", "mcp://echo/items/%ff", "mcp://echo/items/..?a;b", "mcp://echo/items/a#b", "MCP://echo/items/a",
	} {
		f.Add(uri, "shop:1 é/?#%{}", "L&size=M+")
	}
	templates := []Template{
		{URITemplate: "mcp://echo/items/{id}"}, {URITemplate: "mcp://echo/items/{id}{?size}"}, {URITemplate: "mcp://echo/items/{id}/similar"},
	}
	f.Fuzz(func(t *testing.T, uri, id, size string) {
		for _, template := range templates {
			if value, query, ok := template.match(uri); ok {
				again, sameQuery, ok := template.match(expand(template.URITemplate, value, query))
				if !ok || again != value || len(query) > 0 && !reflect.DeepEqual(query, sameQuery) || !utf8.ValidString(value) || value == "" {
					t.Errorf("%s, %q: got %q and %q, of which come %q and %q, %t", template.URITemplate, uri, value, query, again, sameQuery, ok)
				}
			}
			made := expand(template.URITemplate, id, url.Values{"size": {size}})
			value, query, ok := template.match(made)
			if want := id != "" && utf8.ValidString(id); ok != want || ok && (value != id || query.Get("size") != size) {
				t.Errorf("%s with %q and %q, %q: got %q and %q, %t, want %t", template.URITemplate, id, size, made, value, query, ok, want)
			}
		}
	})
}

// expand makes a URI of a template's path variable and a query (RFC 6570 §3.2.2).
func expand(template, value string, query url.Values) string {
	before, after, _ := strings.Cut(template, "{")
	_, after, _ = strings.Cut(after, "}")
	after, _, _ = strings.Cut(after, "{?")
	return before + strings.ReplaceAll(url.QueryEscape(value), "+", "%20") + after + "?" + query.Encode()
}
