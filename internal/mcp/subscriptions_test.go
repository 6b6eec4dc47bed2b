package mcp_test

import (
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"

	"giftserver/internal/mcp"
)

// changing is a server of which everything may change.
func changing(t *testing.T) *mcp.Server {
	t.Helper()
	c := echoConfig(t)
	c.Changes = []string{mcp.ToolList, mcp.PromptList, mcp.ResourceList}
	return newServer(t, c)
}

func listen(id, filter string) string {
	return fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"method":"subscriptions/listen","params":{MODERN,"notifications":%s}}`, id, filter)
}

func acknowledged(id, filter string) string {
	return fmt.Sprintf(`{"jsonrpc":"2.0","method":"notifications/subscriptions/acknowledged","params":{"_meta":{"META/subscriptionId":%s},"notifications":%s}}`, id, filter)
}

func listChanged(id, list string) string {
	return fmt.Sprintf(`{"jsonrpc":"2.0","method":"notifications/%s/list_changed","params":{"_meta":{"META/subscriptionId":%s}}}`, list, id)
}

func updated(id, uri string) string {
	return fmt.Sprintf(`{"jsonrpc":"2.0","method":"notifications/resources/updated","params":{"_meta":{"META/subscriptionId":%s},"uri":%q}}`, id, uri)
}

// isEnd reports whether a message is the result of a stream of changes that the server ends.
func isEnd(got, id string) bool {
	return strings.HasPrefix(got, `{"jsonrpc":"2.0","id":`+id+`,"result":{"resultType":"complete","_meta":{`) &&
		strings.Contains(got, `"io.modelcontextprotocol/subscriptionId":`+id) && strings.Contains(got, `"io.modelcontextprotocol/serverInfo":{`)
}

// The acknowledgement comes first and names what will be told; then come those changes and no others,
// each with the id of the stream as it was sent.
func TestListen(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := changing(t)
		p := newPeer(t, s)
		const list, item = "mcp://echo/list", "mcp://echo/items/5"
		p.send(listen(`42`, `{"toolsListChanged":true,"resourceSubscriptions":["`+list+`","mcp://echo/nothing/1"]}`))
		p.expect(acknowledged(`42`, `{"toolsListChanged":true,"resourceSubscriptions":["mcp://echo/list"]}`))
		p.send(listen(`"42"`, `{"promptsListChanged":true,"resourcesListChanged":true,"toolsListChanged":false,"resourceSubscriptions":["`+item+`"]}`))
		p.expect(acknowledged(`"42"`, `{"promptsListChanged":true,"resourcesListChanged":true,"resourceSubscriptions":["mcp://echo/items/5"]}`))
		p.send(listen(`0`, `{}`))
		p.expect(acknowledged(`0`, `{}`))

		s.ListChanged(mcp.ToolList)
		p.expect(listChanged(`42`, "tools"))
		s.ListChanged(mcp.PromptList)
		p.expect(listChanged(`"42"`, "prompts"))
		s.ListChanged(mcp.ResourceList)
		p.expect(listChanged(`"42"`, "resources"))
		s.Updated(func(uri string) bool { return uri == item })
		p.expect(updated(`"42"`, item))
		s.Updated(func(uri string) bool { return uri == list })
		p.expect(updated(`42`, list))

		// The peer ends one; the other goes on.
		p.send(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":42}}`)
		s.ListChanged(mcp.ToolList)
		s.ListChanged(mcp.PromptList)
		p.expect(listChanged(`"42"`, "prompts"))

		p.Close()
		got := strings.Split(p.take(), "\n")
		if len(got) != 2 || !isEnd(got[0], `0`) && !isEnd(got[0], `"42"`) || !isEnd(got[1], `0`) && !isEnd(got[1], `"42"`) {
			t.Errorf("end: got %q, want the results of both streams", got)
		}
		s.ListChanged(mcp.PromptList)
		p.expect("")
	})
}

// The server does not promise what it never tells.
func TestListen_unsupported(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := newPeer(t, newEcho(t))
		p.send(listen(`1`, `{"toolsListChanged":true,"promptsListChanged":true,"resourcesListChanged":true}`))
		p.expect(acknowledged(`1`, `{"resourcesListChanged":true}`))
	})
}

// A change that happens many times before a peer can be told is told once, and meanwhile others are told each time.
func TestListen_coalesces(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newEcho(t)
		stalled, prompt := newPeer(t, s), newPeer(t, s)
		hold := make(chan struct{})
		answer := stalled.Serve(t.Context(), []byte(shorthand.Replace(listen(`1`, `{"resourcesListChanged":true}`))), nil, func(m []byte) error {
			_ = stalled.keep(m)
			<-hold
			return nil
		})
		go answer()
		prompt.send(listen(`2`, `{"resourcesListChanged":true}`))
		prompt.expect(acknowledged(`2`, `{"resourcesListChanged":true}`))
		for i := range 10_000 {
			s.ListChanged(mcp.ResourceList)
			if got, want := prompt.take(), shorthand.Replace(listChanged(`2`, "resources")); got != want {
				t.Fatalf("change %d, with a peer that does not read: another was told %q, want %q", i, got, want)
			}
		}
		close(hold)
		stalled.expect(acknowledged(`1`, `{"resourcesListChanged":true}`), listChanged(`1`, "resources"))
	})
}

