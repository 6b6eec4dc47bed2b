package mcp

import (
	"fmt"
	"strconv"
	"sync"

	"github.com/go-json-experiment/json"

	"giftserver/internal/rpc"
)

// defaultPageSize is how many entries a page of a list holds.
const defaultPageSize = 100

// page is the part of a list that a result holds.
type page struct {
	envelope
	NextCursor string `json:"nextCursor,omitzero"`
}

// pageOf returns the page of a list that a request asks for by its cursor, with each entry as encode
// makes it. Null and "" are the cursor of the first page, as clients send them; none is handed out.
func pageOf[T, E any](s *Server, c *call, list []T, encode func(T) E) (page, []E, error) {
	cursor, err := stringParam(c.Request, "cursor")
	if err != nil {
		return page{}, nil, err
	}
	start := 0
	purpose := "cursor " + c.Method
	if cursor != nil && *cursor != "" {
		text, err := s.sealer.open(purpose, *cursor)
		if start, _ = strconv.Atoi(text); err != nil || start > len(list) {
			return page{}, nil, rpc.Errorf(rpc.InvalidParams, "Unknown cursor; leave it out to begin with the first page")
		}
	}
	end := min(start+s.config.PageSize, len(list))
	entries := make([]E, end-start)
	for i := range entries {
		entries[i] = encode(list[start+i])
	}
	var p page
	if end < len(list) {
		p.NextCursor = s.sealer.seal(purpose, strconv.Itoa(end), 0)
	}
	return p, entries, nil
}

// lists are the fixed lists that fit on one page, encoded when they are first asked for: a row of methods in
// a revision has one at most, and since a list stays the same, so does its JSON.
type lists struct {
	mu      sync.RWMutex
	encoded map[listKey]encoded
}

type listKey struct {
	method   string
	revision *revision
}

// get returns the list that a request asks for, if it has been kept.
func (l *lists) get(c *call) (list encoded, ok bool) {
	if c.Param("cursor") != nil {
		return nil, false
	}
	l.mu.RLock()
	defer l.mu.RUnlock()
	list, ok = l.encoded[listKey{c.Method, c.revision}]
	return list, ok
}

// keep encodes a fixed list and keeps it, unless the request is for a page of it.
func (l *lists) keep(c *call, res result) (any, error) {
	if p, ok := res.(interface{ more() bool }); !ok || p.more() || c.Param("cursor") != nil {
		return res, nil
	}
	list, err := json.Marshal(res, encoder)
	if err != nil {
		return nil, fmt.Errorf("encoding a list: %w", err)
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.encoded[listKey{c.Method, c.revision}] = list
	return encoded(list), nil
}

// more reports whether another page follows.
func (p *page) more() bool { return p.NextCursor != "" }
