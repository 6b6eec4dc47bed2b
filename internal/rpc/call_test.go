package rpc_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"giftserver/internal/rpc"
)

// bubble runs a part of a test in a bubble.
func bubble(t *testing.T, name string, f func(t *testing.T)) {
	t.Helper()
	t.Run(name, func(t *testing.T) { synctest.Test(t, f) })
}

// A calling is a mux whose one request asks the peer something. It is used in a bubble.
type calling struct {
	*rpc.Mux
	sent []string // what the peer was sent
	id   string   // of the last call, as the peer reads it

	// How Call returned; to be read when it has.
	ownID  int64
	result string
	err    error
	ended  atomic.Bool
}

// call begins a request that asks the peer the method with the params, and waits until it waits.
func call(ctx context.Context, t *testing.T, params any) *calling {
	t.Helper()
	c := &calling{}
	c.Mux = handling(func(_ context.Context, r *rpc.Request) (any, error) {
		id, result, err := r.Call(ctx, "roots/list", params)
		c.ownID, c.result, c.err = id, string(result), err
		c.ended.Store(true)
		return "done", nil
	})
	answer := c.Serve(t.Context(), []byte(request), nil, func(message []byte) error {
		var m struct{ ID json.RawMessage }
		if err := json.Unmarshal(message, &m); err != nil {
			t.Errorf("sent %q: %v", message, err)
		}
		c.sent, c.id = append(c.sent, string(message)), string(m.ID)
		return nil
	})
	go answer()
	synctest.Wait()
	return c
}

// respond has the peer send a message and returns what it gets.
func (c *calling) respond(t *testing.T, format string, args ...any) outcome {
	t.Helper()
	o := serve(t, c.Mux, fmt.Sprintf(format, args...))
	synctest.Wait()
	return unworded(o)
}

// accepted is what the peer gets for a response: nothing.
var accepted = outcome{Status: http.StatusAccepted}

func TestCall_message(t *testing.T) {
	tests := []struct {
		params any
		want   string
	}{
		{nil, `{"jsonrpc":"2.0","id":%s,"method":"roots/list"}`},
		{map[string]any{"a": []int{1}}, `{"jsonrpc":"2.0","id":%s,"method":"roots/list","params":{"a":[1]}}`},
	}
	for _, tt := range tests {
		bubble(t, tt.want, func(t *testing.T) {
			c := call(t.Context(), t, tt.params)
			if len(c.sent) != 1 {
				t.Fatalf("got messages %q, want one", c.sent)
			}
			// A string would do too, but some clients only know numbers.
			if n, err := strconv.ParseInt(c.id, 10, 64); err != nil || n < 1 {
				t.Errorf("got id %s, want an integer", c.id)
			}
			sameJSON(t, "message", fmt.Appendf(nil, tt.want, c.id), []byte(c.sent[0]))
			c.respond(t, `{"jsonrpc":"2.0","id":%s,"result":{}}`, c.id)
		})
	}
}

func TestCall_response(t *testing.T) {
	tests := []struct {
		response string // without its jsonrpc and id
		result   string
		err      *rpc.Error
	}{
		{`"result":{"roots":[ 1.0 ]}`, `{"roots":[ 1.0 ]}`, nil},
		{`"result":null`, `null`, nil},
		{`"error":{"code":-1,"message":"User rejected"}`, ``, &rpc.Error{Code: -1, Message: "User rejected"}},
		{`"error":{"code":-32601,"message":"no","data":{"a":[1]}}`, ``, &rpc.Error{Code: -32601, Message: "no", Data: map[string]any{"a": []any{1.0}}}},
	}
	for _, tt := range tests {
		bubble(t, tt.response, func(t *testing.T) {
			c := call(t.Context(), t, nil)
			got := c.respond(t, `{"jsonrpc":"2.0",%s,"id":%s}`, tt.response, c.id)
			if diff := cmp.Diff(accepted, got); diff != "" {
				t.Errorf("%s: the peer gets (-want +got):\n%s", tt.response, diff)
			}
			if !c.ended.Load() || c.result != tt.result || strconv.FormatInt(c.ownID, 10) != c.id {
				t.Errorf("%s: Call: got id %d and result %q (ended %t), want %s and %q", tt.response, c.ownID, c.result, c.ended.Load(), c.id, tt.result)
			}
			e, _ := errors.AsType[*rpc.Error](c.err)
			if diff := cmp.Diff(tt.err, e); diff != "" || (c.err == nil) != (tt.err == nil) {
				t.Errorf("%s: Call: error %v (-want +got):\n%s", tt.response, c.err, diff)
			}
		})
	}
}

