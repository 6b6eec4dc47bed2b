package main

import (
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

var metricsURL = regexp.MustCompile(`metrics=(\S+)/metrics`)

// watchedServer starts a server with metrics and returns the addresses of its endpoint and of the metrics.
func watchedServer(t *testing.T, db string, more ...string) (endpoint, metrics string) {
	t.Helper()
	line := servingLine(t, db, append([]string{"--metrics-addr", "127.0.0.1:0"}, more...)...)
	return find(t, servingURL, line), find(t, metricsURL, line)
}

// scrape returns the values of the metrics whose names begin with prefix, by name and labels as Prometheus's text format
// writes them.
func scrape(t *testing.T, metrics, prefix string) map[string]string {
	t.Helper()
	_, _, body := do(t, http.MethodGet, metrics+"/metrics", "", http.Header{})
	text, err := io.ReadAll(body)
	if err != nil {
		t.Fatal(err)
	}
	values := map[string]string{}
	for line := range strings.Lines(string(text)) {
		if name, value, ok := cutLast(strings.TrimSpace(line), " "); ok && strings.HasPrefix(name, prefix) {
			values[name] = value
		}
	}
	return values
}

func cutLast(text, sep string) (before, after string, ok bool) {
	i := strings.LastIndex(text, sep)
	if i < 0 {
		return text, "", false
	}
	return text[:i], text[i+len(sep):], true
}

// until waits for something that a server does by itself.
func until(t *testing.T, what string, is func() bool) {
	t.Helper()
	for range 200 {
		if is() {
			return
		}
		time.Sleep(50 * time.Millisecond)
	}
	t.Fatalf("it never came about that %s", what)
}

// answered sends a message and waits for the whole answer.
func answered(t *testing.T, endpoint, message string, header http.Header) http.Header {
	t.Helper()
	_, got, body := do(t, http.MethodPost, endpoint, message, header)
	if _, err := io.Copy(io.Discard, body); err != nil {
		t.Fatal(err)
	}
	return got
}

const suggestCall = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"suggest_gifts","arguments":{"occasion":"birthday","budget":%s,"recipient":"Aurelia, who loves chess"}}}`

func TestMetrics_requests(t *testing.T) {
	t.Parallel()
	endpoint, metrics := watchedServer(t, filepath.Join(t.TempDir(), "gifts.db"))
	plain := func(message string) { answered(t, endpoint, message, headersOf("")) }
	plain(fmt.Sprintf(suggestCall, "60"))
	plain(fmt.Sprintf(suggestCall, "60"))
	plain(fmt.Sprintf(suggestCall, "0.01")) // Nothing costs so little.
	plain(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"steal_gifts"}}`)
	plain(`{"jsonrpc":"2.0","id":1,"method":"ping"}`)
	plain(`{"jsonrpc":"2.0","id":1,"method":"gifts/steal"}`)
	plain(`no JSON`)
	plain(`{"jsonrpc":"2.0","method":"notifications/initialized"}`) // No request.
	plain(`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{}}}`)
	modern := `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}}}`
	answered(t, endpoint, modern, headersOf(modern))

	want := map[string]string{
		`giftserver_requests_total{method="tools/call",outcome="ok",revision="2025-03-26",tool="suggest_gifts"}`:      "2",
		`giftserver_requests_total{method="tools/call",outcome="failure",revision="2025-03-26",tool="suggest_gifts"}`: "1",
		`giftserver_requests_total{method="tools/call",outcome="protocol_error",revision="2025-03-26",tool="other"}`:  "1",
		`giftserver_requests_total{method="ping",outcome="ok",revision="2025-03-26",tool=""}`:                         "1",
		`giftserver_requests_total{method="other",outcome="protocol_error",revision="2025-03-26",tool=""}`:            "1",
		`giftserver_requests_total{method="other",outcome="protocol_error",revision="none",tool=""}`:                  "1",
		`giftserver_requests_total{method="initialize",outcome="ok",revision="2025-06-18",tool=""}`:                   "1",
		`giftserver_requests_total{method="tools/list",outcome="ok",revision="2026-07-28",tool=""}`:                   "1",
	}
	if diff := cmp.Diff(want, scrape(t, metrics, "giftserver_requests_total")); diff != "" {
		t.Errorf("requests (-want +got):\n%s", diff)
	}
	want = map[string]string{
		`giftserver_request_duration_seconds_count{method="tools/call",tool="suggest_gifts"}`: "3",
		`giftserver_request_duration_seconds_count{method="tools/call",tool="other"}`:         "1",
		`giftserver_request_duration_seconds_count{method="ping",tool=""}`:                    "1",
		`giftserver_request_duration_seconds_count{method="other",tool=""}`:                   "1",
		`giftserver_request_duration_seconds_count{method="initialize",tool=""}`:              "1",
		`giftserver_request_duration_seconds_count{method="tools/list",tool=""}`:              "1",
	}
	if diff := cmp.Diff(want, scrape(t, metrics, "giftserver_request_duration_seconds_count")); diff != "" {
		t.Errorf("latency (-want +got):\n%s", diff)
	}
	for name, value := range map[string]string{"giftserver_sessions": "1", "giftserver_open_streams": "0", "giftserver_ready": "1", "giftserver_rate_limited_total": "0"} {
		if got := scrape(t, metrics, name)[name]; got != value {
			t.Errorf("%s: got %s, want %s", name, got, value)
		}
	}
	for _, name := range []string{"giftserver_build_info", "giftserver_index_build_seconds", "go_goroutines", "process_cpu_seconds_total"} {
		if len(scrape(t, metrics, name)) == 0 {
			t.Errorf("%s is missing", name)
		}
	}
}

