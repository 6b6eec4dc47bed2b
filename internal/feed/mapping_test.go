package feed_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"giftserver/internal/feed"
)

// mustMap reads a map.
func mustMap(t *testing.T, text string) *feed.Map {
	t.Helper()
	m, err := feed.ReadMap(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func TestReadMap_files(t *testing.T) {
	tests := []struct{ name, mapping, text string }{
		{"columns", "id = Art.-Nr.\ntitle=Bezeichnung 1\n# VK is what we sell at\nprice = VK = brutto\n", "Art.-Nr.;Bezeichnung 1;VK = brutto;EK\n1;Mug;12.50 USD;3\n2;Bowl;8.00 USD;2\n"},
		{"columns in capitals", "title = BEZEICHNUNG\nprice = vk\n", "id;Bezeichnung;VK\n1;Mug;12.50 USD\n2;Bowl;8.00 USD\n"},
		{"against what the name says", "id = title\ntitle = id\n", "id,title,price\nMug,1,12.50 USD\nBowl,2,8.00 USD\n"},
		{"a column not read", "availability =\n", "id,title,price,availability\n1,Mug,12.50 USD,?\n2,Bowl,8.00 USD,?\n"},
		{"a header of Google's", "price = special\n", "id,title,price,special\n1,Mug,99 USD,12.50 USD\n2,Bowl,99 USD,8.00 USD\n"},
		{"members", "title = bezeichnung\nprice = vk\n", `[{"id":1,"bezeichnung":"Mug","vk":"12.50 USD"},{"id":2,"bezeichnung":"Bowl","vk":"8.00 USD"}]`},
		{
			"pointers", "products = /data/list\ntitle = /names/0/text\nprice = /offer/total~1gross\ncurrency = /offer/money\n",
			`{"data":{"products":[{"id":9}],"list":[{"id":1,"names":[{"text":"Mug"}],"offer":{"total/gross":12.50,"money":"USD"}},{"id":2,"names":[{"text":"Bowl"}],"offer":{"total/gross":"8.00","money":"USD"}}]}}`,
		},
	}
	for _, tt := range tests {
		gifts, report := mustRead(t, feed.Options{Map: mustMap(t, tt.mapping)}, tt.text)
		if diff := cmp.Diff([]string{mug, bowl}, brief(gifts)); diff != "" {
			t.Errorf("%s (-want +got):\n%s%s", tt.name, diff, report)
		}
	}
}

func TestReadMap_errors(t *testing.T) {
	tests := []struct{ name, mapping, want string }{
		{"nothing", "# only a remark\n", "it maps nothing"},
		{"no pair", "title\n", `line 1: want a field, = and a column, got "title"`},
		{"an unknown field", "\ncolour = Farbe\n", "line 2: want one of products, id, group, title,"},
		{"a field twice", "title = a\ntitle = b\n", "line 2: title is mapped twice"},
		{"a list by name", "products = list\n", "line 1: want one JSON pointer such as /data/products for products"},
	}
	for _, tt := range tests {
		if _, err := feed.ReadMap(strings.NewReader(tt.mapping)); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: got error %v, want %q", tt.name, err, tt.want)
		}
	}
	m := mustMap(t, "title = Bezeichnung\n")
	_, _, err := read(t, feed.Options{Map: m}, file("feed", "id,name,price\n1,Mug,5 USD\n"))
	if want := `line 1: there is no column "bezeichnung", which the map names, among id, name, price`; err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("a column that is not there: got error %v, want %q", err, want)
	}
}
