package transport_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/iotest"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"giftserver/internal/transport"
)

// most is the largest message in the tests of Stdio. It is larger than any buffer that a reader of
// lines is likely to have.
const most = 1 << 20

// lines answers a message with itself, one that is too long with its size as handed over, and
// "quiet" not at all.
var lines = handlerFunc(func(_ context.Context, message []byte, _ map[string][]string) ([]byte, int) {
	switch {
	case len(message) > most:
		return []byte(strconv.Itoa(len(message))), 0
	case string(message) == "quiet":
		return nil, 0
	}
	return bytes.Clone(message), 0
})

func TestStdio(t *testing.T) {
	long := strings.Repeat("x", 200<<10)
	full := strings.Repeat("x", most)
	tests := []struct {
		name, in, want string
	}{
		{"nothing", "", ""},
		{"several lines", "a\nb\nc\n", "a\nb\nc\n"},
		{"CRLF", "a\r\nb\r\n", "a\nb\n"},
		{"blank lines", "\n\r\n \t\na\n\n\nb\n\n", "a\nb\n"},
		{"no final newline", "a\nb", "a\nb\n"},
		{"no reply", "quiet\na\nquiet\n", "a\n"},
		{"200 KB", long + "\na\n" + long, long + "\na\n" + long + "\n"},
		// The line's end does not count.
		{"just fits", full + "\n" + full + "\r\na\n", full + "\n" + full + "\na\n"},
		{"one byte too long", full + "y\na\n", strconv.Itoa(most+1) + "\na\n"},
		{"much too long", full + full + full + "\na\n", strconv.Itoa(most+1) + "\na\n"},
		// Blank up to the limit is not blank.
		{"white space beyond the limit", strings.Repeat(" ", most+1) + "x\na\n", strconv.Itoa(most+1) + "\na\n"},
		{"white space around a message", " \ta \r\n", "a\n"},
		// A no-break space is white space to people, not to JSON.
		{"no-break space", "\u00a0a\u00a0\n\u00a0\n", "\u00a0a\u00a0\n\u00a0\n"},
		{"just fits before CRLF at the end", full + "\r\n", full + "\n"},
		{"too long at the end", "a\n" + full + full, "a\n" + strconv.Itoa(most+1) + "\n"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var out strings.Builder
			s := &transport.Stdio{Open: lines.open, MaxMessage: most, In: strings.NewReader(tt.in), Out: &out}
			if err := s.Serve(t.Context()); err != nil {
				t.Errorf("Serve: got %v, want nil at the end of the input", err)
			}
			// Each line is answered when its answer is there, so in any order.
			if got, want := sorted(out.String()), sorted(tt.want); got != want {
				// A diff of long lines would say less than their sizes.
				t.Errorf("got %d bytes %.40q, want %d bytes %.40q in any order of lines", len(got), got, len(want), want)
			}
		})
	}
}

// sorted puts lines in their alphabetical order.
func sorted(text string) string {
	return strings.Join(slices.Sorted(strings.Lines(text)), "")
}

func TestStdio_readError(t *testing.T) {
	broken := errors.New("broken")
	var out strings.Builder
	in := io.MultiReader(strings.NewReader("a\n"), iotest.ErrReader(broken))
	s := &transport.Stdio{Open: lines.open, MaxMessage: most, In: in, Out: &out}
	if err := s.Serve(t.Context()); !errors.Is(err, broken) {
		t.Errorf("Serve: got %v, want %v", err, broken)
	}
	if diff := cmp.Diff("a\n", out.String()); diff != "" {
		t.Errorf("replies to what came before (-want +got):\n%s", diff)
	}
}

func TestStdio_writeError(t *testing.T) {
	gone := errors.New("gone")
	reader, out := io.Pipe()
	reader.CloseWithError(gone)
	s := &transport.Stdio{Open: lines.open, MaxMessage: most, In: strings.NewReader("quiet\na\n"), Out: out}
	if err := s.Serve(t.Context()); !errors.Is(err, gone) {
		t.Errorf("Serve: got %v, want %v", err, gone)
	}
}

