package main

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"
)

const listCall = `{"jsonrpc":"2.0","id":1,"method":"tools/list"}`

// Hosts wait for the list of tools when they start a server, and need no gifts for it. What is about gifts waits until
// they are open.
func TestGifts_whileOpening(t *testing.T) {
	p := &program{stderr: t.Output()}
	c := &config{db: filepath.Join(t.TempDir(), "gifts.db"), currency: "USD"}
	a, err := newApp(p, c, &instruments{})
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	conversation := a.Open(func([]byte) {})
	defer conversation.Close()
	if reply, _ := conversation.Serve(t.Context(), []byte(listCall), nil, nil)(); !bytes.Contains(reply, []byte(`"suggest_gifts"`)) {
		t.Errorf("the list of tools before the gifts are open: got %s", reply)
	}

	replies := make(chan []byte, 1)
	answer := conversation.Serve(t.Context(), []byte(strings.Replace(suggestCall, "%s", "60", 1)), nil, nil)
	go func() {
		reply, _ := answer()
		replies <- reply
	}()
	if err := a.open(t.Context(), p, c); err != nil {
		t.Fatal(err)
	}
	if reply := <-replies; !bytes.Contains(reply, []byte(`"isError":false`)) {
		t.Errorf("a suggestion that was asked for before the gifts were open: got %s", reply)
	}
}
