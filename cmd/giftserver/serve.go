package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"syscall"

	"github.com/spf13/cobra"

	"giftserver/internal/mcp"
	"giftserver/internal/rpc"
	"giftserver/internal/transport"
)

// serve answers over HTTP.
func serve(ctx context.Context, p *program, c *config, _ *cobra.Command, _ []string) error {
	if err := checkFeed(&c.feed); err != nil {
		return err
	}
	auth, follow, err := c.auth.open(p.logger(c))
	if err != nil {
		return err
	}
	a, err := newWatched(ctx, p, c)
	if err != nil {
		return err
	}
	defer a.Close()
	if err := a.open(ctx, p, c); err != nil {
		return err
	}
	a.prepare()
	listener, err := listen(ctx, c.addr, "--addr")
	if err != nil {
		return err
	}
	defer listener.Close()
	h := a.http(c)
	h.Auth = auth
	beside := append(watchers(a, c), follow...)
	about := []any{"url", urlOf(listener) + transport.Endpoint, "gifts", a.Catalog().Gifts.Len(), "version", version}
	m, err := newMonitor(ctx, a, c, h)
	if err != nil {
		return err
	}
	if m != nil {
		beside = append(beside, m.serve)
		about = append(about, "metrics", urlOf(m.listener)+"/metrics")
	}
	a.log.Info("serving", about...)
	err = a.following(ctx, func(ctx context.Context) error { return h.Serve(ctx, listener) }, beside...)
	a.log.Info("stopped")
	return err
}

// http is the server over HTTP that the settings describe.
func (a *app) http(c *config) *transport.HTTP {
	return &transport.HTTP{
		Open:           a.opener(a.Open, c),
		OpenSSE:        a.opener(a.OpenLegacy, c),
		PreferEvents:   c.postAnswers == "sse",
		MaxMessage:     rpc.MaxMessage,
		AllowedHosts:   c.allowedHosts,
		AllowedOrigins: c.allowedOrigins,
		TrustedProxies: c.trustedProxies,
		WellKnown:      wellKnown(c),
		Rate:           c.rateLimit,
		Ready:          a.ready,
		Log:            a.log,
	}
}

// wellKnown are the texts by which others find out whose server this is.
func wellKnown(c *config) map[string]string {
	if c.challenge == "" {
		return nil
	}
	return map[string]string{"openai-apps-challenge": c.challenge}
}

// newWatched builds the server with the instruments that the settings ask for.
func newWatched(ctx context.Context, p *program, c *config) (*app, error) {
	i, err := newInstruments(ctx, p, c)
	if err != nil {
		return nil, err
	}
	a, err := newApp(p, c, i)
	if err != nil {
		i.Close()
	}
	return a, err
}

// listen opens the address that a setting names.
func listen(ctx context.Context, addr, setting string) (net.Listener, error) {
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", addr)
	if errors.Is(err, syscall.EADDRINUSE) {
		return nil, fmt.Errorf("%s is in use; stop what serves there or choose another address with %s", addr, setting)
	}
	if err != nil {
		return nil, fmt.Errorf("can't serve on %s: %w; choose another address with %s", addr, err, setting)
	}
	return listener, nil
}

// urlOf is where a listener is reached from the same machine.
func urlOf(l net.Listener) string { return "http://" + reachable(l.Addr().String()) }

// reachable is an address at which a server on addr can be asked from the same machine: one on every
// interface is asked on the nearest.
func reachable(addr string) string {
	host, port, err := net.SplitHostPort(addr)
	if ip := net.ParseIP(host); err == nil && ip != nil && ip.IsUnspecified() {
		return net.JoinHostPort("127.0.0.1", port)
	}
	return addr
}

// stdio answers on standard input and output. Hosts start it and wait for the list of tools, so the gifts are opened
// meanwhile; if they can't be, the conversation ends.
func stdio(ctx context.Context, p *program, c *config, _ *cobra.Command, _ []string) error {
	a, err := newWatched(ctx, p, c)
	if err != nil {
		return err
	}
	defer a.Close()
	s := &transport.Stdio{
		Open:       a.opener(a.Open, c),
		MaxMessage: rpc.MaxMessage,
		Ready:      a.settle,
		In:         p.stdin,
		Out:        p.stdout,
	}
	serving, end := context.WithCancel(ctx)
	defer end()
	opening := func(context.Context) { // Not until the input ends, which may be at once: what it asks for is answered.
		if a.open(ctx, p, c) != nil {
			end()
		}
	}
	if err := a.following(serving, s.Serve, opening); err != nil || ctx.Err() != nil {
		return err
	}
	return a.err
}

// opener begins the conversations of a transport, with a log of their messages if the settings ask for
// one.
func (a *app) opener(open func(tell func([]byte)) *mcp.Conversation, c *config) transport.Opener {
	opener := func(tell func([]byte)) transport.Conversation { return open(tell) }
	if c.logMessages {
		return transport.LogMessages(opener, a.log)
	}
	return opener
}
