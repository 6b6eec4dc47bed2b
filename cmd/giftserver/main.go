// Giftserver puts gift suggestions into ChatGPT, Claude and every other MCP host.
//
// Usage:
//
//	giftserver serve                 answer MCP over HTTP
//	giftserver stdio                 answer MCP on standard input and output
//	giftserver suggest [flags] TEXT  suggest gifts in the terminal
//	giftserver preview               show the widget and its messages in a browser
//	giftserver import FILE...        import a shop's products
//	giftserver catalog               say what is in the catalog
//	giftserver sources               list where the gifts come from, or remove a shop
//	giftserver health                ask a running server whether it is well
//	giftserver version               print the version
//
// Each command explains its settings with --help. The exit code is 0 for success, 1 for a fault and
// 2 for a mistake in the command line.
package main

import (
	"context"
	"os"
	"os/signal"
	"runtime/debug"
	"syscall"
)

func main() {
	os.Exit(mainCode())
}

// mainCode is apart from main so that its deferred calls run before the process exits.
func mainCode() int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop) // A second signal does as usual: it ends the process at once.
	if os.Getenv("GOGC") == "" {
		// Nearly all memory is the index, which stays, and answers, which go at once. Collecting half as
		// often saves a sixth of a call's CPU for some megabytes.
		debug.SetGCPercent(200)
	}
	return run(ctx, program{
		args:   os.Args[1:],
		env:    os.LookupEnv,
		stdin:  os.Stdin,
		stdout: os.Stdout,
		stderr: os.Stderr,
	})
}
