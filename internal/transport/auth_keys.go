package transport

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/go-jose/go-jose/v4"
	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// Limits of what is asked of an issuer.
const (
	askAgain      = 10 * time.Second // after which it may be asked again, whatever tokens come
	keysFresh     = time.Hour        // after which a key that it has withdrawn is noticed
	issuerTimeout = 5 * time.Second  // for one answer
	mostOfAnswer  = 256 << 10        // bytes
)

// A keyRing holds the keys of an issuer.
type keyRing struct {
	held atomic.Pointer[keySet] // nil until there are some

	// fetching is full while the issuer is asked, which guards what follows. Waiting for it ends with the
	// context, as waiting for a mutex does not.
	fetching chan struct{}
	made     sync.Once
	asked    time.Time // the last time
	err      error     // why that failed, nil if it did not
}

// turn returns what takes the turn to ask the issuer when something is sent to it.
func (k *keyRing) turn() chan struct{} {
	k.made.Do(func() { k.fetching = make(chan struct{}, 1) })
	return k.fetching
}

// pass ends a turn.
func (k *keyRing) pass() { <-k.fetching }

// A keySet is the keys that an issuer has at a time.
type keySet struct {
	keys    []jose.JSONWebKey
	fetched time.Time
}

// find returns the keys that may have signed a token with such a header: usually one, and none if the
// issuer has no such key. It is an error if the issuer can't be asked.
func (o *OAuth) find(ctx context.Context, header jose.Header) ([]jose.JSONWebKey, error) {
	held := o.keys.held.Load()
	keys := held.match(header)
	switch {
	case len(keys) == 0:
		return o.findNew(ctx, header)
	case time.Since(held.fetched) > keysFresh:
		return o.findFresh(ctx, header), nil
	}
	return keys, nil
}

