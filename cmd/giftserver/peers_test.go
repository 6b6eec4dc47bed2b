package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// A peer is a client of a server that runs until the test ends.
type peer interface {
	// send sends a message. status is the HTTP status of the answer, 0 where there is none.
	send(t *testing.T, message string) (status int)

	// messages is where everything that the server says comes, in its order.
	messages() <-chan string
}

// inbox keeps what the server says.
type inbox chan string

func newInbox() inbox { return make(chan string, 1000) }

func (in inbox) messages() <-chan string { return in }

// start runs the real program in this process until the test ends.
func start(t *testing.T, stdin io.Reader, stdout, stderr io.Writer, args ...string) {
	t.Helper()
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan int, 1)
	go func() {
		ended <- run(ctx, program{args: args, env: telemetryEnv, stdin: stdin, stdout: stdout, stderr: stderr})
	}()
	t.Cleanup(func() {
		stop()
		if code := <-ended; code != 0 {
			t.Errorf("giftserver %v: got exit code %d, want 0", args, code)
		}
	})
}

// telemetryEnv is an environment without settings. The variables of OpenTelemetry its library reads by itself, so they
// are those of the process.
func telemetryEnv(name string) (string, bool) {
	if strings.HasPrefix(name, "OTEL_") {
		return os.LookupEnv(name)
	}
	return "", false
}

var servingURL = regexp.MustCompile(`url=(\S+)`)

// serving starts a server for HTTP, with more arguments, and returns the address of its endpoint.
func serving(t *testing.T, db string, more ...string) string {
	t.Helper()
	return find(t, servingURL, servingLine(t, db, more...))
}

// servingLine starts a server for HTTP and returns the line with which it says where.
func servingLine(t *testing.T, db string, more ...string) string {
	t.Helper()
	logs, stderr := io.Pipe()
	start(t, strings.NewReader(""), io.Discard, stderr, append([]string{"serve", "--addr", "127.0.0.1:0", "--db", db}, more...)...)
	lines := bufio.NewScanner(logs)
	if !lines.Scan() {
		t.Fatalf("the server says nothing: %v", lines.Err())
	}
	line := lines.Text()
	go io.Copy(io.Discard, logs) //nolint:errcheck // It only keeps the writer from waiting.
	return line
}

// find returns the first group of a pattern, which the text has to match.
func find(t *testing.T, pattern *regexp.Regexp, text string) string {
	t.Helper()
	m := pattern.FindStringSubmatch(text)
	if m == nil {
		t.Fatalf("got %q, want something like %s", text, pattern)
	}
	return m[1]
}

// httpPeer talks to a server over Streamable HTTP.
type httpPeer struct {
	inbox
	url              string
	session, version string // of the session, once there is one
}

func startHTTP(t *testing.T, db string, more ...string) peer {
	t.Helper()
	return &httpPeer{inbox: newInbox(), url: serving(t, db, more...)}
}

func (p *httpPeer) send(t *testing.T, message string) int {
	t.Helper()
	header := headersOf(message)
	initializes := strings.Contains(message, `"method":"initialize"`)
	if p.session != "" && !claims(message) && !initializes {
		header.Set("Mcp-Session-Id", p.session)
		header.Set("MCP-Protocol-Version", p.version)
	}
	status, answered, body := do(t, http.MethodPost, p.url, message, header)
	if id := answered.Get("Mcp-Session-Id"); id != "" {
		p.session = id
		p.version = versionOf(message)
		_, _, stream := do(t, http.MethodGet, p.url, "", http.Header{"Accept": {"text/event-stream"}, "Mcp-Session-Id": {id}})
		go readEvents(stream, p.inbox)
	}
	if strings.HasPrefix(answered.Get("Content-Type"), "text/event-stream") {
		go readEvents(body, p.inbox)
		return status
	}
	if reply, err := io.ReadAll(body); err != nil {
		t.Fatal(err)
	} else if len(reply) > 0 {
		p.inbox <- string(reply)
	}
	return status
}

// do sends a request. The body of the answer can be read until the end of the test.
func do(t *testing.T, method, address, message string, header http.Header) (status int, answered http.Header, body io.Reader) {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), method, address, strings.NewReader(message))
	if err != nil {
		t.Fatal(err)
	}
	request.Header = header
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { response.Body.Close() })
	return response.StatusCode, response.Header, response.Body
}

// readEvents puts the data of all events but empty ones in the inbox.
func readEvents(body io.Reader, in inbox) {
	lines := bufio.NewReader(body)
	for {
		line, err := lines.ReadString('\n')
		if data, ok := strings.CutPrefix(line, "data: "); ok && data != "\n" {
			in <- strings.TrimSuffix(data, "\n")
		}
		if err != nil {
			return
		}
	}
}

// claims reports whether a message claims its version, as modern ones do.
func claims(message string) bool {
	return strings.Contains(message, `"io.modelcontextprotocol/protocolVersion"`)
}

// versionOf is the legacy revision that is agreed on when a client sends such an initialize.
func versionOf(message string) string {
	var m struct {
		Params struct {
			Version string `json:"protocolVersion"`
		} `json:"params"`
	}
	_ = json.Unmarshal([]byte(message), &m) // What can't be read names none.
	switch v := m.Params.Version; v {
	case "2024-11-05", "2025-03-26", "2025-06-18":
		return v
	}
	return "2025-11-25"
}

// headersOf returns the headers a client sends with a message.
func headersOf(message string) http.Header {
	h := http.Header{"Content-Type": {"application/json"}, "Accept": {"application/json, text/event-stream"}}
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

// ssePeer talks to a server over HTTP+SSE.
type ssePeer struct {
	inbox
	address string
}

func startSSE(t *testing.T, db string, more ...string) peer {
	t.Helper()
	base, err := url.Parse(serving(t, db, more...))
	if err != nil {
		t.Fatal(err)
	}
	p := &ssePeer{inbox: newInbox()}
	status, _, stream := do(t, http.MethodGet, base.JoinPath("/../sse").String(), "", http.Header{"Accept": {"text/event-stream"}})
	if status != http.StatusOK {
		t.Fatalf("opening HTTP+SSE: got status %d, want 200", status)
	}
	go readEvents(stream, p.inbox)
	address, err := base.Parse(<-p.inbox) // The first event says where to send messages.
	if err != nil {
		t.Fatal(err)
	}
	p.address = address.String()
	return p
}

func (p *ssePeer) send(t *testing.T, message string) int {
	t.Helper()
	status, _, _ := do(t, http.MethodPost, p.address, message, http.Header{"Content-Type": {"application/json"}})
	if status != http.StatusAccepted {
		t.Errorf("HTTP+SSE: got status %d, want 202", status)
	}
	return 0 // The status says nothing of the message.
}

// stdioPeer talks to a server over pipes.
type stdioPeer struct {
	inbox
	in io.Writer
}

func startStdio(t *testing.T, db string, more ...string) peer {
	t.Helper()
	stdin, in := io.Pipe()
	out, stdout := io.Pipe()
	start(t, stdin, stdout, io.Discard, append([]string{"stdio", "--db", db}, more...)...)
	p := &stdioPeer{inbox: newInbox(), in: in}
	go func() {
		lines := bufio.NewReader(out)
		for {
			line, err := lines.ReadString('\n')
			if err != nil {
				return
			}
			p.inbox <- strings.TrimSuffix(line, "\n")
		}
	}()
	return p
}

func (p *stdioPeer) send(t *testing.T, message string) int {
	t.Helper()
	if _, err := fmt.Fprintln(p.in, message); err != nil {
		t.Fatal(err)
	}
	return 0
}
