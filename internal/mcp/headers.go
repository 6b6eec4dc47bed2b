package mcp

import (
	"encoding/base64"
	"net/http"
	"net/textproto"
	"strings"
	"unicode/utf8"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"giftserver/internal/rpc"
)

// versionHeader returns MCP-Protocol-Version, "" when the transport has no headers or the request
// none of that name. Several values are refused even when they agree: a proxy that reads the first
// and a server that reads the last must never differ.
func versionHeader(r *rpc.Request) (string, error) {
	value, _, err := single(r, "MCP-Protocol-Version")
	return value, err
}

// single returns the one value of a header and whether it is there at all; an empty value is a
// value.
func single(r *rpc.Request, name string) (value string, present bool, err error) {
	switch values := r.Header[textproto.CanonicalMIMEHeaderKey(name)]; len(values) {
	case 0:
		return "", false, nil
	case 1:
		return values[0], true, nil
	default:
		return "", true, rpc.Refusef(http.StatusBadRequest, codeHeaderMismatch, "%s is given %d times; send it once", name, len(values))
	}
}

// checkHeaders compares Mcp-Method and Mcp-Name with the body they mirror. Transports without
// headers have nothing to compare.
func checkHeaders(r *rpc.Request) error {
	if r.Header == nil {
		return nil
	}
	method, present, err := single(r, "Mcp-Method")
	switch {
	case err != nil:
		return err
	case !present:
		return rpc.Refusef(http.StatusBadRequest, codeHeaderMismatch, "The Mcp-Method header is missing; it must be %s", rpc.Clip(r.Method))
	case method != r.Method:
		return mismatch("Mcp-Method", method, "method", r.Method)
	}
	if field := methods[r.Method].mirrored; field != "" {
		return checkName(r, field)
	}
	return nil
}

// checkName compares Mcp-Name with the field of params that it mirrors. A field that is missing or
// no string is left to the method, which says so better.
func checkName(r *rpc.Request, field string) error {
	var params map[string]jsontext.Value
	var want string
	if json.Unmarshal(r.Params, &params) != nil || json.Unmarshal(params[field], &want) != nil {
		return nil
	}
	raw, present, err := single(r, "Mcp-Name")
	if err != nil {
		return err
	}
	if !present {
		return rpc.Refusef(http.StatusBadRequest, codeHeaderMismatch, "The Mcp-Name header is missing; it must be %s", rpc.Clip(want))
	}
	name, ok := decodeSentinel(raw)
	if !ok {
		return rpc.Refusef(http.StatusBadRequest, codeHeaderMismatch, "The Mcp-Name header is not valid Base64 of UTF-8 text")
	}
	if name != want {
		return mismatch("Mcp-Name", name, "params."+field, want)
	}
	return nil
}

// decodeSentinel returns the text of a header value that may be wrapped as =?base64?…?= because it
// holds what a header cannot. Anything not wrapped exactly so is literal.
func decodeSentinel(value string) (text string, ok bool) {
	inner, found := strings.CutPrefix(value, "=?base64?")
	if !found {
		return value, true
	}
	inner, found = strings.CutSuffix(inner, "?=")
	if !found {
		return value, true
	}
	b, err := base64.StdEncoding.Strict().DecodeString(inner)
	return string(b), err == nil && utf8.Valid(b)
}

func mismatch(header, got, field, want string) error {
	return rpc.Refusef(http.StatusBadRequest, codeHeaderMismatch,
		"%s header %q differs from %s %q", header, rpc.Clip(got), field, rpc.Clip(want))
}
