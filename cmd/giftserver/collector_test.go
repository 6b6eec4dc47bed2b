package main

import (
	"compress/gzip"
	"encoding/pem"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
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
		statuses []int // the last one from then on
		pause    string
		least    int // requests
		most     int
		want     string // in the error, "" for none
	}{
		{[]int{200}, "", 1, 1, ""},
		{[]int{503, 429, 200}, "", 3, 3, ""},
		{[]int{503, 429, 502, 504, 200}, "1", 5, 5, ""},
		{[]int{400}, "1", 1, 1, "says 400"},
		{[]int{503, 500}, "1", 2, 2, "says 500"},
		{[]int{503}, "120", 1, 1, "says 503"}, // A batch is sent for a minute in all.
		{[]int{503}, "0", 2, 60, "says 503"},  // It does not have to bear more than one request a second.
		{[]int{503}, "-1", 2, 60, "says 503"},
	}
	for _, tt := range tests {
		synctest.Test(t, func(t *testing.T) {
			c, err := newCollector(lookup(nil))
			if err != nil {
				t.Fatal(err)
			}
			asked := 0
			c.client.Transport = answering(func() *http.Response {
				status := tt.statuses[min(asked, len(tt.statuses)-1)]
				if asked++; asked > tt.most {
					status = http.StatusOK
				}
				return &http.Response{
					Status: strconv.Itoa(status), StatusCode: status, Header: http.Header{"Retry-After": {tt.pause}}, Body: http.NoBody,
				}
			})
			err = c.UploadTraces(t.Context(), nil)
			if (err == nil) != (tt.want == "") || err != nil && !strings.Contains(err.Error(), tt.want) || asked < tt.least || asked > tt.most {
				t.Errorf("%v with Retry-After %q: got error %v after %d requests, want %q after %d to %d",
					tt.statuses, tt.pause, err, asked, tt.want, tt.least, tt.most)
			}
		})
	}
}

// answering is a collector that is not on the network.
type answering func() *http.Response

func (a answering) RoundTrip(*http.Request) (*http.Response, error) { return a(), nil }
