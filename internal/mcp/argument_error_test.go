package mcp_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"giftserver/internal/mcp"
)

// Each sentence names the argument, what is wanted and what came.
func TestCallTool_argumentErrors(t *testing.T) {
	tests := []struct{ arguments, want string }{
		{`{}`, "Missing required property 'text' in arguments"},
		{`{"text":5}`, "'text' must be a string, got 5"},
		{`{"text":true}`, "'text' must be a string, got true"},
		{`{"text":["hi"]}`, "'text' must be a string, got a list of 1"},
		{`{"text":{"de":"hi"}}`, "'text' must be a string, got an object"},
		// Null counts as absent for an optional property only.
		{`{"text":null}`, "'text' must be a string, got null"},
		{`{"text":"h"}`, `'text' must have at least 2 characters, got the string "h"`},
		{`{"text":"123456789 123456789 1"}`, `'text' must have at most 20 characters, got the string "123456789 123456789 1"`},
		{`{"text":"hi","size":"huge"}`, `'size' must be one of small, large, got the string "huge"`},
		{`{"text":"hi","day":"24.12.2026"}`, `'day' must be a date such as 2026-12-24, got the string "24.12.2026"`},
		{`{"text":"hi","day":"2026-02-30"}`, `'day' must be a date such as 2026-12-24, got the string "2026-02-30"`},
		{`{"text":"hi","code":"a1"}`, `'code' must match the pattern ^[A-Z]+$, got the string "a1"`},
		{`{"text":"hi","price":0}`, "'price' must be greater than 0, got 0"},
		{`{"text":"hi","price":1000.5}`, "'price' must be at most 1000, got 1000.5"},
		{`{"text":"hi","price":"12"}`, `'price' must be a number, got the string "12"`},
		{`{"text":"hi","year":1899}`, "'year' must be at least 1900, got 1899"},
		{`{"text":"hi","year":2000.5}`, "'year' must be an integer, got 2000.5"},
		{`{"text":"hi","words":"a"}`, `'words' must be an array, got the string "a"`},
		{`{"text":"hi","words":["a"]}`, "'words' must have at least 2 items, got a list of 1"},
		{`{"text":"hi","words":["a","b","c","d"]}`, "'words' must have at most 3 items, got a list of 4"},
		{`{"text":"hi","words":["a",5]}`, "'words[1]' must be a string, got 5"},
		{`{"text":"hi","words":["a",null]}`, "'words[1]' must be a string, got null"},
		{`{"text":"hi","color":"red"}`, "Unknown property 'color' in arguments; allowed are code, day, price, size, text, words, year"},
		// Names are case-sensitive.
		{`{"text":"hi","Size":"small"}`, "Unknown property 'Size' in arguments; allowed are code, day, price, size, text, words, year"},
	}
	s := newEcho(t)
	for _, tt := range tests {
		params := `"name":"echo","arguments":` + tt.arguments
		for _, version := range revisions[:2] {
			got := ask(t, s, version, "tools/call", params)
			if _, has := got.Result["structuredContent"]; got.Result["isError"] != true || has {
				t.Errorf("%s in %s: got %v, want isError without structuredContent", tt.arguments, version, got.Result)
			}
			if text := textOf(got); text != tt.want {
				t.Errorf("%s in %s:\ngot  %q\nwant %q", tt.arguments, version, text, tt.want)
			}
		}
		for _, version := range revisions[2:] {
			got := ask(t, s, version, "tools/call", params)
			if got.Status != 200 || got.Error.Code != -32602 || got.Error.Message != tt.want {
				t.Errorf("%s in %s:\ngot  %d %d %q\nwant 200 -32602 %q",
					tt.arguments, version, got.Status, got.Error.Code, got.Error.Message, tt.want)
			}
		}
	}
}

// What is wrong inside an object or a list is told with its place.
func TestCallTool_errorsInside(t *testing.T) {
	tests := []struct{ arguments, want string }{
		{`{"share":0.25}`, "'share' must be at least 0.5, got 0.25"},
		{`{"share":1}`, "'share' must be less than 1, got 1"},
		{`{"lid":{}}`, "Missing required property 'size' in 'lid'"},
		{`{"lid":{"size":1,"color":"red"}}`, "Unknown property 'color' in 'lid'"},
		{`{"lid":{"size":"big"}}`, `'lid.size' must be an integer, got the string "big"`},
		{`{"boxes":[{"size":1},{}]}`, "Missing required property 'size' in 'boxes[1]'"},
		{`{"boxes":[{"size":1},{"size":1,"color":"red"}]}`, "Unknown property 'color' in 'boxes[1]'"},
	}
	const box = `{"type":"object","additionalProperties":false,"required":["size"],"properties":{"size":{"type":"integer"}}}`
	c := echoConfig(t)
	c.Tools[0].Input = schema(t, `{"type":"object","properties":{"share":{"type":"number","minimum":0.5,"exclusiveMaximum":1},
		"lid":`+box+`,"boxes":{"type":"array","items":`+box+`}}}`)
	s := newServer(t, c)
	for _, tt := range tests {
		if got := textOf(ask(t, s, modern, "tools/call", `"name":"echo","arguments":`+tt.arguments)); got != tt.want {
			t.Errorf("%s:\ngot  %q\nwant %q", tt.arguments, got, tt.want)
		}
	}
}