// What a peer sends as an error is an error, whatever it looks like.
func TestCall_strangeError(t *testing.T) {
	for _, failure := range []string{`{}`, `"no"`, `[]`, `1`, `null`, `{"code":"x","message":1}`, `{"code":1.5}`, `{"CODE":1}`} {
		bubble(t, failure, func(t *testing.T) {
			c := call(t.Context(), t, nil)
			got := c.respond(t, `{"jsonrpc":"2.0","id":%s,"error":%s}`, c.id, failure)
			if e, ok := errors.AsType[*rpc.Error](c.err); got != accepted || !c.ended.Load() || !ok || e.Code == 0 || e.Message == "" {
				t.Errorf("error %s: the peer gets %v, Call %v, want nothing and an error with code and message", failure, got, c.err)
			}
		})
	}
}

// A response that belongs to nothing is a mistake of the peer. Whoever waits goes on waiting.
func TestCall_unknownResponse(t *testing.T) {
	for _, response := range []string{
		`"id":2,"result":{}`,
		`"id":0,"result":{}`,
		`"id":-1,"result":{}`,
		`"id":"1","result":{}`,
		`"id":99999999999999999999,"result":{}`,
		`"id":"\u0031","error":{"code":1,"message":"x"}`,
		`"id":null,"result":{}`,
		`"id":1.5,"result":{}`,
		`"result":{}`,
		// These name the request, but say two things or nothing.
		`"id":1,"result":{},"error":{"code":1,"message":"x"}`,
		`"id":1`,
	} {
		bubble(t, response, func(t *testing.T) {
			c := call(t.Context(), t, nil)
			got := c.respond(t, `{"jsonrpc":"2.0",%s}`, response)
			if got.Status != http.StatusBadRequest || got.Code != rpc.InvalidRequest {
				t.Errorf("%s: got status %d and code %d, want %d and %d", response, got.Status, got.Code, http.StatusBadRequest, rpc.InvalidRequest)
			}
			if c.ended.Load() {
				t.Errorf("%s: Call ended with result %q and error %v, want it to wait", response, c.result, c.err)
			}
			if got := c.respond(t, `{"jsonrpc":"2.0","id":%s,"result":7}`, c.id); got != accepted || c.result != "7" {
				t.Errorf("%s: then the right response: the peer gets %v, Call %q, want nothing and 7", response, got, c.result)
			}
		})
	}
}

// The second response to one request is late, and so is one to a request that was given up. There is
// nothing wrong with either: they may have been on their way already.
func TestCall_lateResponse(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := call(t.Context(), t, nil)
		for _, result := range []string{"1", "2", "3"} {
			if got := c.respond(t, `{"jsonrpc":"2.0","id":%s,"result":%s}`, c.id, result); got != accepted {
				t.Errorf("response %s: got %v, want %v", result, got, accepted)
			}
		}
		if c.result != "1" {
			t.Errorf("Call: got %q, want the first response", c.result)
		}
	})
}

// However fast they come, so before anybody has read the first one.
func TestCall_responsesAtOnce(t *testing.T) {
	sent := make(chan string, 1)
	m := inBatches(handling(func(ctx context.Context, r *rpc.Request) (any, error) {
		_, result, err := r.Call(ctx, "ask", nil)
		return result, err
	}))
	answer := m.Serve(t.Context(), []byte(request), nil, func(message []byte) error {
		sent <- string(message)
		return nil
	})
	answered := make(chan string, 1)
	go func() {
		reply, _ := answer()
		answered <- string(reply)
	}()
	var own struct{ ID json.RawMessage }
	if err := json.Unmarshal([]byte(<-sent), &own); err != nil {
		t.Fatal(err)
	}
	response := `{"jsonrpc":"2.0","id":` + string(own.ID) + `,"result":7}`
	// A bubble does not see that a lock is never given back, so this takes real time when it fails.
	go m.Serve(t.Context(), []byte(`[`+response+`,`+response+`,`+response+`]`), nil, nil)
	select {
	case reply := <-answered:
		if o := read(t, []byte(reply), 0); o.Result != "7" {
			t.Errorf("got %s, want the response as the result", reply)
		}
	case <-time.After(10 * time.Second):
		t.Error("the call has not ended")
	}
}

