package rpc_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"giftserver/internal/rpc"
)

// requestOf is a request with an id, as raw JSON.
func requestOf(id string) []byte {
	return []byte(`{"jsonrpc":"2.0","id":` + id + `,"method":"m"}`)
}

// ends is a mux whose requests last until their context ends.
func ends() *rpc.Mux {
	return mux(func(ctx context.Context) (any, error) {
		<-ctx.Done()
		return nil, ctx.Err()
	})
}

// ids are pairs of ids that two requests, or a request and what takes it back, may have.
var ids = []struct {
	first, second string
	same          bool
}{
	{`1`, `1`, true},
	{`"a"`, `"a"`, true},
	{`""`, `""`, true},
	// However it is escaped, it is the same string.
	{`"a"`, `"\u0061"`, true},
	{`"\u00e9"`, `"é"`, true},
	{`"\/"`, `"/"`, true},
	{`"\ud83c\udf81"`, `"🎁"`, true},
	{`1`, `2`, false},
	{`1`, `"1"`, false},
	{`"1"`, `1`, false},
	{`"a"`, `"A"`, false},
	{`"a"`, `"a "`, false},
	{`"a"`, `"\"a"`, false},
	{`0`, `""`, false},
	// As float64 they are the same.
	{`9007199254740993`, `9007199254740992`, false},
}

// Two requests of one id could not be told apart, so the second one is refused; the first one is none
// the worse for it.
func TestServe_duplicateID(t *testing.T) {
	for _, tt := range ids {
		m := echo()
		first := m.Serve(t.Context(), requestOf(tt.first), nil, nil)
		for range 2 { // A refusal must not take the first one off the list.
			var want rpc.Code
			if tt.same {
				want = rpc.InvalidRequest
			}
			if got := serve(t, m, string(requestOf(tt.second))); got.Code != want || got.ID == "" {
				t.Errorf("id %s while %s is under way: got %v, want code %d", tt.second, tt.first, got, want)
			}
		}
		reply, status := first()
		if got, want := read(t, reply, status), (outcome{Status: http.StatusOK, ID: tt.first, Result: "null"}); got != want {
			t.Errorf("id %s: got %v, want %v", tt.first, got, want)
		}
		if got := serve(t, m, string(requestOf(tt.second))); got.Result != "null" {
			t.Errorf("id %s when %s has been answered: got %v, want a result", tt.second, tt.first, got)
		}
	}
}

// An id is free again however its request has ended.
func TestServe_idIsFreeAgain(t *testing.T) {
	tests := map[string]*rpc.Mux{
		"result":    echo(),
		"error":     mux(func(context.Context) (any, error) { return nil, rpc.NotFound("m") }),
		"fault":     mux(func(context.Context) (any, error) { panic("tea leaves") }),
		"refused":   {Route: func(*rpc.Request) (rpc.Route, error) { return rpc.Route{}, rpc.NotFound("m") }},
		"cancelled": nil,
		"in order": {Route: func(*rpc.Request) (rpc.Route, error) {
			return rpc.Route{Handler: func(context.Context) (any, error) { return nil, nil }, InOrder: true}, nil
		}},
	}
	m := &rpc.Mux{}
	m.Route = func(*rpc.Request) (rpc.Route, error) {
		return rpc.Route{Handler: func(context.Context) (any, error) {
			m.Cancel([]byte(`1`))
			return nil, nil
		}}, nil
	}
	tests["cancelled"] = m
	for name, m := range tests {
		m.Log = quiet
		first := serve(t, m, request)
		if second := serve(t, m, request); second != first {
			t.Errorf("%s: got %v for the second request of the id, want %v as for the first", name, second, first)
		}
	}
}

func TestCancel(t *testing.T) {
	for _, tt := range ids {
		bubble(t, tt.first+" "+tt.second, func(t *testing.T) {
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			m := ends()
			answered := make(chan outcome, 1)
			answer := m.Serve(ctx, requestOf(tt.first), nil, nil)
			go func() {
				reply, status := answer()
				if reply != nil {
					t.Errorf("cancelling %s: request %s got reply %s, want none", tt.second, tt.first, reply)
				}
				answered <- outcome{Status: status}
			}()
			synctest.Wait()
			m.Cancel([]byte(tt.second))
			synctest.Wait()
			if ended := len(answered) == 1; ended != tt.same {
				t.Errorf("cancelling %s: request %s ended: %t, want %t", tt.second, tt.first, ended, tt.same)
			}
			cancel()
			if got := <-answered; got != accepted {
				t.Errorf("request %s: got %v, want %v", tt.first, got, accepted)
			}
		})
	}
}

