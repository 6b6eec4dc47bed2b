package tools_test

import (
	"testing"

	"giftserver/internal/catalog"
	"giftserver/internal/suggest"
	"giftserver/internal/tools"
)

// BenchmarkSuggestGifts measures a call from the bytes of the message to the bytes of the reply.
func BenchmarkSuggestGifts(b *testing.B) {
	store, err := catalog.OpenMemory(b.Context())
	if err != nil {
		b.Fatal(err)
	}
	defer store.Close()
	snapshot, err := store.Snapshot(b.Context())
	if err != nil {
		b.Fatal(err)
	}
	server, err := tools.New(suggest.New(snapshot, nil), store, tools.Options{Version: "1", Currency: "USD"})
	if err != nil {
		b.Fatal(err)
	}
	conversation := server.Open(func([]byte) {})
	message := []byte(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"_meta":{` +
		`"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}},` +
		`"name":"suggest_gifts","arguments":{"occasion":"birthday","budget":100,"recipient":"friend who loves board games"}}}`)
	b.ReportAllocs()
	for b.Loop() {
		conversation.Serve(b.Context(), message, nil, nil)()
	}
}
