package main

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"os"
)

// bareHTTP answers every request at an address with the bytes of a file: the least that a server on net/http
// can do.
func bareHTTP(_ context.Context, args []string) error {
	if len(args) != 2 {
		return fmt.Errorf("want an address and a file with the reply")
	}
	body, err := os.ReadFile(args[1])
	if err != nil {
		return err
	}
	return http.ListenAndServe(args[0], http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write(body) // A client that is gone needs no answer.
	}))
}

// swallow is a collector of traces that takes all and keeps nothing.
func swallow(_ context.Context, args []string) error {
	if len(args) != 1 {
		return fmt.Errorf("want an address")
	}
	return http.ListenAndServe(args[0], http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
	}))
}
