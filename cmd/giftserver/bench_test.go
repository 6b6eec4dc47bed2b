package main

import (
	"fmt"
	"io"
	"net/http"
	"path/filepath"
	"testing"

	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/sdk/trace/tracetest"

	"giftserver/bench/briefs"
)

// What clients call most, over each transport, from the bytes of a request to those of its reply. The client's part is in
// the time, and next to nothing of it in the allocations.
func BenchmarkWire(b *testing.B) {
	for _, called := range []struct {
		method, name string
		params       []string
	}{
		{"tools/call", "suggest_gifts", suggestions(briefs.Make(20_000))},
		{"tools/list", "", []string{""}},
		{"prompts/get", "gift_congrats_style", []string{`"name":"gift_congrats_style","arguments":{"occasion":"wedding"}`}},
		{"resources/read", "mcp://gift-server/resources/gift_catalog", []string{`"uri":"mcp://gift-server/resources/gift_catalog"`}},
	} {
		for over, dial := range map[string]func(a *app) func(){
			"http":  func(a *app) func() { return overHTTP(b, a, called.method, called.name, called.params) },
			"stdio": func(a *app) func() { return overStdio(b, a, called.method, called.params) },
		} {
			b.Run(called.method+"/"+over, func(b *testing.B) {
				ask := dial(prepared(b))
				for range 100 { // The first of each language loads its words.
					ask()
				}
				b.ReportAllocs()
				for b.Loop() {
					ask()
				}
			})
		}
	}
}

// What watching costs each call: the server alone, then with the instruments. Traces go to nowhere, after all that is
// done in the time of a call.
func BenchmarkCall(b *testing.B) {
	nowhere := sdktrace.NewTracerProvider(sdktrace.WithBatcher(tracetest.NewNoopExporter()))
	messages := map[string]string{"suggest": fmt.Sprintf(suggestCall, "60"), "ping": `{"jsonrpc":"2.0","id":1,"method":"ping"}`}
	for _, name := range []string{"ping", "suggest"} {
		for _, watched := range []struct {
			by string
			*instruments
		}{
			{"nothing", &instruments{}},
			{"metrics", &instruments{metrics: newMetrics()}},
			{"traces", &instruments{traces: tracing(nowhere, "tcp")}},
			{"both", &instruments{metrics: newMetrics(), traces: tracing(nowhere, "tcp")}},
		} {
			b.Run(name+"/"+watched.by, func(b *testing.B) {
				a, err := openApp(b.Context(), &program{stderr: io.Discard}, &config{db: filepath.Join(b.TempDir(), "gifts.db"), currency: "USD"}, watched.instruments)
				if err != nil {
					b.Fatal(err)
				}
				defer a.Store.Close()
				a.prepare()
				c := a.Open(func([]byte) {})
				defer c.Close()
				b.ReportAllocs()
				for b.Loop() {
					c.Serve(b.Context(), []byte(messages[name]), http.Header{}, nil)()
				}
			})
		}
	}
}
