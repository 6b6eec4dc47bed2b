package transport

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/go-jose/go-jose/v4"
	"github.com/go-jose/go-jose/v4/jwt"
	"github.com/go-json-experiment/json"
)

// clockSkew is by how much the clocks of the issuer and of this server may differ.
const clockSkew = time.Minute

// algorithms are those that a token may be signed with. A key of theirs can't be taken for the secret of
// another algorithm (RFC 8725 §2.1).
var algorithms = []jose.SignatureAlgorithm{jose.RS256, jose.ES256, jose.EdDSA}

// An OAuth lets in whoever has a JWT access token that an issuer has signed for this server: it makes the
// server a resource server of OAuth 2.1.
type OAuth struct {
	// Issuer is the address of the authorization server, letter by letter as its tokens name it. It is
	// required.
	Issuer string

	// Audience is the public address of Endpoint, for which tokens must be made out. It is required. A
	// token for that of the older transport beside it is good too, since the clients of that ask for one.
	Audience string

	// Scopes are those that a token must have, all of them.
	Scopes []string

	// Name is what people are shown as the name of the server.
	Name string

	// Transport reaches the issuer. Nil means http.DefaultTransport.
	Transport http.RoundTripper

	// Log receives what is wrong with the issuer. Nil means slog.Default().
	Log *slog.Logger

	keys keyRing
}

// Prepare fetches the keys of the issuer, so that whoever set the server up learns at once when that
// fails. It is tried again when a token comes.
func (o *OAuth) Prepare(ctx context.Context) {
	o.keys.turn() <- struct{}{}
	defer o.keys.pass()
	o.refresh(ctx)
}

// authenticate checks a token (RFC 9068 §4).
func (o *OAuth) authenticate(ctx context.Context, token string) (identity, error) {
	parsed, err := jwt.ParseSigned(token, algorithms)
	if err != nil || !isAccessToken(parsed.Headers[0]) {
		return identity{}, invalidToken("the token is no JWT access token signed with RS256, ES256 or EdDSA", nil)
	}
	c, err := o.verify(ctx, parsed)
	if err != nil {
		return identity{}, err
	}
	if err := o.check(c); err != nil {
		return identity{}, err
	}
	for _, scope := range o.Scopes {
		if !slices.Contains(c.Scope, scope) && !slices.Contains(c.Scp, scope) {
			return identity{}, &refusal{http.StatusForbidden, "insufficient_scope", "the token lacks the scope " + scope, nil}
		}
	}
	return identity{c.Subject, c.Expiry.Time().Add(clockSkew)}, nil
}

// isAccessToken reports whether a header may be that of an access token. Many issuers say JWT of all they
// sign; what says that it is something else, such as a logout token, is no access token.
func isAccessToken(h jose.Header) bool {
	typ, _ := h.ExtraHeaders["typ"].(string)
	switch strings.TrimPrefix(strings.ToLower(typ), "application/") {
	case "", "jwt", "at+jwt":
		return true
	}
	return false
}

// claims are what a token says.
type claims struct {
	jwt.Claims
	Scope scopeList `json:"scope"`
	Scp   scopeList `json:"scp"` // the name that Okta and Entra have for it
}

// A scopeList is written as one string, or as a list by some issuers.
type scopeList []string

// UnmarshalJSON reads both forms.
func (l *scopeList) UnmarshalJSON(b []byte) error {
	var text string
	if json.Unmarshal(b, &text) == nil {
		*l = strings.Fields(text)
		return nil
	}
	return json.Unmarshal(b, (*[]string)(l))
}

// verify returns what a token says if a key of the issuer has signed it.
func (o *OAuth) verify(ctx context.Context, token *jwt.JSONWebToken) (*claims, error) {
	keys, err := o.find(ctx, token.Headers[0])
	if err != nil {
		return nil, &refusal{http.StatusServiceUnavailable, "", "the keys of the authorization server can't be fetched now; try again", err}
	}
	if len(keys) == 0 {
		return nil, invalidToken("the token is signed with a key that its issuer does not have", nil)
	}
	for i := range keys {
		var c claims
		err := token.Claims(keys[i].Key, &c)
		if err == nil {
			return &c, nil
		}
		if !errors.Is(err, jose.ErrCryptoFailure) {
			return nil, invalidToken("the claims of the token can't be read", nil)
		}
	}
	return nil, invalidToken("the signature of the token is wrong", nil)
}

// check says what is wrong with the claims of a token.
func (o *OAuth) check(c *claims) error {
	err := c.ValidateWithLeeway(jwt.Expected{Issuer: o.Issuer, AnyAudience: jwt.Audience{o.resource(Endpoint), o.resource(sseEndpoint)}}, clockSkew)
	switch {
	case errors.Is(err, jwt.ErrInvalidIssuer):
		return invalidToken("the token is not from "+o.Issuer, fmt.Errorf("it is from %q", c.Issuer))
	case errors.Is(err, jwt.ErrInvalidAudience):
		return invalidToken("the token is not made out for "+o.Audience, fmt.Errorf("it is for %q", c.Audience))
	case errors.Is(err, jwt.ErrExpired):
		return invalidToken("the token has expired", nil)
	case err != nil:
		return invalidToken("the token is not valid yet", nil)
	case c.Expiry == nil:
		return invalidToken("the token has no exp; one that never expires is not accepted", nil)
	case c.Subject == "":
		return invalidToken("the token has no sub, so nobody knows whose it is", nil)
	}
	return nil
}

// protectedResource begins the paths of the documents that say where tokens come from (RFC 9728 §3).
const protectedResource = "/.well-known/oauth-protected-resource"

// challenge names the document for a path and the scopes to ask for.
func (o *OAuth) challenge(path string) string {
	u, err := url.Parse(o.resource(path))
	if err != nil {
		return `realm="giftserver"` // An audience that is no address has no document either.
	}
	u.Path = protectedResource + u.Path
	text := `resource_metadata="` + u.String() + `"`
	if len(o.Scopes) > 0 {
		text += `, scope="` + strings.Join(o.Scopes, " ") + `"`
	}
	return text
}

// resource returns the address for which clients of a path ask for tokens.
func (o *OAuth) resource(path string) string {
	if path == sseEndpoint || path == sseMessages {
		return strings.TrimSuffix(o.Audience, Endpoint) + sseEndpoint
	}
	return o.Audience
}
