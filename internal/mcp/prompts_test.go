package mcp_test

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// The echoed text counts the arguments that the prompt was given.
func TestGetPrompt_messages(t *testing.T) {
	tests := []struct{ params, want string }{
		{`"name":"greet","arguments":{"who":"Ana"}`, "1: Ana, "},
		{`"name":"greet","arguments":{"who":"Ana","tone":"warm"}`, "2: Ana, warm"},
		{`"name":"greet","arguments":{"who":""}`, "1: , "},
		// Hosts offer a person one form for several prompts.
		{`"name":"greet","arguments":{"who":"Ana","age":"40"}`, "1: Ana, "},
		{`"name":"wave"`, "0: , "},
		{`"name":"wave","arguments":null`, "0: , "},
		{`"name":"wave","arguments":{"who":"Ana"}`, "0: , "},
	}
	s := newEcho(t)
	for _, tt := range tests {
		want := object(t, fmt.Sprintf(`{"messages":[{"role":"user","content":{"type":"text","text":%q}}]}`, tt.want))
		for _, version := range revisions {
			got := ask(t, s, version, "prompts/get", tt.params).Result
			delete(got, "resultType")
			delete(got, "_meta")
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("{%s} in %s (-want +got):\n%s", tt.params, version, diff)
			}
		}
	}
}

func TestGetPrompt_refuses(t *testing.T) {
	s := newEcho(t)
	for _, params := range []string{
		``,
		`"name":5`,
		`"name":"nobody"`,
		`"name":"Wave"`,
		`"name":"greet"`,
		`"name":"greet","arguments":{}`,
		`"name":"greet","arguments":{"tone":"warm"}`,
		`"name":"greet","arguments":{"Who":"Ana"}`,
		// Values are strings in every revision.
		`"name":"greet","arguments":{"who":5}`,
		`"name":"greet","arguments":{"who":null}`,
		`"name":"greet","arguments":{"who":"Ana","tone":["warm"]}`,
		`"name":"greet","arguments":{"who":"Ana","tone":null}`,
		`"name":"greet","arguments":["Ana"]`,
		`"name":"greet","arguments":"Ana"`,
	} {
		for _, version := range revisions {
			got := ask(t, s, version, "prompts/get", params)
			if got.Status != 200 || got.Error.Code != -32602 || got.Result != nil {
				t.Errorf("{%s} in %s: got status %d, code %d, want 200, -32602", params, version, got.Status, got.Error.Code)
			}
		}
	}
}
