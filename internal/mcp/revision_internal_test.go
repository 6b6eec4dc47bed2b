package mcp

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"giftserver/internal/rpc"
)

// A revision that is added is spoken by its own row, whatever stands before it, and told to clients.
func TestRevisions_nextModern(t *testing.T) {
	before := revisions
	defer func() { revisions = before }()
	next := *modern
	next.name = "2099-01-15"
	revisions = slices.Insert(slices.Clone(before), 0, next)

	params := []byte(`{"_meta":{"io.modelcontextprotocol/protocolVersion":"2099-01-15","io.modelcontextprotocol/clientCapabilities":{}}}`)
	c := (&Server{}).Open(nil)
	got, _, err := c.admit(&rpc.Request{Method: "tools/list", Params: params})
	if err != nil || got != &revisions[0] {
		t.Errorf("admit: got %v, %v, want the row of 2099-01-15", got, err)
	}
	refused, _ := errors.AsType[*rpc.Error](unsupported("2025-11-25"))
	if got, want := fmt.Sprint(refused.Data), "{[2099-01-15 2026-07-28] 2025-11-25}"; got != want {
		t.Errorf("a legacy version in a modern request is refused with %s, want %s", got, want)
	}
}
