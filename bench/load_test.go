package main

import (
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"strings"
	"testing"
)

const reply = `{"jsonrpc":"2.0","id":1,"result":{}}`

// Servers write an answer with its length or in chunks; either way a load gets all of it, and goes on over the same
// connection.
func TestLoad_measure(t *testing.T) {
	if _, err := cpuTime(os.Getpid()); err != nil {
		t.Skip(err)
	}
	long := strings.Replace(reply, `{}`, `{"text":"`+strings.Repeat("x", 100_000)+`"}`, 1)
	for name, write := range map[string]func(w http.ResponseWriter){
		"length": func(w http.ResponseWriter) { _, _ = io.WriteString(w, long) },
		"chunks": func(w http.ResponseWriter) {
			_, _ = io.WriteString(w, long[:10])
			w.(http.Flusher).Flush()
			_, _ = io.WriteString(w, long[10:])
		},
	} {
		t.Run(name, func(t *testing.T) {
			s := &server{pid: os.Getpid(), url: serving(t, func(w http.ResponseWriter, _ *http.Request) { write(w) })}
			l := load{Call: "suggest_gifts", Era: "modern", Briefs: 10, Connections: 2, Requests: 100}
			f, err := l.measure(t.Context(), s)
			if err != nil {
				t.Fatal(err)
			}
			if want := float64(len(long)); f.Reply != want || f.Failed != 0 {
				t.Errorf("got replies of %v bytes, %v of them failures, want %v and 0", f.Reply, f.Failed, want)
			}
			if f.CPU <= 0 || f.PerSecond <= 0 || f.P50 > f.P99 || f.Memory <= 0 || f.Memory > f.MostMemory {
				t.Errorf("got %+v, want figures", f)
			}
		})
	}
}

// A legacy client is in the session that the server began when it was greeted.
func TestServer_connect_legacy(t *testing.T) {
	var heard []string
	s := &server{url: serving(t, func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			t.Error(err)
		}
		heard = append(heard, r.Header.Get("Mcp-Session-Id"))
		if strings.Contains(string(body), `"initialize"`) {
			w.Header().Set("Mcp-Session-Id", "s1")
		}
		_, _ = io.WriteString(w, reply)
	})}
	c, err := s.connect(eras["legacy"], calls["ping"], nil)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if _, err := c.ask([]byte(`{"jsonrpc":"2.0","id":1,"method":"ping"}`)); err != nil {
		t.Fatal(err)
	}
	if got, want := strings.Join(heard, ","), ",s1,s1"; got != want {
		t.Errorf("got sessions %q, want %q", got, want)
	}
}

// What a server refuses ends a load, with what it says.
func TestLoad_measure_refused(t *testing.T) {
	for name, answer := range map[string]http.HandlerFunc{
		"by the status": func(w http.ResponseWriter, _ *http.Request) { http.Error(w, "no such page", http.StatusNotFound) },
		"in the reply": func(w http.ResponseWriter, _ *http.Request) {
			_, _ = io.WriteString(w, `{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"no such page"}}`)
		},
	} {
		s := &server{pid: os.Getpid(), url: serving(t, answer)}
		l := load{Call: "tools/list", Era: "modern", Briefs: 1, Connections: 1, Requests: 1}
		if _, err := l.measure(t.Context(), s); err == nil || !strings.Contains(err.Error(), "no such page") {
			t.Errorf("refused %s: got error %v, want one with what the server says", name, err)
		}
	}
}

// serving answers by HTTP until the end of the test.
func serving(t *testing.T, answer http.HandlerFunc) *url.URL {
	t.Helper()
	s := httptest.NewServer(answer)
	t.Cleanup(s.Close)
	u, err := url.Parse(s.URL + "/mcp")
	if err != nil {
		t.Fatal(err)
	}
	return u
}
