package mcp

import (
	"errors"
	"net/http"
	"slices"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"giftserver/internal/rpc"
)

// The keys of params._meta and of a result's _meta that the protocol reserves.
const (
	keyVersion      = "io.modelcontextprotocol/protocolVersion"
	keyCapabilities = "io.modelcontextprotocol/clientCapabilities"
	keyServerInfo   = "io.modelcontextprotocol/serverInfo"
)

// The codes that revision 2026-07-28 adds to those of JSON-RPC.
const (
	codeHeaderMismatch     rpc.Code = -32020
	codeUnsupportedVersion rpc.Code = -32022
)

// meta is what stands around a request in params._meta. Members are raw because a host may send
// anything at a key it thinks is its own; each is checked where it is used.
type meta struct {
	Version, Capabilities, ClientInfo, LogLevel, ProgressToken jsontext.Value

	Locale, OldLocale       jsontext.Value // ChatGPT's; the second is the former name of the first
	TraceParent, TraceState jsontext.Value // SEP-414
}

// readMeta returns params._meta, empty when there is none.
func readMeta(r *rpc.Request) (meta, error) {
	value := r.Param("_meta")
	switch value.Kind() {
	case 0, 'n':
		return meta{}, nil
	case '{':
	default:
		return meta{}, rpc.Refusef(http.StatusBadRequest, rpc.InvalidParams, "_meta in params must be an object")
	}
	members := rpc.MembersOf(value)
	return meta{
		Version:       members.Get(keyVersion),
		Capabilities:  members.Get(keyCapabilities),
		ClientInfo:    members.Get("io.modelcontextprotocol/clientInfo"),
		LogLevel:      members.Get("io.modelcontextprotocol/logLevel"),
		ProgressToken: members.Get("progressToken"),
		Locale:        members.Get("openai/locale"),
		OldLocale:     members.Get("webplus/i18n"),
		TraceParent:   members.Get("traceparent"),
		TraceState:    members.Get("tracestate"),
	}, nil
}

// admit decides which revision a request speaks and checks what that revision wants to stand around
// it. The body decides; a header only has to agree. Nothing that came before on the connection
// matters to a modern request, so both eras can take turns on one pipe.
//
// The order of the checks decides which of several faults a client is told: version and
// capabilities present, header equal to the body, version spoken here, then the headers that mirror
// the method.
func (c *Conversation) admit(r *rpc.Request) (*revision, meta, error) {
	m, err := readMeta(r)
	if err != nil {
		return nil, m, err
	}
	claims := m.Version != nil && !c.legacyOnly
	if r.Batched && (claims || r.Method == "initialize") {
		return nil, m, rpc.Refusef(http.StatusBadRequest, rpc.InvalidRequest, "This message must come alone, not in an array")
	}
	if claims {
		v, err := admitModern(r, m)
		return v, m, err
	}
	v, err := c.admitLegacy(r)
	return v, m, err
}

// admitLegacy chooses the revision of a request that does not claim one in its body.
func (c *Conversation) admitLegacy(r *rpc.Request) (*revision, error) {
	header, given, err := single(r.Header, headerVersion)
	row, known := methods[r.Method]
	switch {
	case err != nil:
		return nil, err
	case r.Method == "initialize":
		// The header is only the client's default here and may be anything of the legacy era.
		if looksModern(header) {
			return nil, rpc.Refusef(http.StatusBadRequest, codeHeaderMismatch,
				"MCP-Protocol-Version %s has no initialize; leave the header out or call server/discover", rpc.Clip(header))
		}
		return newestLegacy, nil
	case looksModern(header), known && row.eras == modernOnly && !c.legacyOnly:
		return nil, rpc.Refusef(http.StatusBadRequest, rpc.InvalidParams,
			"Missing required property '%s' in params._meta; or call initialize first to speak an older revision", keyVersion)
	case given && find(header) == nil:
		return nil, unsupported(header)
	}
	if err := c.lost(r.Header); err != nil {
		return nil, err
	}
	// What a session has agreed on stands, whatever the header says.
	for _, v := range []*revision{c.spoken(), find(header)} {
		if v != nil {
			return v, nil
		}
	}
	return assumed, nil
}

