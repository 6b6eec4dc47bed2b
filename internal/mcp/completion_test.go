package mcp_test

import (
	"context"
	"fmt"
	"iter"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"giftserver/internal/mcp"
)

func TestComplete(t *testing.T) {
	c := echoConfig(t)
	var many []string
	for i := range 250 {
		many = append(many, fmt.Sprintf("tone %03d", i))
	}
	c.Prompts[0].Arguments[0].Complete = mcp.Among(func() iter.Seq[string] {
		return slices.Values([]string{"Joanna", "Ann", "ANNA", "Bob", "Ann", ""})
	})
	c.Prompts[0].Arguments[1].Complete = mcp.Among(func() iter.Seq[string] { return slices.Values(many) })
	c.Templates[0].Complete = map[string]mcp.Completer{"id": func(_ context.Context, typed string, others map[string]string) ([]string, error) {
		return []string{typed + others["size"]}, nil
	}}
	s := newServer(t, c)
	const prompt = `"ref":{"type":"ref/prompt","name":"greet","title":"x"},`
	const template = `"ref":{"type":"ref/resource","uri":"mcp://echo/items/{id}{?size}"},`
	tests := []struct{ params, want string }{
		// What begins with the typed text stands first; each value once.
		{prompt + `"argument":{"name":"who","value":"an"}`, `{"values":["Ann","ANNA","Joanna"],"total":3,"hasMore":false}`},
		{prompt + `"argument":{"name":"who","value":""}`, `{"values":["Joanna","Ann","ANNA","Bob"],"total":4,"hasMore":false}`},
		{prompt + `"argument":{"name":"who","value":"zz"}`, `{"values":[],"total":0,"hasMore":false}`},
		{template + `"argument":{"name":"id","value":"5"},"context":{"arguments":{"size":"XL","odd":7}}`, `{"values":["5XL"],"total":1,"hasMore":false}`},
		// A variable for which there is nothing to offer.
		{template + `"argument":{"name":"size","value":"5"}`, `{"values":[],"total":0,"hasMore":false}`},
	}
	for _, revision := range revisions {
		for _, tt := range tests {
			got := ask(t, s, revision, "completion/complete", tt.params)
			if diff := cmp.Diff(any(object(t, tt.want)), got.Result["completion"]); diff != "" {
				t.Errorf("%s {%s} (-want +got):\n%s", revision, tt.params, diff)
			}
		}
		got := ask(t, s, revision, "completion/complete", prompt+`"argument":{"name":"tone","value":"TONE"}`).Result["completion"].(map[string]any)
		if n := len(got["values"].([]any)); n != 100 || got["total"] != 250.0 || got["hasMore"] != true {
			t.Errorf("%s: got %d values, total %v, hasMore %v, want 100 of 250", revision, n, got["total"], got["hasMore"])
		}
	}
}

func TestComplete_refuses(t *testing.T) {
	for _, params := range []string{
		``,
		`"argument":{"name":"who","value":"a"}`,
		`"ref":{"type":"ref/prompt","name":"greet"}`,
		`"ref":{"type":"ref/prompt","name":"greet"},"argument":{"name":"who"}`,
		`"ref":{"type":"ref/prompt","name":"greet"},"argument":{"name":"who","value":5}`,
		`"ref":{"type":"ref/prompt","name":"greet"},"argument":{"name":"whom","value":"a"}`,
		`"ref":{"type":"ref/prompt","name":"nobody"},"argument":{"name":"who","value":"a"}`,
		`"ref":{"type":"ref/tool","name":"echo"},"argument":{"name":"text","value":"a"}`,
		`"ref":{"type":"ref/resource","uri":"mcp://echo/items/5"},"argument":{"name":"id","value":"a"}`,
		`"ref":{"type":"ref/resource","uri":"mcp://echo/items/{id}{?size}"},"argument":{"name":"item","value":"a"}`,
	} {
		if got := ask(t, newEcho(t), "2025-11-25", "completion/complete", params); got.Error.Code != -32602 {
			t.Errorf("{%s}: got %v, want -32602", params, got)
		}
	}
}
