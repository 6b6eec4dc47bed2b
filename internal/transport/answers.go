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
// made, unless ctx has ended: then nothing more comes, and there is no need to hold it up.
func (a *answers) begin(ctx context.Context, answer func() ([]byte, int), send func(reply []byte)) {
	free := func() {}
	select {
	case a.slots <- struct{}{}:
		free = func() { <-a.slots }
	case <-ctx.Done():
	}
	a.Go(func() {
		defer free()
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
