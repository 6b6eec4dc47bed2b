package lexicon

import (
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/blevesearch/snowballstem"
)

// Endings are those of the other forms that the words of a language have, the longest first. They stand
// for a stemmer where Snowball has none, or none for folded words: for Russian it needs the й that folding
// makes an и.
type endings []string

// root is how many letters are left of a word without its ending, at least.
const root = 3

var (
	greek = newEndings(`
		ιους ιων ιου ιες ιας ιο ια ους ουν εις ειο ων ου ος ος ες ας ης οι ει ις αει
		α ο η ι ω ε υ`)
	hebrew = newEndings("יות ים ות יה ה ת י")
	hindi  = newEndings("ियों ाओं ियां ियाँ ाएं ुओं ों ें ीं ां ी े ा ि ो ू ु")

	ukrainian = newEndings(`
		іями ями ами ові еві єві ого його ому йому ими іми іях ією іям ях ах ів їв ей ой ою ею єю ий ій ям ам ем єм ом ої ия ія ії ію их іх ую юю
		а я о е є у ю и і ї ь й`)
)

// newEndings makes a stemmer of a list of endings, which is folded when the first word comes.
func newEndings(list string) stemmer {
	folded := sync.OnceValue(func() endings { return strings.Fields(Fold(list)) })
	return func(env *snowballstem.Env) bool { return folded().stem(env) }
}

// stem leaves what a folded word has in common with its other forms.
func (e endings) stem(env *snowballstem.Env) bool {
	word := env.Current()
	for _, ending := range e {
		if rest, ok := strings.CutSuffix(word, ending); ok && utf8.RuneCountInString(rest) >= root {
			env.SetCurrent(rest)
			return true
		}
	}
	return false
}
