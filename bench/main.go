// Bench measures servers that suggest gifts, giftserver before all, and prints what it finds:
//
//	go run ./bench table                        giftserver beside bare programs that return the same bytes
//	go run ./bench cost                         what authentication, metrics and traces cost giftserver
//	go run ./bench start                        the time from the start to the first answers
//	go run ./bench streams                      the memory that open streams take
//	go run ./bench load -- COMMAND {addr}       one load on any server, as a line of JSON
//
// Each takes -help. docs/performance.md says what the figures mean.
//
// What counts is the CPU time of the process that serves, from /proc, read before and after a load: other
// work on the machine disturbs it less than it disturbs requests per second. What is compared is measured in
// turn, round by round, and the figures are medians of the rounds. The client writes requests that are made
// in advance to raw sockets, so that it leaves the machine to the server.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"syscall"
)

// commands are what bench can be told to do. The last two are the other side of what is measured.
var commands = map[string]func(ctx context.Context, args []string) error{
	"load":      loadCommand,
	"table":     tableCommand,
	"cost":      costCommand,
	"start":     startCommand,
	"streams":   streamsCommand,
	"bare-http": bareHTTP,
	"swallow":   swallow,
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := run(ctx, os.Args[1:])
	stop()
	if err != nil && !errors.Is(err, flag.ErrHelp) {
		fmt.Fprintf(os.Stderr, "bench: %v\n", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, args []string) error {
	if len(args) == 0 || commands[args[0]] == nil {
		return errors.New("want load, table, cost, start or streams, each of which explains itself with -help")
	}
	return commands[args[0]](ctx, args[1:])
}
