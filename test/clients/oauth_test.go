package clients_test

import (
	"context"
	"crypto/ed25519"
	"crypto/rand"
	"encoding/base64"
	"encoding/json"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/auth"
	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/modelcontextprotocol/go-sdk/oauthex"
)

// An issuer is an authorization server that asks nobody: whoever wants a code gets one. It makes tokens
// out for the resource that the client names.
type issuer struct {
	*httptest.Server
	asked url.Values // what came with the last wish for a code
}

func startIssuer(t *testing.T) *issuer {
	t.Helper()
	public, private, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	mux := http.NewServeMux()
	i := &issuer{Server: httptest.NewServer(mux)}
	t.Cleanup(i.Close)
	answer := func(pattern string, value func(*http.Request) map[string]any) {
		mux.HandleFunc(pattern, func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			_ = json.NewEncoder(w).Encode(value(r))
		})
	}
	answer("/.well-known/oauth-authorization-server", func(*http.Request) map[string]any {
		return map[string]any{
			"issuer": i.URL, "jwks_uri": i.URL + "/keys",
			"authorization_endpoint": i.URL + "/authorize", "token_endpoint": i.URL + "/token",
			"response_types_supported": []string{"code"}, "code_challenge_methods_supported": []string{"S256"},
		}
	})
	answer("/keys", func(*http.Request) map[string]any {
		key := map[string]string{"kty": "OKP", "crv": "Ed25519", "kid": "1", "alg": "EdDSA", "x": base64.RawURLEncoding.EncodeToString(public)}
		return map[string]any{"keys": []any{key}}
	})
	answer("/token", func(r *http.Request) map[string]any {
		token := part(t, map[string]any{"alg": "EdDSA", "kid": "1", "typ": "at+jwt"}) + "." + part(t, map[string]any{
			"iss": i.URL, "aud": r.FormValue("resource"), "sub": "ada", "scope": i.asked.Get("scope"), "exp": time.Now().Add(time.Hour).Unix(),
		})
		token += "." + base64.RawURLEncoding.EncodeToString(ed25519.Sign(private, []byte(token)))
		return map[string]any{"access_token": token, "token_type": "Bearer", "expires_in": 3600}
	})
	return i
}

// part is one of the parts of a token.
func part(t *testing.T, value map[string]any) string {
	t.Helper()
	text, err := json.Marshal(value)
	if err != nil {
		t.Error(err)
	}
	return base64.RawURLEncoding.EncodeToString(text)
}

// code gives a client its code.
func (i *issuer) code(_ context.Context, args *auth.AuthorizationArgs) (*auth.AuthorizationResult, error) {
	u, err := url.Parse(args.URL)
	if err != nil {
		return nil, err
	}
	i.asked = u.Query()
	return &auth.AuthorizationResult{Code: "code", State: i.asked.Get("state")}, nil
}

// A client that knows nothing but the address finds out by itself where to get a token, for what and with
// which scopes.
func TestGoClient_oauth(t *testing.T) {
	if os.Getenv("GIFTSERVER") == "" {
		t.Skip("GIFTSERVER does not name the built binary, so there is nothing to talk to")
	}
	free, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := free.Addr().String()
	free.Close()
	endpoint := "http://" + address + "/mcp"
	i := startIssuer(t)
	s := serve(t, "--addr", address, "--auth-issuer", i.URL, "--auth-audience", endpoint, "--auth-scopes", "gifts:read")
	handler, err := auth.NewAuthorizationCodeHandler(&auth.AuthorizationCodeHandlerConfig{
		PreregisteredClient:      &oauthex.ClientCredentials{ClientID: "test"},
		RedirectURL:              "http://127.0.0.1/callback",
		AuthorizationCodeFetcher: i.code,
	})
	if err != nil {
		t.Fatal(err)
	}
	client := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, nil)
	session, err := client.Connect(t.Context(), &mcp.StreamableClientTransport{Endpoint: endpoint, OAuthHandler: handler}, nil)
	if err != nil {
		t.Fatal(err)
	}
	list, err := session.ListTools(t.Context(), nil)
	if err != nil || len(list.Tools) != 3 {
		t.Errorf("got %v and error %v, want three tools", list, err)
	}
	if i.asked.Get("resource") != endpoint || i.asked.Get("scope") != "gifts:read" {
		t.Errorf("the client asked for %v, want the endpoint %s and the scope gifts:read", i.asked, endpoint)
	}
	if err := session.Close(); err != nil {
		t.Error(err)
	}
	s.stop(t)
}