// The problems of one call come in one order, whatever order the members and maps have.
func TestCallTool_severalProblems(t *testing.T) {
	const want = "Missing required property 'text' in arguments; " +
		"'price' must be at most 1000, got 2000; " +
		`'size' must be one of small, large, got the string "huge"; ` +
		"'year' must be an integer, got true; " +
		"Unknown properties 'b', 'c' in arguments; allowed are code, day, price, size, text, words, year"
	s := newEcho(t)
	for range 20 {
		for _, arguments := range []string{
			`{"year":true,"size":"huge","c":1,"b":2,"price":2000}`,
			`{"b":2,"price":2000,"year":true,"c":1,"size":"huge"}`,
		} {
			if got := textOf(ask(t, s, modern, "tools/call", `"name":"echo","arguments":`+arguments)); got != want {
				t.Fatalf("%s:\ngot  %q\nwant %q", arguments, got, want)
			}
		}
	}
}

// A number so large that comparing it would cost is refused with the whole message.
func TestCallTool_hugeNumber(t *testing.T) {
	got := ask(t, newEcho(t), "2025-11-25", "tools/call", `"name":"echo","arguments":{"text":"hi","price":1e999999999}`)
	if got.Status != 400 || got.Error.Code != -32600 {
		t.Errorf("got status %d, code %d, want 400, -32600", got.Status, got.Error.Code)
	}
}

// Tools decode arguments into plain Go types, so what reaches them has one form.
func TestCallTool_arguments(t *testing.T) {
	tests := []struct{ arguments, want string }{
		{`{"words":[ "a", "b" ]}`, `{"words":["a","b"]}`},
		{`{"year":2000.0}`, `{"year":2000}`},
		{`{"year":2e3}`, `{"year":2000}`},
		{`{"price":12.50}`, `{"price":12.50}`},
		// A float64 would round the first to the integer before it, and the second to 17 digits.
		{`{"year":9007199254740993}`, `{"year":9007199254740993}`},
		{`{"year":1234567890123456789012345}`, `{"year":1234567890123456789012345}`},
		{`{"year":null,"words":null,"text":null}`, `{}`},
		{`{"text":"hi","year":null}`, `{"text":"hi"}`},
		// Length counts characters, not bytes: these are 20.
		{`{"text":"🎁🎁🎁🎁🎁🎁🎁🎁🎁🎁🎁🎁🎁🎁🎁🎁🎁🎁🎁🎁"}`, `{"text":"🎁🎁🎁🎁🎁🎁🎁🎁🎁🎁🎁🎁🎁🎁🎁🎁🎁🎁🎁🎁"}`},
	}
	var got string
	c := echoConfig(t)
	c.Tools[0].Call = func(_ context.Context, call mcp.ToolCall) (*mcp.ToolResult, error) {
		compact := call.Arguments.Clone() // Space between tokens is the caller's.
		err := compact.Compact()
		got = string(compact)
		return &mcp.ToolResult{}, err
	}
	c.Tools[0].Input = schema(t, strings.Replace(echoInput, `"required":["text"],`, "", 1))
	s := newServer(t, c)
	for _, version := range revisions {
		for _, tt := range tests {
			got = "no call"
			ask(t, s, version, "tools/call", `"name":"echo","arguments":`+tt.arguments)
			if got != tt.want {
				t.Errorf("%s in %s: got %s, want %s", tt.arguments, version, got, tt.want)
			}
		}
	}
}

