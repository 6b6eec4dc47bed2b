// Package transport carries messages: bytes in, bytes out, over HTTP and over a pair of pipes. It
// knows nothing of what the messages say; whoever answers them is a [Conversation].
//
// [HTTP] serves the endpoint /mcp, one message for each POST (answer.go), with sessions (session.go) and
// the older transport HTTP+SSE beside it (sse.go); an [Authenticator] may let in only requests with a token
// (auth.go). [Stdio] reads one message from each line. Both guard the size of a message by handing over at
// most one byte more than the limit, so that the conversation answers an overlong message in its own words.
//
//	h := &transport.HTTP{Open: open, MaxMessage: rpc.MaxMessage}
//	err := h.Serve(ctx, listener)
package transport
