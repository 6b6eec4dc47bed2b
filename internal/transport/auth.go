package transport

import (
	"context"
	"errors"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// An Authenticator knows the bearer tokens that requests are let in with: [OAuth], whose tokens an
// issuer signs, or [Tokens], which are fixed.
type Authenticator interface {
	// authenticate returns whom a token speaks for, or a refusal.
	authenticate(ctx context.Context, token string) (identity, error)

	// challenge returns what tells a client of a path how to come by a token: the parameters of
	// WWW-Authenticate.
	challenge(path string) string
}

// An identity is whom a token speaks for. The zero identity is that of a server without authentication.
type identity struct {
	subject string
	expiry  time.Time // from then on it does not; zero for never
}

// A refusal says why a request is not let in. It never holds a token.
type refusal struct {
	status int
	code   string // of RFC 6750 §3.1; "" when no token came or none could be checked
	text   string // for whoever sent the request; it fits into a quoted string of a header
	cause  error  // for the log, nil when text says it all
}

// Error returns the reason, with its cause.
func (e *refusal) Error() string {
	if e.cause == nil {
		return e.text
	}
	return e.text + ": " + e.cause.Error()
}

// Unwrap returns the cause.
func (e *refusal) Unwrap() error { return e.cause }

func invalidRequest(text string) error {
	return &refusal{http.StatusBadRequest, "invalid_request", text, nil}
}

func invalidToken(text string, cause error) error {
	return &refusal{http.StatusUnauthorized, "invalid_token", text, cause}
}

// authenticate lets through only requests with a token. It comes after guard and cors: a preflight has
// no token. Who sends too many tokens that are no good has none checked for a while.
func (h *HTTP) authenticate(next http.Handler) http.Handler {
	if h.Auth == nil {
		return next
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		// Without a session, GET and DELETE of the endpoint are the wrong method for everybody. Clients
		// that ask whether there is a stream expect to be told so.
		if r.URL.Path == Endpoint && r.Method != http.MethodPost && r.Header.Get(headerSession) == "" {
			next.ServeHTTP(w, r)
			return
		}
		from := stranger(r)
		if wait := h.strangers.wait(from); wait > 0 {
			h.slowDown(w, r, wait)
			return
		}
		token, err := bearer(r)
		var id identity
		if err == nil {
			id, err = h.Auth.authenticate(r.Context(), token)
		}
		if err != nil {
			h.strangers.charge(from, 1)
			h.turnAway(w, r, err)
			return
		}
		next.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), identityKey{}, id)))
	})
}

// identityKey is the key under which the context of a request holds whom its token speaks for.
type identityKey struct{}

func identityOf(ctx context.Context) identity {
	id, _ := ctx.Value(identityKey{}).(identity)
	return id
}

// Subject returns whom the token of a request speaks for, by the context that the request is served with;
// "" without authentication.
func Subject(ctx context.Context) string { return identityOf(ctx).subject }

// tokenForm is the form of a bearer token (RFC 6750 §2.1).
var tokenForm = regexp.MustCompile(`^[A-Za-z0-9._~+/-]+=*$`)

// bearer returns the token of a request (RFC 6750 §2). One in the address is refused, even beside the
// header: addresses end up in logs.
func bearer(r *http.Request) (string, error) {
	values := r.Header.Values("Authorization")
	switch {
	case r.URL.Query().Has("access_token"):
		return "", invalidRequest("a token in the address is not accepted; send it in the header Authorization")
	case len(values) > 1:
		return "", invalidRequest("send the header Authorization only once")
	}
	scheme, token, _ := strings.Cut(strings.Join(values, ""), " ")
	token = strings.Trim(token, " ")
	switch {
	case !strings.EqualFold(scheme, "bearer") || token == "":
		return "", &refusal{http.StatusUnauthorized, "", "send a token in the header Authorization: Bearer TOKEN", nil}
	case !tokenForm.MatchString(token):
		return "", invalidRequest("the header Authorization must be the word Bearer, a space and the token")
	}
	return token, nil
}

// turnAway answers a request that is not let in and logs why.
func (h *HTTP) turnAway(w http.ResponseWriter, r *http.Request, err error) {
	no, ok := errors.AsType[*refusal](err)
	if !ok {
		no = &refusal{http.StatusInternalServerError, "", "internal error", err}
	}
	if no.code != "" {
		h.log().InfoContext(r.Context(), "refused token", "reason", no.Error(), "address", addressOf(r))
	}
	if no.status == http.StatusServiceUnavailable {
		w.Header().Set("Retry-After", strconv.Itoa(int(askAgain.Seconds())))
	} else {
		w.Header().Set("WWW-Authenticate", "Bearer "+no.params()+h.Auth.challenge(r.URL.Path))
	}
	http.Error(w, no.text, no.status)
}

// params returns what a challenge says of the reason.
func (e *refusal) params() string {
	if e.code == "" {
		return ""
	}
	return `error="` + e.code + `", error_description="` + e.text + `", `
}
