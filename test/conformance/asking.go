package main

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"giftserver/internal/mcp"
)

// The tools here need something from the client. How a question reaches it differs between revisions of
// the protocol; the tools do not see that.

// askingTools are those that ask back.
func askingTools() []tool {
	return []tool{
		{
			name: "test_sampling", description: "Has the client's model answer a prompt", input: oneText("prompt"),
			call: askModel,
		},
		{
			name: "test_elicitation", description: "Asks the person for a name and an address", input: oneText("message"),
			call: askPerson,
		},
		{
			name: "test_elicitation_sep1034_defaults", description: "Asks the person by a form with defaults",
			call: showForm(mcp.Elicit("Please review and update the form fields with defaults", formWithDefaults)),
		},
		{
			name: "test_elicitation_sep1330_enums", description: "Asks the person to choose, in every way there is",
			call: showForm(mcp.Elicit("Please select options from the enum fields", formWithChoices)),
		},
		{
			name: "test_streaming_elicitation", description: "Tells how far it is and asks the person for a name",
			call: askWhileWorking,
		},
		{
			name: "test_input_required_result_elicitation", description: "Asks the person for a name",
			call: askName,
		},
		{
			name: "test_input_required_result_sampling", description: "Asks the client's model a question",
			call: askCapital,
		},
		{
			name: "test_input_required_result_list_roots", description: "Asks the client for its roots",
			call: askRoots,
		},
		{
			name: "test_input_required_result_request_state", description: "Asks the person to confirm and remembers that it did",
			call: askToConfirm,
		},
		{
			name: "test_input_required_result_tampered_state", description: "Asks the person to confirm and remembers that it did",
			call: askToConfirm,
		},
		{
			name: "test_input_required_result_multiple_inputs", description: "Asks for everything that there is to ask for",
			call: askEverything,
		},
		{
			name: "test_input_required_result_multi_round", description: "Asks the person for a name, then for a color",
			call: askTwice,
		},
		{
			name: "test_input_required_result_capabilities", description: "Asks for what the client is capable of",
			call: askWhatIsPossible,
		},
	}
}

// oneText is the schema of a tool that takes one text.
func oneText(name string) string {
	return fmt.Sprintf(`{"type":"object","properties":{%q:{"type":"string"}},"required":[%[1]q]}`, name)
}

// formWithDefaults has a default of each primitive type.
var formWithDefaults = jsontext.Value(`{
	"type": "object",
	"properties": {
		"name": {"type": "string", "description": "User name", "default": "John Doe"},
		"age": {"type": "integer", "description": "User age", "default": 30},
		"score": {"type": "number", "description": "User score", "default": 95.5},
		"status": {"type": "string", "description": "User status", "enum": ["active", "inactive", "pending"], "default": "active"},
		"verified": {"type": "boolean", "description": "Verification status", "default": true}
	},
	"required": []
}`)

// formWithChoices has a choice of each kind: one or several values, with titles or without, and the one
// with titles that later revisions deprecate.
var formWithChoices = jsontext.Value(`{
	"type": "object",
	"properties": {
		"untitledSingle": {"type": "string", "enum": ["option1", "option2", "option3"]},
		"titledSingle": {"type": "string", "oneOf": [
			{"const": "value1", "title": "First Option"},
			{"const": "value2", "title": "Second Option"},
			{"const": "value3", "title": "Third Option"}
		]},
		"legacyEnum": {"type": "string", "enum": ["opt1", "opt2", "opt3"], "enumNames": ["Option One", "Option Two", "Option Three"]},
		"untitledMulti": {"type": "array", "items": {"type": "string", "enum": ["option1", "option2", "option3"]}},
		"titledMulti": {"type": "array", "items": {"anyOf": [
			{"const": "value1", "title": "First Choice"},
			{"const": "value2", "title": "Second Choice"},
			{"const": "value3", "title": "Third Choice"}
		]}}
	},
	"required": []
}`)

// askModel hands a prompt on to the client's model.
func askModel(ctx context.Context, c mcp.ToolCall) (*mcp.ToolResult, error) {
	var args struct {
		Prompt string `json:"prompt"`
	}
	if err := json.Unmarshal(c.Arguments, &args); err != nil {
		return nil, fmt.Errorf("decoding arguments: %w", err)
	}
	if err := need(ctx, "", questions{"answer": sample(args.Prompt, 100)}); err != nil {
		return nil, err
	}
	return say("LLM response: %s", sampled(ctx, "answer")), nil
}

// askPerson shows a message over a form.
func askPerson(ctx context.Context, c mcp.ToolCall) (*mcp.ToolResult, error) {
	var args struct {
		Message string `json:"message"`
	}
	if err := json.Unmarshal(c.Arguments, &args); err != nil {
		return nil, fmt.Errorf("decoding arguments: %w", err)
	}
	form := jsontext.Value(`{
		"type": "object",
		"properties": {
			"username": {"type": "string", "description": "User's response"},
			"email": {"type": "string", "description": "User's email address"}
		},
		"required": ["username", "email"]
	}`)
	return showForm(mcp.Elicit(args.Message, form))(ctx, c)
}

// showForm returns a tool that tells what the person did with a form.
func showForm(form mcp.InputRequest) caller {
	return func(ctx context.Context, _ mcp.ToolCall) (*mcp.ToolResult, error) {
		if err := need(ctx, "", questions{"form": form}); err != nil {
			return nil, err
		}
		var response struct {
			Action  string         `json:"action"`
			Content jsontext.Value `json:"content"`
		}
		if err := json.Unmarshal(mcp.Input(ctx, "form"), &response); err != nil {
			return nil, &mcp.Failure{Text: "The client's answer to the form is no result of an elicitation."}
		}
		return say("User response: action=%s, content=%s", response.Action, response.Content), nil
	}
}

