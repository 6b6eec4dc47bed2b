package main

import (
	"compress/gzip"
	"encoding/pem"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	otlp "go.opentelemetry.io/proto/otlp/trace/v1"
	"google.golang.org/protobuf/proto"
)

// The variables are those of https://opentelemetry.io/docs/specs/otel/protocol/exporter/.
func TestCollector_endpoint(t *testing.T) {
	tests := []struct{ signals, traces, want string }{
		{"", "", "http://localhost:4318/v1/traces"},
		{"http://collector:4318", "", "http://collector:4318/v1/traces"},
		{"https://collector/otlp/", "", "https://collector/otlp/v1/traces"},
		// The one for traces is used as it is.
		{"http://collector:4318", "https://traces.example/in", "https://traces.example/in"},
	}
	for _, tt := range tests {
		c, err := newCollector(lookup(map[string]string{
			"OTEL_EXPORTER_OTLP_ENDPOINT": tt.signals, "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT": tt.traces,
		}))
		if err != nil || c.url.String() != tt.want {
			t.Errorf("%q and %q: got %v, error %v, want %s", tt.signals, tt.traces, c, err, tt.want)
		}
	}
}

func TestCollector_refuses(t *testing.T) {
	missing := filepath.Join(t.TempDir(), "missing.pem")
	tests := []struct{ name, value, want string }{
		{"ENDPOINT", "collector:4318", "want a URL"},
		{"TRACES_ENDPOINT", "grpc://collector:4317", "want a URL"},
		{"HEADERS", "authorization", "want headers such as"},
		{"HEADERS", "key=%zz", "want headers such as"},
		{"TIMEOUT", "10s", "want milliseconds"},
		{"TRACES_TIMEOUT", "0", "want milliseconds"},
		{"COMPRESSION", "zstd", "want gzip or none"},
		{"CERTIFICATE", missing, "no such file"},
		{"CLIENT_CERTIFICATE", missing, "no such file"},
	}
	for _, tt := range tests {
		name := "OTEL_EXPORTER_OTLP_" + tt.name
		_, err := newCollector(lookup(map[string]string{name: tt.value}))
		if err == nil || !strings.HasPrefix(err.Error(), name+": ") || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s=%s: got error %v, want one that names it and says %q", name, tt.value, err, tt.want)
		}
	}
}

// What goes to a collector has the headers, the packing and the trust that the variables say; those for traces count over
// those for all signals.
func TestCollector_upload(t *testing.T) {
	var got *http.Request
	var spans otlp.TracesData
	server := httptest.NewTLSServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		got = r
		packed, err := gzip.NewReader(r.Body)
		if err != nil {
			t.Errorf("the body is not packed: %v", err)
			return
		}
		body, err := io.ReadAll(packed)
		if err != nil || proto.Unmarshal(body, &spans) != nil {
			t.Errorf("got body %q, error %v, want spans", body, err)
		}
	}))
	defer server.Close()
	trusted := filepath.Join(t.TempDir(), "ca.pem")
	if err := os.WriteFile(trusted, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: server.Certificate().Raw}), 0o600); err != nil {
		t.Fatal(err)
	}
	c, err := newCollector(lookup(map[string]string{
		"OTEL_EXPORTER_OTLP_ENDPOINT":       server.URL,
		"OTEL_EXPORTER_OTLP_HEADERS":        "authorization=none",
		"OTEL_EXPORTER_OTLP_TRACES_HEADERS": "authorization=Basic%20abc, x-tenant = shop",
		"OTEL_EXPORTER_OTLP_COMPRESSION":    "gzip",
		"OTEL_EXPORTER_OTLP_CERTIFICATE":    trusted,
		"OTEL_EXPORTER_OTLP_TIMEOUT":        "2500",
	}))
	if err != nil {
		t.Fatal(err)
	}
	if c.client.Timeout != 2500*time.Millisecond {
		t.Errorf("got timeout %s, want 2.5s", c.client.Timeout)
	}
	if err := c.UploadTraces(t.Context(), []*otlp.ResourceSpans{{SchemaUrl: "here"}}); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		"Authorization": "Basic abc", "X-Tenant": "shop", "Content-Type": "application/x-protobuf", "Content-Encoding": "gzip",
	} {
		if value := got.Header.Get(name); value != want {
			t.Errorf("%s: got %q, want %q", name, value, want)
		}
	}
	if list := spans.GetResourceSpans(); len(list) != 1 || list[0].GetSchemaUrl() != "here" {
		t.Errorf("got spans %v, want what was sent", list)
	}
}

// A batch is sent again where the specification says that it may pass later
// (https://opentelemetry.io/docs/specs/otlp/#failures-1), and only there.
func TestCollector_again(t *testing.T) {
	tests := []struct {
		statuses []int
		asked    int
		ok       bool
	}{
		{[]int{200}, 1, true},
		{[]int{503, 429, 502, 504, 200}, 5, true},
		{[]int{400}, 1, false},
		{[]int{503, 500}, 2, false},
	}
	for _, tt := range tests {
		asked := 0
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Retry-After", "0")
			w.WriteHeader(tt.statuses[asked])
			asked++
		}))
		c, err := newCollector(lookup(map[string]string{"OTEL_EXPORTER_OTLP_ENDPOINT": server.URL}))
		if err != nil {
			t.Fatal(err)
		}
		err = c.UploadTraces(t.Context(), nil)
		server.Close()
		if (err == nil) != tt.ok || asked != tt.asked {
			t.Errorf("%v: got error %v after %d requests, want it to pass: %t, after %d", tt.statuses, err, asked, tt.ok, tt.asked)
		}
	}
}
