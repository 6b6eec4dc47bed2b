package transport

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
)

// Stdio serves a handler over a pair of pipes, one message for each line. Nothing but replies is
// written to Out.
type Stdio struct {
	// Handler answers the messages. It is required.
	Handler Handler

	// MaxMessage is the size of the largest message, in bytes. It is required.
	MaxMessage int64

	In  io.Reader
	Out io.Writer
}

// Serve answers messages in the order of their lines until In ends, which is how a host closes the
// conversation, or ctx does. It returns nil in both cases; a message whose answer has been begun is
// answered.
func (s *Stdio) Serve(ctx context.Context) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel() // The reader must not wait to hand over a line.
	lines := make(chan []byte)
	var failed error
	go func() {
		defer close(lines)
		failed = s.read(ctx, lines)
	}()
	for {
		select {
		case <-ctx.Done():
			return nil // The reader may still wait for a line; it ends with the process.
		case line, more := <-lines:
			if !more {
				return failed
			}
			reply, _ := s.Handler.Serve(context.WithoutCancel(ctx), line, nil)
			if reply == nil {
				continue
			}
			if _, err := s.Out.Write(append(reply, '\n')); err != nil {
				return fmt.Errorf("writing a reply: %w", err)
			}
		}
	}
}

// read hands over the lines that are not blank. Of one that is too long it hands over as much as
// shows that it is.
func (s *Stdio) read(ctx context.Context, lines chan<- []byte) error {
	in := bufio.NewReaderSize(s.In, 64<<10)
	for {
		line, whole, err := readLine(in, s.MaxMessage+1)
		if whole {
			line = bytes.Trim(line, " \t\r\n") // JSON's white space. A longer line shows its length.
		}
		if len(line) > 0 {
			select {
			case lines <- line:
			case <-ctx.Done():
				return nil
			}
		}
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("reading a message: %w", err)
		}
	}
}

// readLine reads to the end of a line and returns its first most bytes, and whether they are the whole
// line, its end aside.
func readLine(in *bufio.Reader, most int64) (line []byte, whole bool, err error) {
	length := 0
	for {
		part, err := in.ReadSlice('\n')
		if n := len(part); n > 0 && part[n-1] == '\n' {
			part = bytes.TrimSuffix(part[:n-1], []byte("\r"))
		}
		length += len(part)
		line = append(line, part[:min(len(part), int(most)-len(line))]...)
		if !errors.Is(err, bufio.ErrBufferFull) {
			return line, length < int(most), err
		}
	}
}
