package transport_test

import (
	"bytes"
	"context"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"giftserver/internal/transport"
)

const (
	firstToken  = "3f8f0c1e9f3d4f5d8a5b7c2e1d0f9a8b"
	secondToken = "9b2d7a60c4e84b0f9a1c5d3e7f602b18"
)

// tokenFile writes a file of tokens.
func tokenFile(t *testing.T, text string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "tokens")
	rewrite(t, file, text)
	return file
}

func rewrite(t *testing.T, file, text string) {
	t.Helper()
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

func TestReadTokens(t *testing.T) {
	tests := []struct {
		text string
		says string // of the error, "" for none
	}{
		{firstToken, ""},
		{"# of the shop\n\nshop " + firstToken + "\r\n\t" + secondToken + "  \n", ""},
		{"#" + secondToken + "\nAa0._~+/-Aa0._~+/-Aa0._~+/-Aa0._~+/-==", ""},
		{"", "holds no tokens"},
		{"# " + firstToken + "\n", "holds no tokens"},
		{firstToken + "\n" + secondToken[1:], "line 2: want a token of 32 characters or more, got 31"},
		{firstToken + " shop", "line 1: want a token of 32 characters or more, got 4"},
		{"my shop " + firstToken, "line 1: want a token, or a name and a token, got 3 words"},
		{"shop:" + firstToken, "line 1: a token consists of"},
		{"\"" + firstToken + "\"", "line 1: a token consists of"},
		{"gift\u00e9" + firstToken, "line 1: a token consists of"},
		{strings.Repeat("#\n", 512<<10) + "#", "larger than 1048576 bytes"},
	}
	for _, tt := range tests {
		file := tokenFile(t, tt.text)
		_, err := transport.ReadTokens(file, slog.New(slog.DiscardHandler))
		if (err == nil) != (tt.says == "") || err != nil && (!strings.Contains(err.Error(), tt.says) || !strings.Contains(err.Error(), file)) {
			t.Errorf("%.80q: got error %v, want %q", tt.text, err, tt.says)
		}
		if err != nil && (strings.Contains(err.Error(), firstToken) || strings.Contains(err.Error(), secondToken[1:])) {
			t.Errorf("%.80q: the error %v shows a token", tt.text, err)
		}
	}
	if _, err := transport.ReadTokens(filepath.Join(t.TempDir(), "none"), nil); err == nil {
		t.Error("got no error for a file that is not there")
	}
}

// fixed is a server with the tokens of a file, which it follows until the test is over.
func fixed(t *testing.T, file string) (h *transport.HTTP, log *bytes.Buffer) {
	t.Helper()
	log = &bytes.Buffer{}
	logger := slog.New(slog.NewTextHandler(log, nil))
	tokens, err := transport.ReadTokens(file, logger)
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	stopped := make(chan struct{})
	go func() {
		defer close(stopped)
		tokens.Follow(ctx)
	}()
	t.Cleanup(func() { stop(); <-stopped })
	h = answering([]byte("{}"), http.StatusOK)
	h.Auth, h.Log = tokens, logger
	return h, log
}

func TestTokens(t *testing.T) {
	h, log := fixed(t, tokenFile(t, "shop "+firstToken+"\n"+secondToken+"\n"))
	tests := []struct {
		token  string
		status int
	}{
		{firstToken, http.StatusOK},
		{secondToken, http.StatusOK},
		{strings.ToUpper(firstToken), http.StatusUnauthorized},
		{firstToken[1:], http.StatusUnauthorized},
		{firstToken + "=", http.StatusUnauthorized},
		{"shop", http.StatusUnauthorized},
		{firstToken + secondToken, http.StatusUnauthorized},
	}
	for _, tt := range tests {
		w := ask(h.Routes(), "Authorization: Bearer "+tt.token)
		expect(t, tt.token, w.Code, tt.status)
		const challenge = `Bearer error="invalid_token", error_description="the token is none of this server's", realm="giftserver"`
		if got := w.Header().Get("WWW-Authenticate"); tt.status != http.StatusOK && got != challenge {
			t.Errorf("%s: got %s, want %s", tt.token, got, challenge)
		}
	}
	if got := ask(h.Routes()).Header().Get("WWW-Authenticate"); got != `Bearer realm="giftserver"` {
		t.Errorf("without a token: got %s, want a Bearer challenge without an error", got)
	}
	if strings.Contains(log.String(), firstToken[1:]) {
		t.Errorf("the log shows a token: %s", log)
	}
	// Nobody issues these tokens, so there is nobody to name.
	r := post()
	r.Method, r.URL.Path = http.MethodGet, "/.well-known/oauth-protected-resource/mcp"
	w := httptest.NewRecorder()
	if h.Routes().ServeHTTP(w, r); w.Code != http.StatusNotFound {
		t.Errorf("metadata: got status %d, want %d", w.Code, http.StatusNotFound)
	}
}

// The tokens are those of the file as it is, once it stays so; a file with a mistake changes nothing.
func TestTokens_Follow(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		file := tokenFile(t, firstToken)
		h, log := fixed(t, file)
		check := func(what string, first, second int) {
			t.Helper()
			time.Sleep(3 * time.Second)
			expect(t, what+", first token", ask(h.Routes(), "Authorization: Bearer "+firstToken).Code, first)
			expect(t, what+", second token", ask(h.Routes(), "Authorization: Bearer "+secondToken).Code, second)
		}
		check("as it was", http.StatusOK, http.StatusUnauthorized)
		rewrite(t, file, secondToken) // Of the same size, and maybe within the same tick of the file system's clock.
		check("replaced", http.StatusUnauthorized, http.StatusOK)
		rewrite(t, file, firstToken+"\nshort")
		check("with a mistake", http.StatusUnauthorized, http.StatusOK)
		if err := os.Remove(file); err != nil {
			t.Fatal(err)
		}
		check("removed", http.StatusUnauthorized, http.StatusOK)
		rewrite(t, file, firstToken+"\n"+secondToken)
		check("mended", http.StatusOK, http.StatusOK)
		rewrite(t, file, "# nobody\n")
		check("emptied", http.StatusUnauthorized, http.StatusUnauthorized)
		if got := strings.Count(log.String(), "can't be read again"); got != 2 {
			t.Errorf("got %d warnings, want one of the mistake and one of the missing file: %s", got, log)
		}
		if strings.Contains(log.String(), firstToken) || strings.Contains(log.String(), secondToken) {
			t.Errorf("the log shows a token: %s", log)
		}
	})
}

