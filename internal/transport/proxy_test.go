package transport_test

import (
	"bytes"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"

	"giftserver/internal/transport"
)

// behind is a server behind proxies at 10.0.0.0/8, 2001:db8:1::/48 and this machine.
func behind() *transport.HTTP {
	h := quiet()
	for _, text := range []string{"10.0.0.0/8", "2001:db8:1::/48", "127.0.0.1/32"} {
		h.TrustedProxies = append(h.TrustedProxies, netip.MustParsePrefix(text))
	}
	return h
}

// The client is the last address that no trusted proxy has. The log of a host that is refused tells whom
// the server takes for it.
func TestForwarded_for(t *testing.T) {
	tests := []struct {
		remote string
		hops   []string // values of X-Forwarded-For
		want   string
	}{
		{"10.1.2.3:1", []string{"192.0.2.7"}, "192.0.2.7"},
		{"127.0.0.1:1", []string{"192.0.2.7"}, "192.0.2.7"},
		{"[2001:db8:1::1]:1", []string{"2001:db8:9::1"}, "2001:db8:9::1"},
		{"[::ffff:10.1.2.3]:1", []string{"192.0.2.7"}, "192.0.2.7"},
		// What a client has written stands before what the proxy adds.
		{"10.1.2.3:1", []string{"198.51.100.9, 192.0.2.7"}, "192.0.2.7"},
		{"10.1.2.3:1", []string{"127.0.0.1, 192.0.2.7"}, "192.0.2.7"},
		{"10.1.2.3:1", []string{"198.51.100.9", "192.0.2.7"}, "192.0.2.7"},
		{"10.1.2.3:1", []string{"192.0.2.7, 10.9.9.9"}, "192.0.2.7"},
		{"10.1.2.3:1", []string{"198.51.100.9, 192.0.2.7, 10.9.9.9", "127.0.0.1"}, "192.0.2.7"},
		{"10.1.2.3:1", []string{"10.7.7.7, 10.9.9.9"}, "10.7.7.7"},
		// Some proxies write the port too, or brackets.
		{"10.1.2.3:1", []string{"192.0.2.7:4711"}, "192.0.2.7"},
		{"10.1.2.3:1", []string{"[2001:db8:9::1]:4711"}, "2001:db8:9::1"},
		{"10.1.2.3:1", []string{"[2001:db8:9::1]"}, "2001:db8:9::1"},
		{"10.1.2.3:1", []string{"::ffff:192.0.2.7"}, "192.0.2.7"},
		// Nobody knows what is before something that is no address.
		{"10.1.2.3:1", []string{"192.0.2.7, unknown"}, "10.1.2.3"},
		{"10.1.2.3:1", []string{"192.0.2.7, unknown, 10.9.9.9"}, "10.9.9.9"},
		{"10.1.2.3:1", []string{" , "}, "10.1.2.3"},
		{"10.1.2.3:1", nil, "10.1.2.3"},
		// Who is not trusted says nothing.
		{"192.0.2.1:1", []string{"192.0.2.7"}, "192.0.2.1"},
		{"192.0.2.1:1", []string{"127.0.0.1"}, "192.0.2.1"},
		{"127.0.0.2:1", []string{"192.0.2.7"}, "127.0.0.2"},
		{"[::1]:1", []string{"192.0.2.7"}, "::1"},
	}
	for _, tt := range tests {
		var log bytes.Buffer
		h := behind()
		h.Log = slog.New(slog.NewTextHandler(&log, nil))
		r := post()
		r.RemoteAddr, r.Host, r.Header["X-Forwarded-For"] = tt.remote, "evil.example", tt.hops
		h.Routes().ServeHTTP(httptest.NewRecorder(), r)
		if !strings.Contains(log.String()+" ", "address="+tt.want+" ") {
			t.Errorf("%s, %q: got log %q, want the address %s", tt.remote, tt.hops, log.String(), tt.want)
		}
	}
}

// A host that a trusted proxy forwards is checked as the header Host is; from anybody else it changes
// nothing, to better or worse.
func TestForwarded_host(t *testing.T) {
	tests := []struct {
		remote, host string
		forwarded    []string // values of X-Forwarded-Host
		status       int
	}{
		{"10.1.2.3:1", "backend:8080", []string{"gifts.example"}, http.StatusOK},
		{"10.1.2.3:1", "gifts.example", []string{"evil.example"}, http.StatusForbidden},
		{"10.1.2.3:1", "gifts.example", []string{"gifts.example.evil.example"}, http.StatusForbidden},
		{"10.1.2.3:1", "backend:8080", []string{"gifts.example, evil.example"}, http.StatusForbidden},
		{"10.1.2.3:1", "backend:8080", []string{"gifts.example", "evil.example"}, http.StatusForbidden},
		{"10.1.2.3:1", "backend:8080", []string{"evil.example, gifts.example"}, http.StatusOK},
		{"10.1.2.3:1", "backend:8080", nil, http.StatusForbidden},
		{"10.1.2.3:1", "gifts.example", nil, http.StatusOK},
		{"10.1.2.3:1", "gifts.example", []string{""}, http.StatusOK},
		{"192.0.2.1:1", "backend:8080", []string{"gifts.example"}, http.StatusForbidden},
		{"192.0.2.1:1", "gifts.example", []string{"evil.example"}, http.StatusOK},
	}
	for _, tt := range tests {
		h := behind()
		h.AllowedHosts = []string{"gifts.example"}
		r := post()
		r.RemoteAddr, r.Host, r.Header["X-Forwarded-Host"] = tt.remote, tt.host, tt.forwarded
		w := httptest.NewRecorder()
		h.Routes().ServeHTTP(w, r)
		if w.Code != tt.status {
			t.Errorf("%s, Host %s, X-Forwarded-Host %q: got status %d, want %d", tt.remote, tt.host, tt.forwarded, w.Code, tt.status)
		}
	}
}

// Without a list, nobody is a trusted proxy, this machine least of all.
func TestForwarded_nobody(t *testing.T) {
	r := post()
	r.RemoteAddr, r.Host = "127.0.0.1:1", "evil.example"
	r.Header.Set("X-Forwarded-Host", "localhost")
	w := httptest.NewRecorder()
	quiet().Routes().ServeHTTP(w, r)
	expect(t, "a forwarded host", w.Code, http.StatusForbidden)
}

// Behind a trusted proxy on this machine, rates count by client, and no client gets around them by what
// it writes itself.
func TestForwarded_rate(t *testing.T) {
	send := sender(behind(), 0.001)
	tests := []struct {
		hops   string
		status int
	}{
		{"192.0.2.7", http.StatusOK},
		{"192.0.2.7", http.StatusTooManyRequests},
		{"127.0.0.1, 192.0.2.7", http.StatusTooManyRequests},
		{"198.51.100.1, 192.0.2.7", http.StatusTooManyRequests},
		{"192.0.2.8", http.StatusOK},
	}
	for _, tt := range tests {
		expect(t, tt.hops, send("127.0.0.1:1", "X-Forwarded-For: "+tt.hops).Code, tt.status)
	}
}