// findNew finds a key that the issuer may have by now. Who waited for the turn has the answer that another
// one got, and nobody can have the issuer asked on and on by inventing keys.
func (o *OAuth) findNew(ctx context.Context, header jose.Header) ([]jose.JSONWebKey, error) {
	select {
	case o.keys.turn() <- struct{}{}:
		defer o.keys.pass()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	o.refreshInTime(ctx)
	if keys := o.keys.held.Load().match(header); len(keys) > 0 {
		return keys, nil
	}
	return nil, o.keys.err
}

// findFresh finds a key that was there and that the issuer may have withdrawn. One request asks the issuer;
// the others go on with what there is.
func (o *OAuth) findFresh(ctx context.Context, header jose.Header) []jose.JSONWebKey {
	select {
	case o.keys.turn() <- struct{}{}:
		defer o.keys.pass()
		o.refreshInTime(ctx)
	default:
	}
	return o.keys.held.Load().match(header)
}

// match returns the keys that may have signed a token with such a header. Without a key id it can only be
// the one key that there is.
func (s *keySet) match(header jose.Header) []jose.JSONWebKey {
	if s == nil || header.KeyID == "" && len(s.keys) > 1 {
		return nil
	}
	var keys []jose.JSONWebKey
	for _, key := range s.keys {
		if (header.KeyID == "" || key.KeyID == header.KeyID) && (key.Algorithm == "" || key.Algorithm == header.Algorithm) {
			keys = append(keys, key)
		}
	}
	return keys
}

// refreshInTime is as refresh, unless the issuer was asked just now. The answer is for others too, so it is
// fetched even if this request is given up. It is the caller's turn.
func (o *OAuth) refreshInTime(ctx context.Context) {
	if time.Since(o.keys.asked) >= askAgain {
		o.refresh(context.WithoutCancel(ctx))
	}
}

// refresh fetches the keys of the issuer and keeps those that it has now. After a failure those from
// before stay good. It is the caller's turn.
func (o *OAuth) refresh(ctx context.Context) {
	keys, err := o.fetch(ctx)
	o.keys.asked, o.keys.err = time.Now(), err
	if err != nil {
		o.log().WarnContext(ctx, "the keys of the issuer can't be fetched; tokens with other keys are refused until they can",
			"issuer", o.Issuer, "error", err)
		return
	}
	o.keys.held.Store(&keySet{keys, o.keys.asked})
}

// fetch asks the issuer for its keys.
func (o *OAuth) fetch(ctx context.Context) ([]jose.JSONWebKey, error) {
	address, err := o.discover(ctx)
	if err != nil {
		return nil, err
	}
	var set struct {
		Keys []jsontext.Value `json:"keys"`
	}
	if err := o.get(ctx, address, &set); err != nil {
		return nil, err
	}
	var keys []jose.JSONWebKey
	for _, text := range set.Keys {
		// An issuer may have keys for other purposes, of kinds that nobody here knows (RFC 7517 §5).
		var key jose.JSONWebKey
		if key.UnmarshalJSON(text) == nil && key.IsPublic() && key.Use != "enc" {
			keys = append(keys, key)
		}
	}
	if len(keys) == 0 {
		return nil, fmt.Errorf("%s lists no key to check signatures with", address)
	}
	return keys, nil
}

// discover asks the issuer where its keys are: as OpenID Connect has it, else as RFC 8414 has it.
func (o *OAuth) discover(ctx context.Context) (string, error) {
	u, err := url.Parse(o.Issuer)
	if err != nil {
		return "", fmt.Errorf("--auth-issuer: %w", err)
	}
	about, err := o.describe(ctx, u.JoinPath("/.well-known/openid-configuration"))
	if err != nil {
		path := strings.TrimSuffix(u.Path, "/")
		u.Path = "/.well-known/oauth-authorization-server" + path
		var second error
		if about, second = o.describe(ctx, u); second != nil {
			return "", fmt.Errorf("%w, and %w", err, second)
		}
	}
	switch {
	case about.Issuer != o.Issuer:
		return "", fmt.Errorf("the issuer calls itself %q; give --auth-issuer that, letter by letter, if it is meant", about.Issuer)
	case !IsSecureURL(about.Keys):
		return "", fmt.Errorf("the issuer has its keys at %q; want an https address", about.Keys)
	}
	return about.Keys, nil
}

// An issuerMetadata is what an issuer says of itself (RFC 8414 §2).
type issuerMetadata struct {
	Issuer string `json:"issuer"`
	Keys   string `json:"jwks_uri"`
}

func (o *OAuth) describe(ctx context.Context, at *url.URL) (about issuerMetadata, err error) {
	return about, o.get(ctx, at.String(), &about)
}

// IsSecureURL reports whether what is read at an address comes from there: it is one of https, or of
// this machine. A user, which would be logged, or a fragment, which would not be sent, it does not have.
func IsSecureURL(address string) bool {
	u, err := url.Parse(address)
	return err == nil && u.Hostname() != "" && u.User == nil && u.Fragment == "" &&
		(u.Scheme == "https" || u.Scheme == "http" && isLoopback(u.Hostname()))
}

// get reads a JSON document of the issuer. It follows no redirect, which might leave https.
func (o *OAuth) get(ctx context.Context, address string, into any) error {
	ctx, cancel := context.WithTimeout(ctx, issuerTimeout)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, address, http.NoBody)
	if err != nil {
		return err
	}
	request.Header.Set("Accept", "application/json")
	client := http.Client{Transport: o.Transport, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	response, err := client.Do(request)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		return fmt.Errorf("%s answers %s", address, response.Status)
	}
	text, err := io.ReadAll(io.LimitReader(response.Body, mostOfAnswer+1))
	switch {
	case err != nil:
		return fmt.Errorf("reading %s: %w", address, err)
	case len(text) > mostOfAnswer:
		return fmt.Errorf("%s answers with more than %d bytes", address, mostOfAnswer)
	}
	if err := json.Unmarshal(text, into); err != nil {
		return fmt.Errorf("reading %s: %w", address, err)
	}
	return nil
}

func (o *OAuth) log() *slog.Logger { return cmp.Or(o.Log, slog.Default()) }
