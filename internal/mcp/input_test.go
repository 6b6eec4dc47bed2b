package mcp_test

import (
	"context"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"giftserver/internal/mcp"
)

const nameForm = `{"type":"object","properties":{"name":{"type":"string"}},"required":["name"]}`

// asking is a server whose tools ask back.
func asking(t testing.TB) mcp.Config {
	t.Helper()
	c := echoConfig(t)
	add := func(name string, call func(context.Context) (*mcp.ToolResult, error)) {
		c.Tools = append(c.Tools, mcp.Tool{
			Name: name, Description: "Asks", Input: schema(t, `{"type":"object"}`),
			Call: func(ctx context.Context, _ mcp.ToolCall) (*mcp.ToolResult, error) { return call(ctx) },
		})
	}
	add("hello", func(ctx context.Context) (*mcp.ToolResult, error) { return hello(ctx, "") })
	add("hello_state", func(ctx context.Context) (*mcp.ToolResult, error) { return hello(ctx, "said before") })
	add("think", func(ctx context.Context) (*mcp.ToolResult, error) {
		if answer := mcp.Input(ctx, "thought"); answer != nil {
			return &mcp.ToolResult{Content: []mcp.Content{mcp.Text(string(answer))}}, nil
		}
		return nil, &mcp.InputRequired{Requests: map[string]mcp.InputRequest{
			"thought": {Method: "sampling/createMessage", Params: jsontext.Value(`{"messages":[],"maxTokens":9}`)},
		}}
	})
	c.Tools[0].Ask = func(_ mcp.ToolCall, missing mcp.Missing) *mcp.InputRequest {
		q := mcp.Elicit("What about "+strings.Join(missing, ", ")+"?", jsontext.Value(`{"type":"object","properties":{"text":{"type":"string"}}}`))
		return &q
	}
	return c
}

// hello asks for a name and greets.
func hello(ctx context.Context, state string) (*mcp.ToolResult, error) {
	if content, ok := mcp.Elicited(ctx, "who"); ok {
		var form struct {
			Name string `json:"name"`
		}
		_ = json.Unmarshal(content, &form)
		return &mcp.ToolResult{Content: []mcp.Content{mcp.Text("Hello " + form.Name + ", " + mcp.State(ctx))}}, nil
	}
	if mcp.Input(ctx, "who") != nil {
		return nil, &mcp.Failure{Text: "declined"}
	}
	return nil, &mcp.InputRequired{
		Requests: map[string]mcp.InputRequest{"who": mcp.Elicit("Who?", jsontext.Value(nameForm))},
		State:    state,
	}
}

// withCapabilities is the _meta of a modern request with client capabilities.
func withCapabilities(capabilities string) string {
	return `"_meta":{"META/protocolVersion":"2026-07-28","META/clientCapabilities":` + capabilities + `}`
}

func callTool(meta, name, more string) string {
	return request("tools/call", strings.TrimPrefix(fmt.Sprintf(`%s,"name":%q%s`, meta, name, more), ","))
}

