package main

import (
	"fmt"
	"log/slog"
	"net"
	"net/netip"
	"net/url"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"giftserver/internal/catalog"
	"giftserver/internal/feed"
)

// A config holds the settings of a command. Those that a command does not have are zero.
type config struct {
	addr           string
	db             string // "" for the default place
	allowedHosts   []string
	allowedOrigins []string
	trustedProxies []netip.Prefix
	currency       string         // "" for that of the catalog
	rates          *catalog.Rates // nil without
	postAnswers    string         // "json" or "sse"
	auth           authConfig
	rateLimit      float64 // requests a second, 0 for no limit
	searchTools    bool
	stateKey       string
	widgetDomain   string
	challenge      string // "" for none
	logLevel       slog.Level
	logFormat      string // "text" or "json"
	logMessages    bool
	metricsAddr    string // "" for no metrics
	pprof          bool

	watch []string     // product files
	feed  feed.Options // how to read product files; Now is that of each import
	rules catalog.Rules
}

// settings is the one list that flags, environment variables and help come from.
var settings = []setting{
	{
		name: "addr", fallback: "127.0.0.1:8080", usage: "`address` to serve on, host and port",
		set: func(c *config, v string) error { c.addr = v; return checkAddr(v) },
	},
	{
		name: "db", usage: "`file` of the catalog (default catalog.db in your data folder)",
		set: func(c *config, v string) error { c.db = v; return nil },
	},
	{
		name: "allowed-hosts", usage: "`hosts` to answer to beside loopback, comma separated: gifts.example, gifts.example:8443",
		set: func(c *config, v string) error {
			c.allowedHosts = splitList(v)
			return checkEach(c.allowedHosts, hostForm, "names such as gifts.example or gifts.example:8443")
		},
	},
	{
		name: "allowed-origins", usage: "`origins` of web pages to answer to beside loopback, comma separated: https://app.example",
		set: func(c *config, v string) error {
			c.allowedOrigins = splitList(v)
			return checkEach(c.allowedOrigins, originForm, "origins such as https://app.example")
		},
	},
	{
		name: "trusted-proxies", usage: "`addresses` or networks of proxies that are believed whom they forward, comma separated: 127.0.0.1, 10.0.0.0/8 (default none)",
		set: func(c *config, v string) (err error) { c.trustedProxies, err = readNetworks(splitList(v)); return err },
	},
	{
		name: "auth-issuer", usage: "`address` of the OAuth issuer whose access tokens requests must have, as it calls itself: https://login.example",
		set: func(c *config, v string) error { return setIssuer(&c.auth, v) },
	},
	{
		name: "auth-audience", usage: "public `address` of this server, for which tokens must be made out: https://gifts.example/mcp",
		set: func(c *config, v string) error { return setAudience(&c.auth, v) },
	},
	{
		name: "auth-scopes", usage: "`scopes` that a token must have, all of them, comma or space separated: gifts:read",
		set: func(c *config, v string) error { return setScopes(&c.auth, v) },
	},
	{
		name: "auth-token-file", usage: "`file` of fixed tokens, one of which requests must have, instead of an issuer's",
		set: func(c *config, v string) error { c.auth.tokenFile = v; return nil },
	},
	{
		name: "rate-limit", fallback: "50", usage: "`requests` a second that one token, or without tokens one address but this machine's, may send, and at once twice as many; 0 for no limit",
		set: func(c *config, v string) (err error) {
			c.rateLimit, err = strconv.ParseFloat(v, 64)
			if err != nil || !(c.rateLimit >= 0 && c.rateLimit <= 1e6) {
				return fmt.Errorf("want a number from 0 to 1000000, such as 50 or 0.5, got %q", v)
			}
			return nil
		},
	},
	{
		name: "currency", usage: "ISO 4217 `code` of imported prices that name no currency (no default), and of budgets (default USD, or the catalog's if that has nothing in USD)",
		set: func(c *config, v string) error {
			c.currency = strings.ToUpper(v)
			if !catalog.ValidCurrency(c.currency) {
				return fmt.Errorf("want an ISO 4217 code such as USD or EUR, got %q", v)
			}
			c.feed.Currency = c.currency
			return nil
		},
	},
	{
		name: "post-answers", fallback: "json", usage: "`form` of answers over HTTP: json, or sse for hosts that want a stream of events",
		set: func(c *config, v string) error {
			if c.postAnswers = v; v != "json" && v != "sse" {
				return fmt.Errorf("want json or sse, got %q", v)
			}
			return nil
		},
	},
	{
		name: "rates", usage: "`file` of exchange rates for prices in other currencies than the budget's: eurofxref.csv of the European Central Bank, or JSON",
		set: func(c *config, v string) (err error) { c.rates, err = readRates(v); return err },
	},
	{
		name: "search-tools", fallback: "false", isSwitch: true, usage: "offer the tools search and fetch too, for hosts that look for facts with them",
		set: func(c *config, v string) error { return setSwitch(&c.searchTools, v) },
	},
	{
		name: "state-key", usage: "`secret` that all instances behind one address share, 32 characters or more (default a new one at each start)",
		set: func(c *config, v string) error {
			if c.stateKey = v; len(v) < 32 {
				return fmt.Errorf("want 32 characters or more, got %d", len(v))
			}
			return nil
		},
	},
	{
		name: "widget-domain", usage: "`origin` of its own that ChatGPT serves the widget from, for its directory of apps: https://gifts.example",
		set: func(c *config, v string) error {
			if c.widgetDomain = v; !originForm.MatchString(v) || !strings.HasPrefix(v, "https://") {
				return fmt.Errorf("want an origin such as https://gifts.example, got %q", v)
			}
			return nil
		},
	},
	{
		name: "openai-challenge", usage: "`token` that proves to OpenAI whose server this is, served at /.well-known/openai-apps-challenge",
		set: func(c *config, v string) error { c.challenge = v; return nil },
	},
	{
		name: "log-level", fallback: "info", usage: "`level` to log from: debug, info, warn or error",
		set: func(c *config, v string) error {
			if err := c.logLevel.UnmarshalText([]byte(v)); err != nil {
				return fmt.Errorf("want debug, info, warn or error, got %q", v)
			}
			return nil
		},
	},
	{
		name: "log-format", fallback: "text", usage: "`form` of the log: text or json",
		set: func(c *config, v string) error {
			if c.logFormat = v; v != "text" && v != "json" {
				return fmt.Errorf("want text or json, got %q", v)
			}
			return nil
		},
	},
	{
		name: "log-messages", fallback: "false", isSwitch: true, usage: "log every message in and out, secrets masked",
		set: func(c *config, v string) error { return setSwitch(&c.logMessages, v) },
	},
	{
		name: "metrics-addr", usage: "`address` to serve metrics for Prometheus on, apart from the other: 127.0.0.1:9090 (default none)",
		set: func(c *config, v string) error { c.metricsAddr = v; return checkAddr(v) },
	},
	{
		name: "pprof", fallback: "false", isSwitch: true, usage: "serve profiles of the process beside the metrics",
		set: func(c *config, v string) error { return setSwitch(&c.pprof, v) },
	},
	{
		name: "watch", usage: "product `files` to import at the start and whenever they change, comma separated",
		set: func(c *config, v string) error {
			if c.watch = splitList(v); len(c.watch) == 0 || slices.Contains(c.watch, "-") {
				return fmt.Errorf("want files such as products.tsv, as standard input can't be watched, got %q", v)
			}
			return nil
		},
	},
	{
		name: "source", fallback: "shop", usage: "`name` of the shop; its products replace those imported under this name before",
		set: func(c *config, v string) error {
			switch c.feed.Source = v; {
			case !sourceForm.MatchString(v):
				return fmt.Errorf("want up to 40 of a-z, 0-9, dot, hyphen and underscore, got %q", v)
			case v == catalog.IdeasSource:
				return fmt.Errorf("%q is the name of the built-in ideas", v)
			}
			return nil
		},
	},
	{
		name: "format", fallback: feed.Auto, usage: "`format` of the files: auto or " + strings.Join(feed.Formats(), ", "),
		set: func(c *config, v string) error {
			formats := append(feed.Formats(), feed.Auto)
			if c.feed.Format = v; !slices.Contains(formats, v) {
				return fmt.Errorf("want %s, got %q", strings.Join(formats, " or "), v)
			}
			return nil
		},
	},
	{
		name: "price-unit", usage: "`unit` of the prices in tables and JSON of your own: major (dollars) or minor (cents)",
		set: func(c *config, v string) error {
			if c.feed.PriceUnit = feed.PriceUnit(v); c.feed.PriceUnit != feed.MajorUnit && c.feed.PriceUnit != feed.MinorUnit {
				return fmt.Errorf("want %s or %s, got %q", feed.MajorUnit, feed.MinorUnit, v)
			}
			return nil
		},
	},
	{
		name: "map", usage: "`file` that says what the columns of tables and JSON of your own mean",
		set: func(c *config, v string) (err error) { c.feed.Map, err = readMap(v); return err },
	},
	{
		name: "base-url", usage: "`address` of the shop, to complete relative links: https://shop.example",
		set: func(c *config, v string) (err error) {
			c.feed.BaseURL, err = url.Parse(v)
			if err != nil || c.feed.BaseURL.Hostname() == "" || c.feed.BaseURL.Scheme != "http" && c.feed.BaseURL.Scheme != "https" {
				return fmt.Errorf("want an address such as https://shop.example, got %q", v)
			}
			return nil
		},
	},
	{
		name: "keep-ideas", fallback: "false", isSwitch: true, usage: "keep the built-in ideas beside the shop's products",
		set: func(c *config, v string) error { return setSwitch(&c.rules.KeepIdeas, v) },
	},
	{
		name: "allow-shrink", fallback: "false", isSwitch: true, usage: "remove more than half of the shop's gifts if the files lack them",
		set: func(c *config, v string) error { return setSwitch(&c.rules.AllowShrink, v) },
	},
}

