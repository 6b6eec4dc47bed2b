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
	Requests    int    `json:"requests"`    // in all, those to warm up aside
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

// measure sends the load to a server, after a tenth of it that is not measured.
func (l load) measure(ctx context.Context, s *server) (figure, error) {
	if s.pipe != nil {
		l.Connections = 1
	}
	called, ok := calls[l.Call]
	e, known := eras[l.Era]
	if !ok || !known || l.Briefs < 1 || l.Connections < 1 || l.Requests < l.Connections {
		return figure{}, fmt.Errorf("want a call of %s, an era of %s, a brief, a connection and a request for it at least", names(calls), names(eras))
	}
	messages := called.messages(e, briefs.Make(l.Briefs))
	workers := make([]*worker, l.Connections)
	for i := range workers {
		c, err := s.connect(e, called, l.headers)
		if err != nil {
			return figure{}, err
		}
		if s.pipe == nil {
			defer c.Close()
		}
		workers[i] = &worker{connection: c, messages: messages, next: i, step: l.Connections}
	}
	if _, err := all(ctx, workers, max(l.Requests/10, l.Connections)); err != nil {
		return figure{}, fmt.Errorf("warming up: %w", err)
	}
	return gauge(s.pid, func() (time.Duration, error) { return all(ctx, workers, l.Requests) }, workers)
}

// gauge runs a load and reads what it cost.
func gauge(pid int, run func() (time.Duration, error), workers []*worker) (figure, error) {
	before, err := cpuTime(pid)
	if err != nil {
		return figure{}, err
	}
	elapsed, err := run()
	if err != nil {
		return figure{}, err
	}
	after, err := cpuTime(pid)
	if err != nil {
		return figure{}, err
	}
	var f figure
	f.Memory, f.MostMemory, err = memory(pid)
	var times []time.Duration
	for _, w := range workers {
		times = append(times, w.times...)
		f.Reply += float64(w.bytes)
		f.Failed += float64(w.failed)
	}
	slices.Sort(times)
	n := float64(len(times))
	f.CPU = milliseconds(after-before) / n * 1000
	f.PerSecond = n / elapsed.Seconds()
	f.P50, f.P99 = milliseconds(times[len(times)/2]), milliseconds(times[len(times)*99/100])
	f.Reply, f.Failed = f.Reply/n, f.Failed/n
	return f, err
}

// all has the workers send n requests between them and returns how long that took.
func all(ctx context.Context, workers []*worker, n int) (time.Duration, error) {
	errs := make([]error, len(workers))
	var wg sync.WaitGroup
	begun := time.Now()
	for i, w := range workers {
		wg.Go(func() { errs[i] = w.work(ctx, n/len(workers)) })
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
