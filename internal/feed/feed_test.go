package feed_test

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"giftserver/internal/catalog"
	"giftserver/internal/feed"
)

// now is when all tests import.
var now = time.Date(2026, time.November, 20, 12, 0, 0, 0, time.UTC)

// file is a product file that holds a text.
func file(name, text string) feed.File {
	return feed.File{Name: name, Open: func() (io.ReadCloser, error) { return io.NopCloser(strings.NewReader(text)), nil }}
}

// read reads product files to their end.
func read(t *testing.T, o feed.Options, files ...feed.File) ([]*catalog.Gift, *feed.Report, error) {
	t.Helper()
	o.Source, o.Now = "shop", now
	if o.Format == "" {
		o.Format = feed.Auto
	}
	gifts, report := feed.Read(t.Context(), files, o)
	var list []*catalog.Gift
	for g, err := range gifts {
		if err != nil {
			return list, report, err
		}
		list = append(list, g)
	}
	return list, report, nil
}

// mustRead reads a text that is in order as a whole.
func mustRead(t *testing.T, o feed.Options, text string) ([]*catalog.Gift, *feed.Report) {
	t.Helper()
	gifts, report, err := read(t, o, file("feed", text))
	if err != nil {
		t.Fatalf("%.60q: %v", text, err)
	}
	return gifts, report
}

// brief writes what matters of gifts: "shop:1 Mug 12.50 USD".
func brief(gifts []*catalog.Gift) []string {
	var list []string
	for _, g := range gifts {
		list = append(list, fmt.Sprintf("%s %s %v %s", g.ID, g.Name, g.Price.Major(), g.Price.Currency))
	}
	return list
}

// leftOut writes what is wrong with rows, and where: "no title: 3"; and how many products a shop does not
// offer: "draft × 2".
func leftOut(r *feed.Report) []string {
	var texts []string
	for _, reason := range slices.Sorted(maps.Keys(r.LeftOut)) {
		isFault := slices.ContainsFunc(r.Errors, func(e feed.RowError) bool { return e.Reason == reason })
		if !isFault && reason != "out of stock" && reason != "no longer offered" {
			texts = append(texts, fmt.Sprintf("%s × %d", reason, r.LeftOut[reason]))
		}
	}
	for _, e := range r.Errors {
		i := slices.IndexFunc(texts, func(text string) bool { return strings.HasPrefix(text, e.Reason+":") })
		if i < 0 {
			i = len(texts)
			texts = append(texts, e.Reason+":")
		}
		texts[i] += fmt.Sprintf(" %d", e.Line)
	}
	return texts
}

// notes writes what a report says of single rows and columns: "column that is not read: 1".
func notes(r *feed.Report) []string {
	var texts []string
	for _, f := range slices.Concat(r.Guesses, r.Warnings) {
		if f.Count == 0 {
			continue
		}
		text := f.What + ":"
		for _, at := range f.First {
			text += fmt.Sprintf(" %d", at.Line)
		}
		texts = append(texts, text)
	}
	return texts
}

const (
	mug  = "shop:1 Mug 12.5 USD"
	bowl = "shop:2 Bowl 8 USD"
)

