package rpc

import (
	"fmt"
	"net/http"
)

// A Code is a JSON-RPC error code. It is deliberately not an error: [Errorf] makes one of it.
type Code int

// The codes that JSON-RPC 2.0 §5.1 defines.
const (
	ParseError     Code = -32700 // the message is not JSON
	InvalidRequest Code = -32600 // it is JSON, but no JSON-RPC request
	MethodNotFound Code = -32601 // the method does not exist here
	InvalidParams  Code = -32602 // the method exists, its params are wrong
	InternalError  Code = -32603 // a fault of this server
)

// Error is a failure of the protocol. It becomes the "error" member of the reply, so its text is
// written for the peer. Any other error that a handler returns is a fault of this server: its text
// is logged and the peer reads "internal error".
type Error struct {
	Code    Code   `json:"code"`
	Message string `json:"message"`
	Data    any    `json:"data,omitzero"`

	// Status is the HTTP status that belongs to this error, where a transport has one.
	// Zero means 200: the request was understood, and the error is its answer.
	Status int `json:"-"`
}

// Error returns the code and the message.
func (e *Error) Error() string { return fmt.Sprintf("%d %s", e.Code, e.Message) }

// Errorf returns an [Error] that travels with HTTP status 200.
func Errorf(code Code, format string, args ...any) *Error {
	return &Error{Code: code, Message: fmt.Sprintf(format, args...)}
}

// Refusef returns an [Error] that travels with the given HTTP status.
func Refusef(status int, code Code, format string, args ...any) *Error {
	e := Errorf(code, format, args...)
	e.Status = status
	return e
}

// NotFound returns the error for a method that does not exist.
func NotFound(method string) *Error {
	return Errorf(MethodNotFound, "Method not found: %s", Clip(method))
}

// status is the HTTP status to send with e.
func (e *Error) status() int {
	if e.Status == 0 {
		return http.StatusOK
	}
	return e.Status
}

// Clip shortens what a peer sent to at most 80 characters, so that an error can quote it whatever
// its size.
func Clip(s string) string {
	const most = 80
	n := 0
	for i := range s {
		if n == most {
			return s[:i] + "…"
		}
		n++
	}
	return s
}
