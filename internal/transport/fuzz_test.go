package transport_test

import (
	"bytes"
	"context"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/synctest"

	"giftserver/internal/transport"
)

// What FuzzHTTP_guard allows, in lower case: what it lists, and what a name or an address of this machine looks
// like. Which letters are one and the same but for their case, ASCII says, as DNS does.
var (
	allowedHost = regexp.MustCompile(
		`^((kiosk\.example|localhost|127(\.[0-9]+){3}|\[[0-9a-f:.]+\])(:[0-9]*)?|api\.example:8443|[0-9a-f:]+(:127(\.[0-9]+){3})?)$`)
	allowedOrigin = regexp.MustCompile(`^(https://kiosk\.example|https?://(localhost|127(\.[0-9]+){3}|\[[0-9a-f:.]+\])(:[0-9]*)?)$`)
)

func allows(pattern *regexp.Regexp, value string) bool {
	beyondASCII := func(r rune) bool { return r > '\x7f' }
	return !strings.ContainsFunc(value, beyondASCII) && pattern.MatchString(strings.ToLower(value))
}

// What comes through is for a host and from an origin of the lists, and what anybody but a trusted proxy
// says of the way it came changes nothing.
func FuzzHTTP_guard(f *testing.F) {
	for _, seed := range []struct {
		trusted                           bool
		host, origin, forwardedHost, hops string
	}{
		{false, "kiosk.example", "https://kiosk.example", "evil.example", "127.0.0.1"},
		{true, "backend", "http://localhost:5173", "evil.example, KIOSK.example", "198.51.100.9, 192.0.2.7:4711"},
		{true, "localhost.evil.example", "null", " ,", "unknown"},
		{false, "\u212aiosk.example", "http://localhost@evil.example", "", "[2001:db8::1]:80,,"},
		{false, "[kiosk.example]:80", "https://\u212aiosk.example", "", "::ffff:10.1.2.3, 10.1.2.4"},
		{false, "api.example:8443", "http://[::1]:3000", "", "fe80::1%eth0"},
		{false, "[[localhost]]", "http://localhost:", "", "010.1.2.3"},
		{false, "127.0.0.1:8080", "https://127.0.0.1.evil.example", "", "0x7f.1"},
		{false, "[::ffff:127.0.0.1]:1", "http://localhost/", "", ""},
		{false, "kiosk.example.", "http://LOCALHOST", "", ""},
	} {
		f.Add(seed.trusted, seed.host, seed.origin, seed.forwardedHost, seed.hops)
	}
	h := behind()
	h.AllowedHosts, h.AllowedOrigins = []string{"kiosk.example", "api.example:8443"}, []string{"https://kiosk.example"}
	var seen *http.Request
	h.Pages = http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { seen = r })
	routes := h.Routes()
	f.Fuzz(func(t *testing.T, trusted bool, host, origin, forwardedHost, hops string) {
		remote := "192.0.2.1:1234"
		if trusted {
			remote = "10.1.2.3:1234"
		}
		send := func(host string, header http.Header) int {
			r := httptest.NewRequest(http.MethodGet, "http://localhost/", http.NoBody)
			r.RemoteAddr, r.Host, r.Header = remote, host, header
			w := httptest.NewRecorder()
			seen = nil
			routes.ServeHTTP(w, r)
			return w.Code
		}
		header := http.Header{"X-Forwarded-Host": {forwardedHost}, "X-Forwarded-For": {hops}, "Origin": {origin}}
		if origin == "" {
			delete(header, "Origin")
		}
		status := send(host, header)
		switch {
		case seen == nil && status != http.StatusForbidden:
			t.Errorf("got status %d, want %d", status, http.StatusForbidden)
		case seen != nil && (!allows(allowedHost, seen.Host) || origin != "" && !allows(allowedOrigin, origin)):
			t.Errorf("let through for the host %q from the origin %q", seen.Host, origin)
		case seen != nil && !trusted && (seen.Host != host || seen.RemoteAddr != remote):
			t.Errorf("took %q and %q for %q and %q", host, remote, seen.Host, seen.RemoteAddr)
		}
		// Whoever the client says it is, it is whom the proxy was asked by.
		send("localhost", http.Header{"X-Forwarded-For": {hops, "203.0.113.7"}})
		if want := "203.0.113.7"; trusted && seen.RemoteAddr != want {
			t.Errorf("hops %q and %s: got the client %s", hops, want, seen.RemoteAddr)
		}
		send("localhost", http.Header{"X-Forwarded-For": {hops}})
		if _, err := netip.ParseAddr(seen.RemoteAddr); trusted && err != nil {
			t.Errorf("hops %q: got the client %q", hops, seen.RemoteAddr)
		}
	})
}

