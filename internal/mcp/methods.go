package mcp

import (
	"context"
	"time"

	"giftserver/internal/rpc"
)

// eras says in which era a method exists.
type eras int

const (
	bothEras eras = iota
	legacyOnly
	modernOnly
)

// A method is one row of what this server answers.
type method struct {
	eras eras

	// mirrored is the field of params that the Mcp-Name header repeats, "" for none.
	mirrored string

	// keep is how long a modern client may keep the result; nil for results that are not cached.
	keep *time.Duration

	// fixed says that the result is a list which stays the same as long as the server runs.
	fixed bool

	// inOrder has the request answered before the next message of the peer is looked at, because it
	// changes what that one means.
	inOrder bool

	// waits has the request wait for [Config.Ready], because it runs what the server is made of.
	waits bool

	serve func(*Server, context.Context, *call) (result, error)
}

// How long results may be kept. Definitions change with a release of the server, or a notification says
// so; what is read changes with the catalog.
var (
	keepDefinitions = new(time.Hour)
	keepContents    = new(time.Minute)
)

// methods is everything this server answers, a row for each method.
var methods = map[string]method{
	"initialize":               {eras: legacyOnly, serve: (*Server).initialize, inOrder: true},
	"ping":                     {eras: legacyOnly, serve: (*Server).ping, inOrder: true},
	"logging/setLevel":         {eras: legacyOnly, serve: (*Server).setLevel, inOrder: true},
	"server/discover":          {eras: modernOnly, serve: (*Server).discover, keep: keepDefinitions},
	"tools/list":               {serve: (*Server).listTools, keep: keepDefinitions, fixed: true},
	"tools/call":               {serve: (*Server).callTool, mirrored: "name", waits: true},
	"resources/list":           {serve: (*Server).listResources, keep: keepDefinitions, waits: true},
	"resources/templates/list": {serve: (*Server).listTemplates, keep: keepDefinitions, fixed: true},
	"resources/read":           {serve: (*Server).readResource, keep: keepContents, mirrored: "uri", waits: true},
	"resources/get":            {eras: legacyOnly, serve: (*Server).readResource, waits: true}, // A common misnomer of resources/read.
	"prompts/list":             {serve: (*Server).listPrompts, keep: keepDefinitions, fixed: true},
	"resources/subscribe":      {eras: legacyOnly, serve: (*Server).subscribeResource, inOrder: true},
	"resources/unsubscribe":    {eras: legacyOnly, serve: (*Server).unsubscribeResource, inOrder: true},
	"prompts/get":              {serve: (*Server).getPrompt, mirrored: "name", waits: true},
	"completion/complete":      {serve: (*Server).complete, waits: true},
	"subscriptions/listen":     {eras: modernOnly, serve: (*Server).listen},
}

// in reports whether the method exists in the revision.
func (m method) in(v *revision) bool {
	switch m.eras {
	case legacyOnly:
		return !v.modern
	case modernOnly:
		return v.modern
	}
	return m.serve != nil
}

// call is one admitted request on its way to its method.
type call struct {
	*rpc.Request
	revision     *revision
	meta         meta
	conversation *Conversation
	round        round
	progress     progress
	target       string // the tool or prompt that it is about, "" until it is found
	faulty       bool   // a fault is behind the failure that it ends with
}
