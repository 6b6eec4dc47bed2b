package mcp

import (
	"strconv"

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
