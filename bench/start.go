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
	"time"

	"giftserver/bench/briefs"
)

// A beginning is how long one start took.
type beginning struct {
	milliseconds float64 // from the start of the process to its first reply
	memory       float64 // then, in megabytes
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
	self, err := os.Executable()
	if err != nil {
		return err
	}
	reply := filepath.Join(b.cache, "line")
	if err := os.WriteFile(reply, []byte(`{"result":{}}`+"\n"), 0o600); err != nil {
		return err
	}
	fmt.Printf("%s; over a pipe, the least and the median of %d starts, files in the page cache.\n\n", machine(), b.rounds)
	fmt.Println("| program | gifts | ms to the first `tools/list` | ms to the first suggestion | RSS MB then |")
	fmt.Println("|---|--:|--:|--:|--:|")
	if err := b.starts(ctx, "empty", "", []string{self, "bare-pipe", reply}); err != nil {
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
	fmt.Printf("| %s | %s | %s | %s | %s |\n", name, size, leastAndMedian(listed), leastAndMedian(suggested),
		number(median(suggested, func(b beginning) float64 { return b.memory })))
	return nil
}

// begin starts a server and waits for its first reply.
func begin(ctx context.Context, command []string, call string) (beginning, error) {
	message := calls[call].messages(eras["modern"], briefs.Make(1))[0]
	begun := time.Now()
	s, err := startPipe(ctx, command)
	if err != nil {
		return beginning{}, err
	}
	reply, err := s.pipe.ask(message)
	elapsed := time.Since(begun)
	if err == nil && !strings.Contains(string(reply), `"result":`) {
		err = fmt.Errorf("got %.300s", reply)
	}
	now, _, unread := memory(s.pid)
	return beginning{milliseconds(elapsed), now}, errors.Join(err, unread, s.stop())
}

func leastAndMedian(list []beginning) string {
	took := func(b beginning) float64 { return b.milliseconds }
	least := slices.MinFunc(list, func(a, b beginning) int { return int(a.milliseconds*1000) - int(b.milliseconds*1000) })
	return number(took(least)) + " / " + number(median(list, took))
}
