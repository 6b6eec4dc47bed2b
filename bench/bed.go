package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"giftserver/bench/briefs"
)

// A bed is where giftserver is measured: which binary, with which catalogs, how often.
type bed struct {
	server string // the built giftserver
	cache  string // folder that catalogs are kept in
	sizes  []string
	rounds int
	more   []string // further flags of giftserver
}

// ideas is the size of a catalog that nothing was imported into: its gifts are the built-in ideas.
const ideas = "ideas"

// set defines the flags of a bed.
func (b *bed) set(flags *flag.FlagSet, sizes string, rounds int) {
	b.sizes = strings.Split(sizes, ",")
	flags.StringVar(&b.server, "server", "dist/giftserver", "the built giftserver")
	flags.StringVar(&b.cache, "cache", "dist/bench", "folder that keeps the catalogs; without it they are made anew")
	flags.IntVar(&b.rounds, "rounds", rounds, "rounds, of which the median counts")
	flags.Func("sizes", "catalogs to measure with: numbers of gifts, or ideas for the built-in ones (default "+sizes+")", func(v string) error {
		b.sizes = strings.Split(v, ",")
		for _, size := range b.sizes {
			if n, err := strconv.Atoi(size); size != ideas && (err != nil || n < 1) {
				return fmt.Errorf("want numbers such as 1000,100000 or %s, got %q", ideas, size)
			}
		}
		return nil
	})
	flags.Func("flags", "further flags of giftserver, separated by spaces", func(v string) error {
		b.more = strings.Fields(v)
		return nil
	})
}

// parse reads the flags of a command that takes no other arguments.
func (b *bed) parse(flags *flag.FlagSet, args []string) error {
	if err := flags.Parse(args); err != nil {
		return err
	}
	if flags.NArg() > 0 || b.rounds < 1 {
		return fmt.Errorf("want flags only, and a round at least; %s -help lists them", flags.Name())
	}
	return os.MkdirAll(b.cache, 0o755)
}

// serve is the command that serves a catalog over HTTP, with further flags.
func (b *bed) serve(db string, more ...string) []string {
	return slices.Concat([]string{b.server, "serve", "--addr", "{addr}", "--db", db, "--log-level", "error"}, b.more, more)
}

// stdio is the command that serves a catalog over a pipe.
func (b *bed) stdio(db string) []string {
	return slices.Concat([]string{b.server, "stdio", "--db", db, "--log-level", "error"}, b.more)
}

// catalog returns the file of a catalog, which is made if it is not there yet: products that bench/feeds
// makes up, imported as a merchant would.
func (b *bed) catalog(ctx context.Context, size string) (string, error) {
	db := filepath.Join(b.cache, size+".db")
	if _, err := os.Stat(db); err == nil || size == ideas {
		return db, nil
	}
	feed, unfinished := filepath.Join(b.cache, size+".tsv"), db+".new"
	defer os.Remove(feed)
	fmt.Fprintf(os.Stderr, "making a catalog of %s gifts\n", size)
	if err := makeFeed(ctx, feed, size); err != nil {
		return "", fmt.Errorf("making a feed: %w", err)
	}
	imports := exec.CommandContext(ctx, b.server, "import", "--db", unfinished, feed)
	imports.Stdout, imports.Stderr = os.Stderr, os.Stderr
	if err := imports.Run(); err != nil {
		return "", fmt.Errorf("importing a feed: %w", err)
	}
	return db, os.Rename(unfinished, db)
}

// makeFeed writes a file of products.
func makeFeed(ctx context.Context, file, rows string) error {
	f, err := os.Create(file)
	if err != nil {
		return err
	}
	defer f.Close()
	feeds := exec.CommandContext(ctx, "go", "run", "./bench/feeds", "-rows", rows)
	feeds.Stdout, feeds.Stderr = f, os.Stderr
	return feeds.Run()
}

// pipe builds the bare program for a pipe and returns the command with which it answers what is in a file.
func (b *bed) pipe(ctx context.Context, reply string) ([]string, error) {
	program := filepath.Join(b.cache, "pipe")
	build := exec.CommandContext(ctx, "go", "build", "-ldflags", "-s -w", "-o", program, "./bench/pipe")
	if text, err := build.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("building the bare program: %w: %s", err, text)
	}
	return []string{program, reply}, nil
}

// ready starts giftserver and has it answer a brief, for which all must be there.
func ready(ctx context.Context, s *server, err error) (*server, error) {
	if err != nil {
		return nil, err
	}
	if _, err := s.replies(load{Call: "suggest_gifts", Era: "modern", Briefs: 1}, 1); err != nil {
		return nil, errors.Join(err, s.stop())
	}
	return s, ctx.Err()
}

// replies asks n times.
func (s *server) replies(l load, n int) ([][]byte, error) {
	c, err := s.connect(eras[l.Era], calls[l.Call], l.headers)
	if err != nil {
		return nil, err
	}
	if s.pipe == nil {
		defer c.Close()
	}
	messages := calls[l.Call].messages(eras[l.Era], briefs.Make(max(n, l.Briefs)))
	list := make([][]byte, n)
	for i := range list {
		reply, err := c.ask(messages[i])
		if err != nil {
			return nil, err
		}
		list[i] = slices.Clone(reply)
	}
	return list, nil
}

// machine says what the figures were measured on.
func machine() string {
	model := runtime.GOARCH
	info, _ := os.ReadFile("/proc/cpuinfo") // Without it, the architecture must do.
	for line := range strings.Lines(string(info)) {
		if name, value, _ := strings.Cut(line, ":"); strings.TrimSpace(name) == "model name" {
			model = strings.TrimSpace(value)
			break
		}
	}
	return fmt.Sprintf("%d CPUs (%s), %s", runtime.NumCPU(), model, runtime.Version())
}

// median returns the middle of what is counted of each element.
func median[T any](list []T, of func(T) float64) float64 {
	values := make([]float64, len(list))
	for i, v := range list {
		values[i] = of(v)
	}
	slices.Sort(values)
	return values[len(values)/2]
}

// number prints a figure to three digits, which is more than can be relied on.
func number(v float64) string {
	switch {
	case v >= 100:
		return strconv.FormatFloat(v, 'f', 0, 64)
	case v >= 10:
		return strconv.FormatFloat(v, 'f', 1, 64)
	}
	return strconv.FormatFloat(v, 'f', 2, 64)
}
