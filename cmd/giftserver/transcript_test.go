package main

import (
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/google/go-cmp/cmp"

	"giftserver/internal/catalog"
)

// TestTranscripts plays the conversations in testdata/transcripts over HTTP, over stdio and, unless they
// are modern, over HTTP+SSE. All must go as written, and alike to the byte.
//
// A transcript is a list of exchanges, each a few lines:
//
//	# Why this is here.
//	> the message, as it is sent
//	< what the next message of the server must hold; a lone < means that there is none
//	! a member that stands nowhere in that message
//	= the HTTP status, when it is not 200 (202 without a message)
//	@ change: the catalog changes in the meantime
//	$ flags of the server, before the first exchange
//
// A message holds what is written when every member and element of it is there; a string may leave
// parts out with "…". {{requestState}} in a message that is sent stands for the last one that came.
//
// Over HTTP, a message that claims its version gets the headers that go with it; after initialize, the
// others get the session's, and its stream is open. With MCP_SCHEMAS, a folder of the protocol's JSON
// Schemas named by revision, everything that comes is checked against that of its revision.
func TestTranscripts(t *testing.T) {
	files, err := filepath.Glob("testdata/transcripts/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatalf("got %d transcripts, error %v", len(files), err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txt"), func(t *testing.T) {
			t.Parallel()
			exchanges, flags := readTranscript(t, file)
			transports := map[string]func(*testing.T, string, ...string) peer{"http": startHTTP, "stdio": startStdio}
			if !slices.ContainsFunc(exchanges, func(e exchange) bool { return claims(e.message) }) {
				transports["sse"] = startSSE
			}
			heard := map[string][]string{}
			for name, start := range transports {
				t.Run(name, func(t *testing.T) {
					heard[name] = play(t, exchanges, func(db string) peer { return start(t, db, flags...) })
				})
			}
			for name := range transports {
				if diff := cmp.Diff(heard["stdio"], heard[name]); diff != "" {
					t.Errorf("%s differs from stdio (-stdio +%s):\n%s", name, name, diff)
				}
			}
		})
	}
}

// An exchange is a message and what comes next.
type exchange struct {
	line    int
	message string
	wants   []expectation
	status  int
	change  bool // the catalog changes before what is expected comes
}

// An expectation is what a message must hold.
type expectation struct {
	line   int
	text   string
	absent []string
}

func readTranscript(t *testing.T, file string) (list []exchange, flags []string) {
	t.Helper()
	b, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for i, line := range strings.Split(string(b), "\n") {
		kind, rest, _ := strings.Cut(line, " ")
		last := &exchange{}
		if len(list) > 0 {
			last = &list[len(list)-1]
		}
		switch kind {
		case ">":
			list = append(list, exchange{line: i + 1, message: rest, status: http.StatusOK})
		case "<":
			if rest == "" {
				last.status = http.StatusAccepted
				break
			}
			last.wants = append(last.wants, expectation{line: i + 1, text: rest})
		case "!":
			want := &last.wants[len(last.wants)-1]
			want.absent = append(want.absent, rest)
		case "=":
			if last.status, err = strconv.Atoi(rest); err != nil {
				t.Fatalf("%s:%d: %v", file, i+1, err)
			}
		case "@":
			last.change = true
		case "$":
			flags = strings.Fields(rest)
		case "", "#":
		default:
			t.Fatalf("%s:%d: unknown kind of line %q", file, i+1, kind)
		}
	}
	return list, flags
}

var requestState = regexp.MustCompile(`"requestState":"([^"]*)"`)

