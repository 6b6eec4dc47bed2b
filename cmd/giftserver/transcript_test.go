package main

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/google/go-cmp/cmp"
)

// TestTranscripts plays the conversations in testdata/transcripts over HTTP and over stdio. Both
// must answer as written, and alike to the byte.
//
// A transcript is a list of exchanges, each a few lines:
//
//	# Why this is here.
//	> the message, as it is sent
//	< what the reply must hold; a lone < means that there is none
//	! a member that stands nowhere in the reply
//	= the HTTP status, when it is not 200 (202 without a reply)
//
// The reply holds what is written when every member and element of it is there; a string may leave
// parts out with "…". Over HTTP, a message that claims its version gets the headers that go with it.
func TestTranscripts(t *testing.T) {
	files, err := filepath.Glob("testdata/transcripts/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatalf("got %d transcripts, error %v", len(files), err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txt"), func(t *testing.T) {
			exchanges := readTranscript(t, file)
			overHTTP := startHTTP(t)
			overStdio := startStdio(t)
			for _, e := range exchanges {
				reply, status := overHTTP.send(t, e.message)
				e.check(t, reply)
				if status != e.status {
					t.Errorf("line %d: HTTP status %d, want %d", e.line, status, e.status)
				}
				if diff := cmp.Diff(string(reply), string(overStdio.send(t, e.message))); diff != "" {
					t.Errorf("line %d: stdio differs from HTTP (-http +stdio):\n%s", e.line, diff)
				}
			}
		})
	}
}

// An exchange is a message and what is said of its reply.
type exchange struct {
	line    int
	message string
	want    string // "" for no reply
	absent  []string
	status  int
}

func readTranscript(t *testing.T, file string) []exchange {
	t.Helper()
	b, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var list []exchange
	for i, line := range strings.Split(string(b), "\n") {
		kind, rest, _ := strings.Cut(line, " ")
		last := len(list) - 1
		switch kind {
		case ">":
			list = append(list, exchange{line: i + 1, message: rest, status: http.StatusOK})
		case "<":
			list[last].want = rest
			if rest == "" {
				list[last].status = http.StatusAccepted
			}
		case "!":
			list[last].absent = append(list[last].absent, rest)
		case "=":
			if list[last].status, err = strconv.Atoi(rest); err != nil {
				t.Fatalf("%s:%d: %v", file, i+1, err)
			}
		case "", "#":
		default:
			t.Fatalf("%s:%d: unknown kind of line %q", file, i+1, kind)
		}
	}
	return list
}

// check compares a reply with what is written of it.
func (e *exchange) check(t *testing.T, reply []byte) {
	t.Helper()
	if e.want == "" {
		if len(reply) > 0 {
			t.Errorf("line %d: got reply %s, want none", e.line, reply)
		}
		return
	}
	var got, want any
	if err := json.Unmarshal(reply, &got); err != nil {
		t.Errorf("line %d: reply %q: %v", e.line, reply, err)
		return
	}
	if err := json.Unmarshal([]byte(e.want), &want); err != nil {
		t.Fatalf("line %d: %v", e.line, err)
	}
	if problem := holds(got, want, ""); problem != "" {
		t.Errorf("line %d: %s\nreply: %s", e.line, problem, reply)
	}
	for _, name := range append(e.absent, "") {
		if hasMember(got, name) {
			t.Errorf("line %d: the reply has a member %q or a null\nreply: %s", e.line, name, reply)
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

// start runs the real program in this process until the test ends.
func start(t *testing.T, stdin io.Reader, stdout, stderr io.Writer, args ...string) {
	t.Helper()
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan int, 1)
	go func() {
		ended <- run(ctx, program{args: args, env: func(string) (string, bool) { return "", false }, stdin: stdin, stdout: stdout, stderr: stderr})
	}()
	t.Cleanup(func() {
		stop()
		if code := <-ended; code != 0 {
			t.Errorf("giftserver %v: got exit code %d, want 0", args, code)
		}
	})
}

// httpPeer talks to a server over HTTP.
type httpPeer struct{ url string }

var servingURL = regexp.MustCompile(`url=(\S+)`)

func startHTTP(t *testing.T) httpPeer {
	t.Helper()
	logs, stderr := io.Pipe()
	start(t, strings.NewReader(""), io.Discard, stderr, "serve", "--addr", "127.0.0.1:0", "--db", filepath.Join(t.TempDir(), "gifts.db"))
	lines := bufio.NewScanner(logs)
	if !lines.Scan() {
		t.Fatalf("the server says nothing: %v", lines.Err())
	}
	m := servingURL.FindStringSubmatch(lines.Text())
	if m == nil {
		t.Fatalf("got log line %q, want one with a url", lines.Text())
	}
	go io.Copy(io.Discard, logs) //nolint:errcheck // It only keeps the writer from waiting.
	return httpPeer{m[1]}
}

func (p httpPeer) send(t *testing.T, message string) (reply []byte, status int) {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, p.url, strings.NewReader(message))
	if err != nil {
		t.Fatal(err)
	}
	request.Header = headersOf(message)
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	if reply, err = io.ReadAll(response.Body); err != nil {
		t.Fatal(err)
	}
	return reply, response.StatusCode
}

// headersOf returns the headers a client sends with a message.
func headersOf(message string) http.Header {
	h := http.Header{"Content-Type": {"application/json"}}
	var m struct {
		Method string `json:"method"`
		Params struct {
			Name jsontext.Value `json:"name"`
			URI  jsontext.Value `json:"uri"`
			Meta struct {
				Version string `json:"io.modelcontextprotocol/protocolVersion"`
			} `json:"_meta"`
		} `json:"params"`
	}
	if json.Unmarshal([]byte(message), &m) != nil || m.Params.Meta.Version == "" {
		return h
	}
	h.Set("MCP-Protocol-Version", m.Params.Meta.Version)
	h.Set("Mcp-Method", m.Method)
	for _, raw := range []jsontext.Value{m.Params.Name, m.Params.URI} {
		var name string
		if json.Unmarshal(raw, &name) == nil {
			h.Set("Mcp-Name", name)
		}
	}
	return h
}

// stdioPeer talks to a server over pipes.
type stdioPeer struct {
	in  io.Writer
	out *bufio.Reader
}

func startStdio(t *testing.T) *stdioPeer {
	t.Helper()
	stdin, in := io.Pipe()
	out, stdout := io.Pipe()
	start(t, stdin, stdout, io.Discard, "stdio", "--db", filepath.Join(t.TempDir(), "gifts.db"))
	return &stdioPeer{in, bufio.NewReader(out)}
}

// send sends a message and returns its reply, none if the next message is answered first.
func (p *stdioPeer) send(t *testing.T, message string) []byte {
	t.Helper()
	const marker = `{"jsonrpc":"2.0","id":"marker","method":"ping"}`
	const markerReply = `{"jsonrpc":"2.0","id":"marker","result":{}}`
	go fmt.Fprintf(p.in, "%s\n%s\n", message, marker)
	var reply []byte
	for deadline := time.After(10 * time.Second); ; {
		select {
		case <-deadline:
			t.Fatalf("no answer to %s", message)
		default:
		}
		line, err := p.out.ReadBytes('\n')
		if err != nil {
			t.Fatal(err)
		}
		if line = bytes.TrimSuffix(line, []byte("\n")); string(line) == markerReply {
			return reply
		}
		reply = line
	}
}
