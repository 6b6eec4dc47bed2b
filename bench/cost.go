package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// A variant is giftserver with a setting that costs something.
type variant struct {
	name        string
	environment []string
	flags       []string
	headers     []string
}

// token is one that giftserver takes: 32 characters at least.
const token = "0123456789abcdef0123456789abcdef"

// variants are what is compared: giftserver alone, which comes first, and what is switched on. The rate that
// tokens may have is as high as it can be, so that it is counted and never reached.
func variants(tokens, collector, metrics string) []variant {
	auth := variant{
		name: "auth", flags: []string{"--auth-token-file", tokens, "--rate-limit", "1000000"},
		headers: []string{"Authorization: Bearer " + token},
	}
	measured := variant{name: "metrics", flags: []string{"--metrics-addr", metrics}}
	traced := variant{name: "traces", environment: []string{"OTEL_EXPORTER_OTLP_ENDPOINT=http://" + collector}}
	return []variant{
		{name: "plain"},
		auth, measured, traced,
		{"all three", traced.environment, append(slices.Clone(auth.flags), "--metrics-addr", metrics), auth.headers},
	}
}

// costCommand prints what authentication, metrics and traces cost over HTTP.
func costCommand(ctx context.Context, args []string) (err error) {
	var b bed
	var l load
	flags := flag.NewFlagSet("cost", flag.ContinueOnError)
	b.set(flags, "1000", 41)
	l.set(flags)
	l.Requests = 500
	if err := b.parse(flags, args); err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "bench")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	tokens := filepath.Join(dir, "tokens")
	if err := os.WriteFile(tokens, []byte("bench "+token+"\n"), 0o600); err != nil {
		return err
	}
	self, err := os.Executable()
	if err != nil {
		return err
	}
	collector, err := startHTTP(ctx, []string{self, "swallow", "{addr}"}, "")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, collector.stop()) }()
	fmt.Printf("%s; `%s` over HTTP, medians (and quartiles) of %d rounds of %d requests about %d briefs, %d connections.\n\n",
		machine(), l.Call, b.rounds, l.Requests, l.Briefs, l.Connections)
	fmt.Println("| gifts | with | CPU ms / 1,000 | CPU more, % | requests/s | requests/s less, % | p50 / p99 ms |")
	fmt.Println("|--:|---|--:|--:|--:|--:|--:|")
	for _, size := range b.sizes {
		if err := b.cost(ctx, l, size, tokens, collector.url.Host); err != nil {
			return err
		}
	}
	return nil
}

// cost prints the rows of a catalog.
func (b *bed) cost(ctx context.Context, l load, size, tokens, collector string) (err error) {
	db, err := b.catalog(ctx, size)
	if err != nil {
		return err
	}
	list := variants(tokens, collector, "127.0.0.1:0")
	var contestants []contestant
	defer func() {
		for _, c := range contestants {
			err = errors.Join(err, c.stop())
		}
	}()
	for _, v := range list {
		command := slices.Concat([]string{"env"}, v.environment, b.serve(db, v.flags...))
		s, err := startHTTP(ctx, command, "/mcp")
		if err != nil {
			return err
		}
		contestants = append(contestants, contestant{s, v.headers})
	}
	rounds, err := l.run(ctx, b.rounds, contestants)
	if err != nil {
		return err
	}
	for i, v := range list {
		these := rounds[i]
		fmt.Printf("| %s | %s | %s | %s | %.0f | %s | %s / %s |\n", size, v.name, number(median(these, cpu)), percent(these, rounds[0], cpu),
			median(these, perSecond), percent(rounds[0], these, perSecond), number(median(these, p50)), number(median(these, p99)))
	}
	return nil
}

// percent says how much more these are than those, round by round: the median, and between what the middle half lies.
func percent(these, those []figure, of func(figure) float64) string {
	list := make([]float64, len(these))
	for i := range these {
		list[i] = (of(these[i])/of(those[i]) - 1) * 100
	}
	slices.Sort(list)
	n := len(list)
	return strings.ReplaceAll(fmt.Sprintf("%.1f (%.1f to %.1f)", list[n/2], list[n/4], list[n*3/4]), "-", "−")
}
