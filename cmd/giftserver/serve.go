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
	a, err := openApp(ctx, p, c)
	if err != nil {
		return err
	}
	defer a.Close()
	a.engine.Prepare()
	listener, err := listen(ctx, c.addr)
	if err != nil {
		return err
	}
	a.log.Info("serving", "url", "http://"+reachable(listener.Addr().String())+transport.Endpoint, "gifts", len(a.engine.Catalog().Gifts), "version", version)
	err = a.following(ctx, func(ctx context.Context) error { return a.http(c).Serve(ctx, listener) }, watchers(a, c)...)
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
		WellKnown:      wellKnown(c),
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

func listen(ctx context.Context, addr string) (net.Listener, error) {
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", addr)
	if errors.Is(err, syscall.EADDRINUSE) {
		return nil, fmt.Errorf("%s is in use; stop what serves there or choose another address with --addr", addr)
	}
	if err != nil {
		return nil, fmt.Errorf("can't serve on %s: %w; choose another address with --addr", addr, err)
	}
	return listener, nil
}

// reachable is an address at which a server on addr can be asked from the same machine: one on every
// interface is asked on the nearest.
func reachable(addr string) string {
	host, port, err := net.SplitHostPort(addr)
	if ip := net.ParseIP(host); err == nil && ip != nil && ip.IsUnspecified() {
		return net.JoinHostPort("127.0.0.1", port)
	}
	return addr
}

// stdio answers on standard input and output.
func stdio(ctx context.Context, p *program, c *config, _ *cobra.Command, _ []string) error {
	a, err := openApp(ctx, p, c)
	if err != nil {
		return err
	}
	defer a.Close()
	s := &transport.Stdio{
		Open:       a.opener(a.Open, c),
		MaxMessage: rpc.MaxMessage,
		In:         p.stdin,
		Out:        p.stdout,
	}
	return a.following(ctx, s.Serve)
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
