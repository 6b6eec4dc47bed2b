package main

import (
	"fmt"
	"io"
	"net/http"
	"path/filepath"
	"testing"

	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/sdk/trace/tracetest"
)

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
