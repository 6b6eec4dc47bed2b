package chaos_test

import (
	"context"
	"math/rand/v2"
	"os/exec"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// An import that is killed at any moment leaves the old catalog or the new one, whole, and disturbs no server
// that reads it.
func TestImport_killed(t *testing.T) {
	t.Parallel()
	s := serve(t)
	files := map[edition]string{1: edition(1).file(t), 2: edition(2).file(t)}
	begun := time.Now()
	importInto(t, s.db, 1)
	usual := time.Since(begun)

	ctx, stop := context.WithCancel(t.Context())
	var answers, killed int
	var asking sync.WaitGroup
	c := s.modernClient(t)
	asking.Go(func() {
		for ctx.Err() == nil {
			n, err := c.mixture(ctx)
			answers += n
			if err != nil && ctx.Err() == nil {
				t.Errorf("while imports were killed: %v", err)
				return
			}
		}
	})
	had := edition(1)
	for range size(50, 5) {
		cmd := importer(t, s.db, files[had.other()])
		if killAfter(t, cmd, rand.N(usual)) {
			killed++
		}
		had = editionIn(t, s.db)
	}
	stop()
	asking.Wait()
	t.Logf("%d imports killed, %d answers meanwhile", killed, answers)
	if killed == 0 || answers == 0 {
		t.Errorf("got %d imports killed and %d answers, want some of both", killed, answers)
	}
	importInto(t, s.db, had.other())
	s.serves(t, had.other())
}

// killAfter starts a program, kills it after a while and reports whether it had not ended before.
func killAfter(t *testing.T, cmd *exec.Cmd, after time.Duration) bool {
	t.Helper()
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	time.Sleep(after)
	_ = cmd.Process.Kill() // It may have ended.
	return cmd.Wait() != nil
}

// serves waits until the server answers from an edition.
func (s *server) serves(t *testing.T, want edition) {
	t.Helper()
	c := s.modernClient(t)
	eventually(t, "the server answers from the catalog as it is", func() bool {
		got, err := c.edition(t.Context(), suggestion)
		if err != nil {
			t.Fatal(err)
		}
		return got == want
	})
}

// Under load the catalog changes again and again. Nobody gets an error or a mixture of two catalogs, and
// nothing is left when all have gone.
func TestImport_underLoad(t *testing.T) {
	t.Parallel()
	s := serve(t)
	before := s.read(t)
	clients := make([]*client, size(100, 16))
	for i := range clients {
		if clients[i] = s.modernClient(t); i%2 == 1 {
			clients[i] = s.legacyClient(t)
		}
	}
	ask := func(until time.Time) int {
		var answers atomic.Int64
		var asking sync.WaitGroup
		for _, c := range clients {
			asking.Go(func() { answers.Add(int64(c.keepAsking(t, until))) })
		}
		asking.Wait()
		for _, c := range clients {
			c.CloseIdleConnections()
		}
		return int(answers.Load())
	}
	ask(time.Now().Add(time.Second))
	warm := s.read(t)

	until, pause := time.Now().Add(size(60*time.Second, 8*time.Second)), size(5*time.Second, 2*time.Second)
	answers := make(chan int, 1)
	go func() { answers <- ask(until) }()
	imports, last := 0, edition(1)
	for time.Now().Add(pause).Before(until) {
		time.Sleep(pause)
		importInto(t, s.db, last.other())
		imports, last = imports+1, last.other()
	}
	t.Logf("%d clients, %d imports, %d answers", len(clients), imports, <-answers)
	s.serves(t, last)
	s.settle(t, before)
	after := s.read(t)
	t.Logf("memory: %d MB before, %d warm, %d after", before.memory, warm.memory, after.memory)
	if most := 2*warm.memory + 64; after.memory > most {
		t.Errorf("got %d MB of memory after it, want %d at most", after.memory, most)
	}
}
