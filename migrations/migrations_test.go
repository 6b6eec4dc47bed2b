package migrations_test

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"regexp"
	"testing"

	"giftserver/migrations"
)

var fileName = regexp.MustCompile(`^\d{4}_[a-z0-9]+(_[a-z0-9]+)*\.sql$`)

func TestAll_contiguous(t *testing.T) {
	for i, m := range mustAll(t) {
		if want := fmt.Sprintf("%04d_", i+1); !fileName.MatchString(m.Name) || m.Name[:5] != want {
			t.Errorf("file %d: got %s, want %swhat_it_does.sql", i+1, m.Name, want)
		}
	}
}

// released holds the SHA-256 of each released file. A released file never changes, since databases
// that have seen it would not see the change: add another file instead.
var released = map[string]string{
	"0001_catalog.sql": "358b2cb940010e383f08d9ddadd64f40c5c8f7bbcbfb6502ffd83db33109286b",
}

func TestAll_releasedNeverChange(t *testing.T) {
	sums := map[string]string{}
	for _, m := range mustAll(t) {
		sum := sha256.Sum256([]byte(m.SQL))
		sums[m.Name] = hex.EncodeToString(sum[:])
	}
	for name, want := range released {
		if got := sums[name]; got != want {
			t.Errorf("%s: got hash %q, want %q as it was released", name, got, want)
		}
	}
}

func mustAll(t *testing.T) []migrations.Migration {
	t.Helper()
	all, err := migrations.All()
	if err != nil {
		t.Fatalf("All: %v", err)
	}
	if len(all) == 0 {
		t.Fatal("All: got none")
	}
	return all
}
