package main

import (
	"context"
	"errors"
	"net"
	"net/http"
	"net/http/pprof"
	"time"

	"giftserver/internal/mcp"
	"giftserver/internal/transport"
)

// instruments are what a server is watched with; those that the settings don't ask for are nil.
type instruments struct {
	metrics *metrics
	traces  *traces
}

// newInstruments makes the instruments that the settings and the variables of OpenTelemetry ask for.
func newInstruments(ctx context.Context, p *program, c *config) (*instruments, error) {
	if c.pprof && c.metricsAddr == "" {
		return nil, usageError{errors.New("--pprof: profiles are served beside the metrics; say where with --metrics-addr")}
	}
	i := &instruments{}
	if c.metricsAddr != "" {
		i.metrics = newMetrics()
	}
	var err error
	i.traces, err = newTraces(ctx, p, c)
	return i, err
}

// observer is what the server tells of its requests; nil if nobody wants to know.
func (i *instruments) observer() mcp.Observer {
	var all observers
	if i.metrics != nil {
		all = append(all, i.metrics)
	}
	if i.traces != nil {
		all = append(all, i.traces)
	}
	switch len(all) {
	case 0:
		return nil
	case 1:
		return all[0]
	}
	return all
}

// Close sends what the instruments still hold.
func (i *instruments) Close() { i.traces.close() }

// observers are several that are told the same.
type observers []mcp.Observer

// Began tells the observers one after the other. The last one's context holds those of all.
func (o observers) Began(ctx context.Context, r mcp.Observed) (context.Context, func(mcp.Outcome)) {
	ended := make([]func(mcp.Outcome), len(o))
	for i, observer := range o {
		ctx, ended[i] = observer.Began(ctx, r)
	}
	return ctx, func(outcome mcp.Outcome) {
		for _, f := range ended {
			f(outcome)
		}
	}
}

// Refused tells all observers.
func (o observers) Refused(method string, outcome mcp.Outcome) {
	for _, observer := range o {
		observer.Refused(method, outcome)
	}
}

// A monitor serves what the people who run a server look at, at an address of its own.
type monitor struct {
	app      *app
	listener net.Listener
	handler  http.Handler
}

// newMonitor opens the address that the settings name. It returns nil if they name none.
func newMonitor(ctx context.Context, a *app, c *config, h *transport.HTTP) (*monitor, error) {
	if c.metricsAddr == "" {
		return nil, nil
	}
	listener, err := listen(ctx, c.metricsAddr, "--metrics-addr")
	if err != nil {
		return nil, err
	}
	a.metrics.watch(a, h)
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", a.metrics.handler())
	if c.pprof {
		mux.Handle("GET /debug/pprof/", h.Guard(profiles()))
	}
	return &monitor{a, listener, transport.Probes(a.ready, mux)}, nil
}

// profiles serves the profiles of the process, to hosts that are allowed: a page elsewhere must not come by them. The
// command line, which pprof has too, may hold a secret and is not among them.
func profiles() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /debug/pprof/", pprof.Index)
	mux.HandleFunc("GET /debug/pprof/profile", pprof.Profile)
	mux.HandleFunc("GET /debug/pprof/symbol", pprof.Symbol)
	mux.HandleFunc("GET /debug/pprof/trace", pprof.Trace)
	mux.Handle("GET /debug/pprof/cmdline", http.NotFoundHandler())
	return mux
}

// serve answers until ctx ends. Nothing that is under way then is worth waiting for.
func (m *monitor) serve(ctx context.Context) {
	server := &http.Server{Handler: m.handler, ReadHeaderTimeout: 10 * time.Second, IdleTimeout: 2 * time.Minute}
	stop := context.AfterFunc(ctx, func() { _ = server.Close() })
	defer stop()
	if err := server.Serve(m.listener); !errors.Is(err, http.ErrServerClosed) {
		m.app.log.Error("the metrics can't be served any more", "error", err)
	}
}