// However many names a peer makes up, the numbers stay few.
func TestMetrics_bounded(t *testing.T) {
	t.Parallel()
	endpoint, metrics := watchedServer(t, filepath.Join(t.TempDir(), "gifts.db"))
	header := headersOf("")
	header.Set("MCP-Protocol-Version", "2025-03-26") // It has batches.
	for i := range 200 {
		var batch []string
		for j := range 50 {
			n := 50*i + j
			batch = append(batch,
				fmt.Sprintf(`{"jsonrpc":"2.0","id":"a%d","method":"m%d"}`, n, n),
				fmt.Sprintf(`{"jsonrpc":"2.0","id":"b%d","method":"tools/call","params":{"name":"t%d"}}`, n, n))
		}
		answered(t, endpoint, "["+strings.Join(batch, ",")+"]", header)
		made := headersOf("")
		made.Set("MCP-Protocol-Version", fmt.Sprintf("v%d", i))
		answered(t, endpoint, `{"jsonrpc":"2.0","id":1,"method":"ping"}`, made)
	}
	want := map[string]string{
		`giftserver_requests_total{method="other",outcome="protocol_error",revision="2025-03-26",tool=""}`:           "10000",
		`giftserver_requests_total{method="tools/call",outcome="protocol_error",revision="2025-03-26",tool="other"}`: "10000",
		`giftserver_requests_total{method="ping",outcome="protocol_error",revision="none",tool=""}`:                  "200",
	}
	if diff := cmp.Diff(want, scrape(t, metrics, "giftserver_requests_total")); diff != "" {
		t.Errorf("requests (-want +got):\n%s", diff)
	}
}

func TestMetrics_catalog(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	feed := filepath.Join(folder, "feed.csv")
	write := func(text string) {
		t.Helper()
		if err := os.WriteFile(feed, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("id,title,description,price,availability,link\n1,Walnut chess set,A set,30 EUR,in stock,https://shop.example/1\n2,Marble chess set,A set,50 EUR,in stock,https://shop.example/2\n")
	_, metrics := watchedServer(t, filepath.Join(folder, "gifts.db"), "--watch", feed)
	has := func(name, value string) func() bool {
		return func() bool { return scrape(t, metrics, "giftserver_")[name] == value }
	}
	until(t, "the file was imported", has(`giftserver_imports_total{outcome="imported"}`, "1"))
	until(t, "its gifts are in the catalog", has(`giftserver_catalog_gifts{source="shop"}`, "2"))
	if got := scrape(t, metrics, "giftserver_catalog_gifts"); len(got) != 1 {
		t.Errorf("got gifts %v, want those of the shop alone", got)
	}
	if has("giftserver_import_last_success_timestamp_seconds", "0")() || !has("giftserver_import_last_failure_timestamp_seconds", "0")() {
		t.Error("got no time of the import, or one of a failure")
	}
	write("")
	until(t, "an import has failed", has(`giftserver_imports_total{outcome="failed"}`, "1"))
	if has("giftserver_import_last_failure_timestamp_seconds", "0")() {
		t.Error("got no time of the failure")
	}
	if !has(`giftserver_catalog_gifts{source="shop"}`, "2")() {
		t.Error("a failed import has changed the catalog")
	}
}

// The dashboard and the alerts ask for metrics that there are.
func TestMetrics_deployed(t *testing.T) {
	t.Parallel()
	endpoint, metrics := watchedServer(t, filepath.Join(t.TempDir(), "gifts.db"))
	answered(t, endpoint, `{"jsonrpc":"2.0","id":1,"method":"ping"}`, headersOf(""))
	known := map[string]bool{}
	for name := range scrape(t, metrics, "") {
		name, _, _ = strings.Cut(name, "{")
		known[name] = true
	}
	asked := regexp.MustCompile(`\b(?:giftserver|go|process)_[a-z_]+\b`)
	for _, file := range []string{"../../deploy/alerts.yml", "../../deploy/grafana/giftserver.json"} {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		names := asked.FindAllString(string(text), -1)
		if len(names) == 0 {
			t.Errorf("%s asks for nothing", file)
		}
		for _, name := range names {
			if !known[name] {
				t.Errorf("%s asks for %s, which there is not", file, name)
			}
		}
	}
}

// What the files in deploy show and warn of is there under these names, and nothing that is there is shown nowhere.
func TestMetrics_deploy(t *testing.T) {
	t.Parallel()
	endpoint, metrics := watchedServer(t, filepath.Join(t.TempDir(), "gifts.db"))
	answered(t, endpoint, `{"jsonrpc":"2.0","id":1,"method":"ping"}`, headersOf(""))
	exported := map[string]bool{}
	for series := range scrape(t, metrics, "") {
		name, _, _ := strings.Cut(series, "{")
		exported[name] = true
	}
	shown := map[string]bool{}
	for _, file := range []string{"../../deploy/grafana/giftserver.json", "../../deploy/alerts.yml"} {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range regexp.MustCompile(`\b(?:giftserver|go|process)_[a-z_]+`).FindAllString(string(text), -1) {
			shown[name] = true
			if !exported[name] {
				t.Errorf("%s asks for %s, which does not exist", file, name)
			}
		}
	}
	for name := range exported {
		histogram := strings.HasSuffix(name, "_sum") || strings.HasSuffix(name, "_count") // They come with the buckets.
		if strings.HasPrefix(name, "giftserver_") && !shown[name] && !histogram {
			t.Errorf("%s is neither on the dashboard nor in an alert", name)
		}
	}
}
