package chaos_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"
)

// The newest revision of each era.
const (
	modern = "2026-07-28"
	legacy = "2025-11-25"
)

// A client speaks to a server, in the legacy era in a session.
type client struct {
	*http.Client
	endpoint string
	revision string
	session  string
}

// modernClient returns a client that begins without a word.
func (s *server) modernClient(t *testing.T) *client {
	t.Helper()
	return &client{Client: newHTTPClient(t), endpoint: s.url + "/mcp", revision: modern}
}

// legacyClient returns a client that has begun a session.
func (s *server) legacyClient(t *testing.T) *client {
	t.Helper()
	c := &client{Client: newHTTPClient(t), endpoint: s.url + "/mcp", revision: legacy}
	if err := c.initialize(t.Context()); err != nil {
		t.Fatal(err)
	}
	return c
}

// newHTTPClient returns a client with connections of its own, which end with the test.
func newHTTPClient(t *testing.T) *http.Client {
	t.Helper()
	transport := &http.Transport{}
	t.Cleanup(transport.CloseIdleConnections)
	return &http.Client{Transport: transport}
}

// initialize begins a session.
func (c *client) initialize(ctx context.Context) error {
	c.session = ""
	resp, err := c.send(ctx, "initialize", map[string]any{
		"protocolVersion": legacy, "capabilities": map[string]any{}, "clientInfo": map[string]any{"name": "chaos", "version": "1"},
	})
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if _, err := io.Copy(io.Discard, resp.Body); err != nil {
		return err
	}
	if c.session = resp.Header.Get("Mcp-Session-Id"); c.session == "" {
		return fmt.Errorf("initialize: got status %s and no session", resp.Status)
	}
	return nil
}

// send sends a request.
func (c *client) send(ctx context.Context, method string, params map[string]any) (*http.Response, error) {
	header := http.Header{
		"Content-Type": {"application/json"}, "Accept": {"application/json, text/event-stream"}, "Mcp-Protocol-Version": {c.revision},
	}
	if c.revision == modern {
		params["_meta"] = map[string]any{
			"io.modelcontextprotocol/protocolVersion": modern, "io.modelcontextprotocol/clientCapabilities": map[string]any{},
		}
		header.Set("Mcp-Method", method)
		for _, key := range []string{"name", "uri"} {
			if value, ok := params[key].(string); ok {
				header.Set("Mcp-Name", value)
			}
		}
	}
	if c.session != "" {
		header.Set("Mcp-Session-Id", c.session)
	}
	body, err := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": 1, "method": method, "params": params})
	if err != nil {
		return nil, err
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, c.endpoint, strings.NewReader(string(body)))
	if err != nil {
		return nil, err
	}
	r.Header = header
	return c.Do(r)
}

// ask sends a request and returns the reply, which has to be good.
func (c *client) ask(ctx context.Context, method string, params map[string]any) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	resp, err := c.send(ctx, method, params)
	if err != nil {
		return "", err
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		return "", err
	}
	answer := string(body)
	if resp.StatusCode != http.StatusOK || !strings.Contains(answer, `"result":`) || strings.Contains(answer, `"isError":true`) {
		return "", fmt.Errorf("%s: got %s, %.500s, want a result", method, resp.Status, answer)
	}
	return answer, nil
}

// A question is something to ask a server for that depends on its catalog.
type question struct {
	method string
	params func() map[string]any
}

// suggestion is answered from memory, like theCatalog; the others need the database.
var (
	suggestion = question{"tools/call", func() map[string]any {
		return map[string]any{"name": "suggest_gifts", "arguments": map[string]any{
			"occasion": "birthday", "recipient": "friend who loves board games", "budget": 60,
		}}
	}}
	theCatalog = question{"resources/read", func() map[string]any {
		return map[string]any{"uri": "mcp://gift-server/resources/gift_catalog"}
	}}
	theCategory = question{"resources/read", func() map[string]any {
		return map[string]any{"uri": "mcp://gift-server/categories/board-games"}
	}}
	oneGift = question{"tools/call", func() map[string]any {
		return map[string]any{"name": "get_gift", "arguments": map[string]any{"id": "shop:17"}}
	}}
)

// edition asks, and returns the edition that the answer is from.
func (c *client) edition(ctx context.Context, q question) (edition, error) {
	answer, err := c.ask(ctx, q.method, q.params())
	if err != nil {
		return 0, err
	}
	e, err := editionOf(answer)
	if err != nil {
		return 0, fmt.Errorf("%s: %w", q.method, err)
	}
	return e, nil
}

// mixture asks for everything that depends on the catalog, and for what does not.
func (c *client) mixture(ctx context.Context) (answers int, err error) {
	for _, q := range []question{suggestion, theCatalog, theCategory, oneGift} {
		if _, err := c.edition(ctx, q); err != nil {
			return answers, err
		}
		answers++
	}
	if _, err = c.ask(ctx, "tools/list", map[string]any{}); err == nil {
		answers++
	}
	return answers, err
}

// keepAsking has a client ask until the time is over and returns how often it was answered.
func (c *client) keepAsking(t *testing.T, until time.Time) (answers int) {
	for time.Now().Before(until) && !t.Failed() {
		n, err := c.mixture(t.Context())
		answers += n
		if err != nil && t.Context().Err() == nil {
			t.Error(err)
		}
	}
	return answers
}
