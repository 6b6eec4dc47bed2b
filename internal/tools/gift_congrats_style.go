package tools

import (
	"context"
	"fmt"
	"strings"

	"giftserver/internal/mcp"
)

// giftCongratsStyle asks for a short message to go with a gift, and says in which style. Every
// argument is optional.
func giftCongratsStyle(engine suggester) mcp.Prompt {
	return mcp.Prompt{
		Name:        "gift_congrats_style",
		Title:       "Write the gift card",
		Description: "A style guide and request for a short, warm message to go with a gift.",
		Arguments: []mcp.PromptArgument{
			{Name: "occasion", Title: "Occasion", Description: "What is celebrated, such as a birthday", Complete: occasions(engine)},
			{Name: "recipient", Title: "Recipient", Description: "Who receives the gift", Complete: relationships(engine)},
			{Name: "gift", Title: "Gift", Description: "What the gift is", Complete: giftNames(engine)},
			{
				Name: "tone", Title: "Tone", Description: "How it should sound, such as warm, funny or formal",
				Complete: oneOf("warm", "funny", "formal", "heartfelt", "playful", "romantic", "short and simple"),
			},
			{
				Name: "language", Title: "Language", Description: "The language to write in",
				Complete: oneOf("English", "italiano", "português", "Tiếng Việt", "español", "français", "Deutsch"),
			},
			{Name: "sender", Title: "Sender", Description: "Who signs the message"},
		},
		Get: func(_ context.Context, a map[string]string) (*mcp.PromptResult, error) {
			text := `Write the message for a gift card.

Style:
- Two to four sentences, at most 60 words, that one would really write by hand.
- Warm and personal: speak to the person, name what is celebrated and why this gift is for them.
- Plain words. No clichés, no rhymes, no hashtags; at most one exclamation mark.
- Nothing invented: use only what I have said, and leave out what I have not. If you know neither the occasion nor the
  person, ask me first.
- End with the sender's name if it is given. Return the message alone.
` + facts(a, "occasion", "recipient", "gift", "tone", "language", "sender")
			return &mcp.PromptResult{
				Description: "How to write a short, warm message to go with a gift",
				Messages:    []mcp.PromptMessage{{Role: "user", Content: mcp.Text(text)}},
			}, nil
		},
	}
}

// facts lists the given arguments, one a line. They come from outside, so each is kept on its line.
func facts(a map[string]string, names ...string) string {
	var b strings.Builder
	for _, name := range names {
		if value := strings.Join(strings.Fields(a[name]), " "); value != "" {
			fmt.Fprintf(&b, "- %s: %s\n", name, clip(value, 500))
		}
	}
	if b.Len() == 0 {
		return ""
	}
	return "\nWhat is known:\n" + b.String()
}
