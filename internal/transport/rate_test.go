package transport_test

import (
	"bytes"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/go-json-experiment/json"

	"giftserver/internal/transport"
)

// sender is a server with a rate; what it returns posts a message from an address, with headers such as
// "Authorization: Bearer x".
func sender(h *transport.HTTP, perSecond float64) func(address string, headers ...string) *httptest.ResponseRecorder {
	h.Rate = perSecond
	routes := h.Routes()
	return func(address string, headers ...string) *httptest.ResponseRecorder {
		return ask(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			r.RemoteAddr = address
			routes.ServeHTTP(w, r)
		}), headers...)
	}
}

// quiet is a server that answers every message and writes no log.
func quiet() *transport.HTTP {
	h := answering([]byte("{}"), http.StatusOK)
	h.Log = slog.New(slog.DiscardHandler)
	return h
}

const stranger = "192.0.2.1:1234"

// At once goes twice what goes in a second. What comes too early is told how long to wait, and is
// answered after that.
func TestRate(t *testing.T) {
	tests := []struct {
		perSecond float64
		atOnce    int
		wait      int // seconds, rounded up
	}{
		{50, 100, 1},
		{1, 2, 1},
		{0.5, 1, 2},
		{0.1, 1, 10},
		{2.5, 5, 1},
	}
	for _, tt := range tests {
		bubble(t, fmt.Sprint(tt.perSecond), func(t *testing.T) {
			send := sender(quiet(), tt.perSecond)
			for i := range tt.atOnce {
				expect(t, fmt.Sprintf("message %d", i), send(stranger).Code, http.StatusOK)
			}
			for range 3 { // What is refused makes nobody wait longer.
				w := send(stranger)
				expect(t, "one too many", w.Code, http.StatusTooManyRequests)
				if got := w.Header().Get("Retry-After"); got != strconv.Itoa(tt.wait) {
					t.Errorf("got Retry-After %q, want %d", got, tt.wait)
				}
			}
			time.Sleep(time.Duration(float64(time.Second) / tt.perSecond))
			expect(t, "after the time of one", send(stranger).Code, http.StatusOK)
			expect(t, "and one more", send(stranger).Code, http.StatusTooManyRequests)
			time.Sleep(time.Hour)
			for i := range tt.atOnce {
				expect(t, fmt.Sprintf("message %d after a rest", i), send(stranger).Code, http.StatusOK)
			}
			expect(t, "one too many after a rest", send(stranger).Code, http.StatusTooManyRequests)
		})
	}
}

// Whoever reads the answer, a program or a model, learns what was wrong and what to do.
func TestRate_answer(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		send := sender(quiet(), 0.5)
		send(stranger)
		w := send(stranger)
		var got struct {
			JSONRPC string `json:"jsonrpc"`
			Error   struct {
				Code    int    `json:"code"`
				Message string `json:"message"`
				Data    struct {
					RetryAfter int `json:"retryAfter"`
				} `json:"data"`
			} `json:"error"`
		}
		if err := json.Unmarshal(w.Body.Bytes(), &got, json.RejectUnknownMembers(true)); err != nil {
			t.Fatalf("got %q: %v", w.Body, err)
		}
		if got.JSONRPC != "2.0" || got.Error.Data.RetryAfter != 2 || !strings.Contains(got.Error.Message, "at most 0.5 a second") ||
			!strings.Contains(got.Error.Message, "wait 2 s, then send it again") {
			t.Errorf("got %s, want an error of JSON-RPC that says to wait 2 seconds", w.Body)
		}
		if -32768 <= got.Error.Code && got.Error.Code <= -32000 {
			t.Errorf("got code %d, which JSON-RPC keeps for itself", got.Error.Code)
		}
		if got := w.Header().Get("Content-Type"); got != "application/json" {
			t.Errorf("got Content-Type %q, want application/json", got)
		}
	})
}

