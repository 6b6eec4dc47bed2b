package transport

import (
	"net/http"
	"net/url"

	"github.com/go-chi/cors"
	"github.com/go-json-experiment/json"
)

// resourceMetadata tells clients where to get tokens for a resource (RFC 9728 §2).
type resourceMetadata struct {
	Resource string   `json:"resource"`
	Servers  []string `json:"authorization_servers"`
	Scopes   []string `json:"scopes_supported,omitempty"`
	Methods  []string `json:"bearer_methods_supported"`
	Name     string   `json:"resource_name,omitzero"`
}

// metadata answers the requests for the documents that say where tokens come from, if the tokens come
// from somewhere. It stands before guard: whoever wants a token has to read them, from wherever, and they
// hold nothing but what is public.
func (h *HTTP) metadata(next http.Handler) http.Handler {
	o, ok := h.Auth.(*OAuth)
	if !ok {
		return next
	}
	documents := o.documents()
	open := cors.Handler(cors.Options{AllowedMethods: []string{http.MethodGet, http.MethodHead}, AllowedHeaders: []string{"*"}})
	serve := open(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodGet && r.Method != http.MethodHead {
			w.Header().Set("Allow", http.MethodGet)
			http.Error(w, "Read this with GET.", http.StatusMethodNotAllowed)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write(documents[r.URL.Path]) // A client that is gone needs no answer.
	}))
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if documents[r.URL.Path] != nil {
			serve.ServeHTTP(w, r)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// documents returns the documents by their paths. A proxy may have put the server below a path of its
// own, which it takes away or not.
func (o *OAuth) documents() map[string][]byte {
	documents := map[string][]byte{}
	for _, endpoint := range []string{sseEndpoint, Endpoint} {
		resource := o.resource(endpoint)
		document, err := json.Marshal(resourceMetadata{resource, []string{o.Issuer}, o.Scopes, []string{"header"}, o.Name})
		if err != nil {
			continue // Only what is no UTF-8 can't be written.
		}
		documents[protectedResource] = document // In the end that of Endpoint.
		documents[protectedResource+endpoint] = document
		if u, err := url.Parse(resource); err == nil {
			documents[protectedResource+u.Path] = document
		}
	}
	return documents
}
