package feed

import (
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"
)

// Line ends become LF wherever the pieces of a file happen to end.
func TestOpenText_lineEnds(t *testing.T) {
	for _, unit := range []string{"a\r\n", "a\r", "a\n", "\r\n\r", "\n\r\n", strings.Repeat("a", 4095) + "\r\n"} {
		text := strings.Repeat(unit, 100_000/len(unit))
		want := strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(text)
		for name, r := range map[string]io.Reader{
			"whole": strings.NewReader(text), "bytes": iotest.OneByteReader(strings.NewReader(text)), "halves": iotest.HalfReader(strings.NewReader(text)),
		} {
			in, _, err := openText(r)
			if err != nil {
				t.Fatal(err)
			}
			got, err := io.ReadAll(in)
			if string(got) != want || err != nil {
				t.Errorf("%.9q in %s: got %d bytes, error %v, want %d bytes", unit, name, len(got), err, len(want))
			}
		}
	}
}

// A file may fail in the middle.
func TestTable_brokenText(t *testing.T) {
	const text = "id,title,price\n1,Mug,9 USD\n2,Bow"
	in, _, err := openText(io.MultiReader(strings.NewReader(text), iotest.ErrReader(io.ErrNoProgress)))
	if err == nil {
		table := &table{in: in, comma: ','}
		for err == nil {
			_, err = table.read()
		}
	}
	if !errors.Is(err, io.ErrNoProgress) {
		t.Errorf("got error %v, want %v", err, io.ErrNoProgress)
	}
}