// Who has sent enough takes nothing from others, but counts as one at all of its addresses.
func TestRate_peers(t *testing.T) {
	tests := []struct {
		first, second string
		one           bool // they count as one
	}{
		{"192.0.2.1:1", "192.0.2.1:2", true},
		{"192.0.2.1:1", "192.0.2.2:1", false},
		{"[2001:db8::1]:1", "[2001:db8::2]:1", true},
		{"[2001:db8::1]:1", "[2001:db8:0:0:ffff:ffff:ffff:ffff]:1", true},
		{"[2001:db8::1]:1", "[2001:db8:0:1::1]:1", false},
		{"[fe80::1%eth0]:1", "[fe80::2%eth0]:1", true},
		{"[::ffff:192.0.2.1]:1", "[::ffff:192.0.2.2]:1", false},
		// A proxy on this machine speaks for everybody.
		{"127.0.0.1:1", "127.0.0.1:1", false},
		{"[::1]:1", "[::1]:1", false},
	}
	for _, tt := range tests {
		bubble(t, tt.first+" "+tt.second, func(t *testing.T) {
			send := sender(quiet(), 0.5)
			expect(t, "the first", send(tt.first).Code, http.StatusOK)
			want := http.StatusOK
			if tt.one {
				want = http.StatusTooManyRequests
			}
			expect(t, "the second", send(tt.second).Code, want)
		})
	}
}

// With tokens it is not the address that counts but whom they speak for, on this machine too. Who has no
// token uses up nothing.
func TestRate_subjects(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h, _ := fixed(t, tokenFile(t, "shop "+firstToken+"\n"+secondToken+"\n"))
		send := sender(h, 0.5)
		first, second := "Authorization: Bearer "+firstToken, "Authorization: Bearer "+secondToken
		tests := []struct {
			address, header string
			status          int
		}{
			{"127.0.0.1:1", "Authorization: none", http.StatusUnauthorized},
			{"127.0.0.1:1", first, http.StatusOK},
			{"127.0.0.1:1", first, http.StatusTooManyRequests},
			{"192.0.2.1:1", first, http.StatusTooManyRequests},
			{"192.0.2.1:1", second, http.StatusOK},
			{"127.0.0.1:1", second, http.StatusTooManyRequests},
			{"127.0.0.1:1", "Authorization: none", http.StatusUnauthorized},
		}
		for i, tt := range tests {
			expect(t, fmt.Sprintf("request %d", i), send(tt.address, tt.header).Code, tt.status)
		}
	})
}

// Whatever a client asks of an endpoint counts, over the older transport too; what is no endpoint does not.
func TestRate_requests(t *testing.T) {
	tests := []struct {
		method, target string
		status         int // of the second request
	}{
		{http.MethodPost, transport.Endpoint, http.StatusTooManyRequests},
		{http.MethodPost, "/messages?sessionId=x", http.StatusTooManyRequests},
		{http.MethodGet, transport.Endpoint, http.StatusTooManyRequests},
		{http.MethodDelete, transport.Endpoint, http.StatusTooManyRequests},
		{http.MethodGet, "/healthz", http.StatusOK},
		{http.MethodGet, "/", http.StatusOK},
	}
	for _, tt := range tests {
		h := quiet()
		h.OpenSSE, h.Rate = h.Open, 0.001
		routes := h.Routes()
		var w *httptest.ResponseRecorder
		for range 2 {
			r := post()
			r.Method, r.RemoteAddr = tt.method, stranger
			r.URL.Path, r.URL.RawQuery, _ = strings.Cut(tt.target, "?")
			w = httptest.NewRecorder()
			routes.ServeHTTP(w, r)
		}
		expect(t, tt.method+" "+tt.target, w.Code, tt.status)
	}
}

// What is kept about rates is bounded: beyond 10,000 addresses, the one that has sent nothing for longest
// begins anew.
func TestRate_most(t *testing.T) {
	send := sender(quiet(), 0.001)
	address := func(i int) string { return fmt.Sprintf("198.18.%d.%d:1", i/256, i%256) }
	for i := range 10_000 {
		expect(t, address(i), send(address(i)).Code, http.StatusOK)
	}
	expect(t, "the oldest of 10000", send(address(0)).Code, http.StatusTooManyRequests)
	expect(t, "one more", send(stranger).Code, http.StatusOK)
	expect(t, "the one used just before", send(address(0)).Code, http.StatusTooManyRequests)
	expect(t, "the one forgotten", send(address(1)).Code, http.StatusOK)
}

// The log names the setting, once a minute however many are refused; the load counts them all.
func TestRate_told(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var log bytes.Buffer
		h := quiet()
		h.Log = slog.New(slog.NewTextHandler(&log, nil))
		send := sender(h, 0.001)
		send(stranger)
		for range 2 {
			for range 5 {
				send(stranger)
			}
			time.Sleep(61 * time.Second)
		}
		if got := strings.Count(log.String(), "\n"); got != 2 || !strings.Contains(log.String(), "--rate-limit") || !strings.Contains(log.String(), "192.0.2.1") {
			t.Errorf("got log %q, want two lines with address and setting", log.String())
		}
		if got := h.Load().TooFast; got != 10 {
			t.Errorf("got %d messages refused, want 10", got)
		}
	})
}

