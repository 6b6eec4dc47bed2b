package tools

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// decimal writes a number of major units as one types it.
func decimal(x float64) string { return strconv.FormatFloat(x, 'f', -1, 64) }

// fill puts a text into a phrase, in the place of its %s.
func fill(phrase, text string) string {
	before, after, _ := strings.Cut(phrase, "%s")
	return before + text + after
}

func capitalize(text []byte) string {
	first, size := utf8.DecodeRune(text)
	upper := unicode.ToUpper(first)
	if utf8.RuneLen(upper) != size {
		return string(upper) + string(text[size:])
	}
	utf8.EncodeRune(text, upper)
	return string(text)
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
