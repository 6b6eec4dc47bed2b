package main

import (
	"fmt"
	"os"
	"regexp"
	"strings"

	"github.com/spf13/pflag"
)

// A setting is given by a flag, else by an environment variable, else it has its default.
type setting struct {
	name     string // of the flag; the variable is GIFTSERVER_ and the name in capitals
	fallback string
	usage    string
	isSwitch bool // may be given without a value, which means true
	set      func(c *config, value string) error
}

func (s *setting) variable() string {
	return "GIFTSERVER_" + strings.ToUpper(strings.ReplaceAll(s.name, "-", "_"))
}

// A settingValue is a setting on the command line; text is "" until it is given.
type settingValue struct {
	*setting
	text string
}

// String returns the value or, for the help text, the default.
func (v *settingValue) String() string {
	if v.text != "" || v.setting == nil || v.isSwitch {
		return v.text // pflag asks a zero value what "no value" looks like.
	}
	return v.fallback
}

// Set keeps the value until all places have been looked at.
func (v *settingValue) Set(text string) error {
	v.text = text
	return nil
}

// Type is the word for a value that the usage text does not name.
func (v *settingValue) Type() string {
	if v.isSwitch {
		return "bool"
	}
	return "string"
}

// defineSettings defines the flags of the named settings.
func defineSettings(flags *pflag.FlagSet, names []string) []*settingValue {
	var values []*settingValue
	for _, name := range names {
		for i := range settings {
			if settings[i].name != name {
				continue
			}
			v := &settingValue{setting: &settings[i]}
			f := flags.VarPF(v, name, "", v.usage+" ["+v.variable()+"]")
			if v.isSwitch {
				f.NoOptDefVal = "true"
			}
			values = append(values, v)
		}
	}
	return values
}

// resolve reads the settings from their places.
func resolve(values []*settingValue, env func(string) (string, bool)) (*config, error) {
	c := &config{}
	for _, v := range values {
		fromEnv, _ := env(v.variable())
		for _, place := range []struct{ name, text string }{
			{"--" + v.name, v.text},
			{v.variable(), fromEnv},
			{"", v.fallback},
		} {
			text := expand(place.text, env)
			if text == "" {
				continue
			}
			if err := v.set(c, text); err != nil {
				return nil, fmt.Errorf("%s: %w", place.name, err)
			}
			break
		}
	}
	return c, nil
}

// placeholder is what a host leaves of a setting that its user did not fill in.
var placeholder = regexp.MustCompile(`^\$\{.*\}$`)

// expand replaces a leading ~ and ${HOME}, which hosts hand over as they are written. A value that
// is a placeholder as a whole counts as not given.
func expand(text string, env func(string) (string, bool)) string {
	text = strings.TrimSpace(text)
	if home, ok := env("HOME"); ok {
		text = strings.ReplaceAll(text, "${HOME}", home)
		if text == "~" || strings.HasPrefix(text, "~/") || strings.HasPrefix(text, `~`+string(os.PathSeparator)) {
			text = home + text[1:]
		}
	}
	if placeholder.MatchString(text) {
		return ""
	}
	return text
}

// The forms of a host and of an origin. What has another form, such as a whole URL or a star, would
// never match and only seem to allow something.
var (
	hostForm   = regexp.MustCompile(`^(?:[A-Za-z0-9._-]+|\[[0-9a-fA-F:.]+\])(?::\d+)?$`)
	originForm = regexp.MustCompile(`^[a-z][a-z0-9+.-]*://(?:[A-Za-z0-9._-]+|\[[0-9a-fA-F:.]+\])(?::\d+)?$`)
)

// checkEach says which value of a list has another form.
func checkEach(list []string, form *regexp.Regexp, want string) error {
	for _, value := range list {
		if !form.MatchString(value) {
			return fmt.Errorf("want %s, got %q", want, value)
		}
	}
	return nil
}

func splitList(text string) []string {
	var list []string
	for item := range strings.SplitSeq(text, ",") {
		if item = strings.TrimSpace(item); item != "" {
			list = append(list, item)
		}
	}
	return list
}
