package tools_test

import (
	"crypto/sha256"
	"encoding/hex"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"

	"giftserver/internal/catalog"
	"giftserver/internal/mcp"
)

// A contents is what a resource holds, as a host reads it.
type contents struct {
	URI, MIMEType, Text string
	Meta                map[string]any `json:"_meta"`
}

// readWidget reads the widget by an address; ok is false where there is none.
func readWidget(t *testing.T, conversation *mcp.Conversation, uri string) (c contents, ok bool) {
	t.Helper()
	var r struct {
		Result struct{ Contents []contents }
	}
	if err := json.Unmarshal(ask(t, conversation, "resources/read", map[string]any{"uri": uri}), &r, json.MatchCaseInsensitiveNames(true)); err != nil {
		t.Fatal(err)
	}
	if len(r.Result.Contents) != 1 {
		return contents{}, false
	}
	return r.Result.Contents[0], true
}

const currentWidget = "ui://gift-server/suggestions.html"

func widgetText(t *testing.T) string {
	t.Helper()
	c, ok := readWidget(t, newServer(t, shop...), currentWidget)
	if !ok {
		t.Fatal("there is no widget")
	}
	return c.Text
}

// Hosts load the document for each answer, and keep it in the conversation.
func TestWidget_size(t *testing.T) {
	const most = 60_000
	if got := len(widgetText(t)); got > most {
		t.Errorf("got %d bytes, want %d at most", got, most)
	}
}

// The address is that of these very bytes, at each start, and the addresses of other releases lead there too.
func TestWidget_address(t *testing.T) {
	conversation := newServer(t, shop...)
	text := widgetText(t)
	sum := sha256.Sum256([]byte(text))
	want := "ui://gift-server/suggestions-" + hex.EncodeToString(sum[:6]) + ".html"
	if got := listedWidget(t, conversation).URI; got != want {
		t.Errorf("got the address %s, want %s", got, want)
	}
	for uri, there := range map[string]bool{
		want:          true,
		currentWidget: true,
		"ui://gift-server/suggestions-0123456789ab.html": true,
		"ui://gift-server/suggestions-0a.html":           true,
		"ui://gift-server/suggestions-.html":             false,
		"ui://gift-server/suggestions-0x.html":           false,
		"ui://gift-server/suggestions-0a.html/b":         false,
		"ui://gift-server/suggestions":                   false,
		"ui://gift-server/other.html":                    false,
	} {
		c, ok := readWidget(t, conversation, uri)
		if ok != there {
			t.Errorf("%s: got %v, want %v", uri, ok, there)
		}
		if ok && (c.URI != uri || c.MIMEType != "text/html;profile=mcp-app" || c.Text != text) {
			t.Errorf("%s: got %s of type %s, %d bytes; want the same widget under this address", uri, c.URI, c.MIMEType, len(c.Text))
		}
	}
}

// What is shown comes from merchants, in a page that a stranger's host shows. So nothing is read as markup or as
// a program, nothing is fetched, and nothing is kept.
func TestWidget_harmless(t *testing.T) {
	text := widgetText(t)
	for _, word := range []string{
		"innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "DOMParser", "createContextualFragment",
		"eval(", "Function(", "setTimeout(\"", "javascript:", "localStorage", "sessionStorage", "indexedDB", "document.cookie",
		"fetch(", "XMLHttpRequest", "WebSocket", "EventSource", "sendBeacon", "import(", "import ", "@import", "url(",
		"http://", "https://", "alert(", "confirm(", "prompt(", "navigator.clipboard", " src=", " href=\"", " style=\"", " onclick",
	} {
		if strings.Contains(text, word) {
			t.Errorf("the widget holds %q", word)
		}
	}
}

// The parts all go in: no mark is left, and each script is between the one pair of tags.
func TestWidget_whole(t *testing.T) {
	text := widgetText(t)
	for _, mark := range []string{"<!-- icons -->", "<!-- words -->", "styles {}", "scripts();"} {
		if strings.Contains(text, mark) {
			t.Errorf("the mark %s is left", mark)
		}
	}
	files, err := filepath.Glob("widget/*.[jc]s*")
	if err != nil || len(files) < 10 {
		t.Fatalf("got the files %v, error %v", files, err)
	}
	for _, file := range files {
		b, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		lines := strings.Split(strings.TrimSpace(string(b)), "\n")
		if last := lines[len(lines)-1]; strings.HasSuffix(file, ".js") && !strings.Contains(text, strings.TrimSpace(last)) {
			t.Errorf("%s is not in the widget", file)
		}
		if strings.Contains(string(b), "</script") || len(lines) > 400 {
			t.Errorf("%s ends its own script, or has %d lines, want 400 at most", file, len(lines))
		}
	}
}

// Gifts without a picture are drawn by the sign of their category.
func TestWidget_icons(t *testing.T) {
	text := widgetText(t)
	for _, category := range append([]string{"gift"}, catalog.Categories...) {
		if !strings.Contains(text, `<path id="icon-`+category+`" d="M`) {
			t.Errorf("there is no sign for %s", category)
		}
	}
}

// The scripts use words that are there, and they are there in each of the languages that answers have.
func TestWidget_words(t *testing.T) {
	b, err := os.ReadFile("widget/words.tsv")
	if err != nil {
		t.Fatal(err)
	}
	known := map[string]bool{}
	for line := range strings.Lines(string(b)) {
		cells := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		if strings.HasPrefix(line, "#") {
			continue
		}
		if len(known) == 0 && strings.Join(cells, " ") != "key en it pt vi es fr de" {
			t.Fatalf("got the columns %v", cells)
		}
		known[cells[0]] = true
		names := regexp.MustCompile(`\{\w+\}`)
		for i := 1; i < 8; i++ {
			if len(cells) != 8 || cells[i] == "" || len(names.FindAllString(cells[i], -1)) != len(names.FindAllString(cells[1], -1)) {
				t.Errorf("%s: got %q, want a text with the same names in each of 7 languages", cells[0], cells)
				break
			}
		}
	}
	used := regexp.MustCompile(`\bwords\.(\w+)`).FindAllStringSubmatch(widgetText(t), -1)
	if len(used) < 30 {
		t.Errorf("got %d uses of words, so too little was checked", len(used))
	}
	for _, m := range used {
		if !known[m[1]] {
			t.Errorf("words.tsv has no %q", m[1])
		}
	}
}
