package main

import (
	"bytes"
	"encoding/hex"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	otlp "go.opentelemetry.io/proto/otlp/trace/v1"
	"google.golang.org/protobuf/proto"
)

// startCollector starts a collector of traces and has this process's go there.
func startCollector(t *testing.T) <-chan []byte {
	t.Helper()
	bodies := make(chan []byte, 100)
	server := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil || r.URL.Path != "/v1/traces" {
			t.Errorf("got %s, error %v, want /v1/traces", r.URL.Path, err)
		}
		bodies <- body
	}))
	t.Cleanup(server.Close)
	t.Setenv("OTEL_EXPORTER_OTLP_ENDPOINT", server.URL)
	t.Setenv("OTEL_BSP_SCHEDULE_DELAY", "50")
	return bodies
}

// spans waits for so many spans, and returns them by their names.
func spans(t *testing.T, bodies <-chan []byte, n int) map[string]*otlp.Span {
	t.Helper()
	byName := map[string]*otlp.Span{}
	for len(byName) < n {
		var request otlp.TracesData
		body := <-bodies
		if err := proto.Unmarshal(body, &request); err != nil {
			t.Fatal(err)
		}
		if bytes.Contains(body, []byte("Aurelia")) || bytes.Contains(body, []byte("birthday")) || bytes.Contains(body, []byte("Matches")) {
			t.Errorf("a trace holds what was said: %q", body)
		}
		for _, of := range request.GetResourceSpans() {
			if about := fmt.Sprint(of.GetResource()); !strings.Contains(about, "giftserver") {
				t.Errorf("got resource %s, want the service giftserver", about)
			}
			for _, span := range of.GetScopeSpans()[0].GetSpans() {
				byName[span.GetName()] = span
			}
		}
	}
	return byName
}

// attributes are those of a span, by name.
func attributes(span *otlp.Span) map[string]string {
	values := map[string]string{}
	for _, a := range span.GetAttributes() {
		values[a.GetKey()] = a.GetValue().GetStringValue()
	}
	return values
}

const (
	traceOfMessage, spanOfMessage = "4bf92f3577b34da6a3ce929d0e0e4736", "00f067aa0ba902b7"
	traceOfHTTP, spanOfHTTP       = "0af7651916cd43dd8448eb211c80319c", "b7ad6b7169203331"
)

func TestTraces(t *testing.T) {
	bodies := startCollector(t)
	endpoint := serving(t, filepath.Join(t.TempDir(), "gifts.db"))
	fromHTTP := headersOf("")
	fromHTTP.Set("Traceparent", "00-"+traceOfHTTP+"-"+spanOfHTTP+"-01")
	inMessage := `"_meta":{"traceparent":"00-` + traceOfMessage + `-` + spanOfMessage + `-01","tracestate":"rojo=1"},`

	answered(t, endpoint, strings.Replace(fmt.Sprintf(suggestCall, "60"), `"name"`, inMessage+`"name"`, 1), fromHTTP)
	answered(t, endpoint, `{"jsonrpc":"2.0","id":"p","method":"ping"}`, fromHTTP)
	session := answered(t, endpoint, `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{}}}`, headersOf("")).Get("Mcp-Session-Id")
	inSession := headersOf("")
	inSession.Set("Mcp-Session-Id", session)
	answered(t, endpoint, `{"jsonrpc":"2.0","id":2,"method":"prompts/get","params":{"_meta":{"traceparent":"nonsense"},"name":"find_a_gift"}}`, inSession)
	answered(t, endpoint, `{"jsonrpc":"2.0","id":3,"method":"gifts/steal"}`, headersOf(""))

	got := spans(t, bodies, 5)
	tests := []struct {
		name, trace, parent, link string // "" for none, and for a trace of its own
		attributes                map[string]string
	}{
		{"tools/call suggest_gifts", traceOfMessage, spanOfMessage, spanOfHTTP, map[string]string{
			"mcp.method.name": "tools/call", "gen_ai.tool.name": "suggest_gifts", "gen_ai.operation.name": "execute_tool",
			"mcp.protocol.version": "2025-03-26", "jsonrpc.request.id": "1", "network.transport": "tcp",
		}},
		{"ping", traceOfHTTP, spanOfHTTP, "", map[string]string{
			"mcp.method.name": "ping", "mcp.protocol.version": "2025-03-26", "jsonrpc.request.id": "p", "network.transport": "tcp",
		}},
		{"initialize", "", "", "", map[string]string{
			"mcp.method.name": "initialize", "mcp.protocol.version": "2025-06-18", "jsonrpc.request.id": "1", "network.transport": "tcp",
		}},
		{"prompts/get find_a_gift", "", "", "", map[string]string{
			"mcp.method.name": "prompts/get", "gen_ai.prompt.name": "find_a_gift", "mcp.session.id": session,
			"mcp.protocol.version": "2025-06-18", "jsonrpc.request.id": "2", "network.transport": "tcp",
		}},
		{"other", "", "", "", map[string]string{
			"mcp.method.name": "other", "mcp.protocol.version": "2025-03-26", "jsonrpc.request.id": "3", "network.transport": "tcp",
			"error.type": "-32601", "rpc.response.status_code": "-32601",
		}},
	}
	for _, tt := range tests {
		span := got[tt.name]
		if span == nil {
			t.Errorf("%s: got no such span, only %v", tt.name, got)
			continue
		}
		if trace := hex.EncodeToString(span.GetTraceId()); tt.trace != "" && trace != tt.trace {
			t.Errorf("%s: got trace %s, want %s", tt.name, trace, tt.trace)
		}
		if parent := hex.EncodeToString(span.GetParentSpanId()); parent != tt.parent {
			t.Errorf("%s: got parent %q, want %q", tt.name, parent, tt.parent)
		}
		link := ""
		for _, l := range span.GetLinks() {
			link += hex.EncodeToString(l.GetSpanId())
		}
		if link != tt.link || span.GetKind() != otlp.Span_SPAN_KIND_SERVER {
			t.Errorf("%s: got link %q and %s, want %q and a server's span", tt.name, link, span.GetKind(), tt.link)
		}
		if diff := cmp.Diff(tt.attributes, attributes(span)); diff != "" {
			t.Errorf("%s: attributes (-want +got):\n%s", tt.name, diff)
		}
		failed := span.GetStatus().GetCode() == otlp.Status_STATUS_CODE_ERROR
		if _, want := tt.attributes["error.type"]; failed != want || span.GetStatus().GetMessage() != "" {
			t.Errorf("%s: got status %v, want an error: %t, and no text", tt.name, span.GetStatus(), want)
		}
	}
	if state := got["tools/call suggest_gifts"].GetTraceState(); state != "rojo=1" {
		t.Errorf("got trace state %q, want the message's", state)
	}
}

