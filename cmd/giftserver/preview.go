package main

import (
	"context"
	"embed"
	"fmt"
	"io/fs"
	"net"
	"net/http"

	"github.com/spf13/cobra"
)

//go:embed preview
var previewFiles embed.FS

// preview serves a small host of our own beside the endpoint: a page that shows the widget on live data
// and every message that goes to and fro.
func preview(ctx context.Context, p *program, c *config, _ *cobra.Command, _ []string) error {
	if !loopback(c.addr) {
		return usageError{fmt.Errorf("--addr: the preview is for this machine alone; want a loopback address such as 127.0.0.1:8080, got %q", c.addr)}
	}
	a, err := openApp(ctx, p, c, &instruments{})
	if err != nil {
		return err
	}
	defer a.Close()
	a.Prepare()
	listener, err := listen(ctx, c.addr, "--addr")
	if err != nil {
		return err
	}
	h := a.http(c)
	h.Pages = previewPages()
	fmt.Fprintf(p.stdout, "Open http://%s/ in a browser; end with Ctrl+C\n", listener.Addr())
	return a.following(ctx, func(ctx context.Context) error { return h.Serve(ctx, listener) })
}

// loopback reports whether only this machine can reach a server on addr.
func loopback(addr string) bool {
	host, _, err := net.SplitHostPort(addr)
	ip := net.ParseIP(host)
	return err == nil && (host == "localhost" || ip != nil && ip.IsLoopback())
}

// previewPages answers with the files of the page. What its policy says holds for the widget too, whose
// frame inherits it, so it is no narrower than what hosts ask of a widget; the widget's own comes on top.
func previewPages() http.Handler {
	files, err := fs.Sub(previewFiles, "preview")
	if err != nil {
		panic(err) // The name is a constant and valid.
	}
	server := http.FileServerFS(files)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		header := w.Header()
		header.Set("Cache-Control", "no-store") // The next version of the binary serves at the same address.
		header.Set("Content-Security-Policy", "object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'")
		header.Set("X-Content-Type-Options", "nosniff")
		header.Set("Referrer-Policy", "no-referrer")
		server.ServeHTTP(w, r)
	})
}
