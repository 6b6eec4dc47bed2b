// Package mcp speaks the Model Context Protocol: its revisions, methods and the words of its
// messages. It knows nothing of gifts; what it serves is given to it as tools, resources and
// prompts.
//
// A request takes three steps here. [Server] admits it: which revision it speaks and whether what
// surrounds it is in order (revision.go, admit.go, headers.go). The table in methods.go finds its
// method. The method's result, which knows no revision, is sealed for the one that asked.
//
// What a peer has settled, and what is under way with it, is a [Conversation]. A tool can do more than
// answer: exchange.go and input.go hold what it can tell and ask its peer on the way, in words that
// fit every revision.
//
// Five revisions are served side by side. In 2026-07-28, "modern" below, each request carries its
// own version and capabilities in params._meta and nothing is remembered. The four before it,
// "legacy", begin with initialize. What follows from the era stands where requests are admitted and
// ask back; where revisions differ otherwise is data in revision.go and nowhere else.
//
// FAULTS.md lists the faults that such a server can have, and the test that catches each.
//
//	server, err := mcp.New(mcp.Config{
//		Info:  mcp.Implementation{Name: "echo", Version: "1.0.0"},
//		Tools: []mcp.Tool{echo},
//	})
//	conversation := server.Open(tell) // what a transport hands the messages of one peer to
package mcp
