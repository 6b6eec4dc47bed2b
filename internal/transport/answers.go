package transport

import (
	"context"
	"sync"
)

// mostAtOnce is how many messages of one peer are answered at the same time. The next one waits to be
// taken in.
const mostAtOnce = 256

// answers makes the answers of one peer, several at the same time.
type answers struct {
	sync.WaitGroup
	slots chan struct{}
}

func newAnswers() answers { return answers{slots: make(chan struct{}, mostAtOnce)} }

// begin makes an answer and hands the reply to send, if there is one. It waits while too many are being
// made, but not longer than ctx lasts.
func (a *answers) begin(ctx context.Context, answer func() ([]byte, int), send func(reply []byte)) {
	select {
	case a.slots <- struct{}{}:
	case <-ctx.Done():
		return
	}
	a.Go(func() {
		defer func() { <-a.slots }()
		if reply, _ := answer(); reply != nil {
			send(reply)
		}
	})
}

// wait waits until all answers have been made, or ctx ends.
func (a *answers) wait(ctx context.Context) {
	done := make(chan struct{})
	go func() {
		a.Wait()
		close(done)
	}()
	select {
	case <-done:
	case <-ctx.Done():
	}
}
