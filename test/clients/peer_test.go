package clients_test

import (
	"context"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// A peer is a connected client.
type peer struct {
	*mcp.ClientSession
	server    *server
	questions chan question // to the person
	updated   chan string   // URIs of resources
	changed   chan struct{} // the list of resources
	heard     chan struct{} // a modern subscription
}

// A question is one that the server asks the person.
type question struct {
	*mcp.ElicitParams
	answer chan *mcp.ElicitResult
}

func (p *peer) connect(t *testing.T, transport mcp.Transport, revision string) {
	t.Helper()
	client := mcp.NewClient(&mcp.Implementation{Name: "giftserver-test", Version: "1"}, &mcp.ClientOptions{
		ElicitationHandler: func(ctx context.Context, r *mcp.ElicitRequest) (*mcp.ElicitResult, error) {
			q := question{r.Params, make(chan *mcp.ElicitResult, 1)}
			p.questions <- q
			select {
			case answer := <-q.answer:
				return answer, nil
			case <-ctx.Done():
				return nil, ctx.Err()
			}
		},
		ResourceUpdatedHandler:     func(_ context.Context, r *mcp.ResourceUpdatedNotificationRequest) { p.updated <- r.Params.URI },
		ResourceListChangedHandler: func(context.Context, *mcp.ResourceListChangedRequest) { p.changed <- struct{}{} },
	})
	// The client does not wait until the server has heard of a modern subscription, so this does.
	client.AddReceivingMiddleware(func(next mcp.MethodHandler) mcp.MethodHandler {
		return func(ctx context.Context, method string, r mcp.Request) (mcp.Result, error) {
			if method == "notifications/subscriptions/acknowledged" {
				p.heard <- struct{}{}
			}
			return next(ctx, method, r)
		}
	})
	ctx, cancel := context.WithCancel(t.Context()) // Which the stream of HTTP+SSE lives on.
	t.Cleanup(cancel)
	limit := time.AfterFunc(patience, cancel)
	session, err := client.Connect(ctx, transport, &mcp.ClientSessionOptions{ProtocolVersion: revision})
	if err != nil {
		t.Fatal(err)
	}
	limit.Stop()
	t.Cleanup(func() { _ = session.Close() }) // Most often after the server has gone.
	p.ClientSession = session
	if p.modern() {
		receive(t, p.heard, "acknowledgement of the subscription to lists")
	}
}

func (p *peer) revision() string { return p.InitializeResult().ProtocolVersion }
func (p *peer) modern() bool     { return p.revision() >= newest }

// structured reports whether the revision has structured results, titles and questions to the person.
func (p *peer) structured() bool { return p.revision() >= "2025-06-18" }

// suggestion is what a call of suggest_gifts came to.
type suggestion struct {
	*mcp.CallToolResult
	err error
}

// suggest asks for gifts, without a limit when the budget is 0.
func (p *peer) suggest(ctx context.Context, budget float64) <-chan suggestion {
	arguments := map[string]any{"occasion": "birthday", "recipient": "friend who loves board games"}
	if budget > 0 {
		arguments["budget"] = budget
	}
	done := make(chan suggestion, 1)
	go func() {
		res, err := p.CallTool(ctx, &mcp.CallToolParams{Name: "suggest_gifts", Arguments: arguments})
		done <- suggestion{res, err}
	}()
	return done
}

// asked returns the question that the server asks the person during a call.
func (p *peer) asked(t *testing.T, done <-chan suggestion) question {
	t.Helper()
	select {
	case q := <-p.questions:
		return q
	case s := <-done:
		t.Fatalf("got %+v and %v, want a question first", s.CallToolResult, s.err)
	case <-time.After(patience):
		t.Fatalf("got no question within %v", patience)
	}
	panic("unreachable")
}

func accepted(budget float64) *mcp.ElicitResult {
	return &mcp.ElicitResult{Action: "accept", Content: map[string]any{"budget": budget}}
}

func textOf(t *testing.T, c mcp.Content) string {
	t.Helper()
	text, ok := c.(*mcp.TextContent)
	if !ok {
		t.Fatalf("got content %T, want text", c)
	}
	return text.Text
}
