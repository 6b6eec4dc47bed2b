package transport

import (
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/go-chi/cors"
)

// guard lets through only requests to a host and from an origin that are allowed. The host is what
// stops DNS rebinding: a page of evil.example that has its name point to 127.0.0.1 sends Host:
// evil.example. The origin stops pages that call the server by its own name.
func (h *HTTP) guard(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !h.hostAllowed(r.Host) {
			h.refuse(w, r, "host", r.Host, "--allowed-hosts")
			return
		}
		// An empty Origin counts as one, and several are refused: no browser sends either.
		if origins := r.Header.Values("Origin"); len(origins) > 1 || len(origins) == 1 && !h.originAllowed(origins[0]) {
			h.refuse(w, r, "origin", strings.Join(origins, ", "), "--allowed-origins")
			return
		}
		next.ServeHTTP(w, r)
	})
}

// cors tells browsers what the pages that guard has let through may send and read. Only they get an
// answer to a preflight, so that a preflight never promises what the request behind it does not keep.
func (h *HTTP) cors() func(http.Handler) http.Handler {
	return cors.Handler(cors.Options{
		AllowOriginFunc: func(_ *http.Request, origin string) bool { return h.originAllowed(origin) },
		AllowedMethods:  []string{http.MethodPost, http.MethodGet, http.MethodDelete},
		AllowedHeaders: []string{
			"Accept", "Authorization", "Content-Type", "Last-Event-ID",
			"Mcp-Method", "Mcp-Name", "MCP-Protocol-Version", "Mcp-Session-Id", "Traceparent", "Tracestate",
		},
		ExposedHeaders: []string{"Mcp-Session-Id", "Retry-After", "WWW-Authenticate"},
		MaxAge:         600, // seconds
	})
}

// refuse answers 403 and logs the value with the setting that would allow it.
func (h *HTTP) refuse(w http.ResponseWriter, r *http.Request, what, value, setting string) {
	h.log().WarnContext(r.Context(), "refused "+what, what, value, "address", addressOf(r), "setting", setting)
	http.Error(w, "This "+what+" is not allowed. The server's owner can allow it with "+setting+".", http.StatusForbidden)
}

func (h *HTTP) hostAllowed(host string) bool {
	name, ok := hostname(host)
	return ok && (isLoopback(name) || slices.ContainsFunc([]string{host, name, "[" + name + "]"}, func(form string) bool {
		return contains(h.AllowedHosts, form)
	}))
}

func (h *HTTP) originAllowed(origin string) bool {
	if contains(h.AllowedOrigins, origin) {
		return true
	}
	u, err := url.Parse(origin)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || origin != u.Scheme+"://"+u.Host {
		return false
	}
	name, ok := hostname(u.Host)
	return ok && isLoopback(name)
}

// hostname is a host without its port and brackets; ok is false when the port is no number, or the brackets
// hold no address of IPv6 or lack around one.
func hostname(host string) (name string, ok bool) {
	name, port, err := net.SplitHostPort(host)
	if err != nil {
		name, port, err = net.SplitHostPort(host + ":") // It may have no port.
	}
	return name, err == nil && strings.Trim(port, "0123456789") == "" && strings.HasPrefix(host, "[") == strings.Contains(name, ":")
}

func isLoopback(name string) bool {
	ip := net.ParseIP(name)
	return strings.ToLower(name) == "localhost" || ip != nil && ip.IsLoopback()
}

// contains looks a value up without regard to the case of ASCII letters. To strings.EqualFold the long s of
// "localho\u017ft" is an s too, and the Kelvin sign a k; both take more bytes than these.
func contains(list []string, value string) bool {
	return slices.ContainsFunc(list, func(item string) bool { return len(item) == len(value) && strings.EqualFold(item, value) })
}
