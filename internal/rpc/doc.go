// Package rpc is JSON-RPC 2.0 and nothing else: it reads one message, finds its handler and
// writes the reply.
//
// It knows no method and no revision of MCP, and of transports only that some have headers and
// statuses. A [Mux] is a total function: any bytes
// go in, and out comes the reply or nothing, never a panic and never a Go error. That is what
// makes every transport above it a loop of a few lines. Messages go in one by one; the answers are
// functions, which a transport may call at the same time. While one runs, its request can notify the
// peer, ask it something in turn, and be cancelled.
//
//	mux := &rpc.Mux{Route: func(r *rpc.Request) (rpc.Route, error) {
//		if r.Method != "ping" {
//			return rpc.Route{}, rpc.NotFound(r.Method)
//		}
//		return rpc.Route{Handler: func(context.Context) (any, error) { return struct{}{}, nil }}, nil
//	}}
//	reply, status := mux.Serve(ctx, []byte(`{"jsonrpc":"2.0","id":1,"method":"ping"}`), nil, nil)()
package rpc
