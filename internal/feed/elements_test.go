package feed_test

import (
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"giftserver/internal/feed"
)

// The forms in which JSON may hold two products.
func TestRead_jsonForms(t *testing.T) {
	const one = `{"id":"1","title":"Mug","price":"12.50 USD"}`
	const two = `{"id":"2","title":"Bowl","price":"8.00 USD"}`
	tests := map[string]string{
		"an array":                      "[" + one + "," + two + "]",
		"an array, a product on a line": "[\n" + one + ",\n" + two + "\n]\n",
		"in an object":                  `{"total":2,"products":[` + one + "," + two + `],"skip":0}`,
		"in an object, on lines":        "{\"products\":[\n" + one + ",\n" + two + "]}",
		"an object begins a line":       `{"products":[` + one + ",\n" + two + `]}`,
		"deeper":                        `{"ucp":{"version":"2026-04-08","capabilities":[{"id":"9"}]},"response":{"data":[` + one + "," + two + "]}}",
		"in two lists":                  `{"a":{"products":[` + one + `]},"b":{"products":[` + two + "]}}",
		"lines":                         one + "\n" + two + "\n",
		"lines, no last line end":       one + "\n" + two,
		"lines with blank ones":         "\n" + one + "\n\n  \n" + two + "\n\n",
		"lines with CR LF and a mark":   "\ufeff" + one + "\r\n" + two + "\r\n",
		"one behind another":            one + " " + two,
		"gzip":                          zip(t, one+"\n"+two+"\n"),
		"UTF-16":                        utf16("\ufeff["+one+","+two+"]", 0),
	}
	for name, text := range tests {
		gifts, report := mustRead(t, feed.Options{}, text)
		if diff := cmp.Diff([]string{mug, bowl}, brief(gifts)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
		if report.Rows != 2 || report.Files[0].Format != "json" {
			t.Errorf("%s: got %s, want 2 rows of json", name, report)
		}
	}
}

// A product that is broken is left out, with its line, and the others stay.
func TestRead_plainJSONRowErrors(t *testing.T) {
	const one = `{"id":"1","title":"Mug","price":"12.50 USD"}`
	const two = `{"id":"2","title":"Bowl","price":"8.00 USD"}`
	deep := `{"id":"3","title":"Cup","price":"9 USD","x":` + strings.Repeat("[", 70) + strings.Repeat("]", 70) + "}"
	tests := []struct{ name, text, leftOut string }{
		{"cut in a line", one + "\n{\"id\":\"3\",\"title\":\n" + two + "\n", "no JSON object that is in order: 2"},
		{"no JSON in a line", one + "\n{'id':3}\n" + two + "\n", "no JSON object that is in order: 2"},
		{"two in a line", one + "\n" + two + "\n{\"id\":3}{\"id\":4}\n", "no JSON object that is in order: 3"},
		{"a name twice, lines", one + "\n{\"id\":\"3\",\"id\":\"4\"}\n" + two + "\n", "no JSON object that is in order: 2"},
		{"a name twice, array", "[" + one + ",\n{\"id\":\"3\",\"id\":\"4\"},\n" + two + "]", "no JSON object that is in order: 2"},
		{"not UTF-8, lines", one + "\n{\"id\":\"3\",\"title\":\"Caf\xe9\"}\n" + two + "\n", "no JSON object that is in order: 2"},
		{"not UTF-8, array", "[" + one + ",\n{\"id\":\"3\",\"title\":\"Caf\xe9\"},\n" + two + "]", "no JSON object that is in order: 2"},
		{"nested too deep, lines", one + "\n" + deep + "\n" + two + "\n", "no JSON object that is in order: 2"},
		{"nested too deep, array", "[" + one + ",\n" + deep + "," + two + "]", "no JSON object that is in order: 2"},
		{"no object", "[" + one + ",\n\n3," + two + "]", "no JSON object that is in order: 3"},
		{"a long line", one + "\n{\"id\":\"" + strings.Repeat("x", 3<<20) + "\"}\n" + two + "\n", "a record that is too long: 2"},
		{"counted across lines", "[\n\n" + one + ",\n{\n\"id\":\"3\",\n\"title\":\"Cup\"},\n" + two + "]", "no price: 4"},
	}
	for _, tt := range tests {
		gifts, report := mustRead(t, feed.Options{}, tt.text)
		if diff := cmp.Diff([]string{mug, bowl}, brief(gifts)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
		if diff := cmp.Diff([]string{tt.leftOut}, leftOut(report)); diff != "" {
			t.Errorf("%s: left out (-want +got):\n%s", tt.name, diff)
		}
	}
}

// JSON that is no good as a whole brings nothing.
func TestRead_plainJSONFileErrors(t *testing.T) {
	const one = `{"id":"1","title":"Mug","price":"12.50 USD"}`
	tests := []struct{ name, text, want string }{
		{"cut in an array", "[" + one + ",\n{\"id\":\"2\"", "the file is cut: it ends on line 2 within JSON that is not closed"},
		{"cut between products", "[" + one + ",\n", "the file is cut: it ends on line 2"},
		{"cut in a line", one + "\n" + one + "\n{\"id\":\"2", "the file is cut: its last line, 3, ends within an object"},
		{"broken in an array", "[" + one + ",\n{'id':3}]", "line 2: it is no JSON: "},
		{"more behind it", "[" + one + "]\n]", "line 2: it is no JSON: "},
		{"an endless product", "[" + one + `,{"id":"` + strings.Repeat("x", 4<<20) + `"}]`, "line 1: a record of more than 1048576 bytes"},
		{"an endless text around them", `{"products":[` + one + `],"x":"` + strings.Repeat("x", 4<<20) + `"}`, "line 1: a record of more than 1048576 bytes"},
		{"an empty array", "[]", "no format that is known here"},
		{"of something else", `[{"id":"1","weight":3}]`, "JSON should hold a list of products, each with a title and a price; --map says where they are"},
	}
	for _, tt := range tests {
		gifts, _, err := read(t, feed.Options{}, file("feed", tt.text))
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: got %d gifts and error %v, want error %q", tt.name, len(gifts), err, tt.want)
		}
	}
}

// products is an array of JSON without an end.
type products struct {
	text string
	n    int
	read int // bytes
}

func (p *products) Read(b []byte) (int, error) {
	if p.text == "" {
		p.n++
		p.text = fmt.Sprintf("%c\n"+`{"id":"%d","title":"Mug","price":"12.50 USD"}`, "[,"[min(p.n-1, 1)], p.n)
	}
	n := copy(b, p.text)
	p.text = p.text[n:]
	p.read += n
	return n, nil
}

// An array is read piece by piece, however long it is.
func TestRead_jsonStreams(t *testing.T) {
	const want = 10_000
	endless := &products{}
	files := []feed.File{{Name: "feed", Open: func() (io.ReadCloser, error) { return io.NopCloser(endless), nil }}}
	gifts, _ := feed.Read(t.Context(), files, feed.Options{Source: "shop", Format: feed.Auto, Now: now})
	got := 0
	for _, err := range gifts {
		if err != nil {
			t.Fatal(err)
		}
		if got++; got == want {
			break
		}
	}
	if got != want {
		t.Errorf("got %d gifts, want %d of an array without an end", got, want)
	}
}
