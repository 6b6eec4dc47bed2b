package transport

import (
	"net/http"
	"net/netip"
	"slices"
	"strings"
)

// forwarded puts what a trusted proxy says of a request in the place of what its connection says: the
// address of the client and the host that it asked for, for all that comes after. From anybody else the
// headers are hearsay and change nothing. X-Forwarded-Proto is not read, since nothing depends on the scheme: the
// addresses that clients are told are that of [OAuth], which is configured, and paths.
func (h *HTTP) forwarded(next http.Handler) http.Handler {
	if len(h.TrustedProxies) == 0 {
		return next
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if peer, err := netip.ParseAddr(addressOf(r)); err == nil && h.trusts(peer) {
			r = r.WithContext(r.Context()) // A copy: the request is the caller's.
			r.RemoteAddr = h.clientOf(r, peer).String()
			if hosts := listed(r, "X-Forwarded-Host"); len(hosts) > 0 {
				r.Host = hosts[len(hosts)-1]
			}
		}
		next.ServeHTTP(w, r)
	})
}

// trusts reports whether an address is that of a trusted proxy.
func (h *HTTP) trusts(ip netip.Addr) bool {
	ip = ip.Unmap().WithZone("")
	return slices.ContainsFunc(h.TrustedProxies, func(p netip.Prefix) bool { return p.Contains(ip) })
}

// clientOf returns the last address that no trusted proxy has, of those that a request went through. Each
// proxy adds whom it was asked by at the end, so that all before the first one which is not trusted may be
// made up, as may be all before what is no address.
func (h *HTTP) clientOf(r *http.Request, peer netip.Addr) netip.Addr {
	for _, hop := range slices.Backward(listed(r, "X-Forwarded-For")) {
		ip, ok := parseHop(hop)
		if !ok {
			break
		}
		if peer = ip; !h.trusts(peer) {
			break
		}
	}
	return peer
}

// parseHop reads an address, to which some proxies add the port.
func parseHop(text string) (netip.Addr, bool) {
	if ip, err := netip.ParseAddr(strings.Trim(text, "[]")); err == nil {
		return ip.Unmap(), true
	}
	ap, err := netip.ParseAddrPort(text)
	return ap.Addr().Unmap(), err == nil
}

// listed returns the items of a header that is a list, in their order.
func listed(r *http.Request, header string) []string {
	var items []string
	for item := range strings.SplitSeq(strings.Join(r.Header.Values(header), ","), ",") {
		if item = strings.TrimSpace(item); item != "" {
			items = append(items, item)
		}
	}
	return items
}
