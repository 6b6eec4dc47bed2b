package main

import (
	"bytes"
	"net"
	"net/http"
	"net/http/httputil"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"giftserver": main})
}

// TestScripts runs the scripts in testdata/script, which use the real binary as its users do.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir: "testdata/script",
		Setup: func(e *testscript.Env) error {
			addr, err := freeAddr()
			if err != nil {
				return err
			}
			home := filepath.Join(e.WorkDir, "home")
			e.Setenv("HOME", home)
			e.Setenv("ADDR", addr)
			return os.Mkdir(home, 0o755)
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){"waitfor": waitFor, "get": get, "post": post, "postuntil": postUntil},
	})
}

// freeAddr returns a loopback address that nothing serves on.
func freeAddr() (string, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	return l.Addr().String(), l.Close()
}

// waitFor waits until a server answers at $ADDR.
func waitFor(ts *testscript.TestScript, _ bool, _ []string) {
	for range 1200 {
		if c, err := net.Dial("tcp", ts.Getenv("ADDR")); err == nil {
			c.Close()
			return
		}
		time.Sleep(50 * time.Millisecond)
	}
	ts.Fatalf("no server answers at %s", ts.Getenv("ADDR"))
}

// post sends a file as one message to $ADDR and writes status, headers and reply to the file reply:
// post FILE [HOST], where HOST is the Host header.
func post(ts *testscript.TestScript, _ bool, args []string) {
	message := ts.ReadFile(args[0])
	request, err := http.NewRequest(http.MethodPost, "http://"+ts.Getenv("ADDR")+"/mcp", bytes.NewBufferString(message))
	ts.Check(err)
	request.Header.Set("Content-Type", "application/json")
	reply(ts, request, args[1:])
}

// get writes status, headers and body of a page at $ADDR to the file reply: get PATH [HOST].
func get(ts *testscript.TestScript, _ bool, args []string) {
	request, err := http.NewRequest(http.MethodGet, "http://"+ts.Getenv("ADDR")+args[0], http.NoBody)
	ts.Check(err)
	reply(ts, request, args[1:])
}

// reply sends a request, to another Host if there is one, and keeps the response in the file reply.
func reply(ts *testscript.TestScript, request *http.Request, host []string) {
	if len(host) > 0 {
		request.Host = host[0]
	}
	response, err := http.DefaultClient.Do(request)
	ts.Check(err)
	defer response.Body.Close()
	text, err := httputil.DumpResponse(response, true)
	ts.Check(err)
	ts.Check(os.WriteFile(ts.MkAbs("reply"), text, 0o600))
}

// postUntil posts a file until the reply holds a text: postuntil FILE TEXT.
func postUntil(ts *testscript.TestScript, neg bool, args []string) {
	for range 200 {
		post(ts, neg, args[:1])
		if strings.Contains(ts.ReadFile("reply"), args[1]) {
			return
		}
		time.Sleep(50 * time.Millisecond)
	}
	ts.Fatalf("no reply holds %q; the last is %s", args[1], ts.ReadFile("reply"))
}