// A modern tool that needs more answers with its questions; the call comes again with the answers.
func TestInput_modern(t *testing.T) {
	elicits := withCapabilities(`{"elicitation":{}}`)
	tests := []struct {
		name, message string
		want          string // what the reply holds
	}{
		{
			"first round", callTool(elicits, "hello", ``),
			`"result":{"resultType":"input_required","_meta":{"META/serverInfo":…},"inputRequests":{"who":{"method":"elicitation/create","params":{"message":"Who?","requestedSchema":` + nameForm + `}}}}`,
		},
		{"form by name", callTool(withCapabilities(`{"elicitation":{"form":{},"url":{}}}`), "hello", ``), `"input_required"`},
		{"answer", callTool(elicits, "hello", `,"inputResponses":{"who":{"action":"accept","content":{"name":"Ann"}}}`), `"Hello Ann, "`},
		{"one more answer than asked", callTool(elicits, "hello", `,"inputResponses":{"x":{},"who":{"action":"accept","content":{"name":"Ann"}}}`), `"Hello Ann, "`},
		{"declined", callTool(elicits, "hello", `,"inputResponses":{"who":{"action":"decline"}}`), `"isError":true`},
		// What is no answer to the question is asked again.
		{"another key", callTool(elicits, "hello", `,"inputResponses":{"whom":{"action":"accept","content":{"name":"Ann"}}}`), `"input_required"`},
		{"no object", callTool(elicits, "hello", `,"inputResponses":{"who":5}`), `"input_required"`},
		{"null", callTool(elicits, "hello", `,"inputResponses":{"who":null}`), `"input_required"`},
		{"accepted without content", callTool(elicits, "hello", `,"inputResponses":{"who":{"action":"accept"}}`), `"isError":true`},
		{"no answers but a list", callTool(elicits, "hello", `,"inputResponses":[]`), `"code":-32602`},
		{"state of another make", callTool(elicits, "hello", `,"requestState":"AAAA"`), `"code":-32602`},
		{"state that is no text", callTool(elicits, "hello", `,"requestState":7`), `"code":-32602`},
		// Without the capability the question is never put.
		{
			"cannot", callTool(withCapabilities(`{}`), "hello", ``),
			`"error":{"code":-32021,"message":"This needs a client that declares the capability elicitation","data":{"requiredCapabilities":{"elicitation":{"form":{}}}}}`,
		},
		{"by URL alone", callTool(withCapabilities(`{"elicitation":{"url":{}}}`), "hello", ``), `"code":-32021`},
		{"null capability", callTool(withCapabilities(`{"elicitation":null}`), "hello", ``), `"code":-32021`},
		{"sampling", callTool(withCapabilities(`{"elicitation":{}}`), "think", ``), `"data":{"requiredCapabilities":{"sampling":{}}}`},
		{"sampled", callTool(withCapabilities(`{"sampling":{}}`), "think", ``), `"inputRequests":{"thought":{"method":"sampling/createMessage","params":{"messages":[],"maxTokens":9}}}`},
	}
	s := newServer(t, asking(t))
	for _, tt := range tests {
		reply, _ := open(s).Serve(t.Context(), []byte(shorthand.Replace(tt.message)), nil, nil)()
		if !holdsText(string(reply), shorthand.Replace(tt.want)) {
			t.Errorf("%s: got %s, want %s in it", tt.name, reply, tt.want)
		}
	}
}

func TestInput_cannotStatus(t *testing.T) {
	header := parseHeader(t, v2026+"Mcp-Method: tools/call\nMcp-Name: hello")
	got := serve(t, open(newServer(t, asking(t))), callTool(`MODERN`, "hello", ""), header)
	if got.Status != 400 || got.Error.Code != -32021 {
		t.Errorf("got status %d, code %d, want 400, -32021", got.Status, got.Error.Code)
	}
}

func TestInput_limits(t *testing.T) {
	for n, code := range map[int]int{100: 0, 101: -32602} {
		var answers []string
		for i := range n {
			answers = append(answers, fmt.Sprintf(`"k%d":{}`, i))
		}
		message := callTool(withCapabilities(`{"elicitation":{}}`), "hello", `,"inputResponses":{`+strings.Join(answers, ",")+`}`)
		if got := serve(t, open(newServer(t, asking(t))), message, nil); got.Error.Code != code {
			t.Errorf("%d answers: got %v, want code %d", n, got, code)
		}
	}
}

// holdsText reports whether a text holds another, in which … stands for anything.
func holdsText(text, want string) bool {
	for part := range strings.SplitSeq(want, "…") {
		_, rest, ok := strings.Cut(text, part)
		if !ok {
			return false
		}
		text = rest
	}
	return true
}

