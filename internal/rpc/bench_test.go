package rpc_test

import (
	"context"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"giftserver/internal/rpc"
)

// BenchmarkServe reads a message and writes its reply, with a handler that has its result at hand.
func BenchmarkServe(b *testing.B) {
	message := []byte(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"suggest_gifts","arguments":` +
		`{"occasion":"birthday","budget":100,"recipient":"my sister, who loves gardening and tea"}}}`)
	for name, result := range map[string]jsontext.Value{
		"small": jsontext.Value(`{}`),
		"10kB":  jsontext.Value(`{"text":"` + strings.Repeat("a walnut chess set ", 500) + `"}`),
	} {
		b.Run(name, func(b *testing.B) {
			m := &rpc.Mux{Route: func(*rpc.Request) (rpc.Route, error) {
				return rpc.Route{Handler: func(context.Context) (any, error) { return result, nil }}, nil
			}}
			b.ReportAllocs()
			for b.Loop() {
				if reply, _ := m.Serve(b.Context(), message, nil, nil)(); len(reply) < len(result) {
					b.Fatalf("got %s", reply)
				}
			}
		})
	}
}
