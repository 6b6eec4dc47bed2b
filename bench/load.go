package main

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"net/url"
	"os"
	"slices"
	"strings"
	"sync"
	"time"

	"giftserver/bench/briefs"
)

// A load says what a server is sent.
type load struct {
	Call        string `json:"call"`        // a key of calls
	Era         string `json:"era"`         // a key of eras
	Briefs      int    `json:"briefs"`      // distinct ones, asked in rotation
	Connections int    `json:"connections"` // each with one request at a time; always 1 over a pipe
	Requests    int    `json:"requests"`    // in all, those of warmUp aside
	headers     []string
}

// A figure is what a load measured.
type figure struct {
	CPU        float64 `json:"cpu_ms_per_1000"` // of the process that serves
	PerSecond  float64 `json:"per_second"`      // requests
	P50        float64 `json:"p50_ms"`
	P99        float64 `json:"p99_ms"`
	Memory     float64 `json:"rss_mb"` // after the load
	MostMemory float64 `json:"peak_rss_mb"`
	Reply      float64 `json:"reply_bytes"` // on average
	Failed     float64 `json:"failed"`      // part of the answers that are results with isError: no gift fits
}

// set defines the flags of a load.
func (l *load) set(flags *flag.FlagSet) {
	flags.StringVar(&l.Call, "call", "suggest_gifts", "what to call: "+names(calls))
	flags.StringVar(&l.Era, "era", "modern", "how to speak: "+names(eras))
	flags.IntVar(&l.Briefs, "briefs", 20_000, "distinct briefs; 200 make a rotation that fits into caches")
	flags.IntVar(&l.Connections, "connections", 8, "connections over HTTP, each with one request at a time")
	flags.IntVar(&l.Requests, "requests", 20_000, "requests to measure")
}

// loadCommand measures one load.
func loadCommand(ctx context.Context, args []string) error {
	var l load
	flags := flag.NewFlagSet("load", flag.ContinueOnError)
	l.set(flags)
	pipe := flags.Bool("stdio", false, "speak over standard input and output instead of HTTP")
	path := flags.String("path", "/mcp", "path of the endpoint of COMMAND")
	running := flags.String("url", "", "measure the server at this address, which runs already as -pid")
	pid := flags.Int("pid", 0, "process that serves at -url")
	flags.Func("header", "header to send, such as \"Authorization: Bearer TOKEN\"; may be repeated", func(v string) error {
		l.headers = append(l.headers, v)
		return nil
	})
	if err := flags.Parse(args); err != nil {
		return err
	}
	if *pipe {
		l.Connections = 1
	}
	s, err := open(ctx, *running, *pid, *pipe, *path, flags.Args())
	if err != nil {
		return err
	}
	f, err := l.measure(ctx, s)
	if err := errors.Join(err, s.stop()); err != nil {
		return err
	}
	return json.NewEncoder(os.Stdout).Encode(struct {
		Server string `json:"server"`
		Over   string `json:"over"`
		load
		figure
	}{strings.Join(append(flags.Args(), *running), " "), s.transport(), l, f})
}

// open takes the server that runs already, or starts the command.
func open(ctx context.Context, running string, pid int, pipe bool, path string, command []string) (*server, error) {
	switch {
	case running != "" && pid != 0 && len(command) == 0:
		u, err := url.Parse(running)
		return &server{pid: pid, url: u}, err
	case running != "" || pid != 0 || len(command) == 0:
		return nil, errors.New("want either -url with -pid, or the command of a server with {addr} or {port} where its address belongs")
	case pipe:
		return startPipe(ctx, command)
	}
	return startHTTP(ctx, command, path)
}

// transport names what the server is spoken to over.
func (s *server) transport() string {
	if s.pipe != nil {
		return "stdio"
	}
	return "http"
}

// warmUp is how many requests come ahead of those that are measured, by which a server has what it makes at first use,
// such as the words of each language.
const warmUp = 400

// measure sends the load to a server once.
func (l load) measure(ctx context.Context, s *server) (figure, error) {
	c, err := l.crew(ctx, s)
	if err != nil {
		return figure{}, err
	}
	defer c.Close()
	return c.measure(ctx, l.Requests)
}

