package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// A program is what a run of giftserver depends on.
type program struct {
	args           []string // without the program's name
	env            func(name string) (value string, set bool)
	stdin          io.Reader
	stdout, stderr io.Writer
}

// A usageError is a mistake in the command line. What the command's parser finds is one too.
type usageError struct{ error }

// Unwrap returns the cause.
func (e usageError) Unwrap() error { return e.error }

// A fault is an error of a command that was called in the right way.
type fault struct{ error }

// Unwrap returns the cause.
func (f fault) Unwrap() error { return f.error }

// run runs the command that the arguments name and returns the exit code. Standard output carries
// what the command was asked for; what went wrong is one line on standard error.
func run(ctx context.Context, p program) int {
	root := rootCommand(&p)
	root.SetArgs(p.args)
	root.SetIn(p.stdin)
	root.SetOut(p.stdout)
	root.SetErr(p.stderr)
	cmd, err := root.ExecuteContextC(ctx)
	if err == nil {
		return 0
	}
	text := strings.Join(strings.Fields(err.Error()), " ") // The parser's suggestions have lines of their own.
	_, mistaken := errors.AsType[usageError](err)
	if _, failed := errors.AsType[fault](err); failed && !mistaken {
		fmt.Fprintf(p.stderr, "giftserver: %s\n", text)
		return 1
	}
	fmt.Fprintf(p.stderr, "giftserver: %s; see %s --help\n", text, cmd.CommandPath())
	return 2
}

// A command is one row of what giftserver can be told to do.
type command struct {
	use, short, long string
	settings         []string // names in the list of settings
	args             cobra.PositionalArgs
	flags            func(*cobra.Command)
	run              func(ctx context.Context, p *program, c *config, cmd *cobra.Command, args []string) error
}

// commands is everything giftserver can be told to do.
var commands = []command{
	{
		use:   "serve",
		short: "Answer MCP over HTTP",
		long:  "Answers MCP over HTTP at http://ADDR/mcp until it is told to stop.",
		settings: append([]string{
			"addr", "db", "allowed-hosts", "allowed-origins", "trusted-proxies", "auth-issuer", "auth-audience", "auth-scopes", "auth-token-file",
			"rate-limit", "currency", "rates", "search-tools", "post-answers", "state-key", "widget-domain", "openai-challenge",
			"log-level", "log-format", "log-messages", "metrics-addr", "pprof", "watch",
		}, feedSettings...),
		run: serve,
	},
	{
		use:      "stdio",
		short:    "Answer MCP on standard input and output",
		long:     "Answers MCP messages, one on each line of standard input, on standard output, until the input ends.",
		settings: []string{"db", "currency", "rates", "search-tools", "state-key", "log-level", "log-format", "log-messages"},
		run:      stdio,
	},
	{
		use:      "suggest [TEXT about the person]",
		short:    "Suggest gifts in the terminal",
		long:     "Suggests gifts: the answer of the tool suggest_gifts, as a model reads it.",
		settings: []string{"db", "currency", "rates", "log-level"},
		args:     cobra.ArbitraryArgs,
		flags:    suggestFlags,
		run:      suggestGifts,
	},
	{
		use:      "preview",
		short:    "Show the widget and its messages in a browser",
		long:     "Serves a page at ADDR, for this machine alone, that shows what ChatGPT or Claude would show of the answers: the widget, and beside it every message between host, widget and server.",
		settings: []string{"addr", "db", "currency", "rates", "log-level", "log-messages"},
		run:      preview,
	},
	{
		use:      "import FILE...",
		short:    "Import a shop's products",
		long:     importHelp,
		settings: append([]string{"db", "currency"}, feedSettings...),
		args:     oneFile,
		flags:    importFlags,
		run:      importProducts,
	},
	{
		use:      "catalog",
		short:    "Say what is in the catalog",
		long:     "Lists the categories of the catalog with the number of gifts and the range of prices in each, or its interests with the number of gifts in each price band.",
		settings: []string{"db", "currency", "log-level"},
		flags:    catalogFlags,
		run:      showCatalog,
	},
	{
		use:      "sources [remove NAME]",
		short:    "List where the gifts come from, or remove a shop",
		long:     "Lists the sources of the catalog with their gifts, currencies and edition, which is the time of the import for a shop. \"remove NAME\" takes a shop's gifts out of the catalog; with the last of them gone, the built-in ideas are back.",
		settings: []string{"db"},
		args:     removeOrNothing,
		run:      sources,
	},
	{
		use:      "health",
		short:    "Ask a running server whether it is well",
		long:     "Asks the server at ADDR whether it is well. The exit code is 0 when it says so.",
		settings: []string{"addr"},
		run:      health,
	},
	{
		use:   "version",
		short: "Print the version",
		run:   showVersion,
	},
}

// rootCommand puts the commands together.
func rootCommand(p *program) *cobra.Command {
	root := &cobra.Command{
		Use:           "giftserver",
		Short:         "Gift suggestions for ChatGPT, Claude and every MCP host",
		Version:       version,
		SilenceUsage:  true,
		SilenceErrors: true,
	}
	root.CompletionOptions.DisableDefaultCmd = true
	root.SetFlagErrorFunc(func(_ *cobra.Command, err error) error { return plain(err) })
	root.SetHelpCommand(helpCommand(root))
	for _, c := range commands {
		root.AddCommand(c.cobra(p))
	}
	return root
}

// plain says what a flag for a number wants, which the parser's words for it do not.
func plain(err error) error {
	value, isValue := errors.AsType[*pflag.InvalidValueError](err)
	if _, isNumber := errors.AsType[*strconv.NumError](err); !isValue || !isNumber {
		return err
	}
	return fmt.Errorf("--%s: want a number such as 25 or 49.90, got %q", value.GetFlag().Name, value.GetValue())
}

// helpCommand explains a command. The parser's own takes any word for one and succeeds.
func helpCommand(root *cobra.Command) *cobra.Command {
	return &cobra.Command{
		Use:   "help [command]",
		Short: "Explain a command",
		RunE: func(_ *cobra.Command, args []string) error {
			cmd, _, err := root.Find(args)
			if err != nil {
				return err
			}
			return cmd.Help()
		},
	}
}

func (c *command) cobra(p *program) *cobra.Command {
	cmd := &cobra.Command{Use: c.use, Short: c.short, Long: c.long, Args: c.args, DisableFlagsInUseLine: true}
	if c.args == nil {
		cmd.Args = cobra.NoArgs
	}
	values := defineSettings(cmd.Flags(), c.settings)
	if c.flags != nil {
		c.flags(cmd)
	}
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		cfg, err := resolve(values, p.env)
		if err != nil {
			return err
		}
		if err := c.run(cmd.Context(), p, cfg, cmd, args); err != nil {
			return fault{err}
		}
		return nil
	}
	return cmd
}

// logger returns the log of a command, on standard error.
func (p *program) logger(c *config) *slog.Logger {
	options := &slog.HandlerOptions{Level: c.logLevel}
	if c.logFormat == "json" {
		return slog.New(slog.NewJSONHandler(p.stderr, options))
	}
	return slog.New(slog.NewTextHandler(p.stderr, options))
}
