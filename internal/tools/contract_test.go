package tools_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/go-json-experiment/json"
	"github.com/google/go-cmp/cmp"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"giftserver/internal/catalog"
	"giftserver/internal/lexicon"
	"giftserver/internal/mcp"
)

// outputSchema compiles the schema that the results of a tool promise to satisfy.
func outputSchema(t testing.TB, tool string) *jsonschema.Schema {
	t.Helper()
	schema, err := jsonschema.NewCompiler().Compile(tool + ".output.json")
	if err != nil {
		t.Fatal(err)
	}
	return schema
}

// The server takes it that its schemas are right, and compiles one when its tool is first called.
func TestSchemas(t *testing.T) {
	for _, kind := range []string{"input", "output"} {
		files, err := filepath.Glob("*." + kind + ".json")
		if err != nil || len(files) != 5 {
			t.Errorf("got %d schemas of an %s, error %v, want one of each of 5 tools", len(files), kind, err)
		}
		for _, file := range files {
			source, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := mcp.CompileSchema(source); err != nil {
				t.Errorf("%s: %v", file, err)
			}
		}
	}
}

// Results are made by typed code, and this is the proof that its types say what the schema says:
// whatever is asked of the built-in ideas, the answer satisfies the schema, keeps the budget and
// stays within the size that hosts take.
func TestSuggestGifts_promises(t *testing.T) {
	schema, conversation := outputSchema(t, "suggest_gifts"), newServer(t)
	random := rand.New(rand.NewPCG(1, 2))
	interests, occasions := lexicon.Default().Labels(lexicon.Interest), lexicon.Default().Labels(lexicon.Occasion)
	languages := []string{"en", "it", "pt", "vi", "es", "fr", "de", "zh-Hant"}
	answered := 0
	for range 300 {
		budget := 5 + random.IntN(300)
		arguments := fmt.Sprintf(`{"occasion":%q,"budget":%d,"recipient":"someone who likes %s and %s","limit":%d,"language":%q}`,
			occasions[random.IntN(len(occasions))], budget, interests[random.IntN(len(interests))],
			interests[random.IntN(len(interests))], 1+random.IntN(20), languages[random.IntN(len(languages))])
		r := call(t, conversation, arguments)
		if r.Result.IsError {
			continue
		}
		answered++
		structured := checkForm(t, schema, r)
		for _, g := range structured.(map[string]any)["gifts"].([]any) {
			if price := g.(map[string]any)["price"].(float64); price > float64(budget) {
				t.Errorf("%s: got a price of %v", arguments, price)
			}
		}
	}
	if answered < 200 {
		t.Errorf("got %d answers of 300, so too little was checked", answered)
	}
}

// checkForm checks that a result satisfies the schema of its tool, says the same in both forms and stays
// within the size that hosts take. It returns the structured content.
func checkForm(t *testing.T, schema *jsonschema.Schema, r toolReply) (structured any) {
	t.Helper()
	structured = checkSchema(t, schema, r)
	if r.Result.Content[1].Text != string(r.Result.Structured) {
		t.Errorf("the JSON text\n%s\ndiffers from the structured content\n%s", r.Result.Content[1].Text, r.Result.Structured)
	}
	size := utf8.RuneCountInString(r.Result.Content[0].Text) + 2*utf8.RuneCount(r.Result.Structured) + bytes.Count(r.Result.Structured, []byte(`"`))
	if size > 25_000 {
		t.Errorf("the result has %d characters", size)
	}
	return structured
}

// checkSchema checks that the structured content of a result satisfies the schema of its tool, and returns
// it.
func checkSchema(t *testing.T, schema *jsonschema.Schema, r toolReply) (structured any) {
	t.Helper()
	if r.Result.IsError {
		t.Fatalf("got the failure %s", r.Result.Content[0].Text)
	}
	if err := json.Unmarshal(r.Result.Structured, &structured); err != nil {
		t.Fatal(err)
	}
	if err := schema.Validate(structured); err != nil {
		t.Errorf("%s: %v", r.Result.Structured, err)
	}
	return structured
}

// A merchant's texts can be of any length; the result stays small and its JSON whole.
func TestSuggestGifts_longTexts(t *testing.T) {
	gifts := make([]catalog.Gift, 30)
	for i := range gifts {
		gifts[i] = shop[0]
		gifts[i].ID = fmt.Sprintf("ideas:%02d", i)
		gifts[i].Name = fmt.Sprintf("Board game %d \"%s\"", i, strings.Repeat("é", 500))
		gifts[i].Brand = fmt.Sprint(i)
		gifts[i].Description = strings.Repeat("A \"very\" long text. ", 500)
		gifts[i].Cautions = []string{strings.Repeat("Careful ", 200)}
		gifts[i].Tags = strings.Fields(strings.Repeat("tag ", 300))
	}
	r := call(t, newServer(t, gifts...), `{"occasion":"birthday","budget":100,"recipient":"board games","limit":20}`)
	if size := len(r.Result.Content[0].Text) + 2*len(r.Result.Structured); size > 25_000 {
		t.Errorf("got a result of %d bytes, want 25,000 at most", size)
	}
	if !r.Result.Structured.IsValid() {
		t.Error("the structured content is no JSON")
	}
}

