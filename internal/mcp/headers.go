package mcp

import (
	"encoding/base64"
	"net/http"
	"net/textproto"
	"strings"
	"unicode/utf8"

	"giftserver/internal/rpc"
)

// headerVersion names the header that says which revision a request speaks.
const headerVersion = "MCP-Protocol-Version"

// canonicalVersion is headerVersion as net/http writes it. Making one of the other takes memory for each request.
var canonicalVersion = textproto.CanonicalMIMEHeaderKey(headerVersion)

// single returns the one value of a header and whether it is there at all; an empty value is a
// value. Several are refused even when they agree: a proxy that reads the first and a server that
// reads the last must never differ.
func single(header map[string][]string, name string) (value string, given bool, err error) {
	key := canonicalVersion
	if name != headerVersion {
		key = textproto.CanonicalMIMEHeaderKey(name)
	}
	switch values := header[key]; len(values) {
	case 0:
		return "", false, nil
	case 1:
		return values[0], true, nil
	default:
		return "", true, rpc.Refusef(http.StatusBadRequest, codeHeaderMismatch, "%s is given %d times; send it once", name, len(values))
	}
}

// mirrors checks that a header repeats what a field of the body says. Transports without headers
// have nothing to compare.
func mirrors(r *rpc.Request, header, field, want string) error {
	if r.Header == nil {
		return nil
	}
	got, given, err := single(r.Header, header)
	if err != nil {
		return err
	}
	if !given {
		return rpc.Refusef(http.StatusBadRequest, codeHeaderMismatch, "The %s header is missing; it must be %q", header, rpc.Clip(want))
	}
	return compare(header, got, field, want)
}

// compare checks the value of a header that is there.
func compare(header, got, field, want string) error {
	ok := true
	if header == headerName || strings.HasPrefix(header, headerParam) {
		got, ok = decodeSentinel(got)
	}
	switch {
	case !ok:
		return rpc.Refusef(http.StatusBadRequest, codeHeaderMismatch, "The %s header is not valid Base64 of UTF-8 text", header)
	case got != want:
		return rpc.Refusef(http.StatusBadRequest, codeHeaderMismatch, "%s header %q differs from %s %q", header, rpc.Clip(got), field, rpc.Clip(want))
	}
	return nil
}

// headerName names the header that repeats what a method is called on, and headerParam begins those
// that repeat an argument of a tool. Unlike the others they may be encoded, since names and URIs can
// hold anything.
const (
	headerName  = "Mcp-Name"
	headerParam = "Mcp-Param-"
)

// checkHeaders compares Mcp-Method and Mcp-Name with the body they mirror. A mirrored field that is
// missing or no string is left to the method, which says so better.
func checkHeaders(r *rpc.Request) error {
	if err := mirrors(r, "Mcp-Method", "method", r.Method); err != nil {
		return err
	}
	field := methods[r.Method].mirrored
	if field == "" {
		return nil
	}
	want, ok := rpc.Unquote(r.Param(field))
	if !ok {
		return nil
	}
	return mirrors(r, headerName, "params."+field, want)
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
	b, err := decodeBase64(base64.StdEncoding, inner)
	return string(b), err == nil && utf8.Valid(b)
}
