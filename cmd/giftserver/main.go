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
	"time"
)

func main() {
	os.Exit(mainCode())
}

// mainCode is apart from main so that its deferred calls run before the process exits.
func mainCode() int {
	ctx, stop := untilSignal(os.Interrupt, syscall.SIGTERM)
	defer stop()
	if os.Getenv("GOGC") == "" {
		// A server sets it anew when it knows its catalog.
		debug.SetGCPercent(mostGarbage)
	}
	return run(ctx, program{
		args:   os.Args[1:],
		env:    os.LookupEnv,
		stdin:  os.Stdin,
		stdout: os.Stdout,
		stderr: os.Stderr,
	})
}

// untilSignal returns a context that ends with the first of the signals. A second one does what it does to any program: it
// ends the process at once. It may come before anybody could have given the signals up, so it is waited for as well.
func untilSignal(signals ...os.Signal) (ctx context.Context, stop context.CancelFunc) {
	ctx, cancel := context.WithCancel(context.Background())
	came := make(chan os.Signal, 2)
	signal.Notify(came, signals...)
	stopped := make(chan struct{})
	go func() {
		defer close(stopped)
		for asked := 0; ; asked++ {
			s, open := <-came
			switch {
			case !open:
				return
			case asked > 0:
				endBy(s)
			}
			cancel()
		}
	}()
	return ctx, func() {
		signal.Stop(came) // Nothing is sent after it.
		close(came)
		<-stopped
		cancel()
	}
}

// endBy ends the process by a signal, so that whoever started it sees why.
func endBy(s os.Signal) {
	signal.Reset(s)
	if self, err := os.FindProcess(os.Getpid()); err == nil && self.Signal(s) == nil {
		time.Sleep(100 * time.Millisecond) // It may come by way of another thread, and not at all to the first process of a container.
	}
	os.Exit(1)
}