// Null counts as absent inside objects and lists too, but where the member is required.
func TestCallTool_nullsInside(t *testing.T) {
	const box = `{"type":"object","required":["size"],"properties":{"size":{"type":"integer"},"color":{"type":"string"}}}`
	tests := []struct{ arguments, want string }{
		{`{"lid":{"color":null,"size":1}}`, `{"lid":{"size":1}}`},
		{`{"boxes":[{"size":1,"color":null},{"size":2,"color":"red"}],"lid":null}`, `{"boxes":[{"size":1},{"color":"red","size":2}]}`},
		{`{"lid":{"size":null}}`, "no call"},
		{`{"boxes":[null]}`, "no call"},
	}
	var got string
	c := echoConfig(t)
	c.Tools[0].Call = func(_ context.Context, call mcp.ToolCall) (*mcp.ToolResult, error) {
		got = string(call.Arguments)
		return &mcp.ToolResult{}, nil
	}
	c.Tools[0].Input = schema(t, `{"type":"object","properties":{"lid":`+box+`,"boxes":{"type":"array","items":`+box+`}}}`)
	s := newServer(t, c)
	for _, tt := range tests {
		got = "no call"
		ask(t, s, modern, "tools/call", `"name":"echo","arguments":`+tt.arguments)
		if got != tt.want {
			t.Errorf("%s: got %s, want %s", tt.arguments, got, tt.want)
		}
	}
}

// An error has ten sentences at most, and says how many more there would be.
func TestCallTool_manyProblems(t *testing.T) {
	s := newEcho(t)
	for n, want := range map[int]string{
		// One more problem than there are numbers: the list is too long.
		9:    "",
		11:   "; and 2 more",
		5000: "; and 4991 more",
	} {
		numbers := strings.TrimSuffix(strings.Repeat("7,", n), ",")
		got := textOf(ask(t, s, modern, "tools/call", `"name":"echo","arguments":{"text":"hi","words":[`+numbers+`]}`))
		sentences, more, _ := strings.Cut(got, "; and ")
		if want != "" {
			more = "; and " + more
		}
		if strings.Count(sentences, "; ") != 9 || more != want {
			t.Errorf("%d numbers: got %q, want ten sentences and %q", n, got, want)
		}
	}
}

// Whatever a call makes up, its names are told in one sentence.
func TestCallTool_unknownProperties(t *testing.T) {
	const allowed = " in arguments; allowed are code, day, price, size, text, words, year"
	tests := []struct{ names, want string }{
		{"q b q2 A", "Unknown properties 'A', 'b', 'q', 'q2'"},
		{"j i h g f e d c b a", "Unknown properties 'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j'"},
		{"l k j i h g f e d c b a", "Unknown properties 'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j' and 2 more"},
	}
	s := newEcho(t)
	for _, tt := range tests {
		arguments := `{"text":"hi"`
		for name := range strings.FieldsSeq(tt.names) {
			arguments += `,"` + name + `":1`
		}
		got := textOf(ask(t, s, modern, "tools/call", `"name":"echo","arguments":`+arguments+"}"))
		if got != tt.want+allowed {
			t.Errorf("%s:\ngot  %q\nwant %q", tt.names, got, tt.want+allowed)
		}
	}
}

// Finding every problem of large arguments takes seconds, so none is looked for.
func TestCheck_largeArguments(t *testing.T) {
	const quick = 100 * time.Millisecond
	const tooLarge = "The arguments are larger than 262144 bytes"
	// sized returns arguments of that many bytes, nearly all of them wrong.
	sized := func(n int) jsontext.Value {
		const head, wrong, tail = `{"text":"hi","words":[7`, ",7", `]}`
		n -= len(head) + len(tail)
		return jsontext.Value(head + strings.Repeat(wrong, n/len(wrong)) + strings.Repeat(" ", n%len(wrong)) + tail)
	}
	tests := []struct {
		size int
		want string
	}{
		{mcp.MaxArguments, "'words' must have at most 3 items"},
		{mcp.MaxArguments + 1, tooLarge},
		{4_000_000, tooLarge},
	}
	s := schema(t, echoInput)
	for _, tt := range tests {
		arguments := sized(tt.size)
		start := time.Now()
		_, err := s.Check(arguments)
		took := time.Since(start)
		if invalid, ok := errors.AsType[*mcp.ArgumentError](err); !ok || !strings.HasPrefix(invalid.Error(), tt.want) {
			t.Errorf("%d bytes: got error %.100q, want %q", tt.size, fmt.Sprint(err), tt.want)
		}
		if tt.want == tooLarge && took > quick {
			t.Errorf("%d bytes: refused after %v, want it within %v", tt.size, took, quick)
		}
	}
	// A model is told in the same words as of any other problem.
	got := textOf(ask(t, newEcho(t), modern, "tools/call", `"name":"echo","arguments":`+string(sized(mcp.MaxArguments+1))))
	if got != tooLarge {
		t.Errorf("as a reply: got %.100q, want %q", got, tooLarge)
	}
}
