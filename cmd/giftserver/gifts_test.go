package main

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
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

// The end of the input waits for the gifts, so that what was asked before it is answered.
func TestGifts_endOfInput(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := &gifts{opened: make(chan struct{})}
		in := bufio.NewReader(g.whileOpening(strings.NewReader("ping\n")))
		if line, err := in.ReadString('\n'); line != "ping\n" || err != nil {
			t.Errorf("got %q, %v, want the line at once", line, err)
		}
		ended := make(chan error, 1)
		go func() {
			_, err := in.ReadByte()
			ended <- err
		}()
		synctest.Wait()
		if len(ended) > 0 {
			t.Error("the input ended before the gifts were open")
		}
		close(g.opened)
		if err := <-ended; !errors.Is(err, io.EOF) {
			t.Errorf("got %v, want io.EOF", err)
		}
	})
}
