package main

import (
	"context"
	"fmt"
	"net/url"

	"github.com/go-json-experiment/json"

	"giftserver/internal/mcp"
)

// resources returns the resources. Nothing ever happens to the one that is watched: the suite only
// subscribes and unsubscribes.
func resources() []mcp.Resource {
	return []mcp.Resource{
		{
			URI: "test://static-text", Name: "static-text", Description: "A text", MIMEType: "text/plain",
			Read: hold(&mcp.Contents{Text: "This is the content of the static text resource."}),
		},
		{
			URI: "test://static-binary", Name: "static-binary", Description: "An image", MIMEType: "image/png",
			Read: hold(&mcp.Contents{Blob: pixel()}),
		},
		{
			URI: "test://watched-resource", Name: "watched-resource", Description: "A resource to subscribe to", MIMEType: "text/plain",
			Read: hold(&mcp.Contents{Text: "This is the content of the watched resource."}),
		},
	}
}

func hold(contents *mcp.Contents) func(context.Context) (*mcp.Contents, error) {
	return func(context.Context) (*mcp.Contents, error) { return contents, nil }
}

// templates returns the templates of resources.
func templates() []mcp.Template {
	return []mcp.Template{{
		URITemplate: "test://template/{id}/data", Name: "template", Description: "Data of an id", MIMEType: "application/json",
		Read: func(_ context.Context, id string, _ url.Values) (*mcp.Contents, error) {
			data, err := json.Marshal(map[string]string{"id": id, "data": "Data for ID: " + id}, json.Deterministic(true))
			if err != nil {
				return nil, fmt.Errorf("encoding the data of %q: %w", id, err)
			}
			return &mcp.Contents{Text: string(data)}, nil
		},
	}}
}
