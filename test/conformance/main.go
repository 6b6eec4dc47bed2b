// Command conformance serves what the official MCP conformance suite expects to find on a server:
// tools, prompts, resources and a template of names and answers that the suite fixes. It is built on
// the packages that the product is built on, so what the suite says of it holds for them.
//
// run.mjs starts it and judges what the suite reports.
package main

import (
	"context"
	"flag"
	"fmt"
	"log/slog"
	"net"
	"os"
	"os/signal"
	"syscall"

	"giftserver/internal/mcp"
	"giftserver/internal/rpc"
	"giftserver/internal/transport"
)

func main() {
	addr := flag.String("addr", "127.0.0.1:3000", "`address` to serve on, host and port")
	flag.Parse()
	if err := serve(*addr); err != nil {
		slog.Error("serving the fixtures failed", "error", err)
		os.Exit(1)
	}
}

// serve answers on addr until the process is told to stop.
func serve(addr string) error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	server, err := newServer()
	if err != nil {
		return err
	}
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", addr)
	if err != nil {
		return err
	}
	slog.Info("serving fixtures", "url", "http://"+listener.Addr().String()+transport.Endpoint)
	h := &transport.HTTP{
		Open:       func(tell func([]byte)) transport.Conversation { return server.Open(tell) },
		OpenSSE:    func(tell func([]byte)) transport.Conversation { return server.OpenLegacy(tell) },
		MaxMessage: rpc.MaxMessage,
	}
	return h.Serve(ctx, listener)
}

// newServer returns the server with all fixtures.
func newServer() (*mcp.Server, error) {
	var server *mcp.Server
	list, err := tools(func(list string) { server.ListChanged(list) })
	if err != nil {
		return nil, err
	}
	server, err = mcp.New(mcp.Config{
		Info:      mcp.Implementation{Name: "conformance-fixtures", Version: "1.0.0"},
		Tools:     list,
		Resources: resources(),
		Templates: templates(),
		Prompts:   prompts(),
		Changes:   []string{mcp.ToolList, mcp.PromptList, mcp.ResourceList},
	})
	if err != nil {
		return nil, fmt.Errorf("making the server: %w", err)
	}
	return server, nil
}
