package main

import (
	"context"
	"fmt"
	"iter"
	"slices"

	"giftserver/internal/mcp"
)

// prompts returns the prompts.
func prompts() []mcp.Prompt {
	return []mcp.Prompt{
		{
			Name: "test_simple_prompt", Description: "A prompt without arguments",
			Get: func(context.Context, map[string]string) (*mcp.PromptResult, error) {
				return user(mcp.Text("This is a simple prompt for testing.")), nil
			},
		},
		{
			Name: "test_prompt_with_arguments", Description: "A prompt with arguments",
			Arguments: []mcp.PromptArgument{
				{Name: "arg1", Description: "The first test argument", Required: true, Complete: mcp.Among(testValues)},
				{Name: "arg2", Description: "The second test argument", Required: true},
			},
			Get: func(_ context.Context, arguments map[string]string) (*mcp.PromptResult, error) {
				return user(mcp.Text(fmt.Sprintf("Prompt with arguments: arg1='%s', arg2='%s'", arguments["arg1"], arguments["arg2"]))), nil
			},
		},
		{
			Name: "test_prompt_with_embedded_resource", Description: "A prompt that holds a resource",
			Arguments: []mcp.PromptArgument{{Name: "resourceUri", Description: "The URI of the resource to embed", Required: true}},
			Get: func(_ context.Context, arguments map[string]string) (*mcp.PromptResult, error) {
				contents := &mcp.Contents{Text: "Embedded resource content for testing."}
				return user(
					mcp.Embedded(arguments["resourceUri"], "text/plain", contents),
					mcp.Text("Please process the embedded resource above."),
				), nil
			},
		},
		{
			Name: "test_prompt_with_image", Description: "A prompt that holds an image",
			Get: func(context.Context, map[string]string) (*mcp.PromptResult, error) {
				return user(mcp.Image(pixel(), "image/png"), mcp.Text("Please analyze the image above.")), nil
			},
		},
		{
			Name: "test_input_required_result_prompt", Description: "A prompt that asks the person for its context",
			Get: askedPrompt,
		},
	}
}

func testValues() iter.Seq[string] { return slices.Values([]string{"testValue1", "testValue2"}) }

// askedPrompt asks the person what its form leaves open.
func askedPrompt(ctx context.Context, _ map[string]string) (*mcp.PromptResult, error) {
	text, err := textQuestion{"user_context", "What context should the prompt use?", "context"}.answer(ctx, "")
	if err != nil {
		return nil, err
	}
	return user(mcp.Text("Use this context: " + text)), nil
}

// user returns a prompt whose messages come from the user.
func user(content ...mcp.Content) *mcp.PromptResult {
	res := &mcp.PromptResult{}
	for _, c := range content {
		res.Messages = append(res.Messages, mcp.PromptMessage{Role: "user", Content: c})
	}
	return res
}
