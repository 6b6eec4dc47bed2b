package feed

import (
	"strings"
	"testing"
)

// Each header means one column.
func TestWooColumns(t *testing.T) {
	seen := map[string]string{}
	err := eachRow("data/woocommerce.tsv", 2, func(row []string) error {
		for header := range strings.SplitSeq(row[1], " | ") {
			if other := seen[bare(header)]; other != "" && other != row[0] {
				t.Errorf("%q: stands for %s and %s", header, other, row[0])
			}
			seen[bare(header)] = row[0]
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
	tests := map[string]string{
		"Attribute 1 name": "attribute 1", "Attribut 12 Wert(e)": "values 12", "Значение(-я) аттрибута(-ов) 3": "values 3", "Regular Price": "regular price",
		"Meta: _price": "", "Attribute name": "", "": "",
	}
	for header, want := range tests {
		if got := wooName(header); got != want {
			t.Errorf("%q: got %q, want %q", header, got, want)
		}
	}
}
