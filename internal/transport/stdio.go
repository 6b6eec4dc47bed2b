package transport

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"sync/atomic"
	"time"
)

// Stdio serves one conversation over a pair of pipes, one message on each line. Nothing but messages is
// written to Out.
type Stdio struct {
	// Open begins the conversation. It is required.
	Open Opener

	// MaxMessage is the size of the largest message, in bytes. It is required.
	MaxMessage int64

	// Ready, when it is not nil, returns once messages are answered in the usual time, or ctx has ended. It is asked
	// at the end of In if answers are still being made: until then they may take as long as it does.
	Ready func(ctx context.Context)

	In  io.Reader
	Out io.Writer
}

// Limits at the end of a conversation, and on what waits for a host that does not read.
const (
	drainTimeout = 4 * time.Second // for answers, and for the host to take them
	mostUnread   = 1000            // messages; beyond, answers wait and news are dropped
)

// Serve answers messages until In ends, which is how a host closes the conversation, or ctx does. It
// returns nil in both cases; messages that have been taken in are answered, for a while. Messages are
// taken in in the order of their lines, and answered as soon as their answer is there.
func (s *Stdio) Serve(ctx context.Context) error {
	in, restore := polled(s.In)
	defer restore()
	reading, stop := context.WithCancel(ctx) // It ends with the input, too.
	defer stop()                             // The reader must not wait to hand over a line.
	lines := make(chan []byte)
	var failed error
	go func() {
		defer stop()
		defer close(lines)
		failed = s.read(reading, in, lines)
	}()
	answering, cancel := context.WithCancel(context.WithoutCancel(ctx))
	defer cancel()
	out := newLineWriter(s.Out)
	defer out.stop()
	c := s.Open(out.offer)
	defer c.Close()
	answers := newAnswers()
	for {
		select {
		case <-ctx.Done(): // The reader may still wait for a line; it ends with the process.
			return s.drain(ctx, c, &answers, out, cancel)
		case <-out.broken:
			return out.err
		case line, more := <-lines:
			if !more {
				return errors.Join(failed, s.drain(ctx, c, &answers, out, cancel))
			}
			answers.begin(reading, c.Serve(answering, line, nil, out.write), func(reply []byte) {
				if out.writeNow(reply) {
					recycle(c, reply)
				}
			})
		}
	}
}

// drain lets what has been taken in be answered, for a while, which begins when the server is ready or ctx ends.
func (s *Stdio) drain(ctx context.Context, c Conversation, answers *answers, out *lineWriter, cancel func()) error {
	c.Close()
	if s.Ready != nil {
		unready, ready := context.WithCancel(ctx)
		go func() {
			defer ready()
			s.Ready(unready)
		}()
		answers.wait(unready)
		ready()
	}
	limit, done := context.WithTimeout(context.Background(), drainTimeout)
	defer done()
	answers.wait(limit)
	cancel()
	return out.flush(limit)
}

// A lineWriter writes messages, one on a line, in a goroutine of its own: a host that does not read
// holds up nobody but those who answer it.
type lineWriter struct {
	w       io.Writer
	writing chan struct{} // holds something while somebody writes
	queued  atomic.Int64  // messages that are in the queue or on their way out of it
	queue   chan []byte
	flushed chan struct{} // closed when an empty message has come through the queue
	broken  chan struct{} // closed when the output is, for the reason err
	err     error
	stopped chan struct{}
}

func newLineWriter(w io.Writer) *lineWriter {
	l := &lineWriter{
		w:       w,
		writing: make(chan struct{}, 1),
		queue:   make(chan []byte, mostUnread),
		flushed: make(chan struct{}),
		broken:  make(chan struct{}),
		stopped: make(chan struct{}),
	}
	go l.run()
	return l
}

// run writes until it is stopped or the output breaks. A write that the host never takes can't be
// interrupted; it ends with the process.
func (l *lineWriter) run() {
	for {
		select {
		case message := <-l.queue:
			if len(message) == 0 {
				close(l.flushed)
				return
			}
			l.writing <- struct{}{}
			err := l.line(message)
			l.queued.Add(-1)
			<-l.writing
			if err != nil {
				return
			}
		case <-l.stopped:
			return
		}
	}
}

// line writes a message. The caller has put something into writing.
func (l *lineWriter) line(message []byte) error {
	if l.err != nil {
		return l.err
	}
	if _, err := l.w.Write(append(message, '\n')); err != nil {
		l.err = fmt.Errorf("writing a message: %w", err)
		close(l.broken)
	}
	return l.err
}

// writeNow writes a message at once if none is before it, which saves the way through the queue, and else puts
// it there. It is for those who may wait as long as the host does not read. It reports whether it is done with
// the message.
func (l *lineWriter) writeNow(message []byte) (done bool) {
	if l.queued.Load() == 0 {
		select {
		case l.writing <- struct{}{}:
			_ = l.line(message) // A host that is gone needs no reply.
			<-l.writing
			return true
		default:
		}
	}
	_ = l.write(message)
	return false
}

// stop ends the writer. What is in the queue is lost.
func (l *lineWriter) stop() { close(l.stopped) }

// flush waits until everything in the queue is written, which ends the writer, or ctx ends. The error is
// that of the output.
func (l *lineWriter) flush(ctx context.Context) error {
	select {
	case l.queue <- nil:
	case <-l.broken:
	case <-ctx.Done():
	}
	select {
	case <-l.flushed:
	case <-l.broken:
		return l.err
	case <-ctx.Done():
	}
	return nil
}

// write puts a message in the queue. It waits while the queue is full. An empty message is none: there is
// no stream to break.
func (l *lineWriter) write(message []byte) error {
	if len(message) == 0 {
		return nil
	}
	select {
	case <-l.broken: // Of several cases that are ready, select takes any.
		return l.err
	default:
	}
	l.queued.Add(1)
	select {
	case l.queue <- message:
		return nil
	case <-l.broken:
		return l.err
	case <-l.stopped:
		return errStopped
	}
}

// errStopped says that the conversation is over.
var errStopped = errors.New("the conversation is over")

// offer puts a message in the queue unless that is full.
func (l *lineWriter) offer(message []byte) {
	if len(message) == 0 {
		return
	}
	l.queued.Add(1)
	select {
	case l.queue <- message:
	default:
		l.queued.Add(-1)
	}
}

// read hands over the lines that are not blank. Of one that is too long it hands over as much as
// shows that it is.
func (s *Stdio) read(ctx context.Context, from io.Reader, lines chan<- []byte) error {
	in := bufio.NewReaderSize(from, 64<<10)
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
