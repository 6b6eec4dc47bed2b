package transport

import (
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"
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

// refuse answers 403 and logs the value with the setting that would allow it.
func (h *HTTP) refuse(w http.ResponseWriter, r *http.Request, what, value, setting string) {
	h.log().WarnContext(r.Context(), "refused "+what, what, value, "setting", setting)
	http.Error(w, "This "+what+" is not allowed. The server's owner can allow it with "+setting+".", http.StatusForbidden)
}

func (h *HTTP) hostAllowed(host string) bool {
	name := hostname(host)
	return isLoopback(name) || slices.ContainsFunc(h.AllowedHosts, func(allowed string) bool {
		return strings.EqualFold(allowed, host) || strings.EqualFold(allowed, name)
	})
}

func (h *HTTP) originAllowed(origin string) bool {
	if slices.ContainsFunc(h.AllowedOrigins, func(allowed string) bool { return strings.EqualFold(allowed, origin) }) {
		return true
	}
	u, err := url.Parse(origin)
	return err == nil && (u.Scheme == "http" || u.Scheme == "https") && u.User == nil && u.Path == "" && isLoopback(u.Hostname())
}

// hostname is the value of a Host header without its port and brackets.
func hostname(host string) string {
	if name, _, err := net.SplitHostPort(host); err == nil {
		return name
	}
	return strings.Trim(host, "[]")
}

func isLoopback(name string) bool {
	ip := net.ParseIP(name)
	return strings.EqualFold(name, "localhost") || ip != nil && ip.IsLoopback()
}
