package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"giftserver/internal/mcp"
	"giftserver/internal/rpc"
)

// suggestFlags defines flags for the arguments of suggest_gifts. The recipient is the text and the currency
// a setting.
func suggestFlags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.String("occasion", "", "what the gift is for: birthday, wedding, thank you ...")
	f.Float64("budget", 0, "the most to spend on one gift")
	f.Float64("min-budget", 0, "the least to spend on one gift")
	f.Int("age", 0, "the recipient's age in years")
	f.StringSlice("interests", nil, "what the recipient likes, comma separated")
	f.StringSlice("avoid", nil, "what must not be suggested, comma separated")
	f.String("category", "", "only gifts of this category")
	f.StringSlice("kinds", nil, "only these kinds: physical, experience, digital")
	f.String("needed-by", "", "the day it must be there, YYYY-MM-DD")
	f.StringSlice("exclude-ids", nil, "gifts not to show again, comma separated")
	f.Int("limit", 0, "how many gifts at most")
	f.String("language", "", "BCP 47 tag of the language to answer in: de, pt-BR ... (default English)")
	f.Bool("json", false, "print the structured result instead of the text")
	for _, name := range []string{"occasion", "budget"} {
		cobra.CheckErr(cmd.MarkFlagRequired(name))
	}
}

// suggestGifts calls the tool suggest_gifts as a host would, and prints its answer.
func suggestGifts(ctx context.Context, p *program, c *config, cmd *cobra.Command, args []string) error {
	a, err := openApp(ctx, p, c, &instruments{})
	if err != nil {
		return err
	}
	defer a.Close()
	arguments, err := suggestArguments(cmd, args)
	if err != nil {
		return err
	}
	conversation := a.Open(func([]byte) {}) // A terminal has no use for news.
	defer conversation.Close()
	// In this revision, mistakes in the arguments are errors and what the tool has to say is a result,
	// so the two can be told apart.
	if _, err := request(ctx, conversation, "initialize", map[string]any{"protocolVersion": "2025-06-18"}); err != nil {
		return err
	}
	reply, err := request(ctx, conversation, "tools/call", map[string]any{"name": "suggest_gifts", "arguments": arguments})
	if err != nil {
		return err
	}
	return printSuggestions(p.stdout, reply, cmd.Flags().Changed("json"))
}

// request sends a request to the server in this process and returns the result.
func request(ctx context.Context, c *mcp.Conversation, method string, params any) (jsontext.Value, error) {
	message, err := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": 1, "method": method, "params": params})
	if err != nil {
		return nil, err
	}
	reply, _ := c.Serve(ctx, message, nil, nil)()
	var r struct {
		Result jsontext.Value `json:"result"`
		Error  *rpc.Error     `json:"error"`
	}
	if err := json.Unmarshal(reply, &r); err != nil {
		return nil, fmt.Errorf("reading the answer: %w", err)
	}
	switch {
	case r.Error == nil:
		return r.Result, nil
	case r.Error.Code == rpc.InvalidParams:
		return nil, usageError{errors.New(r.Error.Message)}
	}
	return nil, r.Error
}

// suggestArguments turns the flags that were given into arguments of the tool.
func suggestArguments(cmd *cobra.Command, args []string) (map[string]any, error) {
	arguments := map[string]any{}
	if len(args) > 0 {
		arguments["recipient"] = strings.Join(args, " ") // As it was meant, if the quotes were forgotten.
	}
	for _, name := range []string{"occasion", "category", "needed-by", "language"} {
		if f := cmd.Flags().Lookup(name); f.Changed {
			arguments[argument(name)] = f.Value.String()
		}
	}
	for _, name := range []string{"budget", "min-budget", "age", "limit"} {
		f := cmd.Flags().Lookup(name)
		if !f.Changed {
			continue
		}
		number := jsontext.Value(f.Value.String())
		if !number.IsValid() { // Flags take NaN and Inf, which JSON does not have.
			return nil, usageError{fmt.Errorf("--%s: want a number, got %s", name, number)}
		}
		arguments[argument(name)] = number
	}
	for _, name := range []string{"interests", "avoid", "kinds", "exclude-ids"} {
		if f := cmd.Flags().Lookup(name); f.Changed {
			arguments[argument(name)] = f.Value.(pflag.SliceValue).GetSlice()
		}
	}
	return arguments, nil
}

// argument is the tool's name for what a flag says.
func argument(flag string) string { return strings.ReplaceAll(flag, "-", "_") }

// printSuggestions prints the result of suggest_gifts: the text that a model reads, or the structured result.
func printSuggestions(w io.Writer, result jsontext.Value, structured bool) error {
	var r struct {
		Content []struct {
			Text string `json:"text"`
		} `json:"content"`
		IsError    bool           `json:"isError"`
		Structured jsontext.Value `json:"structuredContent"`
	}
	if err := json.Unmarshal(result, &r); err != nil {
		return fmt.Errorf("reading the answer: %w", err)
	}
	text := r.Content[0].Text
	switch {
	case r.IsError:
		return errors.New(text)
	case structured:
		text = string(r.Structured)
	}
	_, err := fmt.Fprintln(w, strings.TrimRight(text, "\n"))
	return err
}