// What is not under way can't be taken back, neither before nor after, and saying so is no mistake.
func TestCancel_notUnderWay(t *testing.T) {
	m := echo()
	want := outcome{Status: http.StatusOK, ID: "1", Result: "null"}
	for _, when := range []string{"never began", "has ended", "has ended twice"} {
		for _, id := range []string{`1`, `"1"`, `2`, `"x"`} {
			m.Cancel([]byte(id))
		}
		if got := serve(t, m, request); got != want {
			t.Errorf("request after one that %s was cancelled: got %v, want %v", when, got, want)
		}
	}
}

// Whenever a request is taken back, before its answer begins or although its handler does not mind,
// the peer reads nothing of it any more.
func TestCancel_noReply(t *testing.T) {
	release := make(chan struct{})
	tests := map[string]struct {
		handle rpc.Handler
		before bool // the answer begins only after
	}{
		"before its answer":     {handle: func(context.Context) (any, error) { return "done", nil }, before: true},
		"result all the same":   {handle: func(context.Context) (any, error) { <-release; return "done", nil }},
		"error all the same":    {handle: func(context.Context) (any, error) { <-release; return nil, rpc.NotFound("m") }},
		"fault while it ends":   {handle: func(context.Context) (any, error) { <-release; panic("tea leaves") }},
		"ending as it is asked": {handle: func(ctx context.Context) (any, error) { <-ctx.Done(); return nil, ctx.Err() }},
	}
	for name, tt := range tests {
		bubble(t, name, func(t *testing.T) {
			release = make(chan struct{})
			m := mux(tt.handle)
			m.Log = quiet
			answer := m.Serve(t.Context(), []byte(request), nil, nil)
			if tt.before {
				m.Cancel([]byte(`1`))
			} else {
				go func() {
					synctest.Wait()
					m.Cancel([]byte(`1`))
					m.Cancel([]byte(`1`))
					close(release)
				}()
			}
			if reply, status := answer(); reply != nil || status != http.StatusAccepted {
				t.Errorf("got reply %s and status %d, want none and %d", reply, status, http.StatusAccepted)
			}
		})
	}
}

func TestServe_contextEnds(t *testing.T) {
	tests := []struct {
		name     string
		detached bool
		want     outcome
	}{
		// Whoever asked is gone, and so is the line to it.
		{"attached", false, accepted},
		{"detached", true, outcome{Status: http.StatusOK, ID: "1", Result: `"done"`}},
	}
	for _, tt := range tests {
		bubble(t, tt.name, func(t *testing.T) {
			m := &rpc.Mux{Route: func(*rpc.Request) (rpc.Route, error) {
				return rpc.Route{Detached: tt.detached, Handler: func(ctx context.Context) (any, error) {
					select {
					case <-ctx.Done():
						return nil, ctx.Err()
					case <-time.After(time.Minute):
						return "done", nil
					}
				}}, nil
			}}
			ctx, cancel := context.WithTimeout(t.Context(), time.Second)
			defer cancel()
			start := time.Now()
			reply, status := m.Serve(ctx, []byte(request), nil, nil)()
			got := outcome{Status: status}
			if reply != nil {
				got = read(t, reply, status)
			}
			if got != tt.want {
				t.Errorf("got %v, want %v", got, tt.want)
			}
			if took := time.Since(start); (took > time.Second) != tt.detached {
				t.Errorf("answered after %v", took)
			}
		})
	}
}

// Only the peer itself can take back what is detached.
func TestCancel_detached(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := &rpc.Mux{Route: func(*rpc.Request) (rpc.Route, error) {
			return rpc.Route{Detached: true, Handler: func(ctx context.Context) (any, error) {
				<-ctx.Done()
				return "done", nil
			}}, nil
		}}
		ctx, cancel := context.WithCancel(t.Context())
		var ended atomic.Bool
		answer := m.Serve(ctx, []byte(request), nil, nil)
		go func() {
			if reply, _ := answer(); reply != nil {
				t.Errorf("got reply %s, want none", reply)
			}
			ended.Store(true)
		}()
		cancel()
		synctest.Wait()
		if ended.Load() {
			t.Error("it ended with the context it came with")
		}
		m.Cancel([]byte(`1`))
		synctest.Wait()
		if !ended.Load() {
			t.Error("it did not end when it was cancelled")
		}
	})
}

