package lexicon_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"giftserver/internal/lexicon"
)

// Each phrase of a table means its own concept, and that once: one that stands there in two forms of the
// same words, "candle" and "candles", would be found twice.
func TestTables_phrasesOnce(t *testing.T) {
	for kind, file := range []string{"occasions.tsv", "relationships.tsv", "interests.tsv"} {
		for _, row := range table(t, file) {
			for phrase := range strings.SplitSeq(row[len(row)-1], ", ") {
				n := 0
				for _, f := range lexicon.Default().Find(lexicon.Kind(kind), lexicon.Words(strings.TrimPrefix(phrase, "="))) {
					if f.Label == row[0] {
						n++
					}
				}
				if n != 1 {
					t.Errorf("%s: %s: %q is found %d times, want once", file, row[0], phrase, n)
				}
			}
		}
	}
}

// A phrase of a language has one translation: of two, the second would never be used. The end of a joined word may
// also stand alone, "glutenfrei" and "frei", and say nothing there; and what is a number where one is looked for
// may be something else elsewhere.
func TestGlossaries_phrasesOnce(t *testing.T) {
	for _, file := range glossaries(t) {
		checkPhrasesOnce(t, file)
	}
}

// checkPhrasesOnce checks that each phrase of a glossary has one translation.
func checkPhrasesOnce(t *testing.T, file string) {
	t.Helper()
	seen := map[string]string{}
	for _, row := range table(t, file) {
		if row[0][0] == '-' || strings.Trim(row[0], "0123456789") == "" {
			continue
		}
		for phrase := range strings.SplitSeq(row[1], ", ") {
			key := strings.TrimPrefix(phrase, "=")
			if other, twice := seen[key]; twice {
				t.Errorf("%s: %q is both %q and %q, want one of them", file, phrase, other, row[0])
			}
			seen[key] = row[0]
		}
	}
}

// glossaries returns the files of the languages but for English, below data.
func glossaries(t *testing.T) []string {
	t.Helper()
	paths, err := filepath.Glob("data/languages/*.tsv")
	if err != nil || len(paths) == 0 {
		t.Fatalf("got no glossaries: %v", err)
	}
	var files []string
	for _, path := range paths {
		if name := filepath.Base(path); name != "en.tsv" {
			files = append(files, "languages/"+name)
		}
	}
	return files
}

// table returns the rows of a file below data, each split into its columns. A comment has one column.
func table(t *testing.T, file string) [][]string {
	t.Helper()
	b, err := os.ReadFile(filepath.Join("data", file))
	if err != nil {
		t.Fatal(err)
	}
	var rows [][]string
	for line := range strings.Lines(string(b)) {
		if columns := strings.Split(strings.TrimSuffix(line, "\n"), "\t"); len(columns) > 1 {
			rows = append(rows, columns)
		}
	}
	return rows
}
