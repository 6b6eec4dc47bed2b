package main

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"runtime"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"giftserver/internal/catalog"
	"giftserver/internal/mcp"
	"giftserver/internal/suggest"
	"giftserver/internal/transport"
)

// The outcomes of an import.
const (
	importDone   = "imported"
	importFailed = "failed"
	importBusy   = "busy" // somebody else was importing; it is tried again
)

// metrics count what a server does, for Prometheus. No label has a value that a peer can make up, so their number is
// bounded by what this server has: methods, tools, revisions and sources. A nil *metrics counts nothing.
type metrics struct {
	registry *prometheus.Registry
	requests *prometheus.CounterVec
	duration *prometheus.HistogramVec
	built    prometheus.Gauge
	imports  *prometheus.CounterVec
	imported prometheus.Gauge
	failed   prometheus.Gauge
}

// buckets are limits of latency in seconds: from a look-up to a question that a person has to answer.
var buckets = []float64{.0001, .00025, .0005, .001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10, 60}

func newMetrics() *metrics {
	m := &metrics{
		registry: prometheus.NewRegistry(),
		requests: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "giftserver_requests_total",
			Help: "Requests answered, by MCP method, tool, protocol revision and outcome: ok, failure (no good answer), protocol_error, fault or cancelled.",
		}, []string{"method", "tool", "revision", "outcome"}),
		duration: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name:    "giftserver_request_duration_seconds",
			Help:    "Time from the admission of a request to its reply, by MCP method and tool. Streams of changes are left out.",
			Buckets: buckets,
		}, []string{"method", "tool"}),
		built: prometheus.NewGauge(prometheus.GaugeOpts{
			Name: "giftserver_index_build_seconds",
			Help: "Time that the latest index of the catalog took to build.",
		}),
		imports: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "giftserver_imports_total",
			Help: "Imports of the watched product files, by outcome: imported, failed or busy.",
		}, []string{"outcome"}),
		imported: prometheus.NewGauge(prometheus.GaugeOpts{
			Name: "giftserver_import_last_success_timestamp_seconds",
			Help: "Unix time of the latest successful import of the watched product files, 0 before the first.",
		}),
		failed: prometheus.NewGauge(prometheus.GaugeOpts{
			Name: "giftserver_import_last_failure_timestamp_seconds",
			Help: "Unix time of the latest failed import of the watched product files, 0 before the first.",
		}),
	}
	info := prometheus.NewGauge(prometheus.GaugeOpts{
		Name:        "giftserver_build_info",
		Help:        "1, with the version of the program and of Go.",
		ConstLabels: prometheus.Labels{"version": version, "goversion": runtime.Version()},
	})
	info.Set(1)
	m.registry.MustRegister(m.requests, m.duration, m.built, m.imports, m.imported, m.failed, info,
		collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	for _, outcome := range []string{importDone, importFailed, importBusy} {
		m.imports.WithLabelValues(outcome) // A rate needs a zero to begin with.
	}
	return m
}

// watch adds what is read off the server when somebody looks.
func (m *metrics) watch(a *app, h *transport.HTTP) {
	gauge := func(name, help string, value func() float64) {
		m.registry.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: name, Help: help}, value))
	}
	gauge("giftserver_open_streams", "Streams of events that are open.", func() float64 { return float64(h.Load().Streams) })
	gauge("giftserver_sessions", "Sessions of Streamable HTTP.", func() float64 { return float64(h.Load().Sessions) })
	gauge("giftserver_ready", "1 if the server is of use, as /readyz says, else 0.", func() float64 {
		if a.ready() != nil {
			return 0
		}
		return 1
	})
	counter := func(name, help string, value func() float64) {
		m.registry.MustRegister(prometheus.NewCounterFunc(prometheus.CounterOpts{Name: name, Help: help}, value))
	}
	counter("giftserver_rate_limited_total", "Requests over HTTP that were refused, unread, because their sender sent too many.",
		func() float64 { return float64(h.Load().TooFast) })
	counter("giftserver_connections_refused_total", "Connections that were closed at once, because their address had too many.",
		func() float64 { return float64(h.Load().Crowded) })
	m.registry.MustRegister(&catalogMetrics{engine: a.Engine})
}

// handler answers scrapes.
func (m *metrics) handler() http.Handler {
	return promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{MaxRequestsInFlight: 4})
}

// Began times a request and counts it by its outcome.
func (m *metrics) Began(ctx context.Context, r mcp.Observed) (context.Context, func(mcp.Outcome)) {
	begun := time.Now()
	return ctx, func(o mcp.Outcome) {
		tool := toolOf(r.Method, o)
		m.requests.WithLabelValues(r.Method, tool, o.Revision, o.Kind).Inc()
		if r.Method != "subscriptions/listen" {
			m.duration.WithLabelValues(r.Method, tool).Observe(time.Since(begun).Seconds())
		}
	}
}

// Refused counts a message that was refused.
func (m *metrics) Refused(method string, o mcp.Outcome) {
	m.requests.WithLabelValues(method, toolOf(method, o), "none", o.Kind).Inc()
}

// toolOf is the tool that a request was about, "" if it was about none.
func toolOf(method string, o mcp.Outcome) string {
	if method != "tools/call" {
		return ""
	}
	return cmp.Or(o.Target, mcp.Other)
}

// indexBuilt notes how long building an index took.
func (m *metrics) indexBuilt(took time.Duration) {
	if m != nil {
		m.built.Set(took.Seconds())
	}
}

// importEnded counts an import, which ended with err.
func (m *metrics) importEnded(err error) {
	switch {
	case m == nil:
	case errors.Is(err, catalog.ErrBusy):
		m.imports.WithLabelValues(importBusy).Inc()
	case err != nil:
		m.imports.WithLabelValues(importFailed).Inc()
		m.failed.SetToCurrentTime()
	default:
		m.imports.WithLabelValues(importDone).Inc()
		m.imported.SetToCurrentTime()
	}
}

var (
	catalogGifts = prometheus.NewDesc("giftserver_catalog_gifts",
		"Gifts in the catalog, by the source that they come from.", []string{"source"}, nil)
	catalogVersion = prometheus.NewDesc("giftserver_catalog_version",
		"How often the catalog that answers come from has changed.", nil, nil)
)

// catalogMetrics tell of the catalog that the engine answers from. Its sources come and go, and with them their
// numbers.
type catalogMetrics struct {
	engine *suggest.Engine

	mu      sync.Mutex
	counted *catalog.Snapshot
	gifts   map[string]int // of counted, by source
}

// Describe names the metrics.
func (*catalogMetrics) Describe(to chan<- *prometheus.Desc) { to <- catalogGifts; to <- catalogVersion }

// Collect tells their values. It counts the gifts of each catalog once.
func (c *catalogMetrics) Collect(to chan<- prometheus.Metric) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if now := c.engine.Catalog(); now != c.counted {
		c.counted, c.gifts = now, map[string]int{}
		for _, g := range now.Gifts.All() {
			c.gifts[g.Source]++
		}
	}
	for source, n := range c.gifts {
		to <- prometheus.MustNewConstMetric(catalogGifts, prometheus.GaugeValue, float64(n), source)
	}
	to <- prometheus.MustNewConstMetric(catalogVersion, prometheus.GaugeValue, float64(c.counted.Version))
}