// The state comes back only to the request it was made for, in time, and unchanged.
func TestInput_state(t *testing.T) {
	now := time.Date(2026, 7, 28, 12, 0, 0, 0, time.UTC)
	config := asking(t)
	config.Secret = []byte("shared by all instances")
	config.Now = func() time.Time { return now }
	first, second := newServer(t, config), newServer(t, config)
	config.Secret = []byte("another")
	stranger := newServer(t, config)
	elicits := withCapabilities(`{"elicitation":{}}`)
	const arguments = `,"arguments":{"a":1,"b":[2,3]}`
	got := serve(t, open(first), callTool(elicits, "hello_state", arguments), nil)
	state, _ := got.Result["requestState"].(string)
	if state == "" {
		t.Fatalf("got %v, want a requestState", got)
	}
	const answer = `,"inputResponses":{"who":{"action":"accept","content":{"name":"Ann"}}},"requestState":`
	tests := []struct {
		name    string
		server  *mcp.Server
		later   time.Duration
		message string
		code    int
	}{
		{"in time", first, 9 * time.Minute, callTool(elicits, "hello_state", arguments+answer+`"`+state+`"`), 0},
		{"another instance", second, 0, callTool(elicits, "hello_state", arguments+answer+`"`+state+`"`), 0},
		{"written in another way", first, 0, callTool(elicits, "hello_state", `,"arguments":{ "b":[2, 3],"\u0061":1.0}`+answer+`"`+state+`"`), 0},
		{"other capabilities", first, 0, callTool(withCapabilities(`{"elicitation":{},"roots":{}}`), "hello_state", arguments+answer+`"`+state+`"`), 0},
		{"another secret", stranger, 0, callTool(elicits, "hello_state", arguments+answer+`"`+state+`"`), -32602},
		{"too late", first, 11 * time.Minute, callTool(elicits, "hello_state", arguments+answer+`"`+state+`"`), -32602},
		{"another tool", first, 0, callTool(elicits, "hello", arguments+answer+`"`+state+`"`), -32602},
		{"other arguments", first, 0, callTool(elicits, "hello_state", `,"arguments":{"a":2,"b":[2,3]}`+answer+`"`+state+`"`), -32602},
		{"longer", first, 0, callTool(elicits, "hello_state", arguments+answer+`"`+state+`A"`), -32602},
		{"with a line break", first, 0, callTool(elicits, "hello_state", arguments+answer+`"`+state[:9]+`\n`+state[9:]+`"`), -32602},
		{"shorter", first, 0, callTool(elicits, "hello_state", arguments+answer+`"`+state[1:]+`"`), -32602},
		{"empty", first, 0, callTool(elicits, "hello_state", arguments+answer+`""`), -32602},
	}
	start := now
	for _, tt := range tests {
		now = start.Add(tt.later)
		got := serve(t, open(tt.server), tt.message, nil)
		if got.Error.Code != tt.code || tt.code == 0 && !holdsText(fmt.Sprint(got.Result["content"]), "Hello Ann, said before") {
			t.Errorf("%s: got code %d and %v, want code %d", tt.name, got.Error.Code, got.Result, tt.code)
		}
	}
	// Each byte counts.
	for i := range state {
		spoiled := []byte(state)
		spoiled[i] ^= 1 // Another letter of the alphabet, or none of it.
		now = start
		if got := serve(t, open(first), callTool(elicits, "hello_state", arguments+answer+`"`+string(spoiled)+`"`), nil); got.Error.Code != -32602 {
			t.Errorf("byte %d of the state changed: got %v, want -32602", i, got)
		}
	}
}

// Where it is known who sends a request, nobody else can come back with the state.
func TestInput_stateOfSubject(t *testing.T) {
	var subject string
	config := asking(t)
	config.Subject = func(context.Context) string { return subject }
	s := newServer(t, config)
	elicits := withCapabilities(`{"elicitation":{}}`)
	const answer = `,"inputResponses":{"who":{"action":"accept","content":{"name":"Ann"}}},"requestState":`
	tests := []struct {
		asked, answers string
		code           int
	}{
		{"", "", 0},
		{"ada", "ada", 0},
		{"ada", "bob", -32602},
		{"ada", "", -32602},
		{"", "ada", -32602},
	}
	for _, tt := range tests {
		subject = tt.asked
		state, _ := serve(t, open(s), callTool(elicits, "hello_state", ""), nil).Result["requestState"].(string)
		subject = tt.answers
		if got := serve(t, open(s), callTool(elicits, "hello_state", fmt.Sprintf("%s%q", answer, state)), nil); got.Error.Code != tt.code {
			t.Errorf("%q was asked and %q answers: got code %d and %v, want code %d", tt.asked, tt.answers, got.Error.Code, got.Result, tt.code)
		}
	}
}

