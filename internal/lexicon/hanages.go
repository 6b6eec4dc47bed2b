package lexicon

import (
	"regexp"
	"strconv"
	"strings"
	"sync"
)

// hanAge finds an age of ten years or more that is written in Han numerals: 十六岁, 二十五歳. The tables have the
// younger ones.
var hanAge = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`([二三四五六七八九]?)十([一二三四五六七八九]?)([岁歲歳])`)
})

// hanFigures are what the numerals are worth. What is not there is worth nothing.
var hanFigures = map[string]int{"一": 1, "二": 2, "三": 3, "四": 4, "五": 5, "六": 6, "七": 7, "八": 8, "九": 9}

// countHanAges writes ages in figures. Otherwise, as each character is a token, sixteen would be read as six.
func countHanAges(text string) string {
	if !strings.Contains(text, "十") {
		return text
	}
	hanAge := hanAge()
	return hanAge.ReplaceAllStringFunc(text, func(age string) string {
		m := hanAge.FindStringSubmatch(age)
		return strconv.Itoa(10*max(1, hanFigures[m[1]])+hanFigures[m[2]]) + m[3]
	})
}
