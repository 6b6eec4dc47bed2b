package suggest

import (
	"regexp"
	"slices"
	"strings"
	"sync"
)

// A pattern is an expression in letters of either case. It is compiled when it is first used: a server may be asked for
// no gift in all its life, and is to start at once.
type pattern struct {
	hints    []string // in lower case; one of them is in whatever the expression matches
	compiled func() *regexp.Regexp
}

// newPattern makes a pattern. Most texts have none of its hints, and to look for those takes a fraction of the time.
func newPattern(expression string, hints ...string) *pattern {
	return &pattern{hints, sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?i)` + expression) })}
}

// matches reports whether a text has a match.
func (p *pattern) matches(text string) bool {
	return p.hinted(strings.ToLower(text)) && p.compiled().MatchString(text)
}

// find returns where the first match in a text in lower case is, and its groups, as regexp does.
func (p *pattern) find(text string) []int {
	if !p.hinted(text) {
		return nil
	}
	return p.compiled().FindStringSubmatchIndex(text)
}

func (p *pattern) hinted(lower string) bool {
	return len(p.hints) == 0 || slices.ContainsFunc(p.hints, func(hint string) bool { return strings.Contains(lower, hint) })
}