// A legacy server asks by a request of its own, while the call waits.
func TestInput_legacy(t *testing.T) {
	const question = `{"jsonrpc":"2.0","id":1,"method":"elicitation/create","params":{"message":"Who?","requestedSchema":` + nameForm + `}}`
	const cannot = `{"jsonrpc":"2.0","id":7,"error":{"code":-32602,"message":"This needs a client that declares the capability elicitation"}}`
	said := func(text string, isError bool) string {
		return fmt.Sprintf(`{"jsonrpc":"2.0","id":7,"result":{"content":[{"type":"text","text":%q}],"isError":%t}}`, text, isError)
	}
	tests := []struct {
		name, revision, capabilities string
		answer                       string // "" when none comes
		asked, want                  string
	}{
		{"accepted", "2025-11-25", `{"elicitation":{}}`, `"result":{"action":"accept","content":{"name":"Ann"}}`, question, said("Hello Ann, said before", false)},
		{"2025-06-18", "2025-06-18", `{"elicitation":{}}`, `"result":{"action":"accept","content":{"name":"Ann"}}`, question, said("Hello Ann, said before", false)},
		{"declined", "2025-11-25", `{"elicitation":{"form":{}}}`, `"result":{"action":"decline"}`, question, said("declined", true)},
		{"refused", "2025-11-25", `{"elicitation":{}}`, `"error":{"code":-1,"message":"no"}`, question, said("declined", true)},
		{"not declared", "2025-11-25", `{}`, "", "", cannot},
		{"by URL alone", "2025-11-25", `{"elicitation":{"url":{}}}`, "", "", cannot},
		{"before there was elicitation", "2025-03-26", `{"elicitation":{}}`, "", "", cannot},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				p := initialized(t, newServer(t, asking(t)), tt.revision, tt.capabilities)
				p.send(callTool("", "hello_state", ""))
				if tt.asked != "" {
					p.expect(tt.asked)
					p.send(`{"jsonrpc":"2.0","id":1,` + tt.answer + `}`)
				}
				p.expect(tt.want)
			})
		})
	}
}

// A person who declines has given nothing, whatever the form held by then.
func TestInput_declinedWithContent(t *testing.T) {
	for _, action := range []string{`"decline"`, `"cancel"`, `"Accept"`, `true`} {
		answer := `{"action":` + action + `,"content":{"name":"Ann"}}`
		s := newServer(t, asking(t))
		got := serve(t, open(s), callTool(withCapabilities(`{"elicitation":{}}`), "hello", `,"inputResponses":{"who":`+answer+`}`), nil)
		if got.Result["isError"] != true {
			t.Errorf("%s, modern: got %v, want a failure", action, got)
		}
		synctest.Test(t, func(t *testing.T) {
			p := initialized(t, newServer(t, asking(t)), "2025-11-25", `{"elicitation":{}}`)
			p.send(callTool("", "hello", ""))
			p.take()
			p.send(`{"jsonrpc":"2.0","id":1,"result":` + answer + `}`)
			p.expect(`{"jsonrpc":"2.0","id":7,"result":{"content":[{"type":"text","text":"declined"}],"isError":true}}`)
		})
	}
}

// A tool that never has enough is a fault of the server; the person is not asked for ever.
func TestInput_rounds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := asking(t)
		c.Log = slog.New(slog.DiscardHandler)
		c.Tools[1].Call = func(context.Context, mcp.ToolCall) (*mcp.ToolResult, error) {
			return nil, &mcp.InputRequired{Requests: map[string]mcp.InputRequest{"who": mcp.Elicit("Who?", jsontext.Value(nameForm))}}
		}
		p := initialized(t, newServer(t, c), "2025-11-25", `{"elicitation":{}}`)
		p.send(callTool("", c.Tools[1].Name, ""))
		for id := 1; id <= 10; id++ {
			if got := p.take(); !strings.HasPrefix(got, fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"elicitation/create"`, id)) {
				t.Fatalf("got %s, want question %d", got, id)
			}
			p.send(fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"result":{"action":"accept","content":{"name":"Ann"}}}`, id))
		}
		p.expect(`{"jsonrpc":"2.0","id":7,"error":{"code":-32603,"message":"internal error"}}`)
	})
}

