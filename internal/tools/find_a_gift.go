package tools

import (
	"context"

	"giftserver/internal/mcp"
)

// findAGift starts the search for a gift, and asks for what is missing. Every argument is optional.
func findAGift(engine suggester, currency string) mcp.Prompt {
	return mcp.Prompt{
		Name:        "find_a_gift",
		Title:       "Find a gift",
		Description: "Starts the search for a gift with suggest_gifts.",
		Arguments: []mcp.PromptArgument{
			{Name: "occasion", Title: "Occasion", Description: "What the gift is for", Complete: occasions(engine)},
			{
				Name: "recipient", Title: "Recipient", Description: "Who it is for: relation, age, likes and dislikes",
				Complete: relationships(engine),
			},
			{
				Name: "budget", Title: "Budget", Description: "The most to spend, with its currency",
				Complete: oneOf("25 "+currency, "50 "+currency, "100 "+currency, "200 "+currency),
			},
		},
		Get: func(_ context.Context, a map[string]string) (*mcp.PromptResult, error) {
			text := `Help me find a gift.

- If the occasion, the budget or who it is for is not said below, ask me first, in one question.
- Then call suggest_gifts, with everything I said of the person in recipient.
- Show the gifts with price, reason and caution, say which one you would take and why, and offer to show others.
` + facts(a, "occasion", "recipient", "budget")
			return &mcp.PromptResult{
				Description: "A conversation that ends with a gift",
				Messages:    []mcp.PromptMessage{{Role: "user", Content: mcp.Text(text)}},
			}, nil
		},
	}
}
