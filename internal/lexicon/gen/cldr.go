package main

import (
	"archive/tar"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/go-json-experiment/json"
)

// packages are the npm packages of the CLDR, and the folder in each that holds a folder for each language.
var packages = []struct{ name, folder string }{
	{"cldr-annotations-full", "annotations"},
	{"cldr-annotations-derived-full", "annotationsDerived"},
}

// A cldr is what the packages hold.
type cldr struct {
	languages map[string]annotations
	license   []byte
}

// annotations tell by emoji what one language calls it.
type annotations map[string]annotation

type annotation struct {
	Keywords []string `json:"default"`
	Name     []string `json:"tts"` // one
}

// readCLDR reads the packages in a folder.
func readCLDR(folder string) (*cldr, error) {
	c := &cldr{languages: map[string]annotations{}}
	for _, p := range packages {
		file := filepath.Join(folder, p.name+"-"+version+".tgz")
		if err := c.readPackage(file, p.folder); err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
	}
	return c, nil
}

func (c *cldr) readPackage(file, folder string) error {
	f, err := os.Open(file)
	if err != nil {
		return err
	}
	defer f.Close()
	unzipped, err := gzip.NewReader(f)
	if err != nil {
		return err
	}
	for archive := tar.NewReader(unzipped); ; {
		entry, err := archive.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		language := path.Base(path.Dir(entry.Name))
		switch {
		case path.Base(entry.Name) == "LICENSE":
			c.license, err = io.ReadAll(archive)
		case strings.HasPrefix(entry.Name, "package/"+folder+"/") && (language == "en" || slices.Contains(languages, language)):
			err = c.readLanguage(language, folder, archive)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", entry.Name, err)
		}
	}
}

// readLanguage reads the annotations of a language.
func (c *cldr) readLanguage(language, folder string, r io.Reader) error {
	var file map[string]struct {
		Annotations annotations `json:"annotations"`
	}
	if err := json.UnmarshalRead(r, &file); err != nil {
		return err
	}
	if c.languages[language] == nil {
		c.languages[language] = annotations{}
	}
	for emoji, a := range file[folder].Annotations {
		if len(a.Name) > 0 {
			c.languages[language][emoji] = a
		}
	}
	return nil
}
