package suggest_test

import (
	"bufio"
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"

	"giftserver/internal/catalog"
	"giftserver/internal/suggest"
)

func TestZZ(t *testing.T) {
	f, _ := os.Open("/tmp/briefs.txt")
	s, err := catalog.OpenMemory(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	snap, _ := s.Snapshot(t.Context())
	e := suggest.New(snap)
	sc := bufio.NewScanner(f)
	for sc.Scan() {
		p := strings.SplitN(sc.Text(), "|", 3)
		if len(p) < 3 {
			continue
		}
		b, _ := strconv.Atoi(p[1])
		a := e.Suggest(suggest.Brief{Occasion: p[0], Recipient: p[2], Budget: usd(int64(b)), Limit: 6, Now: today()})
		u := a.Understood
		fmt.Printf("## %s | %d | %s\n   -> %s rel=%q int=%v avoid=%v", p[0], b, p[2], u.Occasion, u.Relationship, u.Interests, u.Avoid)
		if u.Ages != nil {
			fmt.Printf(" ages=%d-%d", u.Ages.From, u.Ages.To)
		}
		fmt.Println()
		for _, g := range a.Picks {
			fmt.Printf("     %s: %s [%s %s] %v\n", g.Category, g.Name, g.Kind, g.Restricted, g.Interests)
		}
	}
}