func TestStdio_contextEndsWhileWaiting(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		in, host := io.Pipe()
		defer host.Close()
		s := &transport.Stdio{Open: lines.open, MaxMessage: most, In: in, Out: io.Discard}
		served := make(chan error, 1)
		go func() { served <- s.Serve(ctx) }()
		if _, err := io.WriteString(host, "a\n"); err != nil {
			t.Fatal(err)
		}
		synctest.Wait()
		cancel()
		if err := <-served; err != nil {
			t.Errorf("Serve: got %v, want nil", err)
		}
	})
}

// What was asked before the end of the input is answered, however long it takes the server to be ready. Nothing waits
// for that when there is no answer to wait for, or the server is told to stop.
func TestStdio_endsBeforeReady(t *testing.T) {
	tests := []struct {
		name                 string
		answers, ready, stop time.Duration // since the start
		want                 string
		stopped              bool
	}{
		{"answered when ready", time.Hour, time.Hour, 2 * time.Hour, "a\n", false},
		{"answered before", time.Minute, time.Hour, 2 * time.Minute, "a\n", false},
		{"answered much later", time.Hour, time.Minute, 2 * time.Minute, "", false},
		{"stopped", time.Hour, time.Hour, time.Minute, "", true},
	}
	for _, tt := range tests {
		synctest.Test(t, func(t *testing.T) {
			begun := time.Now()
			ctx, cancel := context.WithTimeout(t.Context(), tt.stop)
			defer cancel()
			until := func(ctx context.Context, after time.Duration) bool {
				select {
				case <-time.After(time.Until(begun.Add(after))):
					return true
				case <-ctx.Done():
					return false
				}
			}
			var out strings.Builder
			s := &transport.Stdio{
				MaxMessage: most, In: strings.NewReader("a\n"), Out: &out,
				Ready: func(ctx context.Context) { until(ctx, tt.ready) },
				Open: handlerFunc(func(ctx context.Context, message []byte, _ map[string][]string) ([]byte, int) {
					if !until(ctx, tt.answers) {
						return nil, 0
					}
					return message, 0
				}).open,
			}
			if err := s.Serve(ctx); err != nil || out.String() != tt.want {
				t.Errorf("%s: got error %v and output %q, want %q", tt.name, err, &out, tt.want)
			}
			if stopped := ctx.Err() != nil; stopped != tt.stopped {
				t.Errorf("%s: ended because it was stopped: %t, want %t", tt.name, stopped, tt.stopped)
			}
		})
	}
}

func TestStdio_contextEndsWhileAnswering(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		var out strings.Builder
		s := &transport.Stdio{MaxMessage: most, In: strings.NewReader("a\n"), Out: &out, Open: handlerFunc(
			func(ctx context.Context, message []byte, _ map[string][]string) ([]byte, int) {
				cancel()
				synctest.Wait()
				if ctx.Err() != nil {
					t.Error("the message's context ended with the server's, want the answer to finish")
				}
				return message, 0
			}).open}
		if err := s.Serve(ctx); err != nil || out.String() != "a\n" {
			t.Errorf("Serve: got error %v and output %q, want the message answered", err, &out)
		}
	})
}

// A carriage return ends no line, so what stands behind one can't make a message shorter than it is.
func TestStdio_carriageReturn(t *testing.T) {
	tests := []struct{ in, want string }{
		{"aaaa\n", "aaaa|"},
		{"aaaa\r\n", "aaaa|"},
		{"aaaa\rbbbb\n", "aaaa\r|"},
		{"aaaa\rbbbb\r\n", "aaaa\r|"},
		{"aaaa\rbbbb", "aaaa\r|"},
		{"aaaa\r\r\n", "aaaa\r|"},
		{"a\rb\nc\n", "a\rb|c|"},
	}
	for _, tt := range tests {
		var got strings.Builder
		s := &transport.Stdio{MaxMessage: 4, In: strings.NewReader(tt.in), Out: io.Discard, Open: inOrder{handlerFunc(
			func(_ context.Context, message []byte, _ map[string][]string) ([]byte, int) {
				got.Write(append(message, '|'))
				return nil, 0
			})}.open}
		if err := s.Serve(t.Context()); err != nil {
			t.Errorf("%q: Serve: %v", tt.in, err)
		}
		// One byte more than the limit shows that a message is too long.
		if got.String() != tt.want {
			t.Errorf("%q: got %q handed over, want %q", tt.in, &got, tt.want)
		}
	}
}
