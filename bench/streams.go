package main

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"strconv"
)

// streamsCommand prints the memory that open streams of changes take. A server allows a machine of its own
// as many as it allows in all, so it needs no flags for that.
func streamsCommand(ctx context.Context, args []string) error {
	var b bed
	flags := flag.NewFlagSet("streams", flag.ContinueOnError)
	b.set(flags, ideas, 3)
	streams := flags.Int("streams", 1000, "streams to open, 4096 at most")
	if err := b.parse(flags, args); err != nil {
		return err
	}
	fmt.Printf("%s; medians of %d servers.\n\n", machine(), b.rounds)
	fmt.Println("| gifts | streams | RSS MB before | with them | kB for each |")
	fmt.Println("|--:|--:|--:|--:|--:|")
	for _, size := range b.sizes {
		db, err := b.catalog(ctx, size)
		if err != nil {
			return err
		}
		var rounds []weight
		for range b.rounds {
			w, err := b.weigh(ctx, db, *streams)
			if err != nil {
				return err
			}
			rounds = append(rounds, w)
		}
		fmt.Printf("| %s | %d | %s | %s | %s |\n", size, *streams, number(median(rounds, func(w weight) float64 { return w.before })),
			number(median(rounds, func(w weight) float64 { return w.after })),
			number(median(rounds, func(w weight) float64 { return (w.after - w.before) / float64(*streams) * 1000 })))
	}
	return nil
}

// A weight is the memory of a server before and after streams were opened, in megabytes.
type weight struct{ before, after float64 }

// weigh starts a server and opens streams.
func (b *bed) weigh(ctx context.Context, db string, streams int) (w weight, err error) {
	s, err := startHTTP(ctx, b.serve(db), "/mcp")
	s, err = ready(ctx, s, err)
	if err != nil {
		return weight{}, err
	}
	defer func() { err = errors.Join(err, s.stop()) }()
	if w.before, _, err = memory(s.pid); err != nil {
		return weight{}, err
	}
	for i := range streams {
		c, err := s.listen(i)
		if err != nil {
			return weight{}, fmt.Errorf("opening stream %d: %w", i+1, err)
		}
		defer c.Close()
	}
	w.after, _, err = memory(s.pid)
	return w, err
}

// listen opens a stream and returns when the server has acknowledged it.
func (s *server) listen(id int) (*httpConnection, error) {
	e, listening := eras["modern"], call{method: "subscriptions/listen"}
	c, err := dial(s.url.Host, head(s.url.Host, s.url.Path, e, listening, nil))
	if err != nil {
		return nil, err
	}
	message := e.message(id, listening.method, `"notifications":{"resourcesListChanged":true,"resourceSubscriptions":["`+catalogURI+`"]}`)
	text := c.head + strconv.Itoa(len(message)) + "\r\n\r\n" + string(message)
	if _, err := c.Write([]byte(text)); err != nil {
		return nil, errors.Join(err, c.Close())
	}
	for {
		line, err := c.line()
		if err != nil || bytes.Contains(line, []byte(`"error":`)) {
			return nil, errors.Join(fmt.Errorf("got %q", line), err, c.Close())
		}
		if bytes.Contains(line, []byte("subscriptions/acknowledged")) {
			return c, nil
		}
	}
}