// askWhileWorking has something to tell on the stream before the question.
func askWhileWorking(ctx context.Context, c mcp.ToolCall) (*mcp.ToolResult, error) {
	mcp.Progress(ctx, 1, 2, "Asking the person")
	return askName(ctx, c)
}

func askName(ctx context.Context, _ mcp.ToolCall) (*mcp.ToolResult, error) {
	name, err := whatName.answer(ctx, "")
	if err != nil {
		return nil, err
	}
	return say("Hello, %s!", name), nil
}

func askCapital(ctx context.Context, _ mcp.ToolCall) (*mcp.ToolResult, error) {
	const key = "capital_question"
	if err := need(ctx, "", questions{key: sample("What is the capital of France?", 100)}); err != nil {
		return nil, err
	}
	return say("The model says: %s", sampled(ctx, key)), nil
}

func askRoots(ctx context.Context, _ mcp.ToolCall) (*mcp.ToolResult, error) {
	const key = "client_roots"
	if err := need(ctx, "", questions{key: listRoots}); err != nil {
		return nil, err
	}
	return say("The client's roots: %s", mcp.Input(ctx, key)), nil
}

// askToConfirm goes on only if what it remembers comes back with the answer.
func askToConfirm(ctx context.Context, _ mcp.ToolCall) (*mcp.ToolResult, error) {
	form := mcp.Elicit("Please confirm", jsontext.Value(`{"type":"object","properties":{"ok":{"type":"boolean"}},"required":["ok"]}`))
	if err := need(ctx, "confirming", questions{"confirm": form}); err != nil {
		return nil, err
	}
	return say("state-ok"), nil
}

func askEverything(ctx context.Context, _ mcp.ToolCall) (*mcp.ToolResult, error) {
	err := need(ctx, "everything", questions{
		whatName.key:   whatName.request(),
		"greeting":     sample("Generate a greeting", 50),
		"client_roots": listRoots,
	})
	if err != nil {
		return nil, err
	}
	return say("%s %s %s", sampled(ctx, "greeting"), mcp.Input(ctx, whatName.key), mcp.Input(ctx, "client_roots")), nil
}

// askTwice remembers the answer to the first question while it asks the second.
func askTwice(ctx context.Context, _ mcp.ToolCall) (*mcp.ToolResult, error) {
	const second = "step2 "
	name, asked := strings.CutPrefix(mcp.State(ctx), second)
	if !asked {
		var err error
		if name, err = (textQuestion{"step1", "Step 1: What is your name?", "name"}).answer(ctx, "step1"); err != nil {
			return nil, err
		}
	}
	color, err := textQuestion{"step2", "Step 2: What is your favorite color?", "color"}.answer(ctx, second+name)
	if err != nil {
		return nil, err
	}
	return say("%s likes %s.", name, color), nil
}

// askWhatIsPossible asks nothing that the client could not answer.
func askWhatIsPossible(ctx context.Context, _ mcp.ToolCall) (*mcp.ToolResult, error) {
	possible := questions{}
	for capability, question := range map[string]mcp.InputRequest{
		mcp.Elicitation: whatName.request(),
		mcp.Sampling:    sample("Generate a greeting", 50),
		mcp.Roots:       listRoots,
	} {
		if mcp.Can(ctx, capability) {
			possible[capability] = question
		}
	}
	if len(possible) == 0 {
		return say("There is nothing that this client could be asked."), nil
	}
	if err := need(ctx, "", possible); err != nil {
		return nil, err
	}
	return say("The client answered %s.", strings.Join(slices.Sorted(maps.Keys(possible)), ", ")), nil
}

// questions are what the client is asked at once.
type questions = map[string]mcp.InputRequest

// need returns the error that asks questions, nil when each of them is answered. state comes back with
// the answers; answers without it are to other questions.
func need(ctx context.Context, state string, asked questions) error {
	answered := mcp.State(ctx) == state
	for key := range asked {
		answered = answered && mcp.Input(ctx, key) != nil
	}
	if answered {
		return nil
	}
	return &mcp.InputRequired{Requests: asked, State: state}
}

// listRoots is the question for the folders that the client works in.
var listRoots = mcp.InputRequest{Method: "roots/list"}

// A textQuestion asks the person to fill in one field of text.
type textQuestion struct{ key, message, field string }

var whatName = textQuestion{"user_name", "What is your name?", "name"}

func (q textQuestion) request() mcp.InputRequest {
	return mcp.Elicit(q.message, jsontext.Value(oneText(q.field)))
}

// answer returns the text that the person has filled in, or the error that asks for it.
func (q textQuestion) answer(ctx context.Context, state string) (string, error) {
	if err := need(ctx, state, questions{q.key: q.request()}); err != nil {
		return "", err
	}
	var filled map[string]string
	content, ok := mcp.Elicited(ctx, q.key)
	if !ok || json.Unmarshal(content, &filled) != nil || filled[q.field] == "" {
		return "", &mcp.Failure{Text: "The person has not filled in the form."}
	}
	return filled[q.field], nil
}

// sample returns the question that the client's model answers.
func sample(prompt string, maxTokens int) mcp.InputRequest {
	return mcp.InputRequest{Method: "sampling/createMessage", Params: map[string]any{
		"messages":  []mcp.PromptMessage{{Role: "user", Content: mcp.Text(prompt)}},
		"maxTokens": maxTokens,
	}}
}

// sampled returns what the client's model has answered to a question.
func sampled(ctx context.Context, key string) string {
	var message struct {
		Content struct {
			Text string `json:"text"`
		} `json:"content"`
	}
	if json.Unmarshal(mcp.Input(ctx, key), &message) != nil {
		return "(something other than one text)"
	}
	return message.Content.Text
}
