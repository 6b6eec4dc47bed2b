package rpc_test

import (
	"strings"
	"testing"

	"giftserver/internal/rpc"
)

func TestClip(t *testing.T) {
	gifts := strings.Repeat("🎁", 80)
	tests := []struct{ text, want string }{
		{"", ""},
		{"ping", "ping"},
		// Eighty characters fit, however many bytes they take.
		{gifts, gifts},
		{gifts + "x", gifts + "…"},
		{strings.Repeat("x", 5000), strings.Repeat("x", 80) + "…"},
	}
	for _, tt := range tests {
		if got := rpc.Clip(tt.text); got != tt.want {
			t.Errorf("Clip(%q): got %q, want %q", tt.text, got, tt.want)
		}
	}
}
