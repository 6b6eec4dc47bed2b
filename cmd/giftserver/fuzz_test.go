package main

import (
	"context"
	"regexp"
	"strings"
	"testing"

	"go.opentelemetry.io/otel/trace"

	"giftserver/internal/mcp"
)

// traceParent is what names a span (W3C Trace Context §3.2), with the flags that its first version knows.
var traceParent = regexp.MustCompile(`^00-([0-9a-f]{32}-[0-9a-f]{16})-0[01]$`)

// A span is joined to one that a peer names, that of the message if it is in order, or to none.
func FuzzJoined(f *testing.F) {
	const parent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
	f.Add(parent, "rojo=1,congo=t61rcWkgMzE", "")
	f.Add("", "a=1", parent)
	f.Add("00-00000000000000000000000000000000-b7ad6b7169203331-01", "", "00-0AF7651916CD43DD8448EB211C80319C-b7ad6b7169203331-01")
	f.Add("ff"+parent[2:], "", parent+"-")
	f.Add("cc"+parent[2:]+"-what", "a=\x00,a=1", "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-0g")
	f.Fuzz(func(t *testing.T, inMessage, state, inHeader string) {
		r := mcp.Observed{Meta: mcp.TraceContext{Parent: inMessage, State: state}, Header: mcp.TraceContext{Parent: inHeader, State: state}}
		ctx, _ := joined(context.Background(), r)
		got := trace.SpanContextFromContext(ctx)
		id := got.TraceID().String() + "-" + got.SpanID().String()
		if got.IsValid() && (!got.IsRemote() || !strings.Contains(inMessage+" "+inHeader, id) || len(got.TraceState().String()) > len(state)) {
			t.Errorf("%q and %q with %q: joined %q with %q", inMessage, inHeader, state, id, got.TraceState())
		}
		m := traceParent.FindStringSubmatch(inMessage)
		if isZero := strings.Contains(inMessage, strings.Repeat("0", 16)); m != nil && !isZero && id != m[1] {
			t.Errorf("%q and %q: joined %q, want %q", inMessage, inHeader, id, m[1])
		}
	})
}
