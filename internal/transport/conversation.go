package transport

import "context"

// A Conversation is what one peer and whoever answers it say to each other. It and [Opener] are all that
// a transport knows of the protocol.
type Conversation interface {
	// Serve takes one message of the peer in and returns what answers it. Messages that have an order
	// are taken in one after the other; their answers may be made at the same time.
	//
	// header holds the HTTP header that the message came with; it is nil on transports that have none.
	// emit sends the peer a message that belongs to this one, ahead of its reply; an empty message
	// breaks the stream of a peer that can come back for the rest. The reply is nil when there is none
	// to give. status is the HTTP status that belongs to it.
	Serve(ctx context.Context, message []byte, header map[string][]string, emit func([]byte) error) (answer func() (reply []byte, status int))

	// Session reports whether the peer has begun a session in this conversation, to which a message
	// with such a header belongs, and whether it knows how to resume a stream that broke.
	Session(header map[string][]string) (in, resumable bool)

	// Close ends the conversation. What would go on until then ends with a reply.
	Close()
}

// recycle gives a reply back that has been written and that nobody holds, if the conversation has use for that.
func recycle(c Conversation, reply []byte) {
	if r, ok := c.(interface{ Recycle(reply []byte) }); ok {
		r.Recycle(reply)
	}
}

// An Opener begins a conversation. tell sends the peer what belongs to none of its messages, and does
// not wait for it.
type Opener func(tell func(message []byte)) Conversation
