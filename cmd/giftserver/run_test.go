package main

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/pflag"
)

// A script can tell success from failure only, so what the exit codes mean is tested here: 1 for what
// can't be done, 2 for what was said wrong.
func TestRun_exitCodes(t *testing.T) {
	file := filepath.Join(t.TempDir(), "gifts.db")
	tests := []struct {
		args     string // of suggest, apart from --db
		currency string // GIFTSERVER_CURRENCY
		want     int
		says     string // on stdout for 0, else on stderr
	}{
		{"--occasion birthday --budget 50 friend", "", 0, "up to $50"},
		{"--occasion birthday --budget 50 --currency usd friend", "", 0, "up to $50"},
		// The flag counts over the variable.
		{"--occasion birthday --budget 50 --currency USD friend", "EUR", 0, "up to $50"},
		// Well said, and nothing fits: no idea is priced in another currency.
		{"--occasion birthday --budget 50 friend", "EUR", 1, "priced in another currency"},
		{"--occasion birthday --budget 5000 --currency JPY friend", "", 1, "catalog's currency, USD"},
		{"--occasion wedding --budget 1 friend", "", 1, "No gift fits"},
		{"--occasion birthday --budget 50 --currency EURO friend", "", 2, "--currency: want an ISO 4217 code"},
		{"--occasion birthday --budget 50 --currency XYZ friend", "", 2, "--currency: want an ISO 4217 code"},
		{"--occasion birthday --budget 50 friend", "euro", 2, "GIFTSERVER_CURRENCY: want an ISO 4217 code"},
		{"--occasion birthday --budget 0 friend", "", 2, "'budget' must be greater than 0, got 0"},
		{"--occasion birthday --budget -5 friend", "", 2, "'budget' must be greater than 0, got -5"},
		{"--occasion birthday --budget Inf friend", "", 2, "--budget: want a number"},
		{"--occasion birthday --budget 50 --age 200 friend", "", 2, "'age' must be at most 120, got 200"},
		{"--occasion birthday --budget 50 --kinds cars friend", "", 2, "'kinds[0]' must be one of"},
		{"--occasion birthday --budget 50 --needed-by soon friend", "", 2, "'needed_by' must be a date such as 2026-12-24"},
		{"--budget 50 friend", "", 2, `"occasion" not set`},
		{"--occasion birthday --budget 50 --price 3 friend", "", 2, "unknown flag: --price"},
	}
	for _, tt := range tests {
		var stdout, stderr bytes.Buffer
		got := run(t.Context(), program{
			args:   append([]string{"suggest", "--db", file}, strings.Fields(tt.args)...),
			env:    lookup(map[string]string{"GIFTSERVER_CURRENCY": tt.currency}),
			stdin:  strings.NewReader(""),
			stdout: &stdout,
			stderr: &stderr,
		})
		if got != tt.want {
			t.Errorf("suggest %s with %q: got exit code %d, want %d; stderr: %s", tt.args, tt.currency, got, tt.want, &stderr)
		}
		used, silent := &stderr, &stdout
		if tt.want == 0 {
			used, silent = &stdout, &stderr
		}
		if !strings.Contains(used.String(), tt.says) || silent.Len() > 0 {
			t.Errorf("suggest %s with %q: got %q, and %q on the other stream, want %q and nothing", tt.args, tt.currency, used, silent, tt.says)
		}
	}
}

// lookup is an environment; a variable without a value is not set.
func lookup(variables map[string]string) func(string) (string, bool) {
	return func(name string) (string, bool) {
		value := variables[name]
		return value, value != ""
	}
}

// What could never match only seems to allow something, so it is refused at the start.
func TestSettings_forms(t *testing.T) {
	tests := []struct {
		setting, value string
		ok             bool
	}{
		{"allowed-hosts", "gifts.example", true},
		{"allowed-hosts", "gifts.example:8443", true},
		{"allowed-hosts", "GIFTS.Example", true},
		{"allowed-hosts", "gift-server", true},
		{"allowed-hosts", "192.0.2.7:80", true},
		// An IPv6 address stands in brackets, as it does in the Host header.
		{"allowed-hosts", "[2001:db8::1]", true},
		{"allowed-hosts", "[2001:db8::1]:8443", true},
		{"allowed-hosts", "2001:db8::1", false},
		{"allowed-hosts", "[2001:db8::1", false},
		{"allowed-hosts", "[gifts.example]", false},
		{"allowed-hosts", "gifts.example, api.example:8443 ,", true},
		{"allowed-hosts", "gifts.example, https://api.example", false},
		{"allowed-hosts", "gifts.example api.example", false},
		{"allowed-hosts", "https://gifts.example", false},
		{"allowed-hosts", "gifts.example/", false},
		{"allowed-hosts", "gifts.example/mcp", false},
		{"allowed-hosts", "gifts.example:", false},
		{"allowed-hosts", "gifts.example:https", false},
		{"allowed-hosts", "user@gifts.example", false},
		{"allowed-hosts", "*", false},
		{"allowed-hosts", "*.gifts.example", false},

		{"allowed-origins", "https://app.example", true},
		{"allowed-origins", "http://app.example:5173", true},
		{"allowed-origins", "https://192.0.2.7", true},
		{"allowed-origins", "https://[2001:db8::1]", true},
		{"allowed-origins", "https://[2001:db8::1]:8443", true},
		{"allowed-origins", "https://2001:db8::1", false},
		// Programs that show web pages have schemes of their own.
		{"allowed-origins", "app://localhost", true},
		{"allowed-origins", "chrome-extension://abcdefghijklmnop", true},
		{"allowed-origins", "https://app.example, https://b.example", true},
		{"widget-domain", "https://gifts.example", true},
		{"widget-domain", "http://gifts.example", false},
		{"widget-domain", "https://gifts.example/", false},
		{"widget-domain", "gifts.example", false},
		{"allowed-origins", "https://app.example, b.example", false},
		{"allowed-origins", "app.example", false},
		{"allowed-origins", "//app.example", false},
		{"allowed-origins", "https:app.example", false},
		{"allowed-origins", "https://", false},
		// Browsers send neither a slash nor a path.
		{"allowed-origins", "https://app.example/", false},
		{"allowed-origins", "https://app.example/chat", false},
		{"allowed-origins", "https://app.example?x", false},
		{"allowed-origins", "https://app.example#x", false},
		{"allowed-origins", "https://app.example:", false},
		{"allowed-origins", "https://user@app.example", false},
		{"allowed-origins", "*", false},
		{"allowed-origins", "https://*", false},
		{"allowed-origins", "https://*.app.example", false},
		// Every sandboxed frame has this one.
		{"allowed-origins", "null", false},
	}
	for _, tt := range tests {
		checkSetting(t, tt.setting, tt.value, tt.ok)
	}
}

// checkSetting fails the test if a value of a setting is accepted and should not be, or the other way
// round.
func checkSetting(t *testing.T, setting, value string, ok bool) {
	t.Helper()
	values := defineSettings(pflag.NewFlagSet("", pflag.ContinueOnError), []string{setting})
	name := values[0].variable()
	_, err := resolve(values, lookup(map[string]string{name: value}))
	if (err == nil) != ok {
		t.Errorf("%s %q: got error %v, want it accepted: %t", name, value, err, ok)
	}
	if err != nil && !strings.HasPrefix(err.Error(), name+": want ") {
		t.Errorf("%s %q: got error %v, want one that names the setting and its form", name, value, err)
	}
}
