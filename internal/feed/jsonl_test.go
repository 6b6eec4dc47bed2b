package feed_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"giftserver/internal/feed"
)

const (
	mugLine  = `{"item_id":"1","title":"Mug","price":"12.50 USD","availability":"in_stock"}`
	bowlLine = `{"item_id":"2","title":"Bowl","price":"8 USD","availability":"in_stock"}`
)

// A bad object is left out, and the others stay.
func TestRead_jsonRowErrors(t *testing.T) {
	const bad = "no JSON object that is in order"
	tests := []struct{ name, text, want string }{
		{"a line that ends early", mugLine + "\n{\"item_id\":\"3\",\"title\":\n" + bowlLine, bad + ": 2"},
		{"a repeated name", mugLine + "\n\n" + `{"item_id":"3","title":"Cup","price":"9 USD","price":"1 USD","availability":"in_stock"}` + "\n" + bowlLine, bad + ": 3"},
		{"a repeated name within", mugLine + "\n" + strings.Replace(bowlLine, `"2"`, `"3","variant_dict":{"a":"1","a":"2"}`, 1) + "\n" + bowlLine, bad + ": 2"},
		{"a repeated name, array", "[" + mugLine + ",\n" + strings.Replace(bowlLine, "item_id", "title", 1) + ",\n" + bowlLine + "]", bad + ": 2"},
		{"not UTF-8", mugLine + "\n" + strings.Replace(bowlLine, "Bowl", "Caf\xe9 é", 1) + "\n" + bowlLine, bad + ": 2"},
		{"not UTF-8, array", "[" + mugLine + ",\n" + strings.Replace(bowlLine, "Bowl", "Caf\xe9 é", 1) + "," + bowlLine + "]", bad + ": 2"},
		{"half a surrogate", mugLine + "\n" + strings.Replace(bowlLine, "Bowl", `\ud83d`, 1) + "\n" + bowlLine, bad + ": 2"},
		{"no object", mugLine + "\n[1]\n\"x\"\n" + bowlLine, bad + ": 2 3"},
		{"no object, array", "[" + mugLine + ",\n1,\nnull," + bowlLine + "]", bad + ": 2 3"},
		{"two objects in a line", mugLine + "\n" + strings.Repeat(strings.Replace(bowlLine, `"2"`, `"3"`, 1), 2) + "\n" + bowlLine, bad + ": 2"},
		{"a comma behind", mugLine + "\n" + strings.Replace(bowlLine, `"2"`, `"3"`, 1) + ",\n" + bowlLine, bad + ": 2"},
		{"an endless line", mugLine + "\n" + `{"item_id":"3","title":"` + strings.Repeat("Cup", 1<<20) + "\"}\n" + bowlLine, "a record that is too long: 2"},
		{"an offer that is no good", "[" + mugLine + ",\n\n" + strings.Replace(bowlLine, `"8 USD"`, `"free"`, 1) + ",\n" + bowlLine + "]", "price that is no amount such as 15.00 USD: 3"},
	}
	for _, tt := range tests {
		gifts, report := mustRead(t, feed.Options{}, tt.text)
		if diff := cmp.Diff([]string{mug, bowl}, brief(gifts)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
		if got := strings.Join(leftOut(report), "; "); got != tt.want {
			t.Errorf("%s: got %q left out, want %q", tt.name, got, tt.want)
		}
	}
}

// Text that is no list of objects as a whole brings nothing.
func TestRead_jsonFileErrors(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"cut in a line", mugLine + "\n" + bowlLine[:30], "the file is cut: its last line, 2, ends within an object"},
		{"cut in an array", "[\n" + mugLine + ",\n" + bowlLine[:30], "the file is cut: it ends on line 3 within JSON that is not closed"},
		{"cut between objects", "[\n" + mugLine + ",\n", "the file is cut: it ends on line 3 within JSON that is not closed"},
		{"cut behind the array", `{"products":[` + mugLine + "]", "the file is cut: it ends on line 1 within JSON that is not closed"},
		{"a fault in an array", "[" + mugLine + ",\n" + bowlLine + " " + bowlLine + "]", "line 2: "},
		{"an endless object", "[" + mugLine + ",\n" + `{"item_id":"3","title":"` + strings.Repeat("Cup", 1<<20) + `"}]`, "line 1: a record of more than 1048576 bytes"},
		{"deep", "[" + mugLine + ",\n" + strings.Repeat(`{"a":`, 20_000), "line 2: "},
		{"objects of another kind", `{"a":1}`, "no format that is known here"},
		{"an empty array", "[]", "no format that is known here"},
	}
	for _, tt := range tests {
		gifts, _, err := read(t, feed.Options{}, file("feed", tt.text))
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: got %d gifts and error %v, want error %q", tt.name, len(gifts), err, tt.want)
		}
	}
}