// What a client accepts does not depend on the order, the case or the lines in which it says so, and it
// gets what it has named.
func FuzzHTTP_negotiate(f *testing.F) {
	for _, accept := range []string{
		"", "*/*", "application/json, text/event-stream", "text/html;q=0.9, application/*;q=0.1", "application/json;q=0, */*", "text/event-stream",
		"application/json;q=0, application/json;q=1", "application/json;charset=\"a,b\"", ",,;q=1", "text/*;q=0.000, Text/Event-Stream;Q=0.5",
		"application/json;q=\"0\"", "application/json;q=0;q=1", "application/json; q=nonsense", "APPLICATION/JSON",
	} {
		f.Add(accept, "application/json")
	}
	f.Add("*/*", "application/json;charset=utf-8")
	f.Add("*/*", "text/plain, application/json")
	routes := quiet().Routes()
	f.Fuzz(func(t *testing.T, accept, contentType string) {
		send := func(lines ...string) (int, string) {
			r := post()
			r.Header["Accept"], r.Header["Content-Type"] = lines, []string{contentType}
			w := httptest.NewRecorder()
			routes.ServeHTTP(w, r)
			return w.Code, w.Header().Get("Content-Type")
		}
		status, form := send(accept)
		items := strings.Split(accept, ",")
		slices.Reverse(items)
		for _, lines := range [][]string{items, {strings.Join(items, " ,\t")}, {swapCase(accept)}} {
			if again, formAgain := send(lines...); again != status || formAgain != form {
				t.Errorf("Accept %q: got %d, %s; but for %q %d, %s", accept, status, form, lines, again, formAgain)
			}
		}
		named := strings.ToLower(accept)
		switch kind, _, _ := strings.Cut(form, "/"); {
		case status == http.StatusUnsupportedMediaType || status == http.StatusNotAcceptable:
		case status != http.StatusOK:
			t.Errorf("Accept %q, Content-Type %q: got status %d", accept, contentType, status)
		case !strings.Contains(strings.ToLower(contentType), "application/json"):
			t.Errorf("Content-Type %q: got status %d", contentType, status)
		case strings.TrimSpace(accept) != "" && !strings.Contains(named, form) && !strings.Contains(named, kind+"/*") && !strings.Contains(named, "*/*"):
			t.Errorf("Accept %q: got %s", accept, form)
		}
	})
}

// swapCase turns letters of ASCII into those of the other case.
func swapCase(text string) string {
	swapped := []byte(text)
	for i, c := range swapped {
		if 'a' <= c|0x20 && c|0x20 <= 'z' {
			swapped[i] ^= 0x20
		}
	}
	return string(swapped)
}

// An id of an event yields what followed on that stream of the session, or what has not been read of its
// notices, and nothing of another session.
func FuzzHTTP_resume(f *testing.F) {
	for _, id := range []string{"", "0-0", "1-0", "1-1", "1-2", "1-3", "1-4", "2-1", "-", "1--1", "1-99999999999999999999", "01-1", "1-+1", "1-1-1", "nope"} {
		f.Add(id)
	}
	f.Fuzz(func(t *testing.T, id string) {
		synctest.Test(t, func(t *testing.T) {
			_, c := newResumable(t)
			c.from("192.0.2.1:2").begin().post("emit:other1 tell:other2 reply:other3")
			c.post("emit:a tell:x emit:b reply:c")
			c.post("emit:d tell:y reply:e")
			x := c.resume(id)
			if x.status != http.StatusOK && x.status != http.StatusNoContent {
				t.Errorf("%q: got status %d, want %d or %d", id, x.status, http.StatusOK, http.StatusNoContent)
			}
			said := strings.Join(x.said(), "")
			if !slices.ContainsFunc([]string{"abc", "de", "xy"}, func(stream string) bool { return strings.HasSuffix(stream, said) }) {
				t.Errorf("%q: got %q, want the end of a stream of the session", id, said)
			}
			x.hangUp()
		})
	})
}

// Each line that is not blank is one message, whatever is in it, and of one that is too long as much is
// handed over as shows that it is.
func FuzzStdio(f *testing.F) {
	const most = 16
	for _, in := range []string{
		"", "a\nb\r\n\n \t\nc", "0123456789abcdef\n0123456789abcdef\r\n0123456789abcdefg\n", "\r\r\n\n\r", "                 x\n", "\x00\xff\u00a0\u2028\n{}",
	} {
		f.Add([]byte(in))
	}
	f.Fuzz(func(t *testing.T, in []byte) {
		var got, want []string
		keep := inOrder{func(_ context.Context, message []byte, _ map[string][]string) ([]byte, int) {
			got = append(got, string(message))
			return nil, 0
		}}
		var out bytes.Buffer
		s := transport.Stdio{Open: keep.open, MaxMessage: most, In: bytes.NewReader(in), Out: &out}
		if err := s.Serve(t.Context()); err != nil || out.Len() > 0 {
			t.Errorf("%q: got error %v and wrote %q, want neither", in, err, &out)
		}
		for line := range strings.Lines(string(in)) {
			if content, ended := strings.CutSuffix(line, "\n"); ended {
				line = strings.TrimSuffix(content, "\r")
			}
			if len(line) > most {
				want = append(want, line[:most+1])
			} else if line = strings.Trim(line, " \t\r\n"); line != "" {
				want = append(want, line)
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q: got the messages %q, want %q", in, got, want)
		}
	})
}
