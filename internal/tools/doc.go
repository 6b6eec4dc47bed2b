// Package tools is what a model or a host can see of the gift server: each tool, resource and prompt
// has a file of its own, named after it. It is the only place where the protocol (package mcp) and
// the gifts (packages suggest and catalog) meet.
//
// To add a tool, write its file with the description, the argument struct and the function, its two
// schemas beside it, and list it in allTools. A golden file in testdata then shows what a model sees
// of it.
package tools