// checkAddr says what is wrong with an address to serve on.
func checkAddr(v string) error {
	host, port, err := net.SplitHostPort(v)
	switch {
	case err != nil || port == "":
		return fmt.Errorf("want host:port such as 127.0.0.1:8080, got %q", v)
	case host == "":
		return fmt.Errorf("%q would listen on every interface; say 0.0.0.0%s if you mean that, or 127.0.0.1%s", v, v, v)
	}
	return nil
}

// readNetworks reads a list of networks; an address is one of its own.
func readNetworks(list []string) ([]netip.Prefix, error) {
	networks := make([]netip.Prefix, len(list))
	for i, text := range list {
		ip, err := netip.ParseAddr(text)
		if networks[i] = netip.PrefixFrom(ip, ip.BitLen()); err == nil && ip.Zone() == "" && !ip.Is4In6() {
			continue
		}
		if networks[i], err = netip.ParsePrefix(text); err != nil || networks[i].Addr().Is4In6() || networks[i].Masked() != networks[i] {
			return nil, fmt.Errorf("want addresses such as 127.0.0.1 or networks such as 10.0.0.0/8, got %q", text)
		}
	}
	return networks, nil
}

// sourceForm is the form of a source's name, with which ids begin.
var sourceForm = regexp.MustCompile(`^[a-z0-9][a-z0-9._-]{0,39}$`)

// readMap reads the file that says what columns mean.
func readMap(file string) (*feed.Map, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	m, err := feed.ReadMap(f)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return m, nil
}

func readRates(file string) (*catalog.Rates, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, fmt.Errorf("reading rates: %w", err)
	}
	defer f.Close()
	rates, err := catalog.ReadRates(f)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return rates, nil
}

func setSwitch(to *bool, v string) (err error) {
	if *to, err = strconv.ParseBool(v); err != nil {
		return fmt.Errorf("want true or false, got %q", v)
	}
	return nil
}
