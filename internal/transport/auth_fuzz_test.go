package transport_test

import (
	"crypto"
	"encoding/base64"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// challengeForm is a challenge that every client reads (RFC 9110 §11.6.1): parameters in quotes, without
// quotes or control characters in them.
var challengeForm = regexp.MustCompile(`^Bearer ([a-z_]+="[ !#-\[\]-~]*"(, |$))+$`)

// Whatever stands in the header, a request is let in only with a token whose claims are in order, or told
// how to come by one; and even of one that a key of the issuer has signed, nobody reads anything.
func FuzzHTTP_authenticate(f *testing.F) {
	const (
		typed  = `{"alg":"EdDSA","kid":"EdDSA","typ":"at+jwt"}`
		claims = `{"iss":"https://login.example/realm","aud":"https://gifts.example/mcp","sub":"ada","exp":4102444800,"scope":"gifts:read"}`
	)
	f.Add("", typed, claims)
	f.Add("Bearer", `{"alg":"EdDSA","kid":"EdDSA"}`, strings.Replace(claims, `"ada"`, `""`, 1))
	f.Add("bearer  a.b.c ", `{"alg":"none","kid":"EdDSA"}`, strings.Replace(claims, `4102444800`, `1e99`, 1))
	f.Add("Basic YTpi", `{"alg":"EdDSA","kid":"EdDSA","typ":"logout+jwt"}`, strings.Replace(claims, `"gifts:read"`, `["gifts:read",1]`, 1))
	f.Add("Bearer a b", `{"alg":"EdDSA","kid":"../x","crit":["b64"],"b64":false}`, strings.Replace(claims, `"aud":"https://gifts.example/mcp"`, `"aud":["https://gifts.example/mcp",null]`, 1))
	f.Add("Bearer a\"\x00.b", `{"alg":"EdDSA","kid":"EdDSA","typ":5}`, `{"iss":"https://login.example/realm\"\n","ISS":"https://login.example/realm"}`)
	f.Add("Bearer \u212a", `{"alg":"HS256","kid":"EdDSA","jwk":{"kty":"oct","k":"YQ"}}`, `[]`)
	f.Add("Bearer ....", `{"alg":"EdDSA","alg":"none","kid":"EdDSA"}`, strings.Replace(claims, `"sub"`, `"nbf":"1","sub"`, 1))
	f.Fuzz(func(t *testing.T, authorization, header, claims string) {
		synctest.Test(t, func(t *testing.T) {
			i := newIssuer()
			h, log := guardedBy(i)
			routes := h.Routes()
			encode := base64.RawURLEncoding.EncodeToString
			text := encode([]byte(header)) + "." + encode([]byte(claims))
			signature, err := i.keys["EdDSA"].private.Sign(nil, []byte(text), crypto.Hash(0))
			if err != nil {
				t.Fatal(err)
			}
			text += "." + encode(signature)
			for _, value := range []string{authorization, "Bearer " + text, "Bearer " + text[:len(text)-4] + "AAAA"} {
				r := post()
				r.Header["Authorization"] = []string{value}
				w := httptest.NewRecorder()
				routes.ServeHTTP(w, r)
				challenge := w.Header().Get("WWW-Authenticate")
				switch {
				case w.Code == http.StatusOK && (value != "Bearer "+text || !inOrderClaims(claims)):
					t.Errorf("Authorization %q, claims %s: let in", value, claims)
				case w.Code == http.StatusOK:
				case w.Code != http.StatusBadRequest && w.Code != http.StatusUnauthorized && w.Code != http.StatusForbidden:
					t.Errorf("Authorization %q: got status %d: %s", value, w.Code, log)
				case !challengeForm.MatchString(challenge) || !strings.Contains(challenge, "resource_metadata="):
					t.Errorf("Authorization %q: got the challenge %q", value, challenge)
				}
				unseen(t, text, log.String(), w)
			}
			if n := i.count(); n > 1 {
				t.Errorf("asked the issuer for its keys %d times at once, want once", n)
			}
		})
	})
}

// inOrderClaims reports whether claims let somebody in, at a time long before their end.
func inOrderClaims(text string) bool {
	var all map[string]any
	_ = json.Unmarshal([]byte(text), &all) // What is no object says nothing.
	audience, isList := all["aud"].([]any)
	if !isList {
		audience = []any{all["aud"]}
	}
	var scopes []any
	for _, name := range []string{"scope", "scp"} {
		list, _ := all[name].([]any)
		words, _ := all[name].(string)
		for word := range strings.FieldsSeq(words) {
			list = append(list, word)
		}
		scopes = append(scopes, list...)
	}
	expiry, _ := all["exp"].(float64)
	subject, _ := all["sub"].(string)
	isOurs := slices.Contains(audience, any(audienceName)) || slices.Contains(audience, any("https://gifts.example/sse"))
	return all["iss"] == issuerName && isOurs && subject != "" && expiry > float64(time.Now().Add(-2*time.Minute).Unix()) && slices.Contains(scopes, any("gifts:read"))
}
