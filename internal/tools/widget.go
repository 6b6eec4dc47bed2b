package tools

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"fmt"
	"strings"
)

// What a host shows of the suggestions is one HTML document without anything to fetch, because hosts keep
// widgets from the network. It is put together at start from files that one can read.
//
//go:embed widget
var widgetFiles embed.FS

// The parts of the widget, in the order in which they stand in it: what a script uses stands before it.
var (
	widgetStyles  = []string{"page.css", "cards.css", "controls.css"}
	widgetScripts = []string{
		"dom.js", "words.js", "format.js", "apps.js", "openai.js", "host.js", "data.js", "state.js",
		"card.js", "controls.js", "compare.js", "views.js", "ask.js", "main.js",
	}
)

// A widget is the document, and the address that changes with it: hosts keep what they once read of an
// address.
type widget struct {
	html string
	uri  string
}

// widgetURI begins the address of every edition of the widget; without a hash it is that of the current one.
const (
	widgetURI    = "ui://gift-server/suggestions"
	widgetSuffix = ".html"
)

// newWidget puts the document together. Its parts are texts of this program and take the places of marks; nothing from
// outside goes in.
func newWidget() (*widget, error) {
	page, err := readWidget("page.html")
	if err != nil {
		return nil, err
	}
	var parts []string
	for _, part := range []struct {
		mark  string
		files []string
	}{
		{"<!-- icons -->", []string{"icons.svg"}},
		{"<!-- words -->", []string{"words.tsv"}},
		{"styles {}", widgetStyles},
		{"scripts();", widgetScripts},
	} {
		text, err := readWidget(part.files...)
		if err != nil {
			return nil, err
		}
		if !strings.Contains(page, part.mark) {
			return nil, fmt.Errorf("making the widget: page.html has no %s", part.mark)
		}
		parts = append(parts, part.mark, text)
	}
	page = strings.NewReplacer(parts...).Replace(page)
	sum := sha256.Sum256([]byte(page))
	return &widget{html: page, uri: widgetURI + "-" + hex.EncodeToString(sum[:6]) + widgetSuffix}, nil
}

// readWidget reads files of the widget without what only those need who read the files: comments that stand
// alone on a line, and the space around lines. Hosts load the document for each answer.
func readWidget(files ...string) (string, error) {
	var b strings.Builder
	for _, file := range files {
		text, err := widgetFiles.ReadFile("widget/" + file)
		if err != nil {
			return "", fmt.Errorf("making the widget: %w", err)
		}
		b.Grow(len(text))
		for line := range bytes.Lines(text) {
			if line = bytes.TrimSpace(line); len(line) == 0 || isComment(line) {
				continue
			}
			b.Write(line)
			if !isStyle(file) {
				b.WriteByte('\n')
			}
		}
	}
	if isStyle(files[0]) {
		return cssSpace.Replace(b.String()), nil
	}
	return b.String(), nil
}

func isStyle(file string) bool { return strings.HasSuffix(file, ".css") }

// cssSpace takes out the space that only people need between the parts of a rule, beside the ends of lines. A line
// of a style sheet ends where one may stand: after a brace, a comma, a colon or a semicolon.
var cssSpace = strings.NewReplacer(": ", ":", ", ", ",", " { ", "{", " {", "{", "; }", "}", "; ", ";")

func isComment(line []byte) bool {
	return bytes.HasPrefix(line, []byte("//")) || bytes.HasPrefix(line, []byte("# ")) ||
		bytes.HasPrefix(line, []byte("/*")) && bytes.HasSuffix(line, []byte("*/"))
}
