package main

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// A table compares giftserver with programs that do nothing but return the same bytes.
type table struct {
	bed
	load
	over  []string // transports
	calls []string
	dir   string // for the replies of the bare programs
}

// tableCommand prints the table as Markdown.
func tableCommand(ctx context.Context, args []string) error {
	var t table
	flags := flag.NewFlagSet("table", flag.ContinueOnError)
	t.bed.set(flags, "1000,100000,1000000", 5)
	t.load.set(flags)
	t.Requests = 4000
	over := flags.String("over", "http,stdio", "transports to measure")
	list := flags.String("calls", "suggest_gifts,tools/list,prompts/get,resources/read", "calls to measure, instead of -call")
	if err := t.parse(flags, args); err != nil {
		return err
	}
	t.over, t.calls = strings.Split(*over, ","), strings.Split(*list, ",")
	var err error
	if t.dir, err = os.MkdirTemp("", "bench"); err != nil {
		return err
	}
	defer os.RemoveAll(t.dir)
	fmt.Printf("%s; medians of %d rounds of %d requests about %d briefs, %s era, %d connections over HTTP and one pipe.\n\n",
		machine(), t.rounds, t.Requests, t.Briefs, t.Era, t.Connections)
	fmt.Println("| gifts | over | call | CPU ms / 1,000 | bare | × bare | requests/s | p50 / p99 ms | reply kB | RSS MB |")
	fmt.Println("|--:|---|---|--:|--:|--:|--:|--:|--:|--:|")
	for _, size := range t.sizes {
		for _, over := range t.over {
			if err := t.compare(ctx, size, over); err != nil {
				return err
			}
		}
	}
	return nil
}

// compare prints the rows of a catalog and a transport.
func (t *table) compare(ctx context.Context, size, over string) error {
	db, err := t.catalog(ctx, size)
	if err != nil {
		return err
	}
	s, err := t.start(ctx, over, t.serve(db), t.stdio(db))
	s, err = ready(ctx, s, err)
	if err != nil {
		return err
	}
	for _, t.Call = range t.calls {
		if err = t.row(ctx, s, size, over); err != nil {
			break
		}
	}
	return errors.Join(err, s.stop())
}

func (t *table) start(ctx context.Context, over string, http, pipe []string) (*server, error) {
	switch over {
	case "http":
		return startHTTP(ctx, http, "/mcp")
	case "stdio":
		return startPipe(ctx, pipe)
	}
	return nil, fmt.Errorf("want transports of http, stdio, got %q", over)
}

// row prints what a call costs, beside a bare program that returns a usual reply to it.
func (t *table) row(ctx context.Context, s *server, size, over string) error {
	file := filepath.Join(t.dir, "reply")
	if err := t.saveReply(s, file); err != nil {
		return err
	}
	self, err := os.Executable()
	if err != nil {
		return err
	}
	pipe, err := t.pipe(ctx, file)
	if err != nil {
		return err
	}
	bare, err := t.start(ctx, over, []string{self, "bare-http", "{addr}", file}, pipe)
	if err != nil {
		return err
	}
	rounds, err := t.run(ctx, t.rounds, []contestant{{server: s}, {server: bare}})
	if err := errors.Join(err, bare.stop()); err != nil {
		return err
	}
	ours, theirs := rounds[0], rounds[1]
	fmt.Printf("| %s | %s | `%s` | %s | %s | **%s** | %.0f | %s / %s | %s | %s |\n", size, over, t.Call,
		number(median(ours, cpu)), number(median(theirs, cpu)), number(median(ratios(ours, theirs), itself)), median(ours, perSecond),
		number(median(ours, p50)), number(median(ours, p99)), number(median(ours, replySize)/1000), number(median(ours, rss)))
	return nil
}

// saveReply keeps a reply of usual length for the bare program: the median of a hundred.
func (t *table) saveReply(s *server, file string) error {
	replies, err := s.replies(t.load, 100)
	if err != nil {
		return err
	}
	slices.SortFunc(replies, func(a, b []byte) int { return len(a) - len(b) })
	return os.WriteFile(file, bytes.Clone(replies[len(replies)/2]), 0o600)
}

// A contestant is a server in a comparison, with what is sent to it alone.
type contestant struct {
	*server
	headers []string
}

// mostFailed is the part of briefs for which there may be no gift: such an answer is short.
const mostFailed = 0.05

// run sends the load to all in turn, round by round, and returns the figures of each.
func (l load) run(ctx context.Context, rounds int, contestants []contestant) ([][]figure, error) {
	crews := make([]*crew, len(contestants))
	for i, c := range contestants {
		var err error
		l.headers = c.headers
		if crews[i], err = l.crew(ctx, c.server); err != nil {
			return nil, err
		}
		defer crews[i].Close()
	}
	figures := make([][]figure, len(crews))
	for range rounds {
		for i, c := range crews {
			f, err := c.measure(ctx, l.Requests)
			if err != nil {
				return nil, err
			}
			if f.Failed > mostFailed {
				return nil, fmt.Errorf("%.0f%% of the answers are failures, so the figures mean little", f.Failed*100)
			}
			figures[i] = append(figures[i], f)
		}
	}
	return figures, nil
}

// ratios returns the CPU time of each round as a multiple of what others took in that round, in which the
// machine was about as busy.
func ratios(these, others []figure) []float64 {
	list := make([]float64, len(these))
	for i := range these {
		list[i] = these[i].CPU / others[i].CPU
	}
	return list
}

// What the figures are read by.
func cpu(f figure) float64       { return f.CPU }
func perSecond(f figure) float64 { return f.PerSecond }
func p50(f figure) float64       { return f.P50 }
func p99(f figure) float64       { return f.P99 }
func rss(f figure) float64       { return f.Memory }
func replySize(f figure) float64 { return f.Reply }
func itself(v float64) float64   { return v }
