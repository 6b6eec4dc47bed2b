package transport

import (
	"net"
	"net/netip"
	"sync"
	"sync/atomic"

	"golang.org/x/time/rate"
)

// Limits of connections that are open at the same time.
const (
	mostConnections        = 2 * mostStreams        // in all; more wait, so requests get through beside all streams
	mostConnectionsAddress = 2 * mostStreamsAddress // of one address; more are closed, or others would wait for them
)

// connections count those that each address has open.
type connections struct {
	refused atomic.Int64
	told    rate.Sometimes

	mu        sync.Mutex
	byNetwork map[string]int
}

// A fairListener takes in the connections of a listener, but for those of an address that has too many. Those of
// trusted proxies and of this machine, where a proxy may be, are everybody's.
type fairListener struct {
	net.Listener
	h *HTTP
}

// Accept waits for the next connection. Of one that is refused nothing has been read that could be answered.
func (l fairListener) Accept() (net.Conn, error) {
	for {
		conn, err := l.Listener.Accept()
		if err != nil {
			return nil, err
		}
		address := withoutPort(conn.RemoteAddr().String())
		ip, err := netip.ParseAddr(address)
		if err != nil || ip.Unmap().IsLoopback() || l.h.trusts(ip) {
			return conn, nil
		}
		network := networkOf(address)
		if l.h.connections.enter(network) {
			return &countedConn{conn, sync.OnceFunc(func() { l.h.connections.leave(network) })}, nil
		}
		l.h.crowded(address)
		_ = conn.Close() // Nothing was sent on it.
	}
}

// crowded notes that a connection was refused. The log has one line for many of them.
func (h *HTTP) crowded(address string) {
	h.connections.refused.Add(1)
	h.connections.told.Do(func() {
		h.log().Warn("refused connection", "address", address, "open", mostConnectionsAddress,
			"help", "if it is a proxy of yours, name it with --trusted-proxies")
	})
}

// A countedConn is counted as long as it is open.
type countedConn struct {
	net.Conn
	leave func()
}

// Close closes the connection.
func (c *countedConn) Close() error {
	defer c.leave()
	return c.Conn.Close()
}

// enter counts one more connection in, unless its network has too many.
func (c *connections) enter(network string) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.byNetwork[network] >= mostConnectionsAddress {
		return false
	}
	if c.byNetwork == nil {
		c.byNetwork = map[string]int{}
	}
	c.byNetwork[network]++
	return true
}

// leave counts a connection out.
func (c *connections) leave(network string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.byNetwork[network]--; c.byNetwork[network] == 0 {
		delete(c.byNetwork, network)
	}
}