// Whoever does not answer in time has not answered, and is told that there is no need any more.
func TestInput_legacyTimeout(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := initialized(t, newServer(t, asking(t)), "2025-11-25", `{"elicitation":{}}`)
		p.send(callTool("", "hello_state", ""))
		p.take()
		time.Sleep(time.Minute)
		p.expect(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1,"reason":"no answer in time"}}`,
			`{"jsonrpc":"2.0","id":7,"result":{"content":[{"type":"text","text":"declined"}],"isError":true}}`)
		p.send(`{"jsonrpc":"2.0","id":1,"result":{"action":"accept","content":{"name":"Ann"}}}`)
		p.expect("")
	})
}

// A call that is taken back gets no answer, and its question is taken back too. When the conversation ends,
// there is no answer to the question.
func TestInput_legacyCancelled(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := initialized(t, newServer(t, asking(t)), "2025-11-25", `{"elicitation":{}}`)
		p.send(callTool("", "hello_state", ""))
		p.take()
		p.send(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":7}}`)
		p.expect(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1,"reason":"the call was cancelled"}}`)
		p.send(callTool("", "hello_state", ""))
		p.take()
		p.Close()
		p.expect(`{"jsonrpc":"2.0","id":7,"result":{"content":[{"type":"text","text":"declined"}],"isError":true}}`)
	})
}

// Over HTTP without a session nobody could answer.
func TestInput_legacyWithoutSession(t *testing.T) {
	got := ask(t, newServer(t, asking(t)), "2025-11-25", "tools/call", `"name":"hello"`)
	if got.Error.Code != -32602 {
		t.Errorf("got %v, want -32602", got)
	}
}

// What a call lacks is asked for, once; a person who declines leaves it as it was.
func TestAsk(t *testing.T) {
	elicits := withCapabilities(`{"elicitation":{}}`)
	const accept = `,"inputResponses":{"arguments":{"action":"accept","content":%s}}`
	tests := []struct{ name, message, want string }{
		{"nothing lacks", callTool(elicits, "echo", `,"arguments":{"text":"hi"}`), `"structuredContent":{"text":"hi"}`},
		{"text lacks", callTool(elicits, "echo", ``), `"inputRequests":{"arguments":{"method":"elicitation/create","params":{"message":"What about text?"…"requestState":"`},
		{"something else is wrong too", callTool(elicits, "echo", `,"arguments":{"year":5}`), `"isError":true`},
		{"answered", callTool(elicits, "echo", fmt.Sprintf(accept, `{"text":"hi","size":"small"}`)), `"structuredContent":{"text":"hi"}`},
		{"answered wrongly", callTool(elicits, "echo", fmt.Sprintf(accept, `{"text":"x"}`)), `'text' must have at least 2 characters…"isError":true`},
		{"answered with something else", callTool(elicits, "echo", fmt.Sprintf(accept, `{"size":"small"}`)), `Missing required property 'text'`},
		{"nobody to ask", callTool(withCapabilities(`{}`), "echo", ``), `Missing required property 'text' in arguments"}],"isError":true`},
	}
	s := newServer(t, asking(t))
	for _, tt := range tests {
		reply, _ := open(s).Serve(t.Context(), []byte(shorthand.Replace(tt.message)), nil, nil)()
		if !holdsText(string(reply), tt.want) {
			t.Errorf("%s: got %s, want %s in it", tt.name, reply, tt.want)
		}
	}
	first := serve(t, open(s), callTool(elicits, "echo", ``), nil)
	declined := fmt.Sprintf(`,"inputResponses":{"arguments":{"action":"decline"}},"requestState":%q`, first.Result["requestState"])
	if got := serve(t, open(s), callTool(elicits, "echo", declined), nil); got.Result["isError"] != true {
		t.Errorf("declined: got %v, want what is wrong", got)
	}
}
