// Gen makes the word lists in ../data/annotations of the annotations of emoji in the Unicode CLDR. Run it
// by "go generate" in the package above; it fetches the annotations from the npm registry.
//
// People name an emoji in every language, so a word that stands on the same emoji as an English word most
// likely means the same. What is kept, and when that is likely enough, is told in align.go and emoji.go.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// version is the edition of the CLDR.
const version = "48.2.0"

// languages are those that lists are made for.
var languages = []string{
	"ar", "cs", "da", "de", "el", "es", "fi", "fr", "he", "hi", "hu", "id", "it", "ja", "ko", "nl", "no", "pl", "pt", "ro",
	"ru", "sv", "th", "tr", "uk", "vi", "zh",
}

func main() {
	from := flag.String("from", "", "`folder` with the npm packages as .tgz files; without it they are fetched")
	to := flag.String("to", "data", "`folder` with the tables of the lexicon")
	flag.Parse()
	if err := run(context.Background(), *from, *to); err != nil {
		fmt.Fprintln(os.Stderr, "gen:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, from, to string) error {
	if from == "" {
		folder, err := os.MkdirTemp("", "cldr")
		if err != nil {
			return err
		}
		defer os.RemoveAll(folder)
		if err := fetch(ctx, folder); err != nil {
			return err
		}
		from = folder
	}
	c, err := readCLDR(from)
	if err != nil {
		return err
	}
	folder := filepath.Join(to, "annotations")
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(folder, "LICENSE"), c.license, 0o644); err != nil {
		return err
	}
	english := newPivot(c.languages["en"])
	if err := write(filepath.Join(folder, "emoji.tsv"), emojiHeader, emojiTable(c.languages["en"])); err != nil {
		return err
	}
	for _, language := range languages {
		known, err := readGlossary(filepath.Join(to, "languages", language+".tsv"), language)
		if err != nil {
			return err
		}
		pairs := english.align(language, c.languages[language], known)
		if err := write(filepath.Join(folder, language+".tsv"), wordsHeader, table(pairs)); err != nil {
			return err
		}
	}
	return nil
}

// fetch puts the npm packages into a folder.
func fetch(ctx context.Context, folder string) error {
	args := []string{"pack", "--silent", "--pack-destination", folder}
	for _, p := range packages {
		args = append(args, p.name+"@"+version)
	}
	npm := exec.CommandContext(ctx, "npm", args...)
	npm.Stderr = os.Stderr
	if err := npm.Run(); err != nil {
		return fmt.Errorf("fetching the annotations with npm (-from reads them from a folder): %w", err)
	}
	return nil
}

// The first lines of the files.
const (
	origin      = "# Made by ../../gen of the Unicode CLDR " + version + "; see LICENSE. Words that come out wrong are corrected in ../languages.\n"
	wordsHeader = origin + "# English<TAB>words of the language, comma separated\n"
	emojiHeader = origin + "# emoji<TAB>its English name, where the tables know what it means\n"
)

// write writes a table, each row of which is a key and its values.
func write(file, header string, rows map[string][]string) error {
	var b strings.Builder
	b.WriteString(header)
	keys := make([]string, 0, len(rows))
	for key := range rows {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	for _, key := range keys {
		slices.Sort(rows[key])
		fmt.Fprintf(&b, "%s\t%s\n", key, strings.Join(slices.Compact(rows[key]), ", "))
	}
	return os.WriteFile(file, []byte(b.String()), 0o644)
}
