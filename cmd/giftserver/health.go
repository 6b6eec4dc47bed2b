package main

import (
	"context"
	"fmt"
	"net/http"
	"time"

	"github.com/spf13/cobra"
)

// health asks a running server whether it is well. Images without a shell use it as their health
// check.
func health(ctx context.Context, p *program, c *config, _ *cobra.Command, _ []string) error {
	url := "http://" + reachable(c.addr) + "/healthz"
	ctx, cancel := context.WithTimeout(ctx, 3*time.Second)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, url, http.NoBody)
	if err != nil {
		return err
	}
	request.Host = "localhost"                          // Under this name every server answers, wherever it listens.
	client := http.Client{Transport: &http.Transport{}} // No proxy stands between a machine and itself.
	response, err := client.Do(request)
	if err != nil {
		return fmt.Errorf("no server answers at %s: %w", c.addr, err)
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		return fmt.Errorf("the server at %s says %s", c.addr, response.Status)
	}
	_, err = fmt.Fprintln(p.stdout, "ok")
	return err
}
