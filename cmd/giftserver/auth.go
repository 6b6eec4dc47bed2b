package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"regexp"
	"strings"

	"giftserver/internal/mcp"
	"giftserver/internal/transport"
)

// An authConfig says whom a server answers over HTTP. The zero authConfig is everybody.
type authConfig struct {
	issuer, audience string
	scopes           []string
	tokenFile        string
}

// open returns what checks the requests of a server, nil for nothing, and what goes on beside it.
func (c *authConfig) open(log *slog.Logger) (transport.Authenticator, []func(context.Context), error) {
	if err := c.check(); err != nil {
		return nil, nil, usageError{err}
	}
	switch {
	case c.tokenFile != "":
		tokens, err := transport.ReadTokens(c.tokenFile, log)
		if err != nil {
			return nil, nil, fmt.Errorf("--auth-token-file: %w", err)
		}
		return tokens, []func(context.Context){tokens.Follow}, nil
	case c.issuer != "":
		oauth := &transport.OAuth{Issuer: c.issuer, Audience: c.audience, Scopes: c.scopes, Name: "giftserver", Log: log}
		return oauth, []func(context.Context){oauth.Prepare}, nil
	}
	return nil, nil, nil
}

// check says which settings do not go together. One that is alone would only seem to protect the server.
func (c *authConfig) check() error {
	switch {
	case c.tokenFile != "" && (c.issuer != "" || c.audience != "" || len(c.scopes) > 0):
		return errors.New("--auth-token-file: fixed tokens have no issuer, audience or scopes; leave out either it or the other --auth settings")
	case c.issuer == "" && (c.audience != "" || len(c.scopes) > 0):
		return errors.New("--auth-audience and --auth-scopes: they are for tokens of an issuer; name it with --auth-issuer")
	case c.issuer != "" && c.audience == "":
		return errors.New("--auth-issuer: say with --auth-audience for whom tokens must be made out, such as https://gifts.example/mcp")
	}
	return nil
}

// security is what the definition of a tool says of tokens. Fixed tokens have no scheme there.
func (c *authConfig) security() []mcp.SecurityScheme {
	if c.issuer == "" {
		return nil
	}
	return []mcp.SecurityScheme{{Type: "oauth2", Scopes: c.scopes}}
}

func setIssuer(c *authConfig, v string) error {
	if c.issuer = v; !transport.IsSecureURL(v) || strings.ContainsAny(v, `?"\`) {
		return fmt.Errorf("want an https address such as https://login.example, got %q", v)
	}
	return nil
}

// setAudience takes an address in the one form that tokens can have it in, since they are compared letter
// by letter.
func setAudience(c *authConfig, v string) error {
	u, err := url.Parse(v)
	if err != nil || !transport.IsSecureURL(v) || u.Host != strings.ToLower(u.Host) || u.String() != v ||
		u.RawQuery != "" || !strings.HasSuffix(u.Path, transport.Endpoint) {
		return fmt.Errorf("want the https address of the endpoint in lower case, such as https://gifts.example%s, got %q", transport.Endpoint, v)
	}
	c.audience = v
	return nil
}

// scopeForm is the form of a scope (RFC 6749 §3.3).
var scopeForm = regexp.MustCompile(`^[!#-\[\]-~]+$`)

func setScopes(c *authConfig, v string) error {
	c.scopes = strings.FieldsFunc(v, func(r rune) bool { return r == ' ' || r == ',' })
	return checkEach(c.scopes, scopeForm, "scopes such as gifts:read")
}
