package lexicon_test

import (
	"testing"

	"giftserver/internal/lexicon"
)

// BenchmarkEnglish measures how long it takes to tell the language of a brief and to translate it.
func BenchmarkEnglish(b *testing.B) {
	briefs := map[string]string{
		"de": "meine Schwester wird 40, sie liebt Gartenarbeit und backt gern Kuchen, keine Schokolade",
		"en": "my sister is turning 40, she loves gardening and baking, but no chocolate",
		"ja": "40歳になる姉、ガーデニングとお菓子作りが大好き、チョコレートは苦手",
		"vi": "chị gái tôi 40 tuổi thích làm vườn và làm bánh, không thích sô cô la",
	}
	for language, brief := range briefs {
		b.Run(language, func(b *testing.B) {
			l := lexicon.Default()
			if _, got := l.English(brief); got != language {
				b.Fatalf("got language %s, want %s", got, language)
			}
			b.ReportAllocs()
			for b.Loop() {
				l.English(brief)
			}
		})
	}
}
