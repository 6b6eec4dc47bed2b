package suggest

import (
	"regexp"
	"sync"
)

// A lazyPattern is compiled when it is first used: a server may be asked for no gift in all its life, and is to start
// at once.
type lazyPattern = func() *regexp.Regexp

// pattern finds an expression in letters of either case.
func pattern(expression string) lazyPattern {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?i)` + expression) })
}

// patterns are those of several expressions.
func patterns(expressions ...string) []lazyPattern {
	list := make([]lazyPattern, len(expressions))
	for i, expression := range expressions {
		list[i] = pattern(expression)
	}
	return list
}