// The forms in which a table of two products may come.
func TestRead_forms(t *testing.T) {
	const tsv = "id\ttitle\tprice\tavailability\n1\tMug\t12.50 USD\tin_stock\n2\tBowl\t8.00 USD\tin_stock\n"
	csv := strings.ReplaceAll(tsv, "\t", ",")
	tests := map[string]string{
		"TSV":                            tsv,
		"CSV":                            csv,
		"semicolons":                     strings.ReplaceAll(tsv, "\t", ";"),
		"pipes":                          strings.ReplaceAll(tsv, "\t", "|"),
		"a spreadsheet's hint":           "sep=;\n" + strings.ReplaceAll(tsv, "\t", ";"),
		"CR LF":                          strings.ReplaceAll(tsv, "\n", "\r\n"),
		"CR":                             strings.ReplaceAll(tsv, "\n", "\r"),
		"mixed line ends":                strings.Replace(strings.Replace(tsv, "\n", "\r\n", 1), "in_stock\n2", "in_stock\r2", 1),
		"no last line end":               strings.TrimSuffix(tsv, "\n"),
		"blank lines":                    "\n" + strings.ReplaceAll(tsv, "\n", "\n\n") + "\t\t\t\n\n",
		"byte order mark":                "\ufeff" + tsv,
		"mark before a quote":            "\ufeff" + `"id","title","price","availability"` + strings.TrimPrefix(csv, "id,title,price,availability"),
		"mark behind a blank line":       "\n\t\ufeff" + tsv,
		"UTF-16, little":                 utf16("\ufeff"+tsv, 0),
		"UTF-16, big":                    utf16("\ufeff"+tsv, 1),
		"UTF-16 without a mark":          utf16(tsv, 0),
		"UTF-16, big, without a mark":    utf16(tsv, 1),
		"gzip":                           zip(t, tsv),
		"headers in other spellings":     strings.Replace(tsv, "id\ttitle\tprice\tavailability", "ID\t Title \tg:Price\tG:AVAILABILITY", 1),
		"all fields quoted":              `"` + strings.NewReplacer("\t", "\"\t\"", "\n", "\"\n\"").Replace(strings.TrimSpace(tsv)) + `"`,
		"a column that is not known":     strings.NewReplacer("availability\n", "availability\tmy column\n", "in_stock\n", "in_stock\tx\n").Replace(tsv),
		"blank cells behind the rows":    strings.ReplaceAll(tsv, "stock\n", "stock\t\t \n"),
		"blank cells behind the header":  strings.Replace(tsv, "availability\n", "availability\t\t\n", 1),
		"remarks before the header":      "# Required | An ID\t# Required | A title\t# Required | A price\t\n# More\n" + tsv,
		"a header that begins with #":    strings.NewReplacer("id\t", "#\tid\t", "\n1\t", "\n1\t1\t", "\n2\t", "\n2\t2\t").Replace(tsv),
		"old spelling of being in stock": strings.ReplaceAll(tsv, "in_stock", "In Stock"),
	}
	for name, text := range tests {
		gifts, report := mustRead(t, feed.Options{}, text)
		if diff := cmp.Diff([]string{mug, bowl}, brief(gifts)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
		if got := leftOut(report); got != nil || report.Rows != 2 || report.Products != 2 || report.Imported != 2 {
			t.Errorf("%s: got %s, want 2 rows imported", name, report)
		}
	}
}

// utf16 writes ASCII and the byte order mark in UTF-16, the high byte first (1) or last (0).
func utf16(text string, big int) string {
	var b bytes.Buffer
	for _, r := range text {
		pair := [2]byte{byte(r), byte(r >> 8)}
		b.WriteByte(pair[big])
		b.WriteByte(pair[1-big])
	}
	return b.String()
}

func zip(t *testing.T, text string) string {
	t.Helper()
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	if _, err := z.Write([]byte(text)); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// How quotes are read, in the form that their writers meant. The first column is the title.
func TestRead_quotes(t *testing.T) {
	tests := []struct {
		name, text string
		want       []string // titles, or what is wrong
	}{
		{"doubled within quotes", "title\tid\tprice\n\"Monitor 17\"\" black\"\t1\t5 USD\n", []string{`Monitor 17" black`}},
		{"stray within a field", "title\tid\tprice\nMonitor 17\" black\t1\t5 USD\n", []string{`Monitor 17" black`}},
		{"stray at the end", "title\tid\tprice\nMonitor 17\"\t1\t5 USD\nCup\t2\t5 USD\n", []string{`Monitor 17"`, "Cup"}},
		{"around a word", "title\tid\tprice\n\"Best\" mug\t1\t5 USD\nCup\t2\t5 USD\n", []string{`"Best" mug`, "Cup"}},
		{"never closed, TSV", "title\tid\tprice\n\"Best mug\t1\t5 USD\nCup\t2\t5 USD\n", []string{`"Best mug`, "Cup"}},
		{"closed by another row's, TSV", "title\tid\tprice\n\"Best mug\t1\t5 USD\nMonitor 17\"\t2\t5 USD\n", []string{`"Best mug`, `Monitor 17"`}},
		{"a delimiter within", "title,id,price\n\"Mug, large\",1,5 USD\n", []string{"Mug, large"}},
		{"lines within", "title,id,price\n\"Mug\nlarge\",1,5 USD\nCup,2,5 USD\n", []string{"Mug large", "Cup"}},
		{"lines within, TSV", "title\tid\tprice\n\"Mug\nlarge\"\t1\t5 USD\nCup\t2\t5 USD\n", []string{"Mug large", "Cup"}},
		{"empty", "title,id,price,brand\nMug,1,5 USD,\"\"\n", []string{"Mug"}},
		{"a lone quote", "title,id,price,brand\nMug,1,5 USD,\"\"\"\"\n", []string{"Mug"}},
	}
	for _, tt := range tests {
		gifts, _ := mustRead(t, feed.Options{}, tt.text)
		var got []string
		for _, g := range gifts {
			got = append(got, g.Name)
		}
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
	}
}

// Rows that say nothing that can be relied on are left out, and the others stay.
func TestRead_rowErrors(t *testing.T) {
	tests := []struct {
		name, text string
		want       []string
		leftOut    string
	}{
		{"too short", "id,title,price,brand\n1,Mug,12.50 USD,B\n3,Cup,9 USD\n2,Bowl,8 USD,B\n", []string{mug, bowl}, "more or fewer columns than the header has: 3"},
		{"too long", "id,title,price\n1,Mug,12.50 USD\n3,Cup, large,9 USD\n2,Bowl,8 USD\n", []string{mug, bowl}, "more or fewer columns than the header has: 3"},
		{"too long but for blank cells", "id,title,price\n1,Mug,12.50 USD\n3,Cup,9 USD, ,x\n2,Bowl,8 USD,,\n", []string{mug, bowl}, "more or fewer columns than the header has: 3"},
		{"counted across quoted lines", "id,title,price\n1,\"Mug\n\",12.50 USD\n3,\"Cup\n\n\",cheap\n2,Bowl,8 USD\n", []string{mug, bowl}, "price that is no amount such as 15.00 USD: 4"},
		{"no title", "id,title,price\n1,Mug,12.50 USD\n3, ,9 USD\n4,<br>,9 USD\n", []string{mug}, "no title: 3 4"},
		{"no id", "id,title,price\n1,Mug,12.50 USD\n ,Cup,9 USD\n", []string{mug}, "no id, or one that is too long: 3"},
		{"long id", "id,title,price\n1,Mug,12.50 USD\n" + strings.Repeat("x", 196) + ",Cup,9 USD\n", []string{mug}, "no id, or one that is too long: 3"},
		{"unknown availability", "id,title,price,availability\n1,Mug,12.50 USD,in stock\n3,Cup,9 USD,maybe\n4,Cup,9 USD,\n", []string{mug}, "unknown availability: 3 4"},
		{"repeated id", "id,title,price\n1,Mug,12.50 USD\n1 ,Other,9 USD\n2,Bowl,8 USD\n", []string{mug, bowl}, "repeated id: 3"},
		{"no price", "id,title,price\n1,Mug,12.50 USD\n3,Cup,\n", []string{mug}, "no price: 3"},
		{"two amounts", "id;title;price\n1;Mug;12.50 USD\n3;Cup;1.234 EUR\n", []string{mug}, "price that could mean two amounts, as 1.234 may be 1234.00 or 1.23: 3"},
		{"not UTF-8", "id,title,price\n1,Mug,12.50 USD\n3,Caf\xe9,9 USD\n2,Bowl,8 USD\n", []string{mug, bowl}, "text that is not in UTF-8: 3"},
		{"not UTF-8 among what is", "id,title,price\n1,Mug,12.50 USD\n3,Caf\xe9 \xe9,9 USD\n2,Bowl,8 USD\n4,é,x USD\n", []string{mug, bowl}, "text that is not in UTF-8: 3"},
	}
	for _, tt := range tests {
		gifts, report := mustRead(t, feed.Options{}, tt.text)
		if diff := cmp.Diff(tt.want, brief(gifts)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
		if got := leftOut(report); len(got) == 0 || got[0] != tt.leftOut {
			t.Errorf("%s: got %q left out, want %q", tt.name, got, tt.leftOut)
		}
	}
}

// A file that is no good as a whole brings nothing.
func TestRead_fileErrors(t *testing.T) {
	const tsv = "id\ttitle\tprice\n1\tMug\t12.50 USD\n"
	zipped := zip(t, strings.Repeat(tsv, 1000))
	tests := []struct{ name, text, want string }{
		{"empty", "", "it is empty"},
		{"only spaces", "\ufeff \r\n\n", "it is empty"},
		{"only a header", "id\ttitle\tprice\n", "no product in it can be imported; it has no rows"},
		{"nothing that can be sold", "id,title,price\n1,Mug,free\n2,Cup,free\n", `no product in it can be imported; 2 of 2 rows: price that is no amount such as 15.00 USD (line 2 "free")`},
		{"no feed", "Dear shop,\nplease find attached\n", "no format that is known here"},
		{"cut in a row", tsv + "2\tBow", "the file is cut: its last line, 3, ends after 2 of 3 columns"},
		{"cut in a quote", "id,title,price\n1,Mug,9 USD\n2,\"Bowl", "line 3: the quote that opens here is never closed"},
		{"cut in gzip", zipped[:len(zipped)-9], "the file is cut"},
		{"damaged gzip", zipped[:20] + "xx" + zipped[22:], "unpacking: "},
		{"no price", "id\ttitle\tlink\tbrand\n1\tMug\t\t\n", "line 1: there is no column price among id, title, link, brand"},
		{"a column twice", "id,title,title,price\n1,Mug,Cup,9 USD\n", "line 1: two columns say title"},
		{"a quote never closed", "id,title,price\n1,Mug,9 USD\n2,\"Bowl,9 USD\n" + strings.Repeat("3,Cup,9 USD\n", 1<<17), "line 3: the quote that opens here is never closed"},
		{"an endless line", "id,title,price\n1," + strings.Repeat("Mug", 1<<19) + ",9 USD\n", "line 2: a record of more than 1048576 bytes"},
	}
	for _, tt := range tests {
		gifts, _, err := read(t, feed.Options{}, file("feed", tt.text))
		if err == nil || !strings.Contains(err.Error(), tt.want) || !strings.HasPrefix(err.Error(), "reading feed: ") {
			t.Errorf("%s: got %d gifts and error %v, want error %q", tt.name, len(gifts), err, tt.want)
		}
	}
}