// play goes through the exchanges with a fresh server and returns the messages that came, without the
// states, which no two servers make alike.
func play(t *testing.T, exchanges []exchange, start func(db string) peer) (heard []string) {
	t.Helper()
	db := filepath.Join(t.TempDir(), "gifts.db")
	p := start(db)
	schemas := newSchemas(t)
	state := ""
	for _, e := range exchanges {
		message := strings.ReplaceAll(e.message, "{{requestState}}", state)
		schemas.sent(message)
		if status := p.send(t, message); status != 0 && status != e.status {
			t.Errorf("line %d: HTTP status %d, want %d", e.line, status, e.status)
		}
		if e.change {
			changeCatalog(t, db)
		}
		for _, want := range e.wants {
			got := receive(t, p, want.line)
			want.check(t, got)
			schemas.check(t, got)
			if m := requestState.FindStringSubmatch(got); m != nil {
				state = m[1]
			}
			heard = append(heard, requestState.ReplaceAllString(got, `"requestState":"…"`))
		}
	}
	select {
	case extra := <-p.messages():
		t.Errorf("at the end: got %s, want nothing more", extra)
	case <-time.After(50 * time.Millisecond):
	}
	return heard
}

// receive waits for the next message of the server.
func receive(t *testing.T, p peer, line int) string {
	t.Helper()
	select {
	case message := <-p.messages():
		return message
	case <-time.After(20 * time.Second):
		t.Fatalf("line %d: no message came", line)
		return ""
	}
}

// changeCatalog changes the catalog as another process would.
func changeCatalog(t *testing.T, db string) {
	t.Helper()
	store, err := catalog.Open(t.Context(), db)
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	snapshot, err := store.Snapshot(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if err := store.Replace(t.Context(), catalog.Source{Name: catalog.IdeasSource, Edition: "9999-01-01"}, catalog.Rules{}, catalog.All(snapshot.Gifts.List())); err != nil {
		t.Fatal(err)
	}
}

// check compares a message with what is written of it.
func (e *expectation) check(t *testing.T, message string) {
	t.Helper()
	var got, want any
	if err := json.Unmarshal([]byte(message), &got); err != nil {
		t.Errorf("line %d: message %q: %v", e.line, message, err)
		return
	}
	if err := json.Unmarshal([]byte(e.text), &want); err != nil {
		t.Fatalf("line %d: %v", e.line, err)
	}
	if problem := holds(got, want, ""); problem != "" {
		t.Errorf("line %d: %s\nmessage: %s", e.line, problem, message)
	}
	for _, name := range append(e.absent, "") {
		if hasMember(got, name) {
			t.Errorf("line %d: the message has a member %q or a null\nmessage: %s", e.line, name, message)
		}
	}
}

// holds says where got lacks something of want, "" when it has all of it.
func holds(got, want any, path string) string {
	switch want := want.(type) {
	case map[string]any:
		object, _ := got.(map[string]any)
		for name, value := range want {
			member, ok := object[name]
			if !ok {
				return path + "." + name + " is missing"
			}
			if problem := holds(member, value, path+"."+name); problem != "" {
				return problem
			}
		}
	case []any:
		list, ok := got.([]any)
		if !ok || len(list) < len(want) {
			return fmt.Sprintf("%s has %d elements, want %d or more", path, len(list), len(want))
		}
		for i := range want {
			if problem := holds(list[i], want[i], fmt.Sprintf("%s[%d]", path, i)); problem != "" {
				return problem
			}
		}
	case string:
		text, ok := got.(string)
		if pattern := strings.ReplaceAll(regexp.QuoteMeta(want), "…", "(?s:.*)"); !ok || !regexp.MustCompile("^"+pattern+"$").MatchString(text) {
			return fmt.Sprintf("%s is %q, want %q", path, got, want)
		}
	default:
		if got != want {
			return fmt.Sprintf("%s is %v, want %v", path, got, want)
		}
	}
	return ""
}

// hasMember reports whether a value has a member of that name anywhere. A null counts as a member
// of any name: no reply ever holds one.
func hasMember(value any, name string) bool {
	switch v := value.(type) {
	case nil:
		return true
	case map[string]any:
		for n, member := range v {
			if n == name || hasMember(member, name) {
				return true
			}
		}
	case []any:
		for _, element := range v {
			if hasMember(element, name) {
				return true
			}
		}
	}
	return false
}