// Where nothing can be had, the answer says so and does not blame the budget.
func TestSuggestGifts_outOfStock(t *testing.T) {
	hidden := shop[0]
	hidden.Availability = catalog.OutOfStock
	r := call(t, newServer(t, hidden), `{"occasion":"birthday","budget":100}`)
	if !r.Result.IsError || !strings.Contains(r.Result.Content[0].Text, "1 out of stock") {
		t.Errorf("got %+v, want an error that counts what is out of stock", r.Result)
	}
}

// Hosts drop every tool of a server when one schema holds something unusual.
func TestSchemas_plain(t *testing.T) {
	files, err := filepath.Glob("*put.json")
	if err != nil || len(files) < 4 {
		t.Fatalf("got schemas %v, error %v", files, err)
	}
	for _, file := range files {
		b, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var schema map[string]any
		if err := json.Unmarshal(b, &schema); err != nil {
			t.Fatal(err)
		}
		if schema["type"] != "object" {
			t.Errorf("%s: the root is no object", file)
		}
		checkPlain(t, file, schema)
	}
}

// plainKeywords are what the schemas may be made of.
var plainKeywords = []string{
	"type", "properties", "required", "additionalProperties", "items", "enum", "description", "default", "format",
	"minLength", "maxLength", "minimum", "maximum", "exclusiveMinimum", "minItems", "maxItems",
}

func checkPlain(t *testing.T, path string, schema map[string]any) {
	t.Helper()
	for keyword := range schema {
		if !slices.Contains(plainKeywords, keyword) {
			t.Errorf("%s: keyword %q", path, keyword)
		}
	}
	if _, ok := schema["type"].(string); !ok {
		t.Errorf("%s: the type is %v, want one name", path, schema["type"])
	}
	properties, _ := schema["properties"].(map[string]any)
	for name, property := range properties {
		object, ok := property.(map[string]any)
		if !ok {
			t.Errorf("%s.%s is %v, want an object", path, name, property)
			continue
		}
		checkPlain(t, path+"."+name, object)
	}
	if schema["type"] == "array" {
		items, ok := schema["items"].(map[string]any)
		if !ok {
			t.Errorf("%s: items is %v, want an object", path, schema["items"])
			return
		}
		checkPlain(t, path+"[]", items)
	}
}

// The schema lists the categories that the catalog has.
func TestInputSchema_categories(t *testing.T) {
	b, err := os.ReadFile("suggest_gifts.input.json")
	if err != nil {
		t.Fatal(err)
	}
	var schema struct {
		Properties struct {
			Category struct {
				Enum []string `json:"enum"`
			} `json:"category"`
		} `json:"properties"`
	}
	if err := json.Unmarshal(b, &schema); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(catalog.Categories, schema.Properties.Category.Enum); diff != "" {
		t.Errorf("categories (-catalog +schema):\n%s", diff)
	}
}

// Some hosts cut the instructions after 512 characters, which must be the end of a sentence.
func TestInstructions_standAlone(t *testing.T) {
	b, err := os.ReadFile("instructions.md")
	if err != nil {
		t.Fatal(err)
	}
	first, _, _ := strings.Cut(string(b), "\n\n")
	if n := len([]rune(first)); n > 512 {
		t.Errorf("the first paragraph has %d characters, want 512 at most", n)
	}
}

// The way out that a failure names works.
func TestSuggestGifts_wayOut(t *testing.T) {
	conversation := newServer(t)
	wayOut := regexp.MustCompile(`budget of at least ([\d.]*\d)`)
	named := 0
	for _, occasion := range lexicon.Default().Labels(lexicon.Occasion) {
		for _, rest := range []string{
			`"recipient":"teacher","kinds":["experience"]`,
			`"recipient":"toddler","kinds":["digital"]`,
			`"recipient":"colleague who loves wine"`,
			`"category":"wine-spirits"`,
			`"recipient":"my niece, 7","avoid":["chocolate"]`,
		} {
			r := call(t, conversation, fmt.Sprintf(`{"occasion":%q,"budget":1,%s}`, occasion, rest))
			m := wayOut.FindStringSubmatch(r.Result.Content[0].Text)
			if m == nil {
				continue
			}
			named++
			if again := call(t, conversation, fmt.Sprintf(`{"occasion":%q,"budget":%s,%s}`, occasion, m[1], rest)); again.Result.IsError {
				t.Errorf("%s, %s: with a budget of %s: %s", occasion, rest, m[1], again.Result.Content[0].Text)
			}
		}
	}
	if named < 100 {
		t.Errorf("got %d ways out, so too little was checked", named)
	}
}
