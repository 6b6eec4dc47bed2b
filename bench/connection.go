package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"net"
	"strconv"
	"strings"
)

// A connection carries one message at a time to a server.
type connection interface {
	// ask sends a message and returns the reply, which is good until the next call.
	ask(message []byte) ([]byte, error)
	Close() error
}

// An httpConnection is a keep-alive connection. It reads as much of HTTP as servers answer posts with.
type httpConnection struct {
	net.Conn
	in      *bufio.Reader
	head    string // see head
	session string // the header line of the session, if there is one
	out     []byte
	reply   []byte
}

func dial(host, head string) (*httpConnection, error) {
	c, err := net.Dial("tcp", host)
	if err != nil {
		return nil, err
	}
	return &httpConnection{Conn: c, in: bufio.NewReaderSize(c, 64<<10), head: head}, nil
}

func (c *httpConnection) ask(message []byte) ([]byte, error) {
	c.out = strconv.AppendInt(append(c.out[:0], c.head...), int64(len(message)), 10)
	c.out = append(append(c.out, c.session...), "\r\n\r\n"...)
	if _, err := c.Write(append(c.out, message...)); err != nil {
		return nil, err
	}
	status, err := c.line()
	if err != nil {
		return nil, err
	}
	accepted := bytes.Contains(status, []byte(" 200 ")) || bytes.Contains(status, []byte(" 202 "))
	refused := string(status)
	if err := c.readBody(); err != nil {
		return nil, err
	}
	if !accepted {
		return nil, fmt.Errorf("%s: %.300s", refused, c.reply)
	}
	return c.reply, nil
}

// readBody reads the headers and the body that they announce.
func (c *httpConnection) readBody() error {
	length, chunked := 0, false
	for {
		line, err := c.line()
		if err != nil {
			return err
		}
		if len(line) == 0 {
			break
		}
		name, value, _ := strings.Cut(string(line), ":")
		switch value = strings.TrimSpace(value); strings.ToLower(name) {
		case "content-length":
			if length, err = strconv.Atoi(value); err != nil {
				return err
			}
		case "transfer-encoding":
			chunked = value == "chunked"
		case "mcp-session-id":
			c.session = "\r\nMcp-Session-Id: " + value
		}
	}
	c.reply = c.reply[:0]
	if chunked {
		return c.readChunks()
	}
	return c.readMore(length)
}

func (c *httpConnection) readChunks() error {
	for {
		line, err := c.line()
		if err != nil {
			return err
		}
		size, err := strconv.ParseInt(string(line), 16, 32)
		if err != nil {
			return err
		}
		if err := c.readMore(int(size)); err != nil {
			return err
		}
		if _, err := c.line(); err != nil || size == 0 {
			return err
		}
	}
}

// readMore adds n bytes to the reply.
func (c *httpConnection) readMore(n int) error {
	have := len(c.reply)
	c.reply = append(c.reply, make([]byte, n)...)
	_, err := io.ReadFull(c.in, c.reply[have:])
	return err
}

// line reads a line without its end.
func (c *httpConnection) line() ([]byte, error) {
	line, err := c.in.ReadSlice('\n')
	return bytes.TrimRight(line, "\r\n"), err
}

// A pipeConnection is the standard input and output of a process, with one message on each line.
type pipeConnection struct {
	io.WriteCloser
	in         *bufio.Reader
	out, reply []byte
}

// ask waits for a reply to requests only: those have an id.
func (c *pipeConnection) ask(message []byte) ([]byte, error) {
	c.out = append(append(c.out[:0], message...), '\n')
	if _, err := c.Write(c.out); err != nil {
		return nil, err
	}
	if !bytes.Contains(message, []byte(`"id":`)) {
		return nil, nil
	}
	c.reply = c.reply[:0]
	for {
		part, err := c.in.ReadSlice('\n')
		c.reply = append(c.reply, part...)
		if !errors.Is(err, bufio.ErrBufferFull) {
			return c.reply, err
		}
	}
}