// A file that is being written holds half of its tokens for a moment.
func TestTokens_Follow_half(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		file := tokenFile(t, firstToken+"\n"+secondToken)
		h, _ := fixed(t, file)
		time.Sleep(1500 * time.Millisecond)
		for _, text := range []string{firstToken, firstToken + "\n" + secondToken} {
			rewrite(t, file, text)
			time.Sleep(time.Second)
			expect(t, "second token", ask(h.Routes(), "Authorization: Bearer "+secondToken).Code, http.StatusOK)
		}
	})
}

// A session belongs to a name, under which a new token may replace an old one.
func TestTokens_session(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const third, fourth = "cccccccccccccccccccccccccccccccc", "dddddddddddddddddddddddddddddddd"
		tokens, err := transport.ReadTokens(tokenFile(t, "shop "+firstToken+"\nshop "+secondToken+"\nother "+third+"\n"+fourth), slog.New(slog.DiscardHandler))
		if err != nil {
			t.Fatal(err)
		}
		c := newClient(t, &transport.HTTP{Open: newStage(t).open, Auth: tokens})
		c.session = c.post("begin reply:ok", "Authorization: Bearer "+firstToken).sent.Get("Mcp-Session-Id")
		tests := []struct {
			token  string
			status int
		}{
			{third, http.StatusNotFound},
			{fourth, http.StatusNotFound},
			{secondToken, http.StatusNoContent},
		}
		for _, tt := range tests {
			got := c.send(http.MethodDelete, "/mcp", "", "Authorization: Bearer "+tt.token)
			expect(t, tt.token, got.status, tt.status)
		}
	})
}