// A request in order has had its effect when the next message is taken in; any other one has not even
// begun, so that it holds up nothing.
func TestServe_inOrder(t *testing.T) {
	for _, inOrder := range []bool{false, true} {
		ran := 0
		m := &rpc.Mux{Route: func(*rpc.Request) (rpc.Route, error) {
			return rpc.Route{InOrder: inOrder, Handler: func(context.Context) (any, error) {
				ran++
				return ran, nil
			}}, nil
		}}
		answer := m.Serve(t.Context(), []byte(request), nil, nil)
		if got := ran == 1; got != inOrder {
			t.Errorf("in order %t: handled when Serve returned: %t", inOrder, got)
		}
		reply, status := answer()
		if got, want := read(t, reply, status), (outcome{Status: http.StatusOK, ID: "1", Result: "1"}); got != want || ran != 1 {
			t.Errorf("in order %t: got %v after %d calls, want %v after one", inOrder, got, ran, want)
		}
	}
}

// On a pipe, a reply given in order is sent before the next message is taken in, so that nothing overtakes
// it. Where each message has an answer of its own, it is that answer.
func TestServe_inOrderSent(t *testing.T) {
	m := &rpc.Mux{Route: func(r *rpc.Request) (rpc.Route, error) {
		return rpc.Route{InOrder: true, Handler: func(context.Context) (any, error) { return 1, nil }}, nil
	}}
	const want = `{"jsonrpc":"2.0","id":1,"result":1}`
	for _, header := range []map[string][]string{nil, {}} {
		var sent []string
		answer := m.Serve(t.Context(), []byte(request), header, func(message []byte) error {
			sent = append(sent, string(message))
			return nil
		})
		reply, _ := answer()
		if pipe := header == nil; slices.Equal(sent, []string{want}) != pipe || (string(reply) == want) == pipe {
			t.Errorf("on a pipe %t: got %q sent while Serve ran and the answer %q", pipe, sent, reply)
		}
	}
}

// Many requests are under way at the same time, and each gets its own answer and its own messages.
func TestServe_concurrently(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := handling(func(ctx context.Context, r *rpc.Request) (any, error) {
			select {
			case <-ctx.Done():
				return nil, ctx.Err()
			case <-time.After(time.Second):
				return string(r.ID), r.Notify(string(r.ID), nil)
			}
		})
		const n = 200
		outcomes := make([]outcome, n)
		emitted := make([]string, n)
		for i := range n {
			answer := m.Serve(t.Context(), requestOf(strconv.Itoa(i)), nil, func(message []byte) error {
				emitted[i] += string(message)
				return nil
			})
			go func() {
				if reply, status := answer(); reply != nil {
					outcomes[i] = read(t, reply, status)
				}
			}()
		}
		for i := 0; i < n; i += 2 {
			go m.Cancel([]byte(strconv.Itoa(i)))
		}
		time.Sleep(2 * time.Second)
		synctest.Wait()
		for i, got := range outcomes {
			var want outcome
			wantEmitted := ""
			if i%2 == 1 {
				want = outcome{Status: http.StatusOK, ID: strconv.Itoa(i), Result: fmt.Sprintf(`"%d"`, i)}
				wantEmitted = fmt.Sprintf(`{"jsonrpc":"2.0","method":"%d"}`, i)
			}
			if got != want || emitted[i] != wantEmitted {
				t.Errorf("request %d: got %v and messages %s, want %v and %s", i, got, emitted[i], want, wantEmitted)
			}
		}
	})
}

// The context of a request ends with its answer, so that nothing it has begun goes on.
func TestServe_contextEndsWithAnswer(t *testing.T) {
	var inside context.Context
	m := mux(func(ctx context.Context) (any, error) {
		inside = ctx
		return nil, ctx.Err()
	})
	if got := serve(t, m, request); got.Code != 0 {
		t.Errorf("got %v, want a result", got)
	}
	if !errors.Is(inside.Err(), context.Canceled) {
		t.Errorf("context after the answer: got %v, want %v", inside.Err(), context.Canceled)
	}
}
