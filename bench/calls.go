package main

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// A call is a request that is sent over and over, each time with another id.
type call struct {
	method string
	name   string // what the header Mcp-Name says
	params string // members of params, the brief aside
	briefs bool   // each call is about the next brief
}

// calls are the calls by the names that the flag -call knows.
var calls = map[string]call{
	"suggest_gifts":  {method: "tools/call", name: "suggest_gifts", params: `"name":"suggest_gifts"`, briefs: true},
	"tools/list":     {method: "tools/list"},
	"prompts/get":    {method: "prompts/get", name: "gift_congrats_style", params: `"name":"gift_congrats_style","arguments":{"occasion":"wedding","recipient":"Ana and Luis"}`},
	"resources/read": {method: "resources/read", name: catalogURI, params: `"uri":"` + catalogURI + `"`},
	"ping":           {method: "ping"},
}

const catalogURI = "mcp://gift-server/resources/gift_catalog"

// An era is one of the two ways in which clients speak.
type era struct {
	revision string
	meta     string // member of the params of each request
	greeting []string
}

// eras are the eras by the names that the flag -era knows.
var eras = map[string]era{
	"modern": {
		revision: "2026-07-28",
		meta:     `"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}`,
	},
	"legacy": {
		revision: "2025-06-18",
		greeting: []string{
			`{"jsonrpc":"2.0","id":"hello","method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"bench","version":"1"}}}`,
			`{"jsonrpc":"2.0","method":"notifications/initialized"}`,
		},
	},
}

// message writes one request.
func (e era) message(id int, method string, params ...string) []byte {
	params = slices.DeleteFunc(append(params, e.meta), func(s string) bool { return s == "" })
	return fmt.Appendf(nil, `{"jsonrpc":"2.0","id":%d,"method":%q,"params":{%s}}`, id, method, strings.Join(params, ","))
}

// messages writes the requests of a load, one for each brief, or as many of those that have none.
func (c call) messages(e era, briefs []string) [][]byte {
	list := make([][]byte, len(briefs))
	for i, brief := range briefs {
		arguments := ""
		if c.briefs {
			arguments = `"arguments":` + brief
		}
		list[i] = e.message(i+1, c.method, c.params, arguments)
	}
	return list
}

// head writes what stands before the body of a request over HTTP, up to the value of Content-Length.
func head(host, path string, e era, c call, more []string) string {
	lines := []string{
		"POST " + path + " HTTP/1.1", "Host: " + host, "Content-Type: application/json",
		"Accept: application/json, text/event-stream", "MCP-Protocol-Version: " + e.revision,
	}
	if e.meta != "" {
		lines = append(lines, "Mcp-Method: "+c.method)
	}
	if e.meta != "" && c.name != "" {
		lines = append(lines, "Mcp-Name: "+c.name)
	}
	lines = append(lines, more...)
	return strings.Join(append(lines, "Content-Length: "), "\r\n")
}

// names lists the keys of a table, for a message.
func names[T any](table map[string]T) string {
	var list []string
	for name := range table {
		list = append(list, strconv.Quote(name))
	}
	slices.Sort(list)
	return strings.Join(list, ", ")
}
