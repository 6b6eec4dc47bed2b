package feed_test

import (
	archive "archive/zip"
	"bytes"
	"io"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"giftserver/internal/feed"
)

// packed makes a zip archive of names and texts.
func packed(t *testing.T, files ...string) string {
	t.Helper()
	var b bytes.Buffer
	z := archive.NewWriter(&b)
	for i := 0; i < len(files); i += 2 {
		w, err := z.Create(files[i])
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.WriteString(w, files[i+1]); err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// onDisk is a product file that can be read from any place on.
func onDisk(text string) feed.File {
	return feed.File{Name: "feed", Open: func() (io.ReadCloser, error) {
		return struct {
			*strings.Reader
			io.Closer
		}{strings.NewReader(text), io.NopCloser(nil)}, nil
	}}
}

const twoRows = "id\ttitle\tprice\n1\tMug\t12.50 USD\n2\tBowl\t8 USD\n"

func TestRead_zip(t *testing.T) {
	tests := map[string]string{
		"one file":    packed(t, "products.tsv", twoRows),
		"in a folder": packed(t, "feed/", "", "feed/products.tsv", twoRows),
		"from a Mac":  packed(t, "products.tsv", twoRows, "__MACOSX/._products.tsv", "x", ".DS_Store", "x"),
		"of XML":      packed(t, "products.xml", rss(mugItem+bowlItem)),
	}
	for name, text := range tests {
		gifts, report, err := read(t, feed.Options{}, onDisk(text))
		if diff := cmp.Diff([]string{mug, bowl}, brief(gifts)); diff != "" || err != nil {
			t.Errorf("%s: error %v (-want +got):\n%s%s", name, err, diff, report)
		}
	}
}

func TestRead_zipErrors(t *testing.T) {
	whole := packed(t, "products.tsv", strings.Repeat(twoRows, 1000))
	two := packed(t, "a.tsv", twoRows, "b.tsv", twoRows)
	secret := []byte(packed(t, "a.tsv", twoRows))
	secret[bytes.LastIndex(secret, []byte("PK\x01\x02"))+8] |= 1
	tests := []struct {
		name string
		file feed.File
		want string
	}{
		{"a pipe", file("feed", whole), "a zip archive can't be read from standard input; save it as a file, or unpack it first"},
		{"two files", onDisk(two), "it holds 2 files, want one product file"},
		{"no file", onDisk(packed(t, "feed/", "", ".x", "")), "it holds 0 files, want one product file"},
		{"encrypted", onDisk(string(secret)), "it is encrypted; unpack it first"},
		{"cut", onDisk(whole[:len(whole)-30]), "unpacking: "},
		{"damaged", onDisk(whole[:60] + "xxxx" + whole[64:]), "unpacking: "},
		{"a bomb", onDisk(packed(t, "a.tsv", twoRows+strings.Repeat("\n", 33<<20))), "it holds more than 200 times its size"},
	}
	for _, tt := range tests {
		gifts, _, err := read(t, feed.Options{}, tt.file)
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: got %d gifts and error %v, want error %q", tt.name, len(gifts), err, tt.want)
		}
	}
}