func TestListen_refuses(t *testing.T) {
	tests := []struct {
		params       string
		code, status int
	}{
		{`MODERN`, -32602, 200},
		{`MODERN,"notifications":[]`, -32602, 200},
		{`MODERN,"notifications":{"toolsListChanged":"yes"}`, -32602, 200},
		{`MODERN,"notifications":{"resourceSubscriptions":"mcp://echo/list"}`, -32602, 200},
		{`MODERN,"notifications":{"resourceSubscriptions":[` + strings.Repeat(`"a:b",`, 1000) + `"a:b"]}`, -32602, 200},
	}
	for _, tt := range tests {
		if got := serve(t, open(newEcho(t)), request("subscriptions/listen", tt.params), nil); got.Error.Code != tt.code || got.Status != tt.status {
			t.Errorf("%.80s: got code %d, status %d, want %d, %d", tt.params, got.Error.Code, got.Status, tt.code, tt.status)
		}
	}
}

// busy is a transport's reason with a status of its own.
type busy struct{ error }

func (busy) Status() int { return http.StatusServiceUnavailable }

// A client that can't be sent events is told so before it waits for them.
func TestListen_noStream(t *testing.T) {
	tests := []struct {
		err    error
		status int
		code   string
	}{
		{errors.New("JSON only"), http.StatusNotAcceptable, `"code":-32600`},
		{busy{errors.New("too many")}, http.StatusServiceUnavailable, `"code":-32603`},
	}
	for _, tt := range tests {
		synctest.Test(t, func(t *testing.T) { // One that waits all the same is a deadlock.
			message := []byte(shorthand.Replace(listen("1", "{}")))
			reply, status := open(newEcho(t)).Serve(t.Context(), message, nil, func([]byte) error { return tt.err })()
			if status != tt.status || !strings.Contains(string(reply), tt.code) || !strings.Contains(string(reply), tt.err.Error()) {
				t.Errorf("%v: got status %d and %s, want %d and the reason", tt.err, status, reply, tt.status)
			}
		})
	}
}

func TestListen_tooMany(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := newPeer(t, newEcho(t))
		for i := range 100 {
			p.send(listen(fmt.Sprint(i), `{}`))
		}
		p.take()
		p.send(listen("100", `{}`))
		if got := p.take(); !strings.Contains(got, `"id":100,"error":{"code":-32603`) {
			t.Errorf("stream 101: got %s, want an error", got)
		}
		p.send(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":7}}`)
		p.send(listen("101", `{}`))
		p.expect(acknowledged("101", `{}`))
	})
}

// A legacy peer is told of lists unasked, and of a resource that it has subscribed to; before initialize
// and in the modern era nobody is told anything unasked.
func TestSubscribe(t *testing.T) {
	const notice = `{"jsonrpc":"2.0","method":"notifications/resources/list_changed","params":{}}`
	const update = `{"jsonrpc":"2.0","method":"notifications/resources/updated","params":{"uri":"mcp://echo/items/5"}}`
	for _, revision := range legacy {
		synctest.Test(t, func(t *testing.T) {
			s := newEcho(t)
			fresh := newPeer(t, s)
			fresh.send(request("tools/list", `MODERN`))
			fresh.take()
			p, other := initialized(t, s, revision, `{}`), initialized(t, s, revision, `{}`)
			everything := func(string) bool { return true }
			p.send(request("resources/subscribe", `"uri":"mcp://echo/items/5"`))
			p.send(request("resources/subscribe", `"uri":"mcp://echo/items/5"`))
			p.expect(`{"jsonrpc":"2.0","id":7,"result":{}}`, `{"jsonrpc":"2.0","id":7,"result":{}}`)
			s.ListChanged(mcp.ResourceList)
			s.Updated(everything)
			p.expect(notice, update)
			s.Updated(func(uri string) bool { return uri == "mcp://echo/list" })
			other.expect(notice)
			p.send(request("resources/unsubscribe", `"uri":"mcp://echo/items/5"`))
			p.expect(`{"jsonrpc":"2.0","id":7,"result":{}}`)
			s.Updated(everything)
			p.expect("")
			p.Close()
			s.ListChanged(mcp.ResourceList)
			p.expect("")
			fresh.expect("")
		})
	}
}

func TestSubscribe_refuses(t *testing.T) {
	tests := []struct {
		params string
		header http.Header
		code   int
		status int
	}{
		{``, nil, -32602, 200},
		{`"uri":5`, nil, -32602, 200},
		{`"uri":"mcp://echo/nothing/1"`, nil, -32002, 200},
		{`"uri":"mcp://echo/list"`, nil, 0, 200},
		// Over HTTP there has to be somebody to tell.
		{`"uri":"mcp://echo/list"`, http.Header{}, -32600, 400},
	}
	for _, method := range []string{"resources/subscribe", "resources/unsubscribe"} {
		for _, tt := range tests {
			got := serve(t, open(newEcho(t)), request(method, tt.params), tt.header)
			if got.Error.Code != tt.code || got.Status != tt.status {
				t.Errorf("%s {%s}: got code %d, status %d, want %d, %d", method, tt.params, got.Error.Code, got.Status, tt.code, tt.status)
			}
		}
	}
}

func TestSubscribe_tooMany(t *testing.T) {
	c := open(newEcho(t))
	subscribe := func(i int) int {
		return serve(t, c, request("resources/subscribe", fmt.Sprintf(`"uri":"mcp://echo/items/%d"`, i)), nil).Error.Code
	}
	for i := range 1000 {
		if code := subscribe(i); code != 0 {
			t.Fatalf("subscription %d: got code %d, want none", i, code)
		}
	}
	if code := subscribe(1000); code != -32602 {
		t.Errorf("one more: got code %d, want -32602", code)
	}
	if code := subscribe(0); code != 0 {
		t.Errorf("one of those there are: got code %d, want none", code)
	}
	if got := serve(t, c, request("resources/unsubscribe", `"uri":"mcp://echo/items/0"`), nil); got.Error.Code != 0 {
		t.Errorf("unsubscribe: got %v", got)
	}
	if code := subscribe(1000); code != 0 {
		t.Errorf("in the place of another: got code %d, want none", code)
	}
}
