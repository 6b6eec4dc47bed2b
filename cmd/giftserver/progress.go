package main

import (
	"fmt"
	"io"
	"os"
	"sync/atomic"
	"time"

	"giftserver/internal/feed"
)

// A progress tells somebody who watches how far an import is, and how long it will take.
type progress struct {
	to           io.Writer // nil when nobody watches
	begun, shown time.Time
	size         int64        // bytes of all files, 0 when unknown
	read         atomic.Int64 // bytes
}

// newProgress has the bytes counted that are read of files. Their sizes are known, but for standard input.
func newProgress(to io.Writer, files []feed.File) *progress {
	if !isTerminal(to) {
		return &progress{}
	}
	p := &progress{to: to, begun: time.Now()}
	known := true
	for i := range files {
		f := &files[i]
		info, err := os.Stat(f.Name)
		if known = known && err == nil && info.Mode().IsRegular(); known {
			p.size += info.Size()
		}
		open := f.Open
		f.Open = func() (io.ReadCloser, error) {
			in, err := open()
			return &counted{in, &p.read}, err
		}
	}
	if !known {
		p.size = 0
	}
	return p
}

// counted counts what is read.
type counted struct {
	io.ReadCloser
	n *atomic.Int64
}

// Read implements io.Reader.
func (c *counted) Read(b []byte) (int, error) {
	n, err := c.ReadCloser.Read(b)
	c.n.Add(int64(n))
	return n, err
}

// showEvery keeps a terminal readable.
const showEvery = 200 * time.Millisecond

// show writes how far the import is, over what it wrote before.
func (p *progress) show(rows int) {
	if p.to == nil || time.Since(p.shown) < showEvery {
		return
	}
	p.shown = time.Now()
	fmt.Fprintf(p.to, "\r\033[K%s", p.line(rows, p.shown.Sub(p.begun)))
}

// line says how far the import is after some time: "43%, 120000 rows, 31000 rows/s, 5s left".
func (p *progress) line(rows int, after time.Duration) string {
	text := fmt.Sprintf("%d rows, %.0f rows/s", rows, float64(rows)/after.Seconds())
	if read := p.read.Load(); p.size > 0 && read > 0 {
		part := min(1, float64(read)/float64(p.size))
		left := time.Duration(float64(after) * (1 - part) / part).Round(time.Second)
		text = fmt.Sprintf("%.0f%%, %s, %s left", 100*part, text, left)
	}
	return text
}

// clear makes place for the report, which says the rest.
func (p *progress) clear() {
	if p.to != nil {
		fmt.Fprint(p.to, "\r\033[K")
	}
}

// isTerminal reports whether a person may be watching.
func isTerminal(w io.Writer) bool {
	file, ok := w.(*os.File)
	if !ok {
		return false
	}
	info, err := file.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}