func TestCall_contextEnds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		c := call(ctx, t, nil)
		time.Sleep(59 * time.Second)
		synctest.Wait()
		if c.ended.Load() {
			t.Fatal("Call ended before its context")
		}
		time.Sleep(2 * time.Second)
		synctest.Wait()
		if !c.ended.Load() || !errors.Is(c.err, context.DeadlineExceeded) || strconv.FormatInt(c.ownID, 10) != c.id {
			t.Errorf("Call: got id %d and error %v, want %s and %v", c.ownID, c.err, c.id, context.DeadlineExceeded)
		}
		if got := c.respond(t, `{"jsonrpc":"2.0","id":%s,"result":{}}`, c.id); got != accepted {
			t.Errorf("late response: got %v, want %v", got, accepted)
		}
	})
}

func TestCall_close(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := call(t.Context(), t, nil)
		c.Close()
		synctest.Wait()
		if !c.ended.Load() || !errors.Is(c.err, rpc.ErrClosed) {
			t.Errorf("Call while Close: got %v (ended %t), want %v", c.err, c.ended.Load(), rpc.ErrClosed)
		}
		if got := c.respond(t, `{"jsonrpc":"2.0","id":%s,"result":{}}`, c.id); got != accepted {
			t.Errorf("late response: got %v, want %v", got, accepted)
		}
		c.Close() // Closing what is closed changes nothing.
		reply, _ := c.Serve(t.Context(), []byte(request), nil, func(message []byte) error {
			t.Errorf("after Close: got message %s, want none", message)
			return errors.New("closed")
		})()
		if o := read(t, reply, 0); o.Result != `"done"` || !errors.Is(c.err, rpc.ErrClosed) {
			t.Errorf("Call after Close: got %v and reply %s, want %v and the result", c.err, reply, rpc.ErrClosed)
		}
	})
}

func TestCall_notSent(t *testing.T) {
	full := errors.New("full")
	tests := []struct {
		name   string
		emit   func([]byte) error
		params any
		want   error // nil for any
	}{
		{"nowhere to send it", nil, nil, rpc.ErrClosed},
		{"error of the transport", func([]byte) error { return full }, nil, full},
		{"params not encodable", func([]byte) error { return nil }, make(chan int), nil},
	}
	for _, tt := range tests {
		var got error
		m := handling(func(ctx context.Context, r *rpc.Request) (any, error) {
			ctx, cancel := context.WithTimeout(ctx, 10*time.Second) // Should it wait although nothing was sent.
			defer cancel()
			_, _, got = r.Call(ctx, "ask", tt.params)
			return "done", nil
		})
		reply, status := m.Serve(t.Context(), []byte(request), nil, tt.emit)()
		if o := read(t, reply, status); got == nil || tt.want != nil && !errors.Is(got, tt.want) || o.Result != `"done"` {
			t.Errorf("%s: Call: got %v and reply %s, want %v and the result", tt.name, got, reply, tt.want)
		}
	}
}

// Several requests ask at the same time, and the answers come in another order, here in one array.
func TestCall_several(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var ids []string
		var mu sync.Mutex
		results := map[string]string{}
		m := inBatches(handling(func(ctx context.Context, r *rpc.Request) (any, error) {
			_, result, err := r.Call(ctx, "ask", nil)
			mu.Lock()
			defer mu.Unlock()
			results[string(r.ID)] = string(result)
			return "done", err
		}))
		for _, id := range []string{"1", "2", "3"} {
			answer := m.Serve(t.Context(), []byte(`{"jsonrpc":"2.0","id":`+id+`,"method":"m"}`), nil, func(message []byte) error {
				var own struct{ ID json.RawMessage }
				if err := json.Unmarshal(message, &own); err != nil {
					return err
				}
				ids = append(ids, string(own.ID))
				return nil
			})
			go answer()
			synctest.Wait()
		}
		if len(ids) != 3 {
			t.Fatalf("got %d messages, want 3", len(ids))
		}
		responses := fmt.Sprintf(`[{"jsonrpc":"2.0","id":%s,"result":"third"},{"jsonrpc":"2.0","id":%s,"result":"first"},{"jsonrpc":"2.0","id":%s,"result":"second"}]`,
			ids[2], ids[0], ids[1])
		if reply, status := m.Serve(t.Context(), []byte(responses), nil, nil)(); reply != nil || status != http.StatusAccepted {
			t.Errorf("responses in a batch: got %q and status %d, want nothing and %d", reply, status, http.StatusAccepted)
		}
		synctest.Wait()
		if diff := cmp.Diff(map[string]string{"1": `"first"`, "2": `"second"`, "3": `"third"`}, results); diff != "" {
			t.Errorf("results by request (-want +got):\n%s", diff)
		}
	})
}
