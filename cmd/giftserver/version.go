package main

import (
	"context"
	"fmt"
	"runtime"

	"github.com/spf13/cobra"
)

// version is this release. The build may set another with -ldflags "-X main.version=...".
var version = "0.1.0"

func showVersion(_ context.Context, p *program, _ *config, _ *cobra.Command, _ []string) error {
	_, err := fmt.Fprintf(p.stdout, "giftserver %s (%s, %s/%s)\n", version, runtime.Version(), runtime.GOOS, runtime.GOARCH)
	return err
}