// Without a rate nobody is held up.
func TestRate_none(t *testing.T) {
	send := sender(quiet(), 0)
	for range 1000 {
		expect(t, "a message", send(stranger).Code, http.StatusOK)
	}
}

// An array is as many messages as it holds. It is let through whole, and the next one has to wait until all of them
// would have been.
func TestRate_array(t *testing.T) {
	tests := map[string]struct {
		body string
		wait int // seconds, at one a second and two at once
	}{
		"message":           {`{"id":[1,2,3]}`, 0},
		"array of one":      {`[{"id":1}]`, 0},
		"array of two":      {`[{"id":1},{"id":2}]`, 1},
		"array of ten":      {" [" + strings.Repeat(`{"a":1,"a":[1]},`, 9) + "1]", 9},
		"empty array":       {`[]`, 0},
		"array that breaks": {`[1,2,3,}`, 2},
		"no array":          {`x[1,2,3]`, 0},
		// Nobody takes one with more than a hundred.
		"array of thousands": {"[1" + strings.Repeat(",1", 4000) + "]", 99},
	}
	for name, tt := range tests {
		bubble(t, name, func(t *testing.T) {
			h := quiet()
			h.Rate, h.MaxMessage = 1, 10_000
			routes := h.Routes()
			send := func(body string) *httptest.ResponseRecorder {
				r := httptest.NewRequest(http.MethodPost, "http://localhost/mcp", strings.NewReader(body))
				r.Header.Set("Content-Type", "application/json")
				r.RemoteAddr = stranger
				w := httptest.NewRecorder()
				routes.ServeHTTP(w, r)
				return w
			}
			expect(t, "what is asked", send(tt.body).Code, http.StatusOK)
			if tt.wait > 0 {
				w := send("{}")
				expect(t, "a message after it", w.Code, http.StatusTooManyRequests)
				if got := w.Header().Get("Retry-After"); got != strconv.Itoa(tt.wait) {
					t.Errorf("got Retry-After %q, want %d", got, tt.wait)
				}
				time.Sleep(time.Duration(tt.wait) * time.Second)
			}
			expect(t, "a message after the wait", send("{}").Code, http.StatusOK)
		})
	}
}

// Of an address only as many tokens are checked that are no good as it may send requests; then it has to wait,
// whatever it sends. Others don't, nor does who has good ones.
func TestRate_strangers(t *testing.T) {
	const good, bad = "Authorization: Bearer " + firstToken, "Authorization: Bearer " + secondToken
	synctest.Test(t, func(t *testing.T) {
		h, _ := fixed(t, tokenFile(t, firstToken+"\n"))
		send := sender(h, 1)
		tests := []struct {
			after           time.Duration
			address, header string
			status          int
		}{
			{0, "192.0.2.1:1", good, http.StatusOK},
			{0, "192.0.2.1:1", bad, http.StatusUnauthorized},
			{0, "192.0.2.1:1", "Authorization: none", http.StatusUnauthorized},
			{0, "192.0.2.1:2", bad, http.StatusTooManyRequests},
			{0, "192.0.2.1:2", good, http.StatusTooManyRequests},
			{0, "192.0.2.2:1", good, http.StatusOK},
			{time.Second, "192.0.2.1:1", bad, http.StatusUnauthorized},
			{time.Second, "192.0.2.1:1", good, http.StatusOK},
			{0, "192.0.2.1:1", good, http.StatusOK},
			{0, "192.0.2.1:1", bad, http.StatusUnauthorized},
			// A proxy on this machine speaks for everybody.
			{0, "127.0.0.1:1", bad, http.StatusUnauthorized},
			{0, "127.0.0.1:1", bad, http.StatusUnauthorized},
			{0, "127.0.0.1:1", bad, http.StatusUnauthorized},
		}
		for i, tt := range tests {
			time.Sleep(tt.after)
			w := send(tt.address, tt.header)
			expect(t, fmt.Sprintf("request %d", i), w.Code, tt.status)
			if w.Code == http.StatusTooManyRequests && w.Header().Get("Retry-After") != "1" {
				t.Errorf("request %d: got Retry-After %q, want 1", i, w.Header().Get("Retry-After"))
			}
		}
	})
}
