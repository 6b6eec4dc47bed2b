// Package repo_test holds the rules of the repository that no compiler checks.
package repo_test

import (
	"bytes"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// layers lists what each package of the product may import of the product. ARCHITECTURE.md draws it.
var layers = map[string][]string{
	"cmd/giftserver":     {"internal/transport", "internal/tools", "internal/mcp", "internal/suggest", "internal/feed", "internal/rpc", "internal/catalog", "internal/lexicon"},
	"internal/transport": {},
	"internal/tools":     {"internal/mcp", "internal/suggest", "internal/catalog"},
	"internal/mcp":       {"internal/rpc"},
	"internal/suggest":   {"internal/catalog", "internal/lexicon"},
	"internal/feed":      {"internal/catalog", "internal/lexicon"},
	"internal/rpc":       {},
	"internal/catalog":   {"migrations"},
	"internal/lexicon":   {},
	"migrations":         {},
}

// Imports only go down. The half that speaks the protocol and the half that knows gifts never meet
// but in internal/tools.
func TestLayers(t *testing.T) {
	for folder, allowed := range layers {
		files := goFiles(t, folder)
		if len(files) == 0 {
			t.Errorf("%s holds no Go files", folder)
		}
		for _, file := range files {
			for _, name := range imports(t, file) {
				if ours, ok := strings.CutPrefix(name, "giftserver/"); ok && !slices.Contains(allowed, ours) {
					t.Errorf("%s imports %s; allowed are %v", file, ours, allowed)
				}
			}
		}
	}
}

// Every package begins with a doc.go, which says what it is, how it fits and shows its use. Commands
// and migrations say it where they begin.
func TestDocs(t *testing.T) {
	for folder := range layers {
		if !strings.HasPrefix(folder, "internal/") {
			continue
		}
		if _, err := os.Stat(filepath.Join(folder, "doc.go")); err != nil {
			t.Error(err)
		}
	}
}

// A file that one cannot read in one go is two files.
func TestFiles_length(t *testing.T) {
	const most = 400
	for folder := range layers {
		for _, file := range goFiles(t, folder) {
			b, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if n := bytes.Count(b, []byte("\n")); n > most {
				t.Errorf("%s has %d lines, want %d at most", file, n, most)
			}
		}
	}
}

// The README names each command and setting, and none that does not exist.
func TestREADME_commands(t *testing.T) {
	readme := read(t, "README.md")
	for _, name := range matches(t, "cmd/giftserver/run.go", `use: +"(\w+)`) {
		if !strings.Contains(readme, "giftserver "+name) {
			t.Errorf("README.md does not show the command %q", name)
		}
	}
	settings := matches(t, "cmd/giftserver/settings.go", `(?m)^\t\tname: "([a-z-]+)"`)
	for _, name := range settings {
		if !strings.Contains(readme, "`--"+name+"`") {
			t.Errorf("README.md does not list the setting --%s", name)
		}
	}
	flags := matches(t, "cmd/giftserver/import.go", `Flags\(\)\.\w+\("([a-z-]+)"`)
	for _, m := range regexp.MustCompile("`--([a-z-]+)`").FindAllStringSubmatch(readme, -1) {
		if !slices.Contains(settings, m[1]) && !slices.Contains(flags, m[1]) {
			t.Errorf("README.md lists the setting --%s, which does not exist", m[1])
		}
	}
}

// The documents refer to files that are there.
func TestDocuments_links(t *testing.T) {
	link := regexp.MustCompile(`\]\(([^)#:]+)\)`)
	for _, file := range []string{
		"README.md", "ARCHITECTURE.md", "AGENTS.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md",
		"docs/auth.md", "docs/ideas.md", "docs/import.md", "docs/operations.md", "docs/performance.md", "docs/widget.md",
	} {
		for _, m := range link.FindAllStringSubmatch(read(t, file), -1) {
			if _, err := os.Stat(filepath.Join(filepath.Dir(file), filepath.FromSlash(m[1]))); err != nil {
				t.Errorf("%s refers to %s: %v", file, m[1], err)
			}
		}
	}
}

// The list of faults names tests that exist.
func TestFaults_tests(t *testing.T) {
	for _, m := range regexp.MustCompile("(\\w+) `((?:Test|Fuzz)\\w+)[`/]").FindAllStringSubmatch(read(t, "internal/mcp/FAULTS.md"), -1) {
		folder := "internal/" + m[1]
		if m[1] == "giftserver" {
			folder = "cmd/giftserver"
		}
		files, err := filepath.Glob(filepath.Join(folder, "*_test.go"))
		if err != nil {
			t.Fatal(err)
		}
		if !slices.ContainsFunc(files, func(file string) bool { return strings.Contains(read(t, file), "func "+m[2]+"(") }) {
			t.Errorf("internal/mcp/FAULTS.md names %s of %s, which does not exist", m[2], folder)
		}
	}
}

// goFiles lists the Go files of a folder, tests aside.
func goFiles(t *testing.T, folder string) []string {
	t.Helper()
	var files []string
	entries, err := fs.ReadDir(os.DirFS("."), folder)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if name := e.Name(); strings.HasSuffix(name, ".go") && !strings.HasSuffix(name, "_test.go") {
			files = append(files, path.Join(folder, name))
		}
	}
	return files
}

func imports(t *testing.T, file string) []string {
	t.Helper()
	f, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ImportsOnly)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, spec := range f.Imports {
		name, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			t.Fatal(err)
		}
		names = append(names, name)
	}
	return names
}

func read(t *testing.T, file string) string {
	t.Helper()
	b, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// matches returns the first group of each match of a pattern in a file, of which there is one at
// least.
func matches(t *testing.T, file, pattern string) []string {
	t.Helper()
	var list []string
	for _, m := range regexp.MustCompile(pattern).FindAllStringSubmatch(read(t, file), -1) {
		list = append(list, m[1])
	}
	if len(list) == 0 {
		t.Fatalf("%s holds nothing like %s", file, pattern)
	}
	return list
}
