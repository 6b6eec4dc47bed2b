package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"giftserver/bench/briefs"
)

// A beginning is how one start went, up to the first reply.
type beginning struct {
	elapsed float64 // milliseconds since the start of the process
	cpu     float64 // milliseconds that it used of the processors
	memory  float64 // megabytes that it has
}

// startCommand prints how long giftserver takes over a pipe from its start to its first replies, beside a Go
// program that does nothing.
func startCommand(ctx context.Context, args []string) error {
	var b bed
	flags := flag.NewFlagSet("start", flag.ContinueOnError)
	b.set(flags, ideas+",100000,1000000", 5)
	if err := b.parse(flags, args); err != nil {
		return err
	}
	reply := filepath.Join(b.cache, "line")
	if err := os.WriteFile(reply, []byte(`{"result":{}}`+"\n"), 0o600); err != nil {
		return err
	}
	pipe, err := b.pipe(ctx, reply)
	if err != nil {
		return err
	}
	fmt.Printf("%s; over a pipe, files in the page cache, %d starts: the least and the median time, the median CPU time and memory.\n\n", machine(), b.rounds)
	fmt.Println("| program | gifts | first `tools/list`, ms | CPU ms | RSS MB | first suggestion, ms | CPU ms | RSS MB |")
	fmt.Println("|---|--:|--:|--:|--:|--:|--:|--:|")
	if err := b.starts(ctx, "bare", "", pipe); err != nil {
		return err
	}
	for _, size := range b.sizes {
		db, err := b.catalog(ctx, size)
		if err != nil {
			return err
		}
		if err := b.starts(ctx, "giftserver", size, b.stdio(db)); err != nil {
			return err
		}
	}
	return nil
}

// starts prints a row.
func (b *bed) starts(ctx context.Context, name, size string, command []string) error {
	if _, err := begin(ctx, command, "suggest_gifts"); err != nil { // The first may have to load the ideas.
		return err
	}
	var listed, suggested []beginning
	for range b.rounds {
		l, err := begin(ctx, command, "tools/list")
		if err != nil {
			return err
		}
		s, err := begin(ctx, command, "suggest_gifts")
		if err != nil {
			return err
		}
		listed, suggested = append(listed, l), append(suggested, s)
	}
	fmt.Printf("| %s | %s | %s | %s |\n", name, size, summary(listed), summary(suggested))
	return nil
}

// begin starts a server, waits for its first reply and stops it.
func begin(ctx context.Context, command []string, call string) (began beginning, err error) {
	message := calls[call].messages(eras["modern"], briefs.Make(1))[0]
	begun := time.Now()
	s, err := startPipe(ctx, command)
	if err != nil {
		return began, err
	}
	defer func() { err = errors.Join(err, s.stop()) }()
	reply, err := s.pipe.ask(message)
	began.elapsed = milliseconds(time.Since(begun))
	if err == nil && !strings.Contains(string(reply), `"result":`) {
		err = fmt.Errorf("got %.300s", reply)
	}
	if err != nil {
		return began, err
	}
	used, err := cpuTime(s.pid)
	if err != nil {
		return began, err
	}
	began.cpu = milliseconds(used)
	began.memory, _, err = memory(s.pid)
	return began, err
}

// summary prints the columns of one call.
func summary(list []beginning) string {
	elapsed := func(b beginning) float64 { return b.elapsed }
	least := elapsed(list[0])
	for _, b := range list {
		least = min(least, b.elapsed)
	}
	return fmt.Sprintf("%s / %s | %s | %s", number(least), number(median(list, elapsed)),
		number(median(list, func(b beginning) float64 { return b.cpu })), number(median(list, func(b beginning) float64 { return b.memory })))
}