// What a tool says is no good answer is an error of the span. Over stdio, the end of the input sends what is left.
func TestTraces_stdio(t *testing.T) {
	bodies := startCollector(t)
	t.Setenv("OTEL_BSP_SCHEDULE_DELAY", "600000")
	in, out := io.Pipe()
	start(t, in, io.Discard, io.Discard, "stdio", "--db", filepath.Join(t.TempDir(), "gifts.db"))
	if _, err := io.WriteString(out, fmt.Sprintf(suggestCall, "0.01")+"\n"); err != nil {
		t.Fatal(err)
	}
	out.Close()
	got := spans(t, bodies, 1)["tools/call suggest_gifts"]
	about := attributes(got)
	if about["error.type"] != "tool_error" || about["network.transport"] != "pipe" || got.GetStatus().GetCode() != otlp.Status_STATUS_CODE_ERROR {
		t.Errorf("got %v, want tool_error over a pipe", got)
	}
}

func TestTracesWanted(t *testing.T) {
	tests := []struct {
		env  map[string]string
		want bool
		err  string // what it names
	}{
		{nil, false, ""},
		{map[string]string{"OTEL_EXPORTER_OTLP_ENDPOINT": "http://collector:4318"}, true, ""},
		{map[string]string{"OTEL_EXPORTER_OTLP_TRACES_ENDPOINT": "http://collector:4318/v1/traces"}, true, ""},
		{map[string]string{"OTEL_TRACES_EXPORTER": "otlp"}, true, ""},
		{map[string]string{"OTEL_TRACES_EXPORTER": "none", "OTEL_EXPORTER_OTLP_ENDPOINT": "http://collector:4318"}, false, ""},
		{map[string]string{"OTEL_SDK_DISABLED": "true", "OTEL_TRACES_EXPORTER": "otlp"}, false, ""},
		{map[string]string{"OTEL_TRACES_EXPORTER": "otlp", "OTEL_EXPORTER_OTLP_PROTOCOL": "http/protobuf"}, true, ""},
		{map[string]string{"OTEL_TRACES_EXPORTER": "zipkin"}, false, "OTEL_TRACES_EXPORTER: want otlp or none"},
		{map[string]string{"OTEL_TRACES_EXPORTER": "otlp", "OTEL_EXPORTER_OTLP_PROTOCOL": "grpc"}, false, "OTEL_EXPORTER_OTLP_PROTOCOL: want http/protobuf"},
		// Where there are no traces, it does not matter how they would go.
		{map[string]string{"OTEL_EXPORTER_OTLP_PROTOCOL": "grpc"}, false, ""},
	}
	for _, tt := range tests {
		got, err := tracesWanted(lookup(tt.env))
		if got != tt.want || (err != nil) != (tt.err != "") || err != nil && !strings.Contains(err.Error(), tt.err) {
			t.Errorf("%v: got %t, error %v, want %t, %q", tt.env, got, err, tt.want, tt.err)
		}
	}
}
