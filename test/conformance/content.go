package main

import (
	"bytes"
	"context"
	"image"
	"image/png"

	"giftserver/internal/mcp"
)

// contentTools are those that always answer the same, in each kind of content.
func contentTools() []tool {
	embedded := mcp.Embedded("test://embedded-resource", "text/plain", &mcp.Contents{Text: "This is an embedded resource content."})
	mixed := mcp.Embedded("test://mixed-content-resource", "application/json", &mcp.Contents{Text: `{"test":"data","value":123}`})
	return []tool{
		{
			name: "test_simple_text", description: "Returns a text",
			call: answer(mcp.Text("This is a simple text response for testing.")),
		},
		{
			name: "test_image_content", description: "Returns an image",
			call: answer(mcp.Image(pixel(), "image/png")),
		},
		{
			name: "test_audio_content", description: "Returns a sound",
			call: answer(mcp.Audio([]byte(silence), "audio/wav")),
		},
		{
			name: "test_embedded_resource", description: "Returns an embedded resource",
			call: answer(embedded),
		},
		{
			name: "test_multiple_content_types", description: "Returns a text, an image and an embedded resource",
			call: answer(mcp.Text("Multiple content types test:"), mcp.Image(pixel(), "image/png"), mixed),
		},
	}
}

// answer returns a tool that always answers the same.
func answer(content ...mcp.Content) caller {
	return func(context.Context, mcp.ToolCall) (*mcp.ToolResult, error) {
		return &mcp.ToolResult{Content: content}, nil
	}
}

// pixel returns the smallest picture, as PNG.
func pixel() []byte {
	var b bytes.Buffer
	_ = png.Encode(&b, image.NewGray(image.Rect(0, 0, 1, 1))) // Writing to memory does not fail.
	return b.Bytes()
}

// silence is the shortest sound, as WAV: the header of mono samples of 8 bits at 8 kHz, and none of
// them.
const silence = "RIFF\x24\x00\x00\x00WAVE" +
	"fmt \x10\x00\x00\x00\x01\x00\x01\x00\x40\x1f\x00\x00\x40\x1f\x00\x00\x01\x00\x08\x00" +
	"data\x00\x00\x00\x00"
