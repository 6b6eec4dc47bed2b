package tools

import (
	"strconv"
	"strings"
	"unicode"
)

// decimal writes a number of major units as one types it.
func decimal(x float64) string { return strconv.FormatFloat(x, 'f', -1, 64) }

func capitalize(s string) string {
	for i, r := range s {
		return string(unicode.ToUpper(r)) + s[i+len(string(r)):]
	}
	return s
}

// clip shortens a text to at most n characters, at the end of a word where it can.
func clip(s string, n int) string {
	if len(s) <= n {
		return s
	}
	runes := []rune(s)
	if len(runes) <= n {
		return s
	}
	cut := string(runes[:n-1])
	if i := strings.LastIndexByte(cut, ' '); i > len(cut)/2 {
		cut = cut[:i]
	}
	return strings.TrimRight(cut, " ,;.") + "…"
}