// admitModern checks a request that claims its version in params._meta.
func admitModern(r *rpc.Request, m meta) (*revision, error) {
	version, err := m.check()
	if err != nil {
		return nil, err
	}
	if err := mirrors(r, headerVersion, "params._meta."+keyVersion, version); err != nil {
		return nil, err
	}
	v := find(version)
	if v == nil || !v.modern {
		return nil, unsupported(version)
	}
	return v, checkHeaders(r)
}

// check validates the members of a modern _meta and returns the version it claims.
func (m meta) check() (version string, err error) {
	refuse := func(format string, args ...any) error {
		return rpc.Refusef(http.StatusBadRequest, rpc.InvalidParams, format, args...)
	}
	version, ok := rpc.Unquote(m.Version)
	switch {
	case !ok:
		return "", refuse("'%s' in params._meta must be a string", keyVersion)
	case m.Capabilities == nil:
		return "", refuse("Missing required property '%s' in params._meta", keyCapabilities)
	case m.Capabilities.Kind() != '{':
		return "", refuse("'%s' in params._meta must be an object", keyCapabilities)
	case m.ClientInfo != nil && !namesProgram(m.ClientInfo):
		return "", refuse("clientInfo in params._meta must be an object with name and version")
	case m.ProgressToken != nil && !rpc.ValidID(m.ProgressToken):
		return "", refuse("progressToken in params._meta must be a string or an integer")
	}
	if m.LogLevel != nil {
		if level, _ := rpc.Unquote(m.LogLevel); !slices.Contains(logLevels, level) {
			return "", refuse("logLevel in params._meta must be one of %s", strings.Join(logLevels, ", "))
		}
	}
	return version, nil
}

// namesProgram reports whether a value is an object with a name and a version.
func namesProgram(value jsontext.Value) bool {
	members := rpc.MembersOf(value)
	return members.Get("name").Kind() == '"' && members.Get("version").Kind() == '"'
}

// unsupported refuses a version. A legacy version in a modern request is known, but not in this
// place, so the list of what would do leaves the legacy ones out.
func unsupported(version string) error {
	supported := names(anyRevision)
	hint := ""
	if find(version) != nil {
		supported = names(func(v *revision) bool { return v.modern })
		hint = "; that revision begins with initialize"
	}
	return &rpc.Error{
		Code:    codeUnsupportedVersion,
		Message: "Protocol version not supported: " + rpc.Clip(version) + hint,
		Data: struct {
			Supported []string `json:"supported"`
			Requested string   `json:"requested"`
		}{supported, version},
		Status: http.StatusBadRequest,
	}
}

// stringParam returns a member of params that has to be a string; nil when it is absent or null.
func stringParam(r *rpc.Request, name string) (*string, error) {
	value := r.Param(name)
	switch value.Kind() {
	case 0, 'n':
		return nil, nil
	case '"':
		text, _ := rpc.Unquote(value)
		return &text, nil
	}
	return nil, rpc.Errorf(rpc.InvalidParams, "'%s' in params has the wrong type", name)
}

// decodeParams decodes params into a struct; absent params leave it as it is. A value of the wrong
// type is the caller's mistake, not a fault.
func decodeParams(params jsontext.Value, into any) error {
	if params == nil {
		return nil
	}
	err := json.Unmarshal(params, into)
	if e, ok := errors.AsType[*json.SemanticError](err); ok {
		return rpc.Errorf(rpc.InvalidParams, "'%s' in params has the wrong type", rpc.Clip(e.JSONPointer.LastToken()))
	}
	if err != nil {
		return rpc.Errorf(rpc.InvalidParams, "params can't be read")
	}
	return nil
}
