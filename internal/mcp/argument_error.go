package mcp

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"

	"giftserver/internal/rpc"
)

// An ArgumentError says what is wrong with the arguments of a tool, a sentence for each problem. A
// sentence names the argument, what is wanted and what came, so that a model can mend its call.
type ArgumentError struct {
	Problems []string

	missing Missing // required arguments, when they are all that is wrong
}

// mostProblems is how many sentences an error has.
const mostProblems = 10

// Error returns the sentences as one text.
func (e *ArgumentError) Error() string {
	if more := len(e.Problems) - mostProblems; more > 0 {
		return fmt.Sprintf("%s; and %d more", strings.Join(e.Problems[:mostProblems], "; "), more)
	}
	return strings.Join(e.Problems, "; ")
}

// explain writes the sentences. The library's own text names internal addresses of the schema.
func explain(s *jsonschema.Schema, invalid *jsonschema.ValidationError, arguments any) *ArgumentError {
	var missing, wrong []string
	var lacking Missing
	var walk func(*jsonschema.ValidationError)
	walk = func(v *jsonschema.ValidationError) {
		for _, cause := range v.Causes {
			walk(cause)
		}
		switch k := v.ErrorKind.(type) {
		case *kind.Required:
			for _, name := range k.Missing {
				missing = append(missing, fmt.Sprintf("Missing required property '%s' in %s", name, place(v.InstanceLocation)))
				if len(v.InstanceLocation) == 0 {
					lacking = append(lacking, name)
				}
			}
		case *kind.AdditionalProperties:
			wrong = append(wrong, unknownProperties(s, k.Properties, v.InstanceLocation))
		default:
			if len(v.Causes) == 0 {
				wrong = append(wrong, fmt.Sprintf("'%s' %s, got %s",
					path(v.InstanceLocation), wanted(v.ErrorKind), show(at(arguments, v.InstanceLocation))))
			}
		}
	}
	walk(invalid)
	slices.Sort(wrong)
	e := &ArgumentError{Problems: append(missing, wrong...)}
	if len(e.Problems) == len(lacking) {
		e.missing = lacking
	}
	return e
}

// unknownProperties names properties that an object does not have, and for the arguments as a whole those that
// they may have.
func unknownProperties(s *jsonschema.Schema, names, location []string) string {
	names = slices.Sorted(slices.Values(names))
	sentence := "Unknown property"
	if len(names) > 1 {
		sentence = "Unknown properties"
	}
	for i, name := range names[:min(len(names), mostProblems)] {
		if i > 0 {
			sentence += ","
		}
		sentence += " '" + rpc.Clip(name) + "'"
	}
	if more := len(names) - mostProblems; more > 0 {
		sentence += fmt.Sprintf(" and %d more", more)
	}
	sentence += " in " + place(location)
	if len(location) > 0 {
		return sentence
	}
	return sentence + "; allowed are " + strings.Join(slices.Sorted(maps.Keys(s.Properties)), ", ")
}

// wanted says what a violated rule asks for.
func wanted(rule jsonschema.ErrorKind) string {
	switch k := rule.(type) {
	case *kind.Type:
		return "must be " + strings.Join(withArticles(k.Want), " or ")
	case *kind.Enum:
		return "must be one of " + list(k.Want)
	case *kind.Minimum:
		return "must be at least " + decimal(k.Want)
	case *kind.ExclusiveMinimum:
		return "must be greater than " + decimal(k.Want)
	case *kind.Maximum:
		return "must be at most " + decimal(k.Want)
	case *kind.ExclusiveMaximum:
		return "must be less than " + decimal(k.Want)
	case *kind.MinLength:
		return fmt.Sprintf("must have at least %d characters", k.Want)
	case *kind.MaxLength:
		return fmt.Sprintf("must have at most %d characters", k.Want)
	case *kind.MinItems:
		return fmt.Sprintf("must have at least %d items", k.Want)
	case *kind.MaxItems:
		return fmt.Sprintf("must have at most %d items", k.Want)
	case *kind.Format:
		return "must be a " + k.Want + formatExample(k.Want)
	case *kind.Pattern:
		return "must match the pattern " + k.Want
	}
	return "does not fit the schema"
}

// formatExample shows a value of a format, for those a model gets wrong.
func formatExample(format string) string {
	if format == "date" {
		return " such as 2026-12-24"
	}
	return ""
}

func withArticles(types []string) []string {
	out := make([]string, len(types))
	for i, t := range types {
		out[i] = "a " + t
		if strings.ContainsRune("aeio", rune(t[0])) {
			out[i] = "an " + t
		}
	}
	return out
}

func list(values []any) string {
	out := make([]string, len(values))
	for i, v := range values {
		out[i] = fmt.Sprint(v)
	}
	return strings.Join(out, ", ")
}

// path writes where a value stands: interests[0].
func path(location []string) string {
	var b strings.Builder
	for i, step := range location {
		switch _, err := strconv.Atoi(step); {
		case err == nil:
			b.WriteString("[" + step + "]")
		case i > 0:
			b.WriteString("." + step)
		default:
			b.WriteString(step)
		}
	}
	return b.String()
}

// at returns the value at a location, nil when there is none.
func at(value any, location []string) any {
	for _, step := range location {
		switch v := value.(type) {
		case map[string]any:
			value = v[step]
		case []any:
			i, err := strconv.Atoi(step)
			if err != nil || i >= len(v) {
				return nil
			}
			value = v[i]
		}
	}
	return value
}

// show writes what came: its kind where the kind is the point, and the beginning of it.
func show(value any) string {
	b, err := json.Marshal(value)
	if err != nil {
		return "something unreadable"
	}
	switch v := value.(type) {
	case string:
		return "the string " + rpc.Clip(string(b))
	case []any:
		return fmt.Sprintf("a list of %d", len(v))
	case map[string]any:
		return "an object"
	}
	return rpc.Clip(string(b))
}

// decimal writes a bound of the schema.
func decimal(r *big.Rat) string {
	f, _ := r.Float64()
	return strconv.FormatFloat(f, 'f', -1, 64)
}

// place names the object at a location: the arguments as a whole, or one inside.
func place(location []string) string {
	if len(location) == 0 {
		return "arguments"
	}
	return "'" + path(location) + "'"
}
