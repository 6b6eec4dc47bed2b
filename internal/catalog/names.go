package catalog

import (
	"embed"
	"strings"
)

//go:embed names/*.tsv
var nameFiles embed.FS

// IdeaNames are what the built-in ideas are called in one language. They never change; the zero value has
// none.
type IdeaNames struct {
	byID map[string]string // without the source
}

// IdeaNamesIn reads the names in a language, of an ISO 639-1 code such as "de". There are none for English,
// in which the ideas are written. Since it reads them each time, callers keep what they get.
func IdeaNamesIn(language string) IdeaNames {
	text, err := nameFiles.ReadFile("names/" + language + ".tsv")
	if err != nil { // The one error of an embedded file is that there is none.
		return IdeaNames{}
	}
	names := IdeaNames{byID: map[string]string{}}
	for line := range strings.Lines(string(text)) {
		id, name, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		names.byID[id] = name
	}
	return names
}

// Of returns what a gift is called: an idea by its name in the language, if it has one, and everything else
// as the catalog has it.
func (n IdeaNames) Of(g *Gift) string {
	if g.Source == IdeasSource {
		if name := n.byID[strings.TrimPrefix(g.ID, IdeasSource+":")]; name != "" {
			return name
		}
	}
	return g.Name
}
