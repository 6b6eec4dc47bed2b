package tools_test

import (
	"context"
	"errors"
	"log/slog"
	"strings"
	"testing"

	"giftserver/internal/catalog"
	"giftserver/internal/suggest"
	"giftserver/internal/tools"
)

// A brokenStore is a catalog whose database can't be read any more.
type brokenStore struct{ catalog.Store }

func (brokenStore) Gift(context.Context, string) (catalog.Gift, error) {
	return catalog.Gift{}, errors.New("disk on fire")
}

func (brokenStore) Category(context.Context, string, string, int) ([]catalog.Gift, error) {
	return nil, errors.New("disk on fire")
}

// While the database can't be read, whatever needs it says so and what works without it. The log has the cause, once.
func TestUnreadable(t *testing.T) {
	store, err := catalog.OpenMemory(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	snapshot, err := store.Snapshot(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var log strings.Builder
	server, err := tools.New(suggest.New(snapshot, nil), brokenStore{store}, tools.Options{
		Version: "1.2.3", Now: noon, SearchTools: true, Log: slog.New(slog.NewTextHandler(&log, nil)),
	})
	if err != nil {
		t.Fatal(err)
	}
	conversation := server.Open(func([]byte) {})
	id := snapshot.Gifts.At(0).ID
	tests := []struct {
		method string
		params map[string]any
		want   string
	}{
		{"tools/call", map[string]any{"name": "get_gift", "arguments": map[string]any{"id": id}}, `"isError":true`},
		{"tools/call", map[string]any{"name": "fetch", "arguments": map[string]any{"id": id}}, `"isError":true`},
		{"resources/read", map[string]any{"uri": "mcp://gift-server/gifts/" + id}, `"code":-32603`},
		{"resources/read", map[string]any{"uri": "mcp://gift-server/categories/home"}, `"code":-32603`},
	}
	for _, tt := range tests {
		log.Reset()
		reply := string(ask(t, conversation, tt.method, tt.params))
		for _, want := range []string{tt.want, "database can't be read just now", "suggest_gifts", "try again in a minute"} {
			if !strings.Contains(reply, want) {
				t.Errorf("%s %v: got %s, want %s in it", tt.method, tt.params, reply, want)
			}
		}
		if strings.Contains(reply, "fire") || strings.Count(log.String(), "disk on fire") != 1 {
			t.Errorf("%s %v: got %s and log %q, want the cause once in the log alone", tt.method, tt.params, reply, log.String())
		}
	}
	if r := call(t, conversation, `{"occasion":"birthday","budget":50}`); r.Result.IsError {
		t.Errorf("suggest_gifts: got %+v, want gifts", r.Result)
	}
}
