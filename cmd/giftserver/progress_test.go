package main

import (
	"testing"
	"time"
)

func TestProgress_line(t *testing.T) {
	tests := []struct {
		size, read int64
		rows       int
		after      time.Duration
		want       string
	}{
		{size: 1000, read: 250, rows: 50, after: 2 * time.Second, want: "25%, 50 rows, 25 rows/s, 6s left"},
		{size: 1000, read: 1000, rows: 200, after: 8 * time.Second, want: "100%, 200 rows, 25 rows/s, 0s left"},
		{size: 0, read: 250, rows: 50, after: 2 * time.Second, want: "50 rows, 25 rows/s"}, // standard input
		{size: 1000, read: 0, rows: 0, after: time.Second, want: "0 rows, 0 rows/s"},
	}
	for _, tt := range tests {
		p := &progress{size: tt.size}
		p.read.Store(tt.read)
		if got := p.line(tt.rows, tt.after); got != tt.want {
			t.Errorf("%d of %d bytes: got %q, want %q", tt.read, tt.size, got, tt.want)
		}
	}
}
