package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// suggestFlags defines a flag for each argument of suggest_gifts but recipient, which is the text.
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
	f.String("language", "", "BCP 47 tag of the language for the reasons")
	f.Bool("json", false, "print the structured result instead of a table")
	for _, name := range []string{"occasion", "budget"} {
		cobra.CheckErr(cmd.MarkFlagRequired(name))
	}
}

// suggestGifts calls the tool suggest_gifts as a host would, and prints its answer.
func suggestGifts(ctx context.Context, p *program, c *config, cmd *cobra.Command, args []string) error {
	a, err := openApp(ctx, p, c)
	if err != nil {
		return err
	}
	defer a.Close()
	message, err := json.Marshal(map[string]any{
		"jsonrpc": "2.0", "id": 1, "method": "tools/call",
		"params": map[string]any{
			"name":      "suggest_gifts",
			"arguments": suggestArguments(cmd, args),
			"_meta": map[string]any{
				"io.modelcontextprotocol/protocolVersion":    "2026-07-28",
				"io.modelcontextprotocol/clientCapabilities": struct{}{},
			},
		},
	})
	if err != nil {
		return err
	}
	reply, _ := a.Stdio().Serve(ctx, message, nil)
	return printSuggestions(p.stdout, reply, cmd.Flags().Changed("json"))
}

// suggestArguments turns the flags that were given into arguments of the tool.
func suggestArguments(cmd *cobra.Command, args []string) map[string]any {
	arguments := map[string]any{}
	if len(args) > 0 {
		arguments["recipient"] = args[0]
	}
	cmd.Flags().Visit(func(f *pflag.Flag) {
		name := strings.ReplaceAll(f.Name, "-", "_")
		switch f.Name {
		case "json", "db", "log-level":
			return
		}
		switch f.Value.Type() {
		case "float64", "int":
			arguments[name] = jsontext.Value(f.Value.String())
		case "stringSlice":
			arguments[name], _ = cmd.Flags().GetStringSlice(f.Name) // Its type has just been seen.
		default:
			arguments[name] = f.Value.String()
		}
	})
	return arguments
}

// printSuggestions prints the result of suggest_gifts.
func printSuggestions(w io.Writer, reply []byte, raw bool) error {
	var r struct {
		Error  *struct{ Message string } `json:"error"`
		Result struct {
			Content []struct {
				Text string `json:"text"`
			} `json:"content"`
			IsError    bool           `json:"isError"`
			Structured jsontext.Value `json:"structuredContent"`
		} `json:"result"`
	}
	if err := json.Unmarshal(reply, &r); err != nil {
		return fmt.Errorf("reading the answer: %w", err)
	}
	switch {
	case r.Error != nil:
		return errors.New(r.Error.Message)
	case r.Result.IsError:
		return errors.New(r.Result.Content[0].Text)
	case raw:
		_, err := fmt.Fprintf(w, "%s\n", r.Result.Structured)
		return err
	}
	var s struct {
		Summary string `json:"summary"`
		Gifts   []struct {
			Name     string         `json:"name"`
			Price    jsontext.Value `json:"price"`
			Currency string         `json:"currency"`
			Why      string         `json:"why"`
			Caution  string         `json:"caution"`
		} `json:"gifts"`
	}
	if err := json.Unmarshal(r.Result.Structured, &s); err != nil {
		return fmt.Errorf("reading the suggestions: %w", err)
	}
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintf(t, "%s\n\n", s.Summary)
	for i, g := range s.Gifts {
		fmt.Fprintf(t, "%d\t%s %s\t%s\t%s\n", i+1, g.Price, g.Currency, g.Name, g.Why)
		if g.Caution != "" {
			fmt.Fprintf(t, "\t\t\tNote: %s\n", g.Caution)
		}
	}
	return t.Flush()
}
