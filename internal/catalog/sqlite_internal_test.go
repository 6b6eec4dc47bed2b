package catalog

import (
	"path/filepath"
	"strings"
	"testing"
)

// Store offers no way to write but Replace, so only the handle itself can show that it refuses.
func TestOpen_readHandleCannotWrite(t *testing.T) {
	s, err := Open(t.Context(), filepath.Join(t.TempDir(), "gifts.db"))
	if err != nil {
		t.Fatalf("Open: %v", err)
	}
	defer s.Close()
	_, err = s.(*sqliteStore).read.ExecContext(t.Context(), `DELETE FROM gift`)
	if err == nil || !strings.Contains(err.Error(), "readonly") {
		t.Errorf("deleting: got %v, want it refused as read-only", err)
	}
}