// A crew is the workers of a load. They go on where they were, so that what is new to a server stays so from round to
// round.
type crew struct {
	*server
	workers []*worker
}

// crew connects the workers with a server and warms it up.
func (l load) crew(ctx context.Context, s *server) (*crew, error) {
	if s.pipe != nil {
		l.Connections = 1
	}
	called, ok := calls[l.Call]
	e, known := eras[l.Era]
	if !ok || !known || l.Briefs < 1 || l.Connections < 1 || l.Requests < l.Connections {
		return nil, fmt.Errorf("want a call of %s, an era of %s, a brief, a connection and a request for it at least", names(calls), names(eras))
	}
	messages := called.messages(e, briefs.Make(l.Briefs))
	c := &crew{server: s}
	for i := range l.Connections {
		connected, err := s.connect(e, called, l.headers)
		if err != nil {
			return nil, errors.Join(err, c.Close())
		}
		c.workers = append(c.workers, &worker{connection: connected, messages: messages, next: i, step: l.Connections})
	}
	if _, err := c.send(ctx, max(warmUp, l.Connections)); err != nil {
		return nil, errors.Join(fmt.Errorf("warming up: %w", err), c.Close())
	}
	return c, nil
}

// Close closes the connections. A pipe stays open: with it, the server would end.
func (c *crew) Close() error {
	var err error
	for _, w := range c.workers {
		if c.pipe == nil {
			err = errors.Join(err, w.Close())
		}
	}
	return err
}

// measure sends n requests and reads what they cost.
func (c *crew) measure(ctx context.Context, n int) (figure, error) {
	before, err := cpuTime(c.pid)
	if err != nil {
		return figure{}, err
	}
	elapsed, err := c.send(ctx, n)
	if err != nil {
		return figure{}, err
	}
	after, err := cpuTime(c.pid)
	if err != nil {
		return figure{}, err
	}
	f := summarize(c.workers)
	sent := float64(n / len(c.workers) * len(c.workers))
	f.CPU = milliseconds(after-before) / sent * 1000
	f.PerSecond = sent / elapsed.Seconds()
	f.Memory, f.MostMemory, err = memory(c.pid)
	return f, err
}

// summarize puts together what the workers saw.
func summarize(workers []*worker) (f figure) {
	var times []time.Duration
	for _, w := range workers {
		times = append(times, w.times...)
		f.Reply += float64(w.bytes)
		f.Failed += float64(w.failed)
	}
	slices.Sort(times)
	n := len(times)
	f.P50, f.P99 = milliseconds(times[n/2]), milliseconds(times[n*99/100])
	f.Reply, f.Failed = f.Reply/float64(n), f.Failed/float64(n)
	return f
}

// send sends n requests, spread over the workers, and returns how long that took.
func (c *crew) send(ctx context.Context, n int) (time.Duration, error) {
	errs := make([]error, len(c.workers))
	var wg sync.WaitGroup
	begun := time.Now()
	for i, w := range c.workers {
		wg.Go(func() { errs[i] = w.work(ctx, n/len(c.workers)) })
	}
	wg.Wait()
	return time.Since(begun), cmp.Or(errs...) // One tells what all would.
}

// A worker sends requests over a connection, one after the other, and remembers what came of the last ones.
type worker struct {
	connection
	messages   [][]byte
	next, step int

	times         []time.Duration
	bytes, failed int
}

func (w *worker) work(ctx context.Context, n int) error {
	w.times, w.bytes, w.failed = make([]time.Duration, 0, n), 0, 0
	for range n {
		message := w.messages[w.next%len(w.messages)]
		w.next += w.step
		begun := time.Now()
		reply, err := w.ask(message)
		w.times = append(w.times, time.Since(begun))
		if err != nil {
			return err
		}
		if !bytes.Contains(reply, []byte(`"result":`)) {
			return fmt.Errorf("got %.300s for %.300s", reply, message)
		}
		if bytes.Contains(reply, []byte(`"isError":true`)) {
			w.failed++
		}
		w.bytes += len(reply)
		if ctx.Err() != nil {
			return ctx.Err()
		}
	}
	return nil
}

func milliseconds(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }
